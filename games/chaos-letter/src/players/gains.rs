//! What a play is worth to the one who thinks about it, whoever plays it.

use parlor_engine::{Seat, Seats};

use super::mind::{GAME, GUARDS, Mind, ROUND};
use super::reading::ONE;
use crate::card::{Card, Kinds};
use crate::catalogue::{ADDS, ASSASSINS, CONSTABLES, CRIME_BOSSES, Effect, SPIES};
use crate::effects::CALL;
use crate::event::{Event, Play};
use crate::question::{LOW, NO_US};
use crate::rules::{FATAL, Rules};
use crate::turn::Stage;

impl Mind<'_> {
    /// What it changes for me that this play happens, in thousandths of a round.
    pub(super) fn gain(&self, play: &Play) -> i32 {
        if let Some(below) = play.against {
            let below = self.view.table.stack.get(below).map(|frame| frame.event);
            let below = match below {
                Some(Event::Play { play: below }) => below,
                Some(Event::Turn { stage, seat }) => return self.step(stage, seat),
                _ => return 0,
            };
            let turned = NO_US.contains(play.card) && below.against.is_none();
            return if turned { self.gain_turned(&below, play.by) } else { -self.gain(&below) };
        }
        let effect = Rules::effect_of(*play);
        let targets = play.targets.and(self.view.table.alive);
        match targets.first() {
            Some(at) => self.gain_from(effect, play, at, targets),
            None => self.gain_alone(effect, play),
        }
    }

    /// What it changes for me that this player turns the play round.
    pub(super) fn gain_turned(&self, play: &Play, by: Seat) -> i32 {
        let targets = match Rules::effect_of(*play) {
            Effect::Nyarlathotep => self.view.table.alive.without(by),
            Effect::Cardinal => Seats::one(play.by).with(by),
            _ if play.targets.is_empty() => Seats::NONE,
            _ => Seats::one(play.by).less(self.view.table.protected),
        };
        let turned = Play { by, targets, turned: true, ..*play };
        self.gain(&turned) - self.gain(play)
    }

    fn gain_from(&self, effect: Effect, play: &Play, at: Seat, targets: Seats) -> i32 {
        let by = play.by;
        match effect {
            Effect::Guard => self.guess(play, at),
            Effect::Bishop => {
                let token = if by == self.me { ROUND } else { -ROUND / (self.rivals() + 1) };
                self.hit(play, at) * token / ONE
            }
            Effect::DeepOnes => {
                let guess = self.reading.hand(at);
                let one = guess.holds[1];
                let (_, other) = guess.likeliest(self.rules.nameable);
                (one + (ONE - one) * other / ONE).min(ONE) * self.out(at) / ONE
            }
            Effect::Priest => self.look(by, at),
            Effect::Baroness => targets.iter().map(|at| self.look(by, at)).sum(),
            Effect::GoldenMead => self.look(by, at) + self.one_more_play(by),
            Effect::Baron => self.compare(by, at, false),
            Effect::DowagerQueen => self.compare(by, at, true),
            Effect::Prince => self.discard_and_draw(at),
            Effect::King => self.trade(by, at),
            Effect::Cardinal => self.cardinal(by, targets),
            Effect::Hound => self.out(at),
            Effect::MiGo => self.take(by, at),
            Effect::Nyarlathotep => self.collect(by, targets),
            Effect::Jester => self.bet(by, at),
            Effect::BountyHunter => self.hunt(by, at),
            Effect::Sycophant => self.flatter(by, at),
            _ => 0,
        }
    }

    fn gain_alone(&self, effect: Effect, play: &Play) -> i32 {
        let by = play.by;
        let mine = by == self.me;
        match effect {
            // What protects me is part of what my hand is worth.
            Effect::Handmaid if !mine => -self.stake(by, 5),
            Effect::LiberIvonis if !mine => -self.stake(by, 40),
            Effect::GoldenMead => self.one_more_play(by),
            Effect::Chancellor if mine => self.better_card(),
            Effect::Chancellor => -self.stake(by, 10),
            Effect::Capitalist if self.view.table.capitalists.contains(by) => 0,
            Effect::Capitalist if mine => self.own * 3 / 10,
            Effect::Capitalist => -self.stake(by, 25),
            Effect::Trapezohedron => self.trapezohedron(by),
            Effect::Cthulhu => self.cthulhu(play),
            _ => 0,
        }
    }

    /// What it is worth, beside its effect, that a card lies in one's own discards.
    pub(super) fn laid_down(&self, card: Card) -> i32 {
        let table = &self.view.table;
        let has = |seat: Seat, cards: Kinds| table.discards(seat).any(|card| cards.contains(card));
        let fair = ROUND / (self.rivals() + 1);
        let mut gain = 0;
        if SPIES.contains(card) && !has(self.me, SPIES) {
            let rival = self.others.iter().any(|seat| has(seat, SPIES));
            gain += if rival { fair / 3 } else { fair * 3 / 4 };
        }
        if ADDS.contains(card) {
            gain += fair / 12;
        }
        if CONSTABLES.contains(card) {
            gain += (ROUND - fair) / 3;
        }
        gain
    }

    // ---- guesses ----

    fn hit(&self, play: &Play, at: Seat) -> i32 {
        play.number.map_or(0, |number| self.reading.hand(at).holds[usize::from(number)])
    }

    fn guess(&self, play: &Play, at: Seat) -> i32 {
        let assassin = self.reading.hand(at).any_of(ASSASSINS);
        let hit = self.hit(play, at) * (ONE - assassin) / ONE;
        let struck = assassin * self.out(play.by) / ONE;
        if at == self.me {
            return hit * self.out(at) / ONE + struck;
        }
        // Even a small chance counts, and so does one that pays somebody else.
        hit * self.out(at).max(20) / ONE + struck + i32::from(hit > 0)
    }

    // ---- looks ----

    /// What it is worth to see a hand, or that mine is seen.
    fn look(&self, by: Seat, at: Seat) -> i32 {
        let boss = self.reading.hand(at).any_of(CRIME_BOSSES) * self.out(by) / ONE;
        if by == self.me {
            boss + self.curiosity(at)
        } else if at == self.me {
            boss - self.exposure()
        } else {
            boss
        }
    }

    /// What it is worth to know a hand.
    fn curiosity(&self, at: Seat) -> i32 {
        if self.turns() == 0 {
            return 1;
        }
        let unsure = ONE - self.reading.hand(at).certainty();
        let armed = self.hand.iter().any(|card| GUARDS.contains(*card));
        self.out(at).max(0) * unsure / ONE * if armed { 40 } else { 20 } / 100
    }

    /// What it costs that somebody knows my hand.
    fn exposure(&self) -> i32 {
        let safe = |card: &Card| self.rules.value(*card) == 1;
        if self.shielded || self.hand.iter().all(safe) { 0 } else { self.own * 15 / 100 }
    }

    // ---- comparing, trading, taking ----

    fn compare(&self, by: Seat, at: Seat, higher: bool) -> i32 {
        let (one, two) = (self.reading.hand(by), self.reading.hand(at));
        if one.size == 0 || two.size == 0 {
            return 0;
        }
        let (mut lower, mut above) = (0, 0);
        let mut below_two = 0;
        for value in 0..one.asked.len() {
            above += one.asked[value] * below_two / ONE;
            below_two += two.asked[value];
            lower += one.asked[value] * (ONE - below_two).max(0) / ONE;
        }
        let (mut loses, mut wins) = if higher { (above, lower) } else { (lower, above) };
        if by != self.me {
            // Whoever compares has a reason to.
            let sure = loses / 2;
            loses -= sure;
            wins += sure;
        }
        (loses * self.out(by) + wins * self.out(at)) / ONE
    }

    fn discard_and_draw(&self, at: Seat) -> i32 {
        let fatal = self.reading.hand(at).any_of(FATAL);
        let out = fatal * self.out(at) / ONE;
        if at == self.me {
            let drawn = self.worth_of_a_draw() - self.own;
            let insane = self.hand.iter().any(|card| self.rules.insane.contains(*card));
            let mad = if insane { self.own / 5 } else { 0 };
            return out + (ONE - fatal) * (drawn - mad) / ONE;
        }
        out + (ONE - fatal) * self.stake(at, self.edge_of(at)) / ONE
    }

    fn trade(&self, by: Seat, at: Seat) -> i32 {
        let other = if by == self.me { at } else { by };
        if by != self.me && at != self.me {
            return 0;
        }
        let known = self.reading.hand(other).certainty() >= ONE - 1;
        let theirs = self.worth_of_theirs(other);
        // Whoever trades of their own will has nothing good to give.
        let theirs = if by == self.me || known { theirs } else { theirs * 85 / 100 };
        theirs - self.own + self.curiosity(other) - theirs / 10
    }

    fn cardinal(&self, by: Seat, targets: Seats) -> i32 {
        let (Some(one), Some(two)) = (targets.nth(0), targets.nth(1)) else { return 0 };
        if targets.contains(self.me) {
            let other = if one == self.me { two } else { one };
            return self.trade(self.me, other);
        }
        if by == self.me { self.curiosity(one).max(self.curiosity(two)) } else { 0 }
    }

    /// Mi-Go: the card goes over and the Brain Case, which is the worst there is, comes for it.
    fn take(&self, by: Seat, from: Seat) -> i32 {
        let case = self.view.table.brain_case;
        if from == self.me {
            return if case { -self.own * 3 / 4 } else { self.worth_of_a_draw() - self.own };
        }
        let hurt = self.stake(from, if case { 70 } else { 15 });
        if by != self.me {
            return hurt - self.stake(by, 20);
        }
        hurt + (self.worth_of_theirs(from) - self.own).max(0) + self.one_more_play(by)
    }

    fn collect(&self, by: Seat, targets: Seats) -> i32 {
        if by == self.me {
            return targets.iter().map(|at| self.curiosity(at) + self.stake(at, 8)).sum();
        }
        let seen = if targets.contains(self.me) { self.exposure() + self.own / 8 } else { 0 };
        -seen - self.stake(by, 10)
    }

    /// What it is worth that a step of this player's turn is answered.
    pub(super) fn step(&self, stage: Stage, seat: Seat) -> i32 {
        let mine = seat == self.me;
        match stage {
            Stage::TurnStart if mine => -self.own / 5,
            Stage::TurnStart => self.stake(seat, 10),
            Stage::EndOfProtection if mine => self.own / 8,
            Stage::EndOfProtection => -self.stake(seat, 5),
            // One card out of sight is as good as another.
            Stage::AboutToDraw => 0,
            Stage::TurnEnd => self.one_more_play(seat),
        }
    }

    // ---- the rest ----

    fn one_more_play(&self, by: Seat) -> i32 {
        if by == self.me { self.own / 5 } else { -self.stake(by, 10) }
    }

    /// Chancellor: the best of three.
    fn better_card(&self) -> i32 {
        if self.view.deck_size == 0 {
            return 0;
        }
        let worths = self.reading.unseen().iter().map(|card| self.worth(card));
        let best = worths.max().unwrap_or(0);
        (best - self.own).max(0) * 4 / 10 + self.own / 25
    }

    fn trapezohedron(&self, by: Seat) -> i32 {
        let high = |card: &Card| self.rules.value(*card) > LOW;
        if by == self.me {
            let wins = self.hand.iter().any(high);
            return if wins { self.prize() - self.own } else { 0 };
        }
        // Nobody plays this side of it for nothing, unless they have no better card.
        let guess = self.reading.hand(by);
        let chance = guess.asked[usize::from(LOW) + 1..].iter().sum::<i32>().min(ONE);
        -self.own * chance / ONE
    }

    fn cthulhu(&self, play: &Play) -> i32 {
        let insane = |card: &Card| self.rules.insane.contains(*card);
        let before = self.view.table.discards(play.by).filter(insane).count();
        // While one thinks about it he is still in hand.
        let lies_there = play.by != self.me && insane(&play.card);
        let own_turn = play.by == self.view.table.mover && !play.turned;
        let calls = own_turn && before >= CALL + usize::from(lies_there);
        match (calls, play.by == self.me) {
            (true, true) => GAME,
            (true, false) => -GAME,
            (false, _) => self.out(play.by),
        }
    }

    fn bet(&self, by: Seat, on: Seat) -> i32 {
        let fair = ROUND / (self.rivals() + 1);
        if by == self.me {
            fair + self.edge_of(on) * fair / 200 + self.threat(on) / 10
        } else {
            -fair / (2 * self.rivals().max(1))
        }
    }

    fn hunt(&self, by: Seat, on: Seat) -> i32 {
        let guess = self.reading.hand(on);
        let known = guess.certainty();
        if by == self.me {
            let armed = self.hand.iter().any(|card| GUARDS.contains(*card));
            let sure = if armed && guess.holds[1] < ONE / 2 { known } else { known / 3 };
            let out = ONE / 6 + sure / 2;
            return if self.view.table.immortal.contains(on) { 0 } else { ROUND * out / ONE };
        }
        if on == self.me { -self.own / 8 } else { 0 }
    }

    fn flatter(&self, by: Seat, on: Seat) -> i32 {
        let harm = if on == self.me { -self.own / 10 } else { self.stake(on, 10) };
        if by == self.me { harm } else { harm / 2 }
    }
}
