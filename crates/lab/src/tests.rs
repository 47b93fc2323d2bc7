//! The lab as a whole: games that were counted by hand, known tables, and what it refuses.

use std::any::Any;

use parlor_arena::stats::{Interval, Z95};
use parlor_dots_and_boxes::{DotsAndBoxes, Line, Rules};
use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{Ask, Hosted, Menu, Player, Rulebook, Visitor};
use parlor_match::{Dealer, Seed, Shares};
use serde_json::json;

use super::*;
use crate::watch::{Notes, watch};

/// A table of Dots and Boxes, with its type.
fn dots(boxes: &str) -> Rules<1> {
    struct Take;
    impl Visitor for Take {
        type Out = Box<dyn Any>;
        fn visit<G: Hosted>(self, game: G) -> Box<dyn Any> {
            Box::new(game)
        }
    }
    let game = DotsAndBoxes::open(&json!({ "boxes": boxes }), 2, Take).unwrap();
    *game.downcast().expect("so few boxes fit in one word")
}

/// Draws the first line of its list that is free. Two with the same list play it from its beginning to
/// its end, whoever's turn it is.
struct Scripted(Vec<Line>);

impl Player<Rules<1>> for Scripted {
    fn choose(&mut self, ask: &Ask<'_, Rules<1>>) -> Line {
        let mut free = self.0.iter().filter(|line| ask.menu.contains(line));
        *free.next().expect("the script names every line")
    }
}

/// The figures of games played by scripts, so many scripts to a unit.
fn scripted(boxes: &str, units: &[&[&str]]) -> Figures {
    let game = dots(boxes);
    let mut notes = Notes::new(&game);
    for unit in units {
        for (number, script) in unit.iter().enumerate() {
            let lines: Vec<Line> = script.split(", ").map(|line| line.parse().unwrap()).collect();
            let player = || Box::new(Scripted(lines.clone())) as Box<dyn Player<Rules<1>>>;
            let mut dealer = Dealer::new(&Seed::from_number(1), &Shares::none());
            let lineup = if number == 0 { [0, 1] } else { [1, 0] };
            watch(&game, &mut [player(), player()], &mut dealer, &lineup, &mut notes).unwrap();
        }
        notes.close_unit();
    }
    let several = units.iter().any(|unit| unit.len() > 1);
    let players = if several { ["easy", "random"] } else { ["easy", "easy"] };
    let lab = settled(&LabSettings {
        players: players.map(String::from).to_vec(),
        ..asked("dots-and-boxes", 1)
    });
    Figures::of(&lab, &notes.counts)
}

fn asked(game: &str, games: u64) -> LabSettings {
    LabSettings { game: game.to_owned(), games, ..LabSettings::default() }
}

fn settled(settings: &LabSettings) -> Lab {
    Lab::settle(settings).unwrap_or_else(|problems| panic!("{problems}"))
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn near(value: Option<f64>, expected: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() < 1e-9)
}

fn kind<'a>(figures: &'a Figures, name: &str) -> &'a KindFigures {
    figures.kinds.iter().find(|kind| kind.kind == name).unwrap()
}

/// Four lines make one box, and the second seat draws the fourth.
#[test]
fn a_game_of_one_box_is_counted_by_hand() {
    let figures = scripted("1x1", &[&["h 0 0, v 0 0, v 0 1, h 1 0"]]);
    assert_eq!((figures.games, figures.units), (1, 1));
    assert_eq!(figures.length.acts.sum(), 4);
    assert_eq!(figures.length.decisions.sum(), 4);
    // 4, 3 and 2 lines to choose from; the last goes without a choice.
    assert_eq!((figures.branching.choices, figures.branching.most), (3, Some(4)));
    assert_eq!((figures.branching.share, figures.branching.mean), (Some(0.75), Some(3.0)));
    assert!(near(figures.branching.geometric_mean, 24f64.cbrt()));
    let leads = figures.leads.as_ref().unwrap();
    assert_eq!((leads.changes.moments.sum(), leads.nobody), (0, 0));
    assert_eq!((leads.for_good, leads.half_time.games), (Some(1.0), 0));
    assert_eq!(leads.last_leader_won.value, Some(1.0));
    let shares: Vec<_> = figures.seats.iter().map(|seat| (seat.share.value, seat.won)).collect();
    assert_eq!(shares, [(Some(0.0), 0.0), (Some(1.0), 1.0)]);
    assert_eq!((figures.margins.moments.sum(), figures.ties.value), (1, Some(0.0)));
    assert_eq!(figures.reasons.get("all boxes are closed"), Some(&1));
    assert_eq!(figures.verdict, Verdict::Unknown, "after one game");
    let (h, v) = (kind(&figures, "h"), kind(&figures, "v"));
    assert_eq!((h.question.as_str(), h.offered, h.chosen, h.choosers), ("draw-line", 4, 2, 2));
    assert_eq!((v.offered, v.chosen, v.choosers), (3, 2, 2));
    assert_eq!((v.won, v.difference.value, v.difference.interval), (Some(0.5), Some(0.0), None));
}

/// The first seat closes a box with the fifth line, the second one with the seventh.
#[test]
fn a_tie_of_two_boxes_is_counted_by_hand() {
    let figures = scripted("2x1", &[&["h 0 0, v 0 0, v 1 0, v 0 1, h 1 0, v 1 1, h 2 0"]]);
    assert_eq!((figures.length.acts.sum(), figures.margins.moments.sum()), (7, 0));
    assert_eq!(figures.ties.value, Some(1.0));
    let leads = figures.leads.as_ref().unwrap();
    assert_eq!(leads.changes.moments.sum(), 0);
    assert!(near(leads.for_good, 0.7142), "{:?}", leads.for_good);
    assert_eq!(leads.last_leader_won.value, Some(0.5));
    for seat in &figures.seats {
        assert_eq!((seat.share.value, seat.won), (Some(0.5), 0.5));
        assert_eq!(seat.scores.sum(), 1);
    }
}

/// Seat 2 wins all games of one box. In half of them it draws both v, in the other half both h: v is
/// chosen by as many winners as losers.
#[test]
fn kinds_are_judged_by_the_seats_that_chose_them() {
    let (with_v, with_h) = ("h 0 0, v 0 0, h 1 0, v 0 1", "v 0 0, h 0 0, v 0 1, h 1 0");
    let winners = scripted("1x1", &[&[with_v] as &[_]; 40]);
    let (h, v) = (kind(&winners, "h"), kind(&winners, "v"));
    assert_eq!((v.chosen, v.choosers), (80, 40), "twice in a game is one chooser");
    assert_eq!((v.won, v.difference.value), (Some(1.0), Some(0.5)));
    // As if one of 42 had lost: that it never happened does not make it impossible.
    let interval = v.difference.interval.unwrap();
    let low = 41.0 / 42.0 - 0.5 - Z95 * (41f64 / 42.0 / 42.0 / 41.0).sqrt();
    assert!((interval.low - low).abs() < 1e-9 && near(Some(interval.high), 0.5), "{interval:?}");
    assert_eq!(h.difference.value, Some(-0.5));
    assert!(v.stands_out && h.stands_out);

    let mixed = scripted("1x1", &[&[with_v] as &[_], &[with_h]].repeat(50));
    let v = kind(&mixed, "v");
    assert_eq!((v.choosers, v.won), (100, Some(0.5)));
    let interval = v.difference.interval.unwrap();
    let reach = Z95 * 0.5 / 101f64.sqrt();
    assert!((interval.high - reach).abs() < 1e-12 && (interval.low + reach).abs() < 1e-12);
    assert!(!v.stands_out);

    // The same games in pairs that share their luck: each pair comes to the same.
    let pairs = scripted("1x1", &[&[with_v, with_h] as &[_]; 50]);
    let v = kind(&pairs, "v");
    assert_eq!((pairs.games, pairs.units, v.choosers), (100, 50, 100));
    let Interval { low, high } = v.difference.interval.unwrap();
    assert!(low < 0.0 && 0.0 < high && high < 0.03, "{low} to {high}");
    let players: Vec<_> = pairs.players.iter().map(|player| player.share.value).collect();
    assert_eq!(players, [Some(0.5), Some(0.5)], "everybody had the better seat once");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (game, players) in [("chaos-letter", &["random"] as &[_]), ("automation", &[])] {
        let settings = LabSettings { players: words(players), seats: Some(3), ..asked(game, 70) };
        let lab = settled(&settings);
        let report = |jobs| study(&lab, jobs, |_| ()).unwrap();
        let (one, several) = (report(1), report(5));
        assert_eq!(one, several, "{game}");
        assert_eq!(json!(one).to_string(), json!(several).to_string());
        assert_eq!((one.to_string(), one.to_page()), (several.to_string(), several.to_page()));
        assert_eq!(one.tables[0].figures.games, 70);
        let other = settled(&LabSettings { seed: 2, ..settings });
        assert_ne!(study(&other, 2, |_| ()).unwrap().tables, one.tables, "{game}");
    }
}

#[test]
fn a_seat_that_always_wins_is_found() {
    let options = words(&["boxes=1x1"]);
    let lab = settled(&LabSettings { options, ..asked("dots-and-boxes", 50) });
    let report = study(&lab, 2, |_| ()).unwrap();
    let figures = &report.tables[0].figures;
    assert_eq!(figures.verdict, Verdict::Unequal { seat: 1, by: -0.5 });
    assert_eq!(figures.seats[1].share.value, Some(1.0));
    assert!(
        report.to_string().contains("Unequal: seat 1 is worse off, by 50.0 points"),
        "{report}"
    );
}

/// Games that all ended alike say nothing while they are few, and later not everything.
#[test]
fn few_games_are_not_called_certain() {
    let after = |games: usize, script: &str| scripted("1x1", &[&[script] as &[_]].repeat(games));
    for games in [1, 2, 9] {
        let figures = after(games, "h 0 0, v 0 0, v 0 1, h 1 0");
        assert_eq!(figures.verdict, Verdict::Unknown, "{games} games");
        let leads = figures.leads.as_ref().unwrap();
        let shares = figures.seats.iter().map(|seat| seat.share);
        for figure in shares.chain([figures.ties, leads.last_leader_won]) {
            assert!(figure.value.is_some() && figure.interval.is_none(), "{games} games");
        }
        assert!(figures.kinds.iter().all(|kind| kind.difference.interval.is_none()));
    }
    let figures = after(10, "h 0 0, v 0 0, v 0 1, h 1 0");
    assert_eq!(figures.verdict, Verdict::Unequal { seat: 1, by: -0.5 });
    let (share, ties) = (figures.seats[0].share, figures.ties.interval.unwrap());
    let Interval { low, high } = share.interval.unwrap();
    assert!(near(Some(low), 0.0) && (0.2..0.4).contains(&high), "{share:?}");
    assert!(ties.low >= 0.0 && ties.high > 0.2, "{ties:?}");
    // A tie in every game: nothing was seen to differ, and yet it may.
    let tie = "h 0 0, v 0 0, v 1 0, v 0 1, h 1 0, v 1 1, h 2 0";
    let ties = scripted("2x1", &[&[tie] as &[_]].repeat(10));
    let Verdict::Equal { within } = ties.verdict else { panic!("{:?}", ties.verdict) };
    assert!(within > 0.1, "{within}");
}

/// Two seats that toss coins: from ten games on, about 5 of 100 such tables are called unequal.
#[test]
fn coins_are_seldom_called_unequal() {
    let mut rng = playout_rng(11);
    let lab = settled(&asked("dots-and-boxes", 1));
    for games in [10, 12, 20, 50] {
        let tables = 2_000;
        let unequal = (0..tables).filter(|_| {
            let mut counts = counts::Counts::new(2);
            for _ in 0..games {
                let first = 2 * i64::from(below(&mut rng, 2) == 0);
                counts.seats[0].half_points.add(first);
                counts.seats[1].half_points.add(2 - first);
            }
            matches!(Figures::of(&lab, &counts).verdict, Verdict::Unequal { .. })
        });
        let unequal = unequal.count();
        // The number of wins goes in steps: 5 % may be 6.5 %, as with 50 games. And two standard errors.
        assert!(unequal <= 154, "{unequal} of {tables} after {games} games");
    }
}

/// Who begins is drawn by lot and hands are dealt, so no seat of Chaos Letter is better.
#[test]
fn a_table_where_who_begins_is_drawn_is_called_fair() {
    let settings = LabSettings { players: words(&["random"]), ..asked("chaos-letter", 600) };
    let report = study(&settled(&settings), 2, |_| ()).unwrap();
    let Verdict::Equal { within } = report.tables[0].figures.verdict else { panic!("{report}") };
    assert!(within < 0.1, "{within}");
    assert!(report.to_string().contains("\nFair, as far as 600 games tell"), "{report}");
}

/// Four equal seats, by lot: one in twenty tables may be called unequal, not one in five.
#[test]
fn fair_tables_are_seldom_called_unequal() {
    let mut rng = playout_rng(7);
    let lab = settled(&LabSettings { seats: Some(4), ..asked("property-tycoon", 1) });
    let tables = 400;
    let unequal = (0..tables).filter(|_| {
        let mut counts = counts::Counts::new(4);
        for _ in 0..100 {
            // 6, 4, 2 and 0 half-points, by lot.
            let first = below(&mut rng, 4) as usize;
            for (seat, counted) in counts.seats.iter_mut().enumerate() {
                counted.half_points.add(i64::from(2 * ((seat + first) % 4) as u8));
            }
        }
        matches!(Figures::of(&lab, &counts).verdict, Verdict::Unequal { .. })
    });
    let unequal = unequal.count();
    assert!((4..=36).contains(&unequal), "{unequal} of {tables}");
}

#[test]
fn players_that_differ_play_from_every_seat() {
    let options = words(&["boxes=2x2"]);
    let players = words(&["easy", "random"]);
    let settings = LabSettings { options, players, ..asked("dots-and-boxes", 199) };
    let report = study(&settled(&settings), 2, |_| ()).unwrap();
    let figures = &report.tables[0].figures;
    assert_eq!((figures.games, figures.units), (200, 100), "whole blocks");
    let shares: Vec<f64> = figures.players.iter().filter_map(|player| player.share.value).collect();
    assert!(shares[0] > 0.6 && (shares[0] + shares[1] - 1.0).abs() < 1e-12, "{shares:?}");
    let seats: f64 = figures.seats.iter().filter_map(|seat| seat.share.value).sum();
    assert!((seats - 1.0).abs() < 1e-12);
    assert!(report.to_string().contains("easy, random in all rotations"), "{report}");
}

#[test]
fn a_sweep_stops_where_enough_is_known_and_lists_what_is_refused() {
    let settings = LabSettings {
        players: words(&["random"]),
        sweeps: words(&["boxes=1x1,2x2,99x99,<b>"]),
        ..asked("dots-and-boxes", 500)
    };
    let mut told = Vec::new();
    let report = study(&settled(&settings), 2, |progress| {
        told.push((progress.table, progress.tables, progress.games, progress.of));
    });
    let report = report.unwrap();
    let games: Vec<_> =
        report.tables.iter().map(|table| (table.stop, table.figures.games)).collect();
    // The first seat loses every game of one box; with one more won and one more lost in thought, 1.96
    // errors are below 0.01 from 195 games on, and 208 is the next whole chunk.
    assert_eq!(games, [(Stop::Known, 208), (Stop::Games, 500)]);
    assert_eq!(told.first(), Some(&(1, 2, 16, 500)));
    assert_eq!(told.last(), Some(&(2, 2, 500, 500)));
    let refused: Vec<_> = report.refused.iter().map(|one| one.values[0].value.as_str()).collect();
    assert_eq!(refused, ["99x99", "<b>"]);
    let why = report.refused[0].problems.to_string();
    assert!(why.contains("99x99"), "{why}");
    assert!(report.to_string().contains(&format!("boxes=99x99 was not played:\n  {why}")));
    let page = report.to_page();
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"), "{page}");
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<rect ") && !page.contains("://")
    );
}

#[test]
fn several_sweeps_make_every_table() {
    let settings = LabSettings {
        sweeps: words(&["boxes=1x1,1x2", "opening=american,swedish"]),
        ..asked("dots-and-boxes", 16)
    };
    let lab = settled(&settings);
    let tables: Vec<String> =
        lab.tables.iter().map(|table| text::in_words(&table.values)).collect();
    assert_eq!(lab.within, Some(USUAL_WITHIN));
    assert_eq!(tables.first().map(String::as_str), Some("boxes=1x1 opening=american"));
    assert_eq!(lab.tables[0].options, json!({"boxes": "1x1", "opening": "american"}));
    let others = ["boxes=1x2 opening=american", "boxes=1x2 opening=swedish"];
    assert_eq!(tables[1..], others);
    // One box whose border is drawn is closed before anybody moves.
    let refused: Vec<String> = lab.refused.iter().map(|one| text::in_words(&one.values)).collect();
    assert_eq!(refused, ["boxes=1x1 opening=swedish"]);
}

#[test]
fn everything_that_is_wrong_is_said() {
    let check = |settings: LabSettings, expected: &[&str]| {
        let problems = Lab::settle(&settings).unwrap_err().to_string();
        for what in expected {
            assert!(problems.contains(what), "{what}: {problems}");
        }
        assert_eq!(problems.lines().count(), expected.len(), "{problems}");
    };
    let wrong = LabSettings {
        options: words(&["boxes=0x0", "colour=red", "five"]),
        players: words(&["easy@soon", "nobody", "easy"]),
        seats: Some(2),
        within: Some(f64::NAN),
        sweeps: words(&["x", "boxes=1x1,2x2", "boxes=3x3"]),
        ..asked("dots-and-boxes", 0)
    };
    check(
        wrong,
        &[
            "games: 1 to 1000000000 can be played, not 0",
            "within: must be 0.0001 to 0.5, not NaN",
            "sweep x: a sweep is written",
            "sweep boxes=3x3: the option is swept already",
            "players: 'easy@soon' does not say how much the player may think: 'soon' is no time",
            "players: there is no computer player 'nobody'; there is random, easy",
            "players: the table has 2 seats, and 3 players are named",
            "five: an option is written key=value",
            "boxes: is given a value, and is swept too",
            "colour: ",
        ],
    );
    check(asked("chess", 0), &["games: ", "game: there is no game 'chess'"]);
    let many = words(&["turns=1..20", "frameworks=1..20"]);
    check(LabSettings { sweeps: many, ..asked("automation", 1) }, &["more than 100 tables"]);
    let seats = LabSettings { seats: Some(usize::MAX), ..asked("automation", 1) };
    check(seats, &["seats: 1 to 4 can play"]);
    let all_wrong = words(&["nothing=1,2"]);
    check(LabSettings { sweeps: all_wrong, ..asked("automation", 1) }, &["nothing: "]);
}

#[test]
fn at_a_table_of_one_nobody_is_ahead() {
    let settings = LabSettings { seats: Some(1), within: Some(0.5), ..asked("automation", 120) };
    let report = study(&settled(&settings), 2, |_| ()).unwrap();
    let figures = &report.tables[0].figures;
    assert_eq!((figures.verdict, figures.leads.is_some()), (Verdict::Unknown, false));
    assert_eq!((figures.games, report.tables[0].stop), (120, Stop::Games));
    assert_eq!((figures.seats[0].share.value, figures.seats[0].won), (None, 1.0));
    assert!(report.to_string().contains("automation, one seat: "), "{report}");
}

/// What comes in from outside is not to be believed: a player that cheats ends the study with a reason.
#[test]
fn an_illegal_move_is_an_error() {
    struct Stubborn;
    impl Player<Rules<1>> for Stubborn {
        fn choose(&mut self, _: &Ask<'_, Rules<1>>) -> Line {
            "h 0 0".parse().unwrap()
        }
    }
    let mut players: Vec<Box<dyn Player<Rules<1>>>> = vec![Box::new(Stubborn), Box::new(Stubborn)];
    let mut dealer = Dealer::new(&Seed::from_number(1), &Shares::none());
    let game = dots("1x1");
    let mut notes = Notes::new(&game);
    let error = watch(&game, &mut players, &mut dealer, &[0, 1], &mut notes).unwrap_err();
    assert!(error.to_string().contains("seat 2 played 'h 0 0' as act 2"), "{error}");
    let error = watch(&game, &mut [], &mut dealer, &[0, 1], &mut notes).unwrap_err();
    assert!(error.to_string().contains("0 players came"), "{error}");
}
