//! The rules, scene by scene: traps that broke earlier versions, and the rest of the rule book.
//!
//! A file holds scenes; each begins with a line `== TITLE`. How the rest is written stands with
//! [`scene`].

mod scene;

/// Plays every scene of a file and names all that fail.
fn play(script: &str) {
    let mut failed = Vec::new();
    for part in script.split("== ").skip(1) {
        let (title, lines) = part.split_once('\n').expect("a title");
        if std::panic::catch_unwind(|| scene::run(lines)).is_err() {
            failed.push(title);
        }
    }
    assert!(failed.is_empty(), "failed: {failed:#?}");
}

#[test]
fn traps() {
    play(include_str!("traps.scene"));
}

#[test]
fn cards() {
    play(include_str!("cards.scene"));
}

#[test]
fn jail() {
    play(include_str!("jail.scene"));
}

#[test]
fn money() {
    play(include_str!("money.scene"));
}

#[test]
fn trade() {
    play(include_str!("trade.scene"));
}

#[test]
fn ends() {
    play(include_str!("ends.scene"));
}

#[test]
fn refusals() {
    play(include_str!("refusals.scene"));
}

#[test]
fn words() {
    play(include_str!("words.scene"));
}
