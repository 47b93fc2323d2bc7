//! The rules, scene by scene: traps that broke earlier versions, and the rest of the rule book.
//!
//! Each file holds scenes; how they are written stands with [`scene`]. What they must show between
//! them, and `COVERAGE.md`, is in [`coverage`].

mod coverage;
mod scene;

use parlor_gametest::scene::scenes;

/// The files, each with its name.
const FILES: [(&str, &str); 10] = [
    ("traps", include_str!("traps.scene")),
    ("cards", include_str!("cards.scene")),
    ("spaces", include_str!("spaces.scene")),
    ("jail", include_str!("jail.scene")),
    ("money", include_str!("money.scene")),
    ("bank", include_str!("bank.scene")),
    ("trade", include_str!("trade.scene")),
    ("ends", include_str!("ends.scene")),
    ("refusals", include_str!("refusals.scene")),
    ("words", include_str!("words.scene")),
];

#[test]
fn every_scene_plays_as_it_says() {
    let mut wrong = Vec::new();
    for (file, text) in FILES {
        for played in scenes(text) {
            if std::panic::catch_unwind(|| scene::run(&played.lines)).is_err() {
                wrong.push(format!("{file}: {}", played.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{} scenes go wrong:\n{}", wrong.len(), wrong.join("\n"));
}
