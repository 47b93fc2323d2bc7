//! What came of a tournament, as `summary.json` has it. It follows from the games alone: two runs of the
//! same tournament have the same summary, byte by byte.

use std::collections::BTreeMap;

use parlor_match::Verdict;
use schemars::JsonSchema;
use serde::Serialize;

use crate::scorebook::Scorebook;
use crate::stats::spread::Bin;
use crate::stats::{
    Bootstrap, Estimate, FEWEST, Hypothesis, Interval, Moments, PairingGain, Rating, Spreading,
    Strengths, Sureness, Z95, float,
};
use crate::tally::{PlayerTally, Tally};
use crate::tournament::{Event, Tournament, VERSION};

/// A mean of fewer than [`FEWEST`] blocks has no interval, nor has one where fewer than this differ from
/// the rest.
const FEWEST_UNLIKE: u64 = 5;

/// What came of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// The version of this file.
    pub version: u32,
    /// What was played.
    pub tournament: Tournament,
    /// How many games were played.
    pub games: u64,
    /// What the test says, where there was one.
    pub test: Option<TestSummary>,
    /// The order that a swiss, a knockout or a ladder led to, by name, the best first.
    pub order: Option<Vec<String>>,
    /// What came of each event, in the order of the tournament.
    pub events: Vec<EventSummary>,
}

/// What the test says about the first player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TestSummary {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Below this the first hypothesis is accepted.
    pub lower: f64,
    /// Above this the second is.
    pub upper: f64,
    /// What was accepted; nothing where the games ran out before.
    pub accepted: Option<Hypothesis>,
    /// How far ahead of the mean of all others the player is, by whole rounds: one block of each table.
    pub estimate: Option<Estimate>,
}

/// What came of an event.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EventSummary {
    /// How many blocks were played.
    pub blocks: u64,
    /// How many games.
    pub games: u64,
    /// The players, the strongest first.
    pub players: Vec<PlayerSummary>,
    /// Every two of them who have met, in the order of the list of players.
    pub pairs: Vec<PairSummary>,
    /// The seats: what it is worth to sit there.
    pub seats: Vec<SeatSummary>,
    /// How long games were, in acts.
    pub acts: Spread,
    /// Why games ended; from the hundred-and-first reason on they are `other reasons`.
    pub reasons: BTreeMap<String, u64>,
    /// Whether it was counted what sharing the luck saves: not where who meets depends on the results,
    /// nor where too many different tables play.
    pub has_pairing: bool,
    /// How the ratings went.
    pub curve: Vec<CurvePoint>,
}

/// What came of a player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// Games it played.
    pub games: u64,
    /// Blocks it played.
    pub blocks: u64,
    /// Games it won alone.
    pub won: u64,
    /// Games in which it shared the first place.
    pub shared: u64,
    /// The share of points: of all opponents in all games, those it beat, equal ones counting half.
    pub score: f64,
    /// Its strength among these players, whose mean is 0, by a Plackett-Luce fit to all games.
    pub elo: f64,
    /// Where it lies with a confidence of 95 %, by resampling rounds; nothing below ten of them, or where
    /// all went alike, or where who meets depends on the results, or for who won or lost everything and
    /// may be of any strength beyond the others.
    pub elo_interval: Option<Interval>,
    /// Against all others together; nothing where who meets depends on the results.
    pub against_all: Option<Estimate>,
    /// Its rating by Weng and Lin, updated after each block.
    pub weng_lin: Rating,
    /// Its rating by `TrueSkill`, updated after each block.
    pub trueskill: Rating,
    /// What it scored in the game.
    pub scores: Spread,
    /// By how much it was ahead of the mean of the others, in the game's own points: over the blocks
    /// all games of which ended by their rules.
    pub margin: Option<Mean>,
    /// How often it did what wrong.
    pub verdicts: BTreeMap<String, u64>,
    /// What sharing the luck has saved: the variance of its blocks over that of as many single games,
    /// both among blocks against the same others.
    pub pairing: Option<PairingGain>,
}

/// What came of two players who met.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PairSummary {
    /// The first.
    pub one: String,
    /// The second.
    pub other: String,
    /// Games in which both played.
    pub games: u64,
    /// Those in which the first was placed better.
    pub better: u64,
    /// Those in which both were equal.
    pub equal: u64,
    /// Those in which the second was placed better.
    pub worse: u64,
    /// How far ahead the first is; without interval and likelihood where who meets depends on the results.
    pub estimate: Option<Estimate>,
    /// How likely it is that the first is stronger, by all games of the event, resampled round by round;
    /// nothing where who meets depends on the results. After `n` rounds it lies at least 2^-(n+1) from 0
    /// and from 1: no surer than so many rounds can make, were they all won.
    pub stronger: Option<f64>,
}

/// What a seat is worth.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SeatSummary {
    /// Which one, from 1 on.
    pub seat: usize,
    /// Games that were won alone from there.
    pub won: u64,
    /// The share of points of those who sat there; a half is fair. Without an interval below ten blocks,
    /// or where fewer than five differ from the rest.
    pub score: Option<Mean>,
}

/// A mean, and where it lies with a confidence of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Where it lies; nothing where there is too little to say.
    pub interval: Option<Interval>,
}

/// How numbers are spread.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Spread {
    /// How many there are.
    pub count: u64,
    /// Their mean.
    pub mean: Option<f64>,
    /// Their standard deviation.
    pub sd: Option<f64>,
    /// The smallest.
    pub min: Option<i64>,
    /// The largest.
    pub max: Option<i64>,
    /// How many lie where.
    pub bins: Vec<Bin>,
}

/// Ratings after so many blocks.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct CurvePoint {
    /// After so many.
    pub blocks: u64,
    /// By Weng and Lin, in the order of the list of players.
    pub ratings: Vec<Rating>,
}

impl Summary {
    pub(crate) fn of(scorebook: &Scorebook<'_>) -> Self {
        let tournament = scorebook.tournament;
        let test = tournament.sprt.zip(scorebook.llr).map(|(sprt, llr)| {
            let (lower, upper) = sprt.bounds();
            let estimate = scorebook.candidate().estimate();
            TestSummary { llr, lower, upper, accepted: scorebook.decided, estimate }
        });
        let name = |player: &u8| tournament.players[usize::from(*player)].name.clone();
        let order = scorebook.schedule.order().map(|order| order.iter().map(name).collect());
        let events = scorebook.tallies.iter().zip(&tournament.events);
        Self {
            version: VERSION,
            tournament: tournament.clone(),
            games: scorebook.games(),
            test,
            order,
            events: events
                .map(|(tally, event)| Judged::of(tally, event, tournament).summary())
                .collect(),
        }
    }

    /// The summary as it stands in its file.
    ///
    /// # Panics
    /// Never: it has a JSON form.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).expect("a summary has a JSON form");
        json.push('\n');
        json
    }
}

/// An event, and what follows from its games together.
struct Judged<'a> {
    tally: &'a Tally,
    event: &'a Event,
    tournament: &'a Tournament,
    strengths: Strengths,
    /// How sure the strengths are; nothing where the lineups depend on the results. To draw rounds again
    /// presumes that they are alike. Rounds of such a format are not, and blocks against opponents that were
    /// picked by results are no sample of anything.
    sureness: Option<Sureness>,
    is_adaptive: bool,
    rounds: u64,
}

impl<'a> Judged<'a> {
    fn of(tally: &'a Tally, event: &'a Event, tournament: &'a Tournament) -> Self {
        let bootstrap = Bootstrap { seed: tournament.seed, ..Bootstrap::default() };
        let is_adaptive = tournament.format.is_adaptive();
        let sureness = (!is_adaptive).then(|| bootstrap.strengths(&tally.choices)).flatten();
        let strengths = tally.choices.total().strengths();
        let rounds = tally.choices.count();
        Self { tally, event, tournament, strengths, sureness, is_adaptive, rounds }
    }

    fn summary(&self) -> EventSummary {
        let (tally, all) = (self.tally, 0..self.tally.players.len());
        let mut order: Vec<usize> = all.clone().collect();
        let elo = &self.strengths.elo;
        order.sort_by(|one, other| elo[*other].total_cmp(&elo[*one]));
        let pairs = all.clone().flat_map(|one| (one + 1..all.end).map(move |other| (one, other)));
        let seats = tally.seats.iter().enumerate().map(|(seat, counted)| SeatSummary {
            seat: seat + 1,
            won: counted.won,
            score: seat_score(&counted.blocks),
        });
        EventSummary {
            blocks: tally.blocks,
            games: tally.games,
            players: order.into_iter().map(|player| self.player(player)).collect(),
            pairs: pairs.filter_map(|(one, other)| self.pair(one, other)).collect(),
            seats: seats.collect(),
            acts: spread(&tally.acts),
            reasons: tally.reasons.by_name(),
            has_pairing: tally.has_pairings(),
            curve: curve(tally),
        }
    }

    fn player(&self, player: usize) -> PlayerSummary {
        let (tally, counted) = (self.tally, &self.tally.players[player]);
        let score = share(counted, self.event);
        let interval = self.sureness.as_ref().and_then(|sure| sure.intervals.get(player).copied());
        PlayerSummary {
            name: self.tournament.players[player].name.clone(),
            games: counted.games,
            blocks: counted.blocks.iter().sum(),
            won: counted.won,
            shared: counted.shared,
            score,
            elo: self.strengths.elo[player],
            // Where rounds are few, or all went alike, resampling them says nothing.
            elo_interval: interval.filter(|interval| {
                self.rounds >= FEWEST && has_width(interval) && score > 0.0 && score < 1.0
            }),
            against_all: Estimate::of(&counted.blocks).filter(|_| !self.is_adaptive),
            weng_lin: tally.weng_lin[player],
            trueskill: tally.trueskill[player],
            scores: spread(&counted.scores),
            margin: margin(&counted.margins, self.event.seats, self.is_adaptive),
            verdicts: verdicts(counted),
            pairing: tally.pairing(player),
        }
    }

    /// What came of two players; nothing where they have not met.
    fn pair(&self, one: usize, other: usize) -> Option<PairSummary> {
        let (pair, _) = self.tally.pair(one, other).filter(|(pair, _)| pair.games > 0)?;
        let name = |player: usize| self.tournament.players[player].name.clone();
        let estimate = Estimate::of(&pair.blocks);
        let sureness = self.sureness.as_ref();
        Some(PairSummary {
            one: name(one),
            other: name(other),
            games: pair.games,
            better: pair.better,
            equal: pair.equal,
            worse: pair.games - pair.better - pair.equal,
            estimate: estimate.map(|estimate| {
                if self.is_adaptive { estimate.without_sureness() } else { estimate }
            }),
            stronger: sureness.map(|sure| no_surer_than(self.rounds, sure.stronger[one][other])),
        })
    }
}

/// How the ratings went, up to the last block.
fn curve(tally: &Tally) -> Vec<CurvePoint> {
    let mut curve: Vec<CurvePoint> = (tally.curve.points().iter())
        .map(|(blocks, ratings)| CurvePoint { blocks: *blocks, ratings: ratings.clone() })
        .collect();
    if curve.last().is_some_and(|last| last.blocks != tally.blocks) {
        curve.push(CurvePoint { blocks: tally.blocks, ratings: tally.weng_lin.clone() });
    }
    curve
}

fn share(counted: &PlayerTally, event: &Event) -> f64 {
    let most = counted.games * 2 * (event.seats as u64 - 1);
    if most == 0 { 0.5 } else { float(counted.half_points) / float(most) }
}

fn verdicts(counted: &PlayerTally) -> BTreeMap<String, u64> {
    let all = Verdict::ALL.iter().zip(counted.verdicts);
    all.filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| (verdict.to_string(), count))
        .collect()
}

fn spread(counted: &Spreading) -> Spread {
    let moments = counted.moments();
    Spread {
        count: moments.count(),
        mean: moments.mean(),
        sd: moments.sd(),
        min: moments.min(),
        max: moments.max(),
        bins: counted.histogram().bins().collect(),
    }
}

/// The mean margin of a game, by the margins of blocks. Against whom they were is, in some formats, a
/// matter of the results, and then there is no saying how sure the mean is.
fn margin(blocks: &Moments, seats: usize, is_adaptive: bool) -> Option<Mean> {
    let unit = float((seats * (seats - 1)) as u64);
    let interval = blocks
        .interval()
        .filter(|_| !is_adaptive && blocks.count() >= FEWEST)
        .map(|Interval { low, high }| Interval { low: low / unit, high: high / unit });
    blocks.mean().map(|mean| Mean { mean: mean / unit, interval: interval.filter(has_width) })
}

/// The share of points of a seat, by the number of blocks that had so many half-points there. Where one
/// player wins whatever the seat, almost all blocks are alike, and how much they vary is not known.
fn seat_score(blocks: &[u64]) -> Option<Mean> {
    let estimate = Estimate::of(blocks)?;
    let unlike = estimate.blocks - blocks.iter().max().copied().unwrap_or_default();
    let (mean, reach) = (estimate.score, Z95 * estimate.score_se);
    let is_enough = estimate.blocks >= FEWEST && unlike >= FEWEST_UNLIKE;
    let interval = is_enough.then_some(Interval { low: mean - reach, high: mean + reach });
    Some(Mean { mean, interval })
}

/// An interval without width is no certainty: all results were alike, which says little about the next.
fn has_width(interval: &Interval) -> bool {
    interval.low < interval.high
}

/// A likelihood, no surer than so many independent results can make, were they all won: drawing anew from
/// a few that all went one way always goes that way too, which proves nothing.
pub(crate) fn no_surer_than(results: u64, likelihood: f64) -> f64 {
    let doubt = 0.5f64.powi(results.min(1_000) as i32 + 1);
    likelihood.clamp(doubt, 1.0 - doubt)
}
