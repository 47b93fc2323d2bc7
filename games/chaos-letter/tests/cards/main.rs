//! Every card in every situation it can be in, as scenes, and the table of them.
//!
//! Each card has a file `CARD.scene`. A scene begins with a line `== SITUATION: what happens`; how the
//! rest is written stands with [`scene`]. Which situations a card must have follows from the
//! catalogue, so a card without a scene for one of them fails here, and so does a scene for a
//! situation that cannot be. `COVERAGE.md` is the table of them: `PARLOR_UPDATE=1` writes it.

#![allow(clippy::disallowed_methods, reason = "reads the scenes from the folder of this test")]

mod scene;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::panic;
use std::path::PathBuf;

use parlor_chaos_letter::Card;
use parlor_chaos_letter::ChaosLetter;
use parlor_chaos_letter::catalogue::{Definition, Effect, Knack};
use parlor_chaos_letter::deck::Deck;
use parlor_engine::{AnyEntry, AnyTable, AnyTurn, Seat, open};
use parlor_gametest::committed::compare;
use parlor_gametest::scene::{Scene, scenes};
use serde_json::json;

/// What can become of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Situation {
    Effect,
    Insane,
    NoTarget,
    Protected,
    Nope,
    NoU,
    Knack(&'static str),
}

use Situation::{Insane, NoTarget, NoU, Nope, Protected};

impl Situation {
    /// The columns of the table; knacks share one.
    const COLUMNS: [(Self, &'static str); 6] = [
        (Self::Effect, "effect"),
        (Insane, "insane"),
        (NoTarget, "no target"),
        (Protected, "protected"),
        (Nope, "under Nope"),
        (NoU, "under No-U"),
    ];

    fn read(words: &str) -> Option<Self> {
        let column = Self::COLUMNS.into_iter().find(|(_, name)| *name == words);
        let knack = || KNACKS.into_iter().find(|(_, name)| *name == words);
        column
            .map(|(situation, _)| situation)
            .or_else(|| knack().map(|(_, name)| Self::Knack(name)))
    }
}

const KNACKS: [(Knack, &str); 15] = [
    (Knack::Fatal, "fatal when discarded"),
    (Knack::YieldsToRoyals, "yields to royals"),
    (Knack::YieldsToHigh, "yields to high cards"),
    (Knack::Adds, "adds at the showdown"),
    (Knack::Constable, "pays from the discards"),
    (Knack::Spy, "pays at the end"),
    (Knack::Assassin, "strikes from the hand"),
    (Knack::CrimeBoss, "strikes who looks"),
    (Knack::Nope, "quick Nope"),
    (Knack::NoU, "quick No-U"),
    (Knack::FreeNoU, "quick No-U of the insane"),
    (Knack::SkipsTurn, "skips a turn"),
    (Knack::KeepsProtection, "keeps protection"),
    (Knack::TakesAside, "takes the card aside"),
    (Knack::PlaysAgain, "plays again"),
];

/// Whom an effect is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum For {
    Nobody,
    /// Others alone: there may be none who can be chosen.
    Others,
    /// Oneself, too, so there is always somebody.
    Anybody,
}

const fn whom(effect: Effect) -> For {
    match effect {
        Effect::Guard
        | Effect::Priest
        | Effect::Baron
        | Effect::DowagerQueen
        | Effect::King
        | Effect::Jester
        | Effect::Baroness
        | Effect::Bishop
        | Effect::DeepOnes
        | Effect::GoldenMead
        | Effect::Hound
        | Effect::MiGo
        | Effect::Nyarlathotep
        | Effect::BountyHunter
        // Two are needed, and oneself is only one.
        | Effect::Cardinal => For::Others,
        Effect::Prince | Effect::Sycophant => For::Anybody,
        Effect::Nothing
        | Effect::Handmaid
        | Effect::Chancellor
        | Effect::LiberIvonis
        | Effect::Trapezohedron
        | Effect::Cthulhu
        | Effect::Capitalist
        | Effect::TurnRound => For::Nobody,
    }
}

/// The situations a card can be in.
fn situations(definition: &Definition) -> Vec<Situation> {
    let effects: Vec<For> =
        std::iter::once(definition.sane).chain(definition.insane).map(whom).collect();
    let fatal = definition.knacks.contains(&Knack::Fatal);
    // Whoever plays a card that is fatal is out before anybody could answer it.
    let answered = !fatal || definition.insane.is_some();
    let mut all = vec![Situation::Effect];
    let mut also = |situation, can_be: bool| all.extend(can_be.then_some(situation));
    also(Insane, definition.insane.is_some());
    also(NoTarget, effects.contains(&For::Others));
    also(Protected, effects.iter().any(|whom| *whom != For::Nobody));
    also(Nope, answered);
    also(NoU, answered);
    for (knack, name) in KNACKS {
        also(Situation::Knack(name), definition.knacks.contains(&knack));
    }
    all
}

struct Situated {
    situation: Situation,
    scene: Scene,
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cards"))
}

fn scenes_of(card: Card) -> Vec<Situated> {
    let path = folder().join(format!("{card}.scene"));
    // A card without a file has no scenes, and fails where it lacks them.
    let text = fs::read_to_string(path).unwrap_or_default();
    let scenes = scenes(&text).into_iter().map(|scene| {
        let (words, _) = scene.title.split_once(": ").unwrap_or((&scene.title, ""));
        let Some(situation) = Situation::read(words) else {
            panic!("{card}: '{words}' is no situation");
        };
        Situated { situation, scene }
    });
    scenes.collect()
}

#[test]
fn every_scene_plays_as_it_says() {
    let mut wrong = Vec::new();
    for card in Card::ALL {
        for Situated { scene: Scene { title, lines }, .. } in scenes_of(card) {
            if panic::catch_unwind(|| scene::run(&lines)).is_err() {
                wrong.push(format!("{card}: {title}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} scenes go wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_card_has_a_scene_for_every_situation_it_can_be_in() {
    let mut wrong = Vec::new();
    for card in Card::ALL {
        let can_be = situations(card.definition());
        let has: Vec<Situation> = scenes_of(card).iter().map(|scene| scene.situation).collect();
        let missing = can_be.iter().filter(|situation| !has.contains(situation));
        wrong.extend(missing.map(|situation| format!("{card} has no scene for {situation:?}")));
        let idle = has.iter().filter(|situation| !can_be.contains(situation));
        wrong.extend(idle.map(|situation| format!("{card} cannot be in {situation:?}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No file is left over, and every scene is about the card of its file.
#[test]
fn every_file_is_of_a_card() {
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if let Some(card) = name.strip_suffix(".scene") {
            assert!(card.parse::<Card>().is_ok(), "there is no card '{card}'");
        }
    }
    for card in Card::ALL {
        for Situated { scene: Scene { title, lines }, .. } in scenes_of(card) {
            assert!(lines.contains(card.name()), "{card}: '{title}' is about something else");
        }
    }
}

/// The table of situations is not typed by hand: what it takes for granted of the effects is what
/// the menus say.
#[test]
fn the_menus_agree_whom_a_card_is_for() {
    for card in Card::ALL.into_iter().filter(|card| *card != Card::BrainCase) {
        let mut deck = Deck::built_in("premium").unwrap();
        let row = scene::row_in_chaos(card);
        // A Countess or a Key beside the others of the deck would have to be played.
        deck.cards.retain(|row| row.card == Card::Guard);
        deck.cards.retain(|row| row.card != card);
        deck.cards.push(parlor_chaos_letter::deck::Row { count: 20, from_players: 0, ..row });
        let mut table = open::<ChaosLetter>(&json!({ "deck": deck }), 5).unwrap();
        for _ in 0..7 {
            pass_all(&mut *table);
            table.apply(&format!("*: draw {card}").parse().unwrap()).unwrap();
        }
        let menu = targets(&*table, card);
        let expected = match whom(card.definition().sane) {
            For::Nobody => vec![],
            For::Others => vec!["2", "3", "4", "5"],
            For::Anybody => vec!["1", "2", "3", "4", "5"],
        };
        let expected =
            if card == Card::Cardinal { vec!["1", "2", "3", "4", "5"] } else { expected };
        assert_eq!(menu, expected, "{card}");
    }
}

/// Nobody who is asked before the draw answers.
fn pass_all(table: &mut dyn AnyTable) {
    while let AnyTurn::Ask { seats, .. } = table.turn() {
        let seat = seats.first().expect("somebody is asked");
        table.apply(&format!("{seat}: pass").parse().unwrap()).unwrap();
    }
}

/// Everybody who is named in some play of the card.
fn targets(table: &dyn AnyTable, card: Card) -> Vec<String> {
    let mut named = BTreeSet::new();
    for entry in table.menu(Seat::at(0), usize::MAX).entries {
        let AnyEntry::One { notation: played, .. } = entry else { continue };
        let played = played.split(" names").next().unwrap_or_default();
        let words = played.strip_prefix(card.name()).unwrap_or_default().split_whitespace();
        named.extend(words.map(str::to_owned));
    }
    named.into_iter().collect()
}

#[test]
fn the_table_of_situations_is_up_to_date() {
    let mut table = String::from(
        "# Cards and situations\n\nHow many scenes there are for each. `-`: the card cannot be in that \
         situation, by the catalogue.\nWritten by the test `cards`; `PARLOR_UPDATE=1` writes it anew.\n\n",
    );
    let columns: Vec<&str> = Situation::COLUMNS.iter().map(|(_, name)| *name).collect();
    _ = writeln!(table, "| card | {} | knacks |", columns.join(" | "));
    _ = writeln!(table, "|---|{}---|", "--:|".repeat(columns.len()));
    let mut all = 0;
    for card in Card::ALL {
        let can_be = situations(card.definition());
        let has: Vec<Situation> = scenes_of(card).iter().map(|scene| scene.situation).collect();
        all += has.len();
        let count = |situation| has.iter().filter(|other| **other == situation).count();
        let cell = |situation| {
            if can_be.contains(&situation) { count(situation).to_string() } else { "-".to_owned() }
        };
        let cells = Situation::COLUMNS.map(|(situation, _)| cell(situation)).join(" | ");
        let knacks = KNACKS.iter().filter(|(knack, _)| card.definition().knacks.contains(knack));
        let knacks: Vec<String> =
            knacks.map(|(_, name)| format!("{name}: {}", count(Situation::Knack(name)))).collect();
        let knacks = if knacks.is_empty() { "-".to_owned() } else { knacks.join(", ") };
        _ = writeln!(table, "| {} | {cells} | {knacks} |", card.title());
    }
    _ = writeln!(table, "\n{all} scenes of {} cards.", Card::ALL.len());
    compare(folder().join("COVERAGE.md"), &table);
}
