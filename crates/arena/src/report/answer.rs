//! The answer in words: who is best, and how sure that is.

use super::words::{count, counted, elo, likelihood, limits, list, number, percent};
use crate::stats::{Hypothesis, Sprt, float};
use crate::summary::{EventSummary, PairSummary, PlayerSummary, Summary, TestSummary};

/// From here on somebody is called the stronger one: what lies outside a 95 % interval on one side.
const SURE: f64 = 0.975;
/// Below so many blocks figures are called rough.
const FEW: u64 = 20;

/// What Elo and an interval are, for whoever reads of them for the first time.
pub(super) const EXPLAINED: &str = "Elo measures strength by results: a player that is 100 Elo ahead of \
    another is expected to get 64 % of the points between them, with 200 ahead 76 %, with 400 ahead \
    91 %. The range in brackets is where the true value lies as far as these games can tell: of a \
    hundred such ranges, about 95 hold it. Points: each other player at the table that is placed worse \
    counts one, each that is placed equal a half.";

/// The answer of a whole event, a sentence each. The test, where there is one, has the word.
pub(super) fn answer(summary: &Summary, event: usize) -> Vec<String> {
    let Some(played) = summary.events.get(event) else { return Vec::new() };
    if played.games == 0 {
        return vec!["No game was played, so nothing can be said.".to_owned()];
    }
    let mut said = match (&summary.test, &summary.tournament.sprt) {
        (Some(test), Some(sprt)) => by_test(summary, test, sprt),
        _ => by_strength(played),
    };
    if let Some([first, rest @ ..]) = summary.order.as_deref() {
        let format = summary.tournament.format;
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        said.push(format!("By the {format} itself {first} comes first, before {}.", list(&rest)));
    }
    let blocks = played.players.iter().filter_map(|player| player.against_all);
    let fewest = blocks.map(|estimate| estimate.blocks).min().unwrap_or(0);
    if (2..FEW).contains(&fewest) {
        said.push(format!(
            "Somebody played only {}: figures from so few are rough.",
            counted(fewest, "block")
        ));
    }
    said.extend(faults(played, &summary.tournament.faults));
    said
}

fn by_strength(played: &EventSummary) -> Vec<String> {
    let [first, others @ ..] = played.players.as_slice() else { return Vec::new() };
    let Some(second) = others.first() else {
        return vec![format!("{} played alone.", first.name)];
    };
    if played.blocks < 2 {
        let best = if (first.score - second.score).abs() < 1e-9 {
            format!("{} and {} did equally well in it", first.name, second.name)
        } else {
            format!("{} did best in it", first.name)
        };
        return vec![format!(
            "Only one block was played: {best}, but a single block cannot say how sure that is."
        )];
    }
    let close: Vec<&PlayerSummary> =
        others.iter().filter(|other| !is_surely_stronger(played, first, other)).collect();
    if close.is_empty() {
        return vec![format!(
            "{} is the strongest: {}.",
            first.name,
            lead(played, first, "it", second)
        )];
    }
    let names: Vec<&str> = std::iter::once(first)
        .chain(close.iter().copied())
        .map(|player| player.name.as_str())
        .collect();
    let mut said = vec![format!(
        "{} cannot be told apart: {}.",
        list(&names),
        lead(played, first, &first.name, close[0])
    )];
    said.push(if close.len() == others.len() {
        "Nobody is shown to be the strongest; more games may tell.".to_owned()
    } else {
        format!("One of these {} is the strongest; more games may tell which.", names.len())
    });
    said
}

/// How far the first, called so, is ahead of another, and how sure that is.
fn lead(
    played: &EventSummary,
    first: &PlayerSummary,
    called: &str,
    other: &PlayerSummary,
) -> String {
    let name = &other.name;
    let Some((pair, flipped)) = pair(played, first, other) else {
        let (own, theirs) = (elo(first.elo), elo(other.elo));
        return format!(
            "{called} has {own} Elo by all games and {name} {theirs}; they have not met"
        );
    };
    let sure = sureness(played, first, other).map_or_else(String::new, |sure| {
        format!("; the likelihood that {} is the stronger one is {}", first.name, likelihood(sure))
    });
    let Some(estimate) = pair.estimate else {
        return format!("{called} has met {name}{sure}");
    };
    let estimate = if flipped { turned(&estimate) } else { estimate };
    let limits = limits(&estimate, |value| number(value, 0));
    match estimate.elo.map(|value| (value, number(value.abs(), 0))) {
        Some((_, level)) if level == "0" => {
            format!("{called} is level with {name} in their games ({limits} Elo){sure}")
        }
        Some((value, lead)) if value > 0.0 => {
            format!("{called} is {lead} Elo ({limits}) ahead of {name}{sure}")
        }
        // Over all games the one may be ahead, and against each other the other.
        Some((_, lead)) => format!(
            "{called} is first over all games, but {lead} Elo ({limits}) behind {name} in their games \
             against each other{sure}"
        ),
        None => format!(
            "{called} got {} of the points against {name}, which means a lead of {limits} Elo; how \
             much, such games cannot show{sure}",
            percent(share(pair, flipped), 0)
        ),
    }
}

/// An estimate from the other side.
pub(super) fn turned(estimate: &crate::stats::Estimate) -> crate::stats::Estimate {
    let minus = |value: Option<f64>| value.map(|value| -value);
    crate::stats::Estimate {
        elo: minus(estimate.elo),
        low: minus(estimate.high),
        high: minus(estimate.low),
        los: 1.0 - estimate.los,
        score: 1.0 - estimate.score,
        ..*estimate
    }
}

/// The share of points of the first of a pair, or of the other.
pub(super) fn share(pair: &PairSummary, flipped: bool) -> f64 {
    let won = float(2 * if flipped { pair.worse } else { pair.better } + pair.equal);
    if pair.games == 0 { 0.5 } else { won / float(2 * pair.games) }
}

/// What is known of two players, and whether it is told from the other side.
fn pair<'a>(
    played: &'a EventSummary,
    one: &PlayerSummary,
    other: &PlayerSummary,
) -> Option<(&'a PairSummary, bool)> {
    played.pairs.iter().find_map(|pair| {
        let straight = pair.one == one.name && pair.other == other.name;
        let flipped = pair.one == other.name && pair.other == one.name;
        (straight || flipped).then_some((pair, flipped))
    })
}

/// How likely it is that the one is the stronger, by all games. Drawing anew from a few blocks that all
/// went one way always goes that way too, so it is never surer than so many won blocks allow.
fn sureness(played: &EventSummary, one: &PlayerSummary, other: &PlayerSummary) -> Option<f64> {
    let (pair, flipped) = pair(played, one, other)?;
    let stronger = pair.stronger?;
    let stronger = if flipped { 1.0 - stronger } else { stronger };
    let blocks = [one, other].map(|player| player.against_all.map_or(0, |all| all.blocks));
    let doubt = 0.5f64.powi(blocks[0].min(blocks[1]).min(1_000) as i32 + 1);
    Some(stronger.clamp(doubt, 1.0 - doubt))
}

fn is_surely_stronger(played: &EventSummary, one: &PlayerSummary, other: &PlayerSummary) -> bool {
    if let Some(sure) = sureness(played, one, other) {
        return sure >= SURE;
    }
    // They have not met: only what lies apart is told apart.
    let ends = one.elo_interval.zip(other.elo_interval);
    ends.is_some_and(|(one, other)| one.low > other.high)
}

fn by_test(summary: &Summary, test: &TestSummary, sprt: &Sprt) -> Vec<String> {
    let names: Vec<&str> =
        summary.tournament.players.iter().map(|player| player.name.as_str()).collect();
    let [candidate, others @ ..] = names.as_slice() else { return Vec::new() };
    let others = list(others);
    let (elo0, elo1) = (number(sprt.elo0(), 1), number(sprt.elo1(), 1));
    let (elo0, elo1) = (elo0.trim_end_matches(".0"), elo1.trim_end_matches(".0"));
    let games = counted(summary.games, "game");
    let verdict = match test.accepted {
        Some(Hypothesis::H1) => {
            let what = match sprt.elo0() {
                0.0 => format!("{candidate} is stronger than {others}"),
                more if more > 0.0 => {
                    format!("{candidate} is more than {elo0} Elo stronger than {others}")
                }
                _ => format!(
                    "{candidate} is not {} Elo or more weaker than {others}",
                    elo0.trim_start_matches('−')
                ),
            };
            format!(
                "H1 was accepted: {what}. After {games} a lead of {elo1} Elo explains the results so \
                 much better than one of {elo0} that, were it {elo0} or less, at most {} of such tests \
                 would say this.",
                percent(sprt.alpha(), 1)
            )
        }
        Some(Hypothesis::H0) => {
            let what = match sprt.elo1() {
                more if more > 0.0 => {
                    format!("{candidate} is not {elo1} Elo or more stronger than {others}")
                }
                0.0 => format!("{candidate} is weaker than {others}"),
                _ => format!(
                    "{candidate} is more than {} Elo weaker than {others}",
                    elo1.trim_start_matches('−')
                ),
            };
            format!(
                "H0 was accepted: {what}. After {games} a lead of {elo0} Elo explains the results so \
                 much better than one of {elo1} that, were it {elo1} or more, at most {} of such tests \
                 would say this.",
                percent(sprt.beta(), 1)
            )
        }
        None => format!(
            "The test is undecided: {games} are not enough to tell whether {candidate} is {elo0} or \
             {elo1} Elo ahead of {others}. The evidence stands at {}, and the test ends at {} (for \
             {elo0}) or {} (for {elo1}).",
            number(test.llr, 2),
            number(test.lower, 2),
            number(test.upper, 2)
        ),
    };
    let mut said = vec![verdict];
    if let Some(estimate) = &test.estimate {
        let tail = if test.accepted.is_some() {
            " A test stops when the results look clear, so the lead tends to look larger than it is."
        } else {
            ""
        };
        let guess = super::words::estimate(estimate);
        said.push(format!("The best guess at its lead is {guess} Elo.{tail}"));
    }
    said
}

/// Whose results are those of faults too.
fn faults(played: &EventSummary, cost: &str) -> Option<String> {
    let faulty = played.players.iter().filter(|player| !player.verdicts.is_empty());
    let each: Vec<String> = faulty
        .map(|player| {
            let all = player.verdicts.iter();
            let verdicts: Vec<String> =
                all.map(|(verdict, times)| format!("{verdict} {}", count(*times))).collect();
            format!("{} ({})", player.name, verdicts.join(", "))
        })
        .collect();
    if each.is_empty() {
        return None;
    }
    let each: Vec<&str> = each.iter().map(String::as_str).collect();
    Some(format!(
        "Faults are part of these results: {}; a fault cost: {}.",
        list(&each),
        super::words::cut(cost, 60)
    ))
}
