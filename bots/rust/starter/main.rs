//! A player for Parlor. parlor.rs does the talking; what is played is decided here.

mod parlor;

use parlor::{Answer, Ask};

/// Answers one question with one move of the menu.
///
/// - `ask.view`: what your seat knows; `parlor games {{game}} --views` describes it
/// - `ask.question`: what is asked, and why
/// - `ask.menu`: the legal moves: `iter()`, `has(…)`, `first(["buy", "pass"])`, `starting("bid")`,
///   `pick(ask.rng)`
/// - `ask.rng`: your dice: `below(6)`, `choice(&list)`; the same seed gives the same game
/// - `ask.welcome`: the game (`ask.welcome["game"]`), its options, your seat, the names, and the
///   milliseconds for this answer (`ask.welcome["deadline"]`; null where there is no hurry)
fn decide(ask: &mut Ask<'_>) -> Answer {
    // ---- your bot: edit from here ---------------------------------------------------------------

    // Ideas:
    // - Look at what comes in: eprintln!("{} {}", ask.question, ask.view).
    // - Prefer something, and fall back to anything:
    //   ask.menu.first(["buy", "roll"]).unwrap_or_else(|| ask.menu.pick(ask.rng)).into()
    // - Play each game its own way: if ask.welcome["game"] == "{{game}}" { … }

    ask.menu.pick(ask.rng).into()

    // ---- to here --------------------------------------------------------------------------------
}

fn main() {
    parlor::run("{{name}}", decide);
}
