//! Slips: write marks where nobody sees them, then show the slip; most points win.
//!
//! A seat makes several moves in a row of which the others notice nothing at all, so that a test can
//! say what is left of such a move once it is taken back: nothing.

use std::fmt;
use std::str::FromStr;

use parlor_engine::rand_core::Rng;
use parlor_engine::{
    About, Act, ActOf, Applied, Drawing, Face, Form, Game, Hosted, List, Names, NoChance, Outcome,
    PerSeat, Problems, Refusal, Rulebook, Seat, Seats, Turn, Viewer, Viewers, Visitor, Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const MOST_SEATS: usize = 3;
/// So many marks fit on a slip.
const MARKS: usize = 3;
/// Every seat shows so many slips.
const ROUNDS: u8 = 2;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Slips;

/// Nothing to choose.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

impl Rulebook for Slips {
    type Options = Options;

    fn about() -> About {
        About {
            id: "slips",
            title: "Slips",
            summary: "Marks that nobody sees until they are shown.",
            rules: "",
            readme: "",
            seats: 2..=MOST_SEATS,
            usual_seats: 2,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(_: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(SlipsRules { seats }))
    }
}

/// A table of Slips.
#[derive(Clone, Debug)]
pub struct SlipsRules {
    seats: usize,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// What the writer has written, and nobody else has seen.
    pub slip: Vec<Mark>,
    pub writer: Seat,
    pub points: [u8; MOST_SEATS],
    /// How many slips were shown by each seat.
    pub shown: [u8; MOST_SEATS],
    pub present: Seats,
}

/// What a viewer knows: all but what somebody else is writing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    pub seat: Option<Seat>,
    /// What the viewer is writing.
    pub own: Vec<Mark>,
    pub writer: Seat,
    pub points: [u8; MOST_SEATS],
    pub shown: [u8; MOST_SEATS],
    pub present: Seats,
}

impl SlipsRules {
    fn is_over(state: &State) -> bool {
        let has_shown_all = |seat: Seat| state.shown[seat.index()] == ROUNDS;
        !state.present.are_several() || state.present.iter().all(has_shown_all)
    }

    /// The next seat writes, on an empty slip.
    fn pass_on(&self, state: &mut State) {
        state.slip.clear();
        let after = (1..=self.seats).map(|by| (state.writer.index() + by) % self.seats);
        let next = after.map(Seat::at).find(|seat| state.present.contains(*seat));
        state.writer = next.unwrap_or(state.writer);
    }
}

/// A cross counts; who dares three of them gets nothing.
fn worth(slip: &[Mark]) -> u8 {
    let crosses = slip.iter().filter(|mark| **mark == Mark::Cross).count();
    if crosses == MARKS { 0 } else { crosses as u8 }
}

impl Game for SlipsRules {
    type State = State;
    type Move = Play;
    type Chance = NoChance;
    type Question = ();
    type Menu = List<Play, 3>;
    type Odds = NoChance;
    type View = View;
    type Notice = Notice;
    type Refusal = &'static str;
    type Secret = Vec<Mark>;

    fn seats(&self) -> usize {
        self.seats
    }

    fn bound(&self) -> u32 {
        // A slip that was begun is lost when its writer leaves.
        (self.seats * (usize::from(ROUNDS) * (MARKS + 1) + 1 + MARKS)) as u32
    }

    fn start(&self) -> State {
        State {
            slip: Vec::new(),
            writer: Seat::at(0),
            points: [0; MOST_SEATS],
            shown: [0; MOST_SEATS],
            present: Seats::first_n(self.seats),
        }
    }

    fn turn(&self, state: &State) -> Turn<()> {
        if Self::is_over(state) { Turn::Over } else { Turn::ask(state.writer, ()) }
    }

    fn menu(&self, state: &State, seat: Seat) -> Self::Menu {
        let is_asked = self.turn(state).asked().contains(seat);
        let fits = |play: &Play| match play {
            Play::Write(_) => is_asked && state.slip.len() < MARKS,
            Play::Show => is_asked,
        };
        let all = [Play::Show, Play::Write(Mark::Cross), Play::Write(Mark::Ring)];
        all.into_iter().filter(fits).collect()
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<&'static str>> {
        self.admit(state, act)?;
        match *act {
            Act::Move(_, Play::Write(_)) if state.slip.len() == MARKS => {
                return Err(Refusal::Rules("the slip is full"));
            }
            Act::Move(seat, Play::Write(mark)) => {
                state.slip.push(mark);
                witness.say(Viewers::only(seat), || Notice::Wrote { mark });
            }
            Act::Move(seat, Play::Show) => {
                let slip = std::mem::take(&mut state.slip);
                state.points[seat.index()] += worth(&slip);
                state.shown[seat.index()] += 1;
                self.pass_on(state);
                witness.say(Viewers::ALL, || Notice::Shows { seat, slip });
            }
            Act::Leave(seat) if !state.present.contains(seat) => return Err(Refusal::Gone(seat)),
            Act::Leave(seat) => {
                state.present = state.present.without(seat);
                if seat == state.writer || !state.present.are_several() {
                    self.pass_on(state);
                }
                witness.say(Viewers::ALL, || Notice::Left { seat });
            }
            Act::Chance(_) | Act::Clock => {}
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let points = PerSeat::from_fn(self.seats, |seat| i64::from(state.points[seat.index()]));
        let key = |seat, points: &i64| (state.present.contains(seat), *points);
        Self::is_over(state).then(|| Outcome::ranked(points, key, "all slips are shown"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let is_writer = viewer.seat() == Some(state.writer);
        View {
            seat: viewer.seat(),
            own: if is_writer { state.slip.clone() } else { Vec::new() },
            writer: state.writer,
            points: state.points,
            shown: state.shown,
            present: state.present,
        }
    }

    /// Nobody else knows whether the writer has begun, so the writer has not.
    fn imagine<R: Rng + ?Sized>(&self, view: &View, _: &mut R) -> State {
        State {
            slip: view.own.clone(),
            writer: view.writer,
            points: view.points,
            shown: view.shown,
            present: view.present,
        }
    }

    /// Marks are written unseen.
    fn face(&self, _: &State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        let is_writing = matches!(act, Act::Move(_, Play::Write(_)));
        Face::down_if(is_writing && viewer.seat() != act.seat())
    }

    /// Showing the slip brings them to light.
    fn reveals(&self, step: &Applied<'_, Self>, viewer: Viewer) -> Option<Vec<Mark>> {
        let is_shown = matches!(step.act, Act::Move(_, Play::Show));
        (is_shown && viewer.seat() != step.act.seat()).then(|| step.before.slip.clone())
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        view.points.get(seat.index()).copied().map(i64::from)
    }
}

impl Hosted for SlipsRules {
    fn draw(&self, view: &View, names: &Names) -> Drawing {
        let seats = Seats::first_n(self.seats).iter();
        let points =
            seats.map(|seat| format!("{}: {} points", names.of(seat), view.points[seat.index()]));
        let own: String = view.own.iter().map(ToString::to_string).collect();
        format!("{}; your slip: '{own}'\n", points.collect::<Vec<_>>().join("; ")).into()
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::Wrote { mark } => format!("You write '{mark}'."),
            Notice::Shows { seat, slip } => {
                let slip: String = slip.iter().map(ToString::to_string).collect();
                format!("{} shows '{slip}'.", names.of(*seat))
            }
            Notice::Left { seat } => format!("{} leaves.", names.of(*seat)),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        match notice {
            // Only the writer is told.
            Notice::Wrote { .. } => Seats::NONE,
            Notice::Shows { seat, .. } | Notice::Left { seat } => Seats::one(*seat),
        }
    }

    fn ask(&self, (): &(), view: &View, names: &Names) -> String {
        format!("{}: write a mark, or show the slip?", names.of(view.writer))
    }

    fn forms(&self) -> Vec<Form> {
        vec![
            Form::new("writes a cross").word("x"),
            Form::new("writes a ring").word("o"),
            Form::new("shows the slip").word("show"),
        ]
    }
}

/// A mark on a slip.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub enum Mark {
    Cross,
    Ring,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cross => "x",
            Self::Ring => "o",
        })
    }
}

/// What a writer does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Play {
    /// Adds a mark, unseen.
    Write(Mark),
    /// Shows what is written.
    Show,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(mark) => mark.fmt(f),
            Self::Show => f.write_str("show"),
        }
    }
}

impl FromStr for Play {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "x" => Ok(Self::Write(Mark::Cross)),
            "o" => Ok(Self::Write(Mark::Ring)),
            "show" => Ok(Self::Show),
            _ => Err(format!("a move reads 'x', 'o' or 'show', not '{text}'")),
        }
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    Wrote { mark: Mark },
    Shows { seat: Seat, slip: Vec<Mark> },
    Left { seat: Seat },
}
