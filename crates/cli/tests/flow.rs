//! What a person does with the program, from the first game to a broken byte.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use parlor_sheets::Book;
use tempfile::TempDir;

/// A folder to play in, and one for the games that are kept.
struct Den(TempDir, TempDir);

/// What a run printed, and its exit code.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Den {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs `parlor` with these words, typing these lines.
    fn run(&self, words: &str, typed: &str) -> Ran {
        let mut command: Command = cargo_bin_cmd!("parlor");
        command.current_dir(self.path()).args(words.split(' ')).write_stdin(typed);
        command.env("PARLOR_STATE", self.1.path());
        let output = command.output().unwrap();
        Ran {
            code: output.status.code().expect("ended by itself"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The same, when all is to go well.
    fn fine(&self, words: &str, typed: &str) -> String {
        let ran = self.run(words, typed);
        assert_eq!(ran.code, 0, "{words}\n{}{}", ran.out, ran.err);
        ran.out
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap()
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path().join(file), text).unwrap();
    }

    /// A finished game of 2x2 in `game.rec`.
    fn with_a_game() -> Self {
        let den = Self::new();
        let words = "play dots-and-boxes -o boxes=2x2 --seats easy,random --seed 4";
        den.fine(&format!("{words} --record game.rec"), "");
        den
    }

    /// A finished game in `cards.rec` in which most is hidden.
    fn with_cards() -> Self {
        let den = Self::new();
        let words = "play automation -o set=standard -o turns=2 --seats random,random --seed 1";
        den.fine(&format!("{words} --record cards.rec"), "");
        den
    }
}

#[track_caller]
fn check_contains(text: &str, parts: &[&str]) {
    // A sentence may be broken into lines at any blank.
    let one_line = text.replace('\n', " ");
    for part in parts {
        let found = text.contains(part) || one_line.contains(part);
        assert!(found, "'{part}' is not in:\n{text}");
    }
}

/// What follows a word on its line.
#[track_caller]
fn line_with(text: &str, word: &str) -> String {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(word));
    line.unwrap_or_else(|| panic!("no '{word}' in:\n{text}")).to_owned()
}

#[test]
fn a_game_from_a_pipe_is_played_to_its_end() {
    let den = Den::new();
    let out = den.fine(
        "play dots-and-boxes -o boxes=1x1 --seats human,human --names Ann,Bob --record a.rec",
        "h 0 0\n  V  0 0 \nv 0 1\nh 1 0\n",
    );
    check_contains(
        &out,
        &["Ann: draw a line", "Bob draws v 0 0.", "Bob wins", "1. Bob: 1 box\n2. Ann: 0 boxes"],
    );
    check_contains(&out, &["Recorded in 'a.rec'", "parlor replay a.rec", "parlor verify a.rec"]);
    check_contains(&den.fine("verify a.rec", ""), &["good", "(4 acts)", "outcome is right"]);
    let record = den.read("a.rec");
    // What a player was shown is what the record and its proof say.
    let commitment = line_with(&out, "Commitment: ");
    let seal = line_with(&out, "Seal: ");
    check_contains(
        &record,
        &[&format!("\ncommitment {commitment} | "), &format!("\nseal {seal}\n")],
    );
    check_contains(&den.fine("verify a.rec", ""), &[&commitment, &seal]);
    assert!(out.find("Commitment: ") < out.find("Ann: draw"), "{out}");
    check_contains(
        &record,
        &[
            r#"seats [{"kind":"human","name":"Ann"},{"kind":"human","name":"Bob"}] | "#,
            " | 2: h 1 0 | ",
            "\nseal ",
        ],
    );
}

#[test]
fn what_is_refused_is_explained_and_asked_again() {
    let den = Den::new();
    let typed = "h 9 9\nx 1\nh\nnonsense\nh 0 0\nh 0 0\n\n/nonsense\nsave\nexplain\nexplain gin\n";
    let out = den.fine("play dots-and-boxes -o boxes=2x2 --seats human,human", typed);
    check_contains(
        &out,
        &[
            "'h 9 9' is not on this board",
            "A line is 'h ROW COLUMN'",
            "That line is already drawn",
            "'h' could be h 0 0, h 0 1, h 1 0, h 1 1, h 2 0 or h 2 1.",
            "No legal move begins like 'nonsense' now; there is, for example, h 0 0 or\nv 0 0; type moves or help.",
            "There is no command '/nonsense'; type help.",
            "Save where?",
            "explain WORD, with one of: board, line, box, chain",
            "no explanation of 'gin'",
            "The input has ended.",
        ],
    );
}

#[test]
fn help_moves_board_and_explain_answer() {
    let den = Den::new();
    let out = den.fine("play dots-and-boxes", "help\nMOVES\nboard\n/explain chain\nquit\n");
    check_contains(&out, &["h ROW COLUMN", "save FILE", "40 legal moves", "h 0 0, h 0 1"]);
    check_contains(&out, &["Boxes in a row", "The game stops here"]);
    assert!(!out.contains("Save the game?"), "there is nothing to save:\n{out}");
    check_contains(&out, &["help, ?", "undo  ", "quit, exit"]);
    let wide = out.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
}

#[test]
fn less_can_be_typed() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x1 --seats human,human --names Ann,Bob";
    // Two lines of one person only where a box was closed; the last line is played by Enter.
    let out = den.fine(play, "h\nh 0\nh 0 0; v 0 0\nv 0 1\n;\n h 1 0 ;h 0 0\n\n\nno\n");
    check_contains(&out, &["'h' could be h 0 0 or h 1 0.", "'h 0' could be h 0 0."]);
    check_contains(&out, &["Ann draws h 0 0.\nDropped 1 move, since Bob is asked now.\n"]);
    check_contains(&out, &["> ;\n> h 1 0 ;h 0 0\nAnn draws h 1 0."]);
    check_contains(&out, &["Only 'v 0 0' is possible: Enter plays it.\n> \nBob draws v 0 0 and"]);
    assert!(!out.contains("Press Enter"), "nothing is hidden:\n{out}");
    let out = den.fine(play, "h 0 0\nh 1 0\nv 0 0\nv 0 1; v 0 1; v 0 0\n");
    check_contains(&out, &["Dropped 2 moves, since the game is over."]);
}

#[test]
fn cards_are_played_with_few_keys() {
    let den = Den::new();
    let play =
        "play automation -o set=standard -o turns=2 --seats human,random --names Ann,Bob --seed 1";
    let out = den.fine(play, "p b\n\n\np b x3; e\nbuy deployment pipeline\nb co re\nquit\nno\n");
    check_contains(&out, &["> p b\nNo legal move begins like 'p b' now: end phase.\n"]);
    // Enter is not enough where there is a choice.
    let asked = "Ann, MONEY phase, 0 money so far: play bitcoin, play all, or end phase\n> ";
    let nothing = "Enter plays nothing here: there is a choice to make.";
    check_contains(&out, &[&format!("{asked}\n{nothing}\n{asked}p b x3; e\n")]);
    check_contains(&out, &["Ann plays Bitcoin.\nAnn plays Bitcoin.\nAnn plays Bitcoin.\n"]);
    check_contains(&out, &["BUY phase, 1 buy, 3 money"]);
    check_contains(&out, &["> b co re\nAnn buys Code Review for 3.\n"]);
    let (_, refused) = out.split_once("> buy deployment pipeline\n").unwrap();
    assert!(refused.starts_with("Deployment Pipeline costs 5"), "{out}");
}

#[test]
fn what_is_typed_is_repeated_as_it_was_and_not_whole() {
    let den = Den::new();
    let out = den.fine("play dots-and-boxes", &format!("Nonsense\n{}\n", "Q".repeat(500)));
    check_contains(
        &out,
        &["begins like 'Nonsense' now", &format!("like '{}…' now", "Q".repeat(60))],
    );
}

#[test]
fn undo_goes_back_to_the_own_decision() {
    let den = Den::new();
    let typed = "undo\nh 0 0\nundo\nh 0 1\nquit for good\n";
    let out = den.fine("play dots-and-boxes --seed 1 --record u.rec", typed);
    check_contains(&out, &["There is nothing of yours", "Taken back: human's h 0 0, easy's "]);
    let record = den.read("u.rec");
    check_contains(&record, &[" | takeback 0 | ", "1: h 0 1 | ", "\nstopped | "]);
    assert!(!den.fine("replay u.rec", "").contains("h 0 0"), "{record}");
    check_contains(&den.fine("verify u.rec", ""), &["good", "stopped before its end"]);
    // Where nothing is taken back the board is not drawn again.
    let out = den.fine("play dots-and-boxes", "undo\n");
    assert_eq!(out.matches("human: draw a line").count(), 1, "{out}");
}

/// A coin is taken back as long as no card was drawn since.
#[test]
fn undo_takes_back_a_coin_until_a_card_is_drawn() {
    let den = Den::new();
    let play = "play automation -o turns=2 --seats human,random --names Ann,Bob --seed 1";
    let out = den.fine(play, "\np b\nundo\np b\ne\ne\nundo\nquit\nno\n");
    let asked = "Ann, MONEY phase, 0 money so far: play bitcoin, play all, or end phase\n> ";
    check_contains(&out, &[&format!("{asked}p b\n"), "> undo\nTaken back: Ann's play bitcoin.\n"]);
    assert_eq!(out.matches(&format!("{asked}p b\nAnn plays Bitcoin.\n")).count(), 2, "{out}");
    check_contains(&out, &["> undo\nWhat chance has decided cannot be taken back.\n"]);
}

#[test]
fn the_log_forgets_what_is_taken_back() {
    let den = Den::new();
    let typed = "h 0 0\nlog\nundo\nlog\nh 0 1\nlog all\nquit\nno\n";
    let out = den.fine("play dots-and-boxes --seats human,human --names Ann,Bob", typed);
    let logs = ["> log\nAnn draws h 0 0.\n> undo", "> log\nYou were told nothing yet.\n> h 0 1"];
    check_contains(&out, &logs);
    check_contains(&out, &["> log all\nAnn draws h 0 1.\n> quit"]);
}

/// What a hand of this deck makes of short lines.
#[test]
fn short_lines_are_refused_with_the_reason() {
    let den = Den::new();
    let play = "play chaos-letter -o deck=cosmic --seats human,cultist,cultist,random --seed";
    let out = den.fine(
        &format!("{play} 1"),
        "depe-ones 2 5\nnecro\ninv 2 1\ninv cultist 3 1\ninv human 5\ncats insane 2\n\
         inv cultist 2 names 5\n",
    );
    check_contains(
        &out,
        &[
            "there is, for example, investigators 2 names 0 or cats-of-ulthar 2; type",
            "> necro\nYou have no Necronomicon in hand.\n",
            "> inv 2 1\nName a number of the deck other than 1.\n",
            "> inv cultist 3 1\nName a number of the deck other than 1.\n",
            "> inv human 5\nThe Investigators cannot be played on yourself: name another player.\n",
            "> cats insane 2\nThe Cats of Ulthar has no insane side.\n",
            "human plays Investigators on cultist 2, naming 5.\n",
        ],
    );
}

/// A beginning of two cards is neither, though one of them could be played at once.
#[test]
fn a_short_line_does_not_choose_between_cards() {
    let den = Den::new();
    let play = "play chaos-letter -o deck=@quarrel.json --seats human,random --seed";
    den.write("quarrel.json", QUARREL);
    let out = den.fine(&format!("{play} 1"), "p\n");
    check_contains(&out, &["> p\n'p' could be princess, prince 1 (human) or prince 2 (random)."]);
}

const QUARREL: &str = r#"{
    "title": "Quarrel", "players": [2, 2], "tokens": [9], "ties": "shared", "ends": "turn-end",
    "starts": "winner", "cards": [
        {"card": "princess", "value": 8, "count": 4}, {"card": "prince", "value": 5, "count": 4}
    ]
}"#;

#[test]
fn undo_takes_back_a_leave() {
    let den = Den::new();
    let play = "play dots-and-boxes --seats human,human,human --names Ann,Bob,Cid";
    let out = den.fine(&format!("{play} --record l.rec"), "h 0 0\nleave\nundo\nh 0 1\nquit\n");
    check_contains(&out, &["Taken back: Bob's leaving.", "Bob draws h 0 1."]);
    check_contains(&den.read("l.rec"), &["1: h 0 0 | ", " | takeback 1 | ", "2: h 0 1 | "]);
}

#[test]
fn leaving_gives_the_game_to_the_others() {
    let den = Den::new();
    let out = den.fine("play dots-and-boxes --seats human,easy,easy -o boxes=1x2", "leave\n");
    check_contains(&out, &["human leaves the table.", "The game is over"]);
}

#[test]
fn quitting_for_good_offers_to_save() {
    let den = Den::new();
    den.write("taken.rec", "mine");
    let play = "play dots-and-boxes --seed 2";
    let out = den.fine(play, "h 0 0\nquit for good\ntaken.rec\nsaved.rec\n");
    check_contains(
        &out,
        &["Save the game?", "cannot be saved in 'taken.rec'", "Recorded in 'saved"],
    );
    assert_eq!(den.read("taken.rec"), "mine");
    check_contains(&den.read("saved.rec"), &["\nstopped | ", "\nseed ", "\nseal "]);
    den.fine("verify saved.rec", "");
    // At the end of the input nobody can be asked, and nothing hangs.
    check_contains(&den.fine(play, "h 0 0\nquit for good\n"), &["Save the game?"]);
}

#[test]
fn an_answer_is_not_taken_for_a_file_name() {
    let den = Den::new();
    let play = "play dots-and-boxes --seed 2";
    for no in ["no", "n", "N", "?\nno", "yes\nno", "\nno"] {
        let out = den.fine(play, &format!("h 0 0\nquit for good\n{no}\nmore.rec\n"));
        check_contains(
            &out,
            &["'no' to discard it; 'back' to go on playing", "The game stops here"],
        );
    }
    let out = den.fine(play, "h 0 0\nquit for good\nback\nboard\nexit for good\nno\n");
    assert_eq!(out.matches("Save the game?").count(), 2, "{out}");
    assert_eq!(fs::read_dir(den.path()).unwrap().count(), 0);
}

#[test]
fn a_move_is_not_taken_for_a_file_name() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x1 --seats human,human";
    // Whoever types on when the game is over has not named a file.
    let moves = "h 0 0\nv 0 0\nv 0 1\nh 1 0\n";
    for late in ["h 1 0", "v 0 1; h 1 0", "h", "roll x3", "build St. Ann", "/moves", "bid 1.50"] {
        let out = den.fine(play, &format!("{moves}{late}\nno\n"));
        let word = late.split(' ').next().unwrap();
        check_contains(&out, &[&format!("'{word}"), "so it is not taken for a file", "type: save"]);
        assert_eq!(fs::read_dir(den.path()).unwrap().count(), 0, "{late}");
    }
    fs::create_dir(den.path().join("games")).unwrap();
    den.fine(play, &format!("{moves}h 1 0\nsave h 1 0\n"));
    den.fine(play, &format!("{moves}games/today\n"));
    for file in ["h 1 0", "games/today"] {
        check_contains(&den.read(file), &["\nseal "]);
    }
}

#[test]
fn a_finished_game_can_be_saved_too() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x1 --seats human,human";
    let moves = "h 0 0\nv 0 0\nv 0 1\nh 1 0\n";
    let out = den.fine(play, &format!("{moves}my game.rec\n"));
    check_contains(
        &out,
        &["The game is over", "Save the game? (file name, as in game.rec; 'no' to discard it)"],
    );
    check_contains(&out, &["parlor replay 'my game.rec'", "parlor verify 'my game.rec'"]);
    check_contains(&den.read("my game.rec"), &["\noutcome ", "\nseal "]);
    check_contains(&den.fine(play, moves), &["Save the game?"]);
    assert!(!den.fine(&format!("{play} --record r.rec"), moves).contains("Save the game?"));
}

#[test]
fn a_game_saved_on_the_way_keeps_its_seed_secret() {
    let den = Den::new();
    let play = "play dots-and-boxes --seed 2 --names Ann,Bob --seats human,easy";
    let out = den.fine(play, "h 0 0\nsave now.rec\nh 1 1\nquit\n");
    check_contains(&out, &["Saved in 'now.rec' up to here.\nThe seed is not in it"]);
    check_contains(&out, &["parlor play --fork now.rec"]);
    let record = den.read("now.rec");
    assert!(!["seed ", "stopped", "seal ", "h 1 1"].iter().any(|word| record.contains(word)));
    let ran = den.run("verify now.rec", "");
    assert_eq!(ran.code, 1);
    // It has eight lines before its two acts.
    check_contains(
        &ran.out,
        &["the game is not finished; good so far", "up to line 10", "(2 acts)"],
    );
    check_contains(&den.fine("replay now.rec", ""), &["Ann draws h 0 0."]);
    check_contains(&den.fine("play --fork now.rec", ""), &["Dots and Boxes: Ann and Bob"]);
}

#[test]
fn a_record_is_not_lost_to_another() {
    let den = Den::with_a_game();
    let before = den.read("game.rec");
    let play = "play dots-and-boxes --seats easy,easy --record game.rec";
    let refused = |words: &str, why: &str| {
        let ran = den.run(words, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{words}");
        check_contains(&ran.err, &[why]);
    };
    refused(play, "'game.rec' exists already; record in another file, or add --overwrite");
    fs::hard_link(den.path().join("game.rec"), den.path().join("link.rec")).unwrap();
    for same in ["game.rec", "./game.rec", "link.rec"] {
        let why = "is the game to go on from itself";
        refused(&format!("play --fork game.rec --record {same} --overwrite"), why);
    }
    let script = "play dots-and-boxes --script game.rec --record game.rec";
    refused(&format!("{script} --overwrite"), "'game.rec' is the script itself");
    assert_eq!(den.read("game.rec"), before);
    den.fine(&format!("{play} --overwrite"), "");
    assert_ne!(den.read("game.rec"), before);
    den.fine("verify game.rec", "");
}

#[test]
fn the_end_of_the_input_stops_and_saves() {
    let den = Den::new();
    let out = den.fine("play dots-and-boxes --record e.rec", "h 0 0\n");
    check_contains(&out, &["The input has ended.", "The game so far is in '", "e.rec'. To go on:"]);
    let ran = den.run("verify e.rec", "");
    assert_eq!(ran.code, 1);
    check_contains(&ran.out, &["e.rec: the game is not finished; good so far", "(2 acts)"]);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let (one, other) = (Den::with_a_game(), Den::with_a_game());
    assert_eq!(one.read("game.rec"), other.read("game.rec"));
}

#[test]
fn a_record_is_replayed_for_any_viewer() {
    let den = Den::with_a_game();
    let out = den.fine("replay game.rec", "");
    check_contains(&out, &["Dots and Boxes: easy and random", "\n12. ", "The game is over"]);
    let out = den.fine("replay game.rec --to 3 --viewer all", "");
    check_contains(&out, &["[seat 1, seat 2, spectator]", "\n3. 1: ", "\n   easy draws "]);
    assert!(!out.contains("\n4. ") && !out.contains("over"), "{out}");
    assert!(out.ends_with("\nThis is the table after act 3 of 12.\n"), "{out}");
    let out = den.fine("replay game.rec --to 0", "");
    assert!(out.ends_with("\nThis is the start, before act 1 of 12.\n"), "{out}");
    let out = den.fine("replay game.rec --json --viewer 2", "");
    assert_eq!(out.lines().count(), 13);
    check_contains(&out, &[r#""viewer":{"seat":2}"#, r#""whole":true"#, r#""places":["#]);
    for wrong in ["--to 13", "--viewer 3", "--viewer nobody", "--viewer 0"] {
        assert_eq!(den.run(&format!("replay game.rec {wrong}"), "").code, 2, "{wrong}");
    }
}

/// The act with this number, as a replay in text shows it.
#[track_caller]
fn act_in(text: &str, number: usize) -> &str {
    let start = format!("{number}. ");
    text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn a_replay_shows_no_act_that_its_viewer_may_not_see() {
    let den = Den::with_cards();
    let act_of = |viewer: &str, number| {
        let text = den.fine(&format!("replay cards.rec --viewer {viewer}"), "");
        let json = den.fine(&format!("replay cards.rec --json --viewer {viewer}"), "");
        let line = json.lines().nth(number - 1).unwrap();
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        (act_in(&text, number).to_owned(), line["text"].as_str().unwrap().to_owned())
    };
    let pair = |text: &str, json: &str| (text.to_owned(), json.to_owned());
    // Seat 1 draws the first five cards, seat 2 the next.
    for (number, seat, other) in [(12, "1", "2"), (18, "2", "1")] {
        let open = pair("*: draw method", "*: draw method");
        assert_eq!(act_of(seat, number), open);
        assert_eq!(act_of("all", number), open);
        for viewer in [other, "spectator"] {
            let (text, json) = act_of(viewer, number);
            assert!(!text.contains("ethod"), "{text}");
            assert_eq!(json, "*: (hidden)");
        }
    }
    // What lies open is shown to everybody.
    for viewer in ["1", "2", "spectator", "all"] {
        assert_eq!(act_of(viewer, 1).1, "*: offer ipo");
        assert_eq!(act_of(viewer, 31).1, "2: buy bitcoin");
    }
}

#[test]
fn an_answer_under_seal_is_not_replayed_to_others() {
    let den = Den::new();
    let cards = "backlog,code-review,hack,ipo,monitoring,ransomware,refactor,sprint-planning";
    let play = format!(
        "play automation -o set=standard -o turns=20 -o kingdom={cards},tech-debt,unit-test"
    );
    den.fine(&format!("{play} --seats attack,attack,attack --seed 1 --record seal.rec"), "");
    let hidden = |viewer: &str, seat: usize| {
        let out = den.fine(&format!("replay seal.rec --json --viewer {viewer}"), "");
        out.contains(&format!(r#""text":"{seat}: (hidden)""#))
    };
    assert!(hidden("spectator", 1) && hidden("2", 1) && hidden("1", 2));
    assert!(!hidden("1", 1) && !hidden("2", 2) && !hidden("all", 1));
}

#[test]
fn what_only_some_are_told_says_so_where_all_is_told() {
    let den = Den::with_cards();
    let own = "11. *: draw bitcoin\n   (to seat 1) You draw Bitcoin.\n";
    check_contains(&den.fine("replay cards.rec --viewer all", ""), &[own, "(to seat 2) You draw"]);
    let out = den.fine("replay cards.rec --viewer 1", "");
    check_contains(&out, &["11. *: draw bitcoin\n   You draw Bitcoin.\n"]);
    assert!(!out.contains("(to seat"), "{out}");
    let play = "play automation -o set=standard -o turns=2 --seats 2 --seed 1 --script -";
    check_contains(&den.fine(play, "end phase\n"), &[own, "(to seat 2) You draw"]);
}

#[test]
fn a_replay_draws_no_board_in_the_middle_of_a_deal() {
    let den = Den::with_cards();
    let out = den.fine("replay cards.rec", "");
    check_contains(&out, &["random 1 and random 2\n\n1. *: offer ipo\n"]);
    check_contains(&out, &["   IPO is in the kingdom.\n2. *: offer hack\n"]);
    let boards = |out: &str| out.matches("Supply").count();
    // One for each question, and one at the end.
    assert_eq!(boards(&out), 14, "{out}");
    // Where a replay stops there is always one.
    for last in [0, 4] {
        assert_eq!(boards(&den.fine(&format!("replay cards.rec --to {last}"), "")), 1);
    }
}

#[test]
fn a_changed_byte_is_refused_with_its_line() {
    let den = Den::with_a_game();
    let text = den.read("game.rec");
    let at = text.find("\n3 | ").unwrap() + "\n3 | 1: ".len();
    let mut bytes = text.into_bytes();
    bytes[at] ^= 1;
    den.write("bad.rec", bytes);
    let ran = den.run("verify bad.rec game.rec", "");
    assert_eq!(ran.code, 1);
    check_contains(&ran.out, &["bad.rec: NOT GOOD: line 11: the line was changed"]);
    check_contains(&ran.out, &["game.rec: good"]);
    for words in ["replay bad.rec", "play --fork bad.rec"] {
        let ran = den.run(words, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        check_contains(&ran.err, &["line 11: the line was changed"]);
    }
}

#[test]
fn a_truncated_record_is_read_up_to_the_break() {
    let den = Den::with_a_game();
    let text = den.read("game.rec");
    den.write("part.rec", &text[..text.find("\n8 | ").unwrap() + 4]);
    let ran = den.run("replay part.rec", "");
    assert_eq!(ran.code, 0);
    check_contains(&ran.out, &["\n7. "]);
    check_contains(
        &ran.err,
        &["the game is not finished: the record ends at line 16, after act 7"],
    );
    let ran = den.run("verify part.rec", "");
    assert_eq!(ran.code, 1);
    check_contains(
        &ran.out,
        &["the game is not finished; good so far", "up to line 16", "(7 acts)"],
    );
    check_contains(&den.fine("replay part.rec --json", ""), &[r#""whole":false"#]);
    den.write("head.rec", text.split_inclusive('\n').take(3).collect::<String>());
    let ran = den.run("verify head.rec", "");
    assert_eq!(ran.code, 1);
    check_contains(&ran.out, &["INCOMPLETE: line 3: the file breaks off inside its header"]);
    den.fine("play --fork part.rec --record on.rec", "");
    let out = den.fine("verify on.rec", "");
    check_contains(&out, &["good", "acts 1 to 7 were taken over"]);
    assert!(!out.contains("of them chance"), "{out}");
}

#[test]
fn a_fork_is_a_new_game() {
    let den = Den::with_a_game();
    let out = den
        .fine("play --fork game.rec --to 5 --seats human,random --record f.rec", "quit for good\n");
    check_contains(&out, &["Recorded in 'f.rec'"]);
    let seal = den.read("game.rec").lines().last().unwrap().replace("seal ", "");
    check_contains(&den.read("f.rec"), &[&format!("forked {seal} at 5 | ")]);
    check_contains(&den.fine("replay f.rec", ""), &["Acts 1 to 5 were taken over"]);
    for (wrong, why) in [
        ("--to 99", "cannot be forked at act 99"),
        ("--seats human", "the recorded game has 2, not 1"),
        ("--script -", "cannot be used with"),
        ("chess", "'game.rec' is a game of dots-and-boxes, not of 'chess'"),
    ] {
        let ran = den.run(&format!("play --fork game.rec {wrong}"), "");
        assert_eq!(ran.code, 2);
        check_contains(&ran.err, &[why]);
    }
    den.fine("play dots-and-boxes --fork game.rec", "");
    for script in ["", " --script -"] {
        let ran = den.run(&format!("play dots-and-boxes --to 3{script}"), "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        check_contains(&ran.err, &["it needs --fork FILE"]);
    }
}

#[test]
fn a_fork_keeps_names_and_kinds() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=2x2 --seats easy,human --names Eve,Ann --record a.rec";
    den.fine(play, "quit\n");
    let seats = r#"seats [{"kind":"easy","name":"Eve"},{"kind":"human","name":"Ann"}] | "#;
    check_contains(&den.read("a.rec"), &[seats]);
    let out = den.fine("play --fork a.rec --record b.rec", "quit\n");
    check_contains(&out, &["Dots and Boxes: Eve and Ann", "Ann: draw a line"]);
    check_contains(&den.read("b.rec"), &[seats]);
    den.fine("play dots-and-boxes -o boxes=1x1 --script - --record s.rec", "h 0 0\n");
    let out = den.fine("play --fork s.rec", "");
    check_contains(&out, &["Seat 1 (seat 1) was played by 'script'", "a human plays it now."]);
}

#[test]
fn what_cannot_be_judged_says_why() {
    let den = Den::with_a_game();
    den.write("format.rec", "parlor-record 7 | 00\n");
    den.write("photo.rec", [0xff, 0xd8, 0xff]);
    den.write("empty.rec", "");
    den.write("large.rec", vec![b'x'; (64 << 20) + 1]);
    for (file, why) in [
        ("format.rec", "this is record format 7, and this build reads formats 1 to 2"),
        ("photo.rec", "this is no Parlor record"),
        ("empty.rec", "this is no Parlor record"),
        ("/dev/null", "this is no Parlor record"),
        ("large.rec", "larger than 67108864 bytes"),
        ("nowhere.rec", "No such file"),
    ] {
        let ran = den.run(&format!("verify {file}"), "");
        assert_eq!(ran.code, 2, "{}", ran.out);
        check_contains(&ran.out, &["cannot be judged", why]);
        let ran = den.run(&format!("replay {file}"), "");
        assert_eq!(ran.code, 2);
        check_contains(&ran.err, &["cannot replay", why]);
    }
}

/// Whoever forges a record can hash it anew; the game and the version of its rules still count.
#[test]
fn other_games_and_other_rules_are_not_replayed() {
    let den = Den::with_a_game();
    let mut record = parlor_match::Record::from_bytes(den.read("game.rec").as_bytes()).unwrap();
    record.header.game = "chess".to_owned();
    den.write("game.rec", record.to_text());
    check_contains(&den.run("verify game.rec", "").out, &["there is no game 'chess'"]);
    record.header.game = "dots-and-boxes".to_owned();
    record.header.rules = 9;
    den.write("game.rec", record.to_text());
    let ran = den.run("verify game.rec", "");
    check_contains(&ran.out, &["version 9 of the rules", "version 1"]);
    assert_eq!((ran.code, den.run("replay game.rec", "").code), (2, 2));
}

#[test]
fn scripts_come_from_pipes_and_are_recorded() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x1 --script - --record s.rec";
    let out = den.fine(play, "h 0 0\r\nv 0 0\n\n# and so on\n1: v 0 1\nh 1 0");
    check_contains(&out, &["4. 2: h 1 0\n   seat 2 draws h 1 0", "seat 2 wins"]);
    check_contains(&den.read("s.rec"), &["commitment none", "seed none"]);
    check_contains(&den.fine("verify s.rec", ""), &["good", "no seed was used"]);
    let seats = r#"seats [{"kind":"script","name":"seat 1"},{"kind":"script","name":"seat 2"}] | "#;
    check_contains(&den.read("s.rec"), &[seats]);
    check_contains(&out, &[&format!("Seal: {}", line_with(&den.read("s.rec"), "seal "))]);
    assert_eq!(den.run("play dots-and-boxes --json", "").code, 2, "--json without --script");
}

#[test]
fn lines_of_a_script_have_limits() {
    let den = Den::new();
    let play = "play dots-and-boxes -o boxes=1x1 --script -";
    for (script, why) in [
        ("x".repeat(100_000), "line 1: a line has at most 65536 bytes"),
        (
            format!("h 0 0\n{}", "9".repeat(2000)),
            "line 2: an act is one line of at most 1000 bytes",
        ),
        ("h 0\u{7} 0".to_owned(), "line 1: the control character U+0007 does not belong in an act"),
    ] {
        let ran = den.run(play, &script);
        assert_eq!(ran.code, 2);
        assert_eq!(ran.err.trim_end(), why);
    }
    let blanks = format!("\u{feff}h 0 0{}\n# {}\nv 0 0", " ".repeat(5000), "x".repeat(5000));
    check_contains(&den.fine(play, &blanks), &["2. 2: v 0 0\n   seat 2 draws v 0 0."]);
}

#[test]
fn programs_learn_what_is_wrong_as_json() {
    let den = Den::new();
    let play = "play dots-and-boxes --json --script -";
    for (wrong, problem) in [
        ("-o boxes=99", r#"{"place":"boxes","what":"a board is"#),
        ("--seats human,random", r#"{"place":"seats","what":"a script plays all seats; say how"#),
        ("--to 3", r#"{"place":"to","what":"#),
    ] {
        let ran = den.run(&format!("{play} {wrong}"), "");
        assert_eq!((ran.code, ran.out.lines().count()), (2, 1), "{}", ran.out);
        check_contains(&ran.out, &[r#"{"error":"usage","problems":["#, problem]);
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
    let out = den.fine(&format!("{play} --record s.rec"), "h 0 0\n");
    let seal = line_with(&den.read("s.rec"), "seal ");
    check_contains(&out, &[&format!(r#""seal":"{seal}""#)]);
    // An empty script shows the start.
    let start = den.fine(&format!("{play} -o boxes=1x1"), "");
    check_contains(&start, &[r#""asked":[1]"#, r#""drawn":[]"#, r#""viewer":"spectator""#]);
}

#[test]
fn games_between_computer_players_are_measured() {
    let den = Den::new();
    let bench = "bench dots-and-boxes -o boxes=2x2 --seconds 1";
    let out = den.fine(&format!("{bench} --players easy,random --json"), "");
    check_contains(&out, &[r#""seats":2,"players":["easy","random"],"#]);
    for (wrong, why) in [
        ("--players easy,hal", "error: there is no computer player 'hal'; there is random, easy"),
        ("--players human", "error: there is no computer player 'human'; there is random, easy"),
        ("--players easy,easy --seats 3", "error: 2 players for 3 seats"),
    ] {
        let ran = den.run(&format!("{bench} {wrong}"), "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{wrong}");
        check_contains(&ran.err, &[why]);
    }
}

#[test]
fn records_come_from_pipes() {
    let den = Den::with_a_game();
    let text = den.read("game.rec");
    check_contains(&den.fine("verify -", &text), &["-: good"]);
    check_contains(&den.fine("replay - --to 1", &text), &["\n1. 1: ", "\n   easy draws "]);
    assert_eq!(den.run("verify -", "").code, 2);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let den = Den::with_a_game();
    let program = assert_cmd::cargo::cargo_bin!("parlor");
    for words in ["replay game.rec --json --viewer all", "games", "completions bash"] {
        let mut child = std::process::Command::new(program)
            .current_dir(den.path())
            .args(words.split(' '))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn shells_complete_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = Den::new().fine(&format!("completions {shell}"), "");
        check_contains(&script, &["replay", "verify", "games"]);
    }
}

#[test]
fn a_record_holds_what_came_from_a_file() {
    let den = Den::new();
    den.write("size.txt", "1x1\n");
    let words = "play dots-and-boxes -o boxes=@size.txt --seats easy,easy --record a.rec";
    den.fine(words, "");
    fs::remove_file(den.path().join("size.txt")).unwrap();
    check_contains(&den.read("a.rec"), &[r#"options {"boxes":"1x1","opening":"american"} | "#]);
    check_contains(&den.fine("verify a.rec", ""), &["good"]);
    den.fine("play --fork a.rec --to 2", "");
}

#[test]
fn a_file_taken_for_an_option_does_not_flood_the_terminal() {
    let den = Den::new();
    den.write("book.txt", "\u{1b}[2J book ".repeat(50_000));
    let ran = den.run("play dots-and-boxes -o boxes=@book.txt", "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.chars().count() < 5_000 && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

/// With nobody else at the table there is nobody to learn anything from being skipped.
#[test]
fn a_sealed_question_with_one_answer_is_put_only_where_people_could_tell() {
    let den = Den::new();
    let play = "play chaos-letter -o deck=chaos --names Ann,Bob,Cid,Dan --seed 5 --seats";
    let alone = den.fine(&format!("{play} human,random,random,random"), "log all\n");
    let said = "\nAnn, you hold no card to answer Cid's Investigators with: pass (done for you).\n";
    check_contains(&alone, &["Cid plays Investigators on", said]);
    assert!(!alone.contains("Only 'pass' is possible"), "{alone}");
    let (_, log) = alone.split_once("> log all\n").expect("it was typed");
    assert!(log.contains(said), "{log}");
    let people = den.fine(&format!("{play} human,human,human,random"), "\ninv dan 0\n\n");
    check_contains(&people, &["you hold no card to answer Cid's", "Only 'pass' is possible"]);
    assert!(!people.contains("done for"), "{people}");
}

#[test]
fn a_name_is_a_seat_only_where_one_can_stand() {
    let den = Den::new();
    let play = "play chaos-letter -o deck=chaos --names Mia,Bob,Cid,Dan --seed 9 --seats";
    let typed = "baroness dan bob\nfirst mia\nfirst dan\n";
    let out = den.fine(&format!("{play} human,random,random,random"), typed);
    let refused = "'first mia' is not legal; 'first' could be first 1 or first 2.";
    check_contains(&out, &["Mia plays Baroness on Bob and Dan.", refused]);
    // The question says that this is the second of two, though Dan sits in seat 4.
    check_contains(&out, &["> first dan\nYou look at Dan's card"]);
}

#[test]
fn players_are_named_and_small_words_left_out() {
    let den = Den::new();
    let play = "play chaos-letter --names Ann,Bob,Cid --seats human,human,human --seed";
    for (seed, typed, said) in [
        (1, "guard bob 5", "Ann plays Guard on Bob, naming 5."),
        (1, "g c 8", "Ann plays Guard on Cid, naming 8."),
        (1, "guard 2 5", "Ann plays Guard on Bob, naming 5."),
        (1, "guard ann 5", "The Guard cannot be played on yourself: name another player."),
        (1, "guard 2 1", "Name a number of the deck other than 1."),
        (1, "bar 2", "You have no Baron in hand."),
    ] {
        let out = den.fine(&format!("{play} {seed}"), &format!("\n{typed}\n"));
        check_contains(&out, &[said]);
    }
}

/// The only line of a text that has this word, changed.
#[track_caller]
fn changed(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replace(old, new)
}

#[test]
fn an_edition_of_ones_own_is_made_checked_played_and_proven() {
    let den = Den::new();
    let out = den.fine("edition export --format csv --to mine", "");
    check_contains(&out, &["Written to 'mine'.", "parlor edition check mine"]);
    let board = den.read("mine/board.csv");
    let (old, new) = ("The Old Creek,Brown,,Yes,60,2,", "Blackbird Leys,Brown,,Yes,60,77,");
    den.write("mine/board.csv", changed(&board, old, new));
    let out = den.fine("edition check mine", "");
    check_contains(
        &out,
        &["'mine' is fine. Property Tycoon: 40 spaces; 28 properties (22 streets in"],
    );
    check_contains(&out, &["To play it: parlor play property-tycoon -o edition=@mine"]);

    let play = "play property-tycoon -o edition=@mine";
    let script = "roll\nroll 1 1\ndraw pot-luck 3\n";
    let out = den.fine(&format!("{play} --seats 2 --script - --record a.rec"), script);
    check_contains(&out, &["seat 1 goes back to 2 Blackbird Leys"]);
    let out = den.fine(&format!("{play} --seats human,easy"), "explain blackbird leys\n");
    check_contains(&out, &["£77"]);
    den.fine(&format!("{play} -o rounds=2 --seats easy,hard --record b.rec"), "");

    // The records need no file but themselves.
    let other = Den::new();
    for record in ["a.rec", "b.rec"] {
        check_contains(&den.read(record), &[r#"[2,"Blackbird Leys","Brown",null,"Yes",60,77,"#]);
        other.write(record, den.read(record));
        check_contains(&other.fine(&format!("verify {record}"), ""), &["good"]);
    }
    check_contains(&other.fine("replay a.rec", ""), &["seat 1 goes back to 2 Blackbird Leys"]);
    other.fine("play --fork b.rec --to 2 --seats easy,easy --record c.rec", "");
    check_contains(&other.fine("verify c.rec", ""), &["good", "acts 1 to 2 were taken over"]);
    check_contains(&other.read("c.rec"), &["Blackbird Leys"]);
}

#[test]
fn an_edition_is_exported_as_one_file() {
    let den = Den::new();
    check_contains(&den.fine("edition export", ""), &["Written to 'standard.xlsx'."]);
    den.fine("edition check standard.xlsx", "");
    // Both forms say the same.
    den.fine("edition export --format csv", "");
    let mut sheets =
        ["standard.xlsx", "standard"].map(|it| Book::open(den.path().join(it)).unwrap());
    for sheet in sheets.iter_mut().flat_map(|book| &mut book.sheets) {
        sheet.name = sheet.name.to_lowercase();
    }
    assert_eq!(sheets[0], sheets[1]);

    let [mut book, _] = sheets;
    book.sheets[0].rows[2][1] = "Blackbird Leys".into();
    den.write("mine.xlsx", book.to_xlsx().unwrap());
    let play = "play property-tycoon --seats 2 --script - -o edition=@mine.xlsx";
    let out = den.fine(play, "roll\nroll 1 1\ndraw pot-luck 3\n");
    check_contains(&out, &["seat 1 goes back to 2 Blackbird Leys"]);

    let again = den.run("edition export second --to mine.xlsx", "");
    assert_eq!((again.code, again.out.as_str()), (2, ""));
    check_contains(&again.err, &["'mine.xlsx' exists already; name another with --to, or add"]);
    den.fine("edition check mine.xlsx", "");
    den.fine("edition export second --to mine.xlsx --overwrite", "");
    check_contains(&den.fine("edition check mine.xlsx", ""), &["Property Tycoon: Second Edition"]);
}

#[test]
fn a_record_holds_the_board_of_an_edition_in_the_box() {
    let den = Den::new();
    den.fine("play property-tycoon -o rounds=1 --seats easy,hard --record a.rec", "");
    let board = r#""edition":{"Board":[["Position","Name","Group","Action","#;
    check_contains(&den.read("a.rec"), &[board, r#"[40,"Turing Heights","Deep blue","#]);
    check_contains(&den.fine("verify a.rec", ""), &["good"]);
}

#[test]
fn a_broken_edition_is_explained() {
    let den = Den::new();
    den.fine("edition export --format csv --to mine", "");
    let board = den.read("mine/board.csv");
    let board = changed(&board, "Brown,,Yes,60,2,10", "Brown,,Yes,60,two,10");
    den.write("mine/board.csv", changed(&board, "\n40,Turing", "\n39,Turing"));
    let problems = [
        "sheet 'board', row 3, column G: expected the rent without houses, a whole number from 0 to \
         100000, and found 'two'",
        "sheet 'board', row 41, column A: expected a position of its own, and found 39, which is Super \
         Tax in row 40",
    ];
    let checked = den.run("edition check mine", "");
    assert_eq!((checked.code, checked.err.as_str()), (1, ""));
    let played = den.run("play property-tycoon -o edition=@mine", "");
    assert_eq!((played.code, played.out.as_str()), (2, ""));
    for said in [checked.out, played.err] {
        assert_eq!(said.lines().count(), 3, "{said}");
        check_contains(&said, &problems);
    }
    let ran = den.run("edition check mine --json", "");
    assert_eq!(ran.code, 1);
    check_contains(
        &ran.out,
        &[r#""about":null"#, r#""file":"mine""#, r#""place":"sheet 'board', row"#],
    );
}

/// Ann goes round the board, buys The Old Creek, and Bob and Cid pay her rent for it.
const ROUND_THE_BOARD: &str = "\
    roll\nroll 4 6\nroll\nroll 4 6\nroll\nroll 4 6\nroll\nroll 4 6\nroll\nroll 4 6\nroll\nroll 4 6\n\
    roll\nroll 5 6\nroll\nroll 5 6\nroll\nroll 5 6\n\
    roll\nroll 4 6\nbuy\nend\nroll\nroll 4 6\nroll\nroll 4 6\n";

/// What Ann reads who owns The Old Creek, is to roll, and types these lines.
fn at_the_creek(typed: &str) -> String {
    let den = Den::new();
    let script = "play property-tycoon -o trading=false --seats 3 --names Ann,Bob,Cid --script - \
                  --record creek.rec";
    den.fine(script, ROUND_THE_BOARD);
    let play = "play --fork creek.rec --seats human,easy,hard";
    den.fine(play, &format!("{typed}\nquit\nno\n"))
}

#[test]
fn places_are_typed_by_their_names() {
    // Crusher Creek is another one, but not Ann's.
    for line in ["mortgage the old creek", "mort cr", "Mortgage Old-Creek", "mortgage 2"] {
        check_contains(
            &at_the_creek(line),
            &["Ann mortgages The Old Creek for £30 and has £1674."],
        );
    }
    let lines = "mortgage old\nmortgage old\nsell drive\nmortgage hove\nmortgage bob\nmoves";
    check_contains(
        &at_the_creek(lines),
        &[
            "> mortgage old\n2 The Old Creek is mortgaged already.",
            "'sell drive' could be Granger Drive, Skywalker Drive or Bishop Drive.",
            "> mortgage hove\n16 Hove Station is not yours.",
            // Bob's is no place.
            "> mortgage bob\nNo legal move begins like 'mortgage bob' now",
            "sell 2 (The Old Creek)",
        ],
    );
}

#[test]
fn a_place_is_explained_by_its_number_and_by_its_name() {
    let card = "17 Bishop Drive, Orange street\n  rent                       £14\n";
    for line in ["explain 17", "explain bishop drive", "explain Bishop"] {
        check_contains(&at_the_creek(line), &[card, "with 19 Dunham Street, 20 Broyles Lane"]);
    }
    let out = at_the_creek("explain PL07\nexplain orange\nexplain 6\nexplain 13\nexplain 99");
    check_contains(
        &out,
        &[
            "PL07 of Pot Luck: ",
            "Orange: 17 Bishop Drive, 19 Dunham Street, 20 Broyles Lane. A house costs £100.",
            "6 Brighton Station, station\n  rent with 1 station        £25\n",
            "13 Tesla Power Co, utility\n  rent with 1 utility    4x dice\n",
            "The game has no explanation of '99'.",
        ],
    );
}

#[test]
fn computer_players_are_cheered_up_and_teased() {
    let out = at_the_creek("happy\nhappy c\nhappy cid\nhappy cid\nangry CID\nangry bob\nangry ann");
    check_contains(
        &out,
        &[
            "> happy\nBob does not care.\nCid is happy, and bolder than usual by 1 in 10.\n",
            "by 3 in 10, as far as it goes.\n",
            "> happy cid\nCid is still happy, and bolder than usual by 3 in 10",
            "> angry CID\nCid is happy, and bolder than usual by 2 in 10.\n",
            "> angry bob\nBob does not care.\n",
            "'ann' is no computer player; there is Bob and Cid.",
        ],
    );
    let out = at_the_creek("angry\nhappy");
    check_contains(&out, &["Cid is angry, and more careful than usual by 1 in 10.\n"]);
    check_contains(&out, &["Cid plays as usual again.\n"]);
    let words = "play dots-and-boxes --seats human,human";
    let out = Den::new().fine(words, "happy\nquit\nno\n");
    check_contains(&out, &["No computer player sits at this table."]);
}

#[test]
fn enter_rolls_the_dice_and_ends_the_turn() {
    let out = at_the_creek("\n");
    check_contains(&out, &["Enter plays 'roll'.\n", "Ann rolls "]);
    // A purchase is a choice.
    let play = "play property-tycoon -o trading=false --seats human,easy --seed 3";
    let out = Den::new().fine(play, &"\n".repeat(40));
    check_contains(&out, &["or have it auctioned?"]);
    assert!(!out.contains(" buys "), "{out}");
}

#[test]
fn a_game_of_one_round_says_that_it_is_the_last() {
    let play = "play property-tycoon -o rounds=1 --seats human,easy --seed 3";
    check_contains(&Den::new().fine(play, "quit\n"), &["Round 1 of 1, the last. Bank "]);
    let two = play.replace("rounds=1", "rounds=2");
    check_contains(&Den::new().fine(&two, "quit\n"), &["Round 1 of 2. Bank "]);
}

/// A bid is a number, and needs no word before it.
#[test]
fn a_number_alone_is_a_bid() {
    let play = "play property-tycoon -o auction_seconds=0 -o trading=false --seats human,human \
                --names Ann,Bob --seed 6";
    let typed = "\n".repeat(60) + "auction\n200\n1\nquit\n";
    let out = Den::new().fine(play, &typed);
    check_contains(&out, &["> 200\nAnn bids £200.\n", "> 1\nBid at least £210.\n"]);
}

#[test]
fn what_is_for_good_is_typed_in_full() {
    let grave = "'sell' could be sell 2 (The Old Creek): type it in full if you mean it.";
    check_contains(
        &at_the_creek("a\nsell"),
        &["> a\n'a' could be ask-to-leave: type it in full if you mean it.", grave],
    );
    for line in ["sell 2", "sell old creek", "Sell The-Old-Creek"] {
        check_contains(&at_the_creek(line), &["Ann sells The Old Creek to the bank for £60"]);
    }
}

#[test]
fn amounts_are_typed_as_people_write_them() {
    let script = "play property-tycoon -o trading=false --seats 2 --names Ann,Bob --script - \
                  --record a.rec";
    let den = Den::new();
    let round = "roll\nroll 4 6\nroll\nroll 4 6\nroll\nroll 4 6\nroll\nroll 4 6\n\
        roll\nroll 5 6\nroll\nroll 5 6\nroll\nroll 4 6\nauction\n";
    den.fine(script, round);
    let out = den.fine("play --fork a.rec --seats human,easy", "bid £1,000\nquit\nno\n");
    check_contains(&out, &["Ann bids £1000."]);
}

/// The record holds the whole set, and needs the file no more.
#[test]
fn a_set_of_ones_own_is_played_and_proven() {
    let den = Den::new();
    let startup = include_str!("../../../games/automation/examples/startup.json");
    den.write("startup.json", startup);
    let play = "play automation -o set=@startup.json --seed 1";
    let out = den.fine(&format!("{play} --seats engine,attack --record own.rec"), "");
    check_contains(&out, &["IPO is in the kingdom.", "The game is over"]);
    fs::remove_file(den.path().join("startup.json")).unwrap();
    den.fine("verify own.rec", "");
    check_contains(&den.read("own.rec"), &[r#""title":"Startup""#, r#""turns":30"#]);
    // What is wrong is said with its place, all at once.
    let wrong = startup.replace("\"cost\": 7", "\"cost\": 70");
    let wrong = wrong.replace("{ \"trash-to-gain\": 3 }", "\"give-bug\"");
    den.write("startup.json", wrong);
    let ran = den.run(&format!("{play} --seats 2"), "");
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    check_contains(&ran.err, &["set.cards[3].cost: must be 0 to 20, not 70"]);
    check_contains(&ran.err, &["set.cards[9].kind: an effect that attacks makes it an 'attack'"]);
    den.write("startup.json", startup.replace("\"pile\": 20,", "\"pile\": \"many\","));
    let ran = den.run(&format!("{play} --seats 2"), "");
    check_contains(&ran.err, &["set: cards[1].pile: must be a whole number, not 'many'"]);
}

/// The document counts dots; records count boxes.
#[test]
fn dots_can_be_counted() {
    let den = Den::new();
    let play = "play dots-and-boxes -o dots=3x3 --seats easy,random --seed 4";
    den.fine(&format!("{play} --record dots.rec"), "");
    den.fine("verify dots.rec", "");
    check_contains(&den.read("dots.rec"), &[r#"options {"boxes":"2x2","opening":"american"}"#]);
    let ran = den.run("play dots-and-boxes -o dots=3x3 -o boxes=4x4 --seats 2", "");
    assert_eq!(ran.code, 2);
    check_contains(&ran.err, &["dots: 3x3 dots are 2x2 boxes, and the option 'boxes' says 4x4"]);
}
