//! What a scorebook says of games that are made up.

use std::borrow::Cow;

use serde_json::json;

use super::*;
use crate::tournament::{Format, Lineup, PlayerSettings, Settings};

fn tournament(format: Format, players: usize, games: u64) -> Tournament {
    let settings = Settings {
        game: Some("dots-and-boxes".to_owned()),
        options: json!({"boxes": "2x2"}),
        players: vec![PlayerSettings::Spec("random".to_owned()); players],
        format,
        games: Some(games),
        seed: Some(1),
        ..Settings::default()
    };
    Tournament::settle(&settings, || 0).unwrap()
}

/// A game in which seats scored this.
fn game(lineup: Lineup, scores: [i64; 2]) -> GameResult {
    let places = match scores[0].cmp(&scores[1]) {
        std::cmp::Ordering::Greater => [1, 2],
        std::cmp::Ordering::Equal => [1, 1],
        std::cmp::Ordering::Less => [2, 1],
    };
    GameResult {
        lineup,
        places: places.into_iter().collect(),
        scores: Some(scores.into_iter().collect()),
        reason: Cow::Borrowed("it is over"),
        acts: 1,
        faults: Vec::new(),
        moves: None,
    }
}

/// Fills the scorebook, each game as it is said: by its block, its number in it, and who sits where.
fn filled(
    tournament: &Tournament,
    mut say: impl FnMut(&Block, usize, Lineup) -> GameResult,
) -> Scorebook<'_> {
    let mut scorebook = Scorebook::new(tournament);
    let mut number = 0;
    while let Next::Play(block) = scorebook.block(number) {
        let lineups = block.lineups().enumerate();
        let games: Vec<GameResult> =
            lineups.map(|(game, lineup)| say(&block, game, lineup)).collect();
        scorebook.add_part(Shard::WHOLE, &block, &games);
        number += 1;
    }
    scorebook
}

/// Twice the same luck: a block in which the first seat is 4 ahead in both games has a margin of 0 for
/// both players. By single games these margins would vary.
#[test]
fn margins_are_those_of_blocks() {
    let two = tournament(Format::RoundRobin, 2, 40);
    let scorebook = filled(&two, |block, _, lineup| {
        let more = i64::from(lineup[0] == 0 && block.number.is_multiple_of(2));
        game(lineup, [4 + more, 0])
    });
    let summary = scorebook.summary();
    let [first, second] = &summary.events[0].players[..] else { panic!("two players") };
    // Half the blocks are 5 - 4, half are 4 - 4: a quarter of a point a game.
    let margin = first.margin.unwrap();
    assert_eq!((margin.mean, second.margin.unwrap().mean), (0.25, -0.25));
    // A block of two games varies by half a point to either side of a mean of a half.
    let interval = margin.interval.unwrap();
    let reach = 1.96 * (0.25f64 * 20.0 / 19.0).sqrt() / 20f64.sqrt() / 2.0;
    assert!((interval.high - interval.low - 2.0 * reach).abs() < 1e-4, "{interval:?}");
}

/// A game that a fault ended has no scores, and what is left of its block was played from one seat.
#[test]
fn a_block_with_a_game_that_has_no_scores_has_no_margin() {
    let two = tournament(Format::RoundRobin, 2, 40);
    let scorebook = filled(&two, |block, number, lineup| {
        let whole = game(lineup, [3, 1]);
        let is_cut = block.number < 5 && number == 0;
        if is_cut { GameResult { scores: None, ..whole } } else { whole }
    });
    let tally = &scorebook.tallies[0].players[0];
    let scores = tally.scores.moments();
    assert_eq!((tally.margins.count(), tally.margins.sum(), scores.count()), (15, 0, 35));
}

#[test]
fn a_seat_has_an_interval_where_enough_blocks_differ() {
    let interval = |blocks: u64, differ: u64| {
        let two = tournament(Format::RoundRobin, 2, 2 * blocks);
        // The first player wins everything, but for some blocks in which the first seat does.
        let scorebook = filled(&two, |block, _, lineup| {
            let by_seat = lineup[0] == 0 || block.number < differ;
            game(lineup, if by_seat { [1, 0] } else { [0, 1] })
        });
        scorebook.summary().events[0].seats[0].score.unwrap().interval
    };
    assert_eq!(interval(100, 0), None, "all blocks are alike");
    assert_eq!(interval(100, 4), None);
    assert!(interval(100, 5).is_some());
    assert!(interval(10, 5).is_some());
    assert_eq!(interval(9, 4), None);
}

/// Where who meets depends on the results there is no saying how sure it is who is the best.
#[test]
fn no_sureness_where_meetings_depend_on_results() {
    for format in [Format::Swiss, Format::Knockout, Format::Ladder, Format::RoundRobin] {
        let four = tournament(format, 4, 40);
        let scorebook = filled(&four, |block, number, lineup| {
            let lucky = (block.number + number as u64).is_multiple_of(5);
            let better = (lineup[0] < lineup[1]) != lucky;
            game(lineup, if better { [2, 1] } else { [0, 3] })
        });
        let summary = scorebook.summary();
        let event = &summary.events[0];
        let is_sure = !format.is_adaptive();
        assert_eq!(event.has_pairing, is_sure);
        for player in &event.players {
            assert_eq!(player.elo_interval.is_some(), is_sure, "{format}");
            assert_eq!(player.against_all.is_some(), is_sure, "{format}");
            assert_eq!(player.margin.unwrap().interval.is_some(), is_sure, "{format}");
            assert_eq!(player.pairing.is_some(), is_sure, "{format}");
            assert!(player.blocks > 0);
        }
        for pair in &event.pairs {
            let lead = pair.estimate.unwrap();
            assert!(lead.elo.is_some() && lead.blocks > 0);
            let sure = [pair.stronger, lead.los, lead.low, lead.high].map(|said| said.is_some());
            assert_eq!(sure, [is_sure; 4], "{format}");
        }
    }
}

#[test]
fn there_is_an_end_to_reasons() {
    let two = tournament(Format::RoundRobin, 2, 300);
    let scorebook = filled(&two, |block, number, lineup| {
        let reason = format!("reason {}", 2 * block.number + number as u64);
        GameResult { reason: Cow::Owned(reason), ..game(lineup, [1, 0]) }
    });
    let reasons = scorebook.tallies[0].reasons.by_name();
    assert_eq!((reasons.len(), reasons["other reasons"]), (101, 200));
    assert_eq!(reasons.values().sum::<u64>(), 300);
}

/// Nothing is drawn from a few rounds that all went alike, and from few rounds no interval.
#[test]
fn few_rounds_make_nobody_sure() {
    let of_rounds = |rounds: u64, is_mixed: bool| {
        let two = tournament(Format::RoundRobin, 2, 2 * rounds);
        let scorebook = filled(&two, |block, _, lineup| {
            let lucky = is_mixed && block.number.is_multiple_of(3);
            let better = (lineup[0] == 0) != lucky;
            game(lineup, if better { [1, 0] } else { [0, 1] })
        });
        let event = scorebook.summary().events.remove(0);
        let stronger = event.pairs[0].stronger;
        (stronger, event.players[0].elo_interval.is_some())
    };
    assert_eq!(of_rounds(1, false), (None, false));
    assert_eq!(of_rounds(2, false), (Some(0.875), false));
    assert_eq!(of_rounds(5, false), (Some(1.0 - 1.0 / 64.0), false));
    assert!(!of_rounds(9, true).1 && of_rounds(10, true).1);
}
