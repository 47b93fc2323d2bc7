//! A report as a web page that needs nothing else: tables, and bars drawn in the page.

use maud::{Markup, html};

use super::counts::PARTS;
use super::figures::{Figures, KindFigures};
use super::study::{LabReport, Stop, TableReport};
use super::text::{
    Rows, compared, few_bins, heading, in_words, kind_heading, kind_row, measures, outstanding,
    players, reasons, seats, verdict,
};
use crate::page::Page;
use crate::stats::{Histogram, float};

/// The bars of a picture are so wide and so high together, in units of its own, with room for words above
/// and below.
const WIDTH: u32 = 480;
const HEIGHT: u32 = 120;
const ABOVE: u32 = 18;
const BELOW: u32 = 20;
/// The most bars in it.
const MAX_BARS: usize = 48;

const STYLE: &str = "\
    body{font:16px/1.4 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;\
    color:#1b1b1b;background:#fff}\
    table{border-collapse:collapse;margin:.5rem 0 1.5rem;display:block;overflow-x:auto}\
    th,td{padding:.2rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid #ccc}\
    th:first-child,td:first-child,.kinds td:nth-child(2),.kinds th:nth-child(2){text-align:left}\
    tr.out td{font-weight:bold}svg{max-width:100%;height:auto}rect{fill:#2b5c8a}\
    svg text{font-size:13px;fill:currentColor}svg .end{text-anchor:end}line{stroke:currentColor}\
    @media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}\
    th,td{border-color:#444}rect{fill:#7fb2e5}}";

impl LabReport {
    /// The report as a page.
    pub fn to_page(&self) -> String {
        let title = format!("Balance of {}", self.lab.game);
        let body = html! {
            h1 { (title) }
            p { (heading(&self.lab)) }
            (self.comparison())
            @for table in &self.tables { (section(table)) }
        };
        Page { title: &title, style: STYLE, script: None, body }.into_string()
    }

    fn comparison(&self) -> Markup {
        let is_swept = self.tables.iter().any(|table| !table.setup.values.is_empty());
        let moves = outstanding(&self.tables);
        html! {
            @if is_swept {
                h2 { "All tables" }
                (rows(&compared(&self.tables)))
                p { "A + after the games: all were played before the first seat's share was known "
                    "well enough." }
                @if moves.len() > 1 {
                    h2 { "Moves that go with winning" }
                    p { "How much more often their choosers win; a star where it is more than chance "
                        "makes." }
                    (rows_with("kinds", &moves))
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

/// One table.
fn section(table: &TableReport) -> Markup {
    let figures = &table.figures;
    let name = in_words(&table.setup.values);
    html! {
        section {
            @if !name.is_empty() { h2 { (name) } }
            p { strong { (verdict(figures)) } }
            @if table.stop == Stop::Known {
                p { "No more games were played: the first seat's share is known well enough." }
            }
            (rows(&measures(figures)))
            h3 { "Seats" } (rows(&seats(figures)))
            @if !figures.players.is_empty() { h3 { "Players" } (rows(&players(figures))) }
            h3 { "Ends" } (rows(&reasons(figures)))
            (pictures(figures))
            h3 { "Moves" } (kinds(&figures.kinds))
        }
    }
}

fn pictures(figures: &Figures) -> Markup {
    html! {
        (picture("Acts of a game", &figures.length.acts_histogram, as_it_is))
        (picture("Decisions of a game", &figures.length.decisions_histogram, as_it_is))
        @if let Some(leads) = &figures.leads {
            (picture("Lead changes of a game", &leads.changes.histogram, as_it_is))
            (picture("When in the game the last lead is taken", &leads.for_good_histogram, as_a_share))
        }
        (picture("Scores", &figures.scores.histogram, as_it_is))
        (picture("Margin to the second", &figures.margins.histogram, as_it_is))
    }
}

fn as_it_is(value: i64) -> String {
    value.to_string()
}

/// A part of a game in percent. The last bar may reach beyond the end of the game, which no lead does.
fn as_a_share(value: i64) -> String {
    format!("{} %", value.min(PARTS) * 100 / PARTS)
}

/// Bars from the smallest value to the largest; each says what it is when pointed at.
fn picture(name: &str, histogram: &Histogram, say: fn(i64) -> String) -> Markup {
    let bins = few_bins(histogram, MAX_BARS);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or_default();
    let ends = bins.first().zip(bins.last()).map(|(first, last)| (first.low, last.high));
    let wide = f64::from(WIDTH) / float(bins.len().max(1) as u64);
    let tall = |count: u64| f64::from(HEIGHT) * float(count) / float(most.max(1));
    let floor = ABOVE + HEIGHT;
    let all: u64 = bins.iter().map(|bin| bin.count).sum();
    let highest = 100.0 * float(most) / float(all.max(1));
    html! {
        @if let Some((low, high)) = ends {
            figure {
                svg viewBox=(format!("0 0 {WIDTH} {}", floor + BELOW)) width=(WIDTH)
                    height=(floor + BELOW) role="img" aria-label=(name) {
                    text class="end" x=(WIDTH) y="13" { "highest " (format!("{highest:.0}")) " %" }
                    @for (index, bin) in bins.iter().enumerate() {
                        rect x=(format!("{:.2}", wide * float(index as u64)))
                            y=(format!("{:.2}", f64::from(floor) - tall(bin.count)))
                            width=(format!("{:.2}", wide * 0.9))
                            height=(format!("{:.2}", tall(bin.count))) {
                            title { (say(bin.low)) " to " (say(bin.high)) ": " (bin.count) }
                        }
                    }
                    line x1="0" y1=(floor) x2=(WIDTH) y2=(floor) {}
                    text x="0" y=(floor + 15) { (say(low)) }
                    text class="end" x=(WIDTH) y=(floor + 15) { (say(high)) }
                }
                figcaption { (name) }
            }
        }
    }
}

fn kinds(kinds: &[KindFigures]) -> Markup {
    html! {
        table class="kinds" {
            thead { tr { @for cell in kind_heading() { th scope="col" { (cell) } } } }
            tbody { @for kind in kinds {
                tr class=[kind.stands_out.then_some("out")] {
                    @for cell in kind_row(kind) { td { (cell) } }
                }
            } }
        }
    }
}

fn rows(rows: &Rows) -> Markup {
    rows_with("figures", rows)
}

fn rows_with(class: &str, rows: &Rows) -> Markup {
    html! {
        @if let [head, body @ ..] = rows.as_slice() {
            table class=(class) {
                thead { tr { @for cell in head { th scope="col" { (cell) } } } }
                tbody { @for row in body { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}
