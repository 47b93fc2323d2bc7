//! A seat as the referee sees it: who decides for it, and how far the conversation with it has come.

use std::time::Duration;

use parlor_engine::AnyPlayer;
use parlor_protocol as wire;

use crate::record::Occupant;

/// So many remarks on a question are free.
const REMARKS: u32 = 20;
/// So many other messages that answer nothing may come at once …
const BURST: u32 = 200;
/// … and so many more each second.
const PER_SECOND: u32 = 100;

/// Where the answers of a seat come from.
pub enum Controller {
    /// A person. The driver of the match asks them, and hands their answers in.
    Person,
    /// A player in the same process.
    Player(AnyPlayer),
    /// A player in the same process that was [handed out](super::Referee::hand_out), to think elsewhere.
    Thinking,
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

pub(super) struct SeatState {
    pub(super) controller: Controller,
    pub(super) stage: Stage,
    /// When it was let in.
    pub(super) since: Duration,
    /// The question that was put on the line and waits for an answer, by the number the match gives
    /// it.
    pub(super) put: Option<u64>,
    /// How long the seat had been asked before the question was put on the line, shown to the person, or
    /// handed out with the player: that is not charged.
    pub(super) put_after: Duration,
    /// The question that was [shown](super::Referee::shown) to the person, by the number the match gives
    /// it.
    pub(super) shown: Option<u64>,
    /// The number of the last [`hand_out`](super::Referee::hand_out) for this seat. Answers from earlier
    /// ones are dropped.
    pub(super) handed_out: u64,
    /// How many questions were put on this line in earlier games.
    pub(super) before: u64,
    /// Questions that were withdrawn.
    withdrawn: Vec<u64>,
    /// Whether a player of the house has it after a fault.
    pub(super) is_taken_over: bool,
    /// Whether a computer player had it until it was dismissed, and nobody else has it since.
    pub(super) was_player: bool,
    /// Whether the question that was put has still to go out, on a line that is not there yet.
    pub(super) is_unsent: bool,
    /// Since when the connection of a person or a bot is lost.
    pub(super) lost: Option<Duration>,
    /// The occupant who decides again when the connection is back.
    pub(super) stands_in_for: Option<Occupant>,
    /// What the bot last complained about.
    pub(super) complaint: Option<String>,
    /// How many bytes of its remarks are kept.
    pub(super) remarked: usize,
    /// How many remarks came since the last question was put.
    pub(super) remarks: u32,
    /// What is left of the messages that answer nothing, in thousandths, and since when.
    rate: (u32, Duration),
}

impl SeatState {
    pub(super) fn new(controller: Controller, now: Duration) -> Self {
        let (stage, before) = match &controller {
            Controller::Bot(greeting) => {
                (Stage::Silent, greeting.as_ref().map_or(0, |greeting| greeting.asked))
            }
            _ => (Stage::Ready, 0),
        };
        Self {
            controller,
            stage,
            since: now,
            put: None,
            put_after: Duration::ZERO,
            shown: None,
            handed_out: 0,
            before,
            withdrawn: Vec::new(),
            is_taken_over: false,
            was_player: false,
            is_unsent: false,
            lost: None,
            stands_in_for: None,
            complaint: None,
            remarked: 0,
            remarks: 0,
            rate: (BURST * 1_000, now),
        }
    }

    /// Whether the seat is a computer player's, also where nobody decides for it any more.
    pub(super) const fn is_players(&self) -> bool {
        self.was_player || matches!(self.controller, Controller::Player(_) | Controller::Thinking)
    }

    /// Takes the seat away from its controller, and gives it to another one that the log does not seat anew.
    pub(super) fn pass_to(&mut self, controller: Controller) {
        self.was_player = self.is_players();
        self.controller = controller;
    }

    /// Whether a bot listens on its line.
    pub(super) const fn listens(&self) -> bool {
        matches!(self.controller, Controller::Bot(_)) && !matches!(self.stage, Stage::Ended)
    }

    /// Whether a bot plays, and there is no line to it now.
    pub(super) const fn is_cut_off(&self) -> bool {
        self.listens() && self.lost.is_some()
    }

    /// Whether a bot has been let in and has not said that it is ready.
    pub(super) fn is_getting_ready(&self) -> bool {
        self.listens() && self.stage != Stage::Ready
    }

    /// Whether it asked to be told in words, too.
    pub(super) fn wants_text(&self) -> bool {
        self.wants(wire::TEXT)
    }

    /// Whether it asked to be told what the parts of moves are.
    pub(super) fn wants_slots(&self) -> bool {
        self.wants(wire::SLOTS)
    }

    /// Whether it asked to hear of everything, by number.
    pub(super) fn wants_news(&self) -> bool {
        self.wants(wire::NEWS)
    }

    /// Whether it asked for all that is in the box.
    pub(super) fn wants_catalogue(&self) -> bool {
        self.wants(wire::CATALOGUE)
    }

    fn wants(&self, wanted: &str) -> bool {
        let Controller::Bot(Some(greeting)) = &self.controller else { return false };
        greeting.hello.wants.iter().any(|want| want == wanted)
    }

    /// Forgets the open question, and remembers that it was withdrawn. Its number is that on the line.
    pub(super) fn withdraw(&mut self) -> Option<u64> {
        let id = self.before + self.put.take()?;
        self.withdrawn.push(id);
        Some(id)
    }

    /// Whether an answer to this question comes too late through no fault of the bot's.
    pub(super) fn was_withdrawn(&self, id: u64) -> bool {
        (1..=self.before).contains(&id) || self.withdrawn.contains(&id)
    }

    /// Counts a remark; `false` when there were too many. They are counted for each question, so that a bot
    /// that makes one remark on each is within the limit however fast the questions come.
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

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn chatter_is_bounded() {
        let mut state = SeatState::new(Controller::Bot(None), MS(0));
        let count = |state: &mut SeatState, now| (0..1_000).filter(|_| state.admits(now)).count();
        assert_eq!(count(&mut state, MS(0)), 200);
        assert_eq!(count(&mut state, MS(50)), 5);
        assert_eq!(count(&mut state, MS(60_000)), 200);
    }
}
