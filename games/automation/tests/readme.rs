//! What the README says of the cards is what the rules say.

use parlor_automation::Set;
use parlor_automation::describe::{kind, text};

#[test]
fn every_card_of_both_sets_is_in_the_readme() {
    let readme = include_str!("../README.md");
    let (_, cards) = readme.split_once("## Cards").expect("a section on cards");
    let (standard, seed) = cards.split_once("### The set `seed`").expect("a section a set");
    for (set, section) in [(Set::Standard, standard), (Set::Seed, seed)] {
        for card in set.cards() {
            let (title, kind) = (card.card.title(), kind(card));
            let row = format!("| {title} | {kind} | {} | {} |", card.cost, text(card));
            assert!(section.contains(&row), "the README lacks\n{row}");
        }
    }
}
