//! A turn: dice, spaces, cards, jail, and whose turn comes next.

use parlor_property_tycoon::{Jail, Pack};

use crate::book::{Card, JAIL, KNOCKS, POT_LUCK, Pounds, SPACES, Space};
use crate::model::{Model, Now, Purse, Said};
use crate::twists::Twist;

impl Model {
    /// Goes on until somebody is asked, chance is due, or the game is over.
    pub(crate) fn go_on(&mut self) {
        loop {
            if self.now == Now::Over || !self.settle() {
                return;
            }
            if self.trade.is_some() || !self.vote.is_empty() {
                return;
            }
            match self.now {
                Now::MoveOn => self.forward(usize::from(self.dice.0 + self.dice.1)),
                Now::Moved if !self.present.contains(&self.mover) => self.now = Now::TurnOver,
                Now::Moved => self.now = Now::After,
                // Also who has just sold the last property.
                Now::After if !self.has_business() => self.end_of_turn(),
                Now::TurnOver => self.next_turn(),
                _ => return,
            }
        }
    }

    /// Who owns something can do something with it, and where there is trading everybody can.
    fn has_business(&self) -> bool {
        let owns = self.deeds.values().any(|deed| deed.owner == self.mover);
        owns || (self.options.trading && self.offers < 3)
    }

    /// After a double the same player goes on.
    pub(crate) fn end_of_turn(&mut self) {
        self.now = if self.doubles > 0 { Now::Begin } else { Now::TurnOver };
    }

    fn next_turn(&mut self) {
        (self.doubles, self.offers) = (0, 0);
        let after = self.present.iter().copied().find(|player| *player > self.mover);
        if after.is_none() {
            let last = match self.options.rounds {
                0 => 1_000,
                rounds => u32::from(rounds),
            };
            if self.time_is_up || self.round == last {
                self.now = Now::Over;
                return;
            }
            self.round += 1;
        }
        let first = self.present.iter().copied().next();
        let Some(mover) = after.or(first) else { return };
        self.mover = mover;
        self.now = match self.players[mover].jail {
            None => Now::Begin,
            Some(2) if self.options.jail == Jail::Standard => {
                self.players[mover].jail = None;
                Now::TurnOver
            }
            Some(_) => Now::InJail,
        };
    }

    // ---- dice ----

    pub(crate) fn rolled(&mut self, dice: (u8, u8)) {
        (self.dice, self.draws) = (dice, 0);
        self.doubles = if dice.0 == dice.1 { self.doubles + 1 } else { 0 };
        if self.doubles == 3 && !self.is(Twist::ThreeDoublesAreFine) {
            self.arrest();
        } else {
            self.now = Now::MoveOn;
        }
    }

    pub(crate) fn rolled_in_jail(&mut self, dice: (u8, u8)) {
        (self.dice, self.draws) = (dice, 0);
        let player = self.mover;
        let throws = self.players[player].jail.unwrap_or(0) + 1;
        if dice.0 == dice.1 {
            self.players[player].jail = None;
            self.now = Now::MoveOn;
        } else if throws == 3 {
            self.players[player].jail = None;
            self.now = Now::MoveOn;
            self.owe(player, Purse::Pot, 50);
        } else {
            self.players[player].jail = Some(throws);
            self.now = Now::TurnOver;
        }
    }

    // ---- moving ----

    /// One step after the other, as a token goes; whoever comes to Go gets the money.
    fn forward(&mut self, steps: usize) {
        let player = self.mover;
        for _ in 0..steps {
            let place = self.players[player].place;
            self.players[player].place = if place == SPACES { 1 } else { place + 1 };
            if self.players[player].place == 1 {
                self.players[player].circuits += 1;
                self.receive(player, if self.is(Twist::GoPaysHalf) { 100 } else { 200 });
            }
        }
        self.land();
    }

    fn back(&mut self, steps: usize) {
        let player = self.mover;
        for _ in 0..steps {
            let place = self.players[player].place;
            if place == 1 && self.is(Twist::GoPaysBackwards) {
                self.receive(player, 200);
            }
            self.players[player].place = if place == 1 { SPACES } else { place - 1 };
        }
        self.land();
    }

    fn arrest(&mut self) {
        let player = &mut self.players[self.mover];
        player.place = JAIL;
        player.jail = Some(0);
        self.now = Now::TurnOver;
    }

    fn land(&mut self) {
        let player = self.mover;
        let place = self.players[player].place;
        self.now = Now::Moved;
        match self.board[&place] {
            Space::Go | Space::Jail => {}
            Space::PotLuck => self.now = Now::Draw(Pack::PotLuck),
            Space::Knocks => self.now = Now::Draw(Pack::OpportunityKnocks),
            Space::Tax(amount) => {
                let to = if self.is(Twist::TaxesAreFines) { Purse::Pot } else { Purse::Bank };
                self.owe(player, to, amount);
            }
            Space::FreeParking if self.is(Twist::ThePotStays) => {}
            Space::FreeParking => self.take_fines(player),
            Space::GoToJail => self.arrest(),
            Space::Street { .. } | Space::Station | Space::Utility => self.land_on_property(place),
        }
        // Nobody draws for ever.
        if matches!(self.now, Now::Draw(_)) && self.draws >= 20 {
            self.now = Now::Moved;
        }
    }

    fn land_on_property(&mut self, place: usize) {
        let player = self.mover;
        let Some(deed) = self.deeds.get(&place) else {
            let been_round = self.players[player].circuits > 0;
            if !been_round && !self.is(Twist::NobodyHasToGoRound) {
                return;
            }
            if self.players[player].cash >= self.price(place) {
                self.now = Now::Buy;
            } else {
                self.open_auction();
            }
            return;
        };
        let owner = deed.owner;
        let jailed = self.players[owner].jail.is_some() && !self.is(Twist::PrisonersCollect);
        let mortgaged = deed.mortgaged && !self.is(Twist::MortgagedLandEarns);
        if owner != player && !mortgaged && !jailed {
            self.owe(player, Purse::Player(owner), self.rent(place, owner));
        }
    }

    // ---- cards ----

    pub(crate) fn drawn(&mut self, pack: Pack, number: usize) -> Said {
        let player = self.mover;
        let card = match pack {
            Pack::PotLuck => POT_LUCK.get(number),
            Pack::OpportunityKnocks => KNOCKS.get(number),
        };
        let card = card.copied().ok_or_else(|| format!("{pack} has no card {number}"))?;
        self.draws += 1;
        self.now = Now::Moved;
        match card {
            Card::Receive(amount) => self.receive(player, amount),
            Card::Pay(amount) => self.owe(player, Purse::Bank, amount),
            Card::Fine(amount) => {
                let to = if self.is(Twist::FineToBank) { Purse::Bank } else { Purse::Pot };
                self.owe(player, to, amount);
            }
            Card::Repairs(house, hotel) => {
                let mut all = 0;
                for deed in self.deeds.values().filter(|deed| deed.owner == player) {
                    all += match deed.houses {
                        5 if !self.is(Twist::HotelsAreHouses) => hotel,
                        houses => house * Pounds::from(houses),
                    };
                }
                self.owe(player, Purse::Bank, all);
            }
            Card::Birthday(amount) => {
                for other in self.others_from(player) {
                    self.owe(other, Purse::Player(player), amount);
                }
            }
            Card::Advance(to) => {
                let from = self.players[player].place;
                self.forward(if to > from { to - from } else { to + SPACES - from });
            }
            Card::BackTo(to) => {
                let from = self.players[player].place;
                self.back(if to < from { from - to } else { from + SPACES - to });
            }
            Card::Back(steps) => self.back(steps),
            Card::ToJail => self.arrest(),
            Card::OutOfJail => {
                if self.players.iter().any(|other| other.cards.contains(&pack)) {
                    return Err(format!("the card of {pack} is held, and was drawn"));
                }
                self.players[player].cards.insert(pack);
            }
            Card::FineOrDraw(amount) => self.now = Now::Fine(amount, pack),
        }
        Ok(())
    }
}
