//! Plays a small tournament and makes its page: `cargo run -p parlor-arena --example report -- FOLDER`,
//! and after the folder, if you like, the game, its options as JSON, its seats, the number of games and
//! the players. `FORMAT` and `SPRT` in the environment choose the format and a test.

use std::path::PathBuf;

use parlor_arena::{
    Folder, Format, Orders, PlayerSettings, Settings, Shard, Tournament, report, run,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let or = |index: usize, usual: &str| given.get(index).map_or(usual.to_owned(), String::clone);
    let players = match given.get(5..).unwrap_or_default() {
        [] => ["random", "easy", "random"].map(str::to_owned).to_vec(),
        named => named.to_vec(),
    };
    let settings = Settings {
        game: Some(or(1, "dots-and-boxes")),
        options: serde_json::from_str(&or(2, r#"{"boxes": "3x3"}"#))?,
        seats: Some(or(3, "2").parse()?),
        games: Some(or(4, "200").parse()?),
        players: players.into_iter().map(PlayerSettings::Spec).collect(),
        format: std::env::var("FORMAT").map_or(Ok(Format::default()), |format| format.parse())?,
        sprt: std::env::var("SPRT").ok(),
        ..Settings::default()
    };
    let tournament = Tournament::settle(&settings, || 1)?;
    let folder = Folder::create(&PathBuf::from(or(0, "arena")), &tournament, Shard::WHOLE)?;
    let (_, summary) = run(&folder, &tournament, Shard::WHOLE, &Orders::default(), |_| ())?;
    let path = report::write(&folder, Shard::WHOLE, &summary)?;
    println!("{}", path.display());
    Ok(())
}
