//! `parlor edition`: takes an edition out of the box, and checks one of your own.
//!
//! No game is named here. A game has editions when it has an option of that name whose value is the
//! sheets of a book; a table says them in full, and explains what is in them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use parlor_engine::{AnyRulebook, AnyTable, Problems};
use parlor_registry::games;
use parlor_sheets::Book;
use serde_json::{Value, json};

use crate::{exit, option_file, words};

/// The option that is a book, and the word that explains it.
const EDITION: &str = "edition";

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the editions in the box
    List,
    /// Say whether an edition can be played, or everything that is wrong with it
    #[command(after_help = "Exit codes: 0 it can be played; 1 it cannot; 2 it cannot be read")]
    Check(Check),
    /// Write an edition in the box to a file that can be changed
    Export(Export),
}

#[derive(clap::Args)]
struct Check {
    /// An .xlsx or .ods file, a folder of .csv files, or the sheets as .json
    file: PathBuf,
    /// One JSON object: the file, what is in it, and the problems, each with its place
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Export {
    /// Which edition; 'parlor edition list' lists them. The first of them unless told otherwise
    name: Option<String>,
    /// As what to write it
    #[arg(long, value_enum, default_value_t = Format::Xlsx)]
    format: Format,
    /// The file to write, or with csv the folder. Called like the edition unless told otherwise
    #[arg(long, value_name = "PATH")]
    to: Option<PathBuf>,
    /// Replace what is there; it is lost
    #[arg(long)]
    overwrite: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One spreadsheet
    Xlsx,
    /// A folder with a file for each sheet
    Csv,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    match &args.command {
        Command::List => list(out),
        Command::Check(args) => check(args, out),
        Command::Export(args) => export(args, out),
    }
}

fn list(out: &mut dyn Write) -> anyhow::Result<u8> {
    let game = game();
    for name in names(game) {
        let table = open(game, &json!(name))?;
        writeln!(out, "{name}: {}", explained(&*table))?;
    }
    Ok(exit::FINE)
}

fn check(args: &Check, out: &mut dyn Write) -> anyhow::Result<u8> {
    let game = game();
    let name = args.file.display();
    let read = read(&args.file);
    let table = read.as_ref().map_err(unread).and_then(|sheets| open(game, sheets));
    if args.json {
        let about = table.as_ref().ok().map(|table| explained(&**table));
        let problems = table.as_ref().err().cloned().unwrap_or_default();
        let line = json!({"file": name.to_string(), "about": about, "problems": problems});
        writeln!(out, "{line}")?;
    }
    read?;
    match table {
        Err(problems) if !args.json => {
            let lines = problems.to_string().replace('\n', "\n  ");
            writeln!(out, "'{name}' cannot be played:\n  {lines}")?;
            Ok(exit::NEGATIVE)
        }
        Err(_) => Ok(exit::NEGATIVE),
        Ok(table) => {
            if !args.json {
                writeln!(out, "'{name}' is fine. {}", explained(&*table))?;
                let (id, file) = (game.about().id, words::typed(&args.file));
                writeln!(out, "To play it: parlor play {id} -o {EDITION}=@{file}")?;
            }
            Ok(exit::FINE)
        }
    }
}

fn export(args: &Export, out: &mut dyn Write) -> anyhow::Result<u8> {
    let game = game();
    let known = names(game);
    let name = args.name.as_ref().or(known.first()).context("there is no edition in the box")?;
    if !known.contains(name) {
        bail!("there is no edition '{name}' in the box; there is {}", known.join(", "));
    }
    let sheets = open(game, &json!(name))?.options()[EDITION].clone();
    let book: Book = serde_json::from_value(sheets).context("an edition in full is a book")?;
    let to = args.to.clone().unwrap_or_else(|| match args.format {
        Format::Xlsx => PathBuf::from(format!("{name}.xlsx")),
        Format::Csv => PathBuf::from(name),
    });
    check_target(&to, args)?;
    let failed = || format!("cannot write to '{}'", to.display());
    match args.format {
        Format::Xlsx => fs::write(&to, book.to_xlsx()?).with_context(failed)?,
        Format::Csv => write_folder(&to, &book).with_context(failed)?,
    }
    writeln!(out, "Written to '{}'.", to.display())?;
    writeln!(out, "Change what you like, and then: parlor edition check {}", words::typed(&to))?;
    Ok(exit::FINE)
}

/// What exists is not lost by accident, and what is written can be opened again.
fn check_target(to: &Path, args: &Export) -> anyhow::Result<()> {
    let name = to.display();
    let taken = match args.format {
        Format::Xlsx if !option_file::ends_in(to, "xlsx") => {
            bail!("'{name}' should end with .xlsx; a folder of .csv files is --format csv")
        }
        Format::Xlsx => to.exists(),
        Format::Csv if to.exists() && !to.is_dir() || option_file::ends_in(to, "csv") => {
            bail!("'{name}' is no folder; an edition has several sheets, and so several .csv files")
        }
        // A folder that cannot be listed is not empty either.
        Format::Csv => {
            to.exists() && fs::read_dir(to).map_or(true, |mut files| files.next().is_some())
        }
    };
    if taken && !args.overwrite {
        bail!("'{name}' exists already; name another with --to, or add --overwrite to replace it");
    }
    Ok(())
}

/// Without this mark some spreadsheet programs take a file for one in an old encoding, and spoil every
/// pound sign in it.
const UTF_8: &str = "\u{feff}";

fn write_folder(folder: &Path, book: &Book) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for sheet in &book.sheets {
        let file = folder.join(format!("{}.csv", sheet.name.to_lowercase()));
        fs::write(file, format!("{UTF_8}{}", sheet.to_csv()))?;
    }
    Ok(())
}

/// The sheets in a file.
fn read(path: &Path) -> anyhow::Result<Value> {
    if !option_file::ends_in(path, "json") || path.is_dir() {
        return Ok(serde_json::from_str(&option_file::sheets(path)?)?);
    }
    let sheets: Value = serde_json::from_str(&option_file::text(path)?)?;
    // The option takes a name as well, but there is nothing to check in one.
    if !sheets.is_object() {
        bail!("'{}' is no edition: as JSON its sheets are an object", path.display());
    }
    Ok(sheets)
}

/// Why a file cannot be read, as a problem.
fn unread(why: &anyhow::Error) -> Problems {
    let mut problems = Problems::new();
    problems.add("file", why.to_string());
    problems
}

/// A table with this edition, by its name or with its sheets; or what is wrong with it.
fn open(game: &AnyRulebook, edition: &Value) -> Result<Box<dyn AnyTable>, Problems> {
    game.open(&json!({ EDITION: edition }), game.about().usual_seats).map_err(|found| {
        let mut problems = Problems::new();
        for problem in found.iter() {
            // Nothing else was chosen, so it need not be said what it is about.
            let place = problem.place.strip_prefix(&format!("{EDITION}: "));
            problems.add(place.unwrap_or(&problem.place), problem.what.as_str());
        }
        problems
    })
}

/// What is in the edition of a table, in words.
fn explained(table: &dyn AnyTable) -> String {
    table.explain(EDITION).unwrap_or_default()
}

/// The game that has editions.
fn game() -> &'static AnyRulebook {
    games().iter().find(|game| has_editions(game)).expect("a game on the shelf has editions")
}

fn has_editions(game: &AnyRulebook) -> bool {
    game.schema()["properties"][EDITION].is_object()
}

/// The names of the editions in the box.
fn names(game: &AnyRulebook) -> Vec<String> {
    let schema = game.schema();
    let property = &schema["properties"][EDITION];
    let kinds = crate::games::resolve(&schema, property)["anyOf"].as_array().cloned();
    let names = kinds.into_iter().flatten().filter_map(|kind| kind["enum"].as_array().cloned());
    names.flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a second one a flag would have to say which is meant.
    #[test]
    fn one_game_has_editions() {
        assert_eq!(games().iter().filter(|game| has_editions(game)).count(), 1);
    }

    #[test]
    fn every_edition_in_the_box_is_a_book_and_is_explained() {
        let names = names(game());
        assert!(names.len() > 1, "{names:?}");
        assert_eq!(game().schema()["properties"][EDITION]["default"], names[0].as_str());
        for name in names {
            let table = open(game(), &json!(name)).unwrap();
            let book: Book = serde_json::from_value(table.options()[EDITION].clone()).unwrap();
            assert!(!book.sheets.is_empty() && !explained(&*table).is_empty(), "{name}");
        }
    }
}
