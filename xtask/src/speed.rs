//! The promises about speed, checked on the program people run.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::step::{Report, cargo, listen};

/// What one run of `parlor bench` has to show.
struct Promise {
    name: &'static str,
    /// What follows `parlor bench`.
    bench: &'static str,
    /// Figures by name, each with the least it may be.
    least: &'static [(&'static str, f64)],
    /// Figures by name, each with the most it may be.
    most: &'static [(&'static str, f64)],
}

const PROMISES: [Promise; 17] = [
    // The share of a bare loop's speed that random games keep when they go through the contract.
    // The usual figure is above 0.7; the margin is for busy machines.
    Promise {
        name: "speed of Dots and Boxes",
        bench: "dots-and-boxes -o boxes=5x5",
        least: &[("ratio", 0.6)],
        most: &[],
    },
    // Usually some 20 and 8 million.
    Promise {
        name: "speed of Automation",
        bench: "automation -o set=seed",
        least: &[("acts_per_s", 3e6), ("decisions_per_s", 1.5e6)],
        most: &[],
    },
    // The promise is 20,000 games a second where the bare loop plays 1.4 million, which is 0.014;
    // the usual figure is 0.024, and the margin is for busy machines.
    Promise {
        name: "speed of Automation's players",
        bench: "automation -o set=seed --players big-money",
        least: &[("ratio", 0.012)],
        most: &[],
    },
    // The promise is 8 and 3 million, and kept on a quiet core; half of the latter is asked for on a busy
    // one.
    Promise {
        name: "speed of Chaos Letter",
        bench: "chaos-letter --seats 2",
        least: &[("acts_per_s", 5e6), ("decisions_per_s", 1.5e6)],
        most: &[],
    },
    // Two microseconds a state; the usual figure is a third of a microsecond.
    Promise {
        name: "imagining in Chaos Letter",
        bench: "chaos-letter --seats 4 --seconds 1",
        least: &[("imagined_per_s", 5e5)],
        most: &[],
    },
    // The promise is 2 million, the usual figure twice that and more.
    Promise {
        name: "speed of Chaos Letter's largest deck",
        bench: "chaos-letter -o deck=chaos --seats 4",
        least: &[("acts_per_s", 2e6)],
        most: &[],
    },
    // Four players and 500 rounds are 2,000 turns. The usual figure is 10 million.
    Promise {
        name: "speed of Property Tycoon",
        bench: "property-tycoon -o rounds=500 --seats 4",
        least: &[("acts_per_s", 5e6)],
        most: &[],
    },
    // A table is opened in less than a tenth of a millisecond, by the name of an edition and by all its
    // sheets. The usual figures are 17,000 and 19,000.
    Promise {
        name: "opening Property Tycoon",
        bench: "property-tycoon --seats 4 --seconds 1",
        least: &[("opened_per_s", 1e4), ("reopened_per_s", 1e4)],
        most: &[],
    },
    // The promise is 1,000 games a second where the bare loop plays 1.4 million, which is 0.0007; the
    // usual figure is 0.0009, and the margin is for busy machines.
    Promise {
        name: "speed of Property Tycoon's players",
        bench: "property-tycoon --players easy,hard",
        least: &[("ratio", 0.0006)],
        most: &[],
    },
    // Random players are the quickest there are, so this is the most a dealer and a log can cost. The
    // usual figure is 0.92 to 0.95.
    Promise {
        name: "cost of the runner",
        bench: "dots-and-boxes -o boxes=5x5 --players random",
        least: &[("runner_ratio", 0.9)],
        most: &[],
    },
    // Two bots that do nothing but answer, both sides together. The usual figure is above 20,000.
    Promise {
        name: "speed of bots at a table",
        bench: "dots-and-boxes -o boxes=5x5 --bots",
        least: &[("decisions_per_s", 1e4)],
        most: &[],
    },
    // A tournament keeps 0.85 of the speed of its games, whichever computer players play. The usual figures are
    // 0.86 to 0.98.
    // Of random play on 5x5 boxes a game takes a microsecond, which leaves the least time to count and write.
    Promise {
        name: "cost of a tournament of random Dots and Boxes",
        bench: "dots-and-boxes -o boxes=5x5 --players random,random --arena --jobs 2 --seconds 6",
        least: &[("arena_ratio", 0.85)],
        most: &[],
    },
    Promise {
        name: "cost of a tournament in Dots and Boxes",
        bench: "dots-and-boxes --players easy,random --arena --jobs 2 --seconds 6",
        least: &[("arena_ratio", 0.85)],
        most: &[],
    },
    Promise {
        name: "cost of a tournament in Automation",
        bench: "automation -o set=standard --players big-money,engine --arena --jobs 2 --seconds 6",
        least: &[("arena_ratio", 0.85)],
        most: &[],
    },
    Promise {
        name: "cost of a tournament in Chaos Letter",
        bench: "chaos-letter --players random,courtier --arena --jobs 2 --seconds 6",
        least: &[("arena_ratio", 0.85)],
        most: &[],
    },
    Promise {
        name: "cost of a tournament in Property Tycoon",
        bench: "property-tycoon --players easy,hard --arena --jobs 2 --seconds 6",
        least: &[("arena_ratio", 0.85)],
        most: &[],
    },
    // The promise is 3,000 durable moves a second with 200 matches in play, and kept on a quiet machine; half of it is
    // asked for on a busy one. 5,000 idle WebSockets take less than 150 MB, and a killed server accepts the next move
    // within 2 s.
    Promise {
        name: "speed of a server",
        bench: "--server --seconds 2",
        least: &[("moves_per_s", 1_500.0)],
        most: &[("sockets_mb", 150.0), ("restart_ms", 2_000.0)],
    },
];

/// How often slow figures are taken again: a busy neighbour makes a fast build look slow, and never
/// a slow build fast.
const TRIES: usize = 3;

/// Checks each promise.
pub(crate) fn steps(report: &mut Report) {
    for promise in &PROMISES {
        let again = format!("cargo {}", promise.arguments().join(" "));
        report.check(promise.name, &again, || promise.check());
    }
}

impl Promise {
    fn arguments(&self) -> Vec<&'static str> {
        let run = ["run", "--quiet", "--release", "--", "bench", "--json"];
        run.into_iter().chain(self.bench.split_whitespace()).collect()
    }

    /// Fails when games have become slow, or when the bench cannot be run at all.
    fn check(&self) -> Result<()> {
        let mut missed = Vec::new();
        for _ in 0..TRIES {
            missed = self.missed(&self.measure()?)?;
            if missed.is_empty() {
                return Ok(());
            }
        }
        bail!("{} in {TRIES} tries", missed.join(", "))
    }

    fn measure(&self) -> Result<Value> {
        let mut last = String::new();
        let fine = listen(cargo(self.arguments()), |line| {
            println!("{line}");
            if !line.trim().is_empty() {
                line.clone_into(&mut last);
            }
        })?;
        ensure!(fine, "`parlor bench` failed");
        serde_json::from_str(&last).context("the last line is not JSON")
    }

    /// The figures that are not as promised.
    fn missed(&self, figures: &Value) -> Result<Vec<String>> {
        let mut missed = Vec::new();
        let figure = |name: &str| {
            let figure = figures[name].as_f64();
            figure.with_context(|| format!("the last line has no {name}"))
        };
        for (name, least) in self.least {
            let figure = figure(name)?;
            if figure < *least {
                missed.push(format!("{name} {figure} is below {least}"));
            }
        }
        for (name, most) in self.most {
            let figure = figure(name)?;
            if figure > *most {
                missed.push(format!("{name} {figure} is above {most}"));
            }
        }
        Ok(missed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_that_break_a_promise_are_named() {
        let promise = &PROMISES[1];
        let missed = |figures: Value| promise.missed(&figures);
        let fine = json!({"acts_per_s": 3e6, "decisions_per_s": 2e6});
        assert!(missed(fine).unwrap().is_empty());
        let slow = json!({"acts_per_s": 2e6, "decisions_per_s": 2e6});
        assert_eq!(missed(slow).unwrap(), ["acts_per_s 2000000 is below 3000000"]);
        assert!(missed(json!({"acts_per_s": 2e6})).is_err());
        let server = PROMISES.last().expect("there are promises");
        let large = json!({"moves_per_s": 5e3, "sockets_mb": 151.0, "restart_ms": 40.0});
        assert_eq!(server.missed(&large).unwrap(), ["sockets_mb 151 is above 150"]);
    }
}
