//! A player for every game of Parlor: one file for each game, and anything legal in others.

mod automation;
mod chaos_letter;
mod dots_and_boxes;
mod parlor;
mod property_tycoon;
#[cfg(test)]
mod tests;

use parlor::{Answer, Ask};

fn main() {
    parlor::run("rust example", decide);
}

fn decide(ask: &mut Ask<'_>) -> Answer {
    let played = match ask.welcome["game"].as_str() {
        Some("automation") => automation::decide(ask),
        Some("chaos-letter") => chaos_letter::decide(ask),
        Some("dots-and-boxes") => dots_and_boxes::decide(ask),
        Some("property-tycoon") => property_tycoon::decide(ask),
        _ => None,
    };
    // Anything that is legal.
    played.unwrap_or_else(|| ask.menu.pick(ask.rng)).into()
}
