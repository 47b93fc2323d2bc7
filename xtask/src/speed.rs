//! The promise about speed, checked on the program people run.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::step::{cargo, listen};

/// The share of a bare loop's speed that random games keep when they go through the contract. The
/// usual figure is above 0.7; the margin is for busy machines.
const LEAST_RATIO: f64 = 0.6;

/// What is run.
pub(crate) const BENCH: [&str; 9] =
    ["run", "--quiet", "--release", "--", "bench", "dots-and-boxes", "-o", "boxes=5x5", "--json"];

/// How often a slow figure is taken again: a busy neighbour slows one side of the comparison more
/// than the other, and never makes a slow build look fast.
const TRIES: usize = 3;

/// Fails when games have become slow, or when the bench cannot be run at all.
pub(crate) fn check() -> Result<()> {
    let mut best: f64 = 0.0;
    for _ in 0..TRIES {
        best = best.max(measure()?);
        if best >= LEAST_RATIO {
            return Ok(());
        }
    }
    bail!("ratio {best:.3} is below {LEAST_RATIO} in {TRIES} tries")
}

fn measure() -> Result<f64> {
    let mut last = String::new();
    let fine = listen(cargo(BENCH), |line| {
        println!("{line}");
        if !line.trim().is_empty() {
            line.clone_into(&mut last);
        }
    })?;
    ensure!(fine, "`parlor bench` failed");
    let figures: Value = serde_json::from_str(&last).context("the last line is not JSON")?;
    figures["ratio"].as_f64().context("the last line has no ratio")
}
