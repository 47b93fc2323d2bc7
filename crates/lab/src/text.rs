//! A report as text, in columns of a fixed-width face.

use std::fmt::{self, Write as _};

use parlor_arena::stats::{Bin, Histogram, Moments, coarsened, float};

use crate::figures::{Figures, KindFigures, Measured, Verdict};
use crate::settle::{Lab, Setting};
use crate::study::{LabReport, Stop, TableReport};

/// The most kinds of moves that are listed in text; all are in the other forms of a report.
const MAX_LISTED: usize = 40;
/// The most tables that fit beside each other.
const MAX_BESIDE: usize = 8;
/// The most lines of a histogram, and the number of letters of its longest bar.
const MAX_LINES: usize = 12;
const MAX_BAR: usize = 40;

impl fmt::Display for LabReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", heading(&self.lab))?;
        match self.tables.as_slice() {
            [one] if one.setup.values.is_empty() => write!(f, "\n{}", figures(&one.figures))?,
            several => write!(f, "\n{}", beside(several))?,
        }
        for refused in &self.refused {
            let values = in_words(&refused.values);
            writeln!(f, "\n{values} was not played:")?;
            for line in refused.problems.to_string().lines() {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}

/// What was studied, in one sentence or two.
pub(crate) fn heading(lab: &Lab) -> String {
    let Lab { game, seats, seed, .. } = lab;
    let players = &lab.players;
    let who = match players.as_slice() {
        [one, ..] if lab.is_uniform() => format!("{one} in every seat"),
        several => {
            let several: Vec<String> = several.iter().map(ToString::to_string).collect();
            format!("{} in all rotations", several.join(", "))
        }
    };
    let seats = if *seats == 1 { "one seat".to_owned() } else { format!("{seats} seats") };
    format!("{game}, {seats}: {who}; seed {seed}.")
}

/// The values of a table: `turns=10 set=seed`.
pub(crate) fn in_words(values: &[Setting]) -> String {
    let words = values.iter().map(|Setting { option, value }| format!("{option}={value}"));
    words.collect::<Vec<_>>().join(" ")
}

/// All figures of one table.
fn figures(figures: &Figures) -> String {
    let mut text = String::new();
    _ = writeln!(text, "{}\n", verdict(figures));
    text += &columns(&measures(figures));
    text += "\nSeats\n";
    text += &columns(&seats(figures));
    if !figures.players.is_empty() {
        text += "\nPlayers\n";
        text += &columns(&players(figures));
    }
    text += "\nEnds\n";
    text += &columns(&reasons(figures));
    text += "\nActs\n";
    text += &picture(&figures.length.acts_histogram);
    text += "\nMoves\n";
    text += &columns(&kinds(figures));
    text += &left_out(figures);
    text
}

/// What is said about the seats.
pub(crate) fn verdict(figures: &Figures) -> String {
    let games = figures.games;
    match figures.verdict {
        Verdict::Unequal { seat, by } => {
            let how = if by > 0.0 { "better" } else { "worse" };
            let points = number(100.0 * by.abs(), 1);
            format!("Unequal: seat {seat} is {how} off, by {points} points in 100 ({games} games).")
        }
        Verdict::Equal { within } => {
            let points = number(100.0 * within, 1);
            format!(
                "Fair, as far as {games} games tell: no seat is off by more than {points} points \
                 in 100."
            )
        }
        Verdict::Unknown => {
            let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
            format!("Nothing can be said about the seats after {games}.")
        }
    }
}

/// Rows of cells; the first row is the heading.
pub(crate) type Rows = Vec<Vec<String>>;

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// The figures that a table has one of.
pub(crate) fn measures(figures: &Figures) -> Rows {
    let mut rows = vec![row(["", "mean", "sd", "least", "most"])];
    let mut spread = |name: &str, moments: &Moments| {
        let whole = |value: Option<i64>| value.map_or_else(none, |value| value.to_string());
        rows.push(vec![
            name.to_owned(),
            optional(moments.mean(), 2),
            optional(moments.sd(), 2),
            whole(moments.min()),
            whole(moments.max()),
        ]);
    };
    spread("acts", &figures.length.acts);
    spread("decisions", &figures.length.decisions);
    if let Some(leads) = &figures.leads {
        spread("lead changes", &leads.changes.moments);
    }
    spread("scores", &figures.scores.moments);
    spread("margin to the second", &figures.margins.moments);
    let mut one = |name: &str, value: String| rows.push(row([name, &value, "", "", ""]));
    let branching = &figures.branching;
    one("decisions with a choice", percent(branching.share));
    one("legal moves where there is one", optional(branching.mean, 2));
    one("  their geometric mean", optional(branching.geometric_mean, 2));
    one("  the most", branching.most.map_or_else(none, |most| most.to_string()));
    if let Some(leads) = &figures.leads {
        one("last lead taken after", percent(leads.for_good));
        let games = leads.half_time.games;
        one(&format!("leader at half time wins ({games} games)"), measured(&leads.half_time.won));
        one("last leader wins", measured(&leads.last_leader_won));
    }
    one("ties for the first place", measured(&figures.ties));
    rows
}

pub(crate) fn seats(figures: &Figures) -> Rows {
    let mut rows = vec![row(["seat", "share of points", "games won", "mean score", "sd"])];
    rows.extend(figures.seats.iter().map(|seat| {
        vec![
            seat.seat.to_string(),
            measured(&seat.share),
            percent(Some(seat.won)),
            optional(seat.scores.mean(), 2),
            optional(seat.scores.sd(), 2),
        ]
    }));
    rows
}

pub(crate) fn players(figures: &Figures) -> Rows {
    let mut rows = vec![row(["player", "share of points"])];
    let players = figures.players.iter();
    rows.extend(players.map(|player| vec![player.player.clone(), measured(&player.share)]));
    rows
}

pub(crate) fn reasons(figures: &Figures) -> Rows {
    let mut rows = vec![row(["reason", "games", "share"])];
    let mut reasons: Vec<(&String, &u64)> = figures.reasons.iter().collect();
    reasons.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
    rows.extend(reasons.into_iter().map(|(reason, games)| {
        let share = float(*games) / float(figures.games.max(1));
        vec![reason.clone(), games.to_string(), percent(Some(share))]
    }));
    rows
}

/// The heading of the table of kinds.
pub(crate) fn kind_heading() -> Vec<String> {
    row(["question", "move", "offered", "chosen", "of offers", "choosers", "won", "more than all"])
}

/// A kind of move; a star where it stands out.
pub(crate) fn kind_row(kind: &KindFigures) -> Vec<String> {
    let rate = (kind.offered > 0).then(|| float(kind.chosen) / float(kind.offered));
    let star = if kind.stands_out { " *" } else { "  " };
    vec![
        kind.question.clone(),
        kind.kind.clone(),
        kind.offered.to_string(),
        kind.chosen.to_string(),
        percent(rate),
        kind.choosers.to_string(),
        percent(kind.won),
        format!("{}{star}", signed(&kind.difference)),
    ]
}

fn kinds(figures: &Figures) -> Rows {
    let mut counts: Vec<u64> = figures.kinds.iter().map(|kind| kind.chosen).collect();
    counts.sort_unstable_by_key(|chosen| std::cmp::Reverse(*chosen));
    let least = counts.get(MAX_LISTED - 1).copied().unwrap_or_default();
    let listed = figures.kinds.iter().filter(|kind| kind.chosen >= least).take(MAX_LISTED);
    std::iter::once(kind_heading()).chain(listed.map(kind_row)).collect()
}

/// What the table of kinds does not hold.
fn left_out(figures: &Figures) -> String {
    let mut text = String::new();
    if figures.kinds.iter().any(|kind| kind.stands_out) {
        text += "* more than chance makes among so many kinds of moves\n";
    }
    let more = figures.kinds.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        _ = writeln!(text, "{more} more kinds are in --json and --report.");
    }
    let other = figures.other_kinds;
    if other.chosen + other.offered > 0 {
        _ = writeln!(text, "All further kinds together were chosen {} times.", other.chosen);
    }
    text
}

/// Several tables, one a line.
fn beside(tables: &[TableReport]) -> String {
    let mut text = columns(&compared(tables));
    if tables.iter().any(|table| table.stop == Stop::Games) {
        text += "+ all games were played before the first seat's share was known well enough\n";
    }
    text += &differing(tables);
    text
}

/// The main figures of several tables.
pub(crate) fn compared(tables: &[TableReport]) -> Rows {
    let mut rows = vec![row([
        "",
        "games",
        "acts",
        "decisions",
        "choices",
        "moves",
        "lead changes",
        "last lead",
        "half time wins",
        "seat 1",
        "margin",
        "ties",
        "seats",
    ])];
    rows.extend(tables.iter().map(|table| {
        let figures = &table.figures;
        let more = if table.stop == Stop::Games { "+" } else { " " };
        let leads = figures.leads.as_ref();
        let first = figures.seats.first().map_or_else(none, |seat| measured(&seat.share));
        let seats = match figures.verdict {
            Verdict::Unequal { .. } => "unequal",
            Verdict::Equal { .. } => "fair",
            Verdict::Unknown => "?",
        };
        vec![
            in_words(&table.setup.values),
            format!("{}{more}", figures.games),
            optional(figures.length.acts.mean(), 1),
            optional(figures.length.decisions.mean(), 1),
            percent(figures.branching.share),
            optional(figures.branching.mean, 2),
            optional(leads.and_then(|leads| leads.changes.moments.mean()), 2),
            percent(leads.and_then(|leads| leads.for_good)),
            percent(leads.and_then(|leads| leads.half_time.won.value)),
            first,
            optional(figures.margins.moments.mean(), 2),
            percent(figures.ties.value),
            seats.to_owned(),
        ]
    }));
    rows
}

/// The kinds of moves that stand out at any of several tables, with what they differ by at each.
pub(crate) fn outstanding(tables: &[TableReport]) -> Rows {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for kind in tables.iter().flat_map(|table| &table.figures.kinds).filter(|kind| kind.stands_out)
    {
        let name = (kind.question.as_str(), kind.kind.as_str());
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found.sort_unstable();
    let mut heading = row(["question", "move"]);
    heading.extend(tables.iter().map(|table| in_words(&table.setup.values)));
    let mut rows = vec![heading];
    rows.extend(found.into_iter().map(|(question, kind)| {
        let mut cells = row([question, kind]);
        cells.extend(tables.iter().map(|table| {
            let mut kinds = table.figures.kinds.iter();
            let found = kinds.find(|found| found.question == question && found.kind == kind);
            found.map_or_else(none, |found| {
                let star = if found.stands_out { " *" } else { "  " };
                format!("{}{star}", signed(&found.difference))
            })
        }));
        cells
    }));
    rows
}

fn differing(tables: &[TableReport]) -> String {
    let rows = outstanding(tables);
    if rows.len() == 1 {
        return "\nNo kind of move goes with winning more than chance makes.\n".to_owned();
    }
    if tables.len() > MAX_BESIDE {
        return "\nWhat kinds of moves are worth at each table is in --json and --report.\n"
            .to_owned();
    }
    let mut rows = rows;
    let more = rows.len().saturating_sub(MAX_LISTED + 1);
    rows.truncate(MAX_LISTED + 1);
    let mut text =
        "\nMoves: how much more often their choosers win (* more than chance makes)\n".to_owned();
    text += &columns(&rows);
    if more > 0 {
        _ = writeln!(text, "{more} more kinds are in --json and --report.");
    }
    text
}

/// Columns as wide as they need to be: words to the left, figures to the right.
fn columns(rows: &Rows) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let is_words = |column: usize| {
        let mut cells = rows.iter().skip(1).filter_map(|row| row.get(column));
        column == 0 || cells.any(|cell| cell.starts_with(char::is_alphabetic))
    };
    let words: Vec<bool> = (0..count).map(is_words).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            _ = if words[column] {
                write!(line, "  {cell:<width$}")
            } else {
                write!(line, "  {cell:>width$}")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The bins of a histogram put together until they are few enough.
fn few_bins(histogram: &Histogram, most: usize) -> Vec<Bin> {
    let bins: Vec<Bin> = histogram.bins().collect();
    let Some((first, last)) = bins.first().zip(bins.last()) else { return bins };
    let mut columns = coarsened(&bins, (first.low, last.high), most);
    // The last column may hold fewer bins than the others.
    if let Some(end) = columns.last_mut() {
        end.high = last.high;
    }
    columns
}

fn picture(histogram: &Histogram) -> String {
    let bins = few_bins(histogram, MAX_LINES);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or_default().max(1);
    let name = |bin: &Bin| {
        if bin.low == bin.high {
            bin.low.to_string()
        } else {
            format!("{} to {}", bin.low, bin.high)
        }
    };
    let width = bins.iter().map(|bin| name(bin).len()).max().unwrap_or_default();
    let digits = most.to_string().len();
    let mut text = String::new();
    for bin in &bins {
        // A count above zero has at least one letter.
        let bar = "#".repeat((bin.count * MAX_BAR as u64).div_ceil(most) as usize);
        let line = format!("  {:>width$}  {:>digits$}  {bar}", name(bin), bin.count);
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn none() -> String {
    "-".to_owned()
}

/// A number with `places` digits behind the point, and no minus before a zero.
fn number(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let is_zero = text.bytes().all(|letter| b"-0.".contains(&letter));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

fn optional(value: Option<f64>, places: usize) -> String {
    value.map_or_else(none, |value| number(value, places))
}

pub(crate) fn percent(value: Option<f64>) -> String {
    value.map_or_else(none, |value| format!("{} %", number(100.0 * value, 1)))
}

/// A share with what it may be off by.
fn measured(figure: &Measured) -> String {
    let Measured { value: Some(value), interval } = figure else { return none() };
    match interval {
        Some(interval) => {
            // The interval need not have the figure in its middle; the longer side counts.
            let reach = 100.0 * (interval.high - value).max(value - interval.low);
            format!("{} ± {} %", number(100.0 * value, 1), number(reach, 1))
        }
        None => percent(Some(*value)),
    }
}

/// A difference of shares, with its sign.
fn signed(figure: &Measured) -> String {
    let text = measured(figure);
    if figure.value.is_some_and(|value| value > 0.0) { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_arena::stats::Interval;

    #[test]
    fn figures_are_written_short() {
        let of = |value, low, high| Measured { value, interval: Some(Interval { low, high }) };
        assert_eq!(measured(&of(Some(0.531), 0.5, 0.562)), "53.1 ± 3.1 %");
        assert_eq!(signed(&of(Some(0.031), 0.0, 0.062)), "+3.1 ± 3.1 %");
        assert_eq!(signed(&of(Some(-0.031), -0.062, 0.0)), "-3.1 ± 3.1 %");
        assert_eq!(measured(&Measured { value: Some(1.0), interval: None }), "100.0 %");
        assert_eq!(measured(&Measured { value: None, interval: None }), "-");
        assert_eq!(number(-0.0001, 1), "0.0");
    }

    #[test]
    fn columns_and_pictures_line_up() {
        let rows = vec![row(["", "mean"]), row(["acts", "12.00"]), row(["é", "-"])];
        assert_eq!(columns(&rows), "         mean\n  acts  12.00\n  é         -\n");
        let mut histogram = Histogram::new();
        for value in [3, 3, 3, 3, 5] {
            histogram.add(value);
        }
        let bars = ["#".repeat(40), "#".repeat(10)];
        assert_eq!(
            picture(&histogram),
            format!("  3  4  {}\n  4  0\n  5  1  {}\n", bars[0], bars[1])
        );
        (0..100).for_each(|value| histogram.add(value));
        let bins = few_bins(&histogram, 12);
        assert!(bins.len() <= 12);
        assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 105);
    }
}
