//! A seat as the referee sees it: who decides for it, its clock, and the question it owes an answer
//! to.

use std::time::Duration;

use parlor_engine::AnyPlayer;
use parlor_protocol as wire;

use super::house::Terms;

/// So many remarks on a question are free.
const REMARKS: u32 = 20;
/// So many other messages that answer nothing may come at once …
const BURST: u32 = 200;
/// … and so many more each second.
const PER_SECOND: u32 = 100;

/// Who decides for a seat.
pub enum Occupant {
    /// A person, or whoever else is asked by the host and not by the referee.
    Person,
    /// A player in the same process.
    Player(AnyPlayer),
    /// A bot on a line, which need not say hello where it has played before.
    Bot(Option<Greeting>),
    /// Nobody any more: the game's default move is played.
    Absent,
}

/// What is known of a bot that has said hello.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Greeting {
    /// What it said.
    pub hello: wire::Hello,
    /// How many questions were put to it so far. An answer to one of an earlier game is late, and no
    /// fault.
    pub asked: u64,
}

impl From<wire::Hello> for Greeting {
    fn from(hello: wire::Hello) -> Self {
        Self { hello, asked: 0 }
    }
}

/// How far a conversation has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It has not said hello.
    Silent,
    /// It was told the game, and has not said that it is ready.
    Greeted,
    /// It plays.
    Ready,
    /// It is not listened to any more.
    Ended,
}

pub(super) struct Chair {
    pub(super) occupant: Occupant,
    pub(super) stage: Stage,
    pub(super) clock: SeatClock,
    /// The question that waits for an answer, as it was put.
    pub(super) open: Option<Open>,
    /// How many questions were put on this line, those of earlier games included.
    pub(super) asked: u64,
    /// How many of them in earlier games.
    pub(super) before: u64,
    /// Questions that were withdrawn.
    withdrawn: Vec<u64>,
    /// How many faults there were.
    pub(super) faults: u32,
    /// Whether a player of the house has it after a fault.
    pub(super) is_taken_over: bool,
    /// What the bot last complained about.
    pub(super) complaint: Option<String>,
    /// How many bytes of its remarks are kept.
    pub(super) remarked: usize,
    /// How many remarks came since the last question was put.
    pub(super) remarks: u32,
    /// What is left of the messages that answer nothing, in thousandths, and since when.
    rate: (u32, Duration),
}

/// A question that waits for an answer.
pub(super) struct Open {
    pub(super) decide: wire::Decide,
    /// When it was put.
    pub(super) since: Duration,
    /// How long the answer may take.
    pub(super) allowed: Option<Duration>,
}

impl Chair {
    pub(super) fn new(occupant: Occupant, terms: &Terms, now: Duration) -> Self {
        let (stage, before) = match &occupant {
            Occupant::Bot(greeting) => {
                (Stage::Silent, greeting.as_ref().map_or(0, |greeting| greeting.asked))
            }
            _ => (Stage::Ready, 0),
        };
        Self {
            occupant,
            stage,
            clock: SeatClock::new(terms),
            open: None,
            asked: before,
            before,
            withdrawn: Vec::new(),
            faults: 0,
            is_taken_over: false,
            complaint: None,
            remarked: 0,
            remarks: 0,
            rate: (BURST * 1_000, now),
        }
    }

    /// Whether a bot listens on its line.
    pub(super) const fn listens(&self) -> bool {
        matches!(self.occupant, Occupant::Bot(_)) && !matches!(self.stage, Stage::Ended)
    }

    /// Whether it asked to be told in words, too.
    pub(super) fn wants_text(&self) -> bool {
        self.wants(wire::TEXT)
    }

    /// Whether it asked to be told what the parts of moves are.
    pub(super) fn wants_slots(&self) -> bool {
        self.wants(wire::SLOTS)
    }

    fn wants(&self, wanted: &str) -> bool {
        let Occupant::Bot(Some(greeting)) = &self.occupant else { return false };
        greeting.hello.wants.iter().any(|want| want == wanted)
    }

    /// Forgets the open question, and remembers that it was withdrawn.
    pub(super) fn withdraw(&mut self) -> Option<u64> {
        let id = self.open.take()?.decide.id;
        self.withdrawn.push(id);
        Some(id)
    }

    /// Whether an answer to this question comes too late through no fault of the bot's.
    pub(super) fn was_withdrawn(&self, id: u64) -> bool {
        (1..=self.before).contains(&id) || self.withdrawn.contains(&id)
    }

    /// Counts a remark; `false` when there were too many. A bot that says a word on each question is
    /// not to fear that the questions come fast.
    pub(super) fn admits_remark(&mut self, now: Duration) -> bool {
        self.remarks += 1;
        self.remarks <= REMARKS || self.admits(now)
    }

    /// Counts a message that answers nothing; `false` when there were too many.
    pub(super) fn admits(&mut self, now: Duration) -> bool {
        let (left, since) = self.rate;
        let passed = u32::try_from((now.saturating_sub(since)).as_millis()).unwrap_or(u32::MAX);
        let left = left.saturating_add(passed.saturating_mul(PER_SECOND)).min(BURST * 1_000);
        let admitted = left >= 1_000;
        self.rate = (if admitted { left - 1_000 } else { left }, now);
        admitted
    }
}

/// What is left of a seat's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SeatClock {
    /// In the bank, where there is one.
    pub(super) left: Option<Duration>,
    /// What was used in all.
    pub(super) used: Duration,
    /// Over so many answers.
    pub(super) answers: u64,
}

impl SeatClock {
    /// A clock that has not run.
    pub(super) fn new(terms: &Terms) -> Self {
        let left = terms.bank.map(|bank| bank.first);
        Self { left, used: Duration::ZERO, answers: 0 }
    }

    /// How long the next answer may take.
    pub(super) fn allowed(self, terms: &Terms) -> Option<Duration> {
        match (terms.per_move, self.left) {
            (Some(per_move), Some(left)) => Some(per_move.min(left)),
            (one, other) => one.or(other),
        }
    }

    /// Takes the time of an answer out of the bank, and adds the increment. What the margin let pass
    /// is not taken.
    pub(super) fn charge(&mut self, terms: &Terms, used: Duration) {
        self.spend(used);
        self.answers += 1;
        if let (Some(left), Some(bank)) = (self.left, terms.bank) {
            self.left = Some(left + bank.increment);
        }
    }

    /// Takes time out of the bank over which there was no answer.
    pub(super) fn spend(&mut self, used: Duration) {
        self.used += used;
        self.left = self.left.map(|left| left.saturating_sub(used));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_bank_runs_dry_and_is_topped_up() {
        let terms: Terms = "1s+100ms/400ms".parse().unwrap();
        let mut clock = SeatClock::new(&terms);
        assert_eq!(clock.allowed(&terms), Some(MS(400)));
        clock.charge(&terms, MS(300));
        clock.charge(&terms, MS(700));
        assert_eq!((clock.left, clock.allowed(&terms)), (Some(MS(200)), Some(MS(200))));
        clock.charge(&terms, MS(9_000));
        assert_eq!(clock.left, Some(MS(100)));
    }

    #[test]
    fn without_limits_nobody_is_hurried() {
        let mut clock = SeatClock::new(&Terms::unlimited());
        clock.charge(&Terms::unlimited(), MS(9_000));
        assert_eq!(clock.allowed(&Terms::unlimited()), None);
    }

    #[test]
    fn chatter_is_bounded() {
        let mut chair = Chair::new(Occupant::Bot(None), &Terms::default(), MS(0));
        let count = |chair: &mut Chair, now| (0..1_000).filter(|_| chair.admits(now)).count();
        assert_eq!(count(&mut chair, MS(0)), 200);
        assert_eq!(count(&mut chair, MS(50)), 5);
        assert_eq!(count(&mut chair, MS(60_000)), 200);
    }
}
