//! The answer in words: who is best, and how sure that is.

use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};

use crate::page::words::{
    self, count, counted, cut, elo, likelihood, limits, list, number, percent, range,
};
use crate::stats::{Estimate, Hypothesis, Sprt, Z95, float};
use crate::summary::{
    EventSummary, PairSummary, PlayerSummary, Summary, TestSummary, no_surer_than,
};
use crate::tournament::Format;

/// With fewer blocks than this, figures are called rough, and no player is called the strongest.
const FEW: u64 = 20;
/// So many players that beat the first head to head are told of; the table has all.
const MOST_LOST: usize = 3;

/// What Elo and an interval are, for readers who are new to them.
pub(super) const EXPLAINED: &str = "Elo measures strength by results: a player that is 100 Elo ahead of \
    another is expected to get 64 % of the points between them, with 200 ahead 76 %, with 400 ahead \
    91 %. The range in brackets is where the true value lies as far as these games can tell: of a \
    hundred such ranges from many blocks about 95 hold it, and some fewer of those from few. Somebody is \
    called the strongest after 20 blocks at the earliest, and so that of a hundred tournaments between \
    equal players about 5 at most would say so. Points: each other player at the table that is placed worse \
    counts one, each that is placed equal a half.";

/// The answer of a whole event, a sentence each. The test, where there is one, has the word.
pub(super) fn answer(summary: &Summary, event: usize) -> Vec<String> {
    let Some(played) = summary.events.get(event) else { return Vec::new() };
    if played.games == 0 {
        return vec!["No game was played, so nothing can be said.".to_owned()];
    }
    let mut said = match (&summary.test, &summary.tournament.sprt) {
        (Some(test), Some(sprt)) => by_test(summary, test, sprt),
        _ if summary.tournament.format.is_adaptive() => by_form(played, summary.tournament.format),
        _ => by_strength(played),
    };
    if let Some([first, rest @ ..]) = summary.order.as_deref() {
        let format = summary.tournament.format;
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        said.insert(0, format!("{first} has won the {format}, before {}.", list(&rest)));
        if played.players.first().is_some_and(|rated| rated.name != *first) {
            said.push(format!(
                "The order of the {format} and the Elo can differ: the one goes by who beat whom on the way, \
                 the other by all games."
            ));
        }
    }
    let blocks = || played.players.iter().map(|player| player.blocks).filter(|blocks| *blocks > 0);
    if let Some(fewest) = blocks().min().filter(|fewest| (2..FEW).contains(fewest)) {
        let who = if blocks().max() == Some(fewest) { "Each" } else { "Somebody" };
        let fewest = counted(fewest, "block");
        said.push(format!("{who} played only {fewest}: figures from so few are rough."));
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
    let is_early = played.players.iter().any(|player| player.blocks < FEW);
    let close: Vec<&PlayerSummary> =
        others.iter().filter(|other| !is_surely_stronger(played, first, other)).collect();
    let names: Vec<&str> = std::iter::once(first)
        .chain(close.iter().copied())
        .map(|player| player.name.as_str())
        .collect();
    let rival = if is_early { second } else { close.first().copied().unwrap_or(second) };
    let compared = Compared { played, first, other: rival };
    // Of two players each has met the other and nobody else, so rating and head-to-head result are one.
    let is_duel = others.len() == 1;
    let why = |called: &str| if is_duel { compared.lead(called) } else { compared.ratings() };
    let mut said = vec![if is_early {
        format!("It is too early to say who is the strongest: {}.", why(&first.name))
    } else if close.is_empty() {
        format!("{} is the strongest: {}.", first.name, why("it"))
    } else {
        format!("{} cannot be told apart: {}.", list(&names), why(&first.name))
    }];
    if !is_duel {
        said.extend(head_to_head(played, first, rival));
    }
    if !is_early && !close.is_empty() {
        said.push(if close.len() == others.len() {
            "Nobody is shown to be the strongest; more games may tell.".to_owned()
        } else {
            format!("One of these {} is the strongest; more games may tell which.", names.len())
        });
    }
    said
}

/// What the first player did against single others, where more than two play: against its rival, and against
/// each player that is surely ahead of it in the games of the two. A rating is about all games, and a player
/// may well lose to somebody that is rated lower, so each sentence names the games that it is about.
fn head_to_head(
    played: &EventSummary,
    first: &PlayerSummary,
    rival: &PlayerSummary,
) -> Vec<String> {
    let lost = |other: &&PlayerSummary| {
        let met = Compared { played, first, other }.met();
        other.name != rival.name
            && met.and_then(|(_, _, lead)| lead?.high).is_some_and(|high| high < 0.0)
    };
    let others = std::iter::once(rival);
    let others = others.chain(played.players.iter().filter(lost).take(MOST_LOST));
    let compared = others.map(|other| Compared { played, first, other });
    let (mut said, mut is_other_way) = (Vec::new(), false);
    for compared in compared {
        let (words, is_behind) = compared.head_to_head();
        said.push(format!("{words}."));
        is_other_way |= is_behind;
    }
    if is_other_way {
        said.push(
            "That is no contradiction: the rating counts the games against everybody, a head-to-head \
             result only those of two."
                .to_owned(),
        );
    }
    said
}

/// The answer of a format whose lineups depend on the results. Its rounds are not alike and cannot be drawn
/// again, so it cannot be said how sure an order is, nor which players cannot be told apart.
fn by_form(played: &EventSummary, format: Format) -> Vec<String> {
    let mut players = played.players.iter();
    let Some((first, second)) = players.next().zip(players.next()) else { return Vec::new() };
    let (most, next) = (elo(first.elo), elo(second.elo));
    let best = if most == next {
        format!("By all games {} and {} have the most Elo, {most} each", first.name, second.name)
    } else {
        format!(
            "By all games {} has the most Elo, {most}; next comes {} with {next}",
            first.name, second.name
        )
    };
    vec![
        format!("{best}."),
        format!(
            "How sure that is cannot be said: in a {format} who meets depends on the results before. \
             A round-robin of the same players can tell."
        ),
    ]
}

/// The first player beside another.
#[derive(Clone, Copy)]
struct Compared<'a> {
    played: &'a EventSummary,
    first: &'a PlayerSummary,
    other: &'a PlayerSummary,
}

impl<'a> Compared<'a> {
    /// What is known of the games that both played, whether it is told from the other's side, and how far the
    /// first is ahead in them.
    fn met(&self) -> Option<(&'a PairSummary, bool, Option<Estimate>)> {
        let (pair, flipped) = pair(self.played, self.first, self.other)?;
        let lead = pair.estimate.map(|lead| if flipped { turned(&lead) } else { lead });
        Some((pair, flipped, lead))
    }

    fn is_early(&self) -> bool {
        self.first.blocks.min(self.other.blocks) < FEW
    }

    /// How far the first, called so, is ahead where nobody else plays, and how sure that is.
    fn lead(&self, called: &str) -> String {
        let name = &self.other.name;
        let Some((pair, flipped, lead)) = self.met() else { return self.ratings() };
        let sure = sureness(self.played, self.first, self.other).filter(|_| !self.is_early());
        let sure = sure.map_or_else(String::new, |sure| {
            format!(
                "; the likelihood that {} is the stronger one is {}",
                self.first.name,
                likelihood(sure.likelihood)
            )
        });
        let Some(lead) = lead else { return format!("{called} has met {name}{sure}") };
        let limits = limits(&lead, |value| number(value, 0));
        match lead.elo.map(|value| (value, number(value.abs(), 0))) {
            Some((_, level)) if level == "0" => {
                format!("{called} is level with {name} ({limits} Elo){sure}")
            }
            Some((value, ahead)) => {
                let side = if value > 0.0 { "ahead of" } else { "behind" };
                format!("{called} is {ahead} Elo ({limits}) {side} {name}{sure}")
            }
            None => {
                let got = percent(share(pair, flipped), 0);
                let blocks = counted(lead.blocks, "block");
                if !self.is_early() && lead.low.is_some_and(|low| low > 0.0) {
                    format!(
                        "{called} got {got} of the points against {name}, which means a lead of {limits} \
                         Elo; how much, such games cannot show{sure}"
                    )
                } else {
                    format!(
                        "{called} got {got} of the points against {name}, but in {blocks}, which cannot \
                         show how large its lead is{sure}"
                    )
                }
            }
        }
    }

    /// The overall ratings of both, and how sure their order is by all games.
    fn ratings(&self) -> String {
        let rating = |player: &PlayerSummary| {
            let range = player.elo_interval.map(|interval| range(interval, elo));
            let range = range.map_or_else(String::new, |range| format!(" ({range})"));
            format!("{}{range}", elo(player.elo))
        };
        let (first, other) = (&self.first.name, &self.other.name);
        let ratings = format!(
            "by overall rating, from all games, {first} has {} Elo and {other} {}",
            rating(self.first),
            rating(self.other)
        );
        let sure = sureness(self.played, self.first, self.other).filter(|_| !self.is_early());
        match sure {
            // All games together look sure, but neither do the ratings lie apart nor do the games of the two
            // against each other agree: then the likelihood claims too much.
            Some(sure) if sure.is_doubted => ratings,
            Some(sure) => format!(
                "{ratings}, and the likelihood that {first} is stronger than {other} is {}",
                likelihood(sure.by_all)
            ),
            None => ratings,
        }
    }

    /// What came of the games that both played, and whether the first is behind in them.
    fn head_to_head(&self) -> (String, bool) {
        let (first, other) = (&self.first.name, &self.other.name);
        let Some((pair, flipped, lead)) = self.met() else {
            return (
                format!("Head to head there is no result: {first} and {other} have not met"),
                false,
            );
        };
        let games = match pair.games {
            1 => "the one game".to_owned(),
            games => format!("the {}", counted(games, "game")),
        };
        let place = format!("Head to head, in {games} that both played,");
        let whole = |value: f64| number(value, 0);
        match lead.and_then(|lead| Some((lead, lead.elo?))) {
            Some((lead, value)) if whole(value.abs()) == "0" => {
                let limits = limits(&lead, whole);
                (format!("{place} {first} and {other} are level ({limits} Elo)"), false)
            }
            Some((lead, value)) if value > 0.0 => {
                let limits = limits(&lead, whole);
                (
                    format!("{place} {first} is {} Elo ({limits}) ahead of {other}", whole(value)),
                    false,
                )
            }
            // Told from the side of the player that is ahead, so that nobody has to turn a minus round.
            Some((lead, value)) => {
                let limits = limits(&turned(&lead), whole);
                (
                    format!("{place} {other} is {} Elo ({limits}) ahead of {first}", whole(-value)),
                    true,
                )
            }
            None => {
                let share = share(pair, flipped);
                (format!("{place} {first} got {} of the points", percent(share, 0)), share < 0.5)
            }
        }
    }
}

/// An estimate from the other side.
pub(super) fn turned(estimate: &Estimate) -> Estimate {
    let minus = |value: Option<f64>| value.map(|value| -value);
    Estimate {
        elo: minus(estimate.elo),
        low: minus(estimate.high),
        high: minus(estimate.low),
        los: estimate.los.map(|los| 1.0 - los),
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

/// How sure it is that the one is the stronger.
#[derive(Clone, Copy)]
struct Sure {
    likelihood: f64,
    /// The likelihood by all games of the event, whatever the games of the two against each other say.
    by_all: f64,
    /// Whether that would be enough, were it not for the ratings and the games of the two.
    is_doubted: bool,
    /// Whether that is enough to say so.
    is_enough: bool,
}

/// How likely it is that the one is the stronger; nothing where they have not met.
///
/// Over all games, drawn anew round by round, a lead of next to nothing may come up each time: the fit
/// draws those who played less closer to the middle. So the strengths must lie apart as well, or the
/// games of the two against each other say the same; else the more doubtful of both counts.
fn sureness(played: &EventSummary, one: &PlayerSummary, other: &PlayerSummary) -> Option<Sure> {
    let (pair, flipped) = pair(played, one, other)?;
    let turn = |share: f64| if flipped { 1.0 - share } else { share };
    let by_all = turn(pair.stronger?);
    let (theirs, by_theirs) = pair.estimate.map_or((0, 0.5), |estimate| {
        let los = estimate.los.unwrap_or(0.5);
        (estimate.blocks, turn(no_surer_than(estimate.blocks, los)))
    });
    let is_sure = is_enough(one.blocks.min(other.blocks), by_all);
    let agree = is_enough(theirs, by_theirs) || are_apart(one, other);
    let likelihood = if is_sure && agree { by_all } else { by_all.min(by_theirs) };
    Some(Sure { likelihood, by_all, is_doubted: is_sure && !agree, is_enough: is_sure && agree })
}

/// Whether a likelihood that so many blocks give is enough to call somebody the stronger one: what lies
/// outside a 95 % interval on one side.
///
/// Such likelihoods take the variance of the blocks for known, and few blocks know it badly. What they
/// give 97.5 % by Student's distribution is more than that by the normal one.
fn is_enough(blocks: u64, likelihood: f64) -> bool {
    if blocks < FEW {
        return false;
    }
    let (n, normal) = (float(blocks), Normal::standard());
    let reach = StudentsT::new(0.0, 1.0, n - 1.0).map_or(Z95, |student| student.inverse_cdf(0.975));
    // The variance was divided by n and not by n - 1.
    likelihood >= normal.cdf(reach * (n / (n - 1.0)).sqrt())
}

/// Whether the strengths of two lie apart, with all that is unsure about them. Before the
/// tenth round there are only those against all others to look at.
fn are_apart(one: &PlayerSummary, other: &PlayerSummary) -> bool {
    if let Some((one, other)) = one.elo_interval.zip(other.elo_interval) {
        return one.low > other.high;
    }
    let ends = one.against_all.zip(other.against_all);
    let ends = ends.and_then(|(one, other)| one.low.zip(other.high));
    ends.is_some_and(|(low, high)| low > high)
}

fn is_surely_stronger(played: &EventSummary, one: &PlayerSummary, other: &PlayerSummary) -> bool {
    let has_enough = one.blocks.min(other.blocks) >= FEW;
    sureness(played, one, other)
        .map_or_else(|| has_enough && are_apart(one, other), |sure| sure.is_enough)
}

fn by_test(summary: &Summary, test: &TestSummary, sprt: &Sprt) -> Vec<String> {
    let names: Vec<&str> =
        summary.tournament.players.iter().map(|player| player.name.as_str()).collect();
    let [candidate, others @ ..] = names.as_slice() else { return Vec::new() };
    // Against several players a test is about the mean: the candidate may well be behind one of them.
    let others = match others {
        [other] => (*other).to_owned(),
        several => format!("the mean of {}", list(several)),
    };
    let games = counted(summary.games, "game");
    let told = Tested { candidate, others: &others, games: &games, sprt };
    let mut said = match test.accepted {
        Some(Hypothesis::H1) => told.accepted_h1(),
        Some(Hypothesis::H0) => told.accepted_h0(),
        None => told.undecided(test),
    }
    .to_vec();
    if let Some(estimate) = &test.estimate {
        let tail = if test.accepted.is_some() {
            " A test stops when the results look clear, so the lead tends to look larger than it is."
        } else {
            ""
        };
        let guess = words::estimate(estimate);
        said.push(format!("The best guess at its lead is {guess} Elo.{tail}"));
    }
    said
}

/// What a test is about, in words.
struct Tested<'a> {
    candidate: &'a str,
    others: &'a str,
    games: &'a str,
    sprt: &'a Sprt,
}

impl Tested<'_> {
    fn accepted_h1(&self) -> [String; 2] {
        let Self { candidate, others, sprt, .. } = self;
        let [elo0, elo1] = self.bounds();
        let what = match sprt.elo0() {
            0.0 => format!("{candidate} is stronger than {others}"),
            more if more > 0.0 => {
                format!("{candidate} is more than {elo0} Elo stronger than {others}")
            }
            _ => {
                let less = elo0.trim_start_matches('−');
                format!("{candidate} is not {less} Elo or more weaker than {others}")
            }
        };
        let why = self.reason(&elo1, &elo0, "less", sprt.alpha());
        [format!("H1 was accepted: {what}."), why]
    }

    fn accepted_h0(&self) -> [String; 2] {
        let Self { candidate, others, sprt, .. } = self;
        let [elo0, elo1] = self.bounds();
        let what = match sprt.elo1() {
            more if more > 0.0 => {
                format!("{candidate} is not {elo1} Elo or more stronger than {others}")
            }
            0.0 => format!("{candidate} is weaker than {others}"),
            _ => {
                let less = elo1.trim_start_matches('−');
                format!("{candidate} is more than {less} Elo weaker than {others}")
            }
        };
        let why = self.reason(&elo0, &elo1, "more", sprt.beta());
        [format!("H0 was accepted: {what}."), why]
    }

    /// Why one lead is accepted and the other, or one beyond it, is refused: how seldom that is wrong.
    fn reason(&self, accepted: &str, refused: &str, beyond: &str, error: f64) -> String {
        format!(
            "After {} a lead of {accepted} Elo explains the results so much better than one of \
             {refused} that, were it {refused} or {beyond}, about {} of such tests at most would say \
             this.",
            self.games,
            percent(error, 1)
        )
    }

    fn undecided(&self, test: &TestSummary) -> [String; 2] {
        let Self { candidate, others, games, .. } = self;
        let [elo0, elo1] = self.bounds();
        let verdict = format!(
            "The test is undecided: {games} are not enough to tell whether {candidate} is {elo0} or \
             {elo1} Elo ahead of {others}."
        );
        let why = format!(
            "The evidence stands at {}, and the test ends at {} (for {elo0}) or {} (for {elo1}).",
            number(test.llr, 2),
            number(test.lower, 2),
            number(test.upper, 2)
        );
        [verdict, why]
    }

    /// Both hypotheses in Elo: `5`, `0.5`.
    fn bounds(&self) -> [String; 2] {
        [self.sprt.elo0(), self.sprt.elo1()]
            .map(|elo| number(elo, 1).trim_end_matches(".0").to_owned())
    }
}

/// The players whose results depend on faults, too.
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
        cut(cost, 60)
    ))
}
