//! Published cases, closed forms, and the likelihood written out.

use parlor_engine::sample::{below, playout_rng};

use super::fit::ELO;
use super::*;

fn ranking(places: &[(usize, u32)]) -> Vec<Standing> {
    places.iter().map(|&(player, place)| Standing { player, place }).collect()
}

/// Players from first to last.
fn in_order(players: &[usize]) -> Vec<Standing> {
    (0..).zip(players).map(|(place, &player)| Standing { player, place }).collect()
}

fn choices(players: usize, rankings: &[Vec<Standing>]) -> Choices {
    let mut choices = Choices::new(players);
    for ranking in rankings {
        choices.add(ranking).unwrap();
    }
    choices
}

/// Rankings of some of the players, with ties.
fn random_rankings(players: usize, count: usize, seed: u64) -> Vec<Vec<Standing>> {
    let mut rng = playout_rng(seed);
    let mut rankings: Vec<Vec<Standing>> = Vec::new();
    while rankings.len() < count {
        let mut ranking = Vec::new();
        for player in 0..players {
            // Players with larger numbers tend to be worse.
            let place = below(&mut rng, 3 + player as u64 / 2) as u32;
            if below(&mut rng, 4) > 0 {
                ranking.push(Standing { player, place });
            }
        }
        if ranking.len() > 1 {
            rankings.push(ranking);
        }
    }
    rankings
}

/// Natural logarithms of strengths, from the first player's.
fn logs(strengths: &Strengths) -> Vec<f64> {
    strengths.elo.iter().map(|elo| (elo - strengths.elo[0]) / ELO).collect()
}

#[track_caller]
fn near(values: &[f64], expected: &[f64], within: f64) {
    assert_eq!(values.len(), expected.len());
    let far = values.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(far <= within, "{values:?} instead of {expected:?}");
}

/// The common denominator is right, and the smallest.
#[test]
fn shares_of_ties_are_whole_numbers() {
    let all: Vec<u64> =
        (1..=MAX_TABLE as u32).flat_map(|all| (1..=all).map(move |some| ways(all, some))).collect();
    assert!(all.contains(&70) && all.iter().all(|ways| WHOLE.is_multiple_of(*ways)));
    assert!((1..WHOLE).all(|less| all.iter().any(|ways| !less.is_multiple_of(*ways))));
}

/// A tie is the average over all orders: for each size of tie, with and without others below.
#[test]
fn a_tie_is_the_average_over_its_orders() {
    for tied in 1..=5usize {
        for below in 0..=2usize {
            let mut average = Choices::new(8);
            let mut order: Vec<usize> = (0..tied).collect();
            let orders = permutations(&mut order, 0, &mut |order| {
                let all: Vec<usize> = order.iter().copied().chain(5..5 + below).collect();
                if all.len() > 1 {
                    average.add(&in_order(&all)).unwrap();
                }
            });
            let mut one = Choices::new(8);
            let places: Vec<(usize, u32)> = (0..tied)
                .map(|player| (player, 3))
                .chain((5..5 + below).map(|player| (player, player as u32)))
                .collect();
            if places.len() < 2 {
                continue;
            }
            one.add(&ranking(&places)).unwrap();
            let times = |count: &u64| count * orders;
            assert_eq!(one.wins.iter().map(times).collect::<Vec<_>>(), average.wins);
            assert_eq!(
                one.sets.iter().map(|(set, count)| (*set, times(count))).collect::<Vec<_>>(),
                average.sets.clone().into_iter().collect::<Vec<_>>()
            );
        }
    }
}

fn permutations(items: &mut Vec<usize>, from: usize, each: &mut dyn FnMut(&[usize])) -> u64 {
    if from == items.len() {
        each(items);
        return 1;
    }
    let mut orders = 0;
    for other in from..items.len() {
        items.swap(from, other);
        orders += permutations(items, from + 1, each);
        items.swap(from, other);
    }
    orders
}

/// Eight tied at the largest table: as many sets as there are, each choice counted once.
#[test]
fn the_largest_tie() {
    let all = choices(8, &[ranking(&(0..8).map(|player| (player, 1)).collect::<Vec<_>>())]);
    assert_eq!(all.wins, [WHOLE / 8 * 7; 8]);
    assert_eq!(all.sets.len(), 255 - 8);
    assert_eq!(all.sets.values().sum::<u64>(), 7 * WHOLE);
}

/// Citations between four journals of statistics (Agresti, Categorical Data Analysis, after
/// Stigler 1994), and the coefficients that Firth (2005) and Turner and Firth (2012) publish.
#[test]
fn bradley_and_terry_on_journals() {
    // Biometrika, Communications in Statistics, JASA, JRSS-B: how often the row is cited by
    // the column.
    let cited = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]];
    let mut choices = Choices::new(4);
    for (winner, row) in cited.iter().enumerate() {
        for (loser, &times) in row.iter().enumerate() {
            for _ in 0..times {
                choices.add(&in_order(&[winner, loser])).unwrap();
            }
        }
    }
    let strengths = choices.strengths_with(1e-9);
    near(&logs(&strengths), &[0.0, -2.949_07, -0.479_57, 0.268_95], 5e-6);
}

/// Partial rankings of different lengths, and the estimates published with them in the tests of
/// the Python package `choix`; its own algorithms, run on until they stand still, confirm four
/// digits of those and all of the second ones.
#[test]
fn plackett_and_luce_on_partial_rankings() {
    let rankings = [in_order(&[0, 1, 2]), in_order(&[3, 2, 0]), in_order(&[1, 3])];
    let strengths = logs(&choices(4, &rankings).strengths_with(1e-9));
    let from_first = |logs: [f64; 4]| logs.map(|log| log - logs[0]);
    let published = [-0.443_281_17, 0.695_062_19, -0.670_614_42, 0.418_833_4];
    near(&strengths, &from_first(published), 5e-5);
    let run_on = [-0.443_308_49, 0.695_067_87, -0.670_609_57, 0.418_850_19];
    near(&strengths, &from_first(run_on), 2e-8);
}

/// Two players, without the virtual draws: the logarithm of the odds, draws being half each.
#[test]
fn two_players_are_their_odds() {
    let mut rankings = vec![in_order(&[0, 1]); 30];
    rankings.extend(vec![in_order(&[1, 0]); 6]);
    rankings.extend(vec![ranking(&[(0, 1), (1, 1)]); 4]);
    let strengths = choices(2, &rankings).strengths_with(1e-9);
    near(&logs(&strengths), &[0.0, -(32f64 / 8.0).ln()], 1e-6);
    assert!((strengths.elo[0] - 200.0 * 4f64.log10()).abs() < 1e-6);
}

/// With them: strengths `z` and `1/z`, where points and half a point more are as expected:
/// `w + 1/2 = n z²/(1 + z²) + z/(1 + z)`, solved here by halving.
#[test]
fn two_players_with_virtual_draws() {
    let strengths = choices(2, &vec![in_order(&[0, 1]); 10]).strengths();
    let (mut low, mut high) = (1.0, 100.0);
    for _ in 0..200 {
        let z: f64 = 0.5 * (low + high);
        if 10.0 * z * z / (1.0 + z * z) + z / (1.0 + z) < 10.5 { low = z } else { high = z }
    }
    near(&strengths.elo, &[ELO * low.ln(), -ELO * low.ln()], 1e-9);
    assert!(strengths.elo[0] > 100.0);
}

/// The log-likelihood straight from the rankings: each order a tie could have had is written out.
fn log_likelihood(theta: &[f64], rankings: &[Vec<Standing>]) -> f64 {
    let ln =
        |players: &[usize]| players.iter().map(|&player| theta[player].exp()).sum::<f64>().ln();
    let mut sum: f64 = theta.iter().map(|theta| 0.5 * theta - theta.exp().ln_1p()).sum();
    for ranking in rankings {
        let (mut total, mut orders) = (0.0, 0.0);
        let mut players: Vec<usize> = ranking.iter().map(|standing| standing.player).collect();
        let place = |player: usize| {
            ranking.iter().find(|standing| standing.player == player).unwrap().place
        };
        permutations(&mut players, 0, &mut |order| {
            if order.is_sorted_by_key(|&player| place(player)) {
                orders += 1.0;
                for first in 0..order.len() {
                    total += theta[order[first]] - ln(&order[first..]);
                }
            }
        });
        sum += total / orders;
    }
    sum
}

/// No step in any direction makes the rankings likelier.
#[test]
fn strengths_are_the_most_likely() {
    let rankings = random_rankings(5, 40, 11);
    let mut fit = Fit::new(5);
    let counted = choices(5, &rankings);
    let wins: Vec<f64> = counted.wins.iter().copied().map(float).collect();
    let counts: Vec<f64> = counted.sets.values().copied().map(float).collect();
    fit.run(&Sets::of(counted.sets.keys().copied()), &wins, &counts, float(WHOLE));
    let top = log_likelihood(&fit.theta, &rankings);
    let mut rng = playout_rng(3);
    for size in [0.5, 0.01, 0.0005] {
        for _ in 0..60 {
            let theta: Vec<f64> = fit
                .theta
                .iter()
                .map(|theta| theta + size * (float(below(&mut rng, 2001)) / 1000.0 - 1.0))
                .collect();
            assert!(log_likelihood(&theta, &rankings) < top, "{theta:?}");
        }
    }
    let spread = fit.theta[0] - fit.theta[4];
    assert!(spread > 0.3, "the rankings tell the players apart: {:?}", fit.theta);
}

/// Hunter's algorithm, as published: each strength becomes its wins over the expected number of
/// choices it stood for.
#[test]
fn hunters_algorithm_ends_at_the_same_strengths() {
    for seed in 0..4 {
        let counted = choices(7, &random_rankings(7, 30, seed));
        let whole = float(WHOLE);
        let mut strength = [1.0; 7];
        for _ in 0..20_000 {
            let mut stood = strength.map(|strength| whole / (strength + 1.0));
            for (&set, &count) in &counted.sets {
                let all: f64 = members(set).map(|player| strength[player]).sum();
                members(set).for_each(|player| stood[player] += float(count) / all);
            }
            for (player, strength) in strength.iter_mut().enumerate() {
                *strength = (float(counted.wins[player]) + 0.5 * whole) / stood[player];
            }
        }
        let expected: Vec<f64> = strength.iter().map(|own| (own / strength[0]).ln()).collect();
        near(&logs(&counted.strengths()), &expected, 1e-9);
    }
}

/// A chain in which everybody always beats the next: only the virtual draws hold it together.
#[test]
fn lopsided_results_have_strengths() {
    let mut choices = Choices::new(10);
    for _ in 0..100_000 {
        for player in 0..9 {
            choices.add(&in_order(&[player, player + 1])).unwrap();
        }
    }
    let elo = choices.strengths().elo;
    assert!(elo.iter().all(|elo| elo.is_finite()));
    assert!(elo.is_sorted_by(|better, worse| better > worse), "{elo:?}");
    near(&[elo.iter().sum::<f64>(), elo[0] + elo[9]], &[0.0, 0.0], 1e-6);
}

#[test]
fn players_who_have_not_played_are_average() {
    near(&Choices::new(3).strengths().elo, &[0.0; 3], 0.0);
    assert!(Choices::new(0).strengths().elo.is_empty());
    let elo = choices(3, &[in_order(&[0, 1])]).strengths().elo;
    near(&[elo[2], elo[0] + elo[1]], &[0.0, 0.0], 1e-9);
}

#[test]
fn order_and_grouping_do_not_matter() {
    let rankings = random_rankings(8, 60, 4);
    let all = choices(8, &rankings);
    let backwards: Vec<_> = rankings.iter().rev().cloned().collect();
    assert_eq!(choices(8, &backwards), all);
    let mut parts = choices(8, &rankings[..25]);
    parts.merge(&choices(8, &rankings[25..]));
    assert_eq!(parts, all);
    assert_eq!(parts.rankings(), 60);
    assert_eq!(parts.strengths(), all.strengths());
}

#[test]
fn cells_add_up() {
    let rankings = random_rankings(6, 50, 9);
    let mut cells = Cells::new(6);
    for (round, ranking) in (0..).zip(&rankings) {
        cells.add(round * 117, ranking).unwrap();
    }
    assert_eq!(cells.total(), choices(6, &rankings));
    assert_eq!(cells.used().count(), 50);
    assert!(cells.list.len() as u64 <= MAX_CELLS);
}

#[test]
fn a_bad_ranking_changes_nothing() {
    let mut cells = Cells::new(2);
    assert_eq!(cells.add(3, &in_order(&[0])), Err(BadRanking::TooFew(1)));
    assert_eq!(
        cells.add(3, &in_order(&[0, 2])),
        Err(BadRanking::NoSuchPlayer { player: 2, players: 2 })
    );
    assert_eq!(cells, Cells::new(2));
}

/// Small tournaments have a thousand cells, large ones as many as there is room for.
#[test]
fn cells_have_a_budget() {
    let tables = |players, seats| ways(players as u32, seats as u32);
    let cells = |players, seats| Cells::for_rounds(players, tables(players, seats), seats).most;
    for (players, seats) in [(2, 2), (64, 2), (10, 3), (20, 3), (8, 4), (12, 4), (8, 8)] {
        assert_eq!(cells(players, seats), MAX_CELLS, "{players} at tables of {seats}");
    }
    // 2016 pairs and 41,664 sets of three.
    assert_eq!(sets_of(64, tables(64, 3), 3), 43_680);
    assert_eq!(cells(64, 3), 48);
    assert_eq!(cells(64, 8), MIN_CELLS, "however many there are");
    // A gauntlet has few tables.
    assert_eq!(Cells::for_rounds(64, 10, 3).most, MAX_CELLS);
    for players in 2..=64 {
        for seats in 2..=players.min(8) {
            let (sets, most) =
                (sets_of(players, tables(players, seats), seats), cells(players, seats));
            assert!(sets * most <= MAX_SETS || most == MIN_CELLS, "{players}, {seats}: {most}");
        }
    }
}

/// What is counted of a round with the most sets is what was counted on, ties included.
#[test]
fn a_round_has_no_more_sets_than_its_cell_has_room_for() {
    let mut cells = Cells::for_rounds(9, ways(9, 4), 4);
    for set in (0u64..1 << 9).filter(|set| set.count_ones() == 4) {
        let tied: Vec<Standing> =
            members(set).map(|player| Standing { player, place: 1 }).collect();
        cells.add(0, &tied).unwrap();
    }
    assert_eq!(cells.total().sets.len() as u64, sets_of(9, ways(9, 4), 4));
    let (mut few, mut single) = (Cells::for_rounds(64, 41_664, 3), Cells::single(64));
    for round in 0..200 {
        let ranking = in_order(&[round % 64, (round + 1) % 64, (round + 9) % 64]);
        few.add(round as u64, &ranking).unwrap();
        single.add(round as u64, &ranking).unwrap();
    }
    assert_eq!((few.count(), single.count()), (48, 1));
    assert_eq!(few.total(), single.total());
}

/// Two players are counted at once, which is what all steps come to.
#[test]
fn two_are_counted_as_more_are() {
    for places in [[1, 2], [2, 1], [1, 1]] {
        let two = ranking(&[(3, places[0]), (1, places[1])]);
        let (mut at_once, mut in_steps) = (Choices::new(4), Choices::new(4));
        at_once.count(&two);
        in_steps.count_all(&two);
        assert_eq!((at_once.wins, at_once.sets), (in_steps.wins, in_steps.sets));
    }
}
