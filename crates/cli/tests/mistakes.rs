//! What people type by mistake is answered with what to type, and nothing ends the program.

use assert_cmd::cargo::cargo_bin_cmd;

/// What is printed when somebody types these lines.
fn typed(words: &str, lines: &str) -> String {
    let state = tempfile::tempdir().unwrap();
    let mut command = cargo_bin_cmd!("parlor");
    command.args(words.split(' ')).write_stdin(lines).env("PARLOR_STATE", state.path());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}\n{text}{errors}");
    text
}

/// What was printed, in one line: where it is broken depends on its length.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_place_beyond_the_board_is_refused() {
    let play = "play property-tycoon --seats human,easy,hard --seed 5";
    let lines = "trade 3\ngive 100\nwant 41\nwithdraw\nmortgage 77\nquit\n";
    let text = in_a_line(&typed(play, lines));
    for told in [
        "> give 100 There is no space 100: the spaces of this board are 1 to 40; for money write \
         'cash' before the amount: cash 100.",
        "> want 41 There is no space 41: the spaces of this board are 1 to 40; for money write 'cash' \
         before the amount: cash 41.",
        "> mortgage 77 There is no space 77: the spaces of this board are 1 to 40.",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

/// Each word of a pair of moves says what it does itself.
#[test]
fn help_explains_the_moves_that_are_legal() {
    let play = "play property-tycoon --seats human,easy,hard --seed 5";
    let text = typed(play, "trade 3\nhelp\nquit\n");
    assert!(text.contains("withdraw           drops the offer\n"), "{text}");
    assert!(!text.contains("makes the offer"), "{text}");
}

/// A deck that the usual number of players cannot play seats as few as it needs.
#[test]
fn a_table_has_as_many_seats_as_its_options_need() {
    let text = typed("play chaos-letter -o deck=premium --seed 1", "quit\n");
    let players = "Chaos Letter: human, trickster 2, trickster 3, trickster 4 and trickster 5";
    assert!(text.starts_with(players), "{text}");
}

/// People are called by their names where a number could be that of a card; typed numbers mean the same.
#[test]
fn a_question_calls_players_by_their_names() {
    let play = "play chaos-letter --seats human,courtier --names Ann,Bob --seed 2";
    let text = in_a_line(&typed(play, "quit\n"));
    assert!(text.contains("Ann, play ") && text.contains(" Bob"), "{text}");
}
