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
        let (landed, building) =
            ("buys what you landed on, or has it auctioned", "one step of building, up or down");
        let (auction, mortgage) = ("in an auction", "takes out a mortgage, pays it back");
        let (jail, fine) = ("in jail", "the fine, or a card of the other pack");
        let leaving = "lets somebody leave who asks for it, or not";
        let mut forms = vec![
            word("throws the dice", "roll"),
            word(landed, "buy"),
            word(landed, "auction"),
            word(auction, "bid").amount("POUNDS").example("bid 120"),
            word(auction, "pass"),
            at(building, "build").example("build 20"),
            at(building, "sell-house"),
            at("sells a property back to the bank", "sell"),
            at(mortgage, "mortgage"),
            at(mortgage, "lift"),
            word("ends your turn", "end"),
            word(jail, "pay"),
            word(jail, "use").choice("PACK", &packs).example("use pot-luck"),
            word(jail, "stay"),
            word(fine, "pay"),
            word(fine, "draw"),
            word("asks the others to let you leave for good", "ask-to-leave"),
            word(leaving, "agree"),
            word(leaving, "refuse"),
        ];
        if self.options.trading {
            forms.extend(trade_forms(&places, &packs));
        }
        forms
    }
}

fn trade_forms(places: &Arc<[Named]>, packs: &Arc<[Named]>) -> Vec<Form> {
    let word = |does: &'static str, verb: &'static str| Form::new(does).word(verb);
    let (property, money) = ("a property of yours, one of theirs", "money, one way");
    let (card, offer) = ("a card out of jail", "makes the offer, or drops it");
    let answer = "answers an offer";
    vec![
        word("puts together an offer for somebody", "trade").seat("PLAYER").example("trade 3"),
        word(property, "give").place("PLACE", places),
        word(property, "want").place("PLACE", places),
        word(money, "give").word("cash").amount("POUNDS"),
        word(money, "want").word("cash").amount("POUNDS"),
        word(card, "give").word("card").choice("PACK", packs).example("give card pot-luck"),
        word(card, "want").word("card").choice("PACK", packs),
        word(offer, "offer"),
        word(offer, "withdraw"),
        word(answer, "accept"),
        word(answer, "refuse"),
        word(answer, "counter"),
    ]
}

pub(crate) const NOTES: &str = "\
    A PLACE is a position, Go being 1, or a name: build broyles.\n\
    explain PLACE shows its card. Chance: roll 3 4, draw pot-luck 11";
