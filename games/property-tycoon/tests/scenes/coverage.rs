//! What the scenes show between them, and the table of it.
//!
//! The table is made of what happened while the scenes were played: which cards were drawn, which
//! spaces were landed on, how the games ended, what was refused and why. A row of which nothing
//! happened in any scene fails, and so does a card, a space, an end or a trap without a scene that is
//! named after it and shows it.

use std::fmt::Write as _;

use parlor_engine::Refusal;
use parlor_gametest::committed::compare;
use parlor_gametest::scene::scenes;
use parlor_property_tycoon::board::Space;
use parlor_property_tycoon::{Board, EditionOption, End, Notice, Pack, Place, Reason, Why};

use crate::FILES;
use crate::scene::{Seen, run};

/// What broke earlier versions of this game: the scene that is named after it, and what must not
/// happen any more.
const TRAPS: [(&str, &str); 20] = [
    (
        "landing resolved after the turn had passed to the next player",
        "A space is done for whoever landed there, before anybody else has a turn.",
    ),
    ("GO paid twice, or on space 40", "Go pays once for each time it is passed, and not before."),
    ("Broyles Lane (20) taken for Free Parking (21)", "The fines wait one space further on."),
    ("all card spaces drawing from one deck", "Each card space has its own pack."),
    ("a cash balance read as a board position", "Money does not say where a token stands."),
    ("movement cards that pay no GO money", "Who is sent forward past Go is paid for it."),
    ("jail cards that move but do not jail", "Who is sent to jail sits in jail."),
    ("PL11 offering no choice", "The player chooses between the fine and the card."),
    ("a held jail card still in the deck", "A card in somebody's hand cannot be drawn."),
    ("house prices never loaded", "A house costs what the edition says."),
    (
        "worth counting rents instead of building cost",
        "Buildings count at what they cost, and property at its price.",
    ),
    (
        "a debt silently forgiven, or a solvent player bankrupted",
        "Who can raise the money pays all of it, and only who cannot is out.",
    ),
    ("property returned still mortgaged", "The bank gets property back without its mortgage."),
    ("fractions of a pound", "Halves and tenths are rounded to whole pounds."),
    ("the auction winner who may not own", "Who has not been round the board does not bid."),
    ("an all-in bid ending the auction", "Others may bid more than somebody's last pound."),
    ("a timeout ending the whole auction", "Who is late has passed, and the others go on."),
    ("stations with houses", "Only streets are built on."),
    ("a hotel sold for five houses and leaving four", "A hotel sells for one step."),
    ("lap counts that count rolls", "A circuit is done at Go, however often one has rolled."),
];

/// Names every variant of an enum in a list and in a match, so that a new one does not compile until
/// it has its row.
macro_rules! variants {
    ($all:ident, $name:ident: $type:ty { $($variant:ident),+ $(,)? }) => {
        const $all: &[&str] = &[$(stringify!($variant)),+];

        fn $name(value: &$type) -> &'static str {
            use $type as Variants;
            match value {
                $(Variants::$variant { .. } => stringify!($variant),)+
            }
        }
    };
}

variants!(ENDS, end_name: End { Bankruptcy, Left, Time, Rounds });

variants!(REASONS, reason_name: Reason {
    NotNow, NoSuchPlace, NoSuchItem, NoProperty, NotYours, NotTheirs, NoStreet, NotTheWholeGroup, GroupMortgaged,
    BuildEvenly, SellEvenly, FullyBuilt, NothingBuilt, BuildingsStand, Mortgaged, NotMortgaged,
    OneWay, TooDear, BankCannotPay, BidTooLow, BidTooHigh, NoCard, TheyHaveNoCard, NoPartner, MayNotOwn,
    TooManyOffers, NoTrading, NothingOffered, InTheOffer, NotThatMuch, AskedAlready,
});

type Refused = Refusal<Reason>;

variants!(REFUSALS, refusal_name: Refused {
    Over, NoSuchSeat, NotAsked, NoChanceDue, CannotComeUp, NoClock, Gone, Rules,
});

/// A scene that was played.
struct Played {
    file: &'static str,
    title: String,
    seen: Seen,
}

impl Played {
    /// What the scene is named after: what stands before the colon, where there is one.
    fn about(&self) -> &str {
        self.title.split_once(": ").map_or(&self.title, |(about, _)| about)
    }

    fn any(&self, edition: &str, what: impl Fn(&Notice) -> bool) -> bool {
        self.seen.edition == edition && self.seen.told.iter().any(what)
    }
}

/// The table while it is written.
struct Coverage {
    played: Vec<Played>,
    text: String,
    holes: Vec<String>,
}

impl Coverage {
    /// In how many scenes this is so; none is a hole.
    fn count(&mut self, row: &str, shows: impl Fn(&Played) -> bool) -> usize {
        let count = self.played.iter().filter(|played| shows(played)).count();
        if count == 0 {
            self.holes.push(format!("no scene shows {row}"));
        }
        count
    }

    /// The same, and one of them has to be named after it.
    fn count_named(&mut self, file: &str, name: &str, shows: impl Fn(&Played) -> bool) -> usize {
        let mut named = self.played.iter().filter(|played| played.file == file);
        if !named.any(|played| played.about() == name && shows(played)) {
            self.holes.push(format!("no scene of '{file}' is named after '{name}' and shows it"));
        }
        self.count(name, shows)
    }

    fn heading(&mut self, heading: &str, columns: &str) {
        let rule: String = columns
            .split(" | ")
            .map(|name| if name.ends_with('#') { "--:|" } else { "---|" })
            .collect();
        let columns = columns.replace('#', "");
        _ = writeln!(self.text, "\n## {heading}\n\n| {columns} |\n|{rule}");
    }

    fn row(&mut self, cells: &[&str]) {
        _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    // ---- the tables ----

    fn traps(&mut self) {
        self.heading("Traps", "trap | what holds instead | scenes#");
        for (trap, instead) in TRAPS {
            let named = |played: &Played| played.file == "traps" && played.about() == trap;
            let count = self.count_named("traps", trap, named);
            self.row(&[trap, instead, &count.to_string()]);
        }
        let known = |played: &&Played| TRAPS.iter().any(|(trap, _)| *trap == played.about());
        let traps = self.played.iter().filter(|played| played.file == "traps");
        let unknown = traps.filter(|played| !known(played));
        self.holes.extend(unknown.map(|played| format!("'{}' is no trap", played.title)));
    }

    fn cards(&mut self, board: &Board) {
        self.heading("Cards", "card | what it says | drawn in scenes#");
        for pack in Pack::ALL {
            for (index, card) in board.cards[pack.index()].iter().enumerate() {
                let drew = |notice: &Notice| {
                    matches!(notice, Notice::Drew { pack: of, card: drawn, .. }
                        if *of == pack && drawn.index() == index)
                };
                let drawn = |played: &Played| played.any("standard", drew);
                let count = self.count_named("cards", &card.id, drawn);
                self.row(&[&card.id, &card.text, &count.to_string()]);
            }
        }
    }

    fn spaces(&mut self, board: &Board) {
        let columns = "space | name | landed on in scenes# | bought# | paid rent for#";
        self.heading("Spaces", columns);
        for place in board.places() {
            let name = board.name(place);
            let about = format!("{place} {name}");
            let landed =
                self.count_named("spaces", &about, |it| it.any("standard", lands_on(place)));
            let mut bought = "-".to_owned();
            let mut rent = "-".to_owned();
            if board.space(place) == Space::Property {
                let shows = |it: &Played| it.any("standard", buys(place));
                bought = self.count(&format!("how {about} is bought"), shows).to_string();
                let shows = |it: &Played| it.any("standard", pays_rent_of(place));
                rent = self.count(&format!("the rent of {about}"), shows).to_string();
            }
            self.row(&[&place.to_string(), name, &landed.to_string(), &bought, &rent]);
        }
    }

    /// Whatever another edition plays otherwise: prices, rents and what cards do. Names and texts
    /// change nothing.
    fn differences(&mut self, board: &Board, edition: &str, other: &Board) {
        self.heading(&format!("What the edition `{edition}` plays otherwise"), "what | scenes#");
        for place in board.places() {
            let same = board.space(place) == other.space(place)
                && board.property(place) == other.property(place)
                && board.house_price(place) == other.house_price(place);
            if !same {
                let what = format!("space {place}, {}", other.name(place));
                let shows = |it: &Played| {
                    it.any(edition, lands_on(place))
                        && (!other.is_property(place) || it.any(edition, pays_rent_of(place)))
                };
                let count = self.count(&what, shows);
                self.row(&[&what, &count.to_string()]);
            }
        }
        for pack in Pack::ALL {
            let (ours, theirs) = (&board.cards[pack.index()], &other.cards[pack.index()]);
            for (index, card) in theirs.iter().enumerate() {
                if ours.get(index).map(|ours| ours.effect) != Some(card.effect) {
                    let drew = |notice: &Notice| {
                        matches!(notice, Notice::Drew { pack: of, card: drawn, .. }
                            if *of == pack && drawn.index() == index)
                    };
                    let count = self.count(&card.id, |it| it.any(edition, drew));
                    self.row(&[&card.id, &count.to_string()]);
                }
            }
        }
    }

    fn ends(&mut self) {
        self.heading("Ends", "end | scenes#");
        for name in ENDS {
            let over =
                |notice: &Notice| matches!(notice, Notice::Over { why } if end_name(why) == *name);
            let ended = |played: &Played| played.seen.told.iter().any(over);
            let count = self.count_named("ends", name, ended);
            self.row(&[name, &count.to_string()]);
        }
    }

    fn refusals(&mut self) {
        self.heading("What every game refuses", "refusal | scenes#");
        for name in REFUSALS {
            let count = self.count(name, |played| {
                played.seen.refused.iter().any(|why| refusal_name(why) == *name)
            });
            self.row(&[name, &count.to_string()]);
        }
        self.heading("What this game refuses", "reason | in words, once | scenes#");
        for name in REASONS {
            let is =
                |why: &&Refused| matches!(why, Refusal::Rules(why) if reason_name(why) == *name);
            let count = self.count(name, |played| played.seen.refused.iter().any(|why| is(&why)));
            let mut all = self.played.iter().flat_map(|played| &played.seen.refused);
            let words = all.find(is).map(ToString::to_string).unwrap_or_default();
            self.row(&[name, &words, &count.to_string()]);
        }
    }
}

fn lands_on(place: Place) -> impl Fn(&Notice) -> bool {
    move |notice| matches!(notice, Notice::Moved { to, .. } if *to == place)
}

fn buys(place: Place) -> impl Fn(&Notice) -> bool {
    move |notice| matches!(notice, Notice::Bought { place: bought, .. } if *bought == place)
}

fn pays_rent_of(place: Place) -> impl Fn(&Notice) -> bool {
    move |notice| matches!(notice, Notice::Paid { why: Why::Rent(of), .. } if *of == place)
}

fn board(edition: &str) -> Board {
    let board = EditionOption::named(edition).expect("an edition in the box").board();
    Board::clone(&board.expect("a board"))
}

#[test]
fn the_scenes_leave_no_hole() {
    let played = FILES.into_iter().flat_map(|(file, text)| {
        let play = move |scene: parlor_gametest::scene::Scene| Played {
            file,
            seen: run(&scene.lines),
            title: scene.title,
        };
        scenes(text).into_iter().map(play)
    });
    let mut coverage =
        Coverage { played: played.collect(), text: String::new(), holes: Vec::new() };
    let count = coverage.played.len();
    _ = write!(
        coverage.text,
        "# What the scenes show\n\nIn how many of the {count} scenes something happened while they were \
         played.\nWritten by the test `scenes`; `PARLOR_UPDATE=1` writes it anew.\n"
    );
    let standard = board("standard");
    coverage.traps();
    coverage.cards(&standard);
    coverage.spaces(&standard);
    coverage.differences(&standard, "second", &board("second"));
    coverage.ends();
    coverage.refusals();
    assert!(coverage.holes.is_empty(), "{}", coverage.holes.join("\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/COVERAGE.md");
    compare(path, &coverage.text);
}
