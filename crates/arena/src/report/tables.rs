//! The tables of the page.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::answer::{share, turned};
use super::listed::Listed;
use crate::block_runner::TimeUsed;
use crate::page::words::{
    NONE, count, cut, elo, estimate, likelihood, number, percent, range, seconds,
};
use crate::page::{boxed, chart};
use crate::stats::{Interval, PairingGain, Rating, float};
use crate::summary::{EventSummary, Mean, PairSummary, PlayerSummary, Summary};

/// With at most this many players the cells of the cross table have small print.
const SMALL_PRINT: usize = 12;

fn caption(text: &str) -> Markup {
    html! { caption { span { (text) } } }
}

/// The players, the strongest first.
pub(super) fn standings(
    summary: &Summary,
    played: &EventSummary,
    times: &[Option<TimeUsed>],
) -> Markup {
    let standings = Standings::of(summary, played, times);
    let explained = if summary.tournament.format.is_adaptive() {
        "The strongest first. Elo is by all games together, the mean of all players being 0. Who meets \
         depends on the results here, so it cannot be said how sure that is."
    } else {
        "The strongest first. Elo is by all games together, the mean of all players being 0; what is in \
         brackets holds the true value with a confidence of 95 %."
    };
    let table = html! {
        table.sortable.standings {
            (caption(explained))
            thead { (standings.heading()) }
            tbody {
                @for (index, player) in played.players.iter().enumerate() {
                    (standings.row(index + 1, player))
                }
            }
        }
    };
    html! {
        (boxed("Standings", &table))
        p.note {
            "Share of points: of all others at its tables, those it was placed better than, equal ones counting half. Margin: its score less the mean of the others at the table, over the blocks all games of which ended by their rules. Weng-Lin and TrueSkill are ratings with two standard deviations to either side, updated block by block."
            @if played.blocks > 0 && played.players.iter().any(is_one_sided) {
                " Somebody won or lost everything. How far such a player is from the others, no number of games like these can show: its Elo, and with it the mean that is called 0, follow from the one draw against an average opponent that everybody is credited with."
            }
        }
    }
}

/// What all rows of the standings have in common.
struct Standings<'a> {
    /// The scale of the intervals.
    ends: (f64, f64),
    has_faults: bool,
    has_times: bool,
    summary: &'a Summary,
    times: &'a [Option<TimeUsed>],
}

impl<'a> Standings<'a> {
    fn of(summary: &'a Summary, played: &EventSummary, times: &'a [Option<TimeUsed>]) -> Self {
        let ends = played.players.iter().flat_map(|player| {
            let point = Interval { low: player.elo, high: player.elo };
            let Interval { low, high } = player.elo_interval.unwrap_or(point);
            [low, high, player.elo, 0.0]
        });
        let mut standings = Self {
            ends: chart::extent(ends).unwrap_or((0.0, 0.0)),
            has_faults: played.players.iter().any(|player| !player.verdicts.is_empty()),
            has_times: false,
            summary,
            times,
        };
        standings.has_times = played.players.iter().any(|player| standings.time(player).is_some());
        standings
    }

    /// The mean time of a decision, in seconds; nothing where none was measured.
    fn time(&self, player: &PlayerSummary) -> Option<f64> {
        let listed = &self.summary.tournament.players;
        let at = listed.iter().position(|listed| listed.name == player.name)?;
        let used = self.times.get(at).copied().flatten().filter(|used| used.answers > 0)?;
        Some(used.time.as_secs_f64() / float(used.answers))
    }

    fn heading(&self) -> Markup {
        html! {
            tr {
                th scope="col" { "Rank" }
                th.text scope="col" { "Player" }
                th scope="col" { "Elo" }
                th.plain scope="col" { "95 % interval" }
                th scope="col" { "Share of points" }
                th scope="col" { "Games" }
                th scope="col" { "Won" }
                th scope="col" { "Shared" }
                th scope="col" { "Mean score" }
                th scope="col" { "Mean margin" }
                th scope="col" { "Weng-Lin" }
                th scope="col" { "TrueSkill" }
                @if self.has_faults { th.text scope="col" { "Verdicts" } }
                @if self.has_times { th scope="col" { "Time per decision" } }
            }
        }
    }

    fn row(&self, rank: usize, player: &PlayerSummary) -> Markup {
        let interval = player.elo_interval.filter(|_| !is_one_sided(player));
        let mean_score = player.scores.mean;
        html! {
            tr {
                td { (rank) }
                th.text scope="row" { bdi { (player.name) } }
                td data-v=(sorted(player.elo)) {
                    b { (elo(player.elo)) }
                    " " span.small { (elo_limits(player)) }
                }
                td { (chart::whisker(player.elo, interval, self.ends, Some(0.0))) }
                td data-v=(sorted(player.score)) { (percent(player.score, 1)) }
                td data-v=(player.games) { (count(player.games)) }
                td data-v=(player.won) { (count(player.won)) }
                td data-v=(player.shared) { (count(player.shared)) }
                td data-v=(sorted(mean_score.unwrap_or(f64::NAN))) { (mean_score.map_or_else(|| NONE.to_owned(), |mean| number(mean, 2))) }
                td data-v=(sorted(player.margin.map_or(f64::NAN, |margin| margin.mean))) { (mean(player.margin)) }
                td data-v=(sorted(player.weng_lin.mu)) { (rating(player.weng_lin)) }
                td data-v=(sorted(player.trueskill.mu)) { (rating(player.trueskill)) }
                @if self.has_faults { td.text { (verdicts(&player.verdicts)) } }
                @if self.has_times {
                    @let time = self.time(player);
                    td data-v=(sorted(time.unwrap_or(f64::NAN))) { (time.map_or_else(|| NONE.to_owned(), seconds)) }
                }
            }
        }
    }
}

/// Whether it won everything or lost everything, so that there is no end to how strong or weak it may be.
fn is_one_sided(player: &PlayerSummary) -> bool {
    player.games > 0 && (player.score <= 0.0 || player.score >= 1.0)
}

fn elo_limits(player: &PlayerSummary) -> String {
    match player.elo_interval {
        _ if is_one_sided(player) && player.elo > 0.0 => "(no upper end)".to_owned(),
        _ if is_one_sided(player) => "(no lower end)".to_owned(),
        Some(interval) => format!("({})", range(interval, elo)),
        None => format!("({NONE})"),
    }
}

/// What a script sorts by; nothing where there is no number.
fn sorted(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { String::new() }
}

fn mean(mean: Option<Mean>) -> Markup {
    let Some(Mean { mean, interval }) = mean else { return html! { (NONE) } };
    html! {
        (number(mean, 2))
        @if let Some(interval) = interval { " " span.small { "(" (range(interval, |end| number(end, 2))) ")" } }
    }
}

fn rating(rating: Rating) -> Markup {
    html! { (number(rating.mu, 1)) " " span.small { "± " (number(2.0 * rating.sigma, 1)) } }
}

fn verdicts(verdicts: &BTreeMap<String, u64>) -> String {
    if verdicts.is_empty() {
        return "none".to_owned();
    }
    let each: Vec<String> =
        verdicts.iter().map(|(verdict, times)| format!("{verdict} {}", count(*times))).collect();
    each.join(", ")
}

/// Every player against every other, coloured by which did better.
pub(super) fn cross(summary: &Summary, played: &EventSummary) -> Markup {
    let mut pairs: BTreeMap<(&str, &str), (&PairSummary, bool)> = BTreeMap::new();
    for pair in &played.pairs {
        pairs.insert((&pair.one, &pair.other), (pair, false));
        pairs.insert((&pair.other, &pair.one), (pair, true));
    }
    let has_small_print = played.players.len() <= SMALL_PRINT;
    let is_adaptive = summary.tournament.format.is_adaptive();
    let table = html! {
        table.cross.many[!has_small_print] {
            (caption("The share of points of the player on the left against the one above, in percent; blue is more than half, orange less."))
            thead {
                tr {
                    th.text scope="col" { "Player" }
                    @for (index, player) in played.players.iter().enumerate() {
                        th scope="col" title=(player.name) {
                            span.number { (index + 1) }
                            @if has_small_print { span.head { bdi { (player.name) } } }
                        }
                    }
                }
            }
            tbody {
                @for (row, player) in played.players.iter().enumerate() {
                    tr {
                        th.text scope="row" { span.number { (row + 1) } " " bdi { (player.name) } }
                        @for (column, other) in played.players.iter().enumerate() {
                            @if row == column {
                                td.self { span.hidden { "itself" } }
                            } @else if let Some((pair, flipped)) = pairs.get(&(player.name.as_str(), other.name.as_str())) {
                                (met(pair, *flipped, has_small_print))
                            } @else {
                                td title="They have not met." { (NONE) }
                            }
                        }
                    }
                }
            }
        }
    };
    html! {
        (boxed("Each against each", &table))
        @if has_small_print {
            p.note {
                "These are head-to-head results, from the games of two players alone; the Elo of the standings is from all games, so a player may be rated above somebody it loses to. "
                "Below the share: games in which the player on the left was placed better, equal and worse; then how far ahead it is in Elo"
                @if is_adaptive { ", as far as these games tell. How sure that is cannot be said: who meets, and how often, depends on the results here." } @else { ", with the 95 % interval." }
            }
        }
    }
}

/// A cell of two players who met.
fn met(pair: &PairSummary, flipped: bool, has_small_print: bool) -> Markup {
    let (better, worse) =
        if flipped { (pair.worse, pair.better) } else { (pair.better, pair.worse) };
    let share = share(pair, flipped);
    let lead = pair.estimate.map(|lead| if flipped { turned(&lead) } else { lead });
    let lead = lead.map_or_else(|| NONE.to_owned(), |lead| estimate(&lead));
    let stronger = pair.stronger.map(|stronger| if flipped { 1.0 - stronger } else { stronger });
    let sure = stronger.map_or_else(String::new, |sure| {
        format!("; by all games the likelihood that it is the stronger one is {}", likelihood(sure))
    });
    let equal = pair.equal;
    let title = if lead == NONE {
        format!("better {better}, equal {equal}, worse {worse}{sure}")
    } else {
        format!("better {better}, equal {equal}, worse {worse}; {lead} Elo{sure}")
    };
    html! {
        td class=(shade(share)) title=(title) {
            b { (number(100.0 * share, 0)) }
            @if has_small_print {
                span.small { (count(better)) " / " (count(pair.equal)) " / " (count(worse)) }
                span.small { (lead) }
            }
        }
    }
}

/// A colour from orange over none to blue, in eleven steps.
fn shade(share: f64) -> String {
    // Of the distance from the middle, 45 % is as good as all.
    let steps = ((share - 0.5).abs() / 0.45 * 5.0).ceil().clamp(0.0, 5.0);
    match (steps > 0.0, share > 0.5) {
        (false, _) => "even".to_owned(),
        (true, true) => format!("up{steps}"),
        (true, false) => format!("down{steps}"),
    }
}

/// What each seat is worth.
pub(super) fn seats(played: &EventSummary) -> Markup {
    let ends = played.seats.iter().filter_map(|seat| seat.score).flat_map(|score| {
        let interval = score.interval.unwrap_or(Interval { low: score.mean, high: score.mean });
        [interval.low.max(0.0), interval.high.min(1.0), score.mean, 0.4, 0.6]
    });
    let ends = chart::extent(ends).unwrap_or((0.0, 1.0));
    let table = html! {
        table {
            (caption("The share of points of those who sat there; the line in the middle is a half, which is fair."))
            thead { tr {
                th scope="col" { "Seat" }
                th.plain scope="col" { (percent(ends.0, 0)) " to " (percent(ends.1, 0)) }
                th scope="col" { "Share of points" }
                th scope="col" { "Games won" }
            } }
            tbody {
                @for seat in &played.seats {
                    tr {
                        th scope="row" { (seat.seat) }
                        td { @if let Some(score) = seat.score { (chart::whisker(score.mean, score.interval, ends, Some(0.5))) } @else { (NONE) } }
                        td {
                            @if let Some(score) = seat.score {
                                (percent(score.mean, 1))
                                @if let Some(interval) = score.interval { " " span.small { "(" (range(interval, |end| percent(end, 1))) ")" } }
                            } @else { (NONE) }
                        }
                        td { (count(seat.won)) }
                    }
                }
            }
        }
    };
    boxed("Seats", &table)
}

/// Why games ended.
pub(super) fn reasons(played: &EventSummary) -> Markup {
    let mut reasons: Vec<(&String, &u64)> = played.reasons.iter().collect();
    reasons.sort_by_key(|(reason, games)| (std::cmp::Reverse(**games), reason.as_str()));
    let all = float(played.games.max(1));
    let table = html! {
        table {
            (caption("Games by what ended them."))
            thead { tr { th.text scope="col" { "Reason" } th scope="col" { "Games" } th.plain scope="col" { "Share" } th scope="col" { "Percent" } } }
            tbody {
                @for (reason, games) in reasons {
                    tr {
                        th.text scope="row" { (cut(reason, 200)) }
                        td { (count(*games)) }
                        td { (chart::bar(float(*games) / all)) }
                        td { (percent(float(*games) / all, 1)) }
                    }
                }
            }
        }
    };
    boxed("Why games ended", &table)
}

/// What sharing the luck has saved each player.
pub(super) fn pairing(played: &EventSummary) -> Markup {
    if !played.has_pairing {
        return html! {
            p { "This is counted where the same players meet again and again, at no more than two thousand different tables; here it is not known." }
        };
    }
    let table = html! {
        table {
            (caption("How much the results of a block vary, against as many games each with luck of its own; only blocks against the same others are compared. At 0.50 half the games are enough for the same sureness."))
            thead { tr { th.text scope="col" { "Player" } th scope="col" { "Ratio" } th.text scope="col" { "In words" } } }
            tbody {
                @for player in &played.players {
                    tr {
                        th.text scope="row" { bdi { (player.name) } }
                        td {
                            @if let Some(gain) = player.pairing {
                                (number(gain.ratio, 2))
                                @if let Some(interval) = gain.interval { " " span.small { "(" (range(interval, |end| number(end, 2))) ")" } }
                            } @else { (NONE) }
                        }
                        td.text { (saved(player.pairing)) }
                    }
                }
            }
        }
    };
    boxed("What sharing the luck has saved", &table)
}

fn saved(gain: Option<PairingGain>) -> String {
    let Some(PairingGain { ratio, interval }) = gain else {
        return "its results never varied, so there is nothing to save".to_owned();
    };
    match interval {
        None if ratio <= 0.0 => "every block gave the same so far".to_owned(),
        None => "too few blocks, or too few that differ, to say".to_owned(),
        Some(Interval { high, .. }) if high < 1.0 && ratio < 0.005 => {
            "almost all luck was taken away: nearly every block gave the same".to_owned()
        }
        Some(Interval { high, .. }) if high < 1.0 => format!(
            "saved about {} of the games: as sure as {} times as many with luck of their own",
            percent(1.0 - ratio, 0),
            number(1.0 / ratio, 1)
        ),
        Some(Interval { low, .. }) if low > 1.0 => format!(
            "has cost: what was dealt suited the same player from every seat, and {} times as many \
             games were needed",
            number(ratio, 1)
        ),
        Some(_) => "no difference that these games can show".to_owned(),
    }
}

/// Games, one a row.
pub(super) fn games(summary: &Summary, label: &str, games: &[&Listed]) -> Markup {
    let seats = games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    let has_events = summary.events.len() > 1;
    let has_faults = games.iter().any(|game| game.all_faults > 0);
    let table = html! {
        table.sortable.filtered {
            (caption(&format!("{label}. Whoever won is in bold; below each name are its place and its score.")))
            thead { tr {
                th scope="col" { "Game" }
                @if has_events { th scope="col" { "Event" } }
                @for seat in 1..=seats { th.text scope="col" { "Seat " (seat) } }
                th scope="col" { "Acts" }
                th.text scope="col" { "Reason" }
                @if has_faults { th.text scope="col" { "Faults" } }
            } }
            tbody {
                @for game in games {
                    tr {
                        th scope="row" { (game.id) }
                        @if has_events { td { (game.event + 1) } }
                        @for seat in 0..seats {
                            td.text {
                                @if let Some(seat) = game.seats.get(seat) {
                                    @if seat.place == 1 { b { bdi { (seat.name) } } } @else { bdi { (seat.name) } }
                                    span.small { "place " (seat.place) @if let Some(score) = seat.score { ", " (score_of(score)) } }
                                }
                            }
                        }
                        td { (game.acts) }
                        td.text { (game.reason) }
                        @if has_faults {
                            td.text {
                                @for fault in &game.faults {
                                    p { bdi { (fault.name) } ": " b { (fault.verdict) } ", " (fault.why) span.small { "cost: " (fault.cost) } }
                                }
                                @if game.all_faults > game.faults.len() { p { "and " (game.all_faults - game.faults.len()) " more" } }
                            }
                        }
                    }
                }
            }
        }
    };
    boxed(label, &table)
}

fn score_of(score: i64) -> String {
    let points = if score == 1 { "point" } else { "points" };
    format!("{} {points}", score.to_string().replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_are_symmetric() {
        let shades = [0.0, 0.05, 0.06, 0.45, 0.5, 0.51, 0.94, 1.0].map(shade);
        assert_eq!(shades, ["down5", "down5", "down5", "down1", "even", "up1", "up5", "up5"]);
    }

    #[test]
    fn what_was_saved_is_said() {
        let gain = |ratio, low, high| {
            saved(Some(PairingGain { ratio, interval: Some(Interval { low, high }) }))
        };
        assert!(gain(0.5, 0.4, 0.6).starts_with("saved about 50 % of the games: as sure as 2.0"));
        assert!(gain(0.002, 0.001, 0.003).starts_with("almost all luck was taken away"));
        assert!(gain(1.5, 1.2, 1.9).starts_with("has cost"));
        assert!(gain(0.9, 0.7, 1.1).starts_with("no difference"));
        assert!(saved(None).contains("never varied"));
        let unsure = |ratio| saved(Some(PairingGain { ratio, interval: None }));
        assert_eq!(unsure(0.0), "every block gave the same so far");
        assert!(unsure(0.5).starts_with("too few blocks"));
    }
}
