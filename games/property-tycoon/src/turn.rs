//! A turn: dice, the move, what the space does, and whose turn is next.

use parlor_engine::{Seat, Seats, Viewers, Witness};

use crate::bank::{Purse, Why};
use crate::board::{Kind, Place, Places, Pounds, Space};
use crate::debt::Debt;
use crate::deck::{CardNumber, Effect, Pack};
use crate::jail::Jail;
use crate::notice::{Arrest, Basis, Notice, RentFree, Way};
use crate::rules::Rules;
use crate::state::{Dice, End, Gone, HOTEL, State, Step};

/// Who throws so many doubles in a row goes to jail.
pub const DOUBLES: u8 = 3;
/// No more cards than these are drawn for one throw: an edition could send its players round in
/// circles for ever.
pub const MOST_DRAWS: u8 = 20;
/// So many rounds before the last one has been played everybody is told how many are left.
const LAST_ROUNDS: u16 = 3;

impl Rules {
    // ---- the turn begins ----

    pub(crate) fn begin_turn(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        state.raised = Places::NONE;
        state.lowered = Places::NONE;
        state.offers = 0;
        state.asked_to_leave = false;
        state.doubles = 0;
        witness.say(Viewers::ALL, || Notice::Turn { seat, round: state.round });
        if state.player(seat).jailed.is_some() {
            self.begin_in_jail(state, witness);
        } else {
            state.step = Step::Begin;
        }
    }

    // ---- dice ----

    pub(crate) fn rolled(&self, state: &mut State, dice: Dice, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        state.dice = dice;
        state.draws = 0;
        if state.step == Step::JailRoll {
            witness.say(Viewers::ALL, || Notice::Rolled { seat, dice, goes: false });
            self.roll_in_jail(state, dice, witness);
            return;
        }
        state.doubles = if dice.is_double() { state.doubles + 1 } else { 0 };
        let goes = state.doubles < DOUBLES;
        witness.say(Viewers::ALL, || Notice::Rolled { seat, dice, goes });
        if goes {
            state.step = Step::Go;
        } else {
            self.arrest(state, seat, Arrest::Doubles, witness);
        }
    }

    // ---- the move ----

    /// The mover goes as far as the dice say.
    pub(crate) fn go(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let steps = usize::from(state.dice.sum());
        self.advance(state, state.mover, steps, Way::Dice, witness);
    }

    /// So many spaces forward. Go pays for each time it is reached or passed, and a circuit is done.
    fn advance(
        &self,
        state: &mut State,
        seat: Seat,
        steps: usize,
        way: Way,
        witness: &mut impl Witness<Notice>,
    ) {
        let from = state.player(seat).place;
        let (to, past_go) = self.board.forward(from, steps);
        state.player_mut(seat).place = to;
        state.step = Step::Land;
        Self::tell_of_move(state, seat, from, way, witness);
        if past_go {
            // A small board can be gone round more than once with one throw.
            let times = (from.index() + steps) / self.board.len();
            for _ in 0..times {
                let player = state.player_mut(seat);
                player.circuits = player.circuits.saturating_add(1);
                self.pay_out(state, seat, self.go_money, Why::Go, witness);
            }
        }
    }

    /// Back to a space: Go pays nothing, and no circuit is done or undone.
    fn move_back(state: &mut State, seat: Seat, to: Place, witness: &mut impl Witness<Notice>) {
        let player = state.player_mut(seat);
        let from = std::mem::replace(&mut player.place, to);
        state.step = Step::Land;
        Self::tell_of_move(state, seat, from, Way::Back, witness);
    }

    fn tell_of_move(
        state: &State,
        seat: Seat,
        from: Place,
        way: Way,
        witness: &mut impl Witness<Notice>,
    ) {
        witness.say(Viewers::ALL, || {
            let (to, dice) = (state.player(seat).place, state.dice);
            Notice::Moved { seat, from, to, way, dice, owner: state.owner(to) }
        });
    }

    // ---- the space ----

    /// What the mover landed on happens.
    pub(crate) fn land(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        let place = state.player(seat).place;
        state.step = Step::After;
        match self.board.space(place) {
            Space::Property => self.land_on_property(state, seat, place, witness),
            Space::Card(pack) => {
                if Self::can_draw(state, pack) {
                    state.step = Step::Draw(pack);
                }
            }
            Space::Tax(amount) => self.owe_bank(state, seat, amount, Why::Tax(place), witness),
            Space::FreeParking => {
                let (pot, owed) = (state.pot, state.owed.pot);
                if pot + owed == 0 {
                    witness.say(Viewers::ALL, || Notice::NoFines { seat });
                }
                let (from, to) = (Purse::Pot, Purse::Seat(seat));
                Self::pay(state, from, to, pot, Why::FreeParking, witness);
                Self::hand_on(state, from, to, owed, Why::FreeParking, witness);
            }
            Space::GoToJail => self.arrest(state, seat, Arrest::Space, witness),
            Space::Go(_) | Space::Jail => {}
        }
    }

    fn land_on_property(
        &self,
        state: &mut State,
        seat: Seat,
        place: Place,
        witness: &mut impl Witness<Notice>,
    ) {
        match state.owner(place) {
            Some(owner) if owner == seat => {}
            Some(owner) => {
                let amount = self.rent(state, owner, place);
                if amount == 0 {
                    witness.say(Viewers::ALL, || {
                        let why = Self::why_no_rent(state, owner, place);
                        Notice::NoRent { seat, owner, place, why }
                    });
                    return;
                }
                witness.say(Viewers::ALL, || {
                    let basis = self.rent_basis(state, owner, place);
                    Notice::Rent { seat, owner, place, amount, basis }
                });
                let (to, why) = (Purse::Seat(owner), Why::Rent(place));
                self.owe(state, Debt { debtor: seat, to, amount, why }, witness);
            }
            None if !state.player(seat).may_own() => {
                witness.say(Viewers::ALL, || Notice::TooEarly { seat, place });
            }
            None if state.player(seat).cash >= self.board.property(place).price => {
                state.step = Step::Buy;
            }
            None => self.open_auction(state, witness),
        }
    }

    /// What is due for landing there: nothing on a mortgage, and nothing to a prisoner.
    #[inline]
    pub fn rent(&self, state: &State, owner: Seat, place: Place) -> Pounds {
        if state.mortgaged.contains(place) || state.player(owner).jailed.is_some() {
            return 0;
        }
        match &self.board.property(place).kind {
            Kind::Street { group, rents } => {
                let group = &self.board.groups[usize::from(*group)];
                Self::street_rent(state, owner, place, group, rents)
            }
            Kind::Station => self.station_rent(state, owner),
            Kind::Utility => self.utility_rent(state, owner),
        }
    }

    /// Why there is no rent for a property. Said only to who wants to know.
    #[cold]
    fn why_no_rent(state: &State, owner: Seat, place: Place) -> RentFree {
        if state.player(owner).jailed.is_some() {
            RentFree::Jailed
        } else if state.mortgaged.contains(place) {
            RentFree::Mortgaged
        } else {
            RentFree::Nothing
        }
    }

    /// What the rent of a property goes by. Said only to who wants to know.
    #[cold]
    fn rent_basis(&self, state: &State, owner: Seat, place: Place) -> Basis {
        let theirs = state.player(owner).owned;
        match &self.board.property(place).kind {
            Kind::Street { group, .. } => {
                let group = &self.board.groups[usize::from(*group)];
                let bare = state.built.and(group.streets).is_empty();
                match state.houses(place) {
                    0 if bare && Self::owns_group(state, owner, group) => Basis::WholeGroup,
                    0 => Basis::Street,
                    houses => Basis::Buildings(houses),
                }
            }
            Kind::Station => Basis::Stations(theirs.and(self.board.stations).len() as u8),
            Kind::Utility => Basis::Dice {
                sum: state.dice.sum(),
                utilities: theirs.and(self.board.utilities).len() as u8,
            },
        }
    }

    pub(crate) fn buy(&self, state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        let place = state.player(seat).place;
        let price = self.board.property(place).price;
        let before = state.holdings();
        Self::pay(state, Purse::Seat(seat), Purse::Bank, price, Why::Price(place), witness);
        Self::take_over(state, seat, place);
        state.step = Step::After;
        witness.say(Viewers::ALL, || {
            let cash = state.player(seat).cash;
            Notice::Bought { seat, place, price, cash }
        });
        self.tell_of_groups(&before, state, witness);
    }

    // ---- cards ----

    /// A card comes off the top, is done, and goes to the bottom; unless it is kept.
    pub(crate) fn drawn(
        &self,
        state: &mut State,
        pack: Pack,
        card: CardNumber,
        witness: &mut impl Witness<Notice>,
    ) {
        let seat = state.mover;
        state.draws += 1;
        witness.say(Viewers::ALL, || Notice::Drew { seat, pack, card });
        let Some(effect) = self.board.cards[pack.index()].get(card.index()).map(|it| it.effect)
        else {
            return;
        };
        state.step = Step::After;
        if effect == Effect::GetOutOfJail {
            let held = &mut state.player_mut(seat).held[pack.index()];
            *held = held.with(card);
            return;
        }
        state.piles[pack.index()].put_under(card);
        let why = Why::Card(pack, card);
        match effect {
            Effect::Receive(amount) => self.pay_out(state, seat, amount, why, witness),
            Effect::PayBank(amount) => self.owe_bank(state, seat, amount, why, witness),
            Effect::Fine(amount) => self.owe_pot(state, seat, amount, why, witness),
            Effect::Repairs { house, hotel } => {
                let (houses, hotels) = Self::buildings(state, seat);
                witness.say(Viewers::ALL, || Notice::Repairs {
                    seat,
                    houses,
                    hotels,
                    house,
                    hotel,
                });
                let amount = Pounds::from(houses) * house + Pounds::from(hotels) * hotel;
                self.owe_bank(state, seat, amount, why, witness);
            }
            Effect::FromEach(amount) => self.collect(state, seat, amount, why, witness),
            Effect::AdvanceTo(to) => {
                let steps = self.board.distance(state.player(seat).place, to);
                self.advance(state, seat, steps, Way::Card, witness);
            }
            Effect::Move(steps) if steps >= 0 => {
                self.advance(state, seat, steps.unsigned_abs().into(), Way::Card, witness);
            }
            Effect::Move(steps) => {
                let steps = usize::from(steps.unsigned_abs());
                let to = self.board.back(state.player(seat).place, steps);
                Self::move_back(state, seat, to, witness);
            }
            Effect::BackTo(to) => Self::move_back(state, seat, to, witness),
            Effect::GoToJail => self.arrest(state, seat, Arrest::Card, witness),
            Effect::FineOrDraw(fine) => state.step = Step::FineOrDraw { fine, pack, card },
            Effect::GetOutOfJail => {}
        }
    }

    /// Of a fine and a card of the other pack the player has chosen the fine.
    pub(crate) fn pay_fine(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let Step::FineOrDraw { fine, pack, card } = state.step else { return };
        state.step = Step::After;
        self.owe_pot(state, state.mover, fine, Why::Card(pack, card), witness);
    }

    /// The player has chosen the card.
    pub(crate) fn draw_instead(state: &mut State) {
        let Step::FineOrDraw { pack, .. } = state.step else { return };
        state.step = Step::Draw(pack.other());
    }

    /// Whether a card of this pack can be drawn now: all of them may be held.
    pub(crate) fn can_draw(state: &State, pack: Pack) -> bool {
        state.draws < MOST_DRAWS && !state.piles[pack.index()].is_empty()
    }

    /// Every other player pays, in the order of their turns.
    fn collect(
        &self,
        state: &mut State,
        seat: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        let mut others = state.present.without(seat);
        let mut last = seat;
        while let Some(debtor) = others.after(last) {
            others = others.without(debtor);
            last = debtor;
            // Somebody's bankruptcy may have ended the game.
            if state.over.is_none() {
                let to = Purse::Seat(seat);
                self.owe(state, Debt { debtor, to, amount, why }, witness);
            }
        }
    }

    /// The houses and the hotels of a player.
    fn buildings(state: &State, seat: Seat) -> (u16, u16) {
        let built = state.player(seat).owned.and(state.built);
        built.iter().fold((0, 0), |(houses, hotels), place| match state.houses(place) {
            HOTEL => (houses, hotels + 1),
            more => (houses + u16::from(more), hotels),
        })
    }

    pub(crate) fn owe_bank(
        &self,
        state: &mut State,
        debtor: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        self.owe(state, Debt { debtor, to: Purse::Bank, amount, why }, witness);
    }

    pub(crate) fn owe_pot(
        &self,
        state: &mut State,
        debtor: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        self.owe(state, Debt { debtor, to: Purse::Pot, amount, why }, witness);
    }

    // ---- the turn ends ----

    /// A double gives another turn; otherwise it goes to the next player, or the game is over.
    pub(crate) fn end_turn(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        let free = state.player(seat).jailed.is_none();
        if state.doubles > 0 && free && state.present.contains(seat) {
            state.step = Step::Begin;
            witness.say(Viewers::ALL, || Notice::Again { seat });
            return;
        }
        let Some(next) = state.present.after(seat) else { return };
        if next <= seat {
            if state.time_is_up || state.round >= self.last_round {
                let why = if state.time_is_up { End::Time } else { End::Rounds };
                Self::end_game(state, why, witness);
                return;
            }
            state.round += 1;
            let left = self.last_round + 1 - state.round;
            if left <= LAST_ROUNDS {
                witness.say(Viewers::ALL, || Notice::RoundsLeft { left });
            }
        }
        state.mover = next;
        self.begin_turn(state, witness);
    }

    // ---- going out ----

    /// A player is out of the game: what is left goes back to the bank and the packs.
    pub(crate) fn put_out(
        &self,
        state: &mut State,
        seat: Seat,
        left: bool,
        witness: &mut impl Witness<Notice>,
    ) {
        let worth = if left { self.worth(state, seat) } else { 0 };
        let before = state.holdings();
        let owned = state.player(seat).owned;
        for place in owned.and(state.built).iter() {
            Self::set_houses(state, place, 0);
        }
        state.mortgaged = state.mortgaged.less(owned);
        state.player_mut(seat).owned = Places::NONE;
        Self::give_all(state, seat, Purse::Bank, Why::Left, witness);
        for pack in Pack::ALL {
            while !state.player(seat).held[pack.index()].is_empty() {
                Self::give_back(state, seat, pack);
            }
        }
        state.player_mut(seat).jailed = None;
        state.present = state.present.without(seat);
        // There is room for everybody, and everybody goes once.
        _ = state.gone.try_push(Gone { seat, left, worth });
        witness.say(Viewers::ALL, || Notice::Out { seat, left, worth, owned });
        self.tell_of_groups(&before, state, witness);
        // What is owed to whoever is gone is owed to the bank.
        for debt in &mut state.debts {
            if debt.to == Purse::Seat(seat) {
                debt.to = Purse::Bank;
            }
        }
        state.debts.retain(|debt| debt.debtor != seat);
        if !state.present.are_several() {
            let why = if left { End::Left } else { End::Bankruptcy };
            Self::end_game(state, why, witness);
        } else if state.mover == seat {
            state.doubles = 0;
            state.vote = Seats::NONE;
            state.step = Step::End;
        }
    }

    /// Whoever leaves is out of whatever was going on; what was going on goes on without them.
    pub(crate) fn leave(&self, state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        Self::leave_trade(state, seat, witness);
        let voting = !state.vote.is_empty();
        self.put_out(state, seat, true, witness);
        if state.over.is_some() {
            return;
        }
        if state.auction.is_some() {
            state.step = Step::Auction;
            self.leave_auction(state, seat, witness);
        }
        state.vote = state.vote.without(seat);
        if voting && state.vote.is_empty() && state.mover != seat {
            // All who are still asked have agreed.
            self.put_out(state, state.mover, true, witness);
        }
    }

    // ---- leaving by vote ----

    /// The mover asks the others.
    pub(crate) fn ask_to_leave(state: &mut State, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        state.asked_to_leave = true;
        state.vote = state.present.without(seat);
        witness.say(Viewers::ALL, || Notice::AsksToLeave { seat });
    }

    /// One of the others agrees, or does not; the first no is enough.
    pub(crate) fn vote(
        &self,
        state: &mut State,
        seat: Seat,
        agrees: bool,
        witness: &mut impl Witness<Notice>,
    ) {
        witness.say(Viewers::ALL, || Notice::Voted { seat, agrees });
        state.vote = if agrees { state.vote.without(seat) } else { Seats::NONE };
        if agrees && state.vote.is_empty() {
            self.put_out(state, state.mover, true, witness);
        }
    }

    pub(crate) fn end_game(state: &mut State, why: End, witness: &mut impl Witness<Notice>) {
        state.over = Some(why);
        state.step = Step::Over;
        state.debts.clear();
        state.auction = None;
        state.trade = None;
        state.vote = Seats::NONE;
        witness.say(Viewers::ALL, || Notice::Over { why });
    }

    /// Whether a prisoner may roll.
    pub(crate) fn rolls_in_jail(&self) -> bool {
        self.options.jail == Jail::Doubles
    }
}
