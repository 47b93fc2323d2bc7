//! Everything the game says. How the table looks is in `board.rs`.

use parlor_engine::{
    Catalogue, Count, Drawing, Form, Game, Hosted, Importance, Names, PerSeat, Phrase, Player,
    Seat, Seats, Shortcut, Text,
};

use crate::board;
use crate::card::Card;
use crate::cards::Cards;
use crate::contents;
use crate::describe::counted;
use crate::forms;
use crate::moves::{Choice, Move, Offer};
use crate::notice::Notice;
use crate::players;
use crate::question::Question;
use crate::rules::Rules;
use crate::sets::Effect;
use crate::state::State;
use crate::view::View;
use crate::wording;

impl Hosted for Rules {
    fn draw(&self, view: &View, names: &Names) -> Drawing {
        board::draw(self, view, names)
    }

    /// Phases go without saying: the board and the questions name them.
    fn tell(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
            Notice::Offered { card } => format!("{} is in the kingdom.", card.title()),
            Notice::Begins { .. } => "All hands are dealt, and the game begins.".to_owned(),
            Notice::Turn { seat, number } => format!("{}'s turn {number} begins.", of(seat)),
            Notice::Phase { .. } => String::new(),
            Notice::Draws { seat, count } => {
                format!("{} draws {}.", of(seat), counted((*count).into(), "card"))
            }
            Notice::Drew { card } => format!("You draw {}.", card.title()),
            Notice::Shuffled { seat, count } => {
                let cards = counted((*count).into(), "discard");
                let become_it = if *count == 1 { "becomes" } else { "become" };
                format!("{}'s deck has run out; {cards} {become_it} the new one.", of(seat))
            }
            Notice::Played { seat, card, by } => {
                let how = by.map_or_else(String::new, |by| format!(" with {}", by.title()));
                format!("{} plays {}{how}.", of(seat), card.title())
            }
            Notice::Bought { seat, card, price } => {
                format!("{} buys {} for {price}.", of(seat), card.title())
            }
            Notice::Gained { seat, card, by } => {
                format!("{} gains {} ({}).", of(seat), card.title(), by.title())
            }
            Notice::Trashed { seat, card, by } => {
                format!("{} trashes {} ({}).", of(seat), card.title(), by.title())
            }
            Notice::Discarded { seat, cards, by } => {
                format!("{} discards {} ({}).", of(seat), list(cards), by.title())
            }
            Notice::Chose { seat, choice, by } => {
                let choice = self.choice_in_words(*choice, *by);
                format!("{} chooses {choice} ({}).", of(seat), by.title())
            }
            Notice::Passed { seat, by } if self.card(*by).effect == Some(Effect::DiscardToDraw) => {
                format!("{} discards no more ({}).", of(seat), by.title())
            }
            Notice::Passed { seat, by } => {
                format!("{} plays no action twice ({}).", of(seat), by.title())
            }
            Notice::Showed { seat, card, attack } => {
                format!("{} shows {}: {} passes by.", of(seat), card.title(), attack.title())
            }
            Notice::Sealed { answer } => format!("Your answer '{answer}' is sealed."),
            Notice::PutAway { seat, hand, .. } if hand.is_empty() => {
                format!("{}'s turn ends.", of(seat))
            }
            Notice::PutAway { seat, hand, .. } => {
                format!("{}'s turn ends; left in hand: {}.", of(seat), list(hand))
            }
            Notice::Left { seat } => format!("{} leaves the table.", of(seat)),
            Notice::Over { .. } => "The game is over, and all cards lie open.".to_owned(),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        notice.about()
    }

    fn ask(&self, question: &Question, view: &View, names: &Names) -> String {
        wording::ask(self, *question, view, names)
    }

    /// Where no money is left in the hand, the MONEY phase has nothing more to give.
    fn usual(&self, question: &Question, view: &View) -> Option<Move> {
        let gives = |card: Card| self.card(card).coins > 0;
        let is_done = !view.hand()?.iter().any(|(card, _)| gives(card));
        (matches!(question, Question::Money) && is_done).then_some(Move::EndPhase)
    }

    fn forms(&self) -> Vec<Form> {
        forms::forms(self)
    }

    fn phrase(&self, played: &Move) -> Phrase {
        forms::phrase(*played)
    }

    fn notes(&self) -> String {
        forms::notes(self)
    }

    fn meaning(
        &self,
        played: &Move,
        question: &Question,
        view: &View,
        _: &Names,
    ) -> Option<String> {
        match played {
            Move::Choose(choice) => wording::meaning(self, *choice, *question, view),
            _ => None,
        }
    }

    fn shortcuts(&self) -> Vec<Shortcut> {
        vec![Shortcut::new("play all", "plays all money in your hand, in the MONEY phase")]
    }

    /// Money only: where the set lets any card be played in the MONEY phase, the others give nothing there.
    fn next_of(
        &self,
        _: &Shortcut,
        question: &Question,
        _: &View,
        menu: &Offer,
    ) -> Result<Move, Text> {
        let why = match question {
            Question::Money => {
                let money = players::money(self, menu.cards());
                return money
                    .map(Move::Play)
                    .ok_or("there is no money in your hand to play".into());
            }
            Question::Action => {
                "'play all' plays money, and this is your ACTION phase: play your actions one by one, or type \
                 'end phase' first"
            }
            Question::Buy => "'play all' plays money, and your MONEY phase is over",
            _ => "'play all' plays money, and only in your MONEY phase",
        };
        Err(why.into())
    }

    /// What others buy is what one has to know of their turns; the cards one draws are in the hand.
    fn importance(&self, notice: &Notice) -> Importance {
        match notice {
            Notice::Left { .. } | Notice::Over { .. } => Importance::Key,
            Notice::Bought { .. } | Notice::Gained { .. } | Notice::Showed { .. } => {
                Importance::Notable
            }
            Notice::Played { card, .. } if self.card(*card).coins > 0 => Importance::Routine,
            Notice::Offered { .. }
            | Notice::Turn { .. }
            | Notice::Draws { .. }
            | Notice::Drew { .. }
            | Notice::Shuffled { .. }
            | Notice::Passed { .. }
            | Notice::Sealed { .. }
            | Notice::PutAway { .. } => Importance::Routine,
            _ => Importance::Usual,
        }
    }

    fn is_end(&self, notice: &Notice) -> bool {
        matches!(notice, Notice::Over { .. })
    }

    fn catalogue(&self) -> Catalogue {
        contents::catalogue(self)
    }

    /// By what all cards of a seat are worth at the end, wherever they are.
    fn standing(&self, state: &State) -> Option<PerSeat<i64>> {
        Some(PerSeat::from_fn(self.seats(), |seat| self.points(&state.collection(seat))))
    }

    fn counts(&self, state: &State, seat: Seat) -> Vec<Count> {
        vec![Count::of(state.collection(seat).len(), "card", "cards")]
    }

    fn player(&self, name: &str, _: u64) -> Option<Box<dyn Player<Self>>> {
        players::player(name)
    }
}

impl Rules {
    /// What a choice comes to.
    pub(crate) fn choice_in_words(&self, choice: Choice, by: Card) -> String {
        let count = match self.card(by).effect {
            Some(Effect::ChooseOne(count)) => count,
            _ => 0,
        };
        match choice {
            Choice::Actions => format!("+{}", counted(count.into(), "action")),
            Choice::Money => format!("+{count} money"),
            Choice::Cards => format!("+{}", counted(count.into(), "card")),
            Choice::Discard => "to discard".to_owned(),
            Choice::Bug => "to gain a Bug".to_owned(),
        }
    }
}

/// The words beside the cards.
pub(crate) const WORDS: [(&str, &str); 13] = [
    (
        "ACTION",
        "The first phase of a turn: play actions from your hand. You have one; cards may give \
         more.",
    ),
    (
        "GAIN",
        "What interrupts ACTION when an action gives you a card: take one that it allows, for \
         nothing.",
    ),
    ("MONEY", "The second phase: play money cards from your hand, one by one."),
    (
        "BUY",
        "The third phase: pay for cards with your money. You have one buy; cards may give \
         more. What you buy goes to your discards.",
    ),
    (
        "CLEANUP",
        "The end of a turn, which happens by itself: what is in your hand and what you have \
         played goes to your discards, and you draw five cards. Money that was not spent is \
         lost.",
    ),
    ("hand", "The cards you can play. Others see how many there are."),
    (
        "deck",
        "The cards you draw from. Everybody can tell which cards are in your deck and hand \
         together, but not which are where. When it runs out, your discards become your deck.",
    ),
    (
        "supply",
        "The piles in the middle, from which cards are bought and gained. A pile that is \
         empty stays empty.",
    ),
    ("kingdom", "The actions that can be bought in this game."),
    (
        "discards",
        "The pile beside your deck: what you bought, gained, played or gave up. It lies open, \
         and becomes your deck when that has run out.",
    ),
    ("trash", "Where cards go that are out of the game."),
    (
        "attack",
        "An action that does something to the others. They may show a reaction before it does \
         anything.",
    ),
    (
        "reaction",
        "A card that can be shown from the hand when somebody attacks: the attack does \
         nothing to whoever shows it.",
    ),
];

/// `3 Bitcoin, Hack`.
pub(crate) fn list(cards: &Cards) -> String {
    entries(cards).join(", ")
}

/// The same, kind by kind: `Hack`, `3 Bitcoin`; or `nothing`.
pub(crate) fn entries(cards: &Cards) -> Vec<String> {
    let entry = |(card, count): (Card, u8)| match count {
        1 => card.title().to_owned(),
        _ => format!("{count} {}", card.title()),
    };
    let entries: Vec<String> = cards.iter().map(entry).collect();
    if entries.is_empty() { vec!["nothing".to_owned()] } else { entries }
}
