//! Pig: roll as long as you dare. A one loses the pot and the turn.

use std::fmt;
use std::str::FromStr;

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    About, Act, ActOf, Drawing, Form, Game, Hosted, List, Names, Never, Odds, Outcome, PerSeat,
    Problems, Reason, Refusal, Rulebook, Seat, Seats, Stream, Turn, Viewer, Viewers, Visitor,
    Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Turns each seat has at the most, so that play ends.
const ROUNDS: u8 = 8;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Pig;

/// What can be chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Points that win.
    pub target: u8,
    /// A time limit in seconds; 0 for none. When it comes the round is played out.
    pub seconds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { target: 20, seconds: 60 }
    }
}

impl Rulebook for Pig {
    type Options = Options;

    fn about() -> About {
        About {
            id: "pig",
            title: "Pig",
            summary: "Roll as long as you dare.",
            rules: "",
            readme: "",
            seats: 2..=4,
            usual_seats: 2,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let mut problems = Problems::new();
        if !(6..=100).contains(&options.target) {
            problems.add("target", format!("6 to 100 points, not {}", options.target));
        }
        problems.into_result(())?;
        Ok(visitor.visit(PigRules { options, seats }))
    }
}

/// A table of Pig.
#[derive(Clone, Debug)]
pub struct PigRules {
    options: Options,
    seats: usize,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct State {
    pub banked: [u8; 4],
    pub pot: u8,
    pub mover: Seat,
    pub rolling: bool,
    pub turns: u8,
    pub present: Seats,
    /// The time limit has come: no round is begun any more.
    pub last_round: bool,
}

impl PigRules {
    /// A table for so many, with the usual options.
    pub fn new(seats: usize) -> Self {
        Self { options: Options::default(), seats }
    }

    fn is_over(&self, state: &State) -> bool {
        let won = state.banked.iter().any(|&points| points >= self.options.target);
        let round_done = state.turns.is_multiple_of(self.seats as u8);
        won || !state.present.are_several()
            || state.turns >= ROUNDS * self.seats as u8
            || (state.last_round && round_done && state.pot == 0 && !state.rolling)
    }

    fn asked(&self, state: &State) -> bool {
        !self.is_over(state) && !state.rolling
    }

    fn pass_on(&self, state: &mut State) {
        state.pot = 0;
        state.rolling = false;
        // Turns count seats, empty ones too, so that a round is a round.
        loop {
            state.turns += 1;
            state.mover = Seat::at((state.mover.index() + 1) % self.seats);
            if state.present.contains(state.mover) || self.is_over(state) {
                break;
            }
        }
    }
}

impl Game for PigRules {
    type State = State;
    type Move = Choice;
    type Chance = Die;
    type Question = Question;
    type Menu = List<Choice, 2>;
    type Odds = DieOdds;
    type View = State;
    type Notice = Notice;
    type Refusal = NothingToBank;
    type Secret = Never;

    fn seats(&self) -> usize {
        self.seats
    }

    /// A turn holds at most one roll (two acts) for every two points, and its end; then the clock
    /// and those who leave.
    fn bound(&self) -> u32 {
        let turn = u32::from(self.options.target) + 3;
        turn * u32::from(ROUNDS) * self.seats as u32 + self.seats as u32 + 1
    }

    fn start(&self) -> State {
        State {
            banked: [0; 4],
            pot: 0,
            mover: Seat::at(0),
            rolling: false,
            turns: 0,
            present: Seats::first_n(self.seats),
            last_round: false,
        }
    }

    fn turn(&self, state: &State) -> Turn<Question> {
        if self.is_over(state) {
            Turn::Over
        } else if state.rolling {
            Turn::Chance
        } else {
            Turn::ask(state.mover, Question { pot: state.pot })
        }
    }

    /// Roll, or bank what is in the pot; with enough to win there is no reason to roll.
    fn menu(&self, state: &State, seat: Seat) -> List<Choice, 2> {
        let asked = self.asked(state) && seat == state.mover;
        let won = state.banked[state.mover.index()] + state.pot >= self.options.target;
        let offered = [(Choice::Roll, !won), (Choice::Bank, state.pot > 0)];
        offered.into_iter().filter(|(_, may)| asked && *may).map(|(choice, _)| choice).collect()
    }

    fn odds(&self, state: &State) -> Option<DieOdds> {
        (state.rolling && !self.is_over(state)).then_some(DieOdds { roller: state.mover })
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<NothingToBank>> {
        self.admit(state, act)?;
        let mover = state.mover;
        match *act {
            Act::Move(seat, choice) => {
                if !parlor_engine::Menu::contains(&self.menu(state, seat), &choice) {
                    return Err(Refusal::Rules(NothingToBank));
                }
                match choice {
                    Choice::Roll => state.rolling = true,
                    Choice::Bank => {
                        state.banked[seat.index()] += state.pot;
                        self.pass_on(state);
                    }
                }
                witness.say(Viewers::ALL, || Notice::Chose { seat, choice });
            }
            Act::Chance(Die(pips)) => {
                state.rolling = false;
                if pips == 1 {
                    self.pass_on(state);
                } else {
                    state.pot += pips;
                }
                witness.say(Viewers::ALL, || Notice::Rolled { seat: mover, pips });
            }
            Act::Clock => {
                state.last_round = true;
                witness.say(Viewers::ALL, || Notice::LastRound);
            }
            Act::Leave(seat) if !state.present.contains(seat) => return Err(Refusal::Gone(seat)),
            Act::Leave(seat) => {
                state.present = state.present.without(seat);
                if mover == seat && !self.is_over(state) {
                    self.pass_on(state);
                }
                witness.say(Viewers::ALL, || Notice::Left { seat });
            }
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let points = PerSeat::from_fn(self.seats, |seat| i64::from(state.banked[seat.index()]));
        let key = |seat, points: &i64| (state.present.contains(seat), *points);
        self.is_over(state).then(|| Outcome::ranked(points, key, "the pig is asleep"))
    }

    fn view(&self, state: &State, _: Viewer) -> State {
        state.clone()
    }

    fn imagine<R: Rng + ?Sized>(&self, view: &State, _: &mut R) -> State {
        view.clone()
    }

    fn default_move(&self, state: &State, seat: Seat) -> Option<Choice> {
        let menu = self.menu(state, seat);
        menu.0.last().copied()
    }

    fn time_limit(&self, state: &State) -> Option<u32> {
        let running = self.options.seconds > 0 && !state.last_round && !self.is_over(state);
        running.then_some(self.options.seconds)
    }

    fn score(&self, view: &State, seat: Seat) -> Option<i64> {
        view.banked.get(seat.index()).copied().map(i64::from)
    }
}

impl Hosted for PigRules {
    fn draw(&self, view: &State, names: &Names) -> Drawing {
        let seats = Seats::first_n(self.seats).iter();
        let points: Vec<String> =
            seats.map(|seat| format!("{} {}", names.of(seat), view.banked[seat.index()])).collect();
        format!("{}; {} has {} in the pot\n", points.join(", "), names.of(view.mover), view.pot)
            .into()
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::Chose { seat, choice } => format!("{}: {choice}.", names.of(*seat)),
            Notice::Rolled { seat, pips } => format!("{} rolls {pips}.", names.of(*seat)),
            Notice::LastRound => "Time: this is the last round.".to_owned(),
            Notice::Left { seat } => format!("{} leaves.", names.of(*seat)),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        match notice {
            Notice::Chose { seat, .. } | Notice::Rolled { seat, .. } | Notice::Left { seat } => {
                Seats::one(*seat)
            }
            Notice::LastRound => Seats::NONE,
        }
    }

    fn ask(&self, question: &Question, view: &State, names: &Names) -> String {
        format!("{}: roll, or bank {}?", names.of(view.mover), question.pot)
    }

    fn forms(&self) -> Vec<Form> {
        vec![Form::new("risks the pot").word("roll"), Form::new("keeps the pot").word("bank")]
    }

    fn notes(&self) -> String {
        "A die is a number from 1 to 6.".to_owned()
    }
}

/// What a player does.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// Risk the pot.
    Roll,
    /// Keep the pot.
    Bank,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Roll => "roll",
            Self::Bank => "bank",
        })
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "roll" => Ok(Self::Roll),
            "bank" => Ok(Self::Bank),
            _ => Err(format!("'roll' or 'bank', not '{text}'")),
        }
    }
}

/// A die, by its pips.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Die(u8);

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Die {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// A fair die of one seat.
#[derive(Clone, Copy, Debug)]
pub struct DieOdds {
    roller: Seat,
}

impl Odds<Die> for DieOdds {
    fn stream(&self) -> Stream {
        Stream::of("die", self.roller)
    }

    fn total(&self) -> u64 {
        6
    }

    fn weight(&self, outcome: &Die) -> u64 {
        u64::from((1..=6).contains(&outcome.0))
    }

    fn pick(&self, ticket: u64) -> Option<Die> {
        (ticket < 6).then(|| Die(ticket as u8 + 1))
    }

    fn outcomes(&self) -> impl Iterator<Item = Die> {
        (1..=6).map(Die)
    }
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Question {
    pot: u8,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    Chose { seat: Seat, choice: Choice },
    Rolled { seat: Seat, pips: u8 },
    LastRound,
    Left { seat: Seat },
}

/// The one refusal of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[error("there is nothing to bank, or nothing left to roll for")]
pub struct NothingToBank;

impl Reason for NothingToBank {
    fn code(&self) -> &'static str {
        "nothing-to-bank"
    }
}
