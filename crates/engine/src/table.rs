//! A table in play, for code that does not know the game: JSON values and notation.
//!
//! The terminal, the server, records and bots work through [`AnyTable`]; search and tournaments
//! run on the typed [`Game`] instead, where nothing is boxed and nothing is parsed.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::act::{Act, AnyAct, NotAnAct};
use crate::any_player::AnyPlayer;
use crate::any_prompt::AnyPrompt;
use crate::catalogue::Catalogue;
use crate::chance::Odds;
use crate::choices::{self, Choices, choices};
use crate::countdown::Countdown;
use crate::digest::Digest;
use crate::drawing::Drawing;
use crate::form::Form;
use crate::game::{ActOf, Game};
use crate::hosted::{Hosted, Names};
use crate::importance::Importance;
use crate::layout::untied;
use crate::ledger::{self, Ledger};
use crate::menu::{Entry, Menu};
use crate::options::Problems;
use crate::outcome::Outcome;
use crate::phrase::Text;
use crate::player::{Nudge, Player};
use crate::ranking::{Placed, ranking};
use crate::refusal::{AnyRefusal, Refusal};
use crate::roster::{Basic, Roster};
use crate::rulebook::{About, ComputerPlayer, Rulebook, Visitor, set_up_or_list};
use crate::sample::playout_rng;
use crate::seat::{PerSeat, Seat, Seats, Viewer, Viewers};
use crate::shortcut::Shortcut;
use crate::sight::{Applied, Face, Sight, Sights};
use crate::turn::Turn;
use crate::witness::Awake;

/// A game in play, of any kind.
pub trait AnyTable: Send + Sync {
    /// What the game says about itself.
    fn about(&self) -> &About;

    /// The options the table was set up with, all of them, [in full](Rulebook::in_full). They are
    /// written down each time they are asked for.
    fn options(&self) -> Value;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// No game here is longer than this many acts.
    fn bound(&self) -> u32;

    /// Whether the game hides anything from anybody.
    fn hides_anything(&self) -> bool;

    /// What the table waits for.
    fn turn(&self) -> AnyTurn;

    /// The question put to a seat with all that the seat needs to answer it, for any thread; `None`
    /// when it is not asked.
    fn prompt(&self, seat: Seat) -> Option<AnyPrompt>;

    /// The question put to a seat, in words; `None` when it is not asked.
    fn question(&self, seat: Seat, names: &Names) -> Option<String>;

    /// The same for a screen that breaks its lines, with [ties](crate::layout::TIE) where no line is to be broken.
    fn question_to_fold(&self, seat: Seat, names: &Names) -> Option<String>;

    /// The legal moves of a seat, listing at most `most` entries; empty when it is not asked.
    fn menu(&self, seat: Seat, most: usize) -> AnyMenu;

    /// The same as data, each move with its words and slots and what it comes to.
    fn choices(&self, seat: Seat, names: &Names, most: usize) -> Choices;

    /// The move played for a seat that does not answer.
    fn default_move(&self, seat: Seat) -> Option<String>;

    /// The answer of a seat that needs no thought; `None` where there is a choice to make.
    fn usual_move(&self, seat: Seat) -> Option<String>;

    /// Whether a seat is asked for form's sake, as others are: see [`Hosted::is_formal`].
    fn is_formal(&self, seat: Seat) -> bool;

    /// Lines that people can type for several moves.
    fn shortcuts(&self) -> Vec<Shortcut>;

    /// The next legal move of a shortcut for a seat; or why there is none, as a fragment of a sentence.
    fn next_of(&self, seat: Seat, shortcut: &Shortcut) -> Result<String, Text>;

    /// The chance outcome that holds this ticket; `None` unless chance is due and the ticket is
    /// below its total.
    fn pick(&self, ticket: u64) -> Option<String>;

    /// Applies an act and returns its notices, in order. A refused act changes nothing.
    fn apply(&mut self, act: &AnyAct) -> Result<Vec<AnyNotice>, AnyRefusal>;

    /// Applies an act to a copy of the table, and returns the copy with the notices. The table itself
    /// does not change, so that the act can be written down before anybody is told of it.
    fn after(&self, act: &AnyAct) -> Result<After, AnyRefusal>;

    /// Why an act is not taken, with players called by their names; `None` for one that is. A move on
    /// the menu is not played to find out.
    fn refusal(&self, act: &AnyAct, names: &Names) -> Option<AnyRefusal>;

    /// How much of a move on the menu of a seat a viewer will see; `None` for what is not on it.
    fn face(&self, seat: Seat, played: &str, viewer: Viewer) -> Option<Face>;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;

    /// The same, drawn in text.
    fn draw(&self, viewer: Viewer, names: &Names) -> Drawing;

    /// A notice of this game in words; `None` for JSON that is none.
    fn tell(&self, notice: &Value, names: &Names) -> Option<String>;

    /// The players whom a notice of this game is about.
    fn about_whom(&self, notice: &Value) -> Seats;

    /// Whether a notice says that the game is over and nothing else.
    fn is_end(&self, notice: &Value) -> bool;

    /// How much a notice of this game matters, where there is not room for all.
    fn importance(&self, notice: &Value) -> Importance;

    /// Whether a notice of this game should not be missed by anybody.
    fn matters(&self, notice: &Value) -> bool {
        self.importance(notice) == Importance::Key
    }

    /// The ledger as the game begins, before the first act; `None` in a game without money.
    fn ledger(&self) -> Option<Ledger>;

    /// The entry in the ledger that a notice of this game stands for, where it does.
    fn entry(&self, notice: &Value) -> Option<ledger::Entry>;

    /// The scores so far, as far as this viewer knows them.
    fn scores(&self, viewer: Viewer) -> PerSeat<Option<i64>>;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The same place by place with what the game counts, the winner first; empty before the end.
    fn ranking(&self, names: &Names) -> Vec<Placed>;

    /// The game's own time limit in seconds, while a clock act would be accepted.
    fn time_limit(&self) -> Option<u32>;

    /// The time limit that the rules set for what is asked now, where they set one.
    fn countdown(&self) -> Option<Countdown>;

    /// The whole state, hidden things too. Only show it after the end of the game, or at a table where everybody
    /// may look at everything.
    fn state(&self) -> Value;

    /// The fingerprint of the state. Never shown during play: it depends on hidden things.
    fn digest(&self) -> Digest;

    /// How moves are written, for people.
    fn notation(&self) -> String;

    /// The forms that moves have, as data.
    fn forms(&self) -> Vec<Form>;

    /// What the board adds to a player's name, as everybody sees it.
    fn title(&self, seat: Seat) -> Option<String>;

    /// Everything in the box as data, and the words that want explaining.
    fn catalogue(&self) -> Catalogue;

    /// What a word of the game means; upper and lower case are alike, and hyphens and blanks. A thing
    /// is also found as it is written in a move.
    fn explain(&self, word: &str) -> Option<String> {
        self.catalogue().find(word).map(|item| item.text.clone())
    }

    /// The computer players of this table: those of the roster it was opened with, then the game's
    /// own. They stand as [`About::players`] do: the last is as good as any.
    fn computer_players(&self) -> &[ComputerPlayer];

    /// One of them, by its name. It answers by way of a [`prompt`](AnyTable::prompt).
    fn player(&self, name: &str, seed: u64) -> Option<AnyPlayer>;

    /// Cheers a player of this table up, or teases it, and says what came of it; `None` where the
    /// player does not care, or is of another game.
    fn nudge(&self, player: &mut AnyPlayer, nudge: Nudge) -> Option<String>;

    /// A table in a state that this viewer may believe in: drawn from its view and from nothing
    /// else, so it cannot tell what is hidden. The same view and seed give the same state.
    fn imagine(&self, viewer: Viewer, seed: u64) -> Box<dyn AnyTable>;

    /// An independent copy. The rules and options are shared, only the state is copied.
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
        /// Which word of the move is the amount, counting from 0.
        part: Option<usize>,
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

/// The table after an act, with what viewers are told of it.
pub struct After {
    /// The table after it.
    pub table: Box<dyn AnyTable>,
    /// The notices, in order.
    pub notices: Vec<AnyNotice>,
    /// What each viewer learned.
    pub sights: Sights,
}

/// Opens a table of this rulebook with options as JSON, with `random` and the game's own computer
/// players.
pub fn open<R: Rulebook>(options: &Value, seats: usize) -> Result<Box<dyn AnyTable>, Problems> {
    open_with::<R, Basic>(options, seats)
}

/// The same with the computer players of a roster beside the game's own.
pub fn open_with<R: Rulebook, P: Roster>(
    options: &Value,
    seats: usize,
) -> Result<Box<dyn AnyTable>, Problems> {
    let (chosen, problems) = crate::options::read::<R::Options>(options);
    if !problems.is_empty() {
        // What is echoed nobody will see.
        let opener = Opener::<P>::new(R::about(), Arc::new(()));
        return set_up_or_list::<R, _>(chosen, problems, seats, opener);
    }
    // Echoed are the options as the rulebook understood them, defaults filled in. The table itself is
    // set up from these, so that it does not differ from one that is opened by its record; that they
    // are read as they are written is a law of the kit.
    let full = R::in_full(chosen);
    let opener = Opener::<P>::new(R::about(), Arc::new(full.clone()));
    set_up_or_list::<R, _>(full, problems, seats, opener)
}

/// A table of this game in any state: for tests that set up what play would take long to reach.
pub fn table_in<G: Hosted>(about: About, game: G, state: G::State) -> Box<dyn AnyTable> {
    let set_up = Opener::<Basic>::new(about, Arc::new(())).set_up(game);
    Box::new(Table::new(Arc::new(set_up), state))
}

/// Options of any game.
trait AnyOptions: Send + Sync {
    fn to_json(&self) -> Value;
}

impl<O: Serialize + Send + Sync> AnyOptions for O {
    fn to_json(&self) -> Value {
        json(self)
    }
}

struct Opener<P> {
    about: About,
    /// Written as JSON only where somebody asks: a board in full is long.
    options: Arc<dyn AnyOptions>,
    roster: PhantomData<P>,
}

impl<P: Roster> Opener<P> {
    const fn new(about: About, options: Arc<dyn AnyOptions>) -> Self {
        Self { about, options, roster: PhantomData }
    }

    fn set_up<G: Hosted>(self, game: G) -> SetUp<G> {
        let players = P::all(&self.about);
        let Self { about, options, .. } = self;
        SetUp { about, options, game, players, make_player: P::seat::<G> }
    }
}

impl<P: Roster> Visitor for Opener<P> {
    type Out = Box<dyn AnyTable>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        let state = game.start();
        Box::new(Table::new(Arc::new(self.set_up(game)), state))
    }
}

/// What does not change while a game is played. All copies of a table and all its prompts share it:
/// a board in full is long.
pub(crate) struct SetUp<G: Game> {
    about: About,
    options: Arc<dyn AnyOptions>,
    pub(crate) game: G,
    players: Vec<ComputerPlayer>,
    make_player: MakePlayer<G>,
}

/// How the roster makes a player, by name and seed.
type MakePlayer<G> = fn(&G, &str, u64) -> Option<Box<dyn Player<G>>>;

pub(crate) struct Table<G: Game> {
    set_up: Arc<SetUp<G>>,
    state: G::State,
}

impl<G: Game> Table<G> {
    pub(crate) const fn new(set_up: Arc<SetUp<G>>, state: G::State) -> Self {
        Self { set_up, state }
    }

    fn game(&self) -> &G {
        &self.set_up.game
    }

    fn copy(&self) -> Self {
        Self { set_up: self.set_up.clone(), state: self.state.clone() }
    }

    /// An act out of its notation. One spelling each, whatever a game's parser lets pass: equal games
    /// have equal records.
    fn read(act: &AnyAct) -> Result<ActOf<G>, NotAnAct> {
        let typed: ActOf<G> = act.typed()?;
        let spelt = typed.to_any();
        if spelt == *act { Ok(typed) } else { Err(NotAnAct::Spelling(spelt.to_string())) }
    }
}

/// What an act made the game say, and to whom.
type Told<G> = Vec<(Viewers, <G as Game>::Notice)>;

fn erased<N: Serialize>(told: &[(Viewers, N)]) -> Vec<AnyNotice> {
    told.iter().map(|(to, notice)| AnyNotice { to: *to, notice: json(notice) }).collect()
}

impl<G: Hosted> Table<G> {
    fn take(&mut self, act: &ActOf<G>, names: &Names) -> Result<Vec<AnyNotice>, AnyRefusal> {
        self.take_told(act, names).map(|told| erased(&told))
    }

    /// Applies an act, and keeps what was told as the game's own notices.
    fn take_told(&mut self, act: &ActOf<G>, names: &Names) -> Result<Told<G>, AnyRefusal> {
        let mut witness = Awake::new();
        let game = &self.set_up.game;
        let applied = game.apply(&mut self.state, act, &mut witness);
        applied.map_err(|refusal| self.explained(&refusal, names))?;
        Ok(witness.0)
    }

    fn explained(&self, refusal: &Refusal<G::Refusal>, names: &Names) -> AnyRefusal {
        let sentence = refusal.told(names, |why| self.game().refusal(why, names));
        AnyRefusal { code: refusal.code(), data: refusal.data(), sentence }
    }
}

impl<G: Hosted> AnyTable for Table<G> {
    fn about(&self) -> &About {
        &self.set_up.about
    }

    fn options(&self) -> Value {
        self.set_up.options.to_json()
    }

    fn seats(&self) -> usize {
        self.game().seats()
    }

    fn bound(&self) -> u32 {
        self.game().bound()
    }

    fn hides_anything(&self) -> bool {
        G::hides_anything()
    }

    fn turn(&self) -> AnyTurn {
        match self.game().turn(&self.state) {
            Turn::Ask { seats, why } => AnyTurn::Ask { seats, question: json(&why) },
            Turn::Chance => {
                let odds = self.game().odds(&self.state).expect("chance that is due has odds");
                AnyTurn::Chance { stream: odds.stream().to_string(), total: odds.total() }
            }
            Turn::Over => AnyTurn::Over,
        }
    }

    fn prompt(&self, seat: Seat) -> Option<AnyPrompt> {
        AnyPrompt::new(&self.set_up, &self.state, seat)
    }

    fn question(&self, seat: Seat, names: &Names) -> Option<String> {
        self.question_to_fold(seat, names).map(|words| untied(&words))
    }

    fn question_to_fold(&self, seat: Seat, names: &Names) -> Option<String> {
        let turn = self.game().turn(&self.state);
        let view = self.game().view(&self.state, Viewer::Seat(seat));
        turn.question(seat).map(|why| self.game().ask(why, &view, names))
    }

    fn menu(&self, seat: Seat, most: usize) -> AnyMenu {
        listed(self.game(), &self.game().menu(&self.state, seat), most)
    }

    fn choices(&self, seat: Seat, names: &Names, most: usize) -> Choices {
        choices(self.game(), &self.state, seat, names, most)
    }

    fn default_move(&self, seat: Seat) -> Option<String> {
        self.game().default_move(&self.state, seat).map(|played| played.to_string())
    }

    fn usual_move(&self, seat: Seat) -> Option<String> {
        let Turn::Ask { seats, why } = self.game().turn(&self.state) else { return None };
        let view = self.game().view(&self.state, Viewer::Seat(seat));
        let usual = self.game().usual(&why, &view).filter(|_| seats.contains(seat))?;
        self.game().menu(&self.state, seat).contains(&usual).then(|| usual.to_string())
    }

    fn is_formal(&self, seat: Seat) -> bool {
        match self.game().turn(&self.state) {
            Turn::Ask { seats, why } => seats.contains(seat) && self.game().is_formal(&why),
            _ => false,
        }
    }

    fn shortcuts(&self) -> Vec<Shortcut> {
        self.game().shortcuts()
    }

    fn next_of(&self, seat: Seat, shortcut: &Shortcut) -> Result<String, Text> {
        let (game, turn) = (self.game(), self.game().turn(&self.state));
        let question = turn.question(seat).ok_or("you are not asked now")?;
        let (view, menu) =
            (game.view(&self.state, Viewer::Seat(seat)), game.menu(&self.state, seat));
        let next = game.next_of(shortcut, question, &view, &menu)?;
        assert!(menu.contains(&next), "'{}' gives '{next}', which is illegal", shortcut.written);
        Ok(next.to_string())
    }

    fn pick(&self, ticket: u64) -> Option<String> {
        let outcome = self.game().odds(&self.state)?.pick(ticket)?;
        Some(outcome.to_string())
    }

    fn apply(&mut self, act: &AnyAct) -> Result<Vec<AnyNotice>, AnyRefusal> {
        self.take(&Self::read(act)?, &Names::numbers())
    }

    fn after(&self, act: &AnyAct) -> Result<After, AnyRefusal> {
        let act = Self::read(act)?;
        let mut copy = self.copy();
        let told = copy.take_told(&act, &Names::numbers())?;
        let step = Applied { before: &self.state, act: &act, after: &copy.state, told: &told };
        let sights = Sights::from_fn(self.game().seats(), |viewer| {
            let Sight { face, secret } = step.sight(self.game(), viewer);
            Sight { face, secret: secret.map(|secret| json(&secret)) }
        });
        let notices = erased(&told);
        Ok(After { table: Box::new(copy), notices, sights })
    }

    fn refusal(&self, act: &AnyAct, names: &Names) -> Option<AnyRefusal> {
        match Self::read(act) {
            Ok(Act::Move(seat, played))
                if self.game().menu(&self.state, seat).contains(&played) =>
            {
                None
            }
            // What no menu offers is refused by the rules, with their reason.
            Ok(act) => self.copy().take(&act, names).err(),
            Err(why) => Some(why.into()),
        }
    }

    fn face(&self, seat: Seat, played: &str, viewer: Viewer) -> Option<Face> {
        let played: G::Move = played.parse().ok()?;
        let offered = self.game().menu(&self.state, seat).contains(&played);
        let act = Act::Move(seat, played);
        offered.then(|| self.game().face(&self.state, &act, viewer))
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&self.game().view(&self.state, viewer))
    }

    fn draw(&self, viewer: Viewer, names: &Names) -> Drawing {
        self.game().draw(&self.game().view(&self.state, viewer), names)
    }

    fn tell(&self, notice: &Value, names: &Names) -> Option<String> {
        let notice = G::Notice::deserialize(notice).ok()?;
        Some(self.game().tell(&notice, names))
    }

    fn about_whom(&self, notice: &Value) -> Seats {
        let notice = G::Notice::deserialize(notice);
        notice.map_or(Seats::NONE, |notice| self.game().about(&notice))
    }

    fn is_end(&self, notice: &Value) -> bool {
        G::Notice::deserialize(notice).is_ok_and(|notice| self.game().is_end(&notice))
    }

    fn importance(&self, notice: &Value) -> Importance {
        let notice = G::Notice::deserialize(notice);
        notice.map_or(Importance::Usual, |notice| self.game().importance(&notice))
    }

    fn ledger(&self) -> Option<Ledger> {
        self.game().ledger()
    }

    fn entry(&self, notice: &Value) -> Option<ledger::Entry> {
        self.game().entry(&G::Notice::deserialize(notice).ok()?)
    }

    fn scores(&self, viewer: Viewer) -> PerSeat<Option<i64>> {
        let view = self.game().view(&self.state, viewer);
        PerSeat::from_fn(self.game().seats(), |seat| self.game().score(&view, seat))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome(&self.state)
    }

    fn ranking(&self, names: &Names) -> Vec<Placed> {
        let outcome = self.game().outcome(&self.state);
        outcome.map_or_else(Vec::new, |it| ranking(self.game(), &self.state, &it, names))
    }

    fn time_limit(&self) -> Option<u32> {
        self.game().time_limit(&self.state)
    }

    fn countdown(&self) -> Option<Countdown> {
        self.game().countdown(&self.state)
    }

    fn state(&self) -> Value {
        json(&self.state)
    }

    fn digest(&self) -> Digest {
        Digest::of(&self.state)
    }

    fn notation(&self) -> String {
        self.game().notation()
    }

    fn forms(&self) -> Vec<Form> {
        self.game().forms()
    }

    fn title(&self, seat: Seat) -> Option<String> {
        self.game().title(&self.game().view(&self.state, Viewer::Spectator), seat)
    }

    fn catalogue(&self) -> Catalogue {
        self.game().catalogue()
    }

    fn computer_players(&self) -> &[ComputerPlayer] {
        &self.set_up.players
    }

    fn player(&self, name: &str, seed: u64) -> Option<AnyPlayer> {
        (self.set_up.make_player)(self.game(), name, seed).map(AnyPlayer::new)
    }

    fn nudge(&self, player: &mut AnyPlayer, nudge: Nudge) -> Option<String> {
        player.typed::<G>()?.nudge(nudge)
    }

    fn imagine(&self, viewer: Viewer, seed: u64) -> Box<dyn AnyTable> {
        let view = self.game().view(&self.state, viewer);
        let state = self.game().imagine(&view, &mut playout_rng(seed));
        Box::new(Self::new(Arc::clone(&self.set_up), state))
    }

    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(Self::new(Arc::clone(&self.set_up), self.state.clone()))
    }
}

/// A menu in notation, with at most so many entries.
pub(crate) fn listed<G: Hosted>(game: &G, menu: &G::Menu, most: usize) -> AnyMenu {
    let entry = |entry: Entry<G::Move>| match entry {
        Entry::One(only) => {
            AnyEntry::One { notation: only.to_string(), grave: game.is_grave(&only) }
        }
        Entry::Range { first, last, step, count } => {
            let part = choices::amount_part(&game.phrase(&first), &game.phrase(&last));
            let (first, last) = (first.to_string(), last.to_string());
            AnyEntry::Range { first, last, step, count, part }
        }
    };
    let entries = menu.each().take(most).map(entry).collect();
    AnyMenu { count: menu.count(), entries, shortened: menu.entries() > most }
}

pub(crate) fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("views, notices, questions and options have a JSON form")
}
