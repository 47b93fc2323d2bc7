//! Twenty: say one or two numbers more; the seat that says twenty has won.
//!
//! Its rules can set a clock.

use std::fmt;
use std::str::FromStr;

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    About, Act, ActOf, Countdown, Drawing, Form, Game, Hosted, List, Names, Never, NoChance,
    Outcome, PerSeat, Problems, Refusal, Rulebook, Seat, Seats, Turn, Viewer, Viewers, Visitor,
    Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::applied;

const LAST: u8 = 20;
/// With a shared clock the seats have it for so many numbers together.
const STRETCH: u8 = 5;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Twenty;

/// What can be chosen.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How long an answer may take; 0 leaves it to the table.
    pub seconds: u32,
    /// Whether the seats have these seconds together, for five numbers.
    pub shared: bool,
}

impl Rulebook for Twenty {
    type Options = Options;

    fn about() -> About {
        About {
            id: "twenty",
            title: "Twenty",
            summary: "Say one or two numbers more.",
            rules: "",
            readme: "",
            seats: 2..=2,
            usual_seats: 2,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(options: Options, _: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(TwentyRules { options }))
    }
}

/// A table of Twenty.
#[derive(Clone, Debug)]
pub struct TwentyRules {
    options: Options,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct State {
    said: u8,
    mover: Seat,
    won: Option<Seat>,
}

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Notice {
    Says { seat: Seat, last: u8 },
    Left { seat: Seat },
}

impl Game for TwentyRules {
    type State = State;
    type Move = More;
    type Chance = NoChance;
    type Question = ();
    type Menu = List<More, 2>;
    type Odds = NoChance;
    type View = State;
    type Notice = Notice;
    type Refusal = String;
    type Secret = Never;

    fn seats(&self) -> usize {
        2
    }

    fn bound(&self) -> u32 {
        u32::from(LAST)
    }

    fn start(&self) -> State {
        State { said: 0, mover: Seat::at(0), won: None }
    }

    fn turn(&self, state: &State) -> Turn<()> {
        if state.won.is_some() { Turn::Over } else { Turn::ask(state.mover, ()) }
    }

    fn menu(&self, state: &State, seat: Seat) -> Self::Menu {
        let is_asked = self.turn(state).asked().contains(seat);
        let fits = |more: &More| is_asked && state.said + more.number() <= LAST;
        [More::One, More::Two].into_iter().filter(fits).collect()
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<String>> {
        applied::count();
        self.admit(state, act)?;
        let other = |seat: Seat| Seat::at(1 - seat.index());
        match *act {
            Act::Move(_, more) if state.said + more.number() > LAST => {
                return Err(Refusal::Rules("nobody says more than twenty".to_owned()));
            }
            Act::Move(seat, more) => {
                state.said += more.number();
                state.mover = other(seat);
                state.won = (state.said == LAST).then_some(seat);
                let last = state.said;
                witness.say(Viewers::ALL, || Notice::Says { seat, last });
            }
            Act::Leave(seat) => {
                state.won = Some(other(seat));
                witness.say(Viewers::ALL, || Notice::Left { seat });
            }
            Act::Chance(_) | Act::Clock => {}
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let won = state.won?;
        let scores = PerSeat::from_fn(2, |seat| i64::from(seat == won));
        Some(Outcome::by_score(scores, "twenty is said, or nobody is left to say it"))
    }

    fn view(&self, state: &State, _: Viewer) -> State {
        state.clone()
    }

    fn imagine<R: Rng + ?Sized>(&self, view: &State, _: &mut R) -> State {
        view.clone()
    }

    fn countdown(&self, state: &State) -> Option<Countdown> {
        let Options { seconds, shared } = self.options;
        if seconds == 0 || state.won.is_some() {
            return None;
        }
        let id = u32::from(state.said / STRETCH);
        Some(if shared { Countdown::Shared { seconds, id } } else { Countdown::Answer { seconds } })
    }
}

impl Hosted for TwentyRules {
    fn draw(&self, view: &State, _: &Names) -> Drawing {
        format!("The last number was {}.\n", view.said).into()
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::Says { seat, last } => format!("{} says {last}.", names.of(*seat)),
            Notice::Left { seat } => format!("{} leaves.", names.of(*seat)),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        match notice {
            Notice::Says { seat, .. } | Notice::Left { seat } => Seats::one(*seat),
        }
    }

    fn ask(&self, (): &(), view: &State, names: &Names) -> String {
        format!("{}: one number more, or two?", names.of(view.mover))
    }

    fn forms(&self) -> Vec<Form> {
        vec![
            Form::new("says one number more").word("one"),
            Form::new("says two numbers more").word("two"),
        ]
    }
}

/// How many numbers more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum More {
    One,
    Two,
}

impl More {
    const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

impl fmt::Display for More {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "one",
            Self::Two => "two",
        })
    }
}

impl FromStr for More {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "one" => Ok(Self::One),
            "two" => Ok(Self::Two),
            _ => Err(format!("a move reads 'one' or 'two', not '{text}'")),
        }
    }
}
