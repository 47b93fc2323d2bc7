//! A table in play, for code that does not know the game: JSON values and notation.
//!
//! The terminal, the server, records and bots work through [`AnyTable`]; search and tournaments
//! run on the typed [`Game`] instead, where nothing is boxed and nothing is parsed.

use std::any::Any;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::act::{Act, AnyAct, NotAnAct};
use crate::chance::Odds;
use crate::choices::{Choices, choices};
use crate::digest::Digest;
use crate::form::Form;
use crate::game::Game;
use crate::hosted::{Hosted, Names};
use crate::ledger::{self, Ledger};
use crate::menu::{Entry, Menu};
use crate::options::Problems;
use crate::outcome::Outcome;
use crate::player::{Ask, Budget, Nudge, Player};
use crate::refusal::{AnyRefusal, Refusal};
use crate::rulebook::{About, Rulebook, Visitor};
use crate::seat::{PerSeat, Seat, Seats, Viewer, Viewers};
use crate::sight::Face;
use crate::turn::Turn;
use crate::witness::{Asleep, Awake};

/// A game in play, of whatever kind.
pub trait AnyTable: Send {
    /// What the game says about itself.
    fn about(&self) -> &About;

    /// The options the table was set up with, all of them, [in full](Rulebook::in_full).
    fn options(&self) -> &Value;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// No game here is longer than this many acts.
    fn bound(&self) -> u32;

    /// Whether the game hides anything from anybody.
    fn hides_anything(&self) -> bool;

    /// What the table waits for.
    fn turn(&self) -> AnyTurn;

    /// The question put to a seat, in words; `None` when it is not asked.
    fn question(&self, seat: Seat, names: &Names) -> Option<String>;

    /// The legal moves of a seat, listing at most `most` entries; empty when it is not asked.
    fn menu(&self, seat: Seat, most: usize) -> AnyMenu;

    /// The same as data, each move with its words and slots and what it comes to.
    fn choices(&self, seat: Seat, names: &Names, most: usize) -> Choices;

    /// The move played for a seat that does not answer.
    fn default_move(&self, seat: Seat) -> Option<String>;

    /// The answer of a seat that needs no thought; `None` where there is a choice to make.
    fn usual_move(&self, seat: Seat) -> Option<String>;

    /// The chance outcome that holds this ticket; `None` unless chance is due and the ticket is
    /// below its total.
    fn pick(&self, ticket: u64) -> Option<String>;

    /// Takes an act, and returns what there is to tell, in order. A refused act changes nothing.
    fn apply(&mut self, act: &AnyAct) -> Result<Vec<AnyNotice>, AnyRefusal>;

    /// Why an act is not taken, with players called by their names; `None` for one that is.
    fn refusal(&self, act: &AnyAct, names: &Names) -> Option<AnyRefusal>;

    /// How much of an act a viewer sees; `None` for one that would not be taken. It is asked before
    /// the act is applied.
    fn face(&self, act: &AnyAct, viewer: Viewer) -> Option<Face>;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;

    /// The same, drawn in text.
    fn draw(&self, viewer: Viewer, names: &Names) -> String;

    /// A notice of this game in words; `None` for JSON that is none.
    fn tell(&self, notice: &Value, names: &Names) -> Option<String>;

    /// The same, with those players whom the words name.
    fn tell_of(&self, notice: &Value, names: &Names) -> Option<(String, Seats)>;

    /// Whether a notice says that the game is over and nothing else.
    fn is_end(&self, notice: &Value) -> bool;

    /// Whether a notice of this game should not be missed, where there is not room for all.
    fn matters(&self, notice: &Value) -> bool;

    /// The ledger as the game begins, before the first act; `None` in a game without money.
    fn ledger(&self) -> Option<Ledger>;

    /// The entry in the ledger that a notice of this game stands for, where it does.
    fn entry(&self, notice: &Value) -> Option<ledger::Entry>;

    /// The scores so far, as far as this viewer knows them.
    fn scores(&self, viewer: Viewer) -> PerSeat<Option<i64>>;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The game's own time limit in seconds, while a clock act would be accepted.
    fn time_limit(&self) -> Option<u32>;

    /// The fingerprint of the state. Never shown during play: it depends on hidden things.
    fn digest(&self) -> Digest;

    /// How moves are written, for people.
    fn notation(&self) -> String;

    /// The forms that moves have, as data.
    fn forms(&self) -> Vec<Form>;

    /// What the board adds to a player's name, as everybody sees it.
    fn title(&self, seat: Seat) -> Option<String>;

    /// The words of the game that want explaining, each with what it means.
    fn glossary(&self) -> Vec<(String, String)>;

    /// The places of the board: what each is called, and how it is written in a move.
    fn places(&self) -> Vec<(String, String)>;

    /// What a word of the game means; upper and lower case are alike, and hyphens and blanks. A place
    /// is also found as it is written in a move.
    fn explain(&self, word: &str) -> Option<String> {
        let spelt = |word: &str| word.to_ascii_lowercase().replace('-', " ");
        let place = self.places().into_iter().find(|(_, written)| written == word);
        let word = place.map_or_else(|| word.to_owned(), |(name, _)| name);
        let word = word.as_str();
        let mut words = self.glossary().into_iter();
        words.find(|(known, _)| spelt(known) == spelt(word)).map(|(_, meaning)| meaning)
    }

    /// A computer player for this table: `random`, or one of the game's own.
    fn player(&self, name: &str, seed: u64) -> Option<AnyPlayer>;

    /// Asks a player of this table to decide for a seat. The player gets the seat's view and
    /// nothing else. `None` when the seat is not asked or the player is of another game.
    fn consult(&self, seat: Seat, player: &mut AnyPlayer, budget: Budget) -> Option<String>;

    /// Cheers a player of this table up, or teases it, and says what came of it; `None` where the
    /// player does not care, or is of another game.
    fn nudge(&self, player: &mut AnyPlayer, nudge: Nudge) -> Option<String>;

    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyTable>;
}

/// What a table waits for, without the game's types.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AnyTurn {
    /// These seats owe an answer.
    Ask {
        /// Who is asked.
        seats: Seats,
        /// What, and why.
        question: Value,
    },
    /// A ticket below `total` is to be drawn from the stream of this label.
    Chance {
        /// The label, as [`Stream`](crate::Stream) displays it.
        stream: String,
        /// How many tickets there are.
        total: u64,
    },
    /// The game is over.
    Over,
}

impl AnyTurn {
    /// The seats that owe an answer.
    pub fn asked(&self) -> Seats {
        match self {
            Self::Ask { seats, .. } => *seats,
            Self::Chance { .. } | Self::Over => Seats::NONE,
        }
    }
}

/// A menu in notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyMenu {
    /// How many moves there are in all.
    pub count: u64,
    /// The entries, up to the number asked for.
    pub entries: Vec<AnyEntry>,
    /// Whether entries were left off.
    pub shortened: bool,
}

/// One line of a menu in notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyEntry {
    /// A single move.
    One {
        /// The move.
        notation: String,
        /// Whether it gives something up for good: see [`Hosted::is_grave`].
        grave: bool,
    },
    /// A range of amounts.
    Range {
        /// The smallest.
        first: String,
        /// The largest.
        last: String,
        /// From one to the next. The moves between differ from the first in the same one number
        /// the last does.
        step: u64,
        /// How many there are.
        count: u64,
    },
}

impl AnyEntry {
    /// A single move that gives nothing up for good.
    pub fn one(notation: impl Into<String>) -> Self {
        Self::One { notation: notation.into(), grave: false }
    }
}

/// A notice as JSON, and whom it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyNotice {
    /// Who may hear it.
    pub to: Viewers,
    /// What happened.
    pub notice: Value,
}

/// A player whose game is known only to its own table.
pub struct AnyPlayer(Box<dyn Any + Send>);

/// Opens a table of this rulebook with options as JSON.
pub fn open<R: Rulebook>(options: &Value, seats: usize) -> Result<Box<dyn AnyTable>, Problems> {
    let (chosen, problems) = crate::options::read::<R::Options>(options);
    if !problems.is_empty() {
        // The rulebook lists these and whatever else it finds; what is echoed nobody will see.
        return R::open(options, seats, Seating { about: R::about(), options: Arc::default() });
    }
    // Echoed are the options as the rulebook understood them, defaults filled in. The table itself is
    // set up from these, so that it cannot differ from one that is opened by its record.
    let echoed = Arc::new(json(&R::in_full(chosen)));
    R::open(&echoed, seats, Seating { about: R::about(), options: echoed.clone() })
}

/// A table of this game in any state: for tests that set up what play would take long to reach.
pub fn table_in<G: Hosted>(about: About, game: G, state: G::State) -> Box<dyn AnyTable> {
    Box::new(Table { about, options: Arc::default(), game, state })
}

struct Seating {
    about: About,
    /// Shared by all copies of a table: a board in full is long.
    options: Arc<Value>,
}

impl Visitor for Seating {
    type Out = Box<dyn AnyTable>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        let state = game.start();
        Box::new(Table { about: self.about, options: self.options, game, state })
    }
}

#[derive(Clone)]
struct Table<G: Game> {
    about: About,
    options: Arc<Value>,
    game: G,
    state: G::State,
}

impl<G: Hosted> Table<G> {
    /// An act out of its notation. One spelling each, whatever a game's parser lets pass: equal games
    /// have equal records.
    fn read(act: &AnyAct) -> Result<Act<G::Move, G::Chance>, NotAnAct> {
        let typed: Act<G::Move, G::Chance> = act.typed()?;
        let spelt = typed.to_any();
        if spelt == *act { Ok(typed) } else { Err(NotAnAct::Spelling(spelt.to_string())) }
    }

    fn explained(&self, refusal: &Refusal<G::Refusal>, names: &Names) -> AnyRefusal {
        let sentence = refusal.told(names, |why| self.game.refusal(why, names));
        AnyRefusal { code: refusal.code(), data: refusal.data(), sentence }
    }
}

impl<G: Hosted> AnyTable for Table<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn options(&self) -> &Value {
        &self.options
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn bound(&self) -> u32 {
        self.game.bound()
    }

    fn hides_anything(&self) -> bool {
        G::hides_anything()
    }

    fn turn(&self) -> AnyTurn {
        match self.game.turn(&self.state) {
            Turn::Ask { seats, why } => AnyTurn::Ask { seats, question: json(&why) },
            Turn::Chance => {
                let odds = self.game.odds(&self.state).expect("chance that is due has odds");
                AnyTurn::Chance { stream: odds.stream().to_string(), total: odds.total() }
            }
            Turn::Over => AnyTurn::Over,
        }
    }

    fn question(&self, seat: Seat, names: &Names) -> Option<String> {
        let turn = self.game.turn(&self.state);
        let view = self.game.view(&self.state, Viewer::Seat(seat));
        turn.question(seat).map(|why| self.game.ask(why, &view, names))
    }

    fn menu(&self, seat: Seat, most: usize) -> AnyMenu {
        let menu = self.game.menu(&self.state, seat);
        let entries = (0..menu.entries().min(most))
            .filter_map(|index| menu.entry(index))
            .map(|entry| match entry {
                Entry::One(only) => {
                    let grave = self.game.is_grave(&only);
                    AnyEntry::One { notation: only.to_string(), grave }
                }
                Entry::Range { first, last, step, count } => {
                    let (first, last) = (first.to_string(), last.to_string());
                    AnyEntry::Range { first, last, step, count }
                }
            })
            .collect();
        AnyMenu { count: menu.count(), entries, shortened: menu.entries() > most }
    }

    fn choices(&self, seat: Seat, names: &Names, most: usize) -> Choices {
        choices(&self.game, &self.state, seat, names, most)
    }

    fn default_move(&self, seat: Seat) -> Option<String> {
        self.game.default_move(&self.state, seat).map(|played| played.to_string())
    }

    fn usual_move(&self, seat: Seat) -> Option<String> {
        let Turn::Ask { seats, why } = self.game.turn(&self.state) else { return None };
        let usual = self.game.usual(&why).filter(|_| seats.contains(seat))?;
        self.game.menu(&self.state, seat).contains(&usual).then(|| usual.to_string())
    }

    fn pick(&self, ticket: u64) -> Option<String> {
        let outcome = self.game.odds(&self.state)?.pick(ticket)?;
        Some(outcome.to_string())
    }

    fn apply(&mut self, act: &AnyAct) -> Result<Vec<AnyNotice>, AnyRefusal> {
        let act = Self::read(act)?;
        let mut witness = Awake::new();
        let applied = self.game.apply(&mut self.state, &act, &mut witness);
        applied.map_err(|refusal| self.explained(&refusal, &Names::numbers()))?;
        let notices = witness.0.into_iter();
        Ok(notices.map(|(to, notice)| AnyNotice { to, notice: json(&notice) }).collect())
    }

    fn refusal(&self, act: &AnyAct, names: &Names) -> Option<AnyRefusal> {
        match Self::read(act) {
            Ok(act) => {
                let refusal = self.game.apply(&mut self.state.clone(), &act, &mut Asleep).err()?;
                Some(self.explained(&refusal, names))
            }
            Err(why) => Some(why.into()),
        }
    }

    fn face(&self, act: &AnyAct, viewer: Viewer) -> Option<Face> {
        let act: Act<G::Move, G::Chance> = act.typed().ok()?;
        // Games declare what legal acts reveal, and nothing about others.
        self.game.apply(&mut self.state.clone(), &act, &mut Asleep).ok()?;
        Some(self.game.reveals(&self.state, &act, viewer).face)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&self.game.view(&self.state, viewer))
    }

    fn draw(&self, viewer: Viewer, names: &Names) -> String {
        self.game.draw(&self.game.view(&self.state, viewer), names)
    }

    fn tell(&self, notice: &Value, names: &Names) -> Option<String> {
        let notice = G::Notice::deserialize(notice).ok()?;
        Some(self.game.tell(&notice, names))
    }

    fn tell_of(&self, notice: &Value, names: &Names) -> Option<(String, Seats)> {
        let notice = G::Notice::deserialize(notice).ok()?;
        let heard = names.heard_in(self.game.seats(), |names| self.game.tell(&notice, names));
        Some((self.game.tell(&notice, names), heard))
    }

    fn is_end(&self, notice: &Value) -> bool {
        G::Notice::deserialize(notice).is_ok_and(|notice| self.game.is_end(&notice))
    }

    fn matters(&self, notice: &Value) -> bool {
        G::Notice::deserialize(notice).is_ok_and(|notice| self.game.matters(&notice))
    }

    fn ledger(&self) -> Option<Ledger> {
        self.game.ledger()
    }

    fn entry(&self, notice: &Value) -> Option<ledger::Entry> {
        self.game.entry(&G::Notice::deserialize(notice).ok()?)
    }

    fn scores(&self, viewer: Viewer) -> PerSeat<Option<i64>> {
        let view = self.game.view(&self.state, viewer);
        PerSeat::from_fn(self.game.seats(), |seat| self.game.score(&view, seat))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn time_limit(&self) -> Option<u32> {
        self.game.time_limit(&self.state)
    }

    fn digest(&self) -> Digest {
        Digest::of(&self.state)
    }

    fn notation(&self) -> String {
        self.game.notation()
    }

    fn forms(&self) -> Vec<Form> {
        self.game.forms()
    }

    fn title(&self, seat: Seat) -> Option<String> {
        self.game.title(&self.game.view(&self.state, Viewer::Spectator), seat)
    }

    fn glossary(&self) -> Vec<(String, String)> {
        self.game.glossary()
    }

    fn places(&self) -> Vec<(String, String)> {
        self.game.places()
    }

    fn player(&self, name: &str, seed: u64) -> Option<AnyPlayer> {
        Some(AnyPlayer(Box::new(self.game.computer_player(name, seed)?)))
    }

    fn consult(&self, seat: Seat, player: &mut AnyPlayer, budget: Budget) -> Option<String> {
        let player = player.0.downcast_mut::<Box<dyn Player<G>>>()?;
        let turn = self.game.turn(&self.state);
        let question = turn.question(seat)?;
        let ask = Ask {
            game: &self.game,
            seat,
            view: &self.game.view(&self.state, Viewer::Seat(seat)),
            question,
            menu: &self.game.menu(&self.state, seat),
            budget,
        };
        Some(player.choose(&ask).to_string())
    }

    fn nudge(&self, player: &mut AnyPlayer, nudge: Nudge) -> Option<String> {
        player.0.downcast_mut::<Box<dyn Player<G>>>()?.nudge(nudge)
    }

    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
}

fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("views, notices, questions and options have a JSON form")
}
