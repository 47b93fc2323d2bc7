//! A move as data, and the forms that moves have on a board.

use std::sync::Arc;

use parlor_engine::{Form, Named, Phrase};

use crate::board::Place;
use crate::deck::Pack;
use crate::moves::Move;
use crate::rules::Rules;
use crate::trade::Item;

impl Rules {
    pub(crate) fn phrase_of(&self, played: Move) -> Phrase {
        let verb = Phrase::new().word(played.verb());
        let at = |phrase: Phrase, place: Place| {
            // A move that was only read may name a space that is not there.
            let name = if self.board.contains(place) { self.board.name(place) } else { "" };
            phrase.place(place.to_string(), name.to_owned())
        };
        match played {
            Move::UseCard(pack) => verb.choice(pack.name(), pack.title()),
            Move::Bid(amount) => verb.amount(amount),
            Move::Build(place)
            | Move::SellHouse(place)
            | Move::Sell(place)
            | Move::Mortgage(place)
            | Move::Lift(place) => at(verb, place),
            Move::Trade(seat) => verb.seat(seat),
            Move::Give(item) | Move::Want(item) => match item {
                Item::Cash(amount) => verb.word("cash").amount(amount),
                Item::Place(place) => at(verb, place),
                Item::Card(pack) => verb.word("card").choice(pack.name(), pack.title()),
            },
            _ => verb,
        }
    }

    pub(crate) fn all_forms(&self) -> Vec<Form> {
        let places: Arc<[Named]> = self
            .board
            .places()
            .map(|place| Named::new(place.to_string(), self.board.name(place).to_owned()))
            .collect();
        let packs: Arc<[Named]> =
            Pack::ALL.iter().map(|pack| Named::new(pack.name(), pack.title())).collect();
        let word = |does: &'static str, verb: &'static str| Form::new(does).word(verb);
        let at = |does, verb| word(does, verb).place("PLACE", &places);
        let mut forms = vec![
            word("throws the dice", "roll"),
            word("buys what you landed on", "buy"),
            word("has what you landed on auctioned", "auction"),
            word("bids so much in an auction", "bid").amount("POUNDS").example("bid 120"),
            word("bids no more", "pass"),
            at("builds a house, or the hotel", "build").example("build 20"),
            at("sells a house, or the hotel", "sell-house"),
            at("sells a property back to the bank", "sell"),
            at("borrows half the price from the bank", "mortgage"),
            at("pays a mortgage back", "lift"),
            word("ends your turn", "end"),
            word("pays what is asked: to leave jail, or a fine", "pay"),
            word("leaves jail by a card", "use").choice("PACK", &packs).example("use pot-luck"),
            word("stays in jail for this turn", "stay"),
            word("draws a card of the other pack, in place of the fine", "draw"),
            word("asks the others to let you leave for good", "ask-to-leave"),
            word("lets somebody leave who asks for it", "agree"),
        ];
        if self.options.trading {
            forms.extend(trade_forms(&places, &packs));
        }
        let refuses = if self.options.trading {
            "says no: to an offer, or to a player who asks to leave"
        } else {
            "does not let somebody leave"
        };
        forms.push(word(refuses, "refuse"));
        forms
    }
}

fn trade_forms(places: &Arc<[Named]>, packs: &Arc<[Named]>) -> Vec<Form> {
    let word = |does: &'static str, verb: &'static str| Form::new(does).word(verb);
    let (give, want) = ("puts this of yours into the offer", "asks for this of theirs");
    vec![
        word("puts together an offer for somebody", "trade").seat("PLAYER").example("trade 3"),
        word(give, "give").place("PLACE", places),
        word(give, "give").word("cash").amount("POUNDS").example("give cash 100"),
        word(give, "give").word("card").choice("PACK", packs),
        word(want, "want").place("PLACE", places),
        word(want, "want").word("cash").amount("POUNDS").example("want cash 100"),
        word(want, "want").word("card").choice("PACK", packs),
        word("makes the offer", "offer"),
        word("drops the offer", "withdraw"),
        word("takes an offer", "accept"),
        word("answers an offer with one of your own", "counter"),
    ]
}

pub(crate) const NOTES: &str = "\
    A PLACE is a position, Go being 1, or a name: build broyles.\n\
    explain PLACE shows its card. Chance: roll 3 4, draw pot-luck 11";
