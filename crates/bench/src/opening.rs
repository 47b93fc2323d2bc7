//! How fast tables are opened.

use std::hint::black_box;
use std::time::Duration;

use parlor_engine::Problems;
use parlor_registry::{NoTable, find};
use serde_json::Value;

use crate::measure::for_a_while;

/// How long tables are opened between two looks at the clock, and how often that is done. A busy
/// neighbour is seldom away for long, so it is done often and not for long.
const SLICE: Duration = Duration::from_millis(1);
const SLICES: usize = 100;

/// Tables opened a second with these options, and with the same options in full.
pub(crate) fn time(game: &str, options: &Value, seats: usize) -> Result<(f64, f64), NoTable> {
    let game = find(game)?;
    let full = game.open(options, seats)?.options();
    let rate = |options: &Value| {
        best_rate(|| game.open(options, seats).map(|table| drop(black_box(table))))
    };
    Ok((rate(options)?, rate(&full)?))
}

/// How often a second something can be done, in the best of all slices: what else goes on in the
/// machine makes it slower and never faster.
fn best_rate(mut open: impl FnMut() -> Result<(), Problems>) -> Result<f64, Problems> {
    open()?;
    let rates = (0..SLICES).map(|_| {
        let (times, time) = for_a_while(SLICE, || open().expect("it was opened before"));
        f64::from(u32::try_from(times).unwrap_or(u32::MAX)) / time.as_secs_f64()
    });
    Ok(rates.fold(0.0, f64::max))
}
