//! Pictures of numbers, as SVG inside the page: they take the colours of the page, by day, by night and
//! on paper, and their text is text.

use maud::{Markup, html};

use super::words::{NONE, count, cut, number, percent};
use crate::stats::{Bin, Interval, coarsened, float};

/// A picture in words, for readers who cannot see it.
pub struct Caption<'a> {
    /// The identity of the picture, which no other one of its page has: letters, digits and dashes.
    pub id: &'a str,
    /// What it is a picture of.
    pub title: &'a str,
    /// What it shows.
    pub text: &'a str,
}

impl Caption<'_> {
    fn labels(&self) -> String {
        format!("{}-title {}-text", self.id, self.id)
    }

    fn draw(&self) -> Markup {
        html! {
            title id={ (self.id) "-title" } { (self.title) }
            desc id={ (self.id) "-text" } { (self.text) }
        }
    }
}

/// A scale from values to places in a picture.
#[derive(Clone, Copy)]
struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let (low, high) = self.from;
        let width = high - low;
        let part = if width > 0.0 && value.is_finite() { (value - low) / width } else { 0.5 };
        self.to.0 + part.clamp(0.0, 1.0) * (self.to.1 - self.to.0)
    }
}

/// A place in a picture: a tenth of a pixel is fine enough.
fn place(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// Round values from `low` to `high`, about `about` of them.
fn ticks(low: f64, high: f64, about: u32) -> Vec<f64> {
    let width = high - low;
    if !(width > 0.0 && width.is_finite()) {
        return vec![low];
    }
    let rough = width / f64::from(about.max(1));
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|nice| nice * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power);
    let first = (low / step).ceil();
    (0..=4 * about)
        .map(|index| (first + f64::from(index)) * step)
        .take_while(|tick| *tick <= high + step / 1e6)
        .collect()
}

/// The smallest and the largest of some values; nothing where there is none.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |extent, value| {
        let (low, high) = extent.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

/// A value with its interval on a line, for a row of a table that has the numbers beside it.
pub(crate) fn whisker(
    value: f64,
    interval: Option<Interval>,
    (low, high): (f64, f64),
    middle: Option<f64>,
) -> Markup {
    let x = Scale { from: (low, high), to: (6.0, 134.0) };
    html! {
        svg class="whisker" viewBox="0 0 140 20" width="140" height="20" aria-hidden="true" {
            line class="axis" x1="2" y1="10" x2="138" y2="10" {}
            @if let Some(middle) = middle {
                @let at = place(x.at(middle));
                line class="middle" x1=(at) y1="1" x2=(at) y2="19" {}
            }
            @if let Some(Interval { low, high }) = interval {
                @let (from, to) = (x.at(low), x.at(high));
                rect class="range" x=(place(from)) y="6" width=(place((to - from).max(1.0))) height="8" {}
            }
            circle class="value" cx=(place(x.at(value))) cy="10" r="4" {}
        }
    }
}

/// A bar in a row of a table that has the number beside it.
pub(crate) fn bar(share: f64) -> Markup {
    let width = Scale { from: (0.0, 1.0), to: (0.0, 120.0) }.at(share);
    html! {
        svg class="bar" viewBox="0 0 120 12" width="120" height="12" aria-hidden="true" {
            rect class="rest" x="0" y="0" width="120" height="12" {}
            rect class="share" x="0" y="0" width=(place(width)) height="12" {}
        }
    }
}

/// How often which numbers came up, on a scale from `low` to `high`, so that several pictures can be compared.
/// `say` writes a number of the scale. The count of a column is shown when it is pointed at.
pub fn histogram(
    caption: &Caption<'_>,
    bins: &[Bin],
    (low, high): (i64, i64),
    mean: Option<f64>,
    say: fn(i64) -> String,
) -> Markup {
    const WIDTH: f64 = 260.0;
    const FLOOR: f64 = 84.0;
    const CEILING: f64 = 16.0;
    const MOST: usize = 40;
    let columns = coarsened(bins, (low, high), MOST);
    let (low, end) = (columns[0].low, columns[columns.len() - 1].high);
    let wide = columns[0].high.saturating_sub(low).saturating_add(1);
    let total: u64 = columns.iter().map(|column| column.count).sum();
    let highest = columns.iter().map(|column| column.count).max().unwrap_or(0);
    let x = Scale { from: (0.0, float(columns.len() as u64)), to: (10.0, WIDTH - 10.0) };
    let y = Scale { from: (0.0, float(highest.max(1))), to: (FLOOR, CEILING) };
    let mut outline = vec![(x.at(0.0), FLOOR)];
    for (index, column) in (0u64..).zip(&columns) {
        let top = y.at(float(column.count));
        outline.extend([(x.at(float(index)), top), (x.at(float(index + 1)), top)]);
    }
    outline.push((x.at(float(columns.len() as u64)), FLOOR));
    let mean_at = mean.map(|mean| {
        let shift = (mean - whole(low) + 0.5) / whole(wide);
        place(x.at(shift))
    });
    let top = if total == 0 { NONE.to_owned() } else { percent(float(highest) / float(total), 0) };
    let hints = (0u64..).zip(&columns).filter(|(_, column)| column.count > 0);
    html! {
        svg class="histogram" viewBox={ "0 0 " (WIDTH) " 104" } role="img" aria-labelledby=(caption.labels()) {
            (caption.draw())
            path class="columns" d=(path(outline.into_iter())) {}
            line class="axis" x1="8" y1=(FLOOR) x2=(WIDTH - 8.0) y2=(FLOOR) {}
            @if let Some(at) = mean_at {
                line class="middle" x1=(at) y1="14" x2=(at) y2=(FLOOR + 4.0) {}
            }
            @for (index, column) in hints {
                @let (left, right) = (x.at(float(index)), x.at(float(index + 1)));
                rect class="hint" x=(place(left)) y=(CEILING) width=(place(right - left)) height=(FLOOR - CEILING) {
                    title { (hint(column, say)) }
                }
            }
            text x="10" y="98" { (say(low)) }
            text class="end" x=(WIDTH - 10.0) y="98" { (say(end)) }
            text class="end" x=(WIDTH - 10.0) y="11" { "highest " (top) }
        }
    }
}

/// `3: 12`, or `4 to 7: 12`.
fn hint(column: &Bin, say: fn(i64) -> String) -> String {
    let (low, high) = (say(column.low), say(column.high));
    let count = count(column.count);
    if low == high { format!("{low}: {count}") } else { format!("{low} to {high}: {count}") }
}

/// A number of the game, which may be as large as it likes.
#[expect(clippy::cast_precision_loss, reason = "a picture has some hundred pixels")]
fn whole(value: i64) -> f64 {
    value as f64
}

/// A line of a curve: its points from the left to the right, each with what lies around it.
pub(crate) struct Line<'a> {
    pub(crate) name: &'a str,
    /// Where, how high, and how far up and down.
    pub(crate) points: Vec<(f64, f64, f64)>,
}

/// The most lines of a curve: that many colours can be told apart.
pub(crate) const MAX_LINES: usize = 8;

/// Lines with bands, each with its name at its end.
pub(crate) fn curve(caption: &Caption<'_>, lines: &[Line<'_>], width: f64, height: f64) -> Markup {
    const LABEL: f64 = 15.0;
    let points = || lines.iter().flat_map(|line| &line.points);
    let last = points().map(|(at, ..)| *at).fold(1.0, f64::max);
    let ends = points().flat_map(|(_, mean, reach)| [mean - reach, mean + reach]);
    let (low, high) = extent(ends).unwrap_or((0.0, 50.0));
    let names = if width > 500.0 { 150.0 } else { 84.0 };
    let x = Scale { from: (0.0, last), to: (36.0, width - names) };
    let y = Scale { from: (low, high), to: (height - 40.0, 24.0) };
    // Names stand beside the ends of their lines, and below each other where those are close.
    let mut labels: Vec<(usize, f64)> = (lines.iter().enumerate())
        .filter_map(|(index, line)| line.points.last().map(|(_, mean, _)| (index, y.at(*mean))))
        .collect();
    labels.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut above = f64::NEG_INFINITY;
    for (_, at) in &mut labels {
        *at = at.max(above + LABEL);
        above = *at;
    }
    let mut below = height - 40.0 + LABEL;
    for (_, at) in labels.iter_mut().rev() {
        *at = at.min(below - LABEL);
        below = *at;
    }
    let room = if width > 500.0 { 18 } else { 9 };
    let across = if width > 500.0 { 8 } else { 4 };
    html! {
        svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-labelledby=(caption.labels()) {
            (caption.draw())
            @for tick in ticks(low, high, 6) {
                @let at = y.at(tick);
                line class="grid" x1="36" y1=(place(at)) x2=(place(width - names)) y2=(place(at)) {}
                text class="end" x="30" y=(place(at + 4.0)) { (number(tick, 0)) }
            }
            @for tick in ticks(0.0, last, across) {
                @let at = x.at(tick);
                line class="axis" x1=(place(at)) y1=(place(height - 40.0)) x2=(place(at)) y2=(place(height - 35.0)) {}
                text class="mid" x=(place(at)) y=(place(height - 21.0)) { (number(tick, 0)) }
            }
            text x="2" y="12" { "rating" }
            text class="mid" x=(place(x.at(last / 2.0))) y=(place(height - 5.0)) { "blocks" }
            @for (index, line) in lines.iter().enumerate() {
                path class={ "band c" (index) } d=(band(line, x, y)) {}
            }
            @for (index, line) in lines.iter().enumerate() {
                path class={ "line c" (index) } d=(path(line.points.iter().map(|(at, mean, _)| (x.at(*at), y.at(*mean))))) {}
            }
            @for (index, at) in labels {
                @let line = &lines[index];
                @let end = line.points.last().map_or(0.0, |(_, mean, _)| y.at(*mean));
                path class={ "lead c" (index) } d={ "M" (place(x.at(last))) " " (place(end)) "L" (place(width - names + 12.0)) " " (place(at)) } {}
                text class={ "name c" (index) } x=(place(width - names + 15.0)) y=(place(at + 4.0)) {
                    (cut(line.name, room))
                }
            }
        }
    }
}

/// A path from place to place.
fn path(places: impl Iterator<Item = (f64, f64)>) -> String {
    let steps: Vec<String> = places.map(|(x, y)| format!("{} {}", place(x), place(y))).collect();
    if steps.is_empty() { String::new() } else { format!("M{}", steps.join("L")) }
}

/// What lies around a line: along its upper end, and back along its lower.
fn band(line: &Line<'_>, x: Scale, y: Scale) -> String {
    let upper = line.points.iter().map(|(at, mean, reach)| (x.at(*at), y.at(mean + reach)));
    let lower = line.points.iter().rev().map(|(at, mean, reach)| (x.at(*at), y.at(mean - reach)));
    path(upper.chain(lower))
}

#[cfg(test)]
mod tests {
    use super::super::words::whole_number;
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(3.0, 47.0, 6), [10.0, 20.0, 30.0, 40.0]);
        assert_eq!(ticks(0.0, 1.0, 4), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(5.0, 5.0, 6), [5.0]);
        assert_eq!(ticks(0.0, f64::INFINITY, 6), [0.0]);
    }

    #[test]
    fn every_value_is_in_a_column() {
        let caption = Caption { id: "h", title: "t", text: "d" };
        let bins: Vec<Bin> = (-3..=100).map(|low| Bin { low, high: low, count: 2 }).collect();
        let drawn = histogram(&caption, &bins, (-3, 100), Some(4.0), whole_number).into_string();
        // 104 values are three to a column, and 35 columns.
        assert!(drawn.contains("−3<") && drawn.contains("101<"), "{drawn}");
        let path = drawn.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(path.matches('L').count(), 2 * 35 + 1);
    }

    #[test]
    fn extremes_are_drawn() {
        let caption = Caption { id: "h", title: "t", text: "d" };
        let ends = [i64::MIN, i64::MAX].map(|end| Bin { low: end, high: end, count: 1 });
        let drawn = histogram(&caption, &ends, (i64::MIN, i64::MAX), Some(f64::NAN), whole_number)
            .into_string();
        let none = histogram(&caption, &[], (0, 0), None, whole_number).into_string();
        let flat =
            curve(&caption, &[Line { name: "a", points: vec![(1.0, 5.0, 0.0)] }], 340.0, 300.0);
        let empty = curve(&caption, &[], 720.0, 300.0).into_string();
        let odd = whisker(f64::INFINITY, None, (0.0, 0.0), Some(f64::NAN)).into_string();
        for drawn in [drawn, none, flat.into_string(), empty, odd] {
            assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        }
    }

    #[test]
    fn names_do_not_lie_on_each_other() {
        let names = ["a", "b", "c", "d"];
        let line = |name| Line { name, points: vec![(1.0, 20.0, 1.0), (2.0, 25.0, 1.0)] };
        let lines: Vec<Line<'_>> = names.into_iter().map(line).collect();
        let caption = Caption { id: "h", title: "t", text: "d" };
        let drawn = curve(&caption, &lines, 720.0, 300.0).into_string();
        let mut at: Vec<f64> = (drawn.split("class=\"name").skip(1))
            .map(|label| {
                label.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
            })
            .collect();
        at.sort_by(f64::total_cmp);
        assert_eq!(at.len(), 4);
        assert!(at.windows(2).all(|two| two[1] - two[0] > 14.0), "{at:?}");
    }
}
