//! A table in play: the game, its dealer, and the log of acts.

use std::fmt;

use parlor_engine::{Act, AnyAct, AnyNotice, AnyRefusal, AnyTable, AnyTurn};
use thiserror::Error;

use crate::dealer::Dealer;
use crate::record::{Close, Ending, Fork, Header, MAX_ACT, MAX_ACTS, Record, Sitter};
use crate::referee::Fault;
use crate::replay::{Refused, Replay};
use crate::seed::{Seed, Shares};
use crate::shelf::{NoTable, Shelf};

/// A game in play that can be recorded at any moment.
///
/// ```
/// use parlor_dots_and_boxes::DotsAndBoxes;
/// use parlor_runner::{Seed, Shares, Sitter, Sitting};
/// use serde_json::json;
///
/// let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
/// let who = ["Ann", "Bob"].map(|name| Sitter::new("human", name)).to_vec();
/// let mut sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
///
/// sitting.play("1: h 0 0".parse().unwrap()).unwrap();
/// let refused = sitting.play("2: h 0 0".parse().unwrap()).unwrap_err();
/// assert_eq!(refused.to_string(), "that line is already drawn: 'h 0 0'");
///
/// sitting.undo_to(0).unwrap();
/// assert!(sitting.acts().is_empty());
/// ```
pub struct Sitting {
    header: Header,
    start: Box<dyn AnyTable>,
    table: Box<dyn AnyTable>,
    /// Everything that is needed to deal; the seed is `None` when chance is decided by hand.
    seed: Option<Seed>,
    dealer: Option<Dealer>,
    acts: Vec<AnyAct>,
    faults: Vec<Fault>,
}

impl Sitting {
    /// A new game, dealt from a seed.
    ///
    /// `who` says who sits where, for the record; seats it leaves out are `anybody`.
    pub fn new(table: Box<dyn AnyTable>, who: Vec<Sitter>, seed: Seed, shares: Shares) -> Self {
        let dealer = Dealer::new(&seed, &shares);
        let mut sitting = Self::by_hand(table, who, Some(dealer));
        sitting.header.commitment = Some(seed.commitment());
        sitting.header.shares = shares;
        sitting.seed = Some(seed);
        sitting
    }

    /// A new game in which chance outcomes are played like moves: for scripts and for physical
    /// dice. The record says so, and nobody can verify its luck. A dealer, where there is one,
    /// deals what nobody chose.
    pub fn by_hand(table: Box<dyn AnyTable>, mut who: Vec<Sitter>, dealer: Option<Dealer>) -> Self {
        who.resize(table.seats(), Sitter::new("unknown", "anybody"));
        let header = Header {
            game: table.about().id.to_owned(),
            rules: table.about().rules_version,
            options: table.options(),
            seats: who.into_iter().map(Sitter::tidy).collect(),
            fork: None,
            shares: Shares::none(),
            commitment: None,
        };
        Self {
            header,
            start: table.fork(),
            table,
            seed: None,
            dealer,
            acts: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// A new game that goes on from an act of a recorded one, with luck of its own.
    pub fn fork(
        record: &Record,
        at: usize,
        shelf: &dyn Shelf,
        who: Vec<Sitter>,
        seed: Seed,
        shares: Shares,
    ) -> Result<Self, NoFork> {
        let acts = record.acts.len();
        if at > acts {
            return Err(NoFork::NoSuchAct { at, acts });
        }
        let mut replay = Replay::new(record, shelf)?;
        while replay.number() < at {
            replay.step().transpose()?;
        }
        let mut sitting = Self::new(record.header.open(shelf)?, who, seed, shares);
        sitting.header.fork = Some(Fork { seal: record.seal(), at });
        sitting.table = replay.into_table();
        sitting.acts = record.acts[..at].to_vec();
        Ok(sitting)
    }

    /// The table as it stands.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// What was settled before the first act. The commitment in it is there to be published.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The game so far.
    pub fn acts(&self) -> &[AnyAct] {
        &self.acts
    }

    /// What bots did wrong so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Writes down what a bot did wrong.
    pub fn note(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// The dealer, for the seeds of computer players; `None` without one.
    pub const fn dealer(&self) -> Option<&Dealer> {
        self.dealer.as_ref()
    }

    /// Takes an act, and returns what there is to tell. A refused act changes nothing.
    pub fn play(&mut self, act: AnyAct) -> Result<Vec<AnyNotice>, NotPlayed> {
        if let Act::Chance(_) = act
            && self.seed.is_some()
        {
            return Err(NotPlayed::ChanceIsDealt);
        }
        self.take(act)
    }

    /// Deals the chance outcome that is due; `None` when none is, or when there is no dealer.
    ///
    /// # Panics
    /// When the game refuses what its own odds picked: that is a bug of the game.
    pub fn deal(&mut self) -> Option<(AnyAct, Vec<AnyNotice>)> {
        let AnyTurn::Chance { stream, total } = self.table.turn() else {
            return None;
        };
        let ticket = self.dealer.as_mut()?.ticket(&stream, total);
        let outcome = self.table.pick(ticket).expect("every ticket below the total holds one");
        let act = Act::Chance(outcome);
        match self.take(act.clone()) {
            Ok(notices) => Some((act, notices)),
            Err(why) => panic!("legal means accepted, but '{act}' was refused: {why}"),
        }
    }

    fn take(&mut self, act: AnyAct) -> Result<Vec<AnyNotice>, NotPlayed> {
        if let Act::Move(_, text) | Act::Chance(text) = &act {
            if text.len() + "8: ".len() > MAX_ACT {
                return Err(NotPlayed::LongAct);
            }
            if let Some(control) = text.chars().find(|c| c.is_control()) {
                return Err(NotPlayed::Control(control));
            }
        }
        if self.acts.len() == MAX_ACTS {
            return Err(NotPlayed::TooLong);
        }
        let notices = self.table.apply(&act)?;
        self.acts.push(act);
        Ok(notices)
    }

    /// Goes back to the moment after act number `number` (0 is the start).
    ///
    /// Only where the rules allow it, never behind a chance act (whoever has seen a die would
    /// choose again knowing it), and never behind the point where the game was forked.
    ///
    /// # Panics
    /// When the game refuses what it accepted before: that is a bug of the game.
    pub fn undo_to(&mut self, number: usize) -> Result<(), NoUndo> {
        if !self.table.about().undo {
            return Err(NoUndo::NotInThisGame(self.table.about().title));
        }
        if number < self.header.fork.map_or(0, |fork| fork.at) {
            return Err(NoUndo::BehindTheFork);
        }
        let Some(undone) = self.acts.get(number..) else {
            return Err(NoUndo::NoSuchAct(number));
        };
        if undone.iter().any(|act| matches!(act, Act::Chance(_))) {
            return Err(NoUndo::Chance);
        }
        self.acts.truncate(number);
        self.faults.retain(|fault| fault.acts <= number);
        self.table = self.start.fork();
        for act in &self.acts {
            self.table.apply(act).expect("what was accepted once is accepted again");
        }
        Ok(())
    }

    /// The record of the game so far, while it goes on: it breaks off, and the seed is not in it.
    pub fn so_far(&self) -> Record {
        let close = Close::Broken { line: self.header.lines() + self.acts.len() };
        Record { header: self.header.clone(), acts: self.acts.clone(), close }
    }

    /// The record of a game that nobody plays on. It reveals the seed, so it is for the end
    /// of the game, or for one that is given up.
    pub fn record(&self) -> Record {
        let ending = self.table.outcome().map_or(Ending::Stopped, Ending::Over);
        Record {
            header: self.header.clone(),
            acts: self.acts.clone(),
            close: Close::Sealed { faults: self.faults.clone(), ending, seed: self.seed.clone() },
        }
    }
}

impl fmt::Debug for Sitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sitting")
            .field("header", &self.header)
            .field("acts", &self.acts)
            .finish_non_exhaustive()
    }
}

/// Why an act was not played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotPlayed {
    /// By the rules.
    #[error(transparent)]
    Refused(#[from] AnyRefusal),
    /// Chance is not chosen at a dealt table.
    #[error("chance is dealt at this table, not chosen")]
    ChanceIsDealt,
    /// It would not fit on its line of the record.
    #[error("an act is one line of at most {MAX_ACT} bytes")]
    LongAct,
    /// It would not be one line of the record, or not one that can be read.
    #[error("the control character U+{:04X} does not belong in an act", u32::from(*.0))]
    Control(char),
    /// The game would not fit in a record.
    #[error("a game has at most {MAX_ACTS} acts")]
    TooLong,
}

/// Why nothing was taken back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoUndo {
    /// The rules do not allow it.
    #[error("moves of {0} cannot be taken back")]
    NotInThisGame(&'static str),
    /// Bots do not look back.
    #[error("nothing can be taken back while bots of their own play")]
    Bots,
    /// There was chance in between.
    #[error("what chance has decided cannot be taken back")]
    Chance,
    /// That part was played in another game.
    #[error("what was played before the fork cannot be taken back")]
    BehindTheFork,
    /// The game is not that long.
    #[error("there is no act {0} yet")]
    NoSuchAct(usize),
}

/// Why a game could not be forked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoFork {
    /// The record is shorter.
    #[error("the record has {acts} acts, so it cannot be forked at act {at}")]
    NoSuchAct {
        /// Where it was to be forked.
        at: usize,
        /// How long it is.
        acts: usize,
    },
    /// No table.
    #[error(transparent)]
    NoTable(#[from] NoTable),
    /// An act of the record is not legal.
    #[error(transparent)]
    Refused(#[from] Refused),
}
