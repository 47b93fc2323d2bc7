//! A race with dice, to test what Dots and Boxes has not: chance.
//!
//! Seats take turns to `roll` (a die of the seat's own follows) or `pass`; who is first at the
//! goal has won.

use std::fmt;
use std::str::FromStr;

use parlor_engine::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) struct Race;

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) goal: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { goal: 20 }
    }
}

impl Rulebook for Race {
    type Options = Options;

    fn about() -> About {
        About {
            id: "race",
            title: "Race",
            summary: "First at the goal.",
            rules: "",
            readme: "",
            seats: 2..=2,
            usual_seats: 2,
            rules_version: 3,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(Track { goal: options.goal, seats }))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Track {
    goal: u8,
    seats: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Hash, JsonSchema)]
pub(crate) struct Runners {
    at: PerSeat<u8>,
    mover: Seat,
    rolling: bool,
    passes: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Roll,
    Pass,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Roll { "roll" } else { "pass" })
    }
}

impl FromStr for Step {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "roll" => Ok(Self::Roll),
            "pass" => Ok(Self::Pass),
            _ => Err(format!("roll or pass, not '{text}'")),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Die(Seat);

impl Odds<u8> for Die {
    fn stream(&self) -> Stream {
        Stream::of("dice", self.0)
    }
    fn total(&self) -> u64 {
        6
    }
    fn weight(&self, pips: &u8) -> u64 {
        u64::from((1..=6).contains(pips))
    }
    fn pick(&self, ticket: u64) -> Option<u8> {
        (ticket < 6).then_some(ticket as u8 + 1)
    }
    fn outcomes(&self) -> impl Iterator<Item = u8> {
        1..=6
    }
}

impl Game for Track {
    type State = Runners;
    type Move = Step;
    type Chance = u8;
    type Question = &'static str;
    type Menu = List<Step, 2>;
    type Odds = Die;
    type View = Runners;
    type Notice = (Seat, String);
    type Refusal = &'static str;
    type Secret = Never;

    fn seats(&self) -> usize {
        self.seats
    }
    fn bound(&self) -> u32 {
        1000
    }
    fn start(&self) -> Runners {
        let at = PerSeat::from_fn(self.seats, |_| 0);
        Runners { at, mover: Seat::at(0), rolling: false, passes: 0 }
    }
    fn turn(&self, state: &Runners) -> Turn<&'static str> {
        if state.at.iter().any(|(_, at)| *at >= self.goal) || state.passes == 20 {
            Turn::Over
        } else if state.rolling {
            Turn::Chance
        } else {
            Turn::ask(state.mover, "roll or pass?")
        }
    }
    fn menu(&self, state: &Runners, seat: Seat) -> Self::Menu {
        let asked = self.turn(state).asked().contains(seat);
        [Step::Roll, Step::Pass].into_iter().filter(|_| asked).collect()
    }
    fn odds(&self, state: &Runners) -> Option<Die> {
        (self.turn(state) == Turn::Chance).then_some(Die(state.mover))
    }
    fn apply<W: Witness<Self::Notice>>(
        &self,
        state: &mut Runners,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<&'static str>> {
        if self.turn(state) == Turn::Over {
            return Err(Refusal::Over);
        }
        match *act {
            Act::Move(seat, _) if !self.turn(state).asked().contains(seat) => {
                return Err(Refusal::NotAsked(seat));
            }
            Act::Move(_, Step::Roll) => state.rolling = true,
            Act::Move(seat, Step::Pass) => {
                state.mover = Seat::at(1 - seat.index());
                state.passes += 1;
            }
            Act::Chance(_) if !state.rolling => return Err(Refusal::NoChanceDue),
            Act::Chance(pips) if !(1..=6).contains(&pips) => return Err(Refusal::CannotComeUp),
            Act::Chance(pips) => {
                let mover = state.mover;
                state.at[mover] = state.at[mover].saturating_add(pips);
                state.rolling = false;
                state.mover = Seat::at(1 - mover.index());
                witness.say(Viewers::ALL, || (mover, format!("rolls {pips}")));
            }
            Act::Clock => return Err(Refusal::NoClock),
            Act::Leave(seat) if seat.index() >= self.seats => {
                return Err(Refusal::NoSuchSeat(seat));
            }
            Act::Leave(seat) => state.at[Seat::at(1 - seat.index())] = self.goal,
        }
        Ok(())
    }
    fn outcome(&self, state: &Runners) -> Option<Outcome> {
        let scores = PerSeat::from_fn(self.seats, |seat| i64::from(state.at[seat]));
        (self.turn(state) == Turn::Over).then(|| Outcome::by_score(scores, "somebody is there"))
    }
    fn view(&self, state: &Runners, _: Viewer) -> Runners {
        state.clone()
    }
    fn imagine<R: rand_core::Rng + ?Sized>(&self, view: &Runners, _: &mut R) -> Runners {
        view.clone()
    }
}

impl Hosted for Track {
    fn draw(&self, view: &Runners, _: &Names) -> Drawing {
        format!("{:?}", view.at.as_slice()).into()
    }
    fn tell(&self, notice: &Self::Notice, names: &Names) -> String {
        format!("{} {}", names.of(notice.0), notice.1)
    }
    fn about(&self, notice: &Self::Notice) -> Seats {
        Seats::one(notice.0)
    }
    fn ask(&self, question: &&'static str, _: &Runners, _: &Names) -> String {
        (*question).to_owned()
    }
    fn forms(&self) -> Vec<Form> {
        vec![Form::new("throws a die").word("roll"), Form::new("stays").word("pass")]
    }
}
