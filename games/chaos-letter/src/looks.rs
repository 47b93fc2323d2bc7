//! What the cards of a table look like, from both sides.

use crate::card::{KINDS, Kinds, LOOKS, Look, Looks, MAX_MARKS, Print};
use crate::cards::Cards;
use crate::deck::{BACKS, Back, Deck};
use crate::rules::Rules;

impl Rules {
    /// What is seen of a card from behind.
    #[inline]
    pub fn back(&self, card: Print) -> Back {
        self.backs[card.index()]
    }

    /// The cards that look like this from behind.
    #[inline]
    pub(crate) const fn with_back(&self, back: Back) -> Looks {
        self.with_back[back.index()]
    }

    /// The cards that look the same as this one from behind.
    #[inline]
    pub(crate) fn alike(&self, card: Print) -> Looks {
        self.with_back(self.back(card))
    }

    /// These cards, marked or not.
    #[inline]
    pub(crate) fn looks_of(&self, kinds: Kinds) -> Looks {
        let mut looks = Looks::plain(kinds);
        for (mark, card) in (1..).zip(&self.marked) {
            if kinds.contains(*card) {
                looks = looks.with(Print { card: *card, mark }.look());
            }
        }
        looks.and(self.looks())
    }

    /// All cards at this table.
    pub(crate) fn looks(&self) -> Looks {
        self.with_back.into_iter().fold(Looks::NONE, Looks::or)
    }

    /// The card that looks like this; `None` where the deck has no such mark.
    pub(crate) fn print_of(&self, look: Look) -> Option<Print> {
        let on = |mark: u8| self.marked.get(usize::from(mark).checked_sub(1)?).copied();
        let card = look.kind().or_else(|| on(look.mark()))?;
        Some(Print { card, mark: look.mark() })
    }

    /// The cards that look like these, those of a kind together.
    pub(crate) fn prints(&self, looks: Looks) -> impl Iterator<Item = Print> + Clone {
        let marks = looks.marks();
        let kinds = self.kinds_of(looks);
        kinds.iter().flat_map(move |card| {
            let plain = Some(Print::plain(card)).filter(|print| looks.has(*print));
            let marked = marks.iter().filter_map(|look| self.print_of(look));
            plain.into_iter().chain(marked.filter(move |print| print.card == card))
        })
    }

    /// What cards that look like these are.
    pub(crate) fn kinds_of(&self, looks: Looks) -> Kinds {
        let marked = looks.marks().iter().filter_map(|look| self.print_of(look));
        looks.plain_kinds().or(marked.map(|print| print.card).collect())
    }
}

/// All cards of the deck when so many play.
pub(crate) fn full_pool(deck: &Deck, seats: usize) -> Cards {
    let prints = deck.prints_for(seats).into_iter();
    prints.flat_map(|(print, count)| std::iter::repeat_n(print, count.into())).collect()
}

/// What is seen of each card from behind, and the cards of the table with each back.
pub(crate) fn from_behind(deck: &Deck, totals: &[u8; LOOKS]) -> ([Back; LOOKS], [Looks; BACKS]) {
    let mut backs = [Back::Letter; LOOKS];
    for row in deck.cards.iter().rev() {
        backs[row.card.index()] = row.back;
    }
    for (mark, back) in deck.marks().iter().map(|mark| mark.back).enumerate().take(MAX_MARKS) {
        backs[KINDS + mark] = back;
    }
    let mut with_back = [Looks::NONE; BACKS];
    for look in Looks::ALL.iter().filter(|look| totals[look.index()] > 0) {
        let same = &mut with_back[backs[look.index()].index()];
        *same = same.with(look);
    }
    (backs, with_back)
}
