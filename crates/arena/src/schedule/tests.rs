use super::*;
use crate::tournament::{Event, Player, VERSION};
use parlor_engine::sample::{below, playout_rng};
use serde_json::Value;

fn tournament(
    format: Format,
    players: usize,
    seats: usize,
    blocks: u64,
    rounds: u32,
) -> Tournament {
    let event = Event { game: "toy".to_owned(), rules: 1, options: Value::Null, seats };
    let player = |number: usize| Player { name: number.to_string(), spec: "random".to_owned() };
    Tournament {
        version: VERSION,
        events: vec![event],
        players: (0..players).map(player).collect(),
        format,
        blocks,
        rounds,
        sprt: None,
        seed: 1,
        clock: "none".to_owned(),
        faults: "forfeit".to_owned(),
    }
}

/// Plays a whole tournament in which `points` gives the points of each lineup; returns all lineups, in order.
fn played(
    tournament: &Tournament,
    points: impl Fn(&Lineup, u64) -> Vec<u32>,
) -> (Vec<Lineup>, Schedule) {
    let mut schedule = Schedule::new(tournament);
    let mut met = Vec::new();
    for number in 0.. {
        match schedule.block(number) {
            Next::Play(block) => {
                assert_eq!(block.number, number);
                schedule.learn(&block, &points(&block.lineup, number));
                met.push(block.lineup.clone());
            }
            Next::Wait => panic!("all blocks before {number} are over"),
            Next::End => break,
        }
    }
    (met, schedule)
}

/// The player with the smaller number is better.
fn by_number(lineup: &Lineup, _: u64) -> Vec<u32> {
    lineup.iter().map(|player| 100 - u32::from(*player)).collect()
}

/// The same, and a win is a win.
fn wins(lineup: &Lineup, _: u64) -> Vec<u32> {
    let best = lineup.iter().min();
    lineup.iter().map(|player| if Some(player) == best { 4 } else { 0 }).collect()
}

fn names(lineups: &[Lineup]) -> Vec<String> {
    let name = |lineup: &Lineup| lineup.iter().map(ToString::to_string).collect::<String>();
    lineups.iter().map(name).collect()
}

#[test]
fn everybody_meets_everybody() {
    let (met, _) = played(&tournament(Format::RoundRobin, 4, 2, 2, 1), by_number);
    assert_eq!(
        names(&met),
        ["01", "02", "03", "12", "13", "23", "01", "02", "03", "12", "13", "23"]
    );
    let (met, _) = played(&tournament(Format::RoundRobin, 4, 3, 1, 1), by_number);
    assert_eq!(names(&met), ["012", "013", "023", "123"]);
    assert_eq!(tables_of(Format::RoundRobin, 8, 4), 70);
    assert_eq!(lineups(8, 4, 0).len(), 70);
    assert_eq!(choose(64, 8), 4_426_165_368);
}

#[test]
fn the_first_runs_the_gauntlet() {
    let (met, _) = played(&tournament(Format::Gauntlet, 4, 2, 1, 1), by_number);
    assert_eq!(names(&met), ["01", "02", "03"]);
    let (met, _) = played(&tournament(Format::Gauntlet, 4, 3, 1, 1), by_number);
    assert_eq!(names(&met), ["012", "013", "023"]);
    assert_eq!(tables_of(Format::Gauntlet, 4, 3), 3);
}

#[test]
fn a_round_waits_for_the_one_before() {
    let schedule = Schedule::new(&tournament(Format::Swiss, 4, 2, 2, 2));
    assert!(matches!(schedule.block(3), Next::Play(_)));
    assert_eq!(schedule.block(4), Next::Wait);
    let schedule = Schedule::new(&tournament(Format::RoundRobin, 4, 2, 2, 1));
    assert_eq!(schedule.block(12), Next::End);
}

#[test]
fn in_a_swiss_equals_meet_and_nobody_twice() {
    let (met, schedule) = played(&tournament(Format::Swiss, 8, 2, 1, 3), wins);
    assert_eq!(met.len(), 12);
    for (index, lineup) in met.iter().enumerate() {
        assert!(!met[..index].contains(lineup), "{:?}", names(&met));
    }
    // The first round is drawn from the list, and in the second winners meet winners.
    assert_eq!(names(&met)[..4], ["01", "23", "45", "67"]);
    assert_eq!(names(&met)[4..8], ["02", "46", "13", "57"]);
    assert_eq!(schedule.order().unwrap()[0], 0);
    assert_eq!(schedule.order().unwrap()[7], 7);
}

#[test]
fn whoever_has_no_table_sits_out_once() {
    let (met, schedule) = played(&tournament(Format::Swiss, 5, 2, 1, 5), by_number);
    assert_eq!(met.len(), 10);
    assert_eq!(schedule.field.byes, [1; 5]);
}

#[test]
fn a_knockout_finds_the_best() {
    for players in 2..=16 {
        let (met, schedule) = played(&tournament(Format::Knockout, players, 2, 1, 1), by_number);
        assert_eq!(met.len(), players - 1, "each table takes one out");
        assert_eq!(
            schedule.order().unwrap()[..2],
            [0, 1],
            "the best seeds meet last: {:?}",
            names(&met)
        );
    }
    let (met, schedule) = played(&tournament(Format::Knockout, 9, 3, 2, 1), by_number);
    assert_eq!(met.len(), 2 * 4);
    assert_eq!(schedule.order().unwrap(), [0, 1, 2, 3, 4, 5, 6, 7, 8], "{:?}", names(&met));
    let (met, schedule) = played(&tournament(Format::Knockout, 5, 3, 1, 1), by_number);
    assert_eq!(names(&met), ["234", "012"]);
    assert_eq!(schedule.order().unwrap(), [0, 1, 2, 3, 4]);
}

#[test]
fn a_shared_first_place_is_played_for_again() {
    let draw_first = |lineup: &Lineup, number: u64| match number {
        0 | 1 => vec![2; lineup.len()],
        _ => vec![1, 3],
    };
    let (met, schedule) = played(&tournament(Format::Knockout, 2, 2, 1, 1), draw_first);
    assert_eq!(names(&met), ["01", "01", "01"]);
    assert_eq!(schedule.order().unwrap(), [1, 0]);
    let (met, schedule) = played(&tournament(Format::Knockout, 2, 2, 1, 1), |_, _| vec![2, 2]);
    assert_eq!(met.len(), 11, "not for ever");
    assert_eq!(schedule.order().unwrap(), [0, 1]);
}

#[test]
fn whoever_was_beaten_gets_no_other_chance() {
    // The first two share the first place, and in the block that decides the last is best.
    let points = |_: &Lineup, number: u64| match number {
        0..20 => vec![12, 12, 0],
        _ => vec![3, 2, 12],
    };
    let (met, schedule) = played(&tournament(Format::Knockout, 3, 3, 20, 1), points);
    assert_eq!(met.len(), 21);
    assert_eq!(schedule.order().unwrap(), [0, 1, 2]);
}

#[test]
fn on_a_ladder_the_better_climbs() {
    let upside_down = |lineup: &Lineup, _| lineup.iter().map(|player| u32::from(*player)).collect();
    let (met, schedule) = played(&tournament(Format::Ladder, 5, 2, 1, 5), upside_down);
    assert_eq!(names(&met)[..2], ["01", "23"]);
    assert_eq!(schedule.order().unwrap(), [4, 3, 2, 1, 0], "{:?}", names(&met));
}

/// How everybody has met in a swiss whose games anybody may win.
fn drawn_swiss(players: usize, seats: usize, rounds: u32, seed: u64) -> Vec<Lineup> {
    let points = |lineup: &Lineup, number: u64| {
        let mut rng = playout_rng(seed << 32 | number);
        lineup.iter().map(|_| below(&mut rng, 5) as u32).collect()
    };
    let tournament = tournament(Format::Swiss, players, seats, 1, rounds);
    let (met, schedule) = played(&tournament, points);
    let tables = players / seats * rounds as usize;
    assert_eq!(met.len(), tables, "{players} players, {rounds} rounds");
    for round in met.chunks(players / seats) {
        let mut playing: Vec<u8> = round.iter().flatten().copied().collect();
        playing.sort_unstable();
        playing.dedup();
        assert_eq!(playing.len(), players / seats * seats, "nobody plays twice in a round");
    }
    let byes = &schedule.field.byes;
    assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1, "{byes:?}");
    met
}

/// How many pairs of players have met more than once.
fn repeated(met: &[Lineup]) -> usize {
    let mut times = std::collections::BTreeMap::new();
    for lineup in met {
        for (index, one) in lineup.iter().enumerate() {
            for other in &lineup[index + 1..] {
                *times.entry((one, other)).or_insert(0) += 1;
            }
        }
    }
    times.values().filter(|times| **times > 1).count()
}

#[test]
fn in_a_swiss_of_pairs_nobody_meets_twice_before_everybody_has_met() {
    for players in 3..=13usize {
        let all = players.next_multiple_of(2) as u32 - 1;
        for rounds in 1..=all {
            for seed in 0..40 {
                let met = drawn_swiss(players, 2, rounds, seed);
                assert_eq!(repeated(&met), 0, "{players} players, {rounds} rounds: {met:?}");
            }
        }
        // And then once more each.
        let twice = drawn_swiss(players, 2, 2 * all, 1);
        assert_eq!(repeated(&twice), players * (players - 1) / 2);
    }
    for (players, rounds) in [(64, 7), (64, 32), (63, 32), (64, 63)] {
        assert_eq!(repeated(&drawn_swiss(players, 2, rounds, 1)), 0, "{players} players");
    }
}

/// Whoever pairs from the top with the next stranger, and never looks further, leaves the last two of
/// these to meet again.
#[test]
fn a_small_swiss_is_a_round_robin() {
    for players in [4, 6] {
        let all = players * (players - 1) / 2;
        for points in [wins, by_number] {
            let swiss = tournament(Format::Swiss, players, 2, 1, players as u32 - 1);
            let (met, _) = played(&swiss, points);
            assert_eq!((met.len(), repeated(&met)), (all, 0), "{:?}", names(&met));
        }
    }
}

#[test]
fn at_larger_tables_few_meet_again() {
    for seed in 0..100 {
        assert_eq!(repeated(&drawn_swiss(9, 3, 2, seed)), 0);
        assert_eq!(repeated(&drawn_swiss(16, 4, 2, seed)), 0);
        assert_eq!(repeated(&drawn_swiss(64, 4, 6, seed)), 0);
        // Here some must: of four at a table two at least come from the same one.
        assert_eq!(repeated(&drawn_swiss(8, 4, 2, seed)), 4);
    }
}
