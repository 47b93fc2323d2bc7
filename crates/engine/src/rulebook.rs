//! A game on the shelf: what it says about itself, and how a table is set up from options.

use std::ops::RangeInclusive;

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::hosted::Hosted;
use crate::options::{self, Problems};

/// What a game says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name in commands, records and addresses: `dots-and-boxes`.
    pub id: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// One sentence on what the game is.
    pub summary: &'static str,
    /// The rule book in plain words, in Markdown; empty where nobody has written one. It is long, so
    /// it is not part of what the game says about itself in JSON.
    #[serde(skip)]
    pub rules: &'static str,
    /// The README of the game, in Markdown; empty where there is none. Its sections on the notation, the
    /// view and the questions are what the author of a bot is shown. Not part of the JSON either.
    #[serde(skip)]
    pub readme: &'static str,
    /// How many may play.
    #[serde(serialize_with = "first_and_last")]
    pub seats: RangeInclusive<usize>,
    /// How many play unless somebody says otherwise.
    pub usual_seats: usize,
    /// Grows with every change after which an old record would play differently.
    pub rules_version: u32,
    /// The game's own computer players; a [`Roster`](crate::Roster) adds those that play every game,
    /// such as `random`. They stand in the order of their strength, as far as they have one, and the
    /// last is as good as any at every table: it stands in where a language model does not decide.
    pub players: &'static [ComputerPlayer],
}

/// A computer player, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ComputerPlayer {
    /// What to type to get it: `easy`.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
}

fn first_and_last<S: Serializer>(
    range: &RangeInclusive<usize>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    [range.start(), range.end()].serialize(serializer)
}

/// A game as it comes out of the box, before options and seats are settled.
///
/// A rulebook may set up games of more than one type (Dots and Boxes picks the width of its bit
/// sets by the size of the board); the [`Visitor`] takes whichever it is.
pub trait Rulebook: Sized + 'static {
    /// What can be chosen at table set-up. Every field has a default. A table keeps them, to say what
    /// it was set up with.
    type Options: Clone
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + Default
        + Send
        + Sync
        + 'static;

    /// What the game says about itself.
    fn about() -> About;

    /// Checks the options and hands the game to the visitor, or lists every problem.
    fn set_up<V: Visitor>(
        options: Self::Options,
        seats: usize,
        visitor: V,
    ) -> Result<V::Out, Problems>;

    // ---- provided ----

    /// The same options with nothing left in them that is looked up: a board or a deck that comes in
    /// the box is there in full, not by its name.
    ///
    /// It is what a table says its options are, and so what its record holds: a game is replayed
    /// with the board it was played with, even if the board in the box has changed since.
    #[must_use]
    fn in_full(options: Self::Options) -> Self::Options {
        options
    }

    /// Options that there were not when the first records of this version of the rules were written, each
    /// with the value, as JSON, that says how such a record was played. A record may leave them out. What
    /// is the default at a new table is another matter, and may change.
    fn later_options() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Options of a table at which every form of a move can be played: what is generated for the game
    /// as a whole (the schema of its moves) is taken from there.
    fn fullest() -> Self::Options {
        Self::Options::default()
    }

    /// The JSON Schema of the options.
    fn schema() -> Schema {
        schemars::schema_for!(Self::Options)
    }

    /// Sets up a table from options as JSON: an object with any of the options in it.
    ///
    /// All problems are listed at once: options that do not exist or cannot be read, a wrong
    /// number of seats, and all that the game itself refuses.
    fn open<V: Visitor>(options: &Value, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let (options, problems) = options::read::<Self::Options>(options);
        set_up_or_list::<Self, V>(options, problems, seats, visitor)
    }
}

/// Sets up a table from options that were read, or lists everything that is wrong.
pub(crate) fn set_up_or_list<R: Rulebook, V: Visitor>(
    options: R::Options,
    mut problems: Problems,
    seats: usize,
    visitor: V,
) -> Result<V::Out, Problems> {
    let allowed = R::about().seats;
    if !allowed.contains(&seats) {
        let (least, most) = (allowed.start(), allowed.end());
        problems.add("seats", format!("{least} to {most} can play, not {seats}"));
    }
    if problems.is_empty() {
        return R::set_up(options, seats, visitor);
    }
    // What the game itself finds is worth saying too; whatever it is handed, it is a dry run.
    let seats = seats.clamp(*allowed.start(), *allowed.end());
    if let Err(more) = R::set_up(options, seats, DryRun) {
        problems.append(more);
    }
    Err(problems)
}

/// Takes a game of any type that a rulebook sets up.
pub trait Visitor {
    /// What the visit yields.
    type Out;

    /// Called once, with the game.
    fn visit<G: Hosted>(self, game: G) -> Self::Out;
}

struct DryRun;

impl Visitor for DryRun {
    type Out = ();

    fn visit<G: Hosted>(self, _: G) {}
}
