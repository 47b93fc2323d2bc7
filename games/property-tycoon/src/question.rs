//! What players are asked, what they may answer, and why anything else is refused.

use parlor_engine::Seat;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::auction::AuctionTime;
use crate::board::{Place, Places, Pounds};
use crate::debt::Debt;
use crate::deck::Pack;
use crate::jail::FEE;
use crate::moves::{Deed, Move, Offer, Sum};
use crate::rules::Rules;
use crate::state::{HOTEL, State, Step};
use crate::trade::{Item, MOST_OFFERS, Trade};

/// What a player is asked, and why. All of it is public.
#[expect(missing_docs, reason = "each question says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Question {
    /// What to do before the dice are thrown; `again` after a double.
    Turn { again: bool },
    /// How to get out of jail; so many turns were spent there.
    Jail { served: u8 },
    /// Whether to buy this, or have it auctioned.
    Buy { place: Place, price: Pounds },
    /// Whether to bid for this, and how much at least; the clock, where the auction has its own.
    Bid { place: Place, least: Pounds, leader: Option<Seat>, clock: Option<AuctionTime> },
    /// Whether to pay this fine, or draw of the other pack.
    FineOrDraw { fine: Pounds, pack: Pack },
    /// What to sell or mortgage for a debt; so much is missing.
    Raise { debt: Debt, missing: Pounds },
    /// What to do after the move.
    After { again: bool },
    /// Whether this player may leave.
    Vote { leaver: Seat },
    /// What goes into the offer.
    Assemble { trade: Trade },
    /// Whether to accept it.
    Answer { trade: Trade },
}

/// Why a move is refused. What it says stands in `refusal.rs`.
#[expect(missing_docs, reason = "each reason says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Not what was asked.
    NotNow(#[serde(serialize_with = "notation")] Move, &'static str),
    /// The board is smaller than that: its last space.
    NoSuchPlace { place: Place, last: Place },
    /// The same of something to give or want, where an amount of money was probably meant.
    NoSuchItem { place: Place, last: Place },
    /// Nothing there can be owned.
    NoProperty(Place),
    /// Somebody else's, or the bank's.
    NotYours(Place),
    /// Not the other's in a trade.
    NotTheirs(Place),
    /// Only streets are built on.
    NoStreet(Place),
    /// Other players own parts of the group.
    NotTheWholeGroup(Place),
    /// A street of the group is mortgaged.
    GroupMortgaged(Place),
    /// Other streets of the group come first.
    BuildEvenly(Place),
    /// Other streets of the group come first.
    SellEvenly(Place),
    /// There is a hotel.
    FullyBuilt(Place),
    /// There is nothing to sell.
    NothingBuilt(Place),
    /// There are buildings.
    BuildingsStand(Place),
    /// It has been.
    Mortgaged(Place),
    /// It is not.
    NotMortgaged(Place),
    /// One way a turn.
    OneWay(Place),
    /// Not enough cash.
    TooDear { price: Pounds, cash: Pounds },
    /// The bank has not enough cash.
    BankCannotPay { price: Pounds, bank: Pounds },
    /// A bid that is too low.
    BidTooLow(Pounds),
    /// A bid of money that is not there.
    BidTooHigh(Pounds),
    /// No such card.
    NoCard(Pack),
    /// No such card.
    TheyHaveNoCard(Pack),
    /// Oneself, or somebody who is out.
    NoPartner(Seat),
    /// Not round the board yet.
    MayNotOwn,
    /// At most three in a turn.
    TooManyOffers,
    /// The table plays without.
    NoTrading,
    /// An empty offer.
    NothingOffered,
    /// It is in the offer already, or money is on the other side.
    InTheOffer,
    /// More than there is.
    NotThatMuch(Pounds),
    /// Once a turn is enough.
    AskedAlready,
}

fn notation<S: Serializer>(played: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(played)
}

impl Rules {
    /// Who is asked what; `None` when chance is due or the game is over.
    #[inline]
    pub(crate) fn question(&self, state: &State) -> Option<(Seat, Question)> {
        if let Some(debt) = state.debts.first() {
            let missing = debt.missing(state);
            return Some((debt.debtor, Question::Raise { debt: *debt, missing }));
        }
        if let Some(trade) = state.trade {
            return Some(if trade.made {
                (trade.to, Question::Answer { trade })
            } else {
                (trade.by, Question::Assemble { trade })
            });
        }
        let mover = state.mover;
        if let Some(voter) = state.vote.after(mover) {
            return Some((voter, Question::Vote { leaver: mover }));
        }
        let again = state.doubles > 0;
        let question = match state.step {
            Step::Begin => Question::Turn { again },
            Step::Jail => Question::Jail { served: state.player(mover).jailed.unwrap_or(0) },
            Step::Buy => {
                let place = state.player(mover).place;
                Question::Buy { place, price: self.board.property(place).price }
            }
            Step::Auction => {
                let auction = state.auction.as_ref()?;
                let (place, least) = (auction.place, self.least_bid(auction));
                let leader = auction.leader.map(|(seat, _)| seat);
                let clock = self.options.auction_time();
                return Some((auction.asked, Question::Bid { place, least, leader, clock }));
            }
            Step::FineOrDraw { fine, pack, .. } => Question::FineOrDraw { fine, pack },
            Step::After => Question::After { again },
            Step::Roll
            | Step::JailRoll
            | Step::Go
            | Step::Land
            | Step::Draw(_)
            | Step::End
            | Step::Over => return None,
        };
        Some((mover, question))
    }

    /// The answers to a question of this seat.
    #[inline]
    pub(crate) fn answers(&self, state: &State, seat: Seat, question: &Question) -> Offer {
        let mut offer = Offer::default();
        let cash = state.player(seat).cash;
        match *question {
            Question::Turn { .. } => {
                offer.word(Move::Roll);
                self.affairs(state, seat, &mut offer);
                offer.word_if(Move::AskToLeave, !state.asked_to_leave);
            }
            Question::Jail { .. } => {
                offer.word_if(Move::Roll, self.rolls_in_jail());
                offer.word_if(Move::Stay, !self.rolls_in_jail());
                offer.word_if(Move::Pay, cash >= FEE);
                for pack in Pack::ALL {
                    let held = state.player(seat).held[pack.index()];
                    offer.word_if(Move::UseCard(pack), !held.is_empty());
                }
                self.affairs(state, seat, &mut offer);
                offer.word_if(Move::AskToLeave, !state.asked_to_leave);
            }
            Question::Buy { .. } => {
                offer.word(Move::Buy);
                offer.word(Move::Auction);
            }
            Question::Bid { least, .. } => {
                offer.word(Move::Pass);
                offer.amounts(Sum::Bid, least, cash);
            }
            Question::FineOrDraw { pack, .. } => {
                offer.word(Move::Pay);
                offer.word_if(Move::Draw, Self::can_draw(state, pack.other()));
            }
            // In debt even what was bought in this turn can be sold.
            Question::Raise { .. } => {
                self.selling(state, seat, Places::NONE, &mut offer);
            }
            Question::After { .. } => {
                offer.word(Move::End);
                self.affairs(state, seat, &mut offer);
                let build = self.buildable(state, seat).less(state.lowered);
                offer.deed(Deed::Build, build);
            }
            Question::Vote { .. } => {
                offer.word(Move::Agree);
                offer.word(Move::Refuse);
            }
            Question::Assemble { trade } => self.items(state, &trade, &mut offer),
            Question::Answer { .. } => {
                offer.word(Move::Accept);
                offer.word(Move::Refuse);
                offer.word_if(Move::Counter, state.offers < MOST_OFFERS);
            }
        }
        offer
    }

    /// Selling, mortgages and trades, on one's own turn; each property one way in a turn.
    #[inline]
    fn affairs(&self, state: &State, seat: Seat, offer: &mut Offer) {
        let player = state.player(seat);
        if !player.owned.is_empty() {
            self.selling(state, seat, state.raised, offer);
            if self.bank_may_refuse(state) {
                self.refuse_to_buy(state, offer);
            }
            let affordable =
                |place: &Place| self.board.property(*place).redemption() <= player.cash;
            let lift = player.owned.and(state.mortgaged).less(state.lowered);
            offer.deed(Deed::Lift, lift.iter().filter(affordable).collect());
        }
        if self.options.trading && state.offers < MOST_OFFERS {
            offer.partners(state.present.without(seat));
        }
    }

    /// What can be sold or mortgaged, but for these.
    #[inline]
    fn selling(&self, state: &State, seat: Seat, but: Places, offer: &mut Offer) {
        let owned = state.player(seat).owned;
        let mut land = owned;
        if !state.built.and(owned).is_empty() {
            let mut houses = Places::NONE;
            for group in &self.board.groups {
                if !group.streets.and(state.built).and(owned).is_empty() {
                    land = land.less(group.streets);
                    houses = houses.or(Self::can_be_cleared(state, group));
                }
            }
            offer.deed(Deed::SellHouse, houses.less(but));
        }
        let land = land.less(but);
        offer.deed(Deed::Sell, land);
        offer.deed(Deed::Mortgage, land.less(state.mortgaged));
    }

    /// Takes off the menu what the bank cannot pay for.
    #[cold]
    fn refuse_to_buy(&self, state: &State, offer: &mut Offer) {
        for deed in [Deed::Sell, Deed::Mortgage, Deed::SellHouse] {
            let can_pay = |place: &Place| self.bank_price(state, deed, *place) <= state.bank;
            offer.deed(deed, offer.places(deed).iter().filter(can_pay).collect());
        }
    }

    /// What the bank pays when this is done with a property.
    pub(crate) fn bank_price(&self, state: &State, deed: Deed, place: Place) -> Pounds {
        match deed {
            Deed::Sell => self.land_sale(state, place),
            Deed::Mortgage => self.board.property(place).loan(),
            Deed::SellHouse => self.building_sale(place),
            Deed::Build | Deed::Lift | Deed::Give | Deed::Want => 0,
        }
    }

    /// The streets the player can build on and pay for.
    #[inline]
    pub(crate) fn buildable(&self, state: &State, seat: Seat) -> Places {
        let player = state.player(seat);
        let mut all = Places::NONE;
        for group in &self.board.groups {
            if group.streets.less(player.owned).is_empty() && group.house <= player.cash {
                all = all.or(Self::can_be_built(state, group));
            }
        }
        all
    }

    /// What can still be put into an offer.
    fn items(&self, state: &State, trade: &Trade, offer: &mut Offer) {
        offer.word(Move::Withdraw);
        offer.word_if(Move::Offer, !trade.give.is_empty() || !trade.want.is_empty());
        let (own, theirs) = (state.player(trade.by), state.player(trade.to));
        if theirs.may_own() {
            offer.deed(Deed::Give, self.unbuilt(state, trade.by).less(trade.give.places));
        }
        if own.may_own() {
            offer.deed(Deed::Want, self.unbuilt(state, trade.to).less(trade.want.places));
        }
        for pack in Pack::ALL {
            let (held, there) = (own.held[pack.index()], theirs.held[pack.index()]);
            let (given, wanted) = (trade.give.cards[pack.index()], trade.want.cards[pack.index()]);
            offer.word_if(Move::Give(Item::Card(pack)), !held.is_empty() && !given);
            offer.word_if(Move::Want(Item::Card(pack)), !there.is_empty() && !wanted);
        }
        // Money goes one way.
        if trade.give.cash == 0 && trade.want.cash == 0 {
            offer.amounts(Sum::Give, 1, own.cash);
            offer.amounts(Sum::Want, 1, theirs.cash);
        }
    }

    /// A player's property without buildings in its group.
    fn unbuilt(&self, state: &State, seat: Seat) -> Places {
        let owned = state.player(seat).owned;
        let built = |group: &&crate::board::Group| !group.streets.and(state.built).is_empty();
        self.board.groups.iter().filter(built).fold(owned, |left, group| left.less(group.streets))
    }

    /// Whether a player has anything to do after the move.
    #[inline]
    pub(crate) fn has_business(&self, state: &State) -> bool {
        let owns = !state.player(state.mover).owned.is_empty();
        // Whoever has left during the auction of what they landed on has none.
        let trades = self.options.trading && state.offers < MOST_OFFERS;
        state.present.contains(state.mover) && (owns || trades)
    }

    // ---- refusing ----

    /// Why a move that is not on the menu is not.
    #[cold]
    pub(crate) fn reason(
        &self,
        state: &State,
        seat: Seat,
        played: Move,
        question: &Question,
    ) -> Reason {
        let not_now = Reason::NotNow(played, question.wants());
        let manages = matches!(
            question,
            Question::Turn { .. } | Question::Jail { .. } | Question::After { .. }
        );
        let raises = matches!(question, Question::Raise { .. });
        let cash = state.player(seat).cash;
        if let Some(why) = self.why_not_there(played) {
            return why;
        }
        if let Some(why) = self.why_not_bought(state, seat, played).filter(|_| manages) {
            return why;
        }
        match (played, question) {
            (Move::Build(place), Question::After { .. }) => self.why_not_build(state, seat, place),
            (Move::SellHouse(place), _) if manages || raises => {
                self.why_not_sell_house(state, seat, place)
            }
            (Move::Sell(place) | Move::Mortgage(place), _) if manages || raises => {
                self.why_not_sell(state, seat, place, matches!(played, Move::Mortgage(_)))
            }
            (Move::Lift(place), _) if manages => self.why_not_lift(state, seat, place),
            (Move::Pay, Question::Jail { .. }) => Reason::TooDear { price: FEE, cash },
            (Move::UseCard(pack), Question::Jail { .. }) => Reason::NoCard(pack),
            (Move::Bid(amount), Question::Bid { least, .. }) if amount < *least => {
                Reason::BidTooLow(*least)
            }
            (Move::Bid(_), Question::Bid { .. }) => Reason::BidTooHigh(cash),
            (Move::AskToLeave, Question::Turn { .. } | Question::Jail { .. }) => {
                Reason::AskedAlready
            }
            (Move::Trade(_), _) if manages && !self.options.trading => Reason::NoTrading,
            (Move::Trade(_), _) if manages && state.offers >= MOST_OFFERS => Reason::TooManyOffers,
            (Move::Trade(with), _) if manages => Reason::NoPartner(with),
            (Move::Counter, Question::Answer { .. }) => Reason::TooManyOffers,
            (Move::Offer, Question::Assemble { .. }) => Reason::NothingOffered,
            (Move::Give(item), Question::Assemble { trade }) => {
                self.why_not_item(state, [trade.by, trade.to], item, false)
            }
            (Move::Want(item), Question::Assemble { trade }) => {
                self.why_not_item(state, [trade.to, trade.by], item, true)
            }
            _ => not_now,
        }
    }

    /// A position that this board does not have. Notation has those of the largest board there can be.
    fn why_not_there(&self, played: Move) -> Option<Reason> {
        let place = played.place().filter(|place| !self.board.contains(*place))?;
        let last = Place::at(self.board.len() - 1);
        Some(match played {
            Move::Give(_) | Move::Want(_) => Reason::NoSuchItem { place, last },
            _ => Reason::NoSuchPlace { place, last },
        })
    }

    /// Why the bank does not take what could be sold or mortgaged otherwise.
    fn why_not_bought(&self, state: &State, seat: Seat, played: Move) -> Option<Reason> {
        let (deed, place) = match played {
            Move::Sell(place) => (Deed::Sell, place),
            Move::Mortgage(place) => (Deed::Mortgage, place),
            Move::SellHouse(place) => (Deed::SellHouse, place),
            _ => return None,
        };
        let mut offer = Offer::default();
        self.selling(state, seat, state.raised, &mut offer);
        if !self.bank_may_refuse(state) || !offer.places(deed).contains(place) {
            return None;
        }
        let (price, bank) = (self.bank_price(state, deed, place), state.bank);
        (price > bank).then_some(Reason::BankCannotPay { price, bank })
    }

    fn why_not_mine(&self, state: &State, seat: Seat, place: Place) -> Option<Reason> {
        if !self.board.is_property(place) {
            Some(Reason::NoProperty(place))
        } else if !state.player(seat).owned.contains(place) {
            Some(Reason::NotYours(place))
        } else {
            None
        }
    }

    fn why_not_build(&self, state: &State, seat: Seat, place: Place) -> Reason {
        if let Some(why) = self.why_not_mine(state, seat, place) {
            return why;
        }
        let Some(group) = self.board.group(place) else { return Reason::NoStreet(place) };
        let cash = state.player(seat).cash;
        if !Self::owns_group(state, seat, group) {
            Reason::NotTheWholeGroup(place)
        } else if !state.mortgaged.and(group.streets).is_empty() {
            Reason::GroupMortgaged(place)
        } else if state.houses(place) == HOTEL {
            Reason::FullyBuilt(place)
        } else if group.house > cash {
            Reason::TooDear { price: group.house, cash }
        } else if !Self::can_be_built(state, group).contains(place) {
            Reason::BuildEvenly(place)
        } else {
            Reason::OneWay(place)
        }
    }

    fn why_not_sell_house(&self, state: &State, seat: Seat, place: Place) -> Reason {
        if let Some(why) = self.why_not_mine(state, seat, place) {
            return why;
        }
        match self.board.group(place) {
            None => Reason::NoStreet(place),
            Some(_) if state.houses(place) == 0 => Reason::NothingBuilt(place),
            Some(group) if !Self::can_be_cleared(state, group).contains(place) => {
                Reason::SellEvenly(place)
            }
            Some(_) => Reason::OneWay(place),
        }
    }

    fn why_not_sell(&self, state: &State, seat: Seat, place: Place, mortgage: bool) -> Reason {
        if let Some(why) = self.why_not_mine(state, seat, place) {
            return why;
        }
        let group = self.board.group(place);
        if group.is_some_and(|group| !group.streets.and(state.built).is_empty()) {
            Reason::BuildingsStand(place)
        } else if mortgage && state.mortgaged.contains(place) {
            Reason::Mortgaged(place)
        } else {
            Reason::OneWay(place)
        }
    }

    fn why_not_lift(&self, state: &State, seat: Seat, place: Place) -> Reason {
        if let Some(why) = self.why_not_mine(state, seat, place) {
            return why;
        }
        let (price, cash) = (self.board.property(place).redemption(), state.player(seat).cash);
        if !state.mortgaged.contains(place) {
            Reason::NotMortgaged(place)
        } else if price > cash {
            Reason::TooDear { price, cash }
        } else {
            Reason::OneWay(place)
        }
    }

    fn why_not_item(
        &self,
        state: &State,
        [owner, taker]: [Seat; 2],
        item: Item,
        wanted: bool,
    ) -> Reason {
        let player = state.player(owner);
        match item {
            Item::Place(place) if !self.board.is_property(place) => Reason::NoProperty(place),
            Item::Place(place) if !player.owned.contains(place) && wanted => {
                Reason::NotTheirs(place)
            }
            Item::Place(place) if !player.owned.contains(place) => Reason::NotYours(place),
            Item::Place(place) if !self.unbuilt(state, owner).contains(place) => {
                Reason::BuildingsStand(place)
            }
            Item::Place(_) if !state.player(taker).may_own() => Reason::MayNotOwn,
            Item::Card(pack) if player.held[pack.index()].is_empty() && wanted => {
                Reason::TheyHaveNoCard(pack)
            }
            Item::Card(pack) if player.held[pack.index()].is_empty() => Reason::NoCard(pack),
            Item::Cash(amount) if !(1..=player.cash).contains(&amount) => {
                Reason::NotThatMuch(player.cash)
            }
            Item::Place(_) | Item::Card(_) | Item::Cash(_) => Reason::InTheOffer,
        }
    }
}

impl Question {
    /// What answers it, in words.
    const fn wants(&self) -> &'static str {
        match self {
            Self::Turn { .. } => {
                "'roll', or sell, mortgage or lift first; you can build after you have rolled"
            }
            Self::Jail { .. } => "say how you spend this turn in jail",
            Self::Buy { .. } => "'buy' or 'auction'",
            Self::Bid { .. } => "'bid' an amount or 'pass'",
            Self::FineOrDraw { .. } => "'pay' the fine or 'draw' a card",
            Self::Raise { .. } => "sell or mortgage something to pay what you owe",
            Self::After { .. } => "'end' your turn, or put your affairs in order first",
            Self::Vote { .. } => "'agree' or 'refuse'",
            Self::Assemble { .. } => "'give' and 'want' things, then 'offer' or 'withdraw'",
            Self::Answer { .. } => "'accept', 'refuse' or 'counter'",
        }
    }
}
