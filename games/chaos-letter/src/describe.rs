//! What a card and a table say, in words: made from the tables that the rules read, so that the
//! words cannot say anything else than the rules do.

use crate::Answers;
use crate::card::Card;
use crate::catalogue::{Effect, Knack};
use crate::deck::{Back, Deck, Ends, Mark, Starts, Ties};

/// What a card of this deck says: its number, and all that it does.
pub fn card_text(card: Card, deck: &Deck) -> String {
    let definition = card.definition();
    let mut sentences = Vec::new();
    if let Some(row) = deck.row(card) {
        sentences.push(format!("Value {}{}.", row.value, if row.insane { ", insane" } else { "" }));
    }
    // "Nothing happens" would be wrong of a card that puts out whoever plays it.
    if definition.sane != Effect::Nothing || !definition.knacks.contains(&Knack::Fatal) {
        sentences.push(effect_text(definition.sane).to_owned());
    }
    sentences.extend(definition.knacks.iter().map(|knack| knack_text(*knack).to_owned()));
    if let Some(insane) = definition.insane {
        sentences.push(format!("Or, while you are insane: {}", uncapitalised(effect_text(insane))));
    }
    sentences.join(" ")
}

/// What happens when a card with this effect is played.
pub const fn effect_text(effect: Effect) -> &'static str {
    EFFECTS[effect as usize].full
}

/// What happens when a card with this effect is played, in a few words.
pub(crate) const fn brief_effect(effect: Effect) -> &'static str {
    EFFECTS[effect as usize].brief
}

/// The words for an effect.
struct EffectText {
    of: Effect,
    /// For a player who knows the card already.
    brief: &'static str,
    full: &'static str,
}

/// In the order of [`Effect`], because an effect's number is the number of its row.
static EFFECTS: [EffectText; 25] = [
    EffectText {
        of: Effect::Nothing,
        brief: "does nothing",
        full: "Nothing happens when you play it.",
    },
    EffectText {
        of: Effect::Guard,
        brief: "guess a hand: if right, they are out",
        full: "Choose another player and name a number other than 1: if they hold that, they are \
               out.",
    },
    EffectText {
        of: Effect::Priest,
        brief: "look at a hand",
        full: "Choose another player and look at their hand.",
    },
    EffectText {
        of: Effect::Baron,
        brief: "compare hands, the lower is out",
        full: "Choose another player and compare hands in secret: whoever has the lower card is \
               out; a tie does nothing.",
    },
    EffectText {
        of: Effect::DowagerQueen,
        brief: "compare hands, the higher is out",
        full: "Choose another player and compare hands in secret: whoever has the higher card is \
               out; a tie does nothing.",
    },
    EffectText {
        of: Effect::Handmaid,
        brief: "protected until your next turn",
        full: "Until your next turn begins, cards of other players cannot choose you.",
    },
    EffectText {
        of: Effect::Prince,
        brief: "somebody discards and draws",
        full: "Choose any player, yourself too: they discard their hand without effect and draw a \
               new card.",
    },
    EffectText {
        of: Effect::King,
        brief: "trade hands",
        full: "Choose another player and trade hands with them.",
    },
    EffectText {
        of: Effect::Jester,
        brief: "a token if that player wins the round",
        full: "Choose another player: if they win this round, you get a token.",
    },
    EffectText {
        of: Effect::Cardinal,
        brief: "two players trade hands, look at one",
        full: "Choose two players, of whom you may be one: they trade hands, and you look at one \
               of the two.",
    },
    EffectText {
        of: Effect::Baroness,
        brief: "look at one or two hands",
        full: "Choose one or two other players and look at their hands.",
    },
    EffectText {
        of: Effect::Sycophant,
        brief: "the next card must choose that player",
        full: "Choose any player: the next card that chooses players must choose them too, if it \
               can.",
    },
    EffectText {
        of: Effect::Bishop,
        brief: "guess a hand: if right, you get a token",
        full: "Choose another player and name a number other than 1: if they hold that, you get a \
               token, and they may discard their hand without effect and draw a new card. At the \
               showdown a Princess beats it.",
    },
    EffectText {
        of: Effect::Chancellor,
        brief: "draw two, put two under the deck",
        full: "Draw two cards, keep one of your three, and put the other two under the deck in any \
               order.",
    },
    EffectText {
        of: Effect::DeepOnes,
        brief: "somebody with a 1 is out, or else name a number",
        full: "Choose another player, who is out with a 1 in hand; if not, name another number, \
               and they are out if they hold that.",
    },
    EffectText {
        of: Effect::GoldenMead,
        brief: "look at a hand, draw, play again",
        full: "Choose another player and look at their hand, then draw a card and play one of your \
               two.",
    },
    EffectText {
        of: Effect::Hound,
        brief: "another who is not insane is out",
        full: "Choose another player, who is out unless they are insane.",
    },
    EffectText {
        of: Effect::LiberIvonis,
        brief: "nothing puts you out this round",
        full: "Nothing can put you out for the rest of the round, though you still check your \
               sanity and cards can still choose you.",
    },
    EffectText {
        of: Effect::MiGo,
        brief: "take a hand, leave the Brain Case, play again",
        full: "Choose another player, take their hand and give them the Brain Case, then play one \
               of your cards.",
    },
    EffectText {
        of: Effect::Nyarlathotep,
        brief: "collect the other hands and deal them out",
        full: "Take the hands of all other players who can be chosen, look at them, and deal one \
               back to each as you like.",
    },
    EffectText {
        of: Effect::Trapezohedron,
        brief: "win the round with another card above 4",
        full: "If your other card is above 4, you win the round.",
    },
    EffectText {
        of: Effect::Cthulhu,
        brief: "win the game with two insane cards before, else out",
        full: "If two insane cards or more lay in your discards before it, you win the game; if \
               not, you are out.",
    },
    EffectText {
        of: Effect::Capitalist,
        brief: "draw, and hold two cards",
        full: "Draw a card and hold two for the rest of the round; at the showdown the better \
               counts.",
    },
    EffectText {
        of: Effect::BountyHunter,
        brief: "a token if that player goes out soon",
        full: "Choose another player: if they go out before your next turn ends, and not by a \
               sanity check, you get a token.",
    },
    EffectText {
        of: Effect::TurnRound,
        brief: "the turns go the other way",
        full: "The direction of play turns round.",
    },
];

const _: () = {
    let mut row = 0;
    while row < EFFECTS.len() {
        assert!(EFFECTS[row].of as usize == row, "a row stands in the wrong place");
        row += 1;
    }
};

/// What a card with this knack does without being played on one's turn.
pub fn knack_text(knack: Knack) -> &'static str {
    match knack {
        Knack::Fatal => "If you discard it, for whatever reason, you are out.",
        Knack::YieldsToRoyals => {
            "If your other card plays as a King or a Prince, you must play this one."
        }
        Knack::YieldsToHigh => "If your other card is above 4, you must play this one.",
        Knack::Adds => "In your discards it adds 1 to your score at the showdown.",
        Knack::Constable => "If you go out with it in your discards, you get a token.",
        Knack::Spy => {
            "When the round ends, the only player still in with one of these in the discards gets \
             a token."
        }
        Knack::Assassin => {
            "From your hand: when a Guard chooses you, its player is out, whatever the number; you \
             discard this and draw a new card."
        }
        Knack::CrimeBoss => {
            "From your hand: a player whose card looks at it is out, unless that card is \
             Nyarlathotep."
        }
        Knack::Nope => {
            "Quick: when another player plays a card, you may discard this and draw a new one to \
             cancel what that card would do."
        }
        Knack::NoU => {
            "Quick: when a card of another player chooses you, you may discard this and draw a new \
             one to turn that card back on its player."
        }
        Knack::SkipsTurn => {
            "Quick: when another player's turn is about to start, you may discard this and draw a \
             new one to skip that turn."
        }
        Knack::KeepsProtection => {
            "Quick: when your protection is about to end, you may discard this and draw a new one \
             to keep it until your next turn."
        }
        Knack::TakesAside => {
            "Quick: when you are about to draw for your turn, you may discard this and draw a new \
             one; then you draw the card set aside instead, if it is still there."
        }
        Knack::PlaysAgain => {
            "Quick: when your turn is about to end, you may discard this and draw a new one to \
             have another turn after it."
        }
        Knack::FreeNoU => {
            "Quick: when a card of another player chooses you (any card, while you are insane), \
             you may discard this and draw a new one to turn that card back on its player."
        }
    }
}

/// What a card does in a few words, for who knows it already.
pub fn brief(card: Card) -> String {
    let definition = card.definition();
    let mut parts = Vec::new();
    if definition.sane != Effect::Nothing {
        parts.push(brief_effect(definition.sane).to_owned());
    }
    parts.extend(definition.knacks.iter().map(|knack| brief_knack(*knack).to_owned()));
    parts.extend(definition.insane.map(|effect| format!("insane: {}", brief_effect(effect))));
    parts.join("; ")
}

const fn brief_knack(knack: Knack) -> &'static str {
    match knack {
        Knack::Fatal => "out if you discard it",
        Knack::YieldsToRoyals => "must be played beside a King or Prince",
        Knack::YieldsToHigh => "must be played beside a card above 4",
        Knack::Adds => "laid down, +1 at the showdown",
        Knack::Constable => "laid down, a token if you go out",
        Knack::Spy => "laid down, a token for the only one still in",
        Knack::Assassin => "in hand, puts out who plays a Guard on you",
        Knack::CrimeBoss => "in hand, puts out who looks at it",
        Knack::Nope => "quick: cancels a card of another player (on your turn it does nothing)",
        Knack::NoU => "quick: turns a card played on you round",
        Knack::SkipsTurn => "quick: skips another player's turn",
        Knack::KeepsProtection => "quick: keeps your protection for a turn",
        Knack::TakesAside => "quick: draw the card set aside for your turn",
        Knack::PlaysAgain => "quick: another turn after yours",
        Knack::FreeNoU => "quick: turns a card played on you round (insane: any card)",
    }
}

/// How a table of this deck is set up, how its rounds end, and what wins.
pub fn rules_text(deck: &Deck, answers: Answers, players: usize) -> String {
    let mut lines = vec![
        format!("{} for {players} players.", deck.title),
        cards_line(deck, players),
        set_up_line(deck, players),
        "Turn: draw a card, then play one of your two.".to_owned(),
    ];
    lines.extend(answers_line(deck, answers, players));
    lines.extend(steps_line(deck, players));
    lines.extend(insanity_line(deck, players));
    if deck.priming {
        lines.push(PRIMING.to_owned());
    }
    if deck.eights {
        lines.push(EIGHTS.to_owned());
    }
    lines.push(format!("End of a round: {} {}", ends(deck.ends), ties(deck.ties)));
    lines.push(format!("Next round: {}", starts(deck.starts)));
    lines.extend(tokens_line(deck, players));
    lines.join("\n")
}

/// How cards are answered, where the deck has cards for it.
fn answers_line(deck: &Deck, policy: Answers, players: usize) -> Option<String> {
    let answers = |knack: &Knack| matches!(knack, Knack::Nope | Knack::NoU | Knack::FreeNoU);
    let quick = deck.cards_for(players).map(|(card, _)| card);
    let quick = quick.filter(|card| card.definition().knacks.iter().any(answers));
    let quick: Vec<&str> = quick.map(Card::title).collect();
    let how = match policy {
        Answers::InTurn => {
            "one after the other, whether they answer: first the players the card was played on, \
             then the others in turn order from its player. The first answer counts."
        }
        Answers::Sealed => {
            "under seal, whether they answer. Of several answers one counts: first come the \
             players the card was played on, then the others in turn order."
        }
    };
    (!quick.is_empty()).then(|| {
        format!(
            "Answers: what is played lies on the stack, and before it happens all who might hold \
             a quick card ({}) are asked, {how} It is laid down, its player draws a card for it, \
             and it lies on top of the stack, where it may be answered itself. The top of the \
             stack happens first.",
            quick.join(", ")
        )
    })
}

/// Which steps of a turn can be answered, where the deck has cards for it.
fn steps_line(deck: &Deck, players: usize) -> Option<String> {
    let steps = [
        (Knack::SkipsTurn, "the start of a turn"),
        (Knack::KeepsProtection, "the end of protection"),
        (Knack::TakesAside, "the draw for a turn"),
        (Knack::PlaysAgain, "the end of a turn"),
    ];
    let cards = || deck.cards_for(players).map(|(card, _)| card);
    let step = |(knack, what): &(Knack, &str)| {
        let card = cards().find(|card| card.definition().knacks.contains(knack))?;
        Some(format!("{what} ({})", card.title()))
    };
    let steps: Vec<String> = steps.iter().filter_map(step).collect();
    (!steps.is_empty()).then(|| {
        format!(
            "Steps of a turn: these lie on the stack, too, and all who might hold the card for it \
             are asked whether they answer: {}.",
            steps.join(", ")
        )
    })
}

/// When one is insane and what that means, where the deck has insane cards.
fn insanity_line(deck: &Deck, players: usize) -> Option<String> {
    let cards = || deck.cards_for(players).map(|(card, _)| card);
    let is_insane = |card: &Card| deck.row(*card).is_some_and(|row| row.insane);
    cards().find(is_insane)?;
    let fatal = |card: &Card| card.definition().knacks.contains(&Knack::Fatal);
    let fatal: Vec<&str> =
        cards().filter(|card| fatal(card) && !is_insane(card)).map(Card::title).collect();
    let fatal = match fatal.as_slice() {
        [] => String::new(),
        cards => format!(" or may not be discarded ({})", cards.join(", ")),
    };
    Some(format!(
        "Insanity: you are insane while an insane card lies in your discards; the card that makes \
         you so still plays as sane, and afterwards you choose. When your turn begins, turn over \
         as many cards from the deck as you have insane ones: they join your discards, and if one \
         of them is insane{fatal}, you are out."
    ))
}

const PRIMING: &str = "\
    Priming: whoever goes out before having had a turn in the round comes back at once as a \
    Prime, seated right after, with a new card and one insanity more.";

const EIGHTS: &str = "\
    Eights: whoever holds nothing but 8s may shuffle one back into the deck instead of playing \
    it, once in a round.";

fn cards_line(deck: &Deck, players: usize) -> String {
    let mut cards: Vec<(Card, u8)> = deck.cards_for(players).collect();
    let value = |card| deck.row(card).map_or(0, |row| row.value);
    let is_insane = |card| deck.row(card).is_some_and(|row| row.insane);
    // The sort is stable: cards of one value stay in the order of their decks.
    cards.sort_by_key(|(card, _)| std::cmp::Reverse(value(*card)));
    let total: u32 = cards.iter().map(|(_, count)| u32::from(*count)).sum();
    let named = |(card, count): &(Card, u8)| {
        let times = if *count == 1 { String::new() } else { format!(" x{count}") };
        let star = if is_insane(*card) { "*" } else { "" };
        format!("{} {}{star}{times}", value(*card), card.title())
    };
    let named: Vec<String> = cards.iter().map(named).collect();
    let insane = if cards.iter().any(|(card, _)| is_insane(*card)) {
        " Those with a * are insane."
    } else {
        ""
    };
    format!("Cards: {total}. {}.{insane}", named.join(", "))
}

fn set_up_line(deck: &Deck, players: usize) -> String {
    let face_up = match deck.face_up_for_two {
        more @ 1.. if players == 2 => format!(", and {more} more face up"),
        _ => String::new(),
    };
    let mut sentences =
        vec![format!("Set-up: everybody gets a card; one lies aside face down{face_up}.")];
    if deck.brain_case() {
        sentences.push("The Brain Case lies beside the table.".to_owned());
    }
    let has_back = |back: &Back| {
        deck.cards.iter().any(|row| row.back == *back)
            || deck.marks().iter().any(|mark| mark.back == *back)
    };
    let backs = Back::ALL.iter().filter(|back| has_back(back)).count();
    if backs > 1 {
        let many = ["two", "three", "four", "five", "six"][backs.min(6) - 2];
        sentences.push(format!(
            "There are {many} kinds of backs, and everybody sees those of the cards in hand."
        ));
    }
    let marked: Vec<String> = deck.marks().iter().map(|mark| marked(deck, mark)).collect();
    if !marked.is_empty() {
        sentences.push(format!("Marked cards: {}.", marked.join("; ")));
    }
    sentences.join(" ")
}

/// `Baron with a creased back`, `Guard with Sentry on it`.
fn marked(deck: &Deck, mark: &Mark) -> String {
    let usual = deck.row(mark.card);
    let mut look = Vec::new();
    if usual.is_none_or(|row| row.back != mark.back) {
        look.push(format!("with a {} back", mark.back.word()));
    }
    if let Some(front) =
        mark.front.as_ref().filter(|_| usual.is_none_or(|row| row.front != mark.front))
    {
        look.push(format!("with {front} on it"));
    }
    format!("{} {}", mark.card.title(), look.join(" and "))
}

fn ends(ends: Ends) -> &'static str {
    match ends {
        Ends::TurnEnd => {
            "when one player is left, who wins it, or after the turn in which the deck ran out; \
             then the highest card wins."
        }
        Ends::NoDraw => {
            "when one player is left, who wins it, or when whoever is to draw finds no card; then \
             the highest card wins."
        }
    }
}

fn ties(ties: Ties) -> &'static str {
    match ties {
        Ties::Discards => {
            "Of tied players the one with the higher sum of discards wins; if that is tied too, \
             nobody does."
        }
        Ties::Shared => "Tied players win it together, and each gets a token.",
        Ties::Cancel => {
            "Tied players cancel each other out, and the next score counts; if no player is left, \
             nobody wins."
        }
    }
}

fn starts(starts: Starts) -> &'static str {
    match starts {
        Starts::Winner => "the winner of the last one starts.",
        Starts::LastOut => {
            "the player who went out last chooses who starts; for the first round chance does."
        }
    }
}

fn tokens_line(deck: &Deck, players: usize) -> Option<String> {
    let tokens = counted(deck.tokens_for(players)?, "token");
    Some(match deck.insane_tokens {
        Some(insane) => format!(
            "Tokens: whoever wins a round gets one; if they are insane, it is an insane token. \
             {tokens} or {} win the game.",
            counted(insane, "insane token"),
        ),
        None => {
            format!("Tokens: whoever wins a round gets one. Whoever has {tokens} wins the game.")
        }
    })
}

/// `1 token`, `2 tokens`.
pub(crate) fn counted(number: u8, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// To stand within a sentence.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::KINDS;

    fn deck(name: &str) -> Deck {
        Deck::built_in(name).unwrap()
    }

    /// What each card says in the chaos deck, in the order of [`Card::ALL`].
    const CARDS: [&str; KINDS] = [
        "Guard: Value 1. Choose another player and name a number other than 1: if they hold \
         that, they are out.",
        "Priest: Value 2. Choose another player and look at their hand.",
        "Baron: Value 3. Choose another player and compare hands in secret: whoever has the \
         lower card is out; a tie does nothing.",
        "Handmaid: Value 4. Until your next turn begins, cards of other players cannot choose \
         you.",
        "Prince: Value 5. Choose any player, yourself too: they discard their hand without \
         effect and draw a new card.",
        "King: Value 6. Choose another player and trade hands with them.",
        "Countess: Value 7. Nothing happens when you play it. If your other card plays as a \
         King or a Prince, you must play this one.",
        "Princess: Value 8. If you discard it, for whatever reason, you are out.",
        "Jester: Value 0. Choose another player: if they win this round, you get a token.",
        "Assassin: Value 0. Nothing happens when you play it. From your hand: when a Guard \
         chooses you, its player is out, whatever the number; you discard this and draw a new \
         card.",
        "Cardinal: Value 2. Choose two players, of whom you may be one: they trade hands, and \
         you look at one of the two.",
        "Baroness: Value 3. Choose one or two other players and look at their hands.",
        "Sycophant: Value 4. Choose any player: the next card that chooses players must \
         choose them too, if it can.",
        "Count: Value 5. Nothing happens when you play it. In your discards it adds 1 to your \
         score at the showdown.",
        "Constable: Value 6. Nothing happens when you play it. If you go out with it in your \
         discards, you get a token.",
        "Dowager Queen: Value 7. Choose another player and compare hands in secret: whoever \
         has the higher card is out; a tie does nothing.",
        "Bishop: Value 9. Choose another player and name a number other than 1: if they hold \
         that, you get a token, and they may discard their hand without effect and draw a new \
         card. At the showdown a Princess beats it.",
        "Spy: Value 0. Nothing happens when you play it. When the round ends, the only player \
         still in with one of these in the discards gets a token.",
        "Chancellor: Value 6. Draw two cards, keep one of your three, and put the other two \
         under the deck in any order.",
        "Brain Case: Value 0, insane. If you discard it, for whatever reason, you are out.",
        "Investigators: Value 1. Choose another player and name a number other than 1: if \
         they hold that, they are out.",
        "Deep Ones: Value 1, insane. Choose another player and name a number other than 1: if \
         they hold that, they are out. Or, while you are insane: choose another player, who \
         is out with a 1 in hand; if not, name another number, and they are out if they hold \
         that.",
        "Cats of Ulthar: Value 2. Choose another player and look at their hand.",
        "Golden Mead: Value 2, insane. Choose another player and look at their hand. Or, \
         while you are insane: choose another player and look at their hand, then draw a card \
         and play one of your two.",
        "Great Race of Yith: Value 3. Choose another player and compare hands in secret: \
         whoever has the lower card is out; a tie does nothing.",
        "Hound of Tindalos: Value 3, insane. Choose another player and compare hands in \
         secret: whoever has the lower card is out; a tie does nothing. Or, while you are \
         insane: choose another player, who is out unless they are insane.",
        "Elder Sign: Value 4. Until your next turn begins, cards of other players cannot \
         choose you.",
        "Liber Ivonis: Value 4, insane. Until your next turn begins, cards of other players \
         cannot choose you. Or, while you are insane: nothing can put you out for the rest of \
         the round, though you still check your sanity and cards can still choose you.",
        "Professor Armitage: Value 5. Choose any player, yourself too: they discard their \
         hand without effect and draw a new card.",
        "Mi-Go: Value 5, insane. Choose any player, yourself too: they discard their hand \
         without effect and draw a new card. Or, while you are insane: choose another player, \
         take their hand and give them the Brain Case, then play one of your cards.",
        "Randolph Carter: Value 6. Choose another player and trade hands with them.",
        "Nyarlathotep: Value 6, insane. Choose another player and trade hands with them. Or, \
         while you are insane: take the hands of all other players who can be chosen, look at \
         them, and deal one back to each as you like.",
        "Silver Key: Value 7. Nothing happens when you play it. If your other card is above \
         4, you must play this one.",
        "Shining Trapezohedron: Value 7, insane. Nothing happens when you play it. If your \
         other card is above 4, you must play this one. Or, while you are insane: if your \
         other card is above 4, you win the round.",
        "Necronomicon: Value 8. If you discard it, for whatever reason, you are out.",
        "Cthulhu: Value 8, insane. If you discard it, for whatever reason, you are out. Or, \
         while you are insane: if two insane cards or more lay in your discards before it, \
         you win the game; if not, you are out.",
        "Nope: Value 2, insane. Nothing happens when you play it. Quick: when another player \
         plays a card, you may discard this and draw a new one to cancel what that card would \
         do.",
        "No-U: Value 5. The direction of play turns round. Quick: when a card of another \
         player chooses you, you may discard this and draw a new one to turn that card back \
         on its player. In your discards it adds 1 to your score at the showdown.",
        "Insane No-U: Value 5, insane. The direction of play turns round. Quick: when a card \
         of another player chooses you (any card, while you are insane), you may discard this \
         and draw a new one to turn that card back on its player. In your discards it adds 1 \
         to your score at the showdown.",
        "Capitalist: Value 5, insane. Choose any player, yourself too: they discard their \
         hand without effect and draw a new card. Or, while you are insane: draw a card and \
         hold two for the rest of the round; at the showdown the better counts.",
        "Bounty Hunter: Value 6. Choose another player: if they go out before your next turn \
         ends, and not by a sanity check, you get a token.",
        "Crime Boss: Value 6, insane. Nothing happens when you play it. From your hand: a \
         player whose card looks at it is out, unless that card is Nyarlathotep.",
        "Jestsassin: Value 0. Choose another player: if they win this round, you get a token. \
         From your hand: when a Guard chooses you, its player is out, whatever the number; \
         you discard this and draw a new card.",
        "Curfew: Nothing happens when you play it. Quick: when another player's turn is about \
         to start, you may discard this and draw a new one to skip that turn.",
        "Chaperone: Nothing happens when you play it. Quick: when your protection is about to \
         end, you may discard this and draw a new one to keep it until your next turn.",
        "Smuggler: Nothing happens when you play it. Quick: when you are about to draw for \
         your turn, you may discard this and draw a new one; then you draw the card set aside \
         instead, if it is still there.",
        "Encore: Nothing happens when you play it. Quick: when your turn is about to end, you \
         may discard this and draw a new one to have another turn after it.",
    ];

    #[test]
    fn every_card_says_what_it_does() {
        let chaos = deck("chaos");
        let said = Card::ALL.map(|card| format!("{}: {}", card.title(), card_text(card, &chaos)));
        for (said, expected) in said.into_iter().zip(CARDS) {
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn the_number_is_the_one_of_the_deck() {
        let princess = |name| card_text(Card::Princess, &deck(name));
        let says = "If you discard it, for whatever reason, you are out.";
        assert_eq!(princess("classic"), format!("Value 8. {says}"));
        assert_eq!(princess("modern"), format!("Value 9. {says}"));
        assert_eq!(princess("cosmic"), says);
    }

    fn check_rules(name: &str, players: usize, expected: &[&str]) {
        let said = rules_text(&deck(name), Answers::Sealed, players);
        assert_eq!(said.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_classic_deck_says_how_it_is_played() {
        check_rules(
            "classic",
            2,
            &[
                "Classic for 2 players.",
                "Cards: 16. 8 Princess, 7 Countess, 6 King, 5 Prince x2, 4 Handmaid x2, 3 Baron \
                 x2, 2 Priest x2, 1 Guard x5.",
                "Set-up: everybody gets a card; one lies aside face down, and 3 more face up.",
                "Turn: draw a card, then play one of your two.",
                "End of a round: when one player is left, who wins it, or after the turn in which \
                 the deck ran out; then the highest card wins. Of tied players the one with the \
                 higher sum of discards wins; if that is tied too, nobody does.",
                "Next round: the winner of the last one starts.",
                "Tokens: whoever wins a round gets one. Whoever has 7 tokens wins the game.",
            ],
        );
    }

    #[test]
    fn the_premium_deck_says_how_it_is_played() {
        check_rules(
            "premium",
            5,
            &[
                "Premium for 5 players.",
                "Cards: 32. 9 Bishop, 8 Princess, 7 Countess, 7 Dowager Queen, 6 King, 6 \
                 Constable, 5 Prince x2, 5 Count x2, 4 Handmaid x2, 4 Sycophant x2, 3 Baron x2, 3 \
                 Baroness x2, 2 Priest x2, 2 Cardinal x2, 1 Guard x8, 0 Jester, 0 Assassin.",
                "Set-up: everybody gets a card; one lies aside face down.",
                "Turn: draw a card, then play one of your two.",
                "End of a round: when one player is left, who wins it, or after the turn in which \
                 the deck ran out; then the highest card wins. Of tied players the one with the \
                 higher sum of discards wins; if that is tied too, nobody does.",
                "Next round: the winner of the last one starts.",
                "Tokens: whoever wins a round gets one. Whoever has 4 tokens wins the game.",
            ],
        );
    }

    #[test]
    fn the_modern_deck_says_how_it_is_played() {
        check_rules(
            "modern",
            3,
            &[
                "Modern for 3 players.",
                "Cards: 21. 9 Princess, 8 Countess, 7 King, 6 Chancellor x2, 5 Prince x2, 4 \
                 Handmaid x2, 3 Baron x2, 2 Priest x2, 1 Guard x6, 0 Spy x2.",
                "Set-up: everybody gets a card; one lies aside face down.",
                "Turn: draw a card, then play one of your two.",
                "End of a round: when one player is left, who wins it, or after the turn in which \
                 the deck ran out; then the highest card wins. Tied players win it together, and \
                 each gets a token.",
                "Next round: the winner of the last one starts.",
                "Tokens: whoever wins a round gets one. Whoever has 5 tokens wins the game.",
            ],
        );
    }

    #[test]
    fn the_cosmic_deck_says_how_it_is_played() {
        check_rules(
            "cosmic",
            2,
            &[
                "Cosmic for 2 players.",
                "Cards: 24. 8 Necronomicon, 8 Cthulhu*, 7 Silver Key, 7 Shining Trapezohedron*, 6 \
                 Randolph Carter, 6 Nyarlathotep*, 5 Professor Armitage x2, 5 Mi-Go*, 4 Elder Sign \
                 x2, 4 Liber Ivonis*, 3 Great Race of Yith x2, 3 Hound of Tindalos*, 2 Cats of \
                 Ulthar x2, 2 Golden Mead*, 1 Investigators x5, 1 Deep Ones*. Those with a * are \
                 insane.",
                "Set-up: everybody gets a card; one lies aside face down, and 5 more face up. The \
                 Brain Case lies beside the table.",
                "Turn: draw a card, then play one of your two.",
                "Insanity: you are insane while an insane card lies in your discards; the card \
                 that makes you so still plays as sane, and afterwards you choose. When your turn \
                 begins, turn over as many cards from the deck as you have insane ones: they join \
                 your discards, and if one of them is insane or may not be discarded (Necronomicon), you \
                 are out.",
                "End of a round: when one player is left, who wins it, or after the turn in which \
                 the deck ran out; then the highest card wins. Tied players cancel each other \
                 out, and the next score counts; if no player is left, nobody wins.",
                "Next round: the winner of the last one starts.",
                "Tokens: whoever wins a round gets one; if they are insane, it is an insane \
                 token. 2 tokens or 3 insane tokens win the game.",
            ],
        );
    }

    #[test]
    fn the_chaos_deck_says_how_it_is_played() {
        check_rules(
            "chaos",
            4,
            &[
                "Chaos for 4 players.",
                "Cards: 59. 8 Princess, 8 Necronomicon, 8 Cthulhu*, 7 Countess, 7 Silver Key, 7 \
                 Shining Trapezohedron*, 6 King, 6 Constable, 6 Chancellor x2, 6 Randolph Carter, \
                 6 Nyarlathotep*, 6 Bounty Hunter, 6 Crime Boss*, 5 Prince x2, 5 Count x2, 5 \
                 Professor Armitage x2, 5 Mi-Go*, 5 No-U x2, 5 Insane No-U*, 5 Capitalist*, 4 \
                 Handmaid x2, 4 Elder Sign x2, 4 Liber Ivonis*, 3 Baron x2, 3 Baroness x2, 3 Great \
                 Race of Yith x2, 3 Hound of Tindalos*, 2 Priest x2, 2 Cats of Ulthar x2, 2 Golden \
                 Mead*, 2 Nope* x2, 1 Guard x5, 1 Investigators x5, 1 Deep Ones*, 0 Assassin, 0 \
                 Spy x2, 0 Jestsassin. Those with a * are insane.",
                "Set-up: everybody gets a card; one lies aside face down. The Brain Case lies \
                 beside the table. There are two kinds of backs, and everybody sees those of the \
                 cards in hand.",
                "Turn: draw a card, then play one of your two.",
                "Answers: what is played lies on the stack, and before it happens all who might \
                 hold a quick card (Nope, No-U, Insane No-U) are asked, under seal, whether they \
                 answer. Of several answers one counts: first come the players the card was \
                 played on, then the others in turn order. It is laid down, its player draws a \
                 card for it, and it lies on top of the stack, where it may be answered itself. \
                 The top of the stack happens first.",
                "Insanity: you are insane while an insane card lies in your discards; the card \
                 that makes you so still plays as sane, and afterwards you choose. When your turn \
                 begins, turn over as many cards from the deck as you have insane ones: they join \
                 your discards, and if one of them is insane or may not be discarded (Princess, Necronomicon), you \
                 are out.",
                "Priming: whoever goes out before having had a turn in the round comes back at \
                 once as a Prime, seated right after, with a new card and one insanity more.",
                "Eights: whoever holds nothing but 8s may shuffle one back into the deck instead \
                 of playing it, once in a round.",
                "End of a round: when one player is left, who wins it, or when whoever is to draw \
                 finds no card; then the highest card wins. Tied players cancel each other out, \
                 and the next score counts; if no player is left, nobody wins.",
                "Next round: the player who went out last chooses who starts; for the first round \
                 chance does.",
                "Tokens: whoever wins a round gets one; if they are insane, it is an insane \
                 token. 2 tokens or 3 insane tokens win the game.",
            ],
        );
    }

    #[test]
    fn how_answers_are_asked_for_is_said() {
        let said = rules_text(&deck("chaos"), Answers::InTurn, 4);
        assert!(said.contains("are asked, one after the other, whether they answer"), "{said}");
        assert!(!said.contains("seal"), "{said}");
    }

    #[test]
    fn a_table_of_the_wrong_size_still_has_words() {
        for players in [0, 1, 5, 9, usize::MAX] {
            assert!(!rules_text(&deck("classic"), Answers::InTurn, players).contains("Tokens"));
        }
    }
}
