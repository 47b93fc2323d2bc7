//! Money and deeds: payments, debts, buying and selling, and who is out.

use parlor_property_tycoon::Jail;

use crate::book::{Pounds, Space, house_price};
use crate::model::{Auction, Deed, Gone, Model, Now, Owed, Purse};
use crate::twists::Twist;

impl Model {
    pub(crate) fn pay(&mut self, from: Purse, to: Purse, amount: Pounds) {
        *self.purse(from) -= amount;
        *self.purse(to) += amount;
        if to == Purse::Bank {
            self.keep_promises();
        }
    }

    /// The bank pays what it has promised before it does anything else with its money.
    fn keep_promises(&mut self) {
        for (purse, promised) in std::mem::take(&mut self.promised) {
            let paid = promised.min(self.bank);
            self.pay(Purse::Bank, purse, paid);
            if paid < promised {
                self.promised.insert(purse, promised - paid);
            }
        }
    }

    pub(crate) fn promised_to(&self, purse: Purse) -> Pounds {
        self.promised.get(&purse).copied().unwrap_or(0)
    }

    /// A promise of the bank goes from one to another; one that comes back to the bank is kept.
    fn pass_on(&mut self, from: Purse, to: Purse, amount: Pounds) {
        for (purse, more) in [(from, -amount), (to, amount)] {
            let promised = self.promised_to(purse) + more;
            if purse != Purse::Bank {
                self.promised.insert(purse, promised);
            }
        }
        self.promised.retain(|_, promised| *promised > 0);
    }

    fn purse(&mut self, purse: Purse) -> &mut Pounds {
        match purse {
            Purse::Bank => &mut self.bank,
            Purse::Pot => &mut self.pot,
            Purse::Player(player) => &mut self.players[player].cash,
        }
    }

    /// The bank pays: everything, or, where it has not as much, nothing or what it has.
    pub(crate) fn receive(&mut self, player: usize, amount: Pounds) {
        let short = self.limited() && self.bank < amount;
        let all_or_nothing = self.promises() && !self.is(Twist::SalariesInPart);
        let paid = match (short, all_or_nothing) {
            (false, _) => amount,
            (true, true) => 0,
            (true, false) => self.bank,
        };
        self.pay(Purse::Bank, Purse::Player(player), paid);
    }

    /// The bank pays for what it takes: what it has, and for the rest a promise.
    fn take_in(&mut self, player: usize, amount: Pounds) {
        if !self.promises() {
            return self.receive(player, amount);
        }
        let paid = amount.min(self.bank);
        self.pay(Purse::Bank, Purse::Player(player), paid);
        if !self.is(Twist::PromisesAreBroken) {
            self.pass_on(Purse::Bank, Purse::Player(player), amount - paid);
        }
    }

    /// What can be put on the table for a debt.
    fn means(&self, player: usize) -> Pounds {
        self.players[player].cash + self.promised_to(Purse::Player(player))
    }

    /// Pays a debt. The bank is paid with its own promise first, others with it last.
    fn pay_debt(&mut self, by: usize, to: Purse, amount: Pounds) {
        let own = self.promised_to(Purse::Player(by));
        let own_first = to == Purse::Bank && !self.is(Twist::NothingIsSetOff);
        let promise = if own_first { own.min(amount) } else { amount - self.players[by].cash };
        self.pass_on(Purse::Player(by), to, promise.max(0));
        self.pay(Purse::Player(by), to, amount - promise.max(0));
    }

    /// Whoever has the money pays at once, and whoever can never have it is bankrupt at once; the
    /// others have to raise it, one after the other.
    pub(crate) fn owe(&mut self, by: usize, to: Purse, amount: Pounds) {
        if self.means(by) >= amount {
            self.pay_debt(by, to, amount);
        } else if self.must_raise() && self.could_raise(by) >= amount {
            self.debts.push(Owed { by, to, amount });
        } else if !self.is(Twist::DebtsAreForgiven) {
            self.bankrupt(by, to);
        }
    }

    /// Pays what can be paid by now; `false` where somebody has to raise more first.
    pub(crate) fn settle(&mut self) -> bool {
        while let Some(debt) = self.debts.first().cloned() {
            if self.means(debt.by) < debt.amount && self.could_raise(debt.by) >= debt.amount {
                return false;
            }
            self.debts.remove(0);
            self.owe(debt.by, debt.to, debt.amount);
        }
        true
    }

    /// All is sold, and what there is goes to the creditor; where nobody raises money, the cash alone.
    fn bankrupt(&mut self, player: usize, creditor: Purse) {
        if self.must_raise() {
            let all = self.all_sold(player);
            self.take_in(player, all);
        }
        let promise = self.promised_to(Purse::Player(player));
        self.pass_on(Purse::Player(player), creditor, promise);
        self.pay(Purse::Player(player), creditor, self.players[player].cash);
        self.out(player, false);
    }

    /// The cash a player would have with everything sold.
    fn could_raise(&self, player: usize) -> Pounds {
        let all = self.all_sold(player);
        let lost = self.limited() && !self.promises();
        self.means(player) + if lost { all.min(self.bank) } else { all }
    }

    fn all_sold(&self, player: usize) -> Pounds {
        let mut all = 0;
        for (place, deed) in self.deeds.iter().filter(|(_, deed)| deed.owner == player) {
            let houses = Pounds::from(deed.houses);
            all += self.land_price(*place, deed) + houses * self.for_a_house(self.house(*place));
        }
        all
    }

    /// What the bank pays for a property, and what it is worth.
    fn land_price(&self, place: usize, deed: &Deed) -> Pounds {
        let price = self.price(place);
        let whole = !deed.mortgaged || self.is(Twist::MortgagesDoNotCount);
        if whole { price } else { price - price / 2 }
    }

    pub(crate) fn price(&self, place: usize) -> Pounds {
        self.board[&place].price().unwrap_or(0)
    }

    fn house(&self, place: usize) -> Pounds {
        match self.board[&place] {
            Space::Street { group, .. } => house_price(group),
            _ => 0,
        }
    }

    /// Cash, property, and what the buildings cost.
    pub(crate) fn worth(&self, player: usize) -> Pounds {
        if let Some(gone) = self.gone.iter().find(|gone| gone.player == player) {
            return gone.worth;
        }
        let mut worth = self.means(player);
        for (place, deed) in self.deeds.iter().filter(|(_, deed)| deed.owner == player) {
            worth += self.land_price(*place, deed) + Pounds::from(deed.houses) * self.house(*place);
        }
        worth
    }

    /// All that lies on Free Parking, promises among it.
    pub(crate) fn take_fines(&mut self, player: usize) {
        self.pay(Purse::Pot, Purse::Player(player), self.pot);
        self.pass_on(Purse::Pot, Purse::Player(player), self.promised_to(Purse::Pot));
    }

    // ---- buying and selling ----

    pub(crate) fn sell_to(&mut self, place: usize, player: usize, amount: Pounds) {
        self.pay(Purse::Player(player), Purse::Bank, amount);
        self.deeds.insert(place, Deed { owner: player, mortgaged: false, houses: 0 });
    }

    pub(crate) fn build(&mut self, player: usize, place: usize) {
        self.pay(Purse::Player(player), Purse::Bank, self.house(place));
        self.deed(place).houses += 1;
    }

    pub(crate) fn sell_house(&mut self, player: usize, place: usize) {
        self.take_in(player, self.for_a_house(self.house(place)));
        self.deed(place).houses -= 1;
    }

    pub(crate) fn sell(&mut self, player: usize, place: usize) {
        let deed = self.deed(place).clone();
        self.take_in(player, self.land_price(place, &deed));
        self.deeds.remove(&place);
    }

    pub(crate) fn mortgage(&mut self, player: usize, place: usize) {
        let price = self.price(place);
        self.take_in(player, if self.is(Twist::LoansOfTheWholePrice) { price } else { price / 2 });
        self.deed(place).mortgaged = true;
    }

    /// Half the price and a tenth of that, rounded up.
    pub(crate) fn lift(&mut self, player: usize, place: usize) {
        let loan = self.price(place) / 2;
        let interest = if self.is(Twist::NoInterest) { 0 } else { (loan + 9) / 10 };
        self.pay(Purse::Player(player), Purse::Bank, loan + interest);
        self.deed(place).mortgaged = false;
    }

    fn deed(&mut self, place: usize) -> &mut Deed {
        self.deeds.get_mut(&place).expect("whoever deals in property owns it")
    }

    pub(crate) fn rent(&self, place: usize, owner: usize) -> Pounds {
        let owns = |place: &usize| self.deeds.get(place).is_some_and(|deed| deed.owner == owner);
        let like_it = |kind: Space| self.board.iter().filter(move |(_, space)| **space == kind);
        match self.board[&place] {
            Space::Street { group: wanted, rents, .. } => {
                let in_group = |space: &Space| matches!(space, Space::Street { group, .. } if *group == wanted);
                let streets = self.board.iter().filter(|(_, space)| in_group(space));
                let streets: Vec<usize> = streets.map(|(place, _)| *place).collect();
                let whole = streets.iter().all(owns);
                let built = |place: &usize| self.deeds.get(place).is_some_and(|at| at.houses > 0);
                let houses = self.deeds[&place].houses;
                let bare = !streets.iter().any(built);
                let doubles = whole && (bare || self.is(Twist::DoubleRentNextToHouses));
                match houses {
                    0 if doubles && !self.is(Twist::RentIsNeverDouble) => 2 * rents[0],
                    houses => rents[usize::from(houses)],
                }
            }
            Space::Station => {
                let count = like_it(Space::Station).filter(|(place, _)| owns(place)).count();
                let flat = self.is(Twist::StationsCountAlone);
                if flat { 25 } else { [0, 25, 50, 100, 200][count] }
            }
            Space::Utility => {
                let both = like_it(Space::Utility).all(|(place, _)| owns(place));
                Pounds::from(self.dice.0 + self.dice.1) * if both { 10 } else { 4 }
            }
            _ => 0,
        }
    }

    // ---- the auction ----

    pub(crate) fn open_auction(&mut self) {
        let place = self.players[self.mover].place;
        // Whoever landed there comes last.
        let mut order = self.others_from(self.mover);
        order.push(self.mover);
        let may_bid = |player: &usize| {
            let player = &self.players[*player];
            let been_round = player.circuits > 0 || self.is(Twist::NobodyHasToGoRound);
            been_round && player.jail.is_none()
        };
        let bidders: Vec<usize> = order.into_iter().filter(may_bid).collect();
        self.now = Now::Auction;
        self.auction = Some(Auction { place, bidders, leader: None, asked: self.mover });
        self.ask_from(0);
    }

    /// Asks the bidder at this place in the order or the next who can pay; or the auction ends.
    fn ask_from(&mut self, first: usize) {
        let Some(mut auction) = self.auction.take() else { return };
        let least = self.least_bid(&auction);
        let mut next = first;
        loop {
            let others = auction.bidders.iter();
            let leader = auction.leader.map(|(leader, _)| leader);
            if others.filter(|bidder| Some(**bidder) != leader).count() == 0 {
                return self.close_auction(&auction);
            }
            next %= auction.bidders.len();
            let bidder = auction.bidders[next];
            if Some(bidder) == leader {
                next += 1;
            } else if self.players[bidder].cash < least {
                auction.bidders.remove(next);
            } else {
                auction.asked = bidder;
                break;
            }
        }
        self.auction = Some(auction);
    }

    fn close_auction(&mut self, auction: &Auction) {
        if let Some((winner, bid)) = auction.leader {
            let price = self.price(auction.place);
            let pays = if self.is(Twist::TheWinnerPaysThePrice) { price } else { bid };
            self.sell_to(auction.place, winner, pays);
        }
        self.now = Now::Moved;
    }

    pub(crate) fn bid(&mut self, player: usize, amount: Pounds) {
        let Some(auction) = &mut self.auction else { return };
        auction.leader = Some((player, amount));
        let at = auction.bidders.iter().position(|bidder| *bidder == player);
        self.ask_from(at.map_or(0, |at| at + 1));
    }

    pub(crate) fn pass(&mut self, player: usize) {
        let Some(auction) = &mut self.auction else { return };
        let at = auction.bidders.iter().position(|bidder| *bidder == player).unwrap_or(0);
        auction.bidders.retain(|bidder| *bidder != player);
        self.ask_from(at);
    }

    /// A bidder has left. Their bid counts for nothing, and the others begin again, with whoever is
    /// asked just now.
    fn leave_auction(&mut self, player: usize) {
        let Some(auction) = &mut self.auction else { return };
        let led = auction.leader.is_some_and(|(leader, _)| leader == player);
        let asked = auction.asked == player;
        let at = auction.bidders.iter().position(|bidder| *bidder == player);
        auction.bidders.retain(|bidder| *bidder != player);
        if led {
            auction.leader = None;
        } else if asked {
            self.ask_from(at.unwrap_or(0));
        }
    }

    // ---- leaving ----

    /// Gets up from the table, whether in the game or out of it.
    pub(crate) fn leave(&mut self, player: usize) {
        if !self.present.contains(&player) {
            return;
        }
        self.out(player, true);
        if self.now == Now::Over {
            return;
        }
        self.leave_auction(player);
        if self.trade.as_ref().is_some_and(|trade| trade.by == player || trade.to == player) {
            self.trade = None;
        }
        // The last who had not agreed has gone.
        if self.vote == [player] && self.present.contains(&self.mover) {
            self.vote.clear();
            self.out(self.mover, true);
        }
        self.vote.retain(|voter| *voter != player);
    }

    /// Everything goes back to the bank, bare and without a mortgage.
    pub(crate) fn out(&mut self, player: usize, left: bool) {
        let worth = if left { self.worth(player) } else { 0 };
        self.promised.remove(&Purse::Player(player));
        self.pay(Purse::Player(player), Purse::Bank, self.players[player].cash);
        if self.is(Twist::MortgagesOutliveTheirOwner) {
            self.deeds.retain(|_, deed| deed.owner != player || deed.mortgaged);
        } else {
            self.deeds.retain(|_, deed| deed.owner != player);
        }
        self.players[player].cards.clear();
        self.players[player].jail = None;
        self.present.remove(&player);
        self.gone.push(Gone { player, worth });
        self.debts.retain(|debt| debt.by != player);
        for debt in &mut self.debts {
            if debt.to == Purse::Player(player) {
                debt.to = Purse::Bank;
            }
        }
        if self.present.len() == 1 {
            self.now = Now::Over;
        } else if player == self.mover {
            self.vote.clear();
            if self.now != Now::Auction {
                self.now = Now::TurnOver;
            }
        }
    }

    // ---- jail ----

    /// Paid, or by a card: one is out, and that was the turn; or one goes on as usual.
    pub(crate) fn walk_out(&mut self, player: usize) {
        self.players[player].jail = None;
        self.now = match self.options.jail {
            Jail::Standard => Now::TurnOver,
            Jail::Doubles => Now::Begin,
        };
    }
}
