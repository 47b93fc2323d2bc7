//! The rules, as scenarios in notation.

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::{AnyAct, AnyTable, AnyTurn, Names, Seat, Viewer, open};
use serde_json::{Value, json};

/// Plays acts separated by `;` and says where the game stands: who is asked, and the scores.
fn play(boxes: &str, seats: usize, acts: &str) -> Box<dyn AnyTable> {
    play_with(&json!({ "boxes": boxes }), seats, acts)
}

fn play_with(options: &Value, seats: usize, acts: &str) -> Box<dyn AnyTable> {
    let mut table = open::<DotsAndBoxes>(options, seats).expect("a table");
    for act in acts.split(';').map(str::trim).filter(|act| !act.is_empty()) {
        let act: AnyAct = act.parse().expect("an act");
        if let Err(why) = table.apply(&act) {
            panic!("'{act}': {why}");
        }
    }
    table
}

/// `asked` is a seat number, or 0 once the game is over.
fn check(boxes: &str, seats: usize, acts: &str, asked: usize, scores: &[i64]) {
    let table = play(boxes, seats, acts);
    let now = table.turn().asked().first().map_or(0, Seat::number);
    let owned: Vec<i64> = table
        .scores(Viewer::Spectator)
        .as_slice()
        .iter()
        .map(|score| score.unwrap_or(-1))
        .collect();
    assert_eq!((now, owned.as_slice()), (asked, scores), "{boxes} for {seats}: {acts}");
}

/// What the last of the acts is refused with; the table stands as it was.
fn refusal(boxes: &str, seats: usize, acts: &str) -> String {
    let (before, last) = acts.rsplit_once(';').unwrap_or(("", acts));
    let mut table = play(boxes, seats, before);
    let stood = table.digest();
    let act: AnyAct = last.trim().parse().expect("an act");
    let why = table.apply(&act).expect_err("a refusal").to_string();
    assert_eq!(table.digest(), stood, "a refused act changed the table: {acts}");
    why
}

#[test]
fn a_line_that_closes_nothing_passes_the_turn() {
    check("2x2", 2, "", 1, &[0, 0]);
    check("2x2", 2, "1: h 0 0", 2, &[0, 0]);
    check("2x2", 3, "1: h 0 0; 2: h 0 1", 3, &[0, 0, 0]);
    check("2x2", 4, "1: h 0 0; 2: h 0 1; 3: h 2 0; 4: h 2 1", 1, &[0, 0, 0, 0]);
}

#[test]
fn whoever_closes_a_box_owns_it_and_moves_again() {
    let three = "1: h 0 0; 2: v 0 0; 1: h 1 0";
    check("2x2", 2, &format!("{three}; 2: v 0 1"), 2, &[0, 1]);
    // The score goes to the one who drew the line, not to the one before or after.
    check("2x2", 3, "1: h 0 0; 2: v 0 0; 3: h 1 0; 1: v 0 1", 1, &[1, 0, 0]);
}

#[test]
fn nobody_has_to_close_a_box() {
    check("2x2", 2, "1: h 0 0; 2: v 0 0; 1: h 1 0; 2: v 1 2", 1, &[0, 0]);
}

#[test]
fn one_line_may_close_two_boxes() {
    let around = "1: h 0 0; 2: h 0 1; 1: h 1 0; 2: h 1 1; 1: v 0 0; 2: v 0 2";
    check("1x2", 2, &format!("{around}; 1: v 0 1"), 0, &[2, 0]);
}

#[test]
fn most_boxes_wins_and_equal_boxes_tie() {
    let table = play("1x1", 2, "1: h 0 0; 2: v 0 0; 1: v 0 1; 2: h 1 0");
    let outcome = table.outcome().expect("over");
    assert_eq!(
        (outcome.places.as_slice(), outcome.reason.as_ref()),
        (&[2, 1][..], "all boxes are closed")
    );

    // Each closes one of the two boxes: over, with two winners.
    let tie = "1: v 0 1; 2: h 0 0; 1: h 0 1; 2: h 1 0; 1: v 0 0; 1: h 1 1; 2: v 0 2";
    let outcome = play("1x2", 2, tie).outcome().expect("over");
    assert_eq!((outcome.places.as_slice(), outcome.scores.as_slice()), (&[1, 1][..], &[1, 1][..]));
}

#[test]
fn what_is_refused_and_why() {
    for (acts, why) in [
        ("1: h 0 0; 2: h 0 0", "that line is already drawn: 'h 0 0'"),
        (
            "1: h 0 2",
            "'h 0 2' is not on this board of 2x2 boxes: h takes rows 0-2 and columns 0-1, v takes \
             rows 0-1 and columns 0-2",
        ),
        (
            "1: v 2 0",
            "'v 2 0' is not on this board of 2x2 boxes: h takes rows 0-2 and columns 0-1, v takes \
             rows 0-1 and columns 0-2",
        ),
        ("2: h 0 0", "seat 2 is not asked to move now"),
        ("3: h 0 0", "there is no seat 3 at this table"),
        ("1: d 0 0", "a line is 'h ROW COLUMN' or 'v ROW COLUMN', such as 'h 0 1'; not 'd 0 0'"),
        ("1: h 0 -1", "a line is 'h ROW COLUMN' or 'v ROW COLUMN', such as 'h 0 1'; not 'h 0 -1'"),
        ("*: 6", "nothing in this game is left to chance"),
        ("clock", "no time limit is running"),
        ("3 leaves", "there is no seat 3 at this table"),
        ("1 leaves; 2: h 0 0", "the game is over"),
        ("1 leaves; 1 leaves", "the game is over"),
    ] {
        assert_eq!(refusal("2x2", 2, acts), why, "{acts}");
    }
    assert_eq!(refusal("2x2", 3, "1 leaves; 1 leaves"), "seat 1 has left already");
}

#[test]
fn who_leaves_is_passed_over_and_ranks_last() {
    check("2x2", 3, "1: h 0 0; 3 leaves; 2: h 0 1", 1, &[0, 0, 0]);
    check("2x2", 3, "1: h 0 0; 2 leaves", 3, &[0, 0, 0]);

    // The leaver had the most boxes; the last one at the table wins all the same.
    let table = play("2x2", 2, "1: h 0 0; 2: v 0 0; 1: h 1 0; 2: v 0 1; 2 leaves");
    let outcome = table.outcome().expect("over");
    assert_eq!(outcome.scores.as_slice(), [0, 1]);
    assert_eq!(outcome.places.as_slice(), [1, 2]);
    assert_eq!(outcome.reason, "everybody else has left");
}

#[test]
fn openings_draw_lines_before_the_first_move() {
    let drawn = |opening: &str| {
        let options = json!({"boxes": "2x3", "opening": opening});
        let table = play_with(&options, 2, "");
        let view = table.view(Viewer::Spectator);
        view["drawn"]
            .as_array()
            .expect("a list")
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert!(drawn("american").is_empty());
    let near = r#""h 0 0" "h 0 1" "h 0 2" "v 0 0" "v 1 0""#;
    assert_eq!(drawn("icelandic").join(" "), near);
    let all = r#""h 0 0" "h 0 1" "h 0 2" "h 2 0" "h 2 1" "h 2 2" "v 0 0" "v 0 3" "v 1 0" "v 1 3""#;
    assert_eq!(drawn("swedish").join(" "), all);
}

#[test]
fn all_that_is_wrong_with_a_table_is_said() {
    let wrong = |options: Value, seats| match open::<DotsAndBoxes>(&options, seats) {
        Ok(_) => panic!("{options} for {seats} opened"),
        Err(problems) => problems.to_string(),
    };
    let text = wrong(json!({"boxes": "5x16", "opening": "danish", "colour": "red"}), 5);
    for part in [
        "boxes: a board is ROWSxCOLUMNS boxes, each 1 to 15, such as 5x5; not '5x16'",
        "opening: there is no 'danish'",
        "colour: there is no such option; there is boxes, dots, opening",
        "seats: 2 to 4 can play, not 5",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    let text = wrong(json!({"boxes": "1x1", "opening": "swedish"}), 2);
    assert_eq!(text, "opening: swedish would close the only box of a 1x1 board");
}

/// A board can be counted in dots, and is written down in boxes.
#[test]
fn dots_are_counted_too() {
    let options = |given: Value| match open::<DotsAndBoxes>(&given, 2) {
        Ok(table) => table.options().to_string(),
        Err(problems) => problems.to_string(),
    };
    let small = r#"{"boxes":"2x2","opening":"american"}"#;
    assert_eq!(options(json!({"dots": "3x3"})), small);
    assert_eq!(options(json!({"boxes": "2x2"})), small);
    assert_eq!(options(json!({"boxes": "2x2", "dots": "3x3"})), small);
    assert_eq!(options(json!({"dots": "16x2"})), r#"{"boxes":"15x1","opening":"american"}"#);
    assert_eq!(options(json!({})), r#"{"boxes":"4x4","opening":"american"}"#);
    // A board of the usual size contradicts other dots as any other does.
    for boxes in ["4x4", "3x2"] {
        let what = format!(
            "dots: 3x3 dots are 2x2 boxes, and the option 'boxes' says {boxes}; leave one of them out"
        );
        assert_eq!(options(json!({"boxes": boxes, "dots": "3x3"})), what);
    }
    for dots in ["1x3", "17x3", "3", "03x3", "3x3x3"] {
        let what = "dots: a board is ROWSxCOLUMNS dots, each 2 to 16, such as 3x3; not ";
        assert_eq!(options(json!({ "dots": dots })), format!("{what}'{dots}'"));
    }
    assert_eq!(options(json!({"dots": 3})), "dots: must be text, not 3");
    let one = options(json!({"dots": "2x2", "opening": "swedish"}));
    assert_eq!(one, "opening: swedish would close the only box of a 1x1 board");
}

/// Dots, lines and owners stand where they belong, and the last line is marked.
#[test]
fn the_board_is_drawn() {
    let acts = "1: h 0 0; 2: v 0 0; 1: h 1 0; 2: v 0 1; 2: v 1 2; 1: h 2 1";
    let table = play("2x2", 2, acts);
    let board = "      v0  v1  v2
        h0  h1
h0    +---+   +
v0    | 2 |
h1    +---+   +
v1            |
h2    +   +===+

  1 Ann: 0 boxes  2 Bob: 1 box   last line: h 2 1 (===)
";
    let drawing = table.draw(Viewer::Spectator, &Names::new(["Ann", "Bob"]));
    assert_eq!(drawing.to_string(), board);
}

#[test]
fn questions_and_notices_are_in_words() {
    let mut table = play("2x2", 2, "1: h 0 0; 2: v 0 0; 1: h 1 0");
    let names = Names::new(["Ann", "Bob"]);
    let asked = table.turn().asked().first().expect("somebody");
    assert_eq!(table.question(asked, &names).as_deref(), Some("Bob: draw a line (such as h 0 1)"));
    let notices = table.apply(&"2: v 0 1".parse().expect("an act")).expect("legal");
    let told = table.tell(&notices[0].notice, &names);
    assert_eq!(told.as_deref(), Some("Bob draws v 0 1 and closes a box."));
    assert_eq!(
        table.question(asked, &names).as_deref(),
        Some("Bob: a box is closed, draw another line (such as h 0 1)")
    );
    assert!(matches!(table.turn(), AnyTurn::Ask { .. }));
}
