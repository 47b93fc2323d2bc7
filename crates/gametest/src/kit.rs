//! Running laws over tables: walks, shrinking, and a report that can be run again.

use std::any::Any;
use std::env;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_engine::{ActOf, Game, Hosted, Rulebook, Visitor};
use serde_json::{Value, json};

use crate::law::Law;
use crate::laws::{check, fingerprints};
use crate::shrink::shrink;
use crate::walk::{Breach, Rough, company, walk};

/// Set to `slow` for larger numbers of the same checks.
pub const TIER: &str = "PARLOR_TIER";
/// Set to a case, as a failure prints it, to check that one alone.
pub const CASE: &str = "PARLOR_CASE";
/// Set in the child process of the `processes` law.
pub(crate) const CHILD: &str = "PARLOR_GAMETEST_CHILD";

/// Whether the slow tier is asked for.
pub fn slow() -> bool {
    env::var(TIER).is_ok_and(|tier| tier == "slow")
}

/// Where a test lives, so that a failure can say how to run it again.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The cargo package.
    pub package: &'static str,
    /// The file under `tests/`.
    pub target: &'static str,
    /// The test's name within it.
    pub name: &'static str,
}

/// The conformance kit for one rulebook.
#[derive(Clone, Debug)]
pub struct Kit<R> {
    tables: Vec<(Value, usize)>,
    laws: Vec<Law>,
    walks: u32,
    /// Moments looked at for each law and table; long games get fewer walks.
    moments: usize,
    /// Pairs of worlds that a law about hidden things has to look at, at all tables together.
    least_pairs: u64,
    rough: Rough,
    test: Option<Test>,
    rulebook: PhantomData<R>,
}

impl<R: Rulebook> Kit<R> {
    /// All laws, at these tables: options as JSON, and a number of seats.
    pub fn new(tables: impl IntoIterator<Item = (Value, usize)>) -> Self {
        Self {
            tables: tables.into_iter().collect(),
            laws: Law::ALL.to_vec(),
            walks: if slow() { 1_000 } else { 40 },
            moments: if slow() { 12_000 } else { 1_200 },
            least_pairs: 1,
            rough: Rough { leaves: true, clock: true },
            test: None,
            rulebook: PhantomData,
        }
    }

    /// Only this law.
    #[must_use]
    pub fn only(mut self, law: Law) -> Self {
        self.laws = vec![law];
        self
    }

    /// With this law switched off, and nothing done that rests on it.
    #[must_use]
    pub fn without(mut self, law: Law) -> Self {
        self.laws.retain(|other| *other != law);
        self.rough.leaves &= law != Law::Leaving;
        self.rough.clock &= law != Law::Clock;
        self
    }

    /// As the named test, which can be run in a process of its own.
    #[must_use]
    pub fn named(mut self, test: Test) -> Self {
        self.test = Some(test);
        self
    }

    /// With so many walks at each table.
    #[must_use]
    pub fn walks(mut self, walks: u32) -> Self {
        self.walks = walks;
        self
    }

    /// With so many moments at each table, unless the walks run out first.
    #[must_use]
    pub fn moments(mut self, moments: usize) -> Self {
        self.moments = moments;
        self
    }

    /// With a law about hidden things broken that looks at fewer pairs of worlds than these, at all
    /// tables together: it would prove less than it says.
    #[must_use]
    pub fn least_pairs(mut self, pairs: u64) -> Self {
        self.least_pairs = pairs;
        self
    }

    /// Checks everything; stops at the first breach and shrinks it.
    pub fn run(&self) -> Result<Report, Failure> {
        if let Ok(case) = env::var(CHILD) {
            self.one_case(&case, Purpose::Digests)?;
        } else if let Ok(case) = env::var(CASE) {
            return self.case(&case);
        }
        let mut report =
            Report { laws: self.laws.clone(), tables: self.tables.len(), ..Report::default() };
        for &law in &self.laws {
            let before = report.tally.pairs;
            for (number, (options, seats)) in self.tables.iter().enumerate() {
                let visit = Visit::<R> {
                    options,
                    law,
                    test: self.test.as_ref(),
                    work: Work::Walks {
                        first: (number as u64) << 32,
                        walks: walks_for(law, self.walks),
                        moments: self.moments,
                        rough: self.rough,
                    },
                    report: &mut report,
                    rulebook: PhantomData,
                };
                R::open(options, *seats, visit).map_err(|problems| Failure {
                    law,
                    text: format!("the table {options} for {seats} does not open: {problems}"),
                })??;
            }
            report.check_vacuity(law, before + self.least_pairs)?;
        }
        Ok(report)
    }

    /// Checks one case, as a failure prints it.
    pub fn case(&self, case: &str) -> Result<Report, Failure> {
        self.one_case(case, Purpose::Laws)
    }

    /// Runs and panics with the whole story when a law is broken: the body of a test.
    ///
    /// # Panics
    /// When a law is broken.
    pub fn assert(&self) {
        match self.run() {
            Ok(report) => println!("{report}"),
            Err(failure) => panic!("{failure}"),
        }
    }

    fn one_case(&self, case: &str, purpose: Purpose) -> Result<Report, Failure> {
        let unreadable = |what: &str| Failure {
            law: self.laws.first().copied().unwrap_or(Law::Ends),
            text: format!("{CASE} is no case: {what}"),
        };
        let case: Value = serde_json::from_str(case).map_err(|why| unreadable(&why.to_string()))?;
        let seats = case["seats"].as_u64().ok_or_else(|| unreadable("no seats"))?;
        let acts: Vec<String> = serde_json::from_value(case["acts"].clone())
            .map_err(|why| unreadable(&why.to_string()))?;
        let seed = case["seed"].as_u64().ok_or_else(|| unreadable("no seed"))?;
        let mut report = Report { laws: self.laws.clone(), tables: 1, ..Report::default() };
        for &law in &self.laws {
            let visit = Visit::<R> {
                options: &case["options"],
                law,
                test: self.test.as_ref(),
                work: Work::Case { acts: &acts, seed, purpose },
                report: &mut report,
                rulebook: PhantomData,
            };
            R::open(&case["options"], seats as usize, visit)
                .map_err(|problems| unreadable(&problems.to_string()))??;
        }
        Ok(report)
    }
}

/// Laws that start processes or draw by the thousand get fewer walks.
fn walks_for(law: Law, walks: u32) -> u32 {
    match law {
        Law::Processes => (walks / 20).max(1),
        Law::Odds => (walks / 4).max(1),
        _ => walks,
    }
}

/// How many lists of acts shrinking may try: few where each is a process.
fn tries(law: Law) -> usize {
    if law == Law::Processes { 60 } else { 4_000 }
}

#[derive(Clone, Copy)]
enum Purpose {
    Laws,
    Digests,
}

enum Work<'a> {
    Walks { first: u64, walks: u32, moments: usize, rough: Rough },
    Case { acts: &'a [String], seed: u64, purpose: Purpose },
}

struct Visit<'a, R> {
    options: &'a Value,
    law: Law,
    test: Option<&'a Test>,
    work: Work<'a>,
    report: &'a mut Report,
    rulebook: PhantomData<R>,
}

impl<R: Rulebook> Visitor for Visit<'_, R> {
    type Out = Result<(), Failure>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        self.report.tally.hidden |= G::hides_anything();
        let trial = |seed| Trial { game: &game, options: self.options, test: self.test, seed };
        match self.work {
            Work::Walks { first, walks, mut moments, rough } => {
                for seed in (first..).take(walks as usize) {
                    let rough = if seed % 2 == 1 { rough } else { Rough::default() };
                    let mut acts = Vec::new();
                    // A game that panics here panics again below, where it is reported.
                    _ = catch_unwind(AssertUnwindSafe(|| {
                        // Half of the walks are at random, half as the game's players play; and of
                        // either half every second one is rough.
                        let random = matches!(seed % 4, 0 | 3);
                        let own = if random { &[] } else { R::about().players };
                        let mut players = company(&game, own, seed);
                        walk(&game, seed, rough, &mut players, &mut acts);
                    }));
                    self.report.walks += 1;
                    trial(seed).hold::<R>(self.law, &acts, &mut self.report.tally)?;
                    // Two walks at the least: a plain one and a rough one.
                    moments = moments.saturating_sub(acts.len() + 1);
                    if moments == 0 && seed > first {
                        break;
                    }
                }
                Ok(())
            }
            Work::Case { acts, seed, purpose } => {
                let read = |act: &String| act.parse::<ActOf<G>>();
                let acts: Vec<_> =
                    acts.iter().map(read).collect::<Result<_, _>>().map_err(|why| Failure {
                        law: self.law,
                        text: format!("{CASE} is no case: {why}"),
                    })?;
                match purpose {
                    Purpose::Laws => trial(seed).hold::<R>(self.law, &acts, &mut self.report.tally),
                    Purpose::Digests => {
                        println!();
                        for digest in fingerprints(&game, &acts) {
                            println!("{CHILD} {digest}");
                        }
                        std::process::exit(0);
                    }
                }
            }
        }
    }
}

/// One table on trial.
pub(crate) struct Trial<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) options: &'a Value,
    pub(crate) test: Option<&'a Test>,
    pub(crate) seed: u64,
}

impl<G: Hosted> Trial<'_, G> {
    fn hold<R: Rulebook>(
        &self,
        law: Law,
        acts: &[ActOf<G>],
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let Err(found) = self.check::<R>(law, acts, tally) else { return Ok(()) };
        let shortest = shrink(found.acts.clone(), tries(law), |acts| {
            self.check::<R>(law, acts, &mut Tally::default()).err().map(|breach| breach.acts)
        });
        let why = match self.check::<R>(law, &shortest, &mut Tally::default()) {
            Err(breach) => breach.why,
            // Only a game that does not repeat itself gets here.
            Ok(()) => found.why,
        };
        Err(Failure { law, text: self.story(law, &shortest, &why) })
    }

    /// A game that panics has broken whatever law was being checked.
    fn check<R: Rulebook>(
        &self,
        law: Law,
        acts: &[ActOf<G>],
        tally: &mut Tally,
    ) -> Result<(), Breach<ActOf<G>>> {
        catch_unwind(AssertUnwindSafe(|| check::<R, G>(law, self, acts, tally))).unwrap_or_else(
            |panic| {
                Err(Breach { acts: acts.to_vec(), why: format!("panicked: {}", words(&*panic)) })
            },
        )
    }

    fn story(&self, law: Law, acts: &[ActOf<G>], why: &str) -> String {
        let lines: Vec<String> = acts.iter().map(|act| format!("    {act}\n")).collect();
        let list = lines.concat();
        let Self { options, seed, .. } = self;
        let again = self.test.map_or_else(String::new, |Test { package, target, name }| {
            let case = self.case(acts).to_string().replace('\'', r"'\''");
            format!(
                "run it again with\n    {CASE}='{case}' cargo test -p {package} --test {target} -- \
                 --exact {name}\n"
            )
        });
        format!(
            "law '{law}' is broken: {why}\nat the table {options} for {} (seed {seed}), after {} \
             acts:\n{list}{again}",
            self.game.seats(),
            acts.len()
        )
    }
}

impl<G: Game> Trial<'_, G> {
    pub(crate) fn case(&self, acts: &[ActOf<G>]) -> Value {
        let acts: Vec<String> = acts.iter().map(ToString::to_string).collect();
        json!({
            "options": self.options,
            "seats": self.game.seats(),
            "seed": self.seed,
            "acts": acts
        })
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) scenes: u64,
    /// Pairs of different worlds that look the same to a viewer.
    pub(crate) pairs: u64,
    /// Views with only one possible world.
    pub(crate) single: u64,
    /// Steps compared in such pairs.
    pub(crate) steps: u64,
    /// Whether any act was hidden from anybody.
    pub(crate) hidden: bool,
    /// Views whose odds were compared with enumeration.
    pub(crate) compared: u64,
    /// Answers given in sealed windows.
    pub(crate) windows: u64,
}

/// What a run looked at.
#[derive(Clone, Debug, Default)]
pub struct Report {
    laws: Vec<Law>,
    tables: usize,
    walks: u64,
    tally: Tally,
}

impl Report {
    /// How many pairs of different worlds with equal views were compared.
    pub fn pairs(&self) -> u64 {
        self.tally.pairs
    }

    /// How many views had their odds compared with exact enumeration.
    pub fn compared(&self) -> u64 {
        self.tally.compared
    }

    /// A law about hidden things that met too few second worlds has checked nothing.
    fn check_vacuity(&self, law: Law, least: u64) -> Result<(), Failure> {
        let pairs = self.tally.pairs;
        if !law.is_about_secrets() || !self.tally.hidden || pairs >= least {
            return Ok(());
        }
        let text = if pairs == 0 {
            "things are hidden, but no view ever had a second possible world".to_owned()
        } else {
            format!("law '{law}' was to reach {least} pairs of worlds and reached {pairs}")
        };
        Err(Failure { law, text })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { laws, tables, walks, tally } = self;
        let laws: Vec<&str> = laws.iter().map(|law| law.name()).collect();
        write!(f, "{} at {tables} tables: {walks} walks", laws.join(", "))?;
        let Tally { scenes, pairs, single, steps, compared, windows, .. } = tally;
        for (count, what) in [
            (scenes, "moments"),
            (pairs, "pairs of worlds that differ"),
            (single, "views with one world only"),
            (steps, "steps in two worlds"),
            (compared, "views against enumeration"),
            (windows, "sealed answers"),
        ] {
            if *count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}

/// A broken law, with everything needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The law.
    pub law: Law,
    /// What happened, the shortest list of acts that shows it, and the command that runs it again.
    pub text: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
