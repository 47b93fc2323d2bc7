//! Whole conversations of two worlds that differ only in what a client may not know are the same, byte by byte.

use std::collections::BTreeMap;

use parlor_engine::{Seat, Viewer};
use parlor_gametest::slow;
use parlor_room::Fault;
use serde_json::{Value, json};

use crate::conversation::{Leak, transcript};
use crate::transcript::Transcript;
use crate::worlds::{Group, Search, Setup, Who, World, seeds};

/// How many pairs a game has.
fn pairs_wanted() -> usize {
    if slow() { 20_000 } else { 2_000 }
}

/// How many worlds a group has at the most: their conversations are held once, and compared each with each.
const MOST: usize = 16;

const PERSON: Who = Who::Person;

/// What was compared.
#[derive(Default, Debug)]
struct Tally {
    groups: usize,
    worlds: usize,
    pairs: usize,
    /// Of these, so many whose hidden state differs at the cut; of the others only the future does.
    differ_now: usize,
    /// So many in which others have answered unnoticed in one world at least.
    unnoticed: usize,
    steps: usize,
    longest: usize,
    pieces: usize,
    /// How many bytes came over each channel.
    bytes: BTreeMap<&'static str, usize>,
}

/// All ways on which somebody is told something.
const CHANNELS: [&str; 7] = [
    "account socket",
    "account stream",
    "http",
    "socket",
    "spectator socket",
    "spectator stream",
    "stream",
];

/// Holds the conversations of a group, and compares them.
fn compare(setup: &Setup, group: &Group, leak: Option<Leak>) -> Result<Vec<Transcript>, String> {
    let hold = |world: &World| transcript(setup, group, world, leak);
    let transcripts: Vec<Transcript> = group.worlds.iter().map(hold).collect();
    // Being the same is transitive: each like the first is each like each.
    for (transcript, world) in transcripts.iter().zip(&group.worlds) {
        if let Some(difference) = transcripts[0].difference(transcript) {
            return Err(format!(
                "{} tells {} worlds apart after {} steps, {:?} or {:?}: {difference}",
                setup.game,
                group.viewer,
                world.steps.len(),
                group.worlds[0].unnoticed,
                world.unnoticed,
            ));
        }
    }
    Ok(transcripts)
}

impl Tally {
    fn add(&mut self, group: &Group, transcripts: &[Transcript]) {
        let worlds = &group.worlds;
        self.groups += 1;
        self.worlds += worlds.len();
        for (number, one) in worlds.iter().enumerate() {
            for two in &worlds[..number] {
                self.pairs += 1;
                self.differ_now += usize::from(one.digest != two.digest);
                self.unnoticed += usize::from(one.unnoticed != two.unnoticed);
            }
        }
        let steps = worlds[0].steps.len();
        self.steps += steps * worlds.len();
        self.longest = self.longest.max(steps);
        self.pieces += transcripts.iter().map(|transcript| transcript.0.len()).sum::<usize>();
        for piece in transcripts.iter().flat_map(|transcript| &transcript.0) {
            *self.bytes.entry(piece.channel).or_default() += piece.bytes.len();
        }
    }
}

/// All viewers of a table: its people and a spectator.
fn viewers(setup: &Setup) -> Vec<Viewer> {
    let seats = setup.seats.iter().enumerate().filter(|(_, who)| **who == PERSON);
    seats.map(|(at, _)| Viewer::Seat(Seat::at(at))).chain([Viewer::Spectator]).collect()
}

/// A kind of table, and how its worlds are looked for.
struct Table {
    setup: Setup,
    /// How many seeds are tried at a time.
    pool: u64,
    /// How many worlds share a seed.
    secrets: u64,
    /// How many steps are played at the most.
    depth: usize,
}

/// Groups of one kind of table for all its viewers, until they make so many pairs.
fn groups(table: &Table, wanted: usize) -> Vec<Group> {
    let Table { setup, pool, secrets, depth } = table;
    let viewers = viewers(setup);
    let share = wanted.div_ceil(viewers.len());
    let (mut all, mut known) = (Vec::new(), BTreeMap::new());
    for viewer in viewers {
        let mut pairs = 0;
        for manner in 1..200 {
            let depth = 1 + (depth - 1) * (manner as usize % 4 + 1) / 4;
            let search = Search { viewer, manner, secrets: *secrets, most: MOST, depth };
            let seeds =
                known.entry(manner).or_insert_with(|| seeds(setup, manner, *pool, *secrets));
            // At least two manners of play are seen.
            let enough = share.min(pairs + share.div_ceil(2));
            for group in search.groups(setup, seeds) {
                if pairs < enough {
                    pairs += group.worlds.len() * (group.worlds.len() - 1) / 2;
                    all.push(group);
                }
            }
            if pairs >= share {
                break;
            }
        }
        assert!(pairs >= share, "{viewer}: {pairs} pairs are too few");
    }
    all
}

/// Compares the worlds of all these tables.
fn check(tables: &[Table]) -> Tally {
    let mut tally = Tally::default();
    let since = std::time::Instant::now();
    let mut searched = std::time::Duration::ZERO;
    for table in tables {
        let since = std::time::Instant::now();
        let groups = groups(table, pairs_wanted().div_ceil(tables.len()));
        searched += since.elapsed();
        for group in groups {
            match compare(&table.setup, &group, None) {
                Ok(transcripts) => tally.add(&group, &transcripts),
                Err(why) => panic!("{why}"),
            }
        }
    }
    let game = tables[0].setup.game;
    let Tally { groups, worlds, pairs, differ_now, unnoticed, steps, longest, pieces, bytes } =
        &tally;
    println!(
        "{game}: {pairs} pairs of {worlds} conversations in {groups} groups; the hidden state differs in {differ_now}, \
         unnoticed answers in {unnoticed}; {steps} steps, {longest} at the most; {pieces} messages, {} bytes ({bytes:?}); {:.1?}, of which {searched:.1?} to find them",
        bytes.values().sum::<usize>(),
        since.elapsed()
    );
    assert!(*pairs >= pairs_wanted(), "{pairs} pairs are too few");
    assert!(bytes.keys().eq(&CHANNELS), "every channel is used: {bytes:?}");
    tally
}

fn table(game: &'static str, options: Value, seats: &[Who], clock: &'static str) -> Setup {
    Setup { game, options, seats: seats.to_vec(), clock, luck: &[] }
}

/// Three who answer cards under seal. The worlds of a group share a seed, and differ in who has answered what.
fn sealed() -> Table {
    let deck = json!({
        "title": "Noes", "players": [2, 4], "tokens": [4, 3, 3], "ties": "shared", "ends": "turn-end", "starts": "winner",
        "cards": [
            {"card": "princess", "value": 8, "count": 1},
            {"card": "prince", "value": 5, "count": 4},
            {"card": "nope", "value": 2, "count": 8},
            {"card": "guard", "value": 1, "count": 8}
        ]
    });
    let options = json!({"deck": deck, "answers": "sealed"});
    let setup = table("chaos-letter", options, &[PERSON; 3], "5m+10s");
    Table { setup, pool: 4, secrets: MOST as u64, depth: 12 }
}

fn base() -> Table {
    let setup = table("automation", json!({"set": "base"}), &[PERSON; 2], "none");
    Table { setup, pool: 600, secrets: 1, depth: 24 }
}

fn against_computer() -> Table {
    let seats = [PERSON, Who::Computer("random")];
    let setup = table("dots-and-boxes", json!({"boxes": "2x2"}), &seats, "5m+10s");
    Table { setup, pool: 300, secrets: 1, depth: 6 }
}

#[test]
fn worlds_of_chaos_letter_look_the_same() {
    // With two players some cards lie face up, and hardly any two worlds look the same.
    let three = table("chaos-letter", json!({}), &[PERSON; 3], "none");
    let seats = [PERSON, PERSON, Who::Computer("random"), PERSON];
    let four = table("chaos-letter", json!({}), &seats, "60s");
    let tally = check(&[
        Table { setup: three, pool: 900, secrets: 1, depth: 12 },
        Table { setup: four, pool: 900, secrets: 1, depth: 8 },
        sealed(),
    ]);
    assert!(tally.differ_now * 2 > tally.pairs, "{tally:?}");
    assert!(tally.unnoticed > 100, "{tally:?}");
}

#[test]
fn worlds_of_automation_look_the_same() {
    let kingdom = "refactor,unit-test,ransomware,ipo,code-review,tech-debt,deployment-pipeline,hack,merge-conflict,monitoring";
    let seats = [PERSON, Who::Computer("random"), PERSON];
    let standard =
        table("automation", json!({"set": "standard", "kingdom": kingdom}), &seats, "5m+10s");
    let tally = check(&[base(), Table { setup: standard, pool: 600, secrets: 1, depth: 24 }]);
    assert!(tally.differ_now * 4 > tally.pairs, "{tally:?}");
}

#[test]
fn worlds_of_property_tycoon_look_the_same() {
    let mut two = table("property-tycoon", json!({}), &[PERSON; 2], "5m+10s");
    two.luck = &[("dice/1", 36), ("dice/2", 36), ("dice/1", 36)];
    let seats = [PERSON, Who::Computer("random"), PERSON];
    let mut three = table("property-tycoon", json!({}), &seats, "none");
    three.luck = &[("dice/1", 36), ("dice/2", 36)];
    check(&[
        Table { setup: two, pool: 160_000, secrets: 1, depth: 16 },
        Table { setup: three, pool: 12_000, secrets: 1, depth: 16 },
    ]);
}

#[test]
fn worlds_of_dots_and_boxes_look_the_same() {
    let people = table("dots-and-boxes", json!({"boxes": "3x3"}), &[PERSON; 2], "5m+10s");
    check(&[Table { setup: people, pool: 48, secrets: 1, depth: 20 }, against_computer()]);
}

/// After how many groups of a table the comparison finds a leak.
fn found(table: &Table, leak: Leak) -> Option<usize> {
    let groups = groups(table, 400);
    groups.iter().position(|group| compare(&table.setup, group, Some(leak)).is_err())
}

#[test]
fn leaks_are_found() {
    let check = |table: &Table, leak: Leak| {
        let at = found(table, leak);
        println!("{leak:?}: found in group {at:?}");
        assert!(at.is_some(), "{leak:?} is not found");
    };
    check(&sealed(), Leak::Room(Fault::ShowsAnswers));
    check(&base(), Leak::Room(Fault::MixesViews));
    check(&sealed(), Leak::Time);
    check(&sealed(), Leak::Header);
    check(&against_computer(), Leak::Thinking);
}
