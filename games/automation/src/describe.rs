//! What a card says, in words: made from its definition, so that the words cannot say anything
//! else than the rules do.

use crate::sets::{Definition, Effect, Gifts, Kind, Set};

/// Kind, price and text of a card.
pub fn describe(card: &Definition) -> String {
    format!("{}, price {}. {}", kind(card), card.cost, text(card))
}

/// When and how it is played, in words.
pub fn kind(card: &Definition) -> &'static str {
    match card.kind {
        Kind::Points => "Points",
        Kind::Money => "Money",
        Kind::Action => "Action",
        Kind::Attack => "Action, attack",
        Kind::Reaction => "Action, reaction",
    }
}

/// All that a card does, in sentences.
pub fn text(card: &Definition) -> String {
    let mut sentences = Vec::new();
    if card.points != 0 {
        sentences.push(format!("Worth {} at the end.", points(card.points.into())));
    }
    if card.coins > 0 {
        sentences.push(format!("Gives {} money.", card.coins));
    }
    let gifts = gifts(card.gives);
    if !gifts.is_empty() {
        sentences.push(format!("{}.", gifts.join(", ")));
    }
    if let Some(effect) = card.effect {
        sentences.push(effect_in_full(effect));
    }
    if card.kind == Kind::Reaction {
        sentences.push(
            "When somebody else plays an attack, you may show this card from your hand: the attack \
             does nothing to you, and the card stays in your hand."
                .to_owned(),
        );
    }
    sentences.join(" ")
}

/// The same in a few words, to stand beside the pile.
pub(crate) fn brief(card: &Definition) -> String {
    let mut parts = Vec::new();
    if card.points != 0 {
        parts.push(points(card.points.into()));
    }
    if card.coins > 0 {
        parts.push(format!("+{} money", card.coins));
    }
    let gifts = gifts(card.gives);
    if !gifts.is_empty() {
        parts.push(gifts.join(" "));
    }
    if let Some(effect) = card.effect {
        parts.push(effect_in_brief(effect));
    }
    if card.kind == Kind::Reaction {
        parts.push("show it to be safe from an attack".to_owned());
    }
    parts.join("; ")
}

/// What ends the game, beside the limit of turns: `the last Framework is taken`.
pub fn end_in_words(set: &Set) -> String {
    let (piles, empty) = (&set.ends.piles, usize::from(set.ends.empty));
    let titles: Vec<&str> = piles.iter().map(|card| card.title()).collect();
    match (titles.as_slice(), empty) {
        ([only], _) => format!("the last {only} is taken"),
        ([], 1) => "a pile is empty".to_owned(),
        ([], empty) => format!("{empty} piles are empty"),
        (many, 1) => format!("one of these piles is empty: {}", many.join(", ")),
        (many, empty) => format!("{empty} of these piles are empty: {}", many.join(", ")),
    }
}

/// `1 point`, `6 points`, `-1 point`.
pub(crate) fn points(points: i64) -> String {
    counted(points, "point")
}

/// `1 card`, `2 cards`.
pub(crate) fn counted(number: i64, what: &str) -> String {
    format!("{number} {what}{}", if number.abs() == 1 { "" } else { "s" })
}

fn gifts(gives: Gifts) -> Vec<String> {
    let Gifts { actions, buys, money, cards } = gives;
    let more =
        |number: u8, what| (number > 0).then(|| format!("+{}", counted(number.into(), what)));
    let coins = (money > 0).then(|| format!("+{money} money"));
    [more(cards, "card"), more(actions, "action"), more(buys, "buy"), coins]
        .into_iter()
        .flatten()
        .collect()
}

fn effect_in_full(effect: Effect) -> String {
    let cards = |number: u8| counted(number.into(), "card");
    match effect {
        Effect::DiscardToDraw => {
            "Discard as many cards as you like, one by one, then draw as many.".to_owned()
        }
        Effect::TrashToDraw => {
            "Trash a card from your hand, then draw as many cards as it cost.".to_owned()
        }
        Effect::TrashToGain(more) => format!(
            "Trash a card from your hand, then gain one that costs up to {more} more; it goes to \
             your discards."
        ),
        Effect::ChooseOne(count) => {
            let actions = counted(count.into(), "action");
            format!("Choose one: +{actions}, +{count} money, or +{}.", cards(count))
        }
        Effect::DiscardForEmptyPiles => {
            "Then discard a card for each empty pile of the supply.".to_owned()
        }
        Effect::PlayTwice => {
            "You may play another action from your hand twice; that uses up no action.".to_owned()
        }
        Effect::OthersDraw(count) => format!("Each other player draws {}.", cards(count)),
        Effect::Cheaper(less) => {
            format!("All cards cost {less} less this turn, but never less than 0.")
        }
        Effect::DiscardDownTo(most) => {
            format!("Each other player discards down to {}.", cards(most))
        }
        Effect::GiveBug => "Each other player gains a Bug.".to_owned(),
        Effect::DiscardOrBug(count) => format!(
            "Each other player chooses: discard {} (or all, if they hold fewer), or gain a Bug.",
            cards(count)
        ),
    }
}

fn effect_in_brief(effect: Effect) -> String {
    match effect {
        Effect::DiscardToDraw => "discard any number, draw as many".to_owned(),
        Effect::TrashToDraw => "trash a card, draw as many as it cost".to_owned(),
        Effect::TrashToGain(more) => format!("trash a card, gain one costing up to {more} more"),
        Effect::ChooseOne(count) => format!("+{count} actions, +{count} money or +{count} cards"),
        Effect::DiscardForEmptyPiles => "drop 1 per empty pile".to_owned(),
        Effect::PlayTwice => "play another action twice".to_owned(),
        Effect::OthersDraw(count) => format!("the others draw {count}"),
        Effect::Cheaper(less) => format!("all cards cost {less} less"),
        Effect::DiscardDownTo(most) => format!("attack: others discard down to {most}"),
        Effect::GiveBug => "attack: others gain a Bug".to_owned(),
        Effect::DiscardOrBug(count) => format!("attack: others discard {count} or gain a Bug"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_the_base_set_says_what_it_does() {
        check(
            "base",
            &[
                "Bug: Points, price 0. Worth -1 point at the end.",
                "Method: Points, price 2. Worth 1 point at the end.",
                "Module: Points, price 5. Worth 3 points at the end.",
                "Framework: Points, price 8. Worth 6 points at the end.",
                "Bitcoin: Money, price 0. Gives 1 money.",
                "Ethereum: Money, price 3. Gives 2 money.",
                "Dogecoin: Money, price 6. Gives 3 money.",
                "Refactor: Action, price 2. +1 card, +1 action.",
                "Evergreen Test: Action, price 4. +3 cards.",
                "Code Review: Action, price 5. +1 buy, +2 money.",
            ],
        );
    }

    #[test]
    fn every_card_of_the_standard_set_says_what_it_does() {
        check(
            "standard",
            &[
                "Bug: Points, price 0. Worth -1 point at the end.",
                "Method: Points, price 2. Worth 1 point at the end.",
                "Module: Points, price 5. Worth 3 points at the end.",
                "Framework: Points, price 8. Worth 6 points at the end.",
                "Bitcoin: Money, price 0. Gives 1 money.",
                "Ethereum: Money, price 3. Gives 2 money.",
                "Dogecoin: Money, price 6. Gives 3 money.",
                "Backlog: Action, price 2. +1 action. Discard as many cards as you like, one by \
                 one, then draw as many.",
                "Merge Conflict: Action, price 2. Trash a card from your hand, then draw as many \
                 cards as it cost.",
                "Monitoring: Action, reaction, price 2. +2 cards. When somebody else plays an \
                 attack, you may show this card from your hand: the attack does nothing to you, \
                 and the card stays in your hand.",
                "Code Review: Action, price 3. +1 card, +2 actions.",
                "Sprint Planning: Action, price 3. +1 card, +1 action, +1 buy.",
                "Unit Test: Action, price 3. Choose one: +2 actions, +2 money, or +2 cards.",
                "Hack: Action, attack, price 4. +2 money. Each other player discards down to 3 \
                 cards.",
                "Tech Debt: Action, price 4. +1 card, +1 action, +1 money. Then discard a card \
                 for each empty pile of the supply.",
                "Refactor: Action, price 4. Trash a card from your hand, then gain one that costs \
                 up to 2 more; it goes to your discards.",
                "Parallelization: Action, price 4. You may play another action from your hand \
                 twice; that uses up no action.",
                "Daily Scrum: Action, price 5. +4 cards, +1 buy. Each other player draws 1 card.",
                "IPO: Action, price 5. +2 cards, +1 action, +2 money.",
                "Evergreen Test: Action, attack, price 5. +2 cards. Each other player gains a Bug.",
                "Deployment Pipeline: Action, price 5. +1 buy, +1 money. All cards cost 1 less \
                 this turn, but never less than 0.",
                "Ransomware: Action, attack, price 6. +3 cards. Each other player chooses: discard \
                 2 cards (or all, if they hold fewer), or gain a Bug.",
            ],
        );
    }

    fn check(set: &str, expected: &[&str]) {
        let said: Vec<String> = Set::built_in(set)
            .unwrap()
            .cards
            .iter()
            .map(|card| format!("{}: {}", card.card.title(), describe(card)))
            .collect();
        assert_eq!(said, expected);
    }
}
