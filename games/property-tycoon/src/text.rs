//! Everything the game says. How the table looks is in `picture.rs`.

use std::iter;

use parlor_engine::layout::tied;
use parlor_engine::ledger::{self, Account, Ledger};
use parlor_engine::{
    Catalogue, Count, Drawing, Entry, Form, Game, Hosted, Importance, Menu, Names, PerSeat, Phrase,
    Player, Seat, Seats,
};

use crate::auction::AuctionTime;
use crate::bank::{Purse, Why};
use crate::board::{Kind, Place, Places, Pounds};
use crate::debt::Debt;
use crate::deck::Pack;
use crate::forms::NOTES;
use crate::jail::{FEE, ROUNDS, THROWS};
use crate::moves::Move;
use crate::notice::Notice;
use crate::picture;
use crate::players;
use crate::question::{Question, Reason};
use crate::rules::Rules;
use crate::state::{HOTEL, State};
use crate::trade::{Bundle, Terms, Trade};
use crate::view::View;

impl Hosted for Rules {
    fn draw(&self, view: &View, names: &Names) -> Drawing {
        picture::draw(self, view, names)
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        self.story(notice, names)
    }

    fn about(&self, notice: &Notice) -> Seats {
        notice.about()
    }

    fn ask(&self, question: &Question, view: &View, names: &Names) -> String {
        let asked = view.viewer.seat().map(|seat| Asked { rules: self, view, names, seat });
        let words = asked.map_or_else(Words::default, |asked| asked.words(question));
        words.lines().join("\n")
    }

    fn usual(&self, question: &Question, _: &View) -> Option<Move> {
        match question {
            Question::Turn { .. } => Some(Move::Roll),
            Question::After { .. } => Some(Move::End),
            _ => None,
        }
    }

    fn is_grave(&self, played: &Move) -> bool {
        matches!(played, Move::AskToLeave | Move::Sell(_) | Move::SellHouse(_))
    }

    fn forms(&self) -> Vec<Form> {
        self.all_forms()
    }

    fn phrase(&self, played: &Move) -> Phrase {
        self.phrase_of(*played)
    }

    fn notes(&self) -> String {
        NOTES.to_owned()
    }

    fn refusal(&self, why: &Reason, names: &Names) -> String {
        self.refusal_in_words(why, names)
    }

    fn meaning(&self, played: &Move, _: &Question, view: &View, _: &Names) -> Option<String> {
        let (_, price) = self.price_of(&view.table, *played)?;
        Some(pounds(price))
    }

    fn is_end(&self, notice: &Notice) -> bool {
        matches!(notice, Notice::Over { .. })
    }

    fn importance(&self, notice: &Notice) -> Importance {
        match notice {
            Notice::Bankrupt { .. }
            | Notice::Out { .. }
            | Notice::Traded { .. }
            | Notice::GroupCompleted { .. }
            | Notice::GroupBroken { .. }
            | Notice::BankIsShort { .. }
            | Notice::TimeIsUp
            | Notice::RoundsLeft { .. }
            | Notice::Over { .. } => Importance::Key,
            Notice::Bought { .. }
            | Notice::Sold { .. }
            | Notice::Built { .. }
            | Notice::Cleared { .. }
            | Notice::Mortgaged { .. }
            | Notice::SoldToBank { .. }
            | Notice::Owes { .. }
            | Notice::Jailed { .. }
            | Notice::Drew { .. }
            | Notice::Offered { .. } => Importance::Notable,
            Notice::Turn { .. }
            | Notice::Again { .. }
            | Notice::Passed { .. }
            | Notice::NoFines { .. }
            | Notice::TradeBegins { .. }
            | Notice::GoesAway { .. } => Importance::Routine,
            _ => Importance::Usual,
        }
    }

    fn ledger(&self) -> Option<Ledger> {
        Some(self.opening())
    }

    fn entry(&self, notice: &Notice) -> Option<ledger::Entry> {
        self.entry_of(notice)
    }

    /// By what everybody is worth; nothing after bankruptcy.
    fn standing(&self, state: &State) -> Option<PerSeat<i64>> {
        Some(PerSeat::from_fn(self.seats(), |seat| self.worth(state, seat).into()))
    }

    fn score_counted(&self, score: i64) -> Count {
        Count::new("worth", score, format!("£{score}"))
    }

    fn counts(&self, state: &State, seat: Seat) -> Vec<Count> {
        Self::possessions(state, seat)
    }

    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        players::player(name, seed)
    }

    fn catalogue(&self) -> Catalogue {
        self.contents()
    }
}

impl Rules {
    /// The property that a move is about, and what it costs or brings.
    fn price_of(&self, state: &State, played: Move) -> Option<(Place, Pounds)> {
        let (place, price) = match played {
            Move::Build(place) => (place, self.board.house_price(place)),
            Move::Lift(place) => (place, self.board.property(place).redemption()),
            Move::Mortgage(place) => (place, self.board.property(place).loan()),
            Move::SellHouse(place) => (place, self.building_sale(place)),
            Move::Sell(place) => (place, self.land_sale(state, place)),
            _ => return None,
        };
        Some((place, price))
    }
}

/// What puts one's affairs in order, at any time of one's turn.
const AFFAIRS: [&str; 5] = ["lift", "mortgage", "sell-house", "sell", "trade"];

/// A question, as it is put to this seat.
struct Asked<'a> {
    rules: &'a Rules,
    view: &'a View,
    names: &'a Names,
    seat: Seat,
}

/// A question in words: a sentence, lists below it, and a sentence after these.
#[derive(Default)]
struct Words {
    head: String,
    /// A line each, by the verb: what can be had for how much.
    lists: Vec<String>,
    /// It goes on after the head where there are no lists.
    tail: String,
}

impl Words {
    /// A line each; only lists are indented.
    fn lines(&self) -> Vec<String> {
        let Self { head, lists, tail } = self;
        if lists.is_empty() {
            return vec![format!("{head} {tail}").trim().to_owned()];
        }
        let lists = lists.iter().map(|list| format!("  {list}"));
        let tail = (!tail.is_empty()).then(|| tail.clone());
        iter::once(head.clone()).chain(lists).chain(tail).collect()
    }
}

impl Asked<'_> {
    fn words(&self, question: &Question) -> Words {
        let (rules, names) = (self.rules, self.names);
        let you = names.of(self.seat);
        let head = match question {
            Question::Turn { again } => {
                let double = if *again { "after your double " } else { "" };
                let affairs = self.affairs(question, &["build"]);
                format!("{you}, {double}roll the dice.{affairs}")
            }
            Question::Jail { served } => {
                format!(
                    "{you}, you are in jail. {}{}",
                    self.jail(question, *served),
                    self.affairs(question, &[])
                )
            }
            Question::Buy { place, price } => self.buy(*place, *price),
            Question::Bid { place, least, leader, clock } => {
                let bid = self.bid(*place, *least, *leader);
                clock.map_or_else(|| bid.clone(), |clock| format!("{bid} {}", clock.in_words()))
            }
            Question::FineOrDraw { fine, pack } => {
                let (fine, other) = (pounds(*fine), pack.other().title());
                format!("{you}, pay {fine} into Free Parking, or draw {other}?")
            }
            Question::Raise { debt, missing } => {
                let lists = self.prices(question, &["mortgage", "sell-house", "sell"]);
                return Words { head: self.raise(*debt, *missing), lists, tail: String::new() };
            }
            Question::After { again } => return self.after(question, *again),
            Question::Vote { leaver } => {
                format!("{you}, may {} leave the game (agree or refuse)?", names.of(*leaver))
            }
            Question::Assemble { trade } => {
                let whom = names.of(trade.to);
                let is_empty = trade.give.is_empty() && trade.want.is_empty();
                let (so_far, offer) = if is_empty {
                    (format!("{you}, what do you offer {whom}?"), "")
                } else {
                    (rules.offer_in_words(trade, names), ", 'offer' to make it")
                };
                let answered = trade.answers.map_or_else(String::new, |Terms { give, want }| {
                    let (give, want) = (rules.bundle(&give), rules.bundle(&want));
                    format!("{whom} offers you {give} for {want}. ")
                });
                format!(
                    "{answered}{so_far} Type 'give' or 'want' with a place or 'cash 100' to add to it{offer}, or \
                     'withdraw'."
                )
            }
            Question::Answer { trade } => {
                let counter = if self.can(question, "counter") {
                    ", refuse or counter"
                } else {
                    " or refuse"
                };
                let offer = rules.offer_in_words(trade, names);
                format!("{offer} {you}, do you accept{counter}?")
            }
        };
        Words { head, ..Words::default() }
    }

    fn after(&self, question: &Question, again: bool) -> Words {
        let you = self.names.of(self.seat);
        let then = if again { " and roll again" } else { "" };
        let first = self.before_the_end(question);
        Words {
            head: format!("{you}, {first} end your turn{then}."),
            lists: self.prices(question, &["build", "lift"]),
            tail: self.affairs(question, &["lift"]).trim_start().to_owned(),
        }
    }

    fn buy(&self, place: Place, price: Pounds) -> String {
        format!(
            "{}, buy {place} {} for {} (you would have {} left), or have it auctioned? {}",
            self.names.of(self.seat),
            self.rules.board.name(place),
            pounds(price),
            pounds(self.cash() - price),
            self.worth_having(place)
        )
    }

    fn bid(&self, place: Place, least: Pounds, leader: Option<Seat>) -> String {
        let leader = leader.map(|seat| format!(" against {}", self.names.of(seat)));
        format!(
            "{}, bid at least {} for {place} {}{}, or pass? You have {}. {}",
            self.names.of(self.seat),
            pounds(least),
            self.rules.board.name(place),
            leader.unwrap_or_default(),
            pounds(self.cash()),
            self.worth_having(place)
        )
    }

    fn raise(&self, debt: Debt, missing: Pounds) -> String {
        let owed = match self.view.table.owed.to(Purse::Seat(self.seat)) {
            0 => String::new(),
            owed => format!(", and the bank owes you {}", pounds(owed)),
        };
        format!(
            "{}, you owe {} {} {} and have {}{owed}: raise the missing {}.",
            self.names.of(self.seat),
            purse(debt.to, self.names),
            pounds(debt.amount),
            self.rules.reason_for(debt.why),
            pounds(self.cash()),
            pounds(missing)
        )
    }

    fn cash(&self) -> Pounds {
        self.view.table.player(self.seat).cash
    }

    /// The legal answers, one by one; bids and other sums are no part of this.
    fn moves(&self, question: &Question) -> Vec<Move> {
        let menu = self.rules.answers(&self.view.table, self.seat, question);
        let entries = (0..menu.entries()).filter_map(|number| menu.entry(number));
        let single = entries.filter_map(|entry| match entry {
            Entry::One(played) => Some(played),
            Entry::Range { .. } => None,
        });
        single.collect()
    }

    fn can(&self, question: &Question, verb: &str) -> bool {
        self.moves(question).iter().any(|played| played.verb() == verb)
    }

    /// What a turn can be used for before it ends.
    fn before_the_end(&self, question: &Question) -> &'static str {
        // To trade is not what anybody has to think of each turn.
        let affairs = AFFAIRS.into_iter().filter(|verb| *verb != "trade");
        match (
            self.can(question, "build"),
            affairs.into_iter().any(|verb| self.can(question, verb)),
        ) {
            (true, true) => "build or put your affairs in order, or",
            (true, false) => "build, or",
            (false, true) => "put your affairs in order, or",
            (false, false) => "nothing to do:",
        }
    }

    /// What else can be done, by its words, but for what was said already.
    fn affairs(&self, question: &Question, said: &[&str]) -> String {
        let more =
            AFFAIRS.into_iter().filter(|verb| !said.contains(verb) && self.can(question, verb));
        let more: Vec<&str> = more.collect();
        match more.as_slice() {
            [] => String::new(),
            [only] => format!(" You may also {only}."),
            [others @ .., last] => format!(" You may also {} or {last}.", others.join(", ")),
        }
    }

    /// What can be done with which property, and for how much: a line for each verb.
    fn prices(&self, question: &Question, verbs: &[&str]) -> Vec<String> {
        let (rules, state) = (self.rules, &self.view.table);
        let mut all = Vec::new();
        for verb in verbs {
            let moves = self.moves(question).into_iter();
            let priced = moves
                .filter(|played| played.verb() == *verb)
                .filter_map(|played| rules.price_of(state, played));
            let priced: Vec<String> = priced
                .map(|(place, price)| {
                    let name = rules.board.name(place);
                    tied(&format!("{place} {name} {}", pounds(price)))
                })
                .collect();
            if !priced.is_empty() {
                all.push(format!("{verb}: {}", priced.join(", ")));
            }
        }
        all
    }

    /// The ways out of jail, and what comes of each.
    fn jail(&self, question: &Question, served: u8) -> String {
        let rolls = self.rules.rolls_in_jail();
        let mut ways = Vec::new();
        if rolls {
            let left = THROWS.saturating_sub(served);
            ways.push(format!(
                "roll for a double ({} left, then the fee is due)",
                counted(left.into(), "throw")
            ));
        }
        let mut out = Vec::new();
        if self.can(question, "pay") {
            out.push(format!("pay {} into Free Parking", pounds(FEE)));
        }
        for pack in Pack::ALL {
            if self.moves(question).contains(&Move::UseCard(pack)) {
                out.push(format!("use {pack}"));
            }
        }
        if !out.is_empty() {
            let then = if rolls {
                "then you roll as on any turn"
            } else {
                "then you are out, this turn is over, and you roll on your next"
            };
            ways.push(format!("{} ({then})", out.join(" or ")));
        }
        if !rolls {
            // The turn on which one is let out is lost as well.
            let next = match ROUNDS.saturating_sub(served) {
                1 => "your next turn".to_owned(),
                more => format!("your next {more} turns"),
            };
            ways.push(format!(
                "stay (no rents and no bids for you in jail; this turn and {next} are lost before \
                 you roll)"
            ));
        }
        let ways = ways.join("; or ");
        format!("You can {ways}.")
    }

    /// What a property would bring, and how near its group is to being whole.
    fn worth_having(&self, place: Place) -> String {
        let (board, state) = (&self.rules.board, &self.view.table);
        let (all, group) = match &board.property(place).kind {
            Kind::Street { .. } => {
                let group = board.group(place);
                group.map_or((Places::NONE, ""), |group| (group.streets, group.name.as_str()))
            }
            Kind::Station => (board.stations, "Stations"),
            Kind::Utility => (board.utilities, "Utilities"),
        };
        let mut holders: Vec<String> = Vec::new();
        for seat in state.present.iter() {
            let held = state.player(seat).owned.and(all).len();
            if held > 0 {
                let who = if seat == self.seat { "you have" } else { self.names.of(seat) };
                holders.push(format!("{who} {held}"));
            }
        }
        let holders =
            if holders.is_empty() { "nobody has any".to_owned() } else { holders.join(", ") };
        let rents = match &board.property(place).kind {
            Kind::Street { rents, .. } => {
                let houses: Vec<String> = rents[1..5].iter().map(|rent| pounds(*rent)).collect();
                format!(
                    "Rent {}; with houses {}; hotel {}; a house costs {}.",
                    pounds(rents[0]),
                    houses.join(", "),
                    pounds(rents[5]),
                    pounds(board.house_price(place))
                )
            }
            Kind::Station => {
                let rents: Vec<String> =
                    board.station_rents.iter().map(|rent| pounds(*rent)).collect();
                format!("Rent by how many you have: {}.", rents.join(", "))
            }
            Kind::Utility => {
                let times: Vec<String> =
                    board.utility_rents.iter().map(ToString::to_string).collect();
                format!("Rent by how many you have: {} times the dice.", times.join(", "))
            }
        };
        format!("{group}, {} in all: {holders}. {rents}", all.len())
    }
}

/// An amount of money.
pub(crate) fn pounds(amount: Pounds) -> String {
    format!("£{amount}")
}

impl AuctionTime {
    /// How long there is to bid.
    pub(crate) fn in_words(self) -> String {
        let seconds = counted(self.seconds.into(), "second");
        if self.whole {
            format!("All bids together have {seconds}; then the leader has it.")
        } else {
            format!("Each bid has {seconds}.")
        }
    }
}

/// What is built on a street.
pub(crate) fn buildings(houses: u8) -> String {
    match houses {
        0 => "no house".to_owned(),
        1 => "1 house".to_owned(),
        HOTEL => "a hotel".to_owned(),
        more => format!("{more} houses"),
    }
}

/// `1 house`, `2 houses`.
pub(crate) fn counted(number: Pounds, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

pub(crate) fn purse(purse: Purse, names: &Names) -> String {
    Account::from(purse).name(names)
}

impl Rules {
    /// What money was for.
    pub(crate) fn reason_for(&self, why: Why) -> String {
        let name = |place: Place| self.board.name(place);
        match why {
            Why::Start => "to begin with".to_owned(),
            Why::Owed => "that it owed".to_owned(),
            Why::Go => "for coming to Go or past it".to_owned(),
            Why::Price(place) | Why::Tax(place) => format!("for {}", name(place)),
            Why::Bid(place) => format!("for {} in an auction", name(place)),
            Why::Sold(place) => format!("for {}, sold to the bank", name(place)),
            Why::Rent(place) => format!("in rent for {}", name(place)),
            Why::Card(pack, card) => {
                // The card itself is told when it is drawn; its number means nothing to players.
                let _ = card;
                format!("for the {} card", pack.title())
            }
            Why::JailFee => "to leave jail".to_owned(),
            Why::FreeParking => "for landing there".to_owned(),
            Why::Building(place) => format!("for building on {}", name(place)),
            Why::BuildingSold(place) => format!("for buildings sold on {}", name(place)),
            Why::Mortgage(place) => format!("as a mortgage on {}", name(place)),
            Why::Redemption(place) => format!("to lift the mortgage on {}", name(place)),
            Why::Trade => "in the trade".to_owned(),
            Why::Bankruptcy => "which is all that is left".to_owned(),
            Why::Left => "on leaving".to_owned(),
        }
    }

    pub(crate) fn offer_in_words(&self, trade: &Trade, names: &Names) -> String {
        let (by, to) = (names.of(trade.by), names.of(trade.to));
        let (give, want) = (self.bundle(&trade.give), self.bundle(&trade.want));
        format!("{by} offers {to} {give} for {want}.")
    }

    pub(crate) fn bundle(&self, bundle: &Bundle) -> String {
        let mut parts: Vec<String> = Vec::new();
        if bundle.cash > 0 {
            parts.push(pounds(bundle.cash));
        }
        parts.extend(bundle.places.iter().map(|place| self.board.name(place).to_owned()));
        for pack in Pack::ALL.into_iter().filter(|pack| bundle.cards[pack.index()]) {
            parts.push(format!("a card of {} out of jail", pack.title()));
        }
        match parts.as_slice() {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
        }
    }
}
