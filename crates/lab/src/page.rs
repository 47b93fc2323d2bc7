//! A report as a web page: tables and pictures.

use maud::{Markup, html};
use parlor_arena::page::chart::{Caption, histogram};
use parlor_arena::page::{Page, boxed, words};
use parlor_arena::stats::{Bin, Histogram, Moments, float_wide};

use crate::counts::PARTS;
use crate::figures::{Figures, KindFigures, LeadFigures};
use crate::study::{LabReport, Stop, TableReport};
use crate::text::{
    Rows, compared, heading, in_words, kind_heading, kind_row, measures, outstanding, percent,
    players, reasons, seats, verdict,
};

impl LabReport {
    /// The report as a page.
    pub fn to_page(&self) -> String {
        let title = format!("Balance of {}", self.lab.game);
        let body = html! {
            h1 { (title) }
            p { (heading(&self.lab)) }
            (self.comparison())
            @for (index, table) in self.tables.iter().enumerate() { (section(index + 1, table)) }
        };
        Page { title: &title, script: None, body }.into_string()
    }

    fn comparison(&self) -> Markup {
        let is_swept = self.tables.iter().any(|table| !table.setup.values.is_empty());
        let moves = outstanding(&self.tables);
        html! {
            @if is_swept {
                h2 { "All tables" }
                (rows("All tables", &compared(&self.tables)))
                p { "A + after the games: all were played before the first seat's share was known "
                    "well enough." }
                @if moves.len() > 1 {
                    h2 { "Moves that go with winning" }
                    p { "How much more often their choosers win; a star where it is more than chance "
                        "makes." }
                    (table("Moves that go with winning", 2, &moves[0], moves[1..].iter().map(|row| (false, row.clone()))))
                }
            }
            @if !self.refused.is_empty() {
                h2 { "Not played" }
                ul {
                    @for refused in &self.refused {
                        li {
                            (in_words(&refused.values))
                            ul { @for problem in refused.problems.iter() {
                                li { (problem.place) ": " (problem.what) }
                            } }
                        }
                    }
                }
            }
        }
    }
}

/// One table; its number, from 1 on, tells its pictures from those of others.
fn section(number: usize, table: &TableReport) -> Markup {
    let figures = &table.figures;
    let name = in_words(&table.setup.values);
    html! {
        section {
            @if !name.is_empty() { h2 { (name) } }
            p { strong { (verdict(figures)) } }
            @if table.stop == Stop::Known {
                p { "No more games were played: the first seat's share is known well enough." }
            }
            (rows("Figures", &measures(figures)))
            h3 { "Seats" } (rows("Seats", &seats(figures)))
            @if !figures.players.is_empty() { h3 { "Players" } (rows("Players", &players(figures))) }
            h3 { "Ends" } (rows("Ends", &reasons(figures)))
            div.multiples { (pictures(number, figures)) }
            h3 { "Moves" } (kinds(&figures.kinds))
        }
    }
}

fn pictures(table: usize, figures: &Figures) -> Markup {
    let draw = |id: &str, name: &str, moments: &Moments, histogram: &Histogram| {
        let text = words::spread(moments.mean(), moments.min().zip(moments.max()));
        let id = format!("table-{table}-{id}");
        picture(
            &Caption { id: &id, title: name, text: &text },
            moments.mean(),
            histogram,
            |value| value.to_string(),
        )
    };
    let (length, scores, margins) = (&figures.length, &figures.scores, &figures.margins);
    html! {
        (draw("acts", "Acts of a game", &length.acts, &length.acts_histogram))
        (draw("decisions", "Decisions of a game", &length.decisions, &length.decisions_histogram))
        @if let Some(leads) = &figures.leads {
            @let changes = &leads.changes;
            (draw("leads", "Lead changes of a game", &changes.moments, &changes.histogram))
            (last_lead(table, leads))
        }
        (draw("scores", "Scores", &scores.moments, &scores.histogram))
        (draw("margins", "Margin to the second", &margins.moments, &margins.histogram))
    }
}

/// When in the game the last lead is taken.
fn last_lead(table: usize, leads: &LeadFigures) -> Markup {
    // The last column may reach beyond the end of the game, which no lead does.
    let say = |value: i64| format!("{} %", value.min(PARTS) * 100 / PARTS);
    let id = format!("table-{table}-last-lead");
    let text = format!("mean {}", percent(leads.for_good));
    let caption =
        Caption { id: &id, title: "When in the game the last lead is taken", text: &text };
    let mean = leads.for_good.map(|share| share * float_wide(PARTS.into()));
    picture(&caption, mean, &leads.for_good_histogram, say)
}

/// A histogram with its caption; nothing where nothing was counted.
fn picture(
    caption: &Caption<'_>,
    mean: Option<f64>,
    counted: &Histogram,
    say: fn(i64) -> String,
) -> Markup {
    let bins: Vec<Bin> = counted.bins().collect();
    let ends = bins.first().zip(bins.last()).map(|(first, last)| (first.low, last.high));
    html! {
        @if let Some(ends) = ends {
            figure {
                figcaption { (caption.title) " " span.small { (caption.text) } }
                (histogram(caption, &bins, ends, mean, say))
            }
        }
    }
}

fn kinds(kinds: &[KindFigures]) -> Markup {
    table("Moves", 2, &kind_heading(), kinds.iter().map(|kind| (kind.stands_out, kind_row(kind))))
}

/// A table whose first column is words.
fn rows(label: &str, rows: &Rows) -> Markup {
    html! {
        @if let [head, body @ ..] = rows.as_slice() {
            (table(label, 1, head, body.iter().map(|row| (false, row.clone()))))
        }
    }
}

/// A table whose first columns, so many, are words and all others figures. Each row says whether it stands
/// out.
fn table(
    label: &str,
    words: usize,
    head: &[String],
    rows: impl Iterator<Item = (bool, Vec<String>)>,
) -> Markup {
    let class = |column: usize| (column < words).then_some("text");
    let table = html! {
        table {
            thead { tr {
                @for (column, cell) in head.iter().enumerate() {
                    th scope="col" class=[class(column)] { (cell) }
                }
            } }
            tbody { @for (stands_out, row) in rows {
                tr class=[stands_out.then_some("out")] {
                    @for (column, cell) in row.iter().enumerate() { td class=[class(column)] { (cell) } }
                }
            } }
        }
    };
    boxed(label, &table)
}
