//! What people read who play toys at this terminal.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;

use super::clock::{moving_time, time_in_words};
use super::telling::{SCREEN, is_pushed_off, that_fit};
use super::*;
use crate::play::seat_plan::PlannedSeat;
use parlor_engine::{AnyTable, Rulebook};
use parlor_gametest::toys::{Peek, Pig, Tender, Twenty, applied};
use parlor_match::{Cost, Costs, House, Seed, Shares};
use parlor_runner::{RecordFile, SeatSpec};
use serde_json::{Value, json};

/// What people read who play a toy at this terminal and type these lines.
fn screen_of<R: Rulebook>(seats: &[Option<&str>], typed: &'static str, wipes: bool) -> String {
    // Without a watch: what people read is not to depend on how fast a test runs.
    let options =
        if R::about().id == Pig::about().id { json!({"seconds": 0}) } else { Value::Null };
    let table = parlor_engine::open::<R>(&options, seats.len()).unwrap();
    screen_at(table, seats, typed, wipes)
}

/// The same at any table.
fn screen_at(
    table: Box<dyn AnyTable>,
    seats: &[Option<&str>],
    typed: &'static str,
    wipes: bool,
) -> String {
    screen_after(Duration::ZERO, table, seats, typed, wipes)
}

/// The same of a game that has been going on for so long.
fn screen_after(
    ago: Duration,
    table: Box<dyn AnyTable>,
    seats: &[Option<&str>],
    typed: &'static str,
    wipes: bool,
) -> String {
    let kind = |name: Option<&str>| match name {
        Some(NOBODY) => PlannedSeat::Asked(SeatSpec::Command(vec!["no-such-program".to_owned()])),
        Some(_) => PlannedSeat::Asked(SeatSpec::Human),
        None => PlannedSeat::Asked(SeatSpec::computer("random")),
    };
    let plan = SeatPlan {
        planned: seats.iter().copied().map(kind).collect(),
        called: seats.iter().map(|name| name.unwrap_or("random").to_owned()).collect(),
        replaced: Vec::new(),
    };
    let seed = Seed::from_number(1);
    let sitting = Sitting::new(table, plan.occupants(), seed, Shares::none());
    let mut out = Vec::new();
    let house = House { costs: Costs::all(&Cost::Game), ..House::default() };
    let mut bots = Bots { house, ..Bots::default() };
    let console = Console::typed(typed, wipes);
    run_after(ago, sitting, &plan, &mut bots, Keeping::default(), console, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A bot that cannot be started.
const NOBODY: &str = "Nobody";
const ANN_AND_BOB: [Option<&str>; 2] = [Some("Ann"), Some("Bob")];
const ANN_ALONE: [Option<&str>; 2] = [Some("Ann"), None];

#[test]
fn a_refusal_repeats_what_was_typed() {
    let out = screen_of::<Peek>(&ANN_ALONE, "Dance 2 X\n", false).replace('\n', " ");
    assert!(out.contains("guess SEAT CARD, not 'Dance 2 X'; there is"), "{out}");
    // And no more of it than is needed to know it.
    let long: &'static str = format!("7{}\n", "X".repeat(90)).leak();
    let out = screen_of::<Peek>(&ANN_ALONE, long, false).replace('\n', " ");
    assert!(out.contains(&format!("'7{}…' is no move; there is", "X".repeat(59))), "{out}");
}

/// What Ann reads whose only sealed bid is made for her, where the disk is full or not.
fn bid_for_her(is_disk_full: bool) -> String {
    let plan = SeatPlan {
        planned: vec![
            PlannedSeat::Asked(SeatSpec::Human),
            PlannedSeat::Asked(SeatSpec::computer("random")),
        ],
        called: vec!["Ann".to_owned(), "random".to_owned()],
        replaced: Vec::new(),
    };
    let table = parlor_engine::open::<Tender>(&json!({"coins": 0}), 2).unwrap();
    let seed = Seed::from_number(1);
    let mut sitting = Sitting::new(table, plan.occupants(), seed, Shares::none());
    let mut draft = sitting.draft(Duration::ZERO);
    assert!(draft.deal());
    draft.act("2: bid 0".parse().unwrap()).unwrap();
    sitting.commit(draft);
    let (disk, mut reader) = UnixStream::pair().unwrap();
    let file = File::from(OwnedFd::from(disk));
    let file = RecordFile::begin(Path::new("disk"), file, &sitting).unwrap();
    let reads_on = (!is_disk_full)
        .then(|| std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink())));
    let keeping = Keeping { file: Some(file), ..Keeping::default() };
    let (mut out, mut bots) = (Vec::new(), Bots::default());
    let console = Console::typed("", false);
    let ended = run_after(Duration::ZERO, sitting, &plan, &mut bots, keeping, console, &mut out);
    assert_eq!(ended.is_err(), is_disk_full, "{ended:?}");
    reads_on.map(std::thread::JoinHandle::join);
    String::from_utf8(out).unwrap()
}

#[test]
fn what_is_done_for_somebody_is_told_when_it_is_written_down() {
    let out = bid_for_her(false);
    assert!(out.contains("(done for you).\n"), "{out}");
    let out = bid_for_her(true);
    assert!(!out.contains("(done for you)"), "it was not done:\n{out}");
}

#[test]
fn fragments_become_sentences() {
    assert_eq!(sentence("that line is already drawn"), "That line is already drawn.");
    assert_eq!(sentence("really?"), "Really?");
    assert_eq!(sentence(""), ".");
}

const WIPE: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";

/// With this seed Ann holds the 2 and Bob the 1.
#[test]
fn hidden_hands_are_handed_over() {
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\npeek 2\nkeep\n\nswap\n\n", true);
    let looks: Vec<&str> = out.split(WIPE).collect();
    let [ann, bob, again] = looks.as_slice() else { panic!("two hand-overs in:\n{out}") };
    let asked = |name| format!("{name}, you are asked. Nobody else looks? Press Enter. \n");
    // Whoever looks first wipes nothing, and several questions in a row disturb nobody.
    let commands = "Type a move, or one of: help, moves, board, log, undo, explain WORD, rules,\n\
                    save FILE, leave, quit.\n";
    let first = format!("Bob draws.\n{}{commands}What happened:\nYou draw 2.\n", asked("Ann"));
    assert!(ann.contains(&first), "{ann}");
    assert_eq!(ann.matches("Press Enter").count(), 1);
    assert!(ann.contains("asked:\nBob holds 1.\n\nAnn [2] 0   Bob [1] 0\n"), "{ann}");
    assert!(bob.starts_with(&asked("Bob")), "{bob}");
    // What went off the screen is told again, to whom it was told.
    let told = "happened:\nAnn draws.\nYou draw 1.\nAnn looks at Bob's card.\nAnn keeps.\n\n\
                Ann [?] 0   Bob [1] 0\n\nBob: peek";
    assert!(bob.contains(told), "{bob}");
    assert!(again.contains("Ann keeps.\nBob discards 1.\n"), "{again}");
}

#[test]
fn a_hand_over_waits_for_enter_also_in_a_pipe() {
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep\nswap\n\nboard\n", false);
    assert!(!out.contains('\u{1b}'), "{out}");
    let asked = "Bob, you are asked. Nobody else looks? Press Enter. ";
    let twice = format!("Ann keeps.\n\n\n\n{asked}swap\n{asked}\n\nAnn [?]");
    assert!(out.contains(&twice), "{out}");
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep\nquit\nback\nquit\nno\n", false);
    assert!(out.ends_with("The game stops here, before its end.\n"), "{out}");
    assert!(!out.contains("Bob [1]"), "{out}");
}

#[test]
fn nothing_is_handed_over_where_nobody_hides_anything() {
    for out in [
        screen_of::<Peek>(&ANN_ALONE, "keep\nkeep\n", true),
        screen_of::<Pig>(&ANN_AND_BOB, "roll\nbank\nroll\nbank\n", true),
    ] {
        assert!(!out.contains("Press Enter") && !out.contains('\u{1b}'), "{out}");
    }
}

#[test]
fn enter_plays_the_only_move() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "\n\nbank\n", false);
    assert!(out.contains("Only 'roll' is possible: Enter plays it.\n> \nAnn: roll."), "{out}");
    // With a choice it says so, and repeats the question.
    let twice = "Ann: roll, or bank 2?\n> \nEnter plays nothing here: there is a choice to make.\n\
                 Ann: roll, or bank 2?\n> bank\nAnn: bank.";
    assert!(out.contains(twice), "{out}");
}

#[test]
fn beginnings_of_words_are_played() {
    let out = screen_of::<Peek>(&ANN_ALONE, "p\np 2\np 2\nG 2 4\n", false);
    assert!(out.contains("> p\n'p' could be peek 2 (random)."), "{out}");
    assert!(out.contains("> p 2\nrandom holds"), "{out}");
    // It has been looked at, so no legal move begins like that any more.
    assert!(
        out.contains("not 'p 2'; there is, for example,\nkeep, swap or guess 2 1; type help."),
        "{out}"
    );
    assert!(out.contains("Ann names 4 for random: "), "{out}");
    let out = screen_of::<Tender>(&ANN_ALONE, "b 9\nb 2\n", false);
    assert!(
        out.contains("> b 9\nA bid of 9 is more than the 6 coins there are.\n> b 2\nBids 2 "),
        "{out}"
    );
}

#[test]
fn several_moves_fit_on_a_line() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "roll;r; ;b; r;r\nr;x;r;r\n", false);
    let turn = "Ann: roll.\nAnn rolls 2.\nAnn: roll.\nAnn rolls 3.\nAnn: bank.\n\
                Dropped 2 moves, since Bob is asked now.\n\nAnn 5, Bob 0;";
    assert!(out.contains(turn), "{out}");
    // A refusal stands below the board, with what it cost.
    let (_, refused) = out.split_once("> r;x;r;r\nBob: roll.\n").unwrap();
    let refused: Vec<&str> = refused.lines().collect();
    assert!(refused[4].starts_with("Bob: roll, or bank"), "{out}");
    assert_eq!(refused[5], "No legal move begins like 'x' now: roll, bank.");
    assert_eq!(refused[6], "Dropped 2 moves that came after it.");
}

#[test]
fn a_move_is_played_several_times() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "r x2; bank; r\nzz x2\nexplain x3\nquit\n", false);
    let turn = "> r x2; bank; r\nAnn: roll.\nAnn rolls 2.\nAnn: roll.\nAnn rolls 3.\n\
                Ann: bank.\nDropped 1 move, since Bob is asked now.\n";
    assert!(out.contains(turn), "{out}");
    assert!(out.contains("> zz x2\nNo legal move begins like 'zz' now: roll.\n> "), "{out}");
    assert!(out.contains("> explain x3\nThe game has no explanation of 'x3'."), "{out}");
}

#[test]
fn the_board_is_drawn_with_the_question() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "roll\nboard\n", false);
    let asked = out.matches("Ann: roll, or bank 2?\n> ").count();
    assert_eq!(asked, 2, "{out}");
}

#[test]
fn what_was_dropped_is_said_to_whoever_typed_it() {
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep;keep\n\nkeep\n\n", true);
    let last = out.split(WIPE).last().unwrap();
    assert!(last.contains("Ann keeps.\nDropped 1 move, since Bob is asked now.\n"), "{out}");
}

#[test]
fn news_that_the_board_pushes_off_is_repeated() {
    let told = |news: bool, lines: usize| {
        let words = "Bob keeps.".to_owned();
        let told = Told { words, visible: true, news, is_end: false, rank: Rank::Others };
        vec![told; lines]
    };
    assert!(is_pushed_off(&told(true, 3), SCREEN));
    assert!(!is_pushed_off(&told(true, 3), SCREEN - 3));
    // Who did all of it knows it.
    assert!(!is_pushed_off(&told(false, 30), SCREEN));
    assert!(!is_pushed_off(&[], 99));
}

/// At a screen each sentence stands there once, above the board; in a pipe as it happens.
#[test]
fn nothing_is_told_twice_to_somebody_alone() {
    let screen = screen_of::<Peek>(&ANN_ALONE, "keep\nkeep\n", true);
    let first = "\nWhat happened:\nYou draw 2.\nrandom draws.\n\nAnn [2] 0";
    assert!(screen.contains(first), "{screen}");
    let last = "\nShown: 2, 3, nothing.\n\nAnn [2] 1   random [3] 1\n\nThe game is over";
    assert!(screen.contains(last), "{screen}");
    let pipe = screen_of::<Peek>(&ANN_ALONE, "keep\nkeep\n", false);
    assert!(pipe.contains("quit.\nYou draw 2.\nrandom draws.\n\nAnn [2]"), "{pipe}");
    assert!(!pipe.contains("Since you were last asked"), "{pipe}");
    for told in ["You draw 2.", "Ann keeps.", "Shown: "] {
        let [screen, pipe] = [&screen, &pipe].map(|out| out.matches(told).count());
        assert_eq!(screen, pipe, "{told}");
    }
}

/// With this seed Ann holds the 2 and Bob the 1.
#[test]
fn everybody_has_a_log_of_their_own() {
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\nlog\npeek 2\nkeep\n\nlog all\nlog\n", true);
    let looks: Vec<&str> = out.split(WIPE).collect();
    let [ann, bob] = looks.as_slice() else { panic!("one hand-over in:\n{out}") };
    let asked = "Ann: peek, guess, swap or keep?";
    assert!(ann.contains(&format!("> log\nYou draw 2.\nBob draws.\n{asked}\n> peek 2")), "{ann}");
    let told = "> log all\nAnn draws.\nYou draw 1.\nAnn looks at Bob's card.\nAnn keeps.\n\
                Bob: peek, guess, swap or keep?\n> log\nAnn draws.";
    assert!(bob.contains(told), "{bob}");
}

#[test]
fn a_log_is_a_screenful() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "log\nroll\nbank\nlog\n", false);
    assert!(out.contains("> log\nYou were told nothing yet.\n> roll"), "{out}");
    assert!(out.contains("> log\nAnn: roll.\nAnn rolls 2.\nAnn: bank.\n> "), "{out}");
    let long =
        screen_of::<Pig>(&ANN_AND_BOB, "r;b\nr;b\nr;b\nr;b\nr;b\nr;b\nr;b\nr;b\nlog\n", false);
    assert!(long.contains("before these; log all shows them, too.)\n"), "{long}");
}

#[test]
fn leaving_is_asked_twice_at_a_terminal() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "leave\nno\nroll\nleave\nyes\n", true);
    let stays = "> leave\nGive up your seat for good? (yes; anything else to stay)\nleave> no\n\
                 You stay.\nAnn: roll, or bank 0?\nOnly 'roll' is possible: Enter plays it.\n> roll\n";
    assert!(out.contains(stays), "{out}");
    assert!(out.contains("leave> yes\nAnn leaves"), "{out}");
    let pipe = screen_of::<Pig>(&ANN_AND_BOB, "leave\n", false);
    assert!(!pipe.contains("Give up") && pipe.contains("Ann leaves"), "{pipe}");
}

#[test]
fn help_lists_undo_where_nobody_but_bots_is_in_the_way() {
    let out = screen_of::<Peek>(&ANN_ALONE, "help\n", false);
    assert!(out.contains("\nboard ") && out.contains("\nundo "), "{out}");
}

#[test]
fn what_was_drawn_is_not_taken_back() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "roll\nundo\n", false);
    assert!(out.contains("What chance has decided cannot be taken back."), "{out}");
}

/// So many lines are free for news.
const ROOM: usize = 20;

/// What is left of sentences of these ranks, by their numbers, and how many are dropped.
fn kept(ranks: impl Iterator<Item = Rank>) -> (Vec<usize>, usize) {
    let told = |(number, rank): (usize, Rank)| Told {
        words: number.to_string(),
        visible: true,
        news: true,
        is_end: false,
        rank,
    };
    let all: Vec<Told> = ranks.enumerate().map(told).collect();
    let (kept, dropped) = that_fit(&all.iter().collect::<Vec<_>>(), ROOM);
    (kept.iter().map(|told| told.words.parse().unwrap()).collect(), dropped.len())
}

#[test]
fn whose_fault_ended_the_game_is_said_at_a_screen_too() {
    for wipes in [true, false] {
        let screen = screen_of::<Pig>(&[Some("Ann"), Some(NOBODY)], "", wipes);
        let fault = "Nobody (seat 2): start-failed: there is no program 'no-such-program'; \
                     the game ends here.";
        assert_eq!(screen.replace('\n', " ").matches(fault).count(), 1, "{screen}");
    }
}

#[test]
fn what_others_do_is_dropped_first() {
    let own_then_others = |own: usize, all: usize| {
        kept((0..all).map(|number| if number < own { Rank::Stays } else { Rank::Others }))
    };
    assert_eq!(own_then_others(0, ROOM), ((0..ROOM).collect(), 0));
    let (left, dropped) = own_then_others(4, 50);
    assert_eq!(left, [0, 1, 2, 3].into_iter().chain(34..50).collect::<Vec<_>>());
    assert_eq!(dropped, 30);
    // There is never more than the window has room for, and it is the latest.
    let (left, dropped) = own_then_others(30, 50);
    assert_eq!((left, dropped), ((10..30).collect(), 30));
}

#[test]
fn what_matters_outranks_the_routine_of_the_person() {
    let ranks = [Rank::Key, Rank::Stays, Rank::Notable, Rank::Others, Rank::Routine];
    let (left, dropped) = kept((0..50).map(|number| ranks[number / 10]));
    assert_eq!((left, dropped), ((0..ROOM).collect(), 30));
    let (left, _) = kept((0..50).map(|number| ranks[4 - number / 10]));
    assert_eq!(left, (30..50).collect::<Vec<_>>());
}

/// A long sentence that has no room leaves it to a short one.
#[test]
fn all_room_is_used() {
    let told = |words: &str| Told::by_the_terminal(words.to_owned(), true, Rank::Stays);
    let all = [told("one"), told("two"), told("a\nb\nc"), told("three")];
    let (kept, dropped) = that_fit(&all.iter().collect::<Vec<_>>(), 3);
    let words: Vec<&str> = kept.iter().map(|told| told.words.as_str()).collect();
    assert_eq!(words, ["one", "two", "three"]);
    assert_eq!(dropped.len(), 1);
}

#[test]
fn what_answers_itself_takes_no_room() {
    let ranks = |others: usize| {
        (0..2 * others).map(|number| if number % 2 == 0 { Rank::Aside } else { Rank::Others })
    };
    let others = (0..ROOM).map(|number| 2 * number + 1).collect();
    assert_eq!(kept(ranks(ROOM)), (others, ROOM));
    let (left, dropped) = kept(ranks(ROOM + 1));
    assert_eq!(left, (0..ROOM).map(|number| 2 * number + 3).collect::<Vec<_>>());
    assert_eq!(dropped, ROOM + 2);
}

/// A long evening of others: what Ann did herself still stands below the board.
#[test]
fn what_follows_from_an_own_move_is_told() {
    let seats = [Some("Ann"), None, None, None];
    let typed = "r x5;b\n";
    let out = screen_of::<Pig>(&seats, typed, true);
    let (_, shortened) = out.split_once(" left out; log shows more):\n").expect(&out);
    assert!(shortened.starts_with("Ann: roll.\nAnn rolls "), "{out}");
}

#[test]
fn commands_are_no_names_of_files() {
    let typed = "r x3;b\nr x3;b\nlog\nLog all\n/log\nboard\nhelp\nno\n";
    let out = screen_of::<Pig>(&[Some("Ann"), None, None, None], typed, true);
    let (_, asked) = out.split_once("Save the game?").expect(&out);
    assert!(!asked.contains("Recorded in"), "{out}");
    assert!(asked.contains("file> log\n("), "{out}");
    assert!(asked.contains("file> Log all\nAnn: roll.\nAnn rolls 2.\n"), "{out}");
    assert!(asked.contains("file> board\n\nAnn 21, "), "{out}");
    // Nobody reads over another's shoulder.
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\nkeep\nquit\nlog\nno\n", true);
    assert!(out.contains("file> log\nEverybody has a log of their own.\nSave"), "{out}");
}

/// Who goes away at the end has not said that nobody wants the game.
#[test]
fn enter_is_no_answer_to_where_a_game_is_saved() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "leave\nyes\n\nno\n", true);
    let told = "file> \nType the name of a file to save it in, such as game.rec; or type 'no', and the\n\
                game is not saved.\nfile> no\n";
    assert!(out.contains(told), "{out}");
}

#[test]
fn a_slip_in_a_command_is_answered_with_the_command() {
    let out = screen_of::<Pig>(&ANN_AND_BOB, "mvoes\nq\nback\n", true);
    assert!(out.contains("There is no move 'mvoes'; did you mean 'moves'?"), "{out}");
    assert!(out.contains("> q\nThe game stops here"), "{out}");
}

/// A name is a seat where the notation has one, and no card.
#[test]
fn a_name_is_no_other_number() {
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\nguess bob bob\nguess 2 ann\nguess bob 3\n", false);
    assert!(
        out.contains("> guess bob bob\n'guess bob bob' is not legal; 'guess bob' could be"),
        "{out}"
    );
    assert!(out.contains("> guess 2 ann\n'guess 2 ann' is not legal; 'guess 2' could be"), "{out}");
    assert!(out.contains("> guess bob 3\nAnn names 3 for Bob"), "{out}");
}

#[test]
fn a_name_that_several_have_is_asked_for() {
    let seats = [Some("Ann"), Some("cultist 2"), Some("cultist 3")];
    let out = screen_of::<Peek>(&seats, "\npeek cult\n", false);
    assert!(out.contains("> peek cult\n'cult' could be cultist 2 or cultist 3.\n"), "{out}");
}

#[test]
fn the_rules_can_be_read_before_one_leaves() {
    let out = screen_of::<Twenty>(&ANN_AND_BOB, "leave\nrules\nexplain one\nno\n", true);
    assert_eq!(out.matches("Give up your seat for good?").count(), 3, "{out}");
    assert!(out.contains("prints the whole manual") && out.contains("You stay."), "{out}");
}

/// A clock that stood still here would let a player stop an auction for as long as they like.
#[test]
fn the_clock_runs_on_while_one_thinks_about_leaving() {
    let table = parlor_engine::open::<Twenty>(&json!({"seconds": 90}), 2).unwrap();
    let out = screen_after(Duration::from_secs(30), table, &ANN_ALONE, "leave\nno\ntwo\n", true);
    assert!(
        out.contains("9 s left leave> no\n") || out.contains("1 min left leave> no\n"),
        "{out}"
    );
}

#[test]
fn that_it_is_over_is_said_once() {
    let game = parlor_registry::find("chaos-letter").unwrap();
    let (options, _) = game.options_from_words(&[] as &[String]);
    let seats = [Some("Ann"), None, None];
    let table = game.open(&options, seats.len()).unwrap();
    let out = screen_at(table, &seats, "leave\nyes\nno\n", true);
    assert_eq!(out.matches("The game is over:").count(), 1, "{out}");
}

#[test]
fn a_game_with_a_time_limit_ends_when_it_is_up() {
    let play = |minutes: u64| {
        let game = parlor_registry::find("property-tycoon").unwrap();
        let table = game.open(&json!({"minutes": 2, "trading": false}), 2).unwrap();
        let easy = SeatSpec::computer("easy");
        let planned = vec![PlannedSeat::Asked(SeatSpec::Human), PlannedSeat::Asked(easy)];
        let called = vec!["Ann".to_owned(), "Bob".to_owned()];
        let plan = SeatPlan { planned, called, replaced: Vec::new() };
        let occupants = plan.occupants();
        let sitting = Sitting::new(table, occupants, Seed::from_number(1), Shares::none());
        let ago = Duration::from_mins(minutes);
        let console = Console::typed("roll\nroll\nno\n", false);
        let mut out = Vec::new();
        run_after(ago, sitting, &plan, &mut Bots::default(), Keeping::default(), console, &mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    };
    let out = play(0);
    assert!(out.contains("\n2 min left> roll\n") && !out.contains("time is up"), "{out}");
    let out = play(2);
    assert!(out.contains("\nThe time is up: this round is the last.\n"), "{out}");
    assert!(out.contains("Round 1, the last. ") && out.contains("\n> roll\n"), "{out}");
    assert!(out.contains("\nThe game is over: the time is up; "), "{out}");
}

#[test]
fn the_time_that_is_left_is_rounded_up() {
    let words = |seconds| time_in_words(Duration::from_secs(seconds));
    assert_eq!(
        [0, 59, 60, 61, 900].map(words).join(", "),
        "0 s left, 59 s left, 1 min left, 2 min left, 15 min left"
    );
    let moving = |millis| moving_time(Duration::from_millis(millis));
    assert_eq!(
        [0, 1, 1_000, 59_001, 60_001, 900_000].map(moving).join(", "),
        "0 s left, 1 s left, 1 s left, 1:00 left, 1:01 left, 15:00 left"
    );
}

#[test]
fn what_a_person_types_is_applied_once() {
    let before = applied();
    let typed = "two\non\nthree\nmoves\none; two\nboard\nexplain one\nhelp\n";
    let out = screen_of::<Twenty>(&ANN_AND_BOB, typed, false);
    assert!(out.contains("Ann says 4.\n"), "{out}");
    // Three moves were played; what is refused, dropped or only looked at is not tried.
    let said = |name: &str| out.matches(&format!("\n{name} says ")).count() as u64;
    assert_eq!((said("Ann") + said("Bob"), applied() - before), (3, 3), "{out}");
}

#[test]
fn when_the_time_of_a_question_is_up_the_default_move_is_played() {
    let table = || parlor_engine::open::<Twenty>(&json!({"seconds": 90}), 2).unwrap();
    let out = screen_after(Duration::ZERO, table(), &ANN_ALONE, "two\n", false);
    assert!(out.contains("\n2 min left> two\nAnn says 2.\n"), "{out}");
    let out = screen_after(Duration::from_mins(2), table(), &ANN_ALONE, "two\n", false);
    assert!(out.contains("\nAnn says 1.\n") && out.contains("left> two\n"), "{out}");
}

/// What Ann reads who plays Automation against a computer and types this.
fn automation(typed: &'static str) -> String {
    let table = parlor_registry::find("automation").unwrap().open(&Value::Null, 2).unwrap();
    screen_at(table, &ANN_ALONE, typed, false)
}

#[test]
fn all_money_is_played_with_one_line() {
    let out = automation("play all\nend\nPlay All\nmoves\n");
    assert!(
        out.contains("> play all\n'play all' plays money, and this is your ACTION phase: "),
        "{out}"
    );
    let (_, played) = out.split_once("> Play All\n").expect(&out);
    let (told, rest) = played.split_once("\n\n").expect(played);
    let coins = told.matches("Ann plays Bitcoin.").count();
    assert!(coins > 1 && told.lines().count() == coins, "{told}");
    assert!(rest.contains(&format!("MONEY phase, {coins} money so far")), "{rest}");
    assert!(!rest.contains("play bitcoin"), "{rest}");
}

#[test]
fn what_follows_a_shortcut_is_played_after_it() {
    let out = automation("end; p all; end; log\nundo\n");
    let (_, log) = out.split_once("Ann, BUY phase").expect(&out);
    assert!(log.contains("> undo\nTaken back: Ann's end phase.\n"), "{out}");
    let out = automation("end; play all\nundo\nplay all\nplay all\n");
    assert!(out.contains("> undo\nTaken back: Ann's play bitcoin.\n"), "{out}");
    assert!(out.contains("> play all\nThere is no money in your hand to play.\n"), "{out}");
    assert!(!out.contains("Dropped"), "{out}");
}

/// What somebody reads who types a line at a table of Dots and Boxes or another game.
fn answer_in(game: &str, options: &Value, acts: &[&str], typed: &'static str) -> String {
    let mut table = parlor_registry::SHELF.open(game, options, 2).unwrap();
    for act in acts {
        table.apply(&act.parse().unwrap()).unwrap();
    }
    let out = screen_at(table, &ANN_AND_BOB, typed, false);
    out.replace('\n', " ")
}

#[test]
fn a_short_form_of_an_illegal_move_is_refused_with_the_reason() {
    for (line, why) in [
        ("h00", "already drawn"),
        ("h,0,0", "already drawn"),
        ("h99", "'h 9 9' is not on this board"),
        ("h 0 0 please", "'h 0 0 please'"),
    ] {
        let typed: &'static str = format!("{line}\n").leak();
        let out = answer_in("dots-and-boxes", &Value::Null, &["1: h 0 0"], typed);
        assert!(out.contains(why), "{line}: {out}");
        assert!(!out.contains("could be h 0 0."), "{line}: {out}");
    }
}

#[test]
fn a_slip_in_a_line_is_answered_with_the_line() {
    for (line, meant) in [
        ("explan box", "did you mean 'explain box'?"),
        ("sav x.rec", "did you mean 'save x.rec'?"),
        ("log 5", "There is no command 'log 5': log shows the last"),
        ("hlep", "did you mean 'help'?"),
    ] {
        let typed: &'static str = format!("{line}\n").leak();
        let out = answer_in("dots-and-boxes", &Value::Null, &[], typed);
        assert!(out.contains(meant), "{line}: {out}");
        assert!(!out.contains("a line is 'h ROW"), "{line}: {out}");
    }
    let out = screen_of::<Peek>(&ANN_AND_BOB, "\ngeuss bob 1\n", false).replace('\n', " ");
    assert!(out.contains("did you mean 'guess bob 1'?"), "{out}");
}

#[test]
fn a_reminder_keeps_whole_words_and_leaves_out_lists() {
    let question =
        "Ann, build, or end your turn.\n  build: 1 Old Creek, 2 New Creek\nYou may also trade.";
    let short = "Ann, build, or end your turn. … You may also trade.";
    assert_eq!(showing::reminder(question, 78), short);
    let long = "words and words and ".repeat(30);
    let cut = showing::reminder(&long, 30);
    assert_eq!(cut.lines().count(), 4);
    let last = cut.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words.as_slice(), [whole @ .., "…"] if whole.iter().all(|it| ["words", "and"].contains(it)))
    );
    assert!(cut.lines().all(|line| line.chars().count() <= 30), "{cut}");
}
