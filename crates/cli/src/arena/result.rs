//! What came of a tournament, in words and tables.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use parlor_arena::stats::Interval;
use parlor_arena::summary::EventSummary;
use parlor_arena::{Summary, report};
use serde_json::Value;

use crate::words;

/// How wide sentences may be.
const WIDTH: usize = 100;

/// Prints the result.
pub(super) fn print(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let answers = report::answers(summary);
    let events = summary.tournament.events.iter().zip(&summary.events);
    let several = summary.events.len() > 1;
    for (number, ((settled, event), answer)) in events.zip(&answers).enumerate() {
        let games = words::count(event.games as usize, "game");
        let blocks = words::count(event.blocks as usize, "block");
        if several {
            let (gap, seats) = (if number > 0 { "\n" } else { "" }, settled.seats);
            write!(
                out,
                "{gap}Event {} ({seats} seats{}): ",
                number + 1,
                options(&settled.options)
            )?;
        }
        writeln!(out, "{}, {}: {games} in {blocks}", settled.game, summary.tournament.format)?;
        writeln!(out, "\n{}", standings(event))?;
        if event.players.iter().any(|player| player.elo_interval.is_none()) {
            let why = "A '?' is where these games cannot say how far off the figure may be: too few rounds, \
                       everything won or lost, or a format in which who meets depends on the results.";
            writeln!(out, "{}\n", words::wrapped(why, WIDTH))?;
        }
        if event.players.len() > 2 {
            writeln!(out, "{}", head_to_head(event))?;
        }
        writeln!(out, "{}", words::wrapped(&seats(event), WIDTH))?;
        writeln!(out, "\n{}", words::wrapped(&answer.join(" "), WIDTH))?;
    }
    Ok(())
}

/// The options of an event that fit on a line.
fn options(options: &Value) -> String {
    let fields = options.as_object().into_iter().flatten();
    let short = fields.filter(|(_, value)| !value.is_object() && !value.is_array());
    let word = |(key, value): (&String, &Value)| match value {
        Value::String(text) => format!(", {key}={text}"),
        value => format!(", {key}={value}"),
    };
    short.map(word).collect()
}

/// Says where everything is.
pub(super) fn written(path: &Path, out: &mut dyn Write) -> io::Result<()> {
    let (name, typed) = (path.display(), words::typed(path));
    writeln!(
        out,
        "\nAll of it is in '{name}'; report.html there is for people.\n\
         To see a game again: parlor arena game {typed} 1.1"
    )
}

fn standings(event: &EventSummary) -> String {
    let mut rows = vec![
        ["", "player", "Elo", "95 %", "score", "won", "shared", "games", "faults"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (index, player) in event.players.iter().enumerate() {
        let faults: u64 = player.verdicts.values().sum();
        let kinds = player.verdicts.iter().map(|(verdict, count)| format!("{verdict} {count}"));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        rows.push(vec![
            (index + 1).to_string(),
            player.name.clone(),
            format!("{:+.0}", player.elo),
            player.elo_interval.map_or_else(|| "?".to_owned(), range),
            format!("{:.1} %", 100.0 * player.score),
            player.won.to_string(),
            player.shared.to_string(),
            player.games.to_string(),
            if faults == 0 { String::new() } else { kinds },
        ]);
    }
    table(&rows)
}

fn head_to_head(event: &EventSummary) -> String {
    let names: Vec<&str> = event.players.iter().map(|player| player.name.as_str()).collect();
    let mut rows = vec![vec!["score against".to_owned()]];
    rows[0].extend(names.iter().map(|name| (*name).to_owned()));
    for one in &names {
        let mut row = vec![(*one).to_owned()];
        for other in &names {
            row.push(
                share(event, one, other)
                    .map_or_else(String::new, |s| format!("{:.1} %", 100.0 * s)),
            );
        }
        rows.push(row);
    }
    table(&rows)
}

/// How much of the points one player has won against another.
fn share(event: &EventSummary, one: &str, other: &str) -> Option<f64> {
    event.pairs.iter().find_map(|pair| {
        let twice = 2 * pair.better + pair.equal;
        #[expect(clippy::cast_precision_loss, reason = "2^52 games are not played in a life time")]
        let score = twice as f64 / (2 * pair.games) as f64;
        match (pair.one == one && pair.other == other, pair.one == other && pair.other == one) {
            (true, _) => Some(score),
            (_, true) => Some(1.0 - score),
            _ => None,
        }
    })
}

fn seats(event: &EventSummary) -> String {
    let mut words = String::new();
    for seat in &event.seats {
        let Some(score) = seat.score else { continue };
        let interval = score.interval.map(|interval| {
            format!(" ({:.1} to {:.1})", 100.0 * interval.low, 100.0 * interval.high)
        });
        _ = write!(
            words,
            "{}seat {} scores {:.1} %{}",
            if words.is_empty() { "" } else { ", " },
            seat.seat,
            100.0 * score.mean,
            interval.unwrap_or_default()
        );
    }
    format!("{}.", words::capitalised(&words))
}

fn range(interval: Interval) -> String {
    format!("{:+.0} to {:+.0}", interval.low, interval.high)
}

/// Columns as wide as they must be: the first two to the left, numbers to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let is_words = cell.chars().all(|c| !c.is_ascii_digit()) || column < 2;
            if is_words && column < 2 || column + 1 == columns && columns == 9 {
                _ = write!(line, "{cell:<width$}  ");
            } else {
                _ = write!(line, "{cell:>width$}  ");
            }
        }
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
