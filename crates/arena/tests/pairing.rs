//! What it gains to play the same luck from every seat, measured with real players in real games; the table
//! in `docs/reference/statistics.md` is what this prints.

#![expect(clippy::cast_precision_loss, reason = "a few hundred thousand games")]

use std::fs;
use std::path::Path;

use parlor_arena::stats::{Interval, Moments, PairingGain};
use parlor_arena::summary::PlayerSummary;
use parlor_arena::{
    EventSettings, Folder, Orders, PlayerSettings, Settings, Shard, Summary, Tournament, run,
};
use serde_json::{Value, json};

/// Ten actions, so that all blocks are played with the same ones.
const KINGDOM: &str = "backlog,merge-conflict,monitoring,code-review,sprint-planning,unit-test,hack,\
                       tech-debt,refactor,parallelization";

/// Two players at a table.
struct Duel {
    game: &'static str,
    options: Value,
    players: [&'static str; 2],
    /// How many games the quick tier plays; the slow one plays ten times as many.
    games: u64,
}

impl Duel {
    fn settings(&self) -> Settings {
        let players = self.players.iter();
        Settings {
            game: Some(self.game.to_owned()),
            options: self.options.clone(),
            seats: Some(2),
            players: players.map(|spec| PlayerSettings::Spec((*spec).to_owned())).collect(),
            games: Some(if parlor_gametest::slow() { 10 * self.games } else { self.games }),
            seed: Some(1),
            ..Settings::default()
        }
    }

    /// What is gained, and how often the first player wins.
    fn gain(&self) -> PairingGain {
        let dir = tempfile::tempdir().unwrap();
        let summary = play(&self.settings(), &dir.path().join("arena"));
        let first = player(&summary, self.players[0]);
        let gain = first.pairing.expect("results vary");
        let Interval { low, high } = gain.interval.expect("there are enough blocks");
        let Self { game, options, players: [one, other], .. } = self;
        println!(
            "{game} {options} | {one} v {other} | {:.1} % | {} blocks | {:.3} ({low:.3} to {high:.3})",
            100.0 * first.score,
            first.blocks,
            gain.ratio
        );
        gain
    }

    #[track_caller]
    fn gains(&self) {
        let gain = self.gain();
        assert!(gain.interval.unwrap().high < 1.0, "{gain:?}");
    }
}

fn play(settings: &Settings, path: &Path) -> Summary {
    let tournament = Tournament::settle(settings, || 0).unwrap();
    let folder = Folder::create(path, &tournament, Shard::WHOLE).unwrap();
    run(&folder, &tournament, Shard::WHOLE, &Orders::default(), |_| ()).unwrap().1
}

fn player<'a>(summary: &'a Summary, name: &str) -> &'a PlayerSummary {
    summary.events[0].players.iter().find(|player| player.name == name).unwrap()
}

#[test]
fn automation_gains() {
    let duel =
        |options: Value, players| Duel { game: "automation", options, players, games: 6_000 };
    duel(json!({"set": "standard"}), ["naive-money", "big-money"]).gains();
    duel(json!({"set": "base"}), ["naive-money", "big-money"]).gains();
    duel(json!({"set": "base"}), ["big-money", "engine"]).gains();
    duel(json!({"set": "standard", "kingdom": KINGDOM}), ["big-money", "engine"]).gain();
    // Where chance picks the actions that can be bought, it picks them for all games of the block. Some
    // suit the one player and some the other, from either seat: that is luck which blocks do not share
    // out, and the ratio may well lie above 1.
    duel(json!({"set": "standard"}), ["big-money", "engine"]).gain();
}

#[test]
fn single_rounds_of_chaos_letter_gain() {
    let duel =
        |options: Value, players| Duel { game: "chaos-letter", options, players, games: 8_000 };
    duel(json!({"rounds": 1}), ["courtier", "random"]).gains();
    duel(json!({"rounds": 1, "deck": "cosmic"}), ["courtier", "cultist"]).gains();
    duel(json!({"rounds": 1, "deck": "chaos"}), ["courtier", "trickster"]).gains();
    duel(json!({}), ["courtier", "random"]).gain();
    duel(json!({"deck": "chaos"}), ["courtier", "trickster"]).gain();
}

#[test]
fn dots_and_boxes_and_property_tycoon_are_measured() {
    let options = json!({"boxes": "2x2"});
    Duel { game: "dots-and-boxes", options, players: ["easy", "random"], games: 6_000 }.gain();
    let players = ["hard", "easy"];
    Duel { game: "property-tycoon", options: json!({}), players, games: 800 }.gains();
}

/// The same luck and the same decisions make the same game again: what the one seat gets in it the other does
/// not, and every block comes to the same.
#[test]
fn a_deterministic_player_against_itself_has_blocks_without_variance() {
    for (game, name) in [
        ("automation", "big-money"),
        ("chaos-letter", "courtier"),
        ("property-tycoon", "hard"),
        ("dots-and-boxes", "easy"),
    ] {
        let duel = Duel { game, options: json!({}), players: [name, name], games: 60 };
        let dir = tempfile::tempdir().unwrap();
        let summary = play(&duel.settings(), &dir.path().join("arena"));
        let first = player(&summary, name);
        let all = first.against_all.unwrap();
        assert_eq!((all.score.to_bits(), all.score_se.to_bits()), (0.5f64.to_bits(), 0), "{game}");
        assert_eq!(2 * first.blocks, first.games);
        let games = Games::read(&dir.path().join("arena"));
        assert_eq!(games.0.len() as u64, first.blocks);
        assert!(games.0.iter().all(|block| block.iter().sum::<i64>() == 2), "{game}");
    }
}

/// The half-points of the first player in both games of each block.
struct Games(Vec<[i64; 2]>);

impl Games {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path.join("games.jsonl")).unwrap();
        let half_points = |line: &str| {
            let game: Value = serde_json::from_str(line).unwrap();
            let seat = usize::from(game["seats"][0] != 1);
            let place = |seat: usize| game["places"][seat].as_u64().unwrap();
            match place(seat).cmp(&place(1 - seat)) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            }
        };
        let games: Vec<i64> = text.lines().map(half_points).collect();
        let (blocks, rest) = games.as_chunks::<2>();
        assert!(rest.is_empty());
        Self(blocks.to_vec())
    }
}

/// The ratio against the thing itself: as many games, the first of one block and the second of another, so
/// that no two of them share their luck.
#[test]
fn the_ratio_is_that_against_games_which_share_nothing() {
    let cases = [
        ("automation", json!({"set": "standard"}), ["naive-money", "big-money"], 12_000),
        ("chaos-letter", json!({"rounds": 1, "deck": "chaos"}), ["courtier", "trickster"], 12_000),
        ("automation", json!({"set": "standard"}), ["big-money", "engine"], 12_000),
    ];
    for (game, options, players, games) in cases {
        let dir = tempfile::tempdir().unwrap();
        let duel = Duel { game, options, players, games };
        let summary = play(&duel.settings(), &dir.path().join("arena"));
        let gain = player(&summary, players[0]).pairing.unwrap();
        let blocks = Games::read(&dir.path().join("arena")).0;
        let variance = |sums: &mut dyn Iterator<Item = i64>| {
            let mut moments = Moments::new();
            sums.for_each(|sum| moments.add(sum));
            moments.sd().unwrap().powi(2)
        };
        let paired = variance(&mut blocks.iter().map(|[first, second]| first + second));
        let (pairs, _) = blocks.as_chunks::<2>();
        let unpaired = variance(&mut pairs.iter().map(|[one, other]| one[0] + other[1]));
        let measured = paired / unpaired;
        println!("{game} {players:?}: {:.3} by the formula, {measured:.3} measured", gain.ratio);
        // A variance of n sums of two games is off by at most about √(2 / n) of itself; three of these.
        let off = 3.0 * (2.0 / pairs.len() as f64).sqrt();
        assert!((measured - gain.ratio).abs() < off * gain.ratio.max(0.1), "{off}");
    }
}

/// A field in which one loses everything and the others are close: who the others are does not show in the
/// ratio, in whichever event and at whichever table they meet.
#[test]
fn unlike_opponents_do_not_show() {
    let names = ["passive", "big-money", "naive-money"];
    let event = || EventSettings {
        game: "automation".to_owned(),
        options: json!({"set": "base"}),
        seats: Some(2),
    };
    let settings = Settings {
        events: vec![event(), event()],
        players: names.iter().map(|spec| PlayerSettings::Spec((*spec).to_owned())).collect(),
        games: Some(2_000),
        seed: Some(1),
        ..Settings::default()
    };
    let dir = tempfile::tempdir().unwrap();
    let summary = play(&settings, &dir.path().join("arena"));
    for event in &summary.events {
        assert!(event.has_pairing);
        let gain = |name: &str| {
            event.players.iter().find(|player| player.name == name).and_then(|found| found.pairing)
        };
        assert_eq!(gain("passive"), None, "it lost everything");
        let gains = [gain("big-money").unwrap(), gain("naive-money").unwrap()];
        // They met each other in the only blocks that vary, so that what the one gained the other did.
        assert!((gains[0].ratio - gains[1].ratio).abs() < 1e-12, "{gains:?}");
        assert!(gains[0].interval.unwrap().high < 0.9, "{gains:?}");
    }
}
