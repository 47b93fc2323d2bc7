//! How the table looks in text: the spaces side by side, what the players have, and what is going on.

use parlor_engine::layout::{Ink, WIDTH, cut, inked, listed, padded, page, tied, width, wrapped};
use parlor_engine::{Drawing, Names, Panel, Seat, Weight};

use crate::bank::Purse;
use crate::board::{Group, Place, Places, Space};
use crate::edition::TITLE;
use crate::jail::ROUNDS;
use crate::rules::Rules;
use crate::state::{Gone, HOTEL, State};
use crate::text::{counted, pounds, purse};
use crate::trade::Trade;
use crate::view::View;

/// More lines of spaces than this leave no room for the rest on a small screen.
const MOST_LINES: usize = 12;
/// Between two columns of spaces.
const GAP: &str = "  ";
/// So many spaces ahead two dice can reach.
const AHEAD: usize = 12;

/// The table as everybody sees it: the spaces, what is going on, the players, and last the viewer.
pub(crate) fn draw(rules: &Rules, view: &View, names: &Names) -> Drawing {
    let (marks, signs) = (marks(view, names), signs(rules));
    let picture = Picture { rules, view, state: &view.table, names, marks, signs };
    let mut drawing = Drawing::default().with(Panel::new(Weight::Own, page([picture.head()])));
    if view.table.over.is_some() {
        drawing = drawing.with(Panel::new(Weight::Own, page(picture.ranking())));
    } else {
        let ahead = picture.grid(&picture.stretch(), 4);
        let legend = std::iter::once(picture.legend()).chain(picture.legend_of_groups());
        drawing = drawing
            .with(Panel::new(Weight::Table, page(picture.spaces())).or(page(ahead)))
            .with(Panel::new(Weight::Legend, page(legend)).or_nothing());
    }
    let own = view.viewer.seat();
    let is_gone = |seat: Seat| view.table.gone.iter().any(|gone| gone.seat == seat);
    let (others, viewer): (Vec<Seat>, Vec<Seat>) = (view.worth.iter().map(|(seat, _)| seat))
        .filter(|seat| !is_gone(*seat))
        .partition(|seat| own != Some(*seat));
    drawing = drawing.with(Panel::new(Weight::Own, page(picture.business())));
    drawing = drawing.with_all(others.into_iter().map(|seat| picture.player(seat, Weight::Others)));
    // At the end the ranking has said so.
    if view.table.over.is_none() && !view.table.gone.is_empty() {
        drawing = drawing.with(picture.gone());
    }
    drawing.with_all(viewer.into_iter().map(|seat| picture.player(seat, Weight::Own)))
}

struct Picture<'a> {
    rules: &'a Rules,
    view: &'a View,
    state: &'a State,
    names: &'a Names,
    /// A letter for each player.
    marks: Vec<char>,
    /// A small letter for each group of streets.
    signs: Vec<char>,
}

/// The first letter of each name that no other player has, or any letter.
fn marks(view: &View, names: &Names) -> Vec<char> {
    let mut marks: Vec<char> = Vec::new();
    for (seat, _) in view.worth.iter() {
        let own = names.of(seat).chars().filter(char::is_ascii_alphabetic);
        let free = own.map(|letter| letter.to_ascii_uppercase()).chain('A'..='Z');
        // An H would be a hotel.
        let free = free.filter(|letter| *letter != 'H').find(|letter| !marks.contains(letter));
        marks.push(free.unwrap_or('?'));
    }
    marks
}

/// The first letter of each group's name that no other group has, or any letter. None where there are more
/// groups than letters.
fn signs(rules: &Rules) -> Vec<char> {
    let mut signs: Vec<char> = Vec::new();
    for group in &rules.board.groups {
        let own = group.name.chars().filter(char::is_ascii_alphabetic);
        let mut free = own.map(|letter| letter.to_ascii_lowercase()).chain('a'..='z');
        signs.push(free.find(|letter| !signs.contains(letter)).unwrap_or(' '));
    }
    signs
}

impl Picture<'_> {
    fn mark(&self, seat: Seat) -> char {
        self.marks.get(seat.index()).copied().unwrap_or('?')
    }

    /// The letter of a player, in the colour of the seat.
    fn seat_mark(&self, seat: Seat) -> String {
        inked(Ink::Seat(seat), &self.mark(seat).to_string())
    }

    fn head(&self) -> String {
        let (rules, state) = (self.rules, self.state);
        let options = &rules.options;
        let of = if options.rounds > 0 { format!(" of {}", options.rounds) } else { String::new() };
        let is_last = options.rounds > 0 && state.round >= rules.last_round;
        let length = match options.minutes {
            _ if state.time_is_up || is_last => ", the last".to_owned(),
            0 => String::new(),
            minutes => format!(", {minutes}-minute game"),
        };
        let all = rules.board.property_places().len();
        let title = if rules.board.title == TITLE {
            String::new()
        } else {
            format!("{}. ", rules.board.title)
        };
        let owes = match state.owed.sum() {
            0 => String::new(),
            owed => format!(" and owes {}", pounds(owed)),
        };
        let head = format!(
            "{title}Round {}{of}{length}. Bank {}{owes}, {} of {all} for sale. Free Parking {}.",
            state.round,
            pounds(state.bank),
            self.view.unowned.len(),
            pounds(state.pot)
        );
        wrapped("", &head, 2)
    }

    // ---- the spaces ----

    /// The sides of the board side by side, each read downwards; more columns on a larger board, and
    /// on the largest only what lies ahead of whose turn it is.
    fn spaces(&self) -> Vec<String> {
        let all: Vec<Place> = self.rules.board.places().collect();
        let columns = [4, 6].into_iter().find(|columns| all.len().div_ceil(*columns) <= MOST_LINES);
        match columns {
            Some(columns) => self.grid(&all, columns),
            None => self.grid(&self.stretch(), 4),
        }
    }

    /// What lies ahead of the mover, and where the others stand.
    fn stretch(&self) -> Vec<Place> {
        let from = self.state.player(self.state.mover).place;
        let ahead = (0..=AHEAD).map(|steps| self.rules.board.forward(from, steps).0);
        let mut stretch: Vec<Place> = ahead.collect();
        for seat in self.state.present.iter() {
            let place = self.state.player(seat).place;
            if !stretch.contains(&place) {
                stretch.push(place);
            }
        }
        stretch
    }

    fn grid(&self, places: &[Place], columns: usize) -> Vec<String> {
        let lines = places.len().div_ceil(columns);
        let width = (WIDTH - GAP.len() * (columns - 1)) / columns;
        let line = |line: usize| {
            let places = places.iter().skip(line).step_by(lines.max(1));
            let cells: Vec<String> = places.map(|place| self.space(*place, width)).collect();
            cells.join(GAP)
        };
        (0..lines).map(line).collect()
    }

    /// A space: its position, its name, who stands there, and whose it is.
    fn space(&self, place: Place, columns: usize) -> String {
        let digits = self.rules.board.len().to_string().len();
        let right = [self.tokens(place), self.value(place)].join(" ");
        let right = right.trim();
        let room = columns.saturating_sub(digits + width(right) + 3);
        let name = padded(&cut(self.rules.board.name(place), room), room);
        let (number, sign) = (place.number(), self.sign(place));
        format!("{number:>digits$}{sign} {name} {right}")
    }

    /// The letter of a street's group, in the colour of the group.
    fn sign(&self, place: Place) -> String {
        let mut groups = self.rules.board.groups.iter().zip(&self.signs);
        let group = groups.find(|(group, _)| group.streets.contains(place));
        group.map_or_else(|| " ".to_owned(), |(group, sign)| coloured(group, &sign.to_string()))
    }

    /// The players who stand there, and after `#` those who sit in jail.
    fn tokens(&self, place: Place) -> String {
        let here = |jailed: bool| -> String {
            let seats = self.state.present.iter().filter(|seat| {
                let player = self.state.player(*seat);
                player.place == place && player.jailed.is_some() == jailed
            });
            seats.map(|seat| self.seat_mark(seat)).collect()
        };
        let before = |sign: char, marks: String| {
            if marks.is_empty() { marks } else { format!("{sign}{marks}") }
        };
        before('@', here(false)) + &before('#', here(true))
    }

    /// Whose a property is and what is built there, or what the space costs or brings.
    fn value(&self, place: Place) -> String {
        match self.rules.board.space(place) {
            Space::Property => match self.state.owner(place) {
                Some(owner) => format!("{}{}", self.seat_mark(owner), self.built(place)),
                None => self.rules.board.property(place).price.to_string(),
            },
            Space::Go(amount) => format!("+{amount}"),
            Space::Tax(amount) => format!("-{amount}"),
            Space::FreeParking if self.state.pot > 0 => format!("+{}", self.state.pot),
            Space::FreeParking | Space::Card(_) | Space::Jail | Space::GoToJail => String::new(),
        }
    }

    fn built(&self, place: Place) -> String {
        match self.state.houses(place) {
            _ if self.state.mortgaged.contains(place) => "-".to_owned(),
            0 => String::new(),
            HOTEL => "H".to_owned(),
            houses => houses.to_string(),
        }
    }

    fn legend(&self) -> String {
        let a = self.mark(Seat::at(0));
        format!(
            "@{a} token, #{a} in jail; 200 for sale; {a} owner, {a}3 houses, {a}H hotel, {a}- \
             mortgaged"
        )
    }

    /// The letters of the groups, where they fit on a line.
    fn legend_of_groups(&self) -> Option<String> {
        let groups = self.signs.iter().zip(&self.rules.board.groups);
        let groups: Vec<String> = groups
            .map(|(sign, group)| coloured(group, &format!("{sign} {}", group.name)))
            .collect();
        let line = groups.join(", ");
        (!line.is_empty() && width(&line) <= WIDTH).then_some(line)
    }

    // ---- the players ----

    /// A player's money, state and property; in a line where there is not room for all of it.
    fn player(&self, seat: Seat, weight: Weight) -> Panel {
        let state = self.state;
        let label = self.label(seat);
        let money = if state.over.is_some() {
            String::new()
        } else {
            let worth = self.view.worth.get(seat).copied().unwrap_or(0);
            format!("{:>6} worth {:>6}  ", pounds(state.player(seat).cash), pounds(worth))
        };
        let label = format!("{label}{money}");
        let all = self.tags(seat, false).into_iter().chain(self.holdings(state.player(seat).owned));
        let all: Vec<String> = all.map(|tag| tied(&tag)).collect();
        let full = wrapped(&label, &all.join("; "), width(&label));
        let brief =
            self.holdings_in_brief(self.tags(seat, true), state.player(seat).owned, width(&label));
        let brief = format!("{label}{brief}");
        Panel::new(weight, page([full])).or(page([brief]))
    }

    /// The players who are out of the game, a line each or all in one.
    fn gone(&self) -> Panel {
        let how = |gone: &Gone| {
            if gone.left {
                format!("has left, worth {}", pounds(gone.worth))
            } else {
                "bankrupt".to_owned()
            }
        };
        let gone = &self.state.gone;
        let full = gone.iter().map(|gone| format!("{} {}", self.label(gone.seat), how(gone)));
        let all = format!("    Out: {}", self.names.list(gone.iter().map(|gone| gone.seat)));
        Panel::new(Weight::Legend, page(full)).or(page([wrapped("", &all, 4)])).or_nothing()
    }

    /// A mark for the turn, the letter and the name.
    fn label(&self, seat: Seat) -> String {
        let widest = self.view.worth.iter().map(|(seat, _)| width(self.names.of(seat))).max();
        let is_mover = seat == self.state.mover && self.state.over.is_none();
        let turn = if is_mover { '>' } else { ' ' };
        let (mark, name) = (self.seat_mark(seat), padded(self.names.of(seat), widest.unwrap_or(0)));
        format!("{turn} {mark} {name} ")
    }

    /// What there is to say of a player beside money and property. In brief a prisoner is one, and no more is said.
    fn tags(&self, seat: Seat, in_brief: bool) -> Vec<String> {
        let player = self.state.player(seat);
        let mut tags: Vec<String> = vec![self.rules.token(seat).to_string()];
        match self.state.owed.to(Purse::Seat(seat)) {
            0 => {}
            owed => tags.push(format!("the bank owes {}", pounds(owed))),
        }
        if let Some(served) = player.jailed {
            let missed = if in_brief {
                "in jail".to_owned()
            } else if self.rules.rolls_in_jail() {
                format!("in jail, {} made", counted(served.into(), "throw"))
            } else {
                format!("in jail, missed {served} of {ROUNDS}")
            };
            tags.push(missed);
        }
        if !player.may_own() {
            tags.push("cannot buy before Go".to_owned());
        }
        match player.held.iter().map(|held| held.len()).sum::<usize>() {
            0 => {}
            1 => tags.push("1 card out of jail".to_owned()),
            cards => tags.push(format!("{cards} cards out of jail")),
        }
        tags
    }

    /// What there is to say of a player, how much belongs to them and which groups are whole, in the line that
    /// begins with so many columns: `boot; 9 properties; all Orange`. Where there is no room for the names of the
    /// groups, they are counted.
    fn holdings_in_brief(&self, tags: Vec<String>, owned: Places, label: usize) -> String {
        let count = match owned.len() {
            0 => None,
            1 => Some("1 property".to_owned()),
            owned => Some(format!("{owned} properties")),
        };
        let items: Vec<String> = tags.into_iter().chain(count).collect();
        let groups = &self.rules.board.groups;
        let whole = groups.iter().filter(|group| owned.and(group.streets) == group.streets);
        let whole: Vec<String> = whole.map(|group| format!("all {}", group.name)).collect();
        let counted = match whole.len() {
            0 => None,
            1 => Some("1 whole group".to_owned()),
            whole => Some(format!("{whole} whole groups")),
        };
        let named = [items.as_slice(), whole.as_slice()].concat();
        let counted: Vec<String> = items.into_iter().chain(counted).collect();
        let room = WIDTH.saturating_sub(label);
        // The token is what a reader misses least: the letter stands on the board.
        let shorter = counted.iter().skip(1).cloned().collect::<Vec<_>>();
        let ways = [named, counted, shorter.clone()].map(|items| items.join("; "));
        ways.into_iter().find(|line| width(line) <= room).unwrap_or_else(|| listed(&shorter, room))
    }

    /// What belongs to somebody, by groups: `Orange 17 19:3`, and `all Orange` where nothing is
    /// missing.
    fn holdings(&self, owned: Places) -> Vec<String> {
        let board = &self.rules.board;
        let groups = board.groups.iter().map(|group| (group.name.as_str(), group.streets));
        let others = [("Stations", board.stations), ("Utilities", board.utilities)];
        let held = groups.chain(others).filter_map(|(name, places)| {
            let held = owned.and(places);
            let all = if held == places { "all " } else { "" };
            let held: Vec<String> = held.iter().map(|place| self.holding(place)).collect();
            (!held.is_empty()).then(|| format!("{all}{name} {}", held.join(" ")))
        });
        held.collect()
    }

    fn holding(&self, place: Place) -> String {
        match self.built(place).as_str() {
            "" => place.to_string(),
            "-" => format!("{place}-"),
            built => format!("{place}:{built}"),
        }
    }

    // ---- what is going on ----

    fn business(&self) -> Vec<String> {
        let (state, names) = (self.state, self.names);
        let mut lines = Vec::new();
        if let Some(auction) = &state.auction {
            let (place, name) = (auction.place, self.rules.board.name(auction.place));
            let price = pounds(self.rules.board.property(place).price);
            let leader = match auction.leader {
                Some((seat, bid)) => format!("{} leads with {}", names.of(seat), pounds(bid)),
                None => "no bid yet".to_owned(),
            };
            let out = state.present.iter().filter(|seat| !auction.bidders.contains(*seat));
            let still = names.list(auction.bidders.iter());
            let out = names.list(out);
            // The question says it to the player who is asked.
            let is_asked = self.view.viewer.seat() == Some(auction.asked);
            let clock = self.view.auction_clock.filter(|_| !is_asked);
            let clock = clock.map_or_else(String::new, |clock| format!(" {}", clock.in_words()));
            lines.push(format!(
                "Auction of {place} {name}, price {price}: {leader}. Still in: {still}. Out: {out}.\
                 {clock}"
            ));
        }
        // The question says what is owed to whoever has to pay it, and an offer to whom it is put.
        let viewer = self.view.viewer.seat();
        for debt in state.debts.iter().filter(|debt| Some(debt.debtor) != viewer) {
            let (who, whom) = (names.of(debt.debtor), purse(debt.to, names));
            let (amount, why) = (pounds(debt.amount), self.rules.reason_for(debt.why));
            let missing = match self.view.missing {
                Some((seat, missing)) if seat == debt.debtor => {
                    format!(" {} is still missing.", pounds(missing))
                }
                _ => String::new(),
            };
            lines.push(format!("Debt: {who} owes {whom} {amount} {why}.{missing}"));
        }
        let asked = |trade: &Trade| Some(if trade.made { trade.to } else { trade.by });
        if let Some(trade) = state.trade.as_ref().filter(|trade| asked(trade) != viewer) {
            let offer = self.rules.offer_in_words(trade, names);
            let made = if trade.made { "Offer" } else { "Offer in the making" };
            lines.push(format!("{made}: {offer}"));
        }
        if !state.vote.is_empty() {
            let (who, asked) = (names.of(state.mover), names.list(state.vote.iter()));
            lines.push(format!("{who} asks to leave; not yet answered: {asked}."));
        }
        lines.iter().map(|line| wrapped("", line, 2)).collect()
    }

    // ---- the end ----

    /// Everybody's worth, the first in the game first.
    fn ranking(&self) -> Vec<String> {
        let state = self.state;
        let place = |seat: &Seat| state.gone.iter().position(|gone| gone.seat == *seat);
        let mut seats: Vec<Seat> = self.view.worth.iter().map(|(seat, _)| seat).collect();
        // Who is still there by worth, and of the others the last to go first.
        seats.sort_by_key(|seat| match place(seat) {
            None => (0, -i64::from(self.view.worth.get(*seat).copied().unwrap_or(0))),
            Some(when) => (1, -i64::from(when as u8)),
        });
        let widest = seats.iter().map(|seat| width(self.names.of(*seat))).max().unwrap_or(0);
        let mut lines = vec![format!(
            "    {:<widest$} {:>7} {:>9} {:>10} {:>7}",
            "", "cash", "property", "buildings", "worth"
        )];
        lines.extend(seats.into_iter().map(|seat| {
            let name = padded(self.names.of(seat), widest);
            let label = format!("  {} {name}", self.seat_mark(seat));
            let worth = self.view.worth.get(seat).copied().unwrap_or(0);
            match state.gone.iter().find(|gone| gone.seat == seat) {
                Some(gone) if gone.left => format!("{label} has left, worth {}", pounds(worth)),
                Some(_) => format!("{label} bankrupt"),
                None => {
                    let cash = state.player(seat).cash;
                    let buildings = self.rules.buildings_worth(state, seat);
                    let owed = state.owed.to(Purse::Seat(seat));
                    let land = worth - cash - owed - buildings;
                    let owed = match owed {
                        0 => String::new(),
                        owed => format!("  with {} that the bank owes", pounds(owed)),
                    };
                    format!(
                        "{label} {:>7} {:>9} {:>10} {:>7}{owed}",
                        pounds(cash),
                        pounds(land),
                        pounds(buildings),
                        pounds(worth)
                    )
                }
            }
        }));
        lines
    }
}

/// A text in the colour of a group, where the edition gives it one.
fn coloured(group: &Group, text: &str) -> String {
    group.colour.map_or_else(|| text.to_owned(), |colour| inked(Ink::Colour(colour), text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parlor_engine::{Game, Viewer};

    use super::*;
    use crate::board::{Board, Property};
    use crate::deck::Pack;
    use crate::{EditionOption, Options};

    /// A table with three players on the standard board, made longer by spaces without a purpose.
    fn table(spaces: usize) -> (Rules, State) {
        let mut board = Board::clone(&EditionOption::default().board().expect("in the box"));
        board.names.resize(spaces, "Somewhere".into());
        board.spaces.resize(spaces, Space::Card(Pack::PotLuck));
        let nothing = Property { price: 0, kind: crate::board::Kind::Station };
        board.properties.resize(spaces, nothing);
        board.traffic.resize(spaces, 0);
        let options = Options { minutes: 15, ..Options::default() };
        let rules = Rules::new(Arc::new(board), options, 3);
        let state = rules.start();
        (rules, state)
    }

    fn picture(rules: &Rules, state: &State) -> String {
        let names = Names::new(["Ann", "Amy", "Hal"]);
        draw(rules, &rules.view(state, Viewer::Spectator), &names).to_string()
    }

    fn place(number: usize) -> Place {
        Place::from_number(number).expect("on the board")
    }

    #[test]
    fn the_sides_of_the_board_stand_side_by_side() {
        let (rules, mut state) = table(40);
        let [ann, amy, hal] = [0, 1, 2].map(Seat::at);
        state.pot = 65;
        state.player_mut(ann).owned = [12, 17, 19, 20].into_iter().map(place).collect();
        state.player_mut(amy).owned = [6, 16].into_iter().map(place).collect();
        state.player_mut(ann).place = place(17);
        state.player_mut(hal).place = place(11);
        state.player_mut(hal).jailed = Some(1);
        state.player_mut(ann).circuits = 1;
        state.player_mut(amy).circuits = 1;
        for (street, houses) in [(17, 5), (19, 4), (20, 4)] {
            Rules::set_houses(&mut state, place(street), houses);
        }
        state.mortgaged = state.mortgaged.with(place(16));
        let expected = "\
Round 1, 15-minute game. Bank £45500, 22 of 28 for sale. Free Parking £65.
 1  Go     @M +200  11  Jail/Just.  #L  21  Free Park. +65  31  Go to Jail
 2b The Old Cr. 60  12p Skywalker D. A  22r Yue Fei S. 220  32g Sirat Mews 300
 3  Pot Luck        13  Tesla Pow. 150  23  Opportunity.    33g Ghengis C. 300
 4b Gangsters.  60  14p Wookie Ho. 140  24r Mulan Rou. 220  34  Pot Luck
 5  Income T. -200  15p Rey Lane   160  25r Han Xin G. 240  35g Ibis Close 320
 6  Brighton St. M  16  Hove Stati. M-  26  Falmer St. 200  36  Portslade. 200
 7l The Angel. 100  17o Bishop.  @A AH  27y Shatner C. 260  37  Opportunity.
 8  Opportunity.    18  Pot Luck        28y Picard Av. 260  38d James Web. 350
 9l Potter Av. 100  19o Dunham Str. A4  29  Edison Wa. 150  39  Super Tax -100
10l Granger D. 120  20o Broyles La. A4  30y Crusher C. 280  40d Turing He. 400
@A token, #A in jail; 200 for sale; A owner, A3 houses, AH hotel, A- mortgaged
b Brown, l Blue, p Purple, o Orange, r Red, y Yellow, g Green, d Deep blue
> A Ann  £1500 worth  £3500  boot; Purple 12; all Orange 17:H 19:4 20:4
  M Amy  £1500 worth  £1800  smartphone; Stations 6 16-
  L Hal  £1500 worth  £1500  ship; in jail, 1 throw made; cannot buy before Go
";
        assert_eq!(picture(&rules, &state), expected);
    }

    #[test]
    fn every_board_fits_a_small_screen() {
        for spaces in [40, 44, 48, 60, 72, 76, 100, 120] {
            let (rules, mut state) = table(spaces);
            // Everybody stands somewhere else.
            for (seat, number) in [(0, spaces), (1, 30), (2, 7)] {
                state.player_mut(Seat::at(seat)).place = place(number);
            }
            let drawn = picture(&rules, &state);
            assert!(drawn.lines().all(|line| line.chars().count() <= WIDTH), "{drawn}");
            assert!(drawn.lines().count() <= 20, "{drawn}");
            for token in ["@A", "@M", "@L"] {
                assert_eq!(drawn.matches(token).count(), 1 + usize::from(token == "@A"), "{drawn}");
            }
        }
    }
}
