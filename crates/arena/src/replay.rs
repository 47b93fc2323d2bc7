//! Playing one game of a tournament again.

use std::time::Duration;

use parlor_engine::{Act, AnyAct};
use parlor_match::{Cost, MAX_ACTS, Record, Sitting};
use parlor_registry::{NoTable, find};
use parlor_runner::Care;
use thiserror::Error;

use crate::block::Block;
use crate::block_runner::{BlockError, Plan, Played, erased, sit_down, unfinished};
use crate::folder::{Folder, FolderError, Shard};
use crate::result::{GameResult, id, read_id};
use crate::run::first_of;
use crate::schedule::Next;
use crate::scorebook::Scorebook;
use crate::tournament::{Event, Tournament};

/// A game of a tournament, with its record.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// What stands in the list of games.
    pub game: GameResult,
    /// The record, made again.
    pub record: Record,
    /// Whether it was played again by the same players; else it is made from the moves that were written
    /// down.
    pub played_again: bool,
}

/// Why a game cannot be shown.
#[derive(Debug, Error)]
pub enum CannotReplay {
    /// A file or folder could not be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The text is not the name of a game.
    #[error("'{0}' is not the name of a game; write the block and the number, such as 12.1")]
    NoId(String),
    /// There is no game with this name.
    #[error("there is no game {game} here: {why}")]
    NoGame {
        /// What was asked for.
        game: String,
        /// What there is.
        why: String,
    },
    /// The table cannot be set up.
    #[error(transparent)]
    Table(#[from] NoTable),
    /// Its block cannot be played again.
    #[error(transparent)]
    Play(#[from] BlockError),
    /// The moves that were written down cannot be played.
    #[error("the stored moves of game {game} cannot be replayed: {why}")]
    Moves {
        /// Which.
        game: String,
        /// What is wrong.
        why: String,
    },
    /// The moves that were written down lead to another result than the list of games has.
    #[error("the list of games and the replay of game {game} disagree about the {what}")]
    Disagrees {
        /// Which.
        game: String,
        /// What differs.
        what: &'static str,
    },
    /// Played again, it went another way.
    #[error(
        "game {0} cannot be reproduced: a player was changed, or does not repeat its moves from the same \
         seed"
    )]
    Differs(String),
}

/// Makes the record of a game again. A game between computer players is played again; of a game with
/// bots the moves were written down.
pub fn replay(
    folder: &Folder,
    tournament: &Tournament,
    shard: Shard,
    id: &str,
) -> Result<Replayed, CannotReplay> {
    let (number, which) = read_id(id).ok_or_else(|| CannotReplay::NoId(id.to_owned()))?;
    let missing = |why| CannotReplay::NoGame { game: id.to_owned(), why };
    let (block, game) = look_up(folder, tournament, shard, number, which)?.map_err(missing)?;
    let plan = Plan::new(tournament, Care::default(), true);
    let event = &tournament.events[block.event];
    if let Some(moves) = &game.moves {
        let record = from_moves(event, &block, &game, moves, &plan, id)?;
        return Ok(Replayed { record, game, played_again: false });
    }
    // The other games of its block are played with it, which takes little time.
    let mut again = Played::default();
    erased(event).play(&block, &plan, false, &mut again)?;
    match (again.games.get(which), again.records.into_iter().nth(which)) {
        (Some(same), Some(record)) if *same == game => {
            Ok(Replayed { game, record, played_again: true })
        }
        _ => Err(CannotReplay::Differs(id.to_owned())),
    }
}

/// The record of a game whose moves were written down, if they come to what the list says.
fn from_moves(
    event: &Event,
    block: &Block,
    game: &GameResult,
    moves: &[String],
    plan: &Plan,
    id: &str,
) -> Result<Record, CannotReplay> {
    let shelved = find(&event.game).map_err(NoTable::from)?;
    let table = shelved.open_recorded(&event.options, event.seats).map_err(NoTable::from)?;
    let mut sitting = sit_down(table, &block.luck(), &game.lineup, plan);
    let wrong = |why: String| CannotReplay::Moves { game: id.to_owned(), why };
    let mut faults = game.faults.iter().peekable();
    let mut note = |sitting: &mut Sitting| {
        // A fault stands where it was committed.
        while let Some(fault) = faults.next_if(|fault| fault.acts <= sitting.acts().len()) {
            let mut draft = sitting.draft(Duration::ZERO);
            draft.fault(fault.clone());
            sitting.commit(draft);
        }
    };
    for text in moves {
        note(&mut sitting);
        let act: AnyAct = text.parse().map_err(|_| wrong(format!("'{text}' is no act")))?;
        if let Act::Chance(_) = act {
            let dealt = sitting.deal();
            if dealt.as_ref().and_then(|dealt| dealt.entry.act()) != Some(&act) {
                return Err(wrong(format!("'{text}' is not what the seed deals")));
            }
        } else {
            sitting.play(act).map_err(|why| wrong(why.to_string()))?;
        }
    }
    note(&mut sitting);
    let acts = sitting.acts().len() as u32;
    let fault = game.faults.last().filter(|fault| fault.cost == Cost::Game);
    let (again, has_ended) = match sitting.table().outcome() {
        Some(outcome) => (GameResult::over(game.lineup.clone(), outcome, acts), true),
        None => (
            unfinished(game.lineup.clone(), fault.map(|fault| fault.seat.index()), acts),
            fault.is_some() || sitting.acts().len() == MAX_ACTS,
        ),
    };
    let differs = [
        ("places", again.places != game.places),
        ("scores", again.scores != game.scores),
        ("numbers of acts", again.acts != game.acts || !has_ended),
        ("reasons", again.reason != game.reason),
    ];
    match differs.into_iter().find(|(_, differs)| *differs) {
        Some((what, _)) => Err(CannotReplay::Disagrees { game: id.to_owned(), what }),
        None => Ok(sitting.record()),
    }
}

/// Finds a game in the list, or says what is there.
fn look_up(
    folder: &Folder,
    tournament: &Tournament,
    shard: Shard,
    number: u64,
    which: usize,
) -> Result<Result<(Block, GameResult), String>, FolderError> {
    let mut last = None;
    let mut scorebook = Scorebook::new(tournament);
    let mut games = folder.games();
    let mut next = first_of(shard);
    // The lineups of a later round follow from the rounds before.
    while next <= number
        && let Next::Play(block) = scorebook.block(next)
    {
        let Some(mut read) = games.next(&block)? else { break };
        if block.number == number {
            if which < read.len() {
                return Ok(Ok((block, read.swap_remove(which))));
            }
            let (first, last) = (id(number, 0), id(number, read.len() - 1));
            return Ok(Err(format!("those of its block are {first} to {last}")));
        }
        last = Some((block.number, read.len() - 1));
        scorebook.add_part(shard, &block, &read);
        next += shard.of;
    }
    Ok(Err(match last {
        _ if next > number => format!("it belongs to another part than {shard}"),
        Some((block, game)) => format!("the last is {}", id(block, game)),
        None => "none is played yet".to_owned(),
    }))
}
