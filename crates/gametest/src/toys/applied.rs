//! How often acts are applied, so that a test can say that each act of a match is applied once.

use std::cell::Cell;

thread_local! {
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// How many acts were applied to states of [`Twenty`](super::Twenty) and [`Peek`](super::Peek) in this
/// thread, whoever did it: the rules themselves, a table or a match.
pub fn applied() -> u64 {
    APPLIED.get()
}

/// One more.
pub(super) fn count() {
    APPLIED.set(APPLIED.get() + 1);
}
