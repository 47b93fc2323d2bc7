//! What the counts of a table say.

use std::collections::BTreeMap;

use parlor_arena::stats::{
    FEWEST, Histogram, Interval, Moments, Spreading, Z95, float, float_wide, z_of_all, z_of_seats,
};
use serde::{Serialize, Serializer};

use crate::counts::{Counts, PARTS, WHOLE};
use crate::kinds::{Kind, Other};
use crate::ratio::Ratio;
use crate::settle::Lab;
use crate::watch::LOG;

/// The fewest units in which a kind of move has to come up to stand out: intervals of fewer are too short.
const LEAST_UNITS: u64 = 30;

/// Everything that is said of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Games that were played.
    pub games: u64,
    /// Games or blocks, which are independent of each other.
    pub units: u64,
    /// How long games are.
    pub length: Length,
    /// How many moves there are to choose from.
    pub branching: Branching,
    /// Who is ahead; nothing where the game does not say.
    pub leads: Option<LeadFigures>,
    /// Seat by seat.
    pub seats: Vec<SeatFigures>,
    /// Whether the seats are equal.
    pub verdict: Verdict,
    /// Player by player, where they differ.
    pub players: Vec<PlayerFigures>,
    /// What seats score.
    pub scores: Spread,
    /// What the best score is ahead of the second by.
    pub margins: Spread,
    /// The share of games in which the first place is shared.
    pub ties: Measured,
    /// Why games ended, and how many.
    pub reasons: BTreeMap<String, u64>,
    /// Kinds of moves: by question, those that were chosen most often first.
    pub kinds: Vec<KindFigures>,
    /// The kinds that were too many.
    pub other_kinds: Other,
}

/// A figure with its 95 % interval, where there were at least ten games or blocks for one. For the interval
/// two made-up games are added, one to either side, so it need not have the figure in its middle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The figure; nothing where nothing was counted.
    pub value: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
}

/// Whole numbers of many games: their moments, and as a picture.
///
/// `Spread` in the summary of a tournament has the same figures in other fields. They are two types, because
/// programs read both as JSON, and neither format may change for the sake of the other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// Mean, deviation and range.
    #[serde(serialize_with = "spread_alone")]
    pub moments: Moments,
    /// How many lie where.
    pub histogram: Histogram,
}

/// How long games are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Length {
    /// Moves, chance and all else.
    #[serde(serialize_with = "spread_alone")]
    pub acts: Moments,
    /// The same as a picture.
    pub acts_histogram: Histogram,
    /// How often a seat was asked.
    #[serde(serialize_with = "spread_alone")]
    pub decisions: Moments,
    /// The same as a picture.
    pub decisions_histogram: Histogram,
}

/// How many legal moves there are where there is a choice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Branching {
    /// Decisions with at least two legal moves.
    pub choices: u64,
    /// Their share of all decisions.
    pub share: Option<f64>,
    /// The mean number of legal moves in them.
    pub mean: Option<f64>,
    /// The geometric mean.
    pub geometric_mean: Option<f64>,
    /// The most there were.
    pub most: Option<i64>,
}

/// Who is ahead during a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeadFigures {
    /// How often the lead passes from one seat to another in a game.
    pub changes: Spread,
    /// The share of the game that is over when the last lead is taken.
    pub for_good: Option<f64>,
    /// The same as a picture, in parts of 10,000.
    pub for_good_histogram: Histogram,
    /// Games in which no seat was ever alone ahead.
    pub nobody: u64,
    /// What it is worth to lead at half time.
    pub half_time: HalfTime,
    /// How often the seat that had the lead last has won.
    pub last_leader_won: Measured,
}

/// What it is worth to lead at half time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct HalfTime {
    /// Games in which a seat was alone ahead then.
    pub games: u64,
    /// How often that seat won.
    pub won: Measured,
}

/// What it is worth to sit there.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatFigures {
    /// The seat, from 1 on.
    pub seat: usize,
    /// Its share of the points there are: 1/2 where seats are equal. Nothing at a table of one.
    pub share: Measured,
    /// The share of games won from it, ties shared.
    pub won: f64,
    /// What is scored from it.
    #[serde(serialize_with = "spread_alone")]
    pub scores: Moments,
}

/// How a player did, over all seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerFigures {
    /// Which one.
    pub player: String,
    /// Its share of the points there are.
    pub share: Measured,
}

/// Whether the seats are equal. Each seat is judged by an interval so wide that all of them together
/// hold with 95 %; below ten games or blocks there is none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// A seat is better than the others, or worse: the one that is farthest off.
    Unequal {
        /// The seat, from 1 on.
        seat: usize,
        /// By how much its share differs from 1/2.
        by: f64,
    },
    /// No difference was found.
    Equal {
        /// If there is one, it is probably not larger than this.
        within: f64,
    },
    /// There is nothing to compare, or there were too few games.
    Unknown,
}

/// A kind of move, as an answer to a kind of question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindFigures {
    /// What was asked.
    pub question: String,
    /// The kind of move.
    pub kind: String,
    /// Decisions in which at least one such move was legal.
    pub offered: u64,
    /// Decisions in which one was chosen.
    pub chosen: u64,
    /// Seats of games that chose one at least once.
    pub choosers: u64,
    /// The share of them that won, ties shared.
    pub won: Option<f64>,
    /// How much more that is than the share that anybody has.
    pub difference: Measured,
    /// Whether the difference is more than chance makes among so many kinds.
    pub stands_out: bool,
}

impl Figures {
    /// What the counts of a table say.
    pub(crate) fn of(lab: &Lab, counts: &Counts) -> Self {
        let most = 2 * (lab.seats as u64 - 1) * lab.games_a_unit() as u64;
        let seats: Vec<SeatFigures> = (counts.seats.iter().enumerate())
            .map(|(index, counted)| SeatFigures {
                seat: index + 1,
                share: share(&counted.half_points, most),
                won: float_wide(counted.won.into())
                    / float_wide(WHOLE.into())
                    / float(counts.games.max(1)),
                scores: counted.scores,
            })
            .collect();
        let players = lab.players.iter().zip(&counts.players).map(|(player, points)| {
            PlayerFigures { player: player.to_string(), share: share(points, most) }
        });
        let kinds = &counts.kinds;
        let told = counts.told > 0 && lab.seats > 1;
        Self {
            games: counts.games,
            units: counts.units,
            length: Length {
                acts: counts.acts.moments(),
                acts_histogram: counts.acts.histogram(),
                decisions: counts.decisions.moments(),
                decisions_histogram: counts.decisions.histogram(),
            },
            branching: branching(counts),
            leads: told.then(|| leads(counts)),
            verdict: verdict(
                &counts.seats.iter().map(|seat| seat.half_points).collect::<Vec<_>>(),
                most,
            ),
            seats,
            players: if lab.is_uniform() { Vec::new() } else { players.collect() },
            scores: spread(&counts.scores),
            margins: spread(&counts.margins),
            ties: how_often(&counts.ties, 1),
            reasons: counts.reasons.by_name(),
            kinds: kind_figures(&kinds.list, lab.seats),
            other_kinds: kinds.other,
        }
    }
}

/// How numbers are spread, and not how sure their mean is: numbers of one unit hang together, and moments
/// do not know about units.
fn spread_alone<S: Serializer>(moments: &Moments, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Alone {
        count: u64,
        mean: Option<f64>,
        sd: Option<f64>,
        min: Option<i64>,
        max: Option<i64>,
    }
    let (mean, sd) = (moments.mean(), moments.sd());
    let (count, min, max) = (moments.count(), moments.min(), moments.max());
    Alone { count, mean, sd, min, max }.serialize(serializer)
}

fn spread(counted: &Spreading) -> Spread {
    Spread { moments: counted.moments(), histogram: counted.histogram() }
}

/// The points of units, and of two made-up ones: one that had everything and one that had nothing. So a run
/// of equal results does not look certain, and few results look no surer than they are.
pub(crate) fn padded(points: &Moments, most: u64) -> Moments {
    let mut points = *points;
    points.add(0);
    points.add(most.cast_signed());
    points
}

/// The mean of a unit's points and its standard error, with two made-up units added, as shares of the
/// points there are; nothing where units are too few.
fn guarded(points: &Moments, most: u64) -> Option<(f64, f64)> {
    if most == 0 || points.count() < FEWEST {
        return None;
    }
    let points = padded(points, most);
    Some((points.mean()? / float(most), points.standard_error()? / float(most)))
}

/// An interval that does not leave what is possible.
fn around(mean: f64, reach: f64, (least, most): (f64, f64)) -> Interval {
    Interval { low: (mean - reach).max(least), high: (mean + reach).min(most) }
}

/// A share of the points there are in a unit.
fn share(points: &Moments, most: u64) -> Measured {
    let value = points.mean().filter(|_| most > 0).map(|mean| mean / float(most));
    let interval = guarded(points, most).map(|(mean, error)| around(mean, Z95 * error, (0.0, 1.0)));
    Measured { value, interval }
}

/// A mean over parts, in wholes; each part lies between the ends.
fn measured(ratio: &Ratio, ends: (i64, i64), whole: i64, z: f64) -> Measured {
    let in_wholes = |value: f64| value / float_wide(whole.into());
    let guarded = (ratio.units() >= FEWEST).then(|| ratio.padded(ends));
    let guarded = guarded.and_then(|padded| padded.mean().zip(padded.standard_error()));
    let ends = (in_wholes(float_wide(ends.0.into())), in_wholes(float_wide(ends.1.into())));
    Measured {
        value: ratio.mean().map(in_wholes),
        interval: guarded.map(|(mean, error)| around(in_wholes(mean), z * in_wholes(error), ends)),
    }
}

/// How often something is so, in parts of a whole.
fn how_often(ratio: &Ratio, whole: i64) -> Measured {
    measured(ratio, (0, whole), whole, Z95)
}

fn branching(counts: &Counts) -> Branching {
    let choices = counts.choices.count();
    let decisions = u64::try_from(counts.decisions.moments().sum()).unwrap_or_default();
    let logs = float_wide(i128::try_from(counts.logs).unwrap_or(i128::MAX)) / LOG;
    Branching {
        choices,
        share: (decisions > 0).then(|| float(choices) / float(decisions)),
        mean: counts.choices.mean(),
        geometric_mean: (choices > 0).then(|| (logs / float(choices)).exp()),
        most: counts.choices.max(),
    }
}

fn leads(counts: &Counts) -> LeadFigures {
    LeadFigures {
        changes: spread(&counts.lead_changes),
        for_good: counts.for_good.moments().mean().map(|mean| mean / float_wide(PARTS.into())),
        for_good_histogram: counts.for_good.histogram(),
        nobody: counts.nobody_led,
        half_time: HalfTime {
            games: counts.half_time.parts(),
            won: how_often(&counts.half_time, WHOLE),
        },
        last_leader_won: how_often(&counts.last_leader, WHOLE),
    }
}

fn verdict(seats: &[Moments], most: u64) -> Verdict {
    let z = z_of_seats(seats.len());
    let mut farthest: Option<(usize, f64)> = None;
    let mut within: f64 = 0.0;
    for (index, points) in seats.iter().enumerate() {
        let Some(((mean, error), seen)) = guarded(points, most).zip(points.mean()) else {
            return Verdict::Unknown;
        };
        let (off, reach) = (mean - 0.5, z * error);
        within = within.max(off.abs() + reach);
        if off.abs() <= reach {
            continue;
        }
        // Of seats that are equally far off, such as any two, the first is named, however they round.
        let by = seen / float(most) - 0.5;
        if farthest.is_none_or(|(_, most)| by.abs() > most.abs() + 1e-9) {
            farthest = Some((index + 1, by));
        }
    }
    match farthest {
        Some((seat, by)) => Verdict::Unequal { seat, by },
        None => Verdict::Equal { within },
    }
}

fn kind_figures(kinds: &[Kind], seats: usize) -> Vec<KindFigures> {
    // A chooser has lost or has won; the share of an average seat is taken off.
    let anybody = WHOLE / seats.max(1).cast_signed() as i64;
    let ends = (-anybody, WHOLE - anybody);
    let judged = kinds.iter().filter(|kind| kind.counts.choosers.units() >= LEAST_UNITS).count();
    let z = z_of_all(judged);
    let expected = 1.0 / float(seats.max(1) as u64);
    let figures = kinds.iter().map(|Kind { question, answer, counts }| {
        let difference = measured(&counts.choosers, ends, WHOLE, Z95);
        let sure = measured(&counts.choosers, ends, WHOLE, z).interval;
        let is_off = sure.is_some_and(|Interval { low, high }| low > 0.0 || high < 0.0);
        KindFigures {
            question: question.clone(),
            kind: answer.clone(),
            offered: counts.offered,
            chosen: counts.chosen,
            choosers: counts.choosers.parts(),
            won: difference.value.map(|difference| difference + expected),
            difference,
            stands_out: is_off && counts.choosers.units() >= LEAST_UNITS,
        }
    });
    let mut figures: Vec<KindFigures> = figures.collect();
    figures.sort_by(|one, other| {
        let key = |kind: &KindFigures| std::cmp::Reverse((kind.chosen, kind.offered));
        (&one.question, key(one), &one.kind).cmp(&(&other.question, key(other), &other.kind))
    });
    figures
}
