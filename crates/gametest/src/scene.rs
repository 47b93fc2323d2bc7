//! Scenes: a table, acts, and what must be true between them, in the words of the game.
//!
//! A file holds scenes; each begins with a line `== TITLE`. A scene is a few lines `KEY: WORDS`; what
//! stands after `#` is for the reader. The first line is `table: …`, the options and seats in the
//! words of the game. These words all games share:
//!
//! | line | what it does, or what must be true |
//! |---|---|
//! | `do: 1: roll; *: roll 3 4; clock; 2 leaves` | acts in notation, and what the game has short words for |
//! | `refused: 1: build 4 = WORDS` | an act is not taken, and why |
//! | `told 1 -: drew card=king play.by=2` | each of these viewers (`-` is the spectator, who is meant where none is named) was told this since the last `do` |
//! | `untold 1: drew` | none of them was told anything like it |
//! | `reads 1 -: Bob draws a card.` | each of them reads this sentence; the seats are called Ann, Bob, Cid, Dan, Eve, Fay, Guy, Hal |
//! | `unread 1: Bob draws a card.` | none of them does |
//! | `asks: 2 3 answer`, `asks: chance`, `asks: over` | who is asked what |
//! | `asked 2: WORDS` | the question that a seat is put, on one line; without a seat, the first that is asked |
//! | `menu 2: pass; bid 30..1500` | a menu, whole, with ranges of moves |
//! | `can 2: pass; bid 30`, `cannot 2: bid 29` | moves that are on a menu, or not |
//! | `wins: 1 2`, `places: 1 1 3`, `reason: WORDS` | how the game ended |
//!
//! What else a game can say is in its own [`Script`]. After each act the rules check themselves, and
//! something is expected of the last act of every scene.

use parlor_engine::{
    AnyAct, Awake, Entry, Hosted, Menu, Names, Refusal, Rulebook, Seat, Seats, Turn, Viewer,
    Viewers, Visitor,
};
use serde_json::{Value, json};

/// A scene of a file.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it shows.
    pub title: String,
    /// Its lines.
    pub lines: String,
}

/// The scenes of a file.
pub fn scenes(text: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            scenes.push(Scene { title: title.to_owned(), lines: String::new() });
        } else if let Some(scene) = scenes.last_mut() {
            scene.lines.push_str(line);
            scene.lines.push('\n');
        }
    }
    scenes
}

/// The words of one game, and what it makes of what happens.
pub trait Script: Sized {
    /// The game.
    type Rulebook: Rulebook;

    /// The options and the seats of a table.
    fn table(&mut self, words: &str) -> (Value, usize);

    /// An act in notation, of an act in the game's own short words.
    fn notation(&self, words: &str) -> String;

    /// A line that only this game has.
    fn line<G: Hosted>(
        &mut self,
        stage: &mut Stage<G>,
        verb: &str,
        keys: &[&str],
        words: &str,
    ) -> Said;

    // ---- provided ----

    /// Before the first line.
    fn begin<G: Hosted>(&mut self, stage: &mut Stage<G>) {
        let _ = stage;
    }

    /// What holds after every act, `before` being the table before it; panics where it does not.
    fn after<G: Hosted>(&mut self, stage: &Stage<G>, before: &G::State) {
        let _ = (stage, before);
    }

    /// An act was refused as it should be.
    fn refused<G: Hosted>(&mut self, why: &Refusal<G::Refusal>) {
        let _ = why;
    }

    /// Plays what one part of a `do` says: an act, unless the game has words for several at once.
    fn play<G: Hosted>(&mut self, stage: &mut Stage<G>, words: &str) {
        let act = self.notation(words);
        stage.act(self, &act);
    }
}

/// What became of a line that only one game has.
#[derive(Clone, Debug)]
pub enum Said {
    /// It sets something up, or plays something.
    Done,
    /// It expects something, and that is so.
    Held,
    /// It expects this to be its words.
    Is(String),
    /// There is no such word.
    Unknown,
}

/// Plays a scene, and hands back its script.
///
/// # Panics
/// When something is not as it should be: with the line that says so.
pub fn run<S: Script>(mut script: S, lines: &str) -> S {
    let mut lines = lines.lines().map(uncommented).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let Some(table) = first.strip_prefix("table: ") else {
        panic!("a scene begins with its table, not '{first}'");
    };
    let (options, seats) = script.table(table);
    let play = Play { script, lines: lines.map(str::to_owned).collect() };
    S::Rulebook::open(&options, seats, play).unwrap_or_else(|why| panic!("{first}: {why}"))
}

fn uncommented(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

struct Play<S> {
    script: S,
    lines: Vec<String>,
}

impl<S: Script> Visitor for Play<S> {
    type Out = S;

    fn visit<G: Hosted>(mut self, game: G) -> S {
        let (at, told) = (String::new(), Vec::new());
        let mut stage = Stage { state: game.start(), game, at, told, fresh: 0, open: false };
        self.script.begin(&mut stage);
        for line in self.lines {
            let (key, words) =
                line.split_once(':').unwrap_or_else(|| panic!("'{line}' is no KEY: WORDS"));
            stage.at.clone_from(&line);
            stage.line(&mut self.script, key, words.trim());
        }
        assert!(!stage.open, "{}: nothing is expected after it", stage.at);
        self.script
    }
}

/// The table while a scene is played.
#[derive(Debug)]
pub struct Stage<G: Hosted> {
    /// The rules.
    pub game: G,
    /// How the table stands.
    pub state: G::State,
    /// The line that is being read.
    pub at: String,
    /// What was told since the last `do`.
    told: Vec<Told>,
    /// How much of that was told before the last act.
    fresh: usize,
    /// Whether nothing was expected yet of the last act.
    open: bool,
}

/// Something that was told.
#[derive(Clone, Debug)]
struct Told {
    to: Viewers,
    notice: Value,
    words: String,
}

impl<G: Hosted> Stage<G> {
    fn line<S: Script>(&mut self, script: &mut S, key: &str, words: &str) {
        let mut keys = key.split_whitespace();
        let verb = keys.next().unwrap_or_default();
        let keys: Vec<&str> = keys.collect();
        let key = keys.first().copied().unwrap_or_default();
        let said = match verb {
            "do" => {
                self.forget();
                for part in words.split(';').map(str::trim).filter(|part| !part.is_empty()) {
                    script.play(self, part);
                }
                return;
            }
            "refused" => {
                self.refuse(script, words);
                Said::Held
            }
            "told" | "untold" => {
                self.check_told(verb == "told", &keys, words);
                Said::Held
            }
            "reads" | "unread" => {
                self.check_read(verb == "reads", &keys, words);
                Said::Held
            }
            "can" | "cannot" => {
                self.check_menu(verb == "can", key, words);
                Said::Held
            }
            "asks" => Said::Is(self.asked()),
            "asked" => Said::Is(self.question(key)),
            "menu" => Said::Is(self.menu(key).join("; ")),
            "wins" | "places" | "reason" => Said::Is(self.ending(verb)),
            _ => script.line(self, verb, &keys, words),
        };
        match said {
            Said::Done => return,
            Said::Held => {}
            Said::Is(said) => {
                assert!(said == words, "{}\n  is:     {said}\n  should: {words}", self.at);
            }
            Said::Unknown => panic!("{}: what is '{verb}'?", self.at),
        }
        self.open = false;
    }

    /// What was told so far does not count any more.
    pub fn forget(&mut self) {
        self.told.clear();
    }

    // ---- acts ----

    /// Plays an act.
    ///
    /// # Panics
    /// When it is refused, or something is wrong after it.
    pub fn act<S: Script>(&mut self, script: &mut S, act: &str) {
        let before = self.state.clone();
        if let Err(why) = self.apply(act) {
            panic!("{}\n'{act}' is refused: {why}; asked is {}", self.at, self.asked());
        }
        self.open = true;
        self.game.check(&self.state).unwrap_or_else(|why| panic!("{}\n'{act}': {why}", self.at));
        script.after(self, &before);
    }

    fn apply(&mut self, act: &str) -> Result<(), Refusal<G::Refusal>> {
        let act: AnyAct = act.parse().unwrap_or_else(|why| panic!("{}\n'{act}': {why}", self.at));
        let typed = act.typed().unwrap_or_else(|why| panic!("{}\n'{act}': {why}", self.at));
        let mut witness = Awake::new();
        let applied = self.game.apply(&mut self.state, &typed, &mut witness);
        let names = people();
        self.fresh = self.told.len();
        for (to, notice) in witness.0 {
            let words = self.game.tell(&notice, &names);
            self.told.push(Told { to, notice: json!(notice), words });
        }
        applied
    }

    fn refuse<S: Script>(&mut self, script: &mut S, words: &str) {
        let (act, should) = words.split_once(" = ").expect("an act = why");
        let before = self.state.clone();
        match self.apply(&script.notation(act)) {
            Ok(()) => panic!("{}: it is taken", self.at),
            Err(why) => {
                assert_eq!(why.to_string(), should, "{}", self.at);
                assert!(before == self.state, "{}: a refused act changed the table", self.at);
                script.refused::<G>(&why);
            }
        }
    }

    // ---- what was told ----

    /// What a viewer was told since the last `do`.
    pub fn heard(&self, viewer: Viewer) -> impl Iterator<Item = &Value> {
        self.told.iter().filter(move |told| told.to.contains(viewer)).map(|told| &told.notice)
    }

    /// All that the last act told anybody.
    pub fn news(&self) -> impl Iterator<Item = &Value> {
        self.told[self.fresh..].iter().map(|told| &told.notice)
    }

    fn check_told(&self, should: bool, viewers: &[&str], words: &str) {
        let (wanted, fields) = words.split_once(' ').unwrap_or((words, ""));
        let unknown = serde_json::from_value::<G::Notice>(json!({ "kind": wanted })).err();
        let unknown = unknown.filter(|why| why.to_string().starts_with("unknown variant"));
        assert!(unknown.is_none(), "{}: {unknown:?}", self.at);
        let is = |notice: &Value| {
            let mut fields = fields.split_whitespace();
            kind(notice) == wanted && fields.all(|field| has_field(notice, field))
        };
        for viewer in spectator_or(viewers) {
            let heard: Vec<&Value> = self.heard(viewer_of(viewer)).collect();
            let told = heard.iter().any(|notice| is(notice));
            assert!(told == should, "{}\n{viewer} was told: {heard:#?}", self.at);
        }
    }

    fn check_read(&self, should: bool, viewers: &[&str], words: &str) {
        for viewer in spectator_or(viewers) {
            let all = self.told.iter().filter(|told| told.to.contains(viewer_of(viewer)));
            let all: Vec<&str> = all.map(|told| told.words.as_str()).collect();
            assert!(all.contains(&words) == should, "{}\n{viewer} reads: {all:#?}", self.at);
        }
    }

    // ---- what is asked ----

    /// Who is asked what: `2 3 answer`, `chance`, `over`.
    pub fn asked(&self) -> String {
        match self.game.turn(&self.state) {
            Turn::Ask { seats: asked, why } => {
                list([&seats(asked), kind(&json!(why))]).trim().to_owned()
            }
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        }
    }

    /// What a seat is asked, in words on one line.
    fn question(&self, seat: &str) -> String {
        let Turn::Ask { why, seats } = self.game.turn(&self.state) else {
            panic!("{}: nobody is asked", self.at)
        };
        let first = seats.first().map_or(Viewer::Spectator, Viewer::Seat);
        let viewer = if seat.is_empty() { first } else { viewer_of(seat) };
        let view = self.game.view(&self.state, viewer);
        let words = self.game.ask(&why, &view, &people());
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The entries of a menu.
    fn menu(&self, seat: &str) -> Vec<String> {
        let menu = self.game.menu(&self.state, seat_of(seat));
        let entry = |entry: Entry<G::Move>| match entry {
            Entry::One(only) => only.to_string(),
            Entry::Range { first, last, .. } => {
                let last = last.to_string();
                format!("{first}..{}", last.rsplit(' ').next().unwrap_or_default())
            }
        };
        (0..menu.entries()).filter_map(|index| menu.entry(index)).map(entry).collect()
    }

    fn check_menu(&self, should: bool, seat: &str, words: &str) {
        let menu = self.game.menu(&self.state, seat_of(seat));
        for wanted in words.split(';').map(str::trim) {
            // A move that cannot be written is on no menu, and says nothing.
            let Ok(played) = wanted.parse::<G::Move>() else {
                panic!("{}: '{wanted}' is no move", self.at)
            };
            let there = menu.contains(&played);
            assert!(there == should, "{}\n'{wanted}' on {:?}", self.at, self.menu(seat));
        }
    }

    fn ending(&self, verb: &str) -> String {
        let outcome = self.game.outcome(&self.state);
        let outcome = outcome.unwrap_or_else(|| panic!("{}: it is not over", self.at));
        match verb {
            "wins" => seats(outcome.winners().collect()),
            "reason" => outcome.reason.into_owned(),
            _ => list(outcome.places.as_slice()),
        }
    }
}

// ---- words ----

/// What the seats are called.
pub fn people() -> Names {
    Names::new(["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Guy", "Hal"])
}

/// The kind of a question or a notice.
pub fn kind(value: &Value) -> &str {
    value["kind"].as_str().unwrap_or_default()
}

/// A seat by its number.
///
/// # Panics
/// When it is none.
pub fn seat_of(word: &str) -> Seat {
    word.parse().unwrap_or_else(|why| panic!("{why}"))
}

/// A seat by its number, or `-` for the spectator.
///
/// # Panics
/// When it is neither.
pub fn viewer_of(word: &str) -> Viewer {
    if word == "-" { Viewer::Spectator } else { Viewer::Seat(seat_of(word)) }
}

/// The numbers of seats: `1 3`.
pub fn seats(seats: Seats) -> String {
    seats.to_string().replace(',', "")
}

/// Things in a row: `1 1 3`.
pub fn list<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

fn spectator_or<'a>(viewers: &'a [&'a str]) -> &'a [&'a str] {
    if viewers.is_empty() { &["-"] } else { viewers }
}

/// Whether JSON has a field as `play.card=king` says.
fn has_field(value: &Value, field: &str) -> bool {
    let (path, wanted) = field.split_once('=').unwrap_or_else(|| panic!("'{field}' says what?"));
    let found = path.split('.').fold(value, |value, name| &value[name]);
    found.as_str().map_or_else(|| found.to_string(), str::to_owned) == wanted
}
