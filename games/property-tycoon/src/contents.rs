//! What is in the box, as data: every space with its price and rents, the groups, the cards with what
//! they do, and the words of the rules.

use parlor_engine::{Catalogue, Effect as Does, Item, Kind as Part, Section};

use crate::bank::{ALL_MONEY, START_MONEY};
use crate::board::{Board, Group, Kind, Place, Places, Space};
use crate::deck::{Card, Effect, Pack};
use crate::describe::{card_in_words, describe, edition, group_in_words};
use crate::jail::FEE;
use crate::rules::Rules;

impl Rules {
    /// The catalogue of the table.
    pub(crate) fn contents(&self) -> Catalogue {
        let board = &*self.board;
        let mut all = Catalogue::new();
        let table = Item::new("edition", edition(board))
            .number("spaces", board.len() as u32)
            .number("start", START_MONEY)
            .number("bank", ALL_MONEY)
            .number("jail_fee", FEE);
        all.add(Section::new("This table").items([table]));
        let spaces = board.places().map(|place| space(board, place));
        all.add(Section::new("Spaces").of(Part::Place).items(spaces));
        all.add(Section::new("Groups").items(board.groups.iter().map(|it| group(board, it))));
        for pack in Pack::ALL {
            let cards = board.cards[pack.index()].iter().map(|it| card(board, pack, it));
            all.add(Section::new(pack.title()).items(cards));
        }
        all.add_words(self.rules_explained());
        for group in &board.groups {
            all.add_set(group.name.to_string(), None, held(group.streets));
        }
        all.add_set("stations", None, held(board.stations));
        all.add_set("utilities", None, held(board.utilities));
        for pack in Pack::ALL {
            let cards = board.cards[pack.index()].iter().map(|card| (card.id.to_string(), 1));
            all.add_set(pack.title(), None, cards);
        }
        all
    }
}

fn held(places: Places) -> impl Iterator<Item = (String, u32)> {
    places.iter().map(|place| (place.to_string(), 1))
}

fn space(board: &Board, place: Place) -> Item {
    let item =
        Item::new(board.name(place).to_owned(), describe(board, place)).written(place.to_string());
    match board.space(place) {
        Space::Go(amount) => item.kind("go").effect(Does::like("go").amount(amount)),
        Space::Card(pack) => item.kind("card").effect(Does::like("draw").to(pack.name())),
        Space::Tax(amount) => item.kind("tax").effect(Does::like("pay-bank").amount(amount)),
        Space::Jail => item.kind("jail"),
        Space::FreeParking => item.kind("free-parking").effect(Does::like("take-fines")),
        Space::GoToJail => item.kind("go-to-jail").effect(Does::like("go-to-jail")),
        Space::Property => property(board, place, item.kind("property")),
    }
}

/// The figures on the card of a property.
fn property(board: &Board, place: Place, item: Item) -> Item {
    let property = board.property(place);
    let item = item
        .number("price", property.price)
        .number("mortgage", property.loan())
        .number("lift", property.redemption());
    match &property.kind {
        Kind::Street { rents, .. } => {
            let names = [
                "rent",
                "rent_1_house",
                "rent_2_houses",
                "rent_3_houses",
                "rent_4_houses",
                "rent_hotel",
            ];
            let group = board.group(place).map_or("", |group| group.name.as_str());
            let item = item.kind("street").kind(group.to_owned());
            let item = item.number("house", board.house_price(place));
            names.into_iter().zip(rents).fold(item, |item, (name, rent)| item.number(name, *rent))
        }
        Kind::Station => {
            let rents = (1..).zip(&board.station_rents);
            rents.fold(item.kind("station"), |item, (owned, rent)| {
                item.number(format!("rent_{owned}_owned"), *rent)
            })
        }
        Kind::Utility => {
            let rents = (1..).zip(&board.utility_rents);
            rents.fold(item.kind("utility"), |item, (owned, times)| {
                item.number(format!("times_dice_{owned}_owned"), *times)
            })
        }
    }
}

fn group(board: &Board, group: &Group) -> Item {
    Item::new(group.name.to_string(), group_in_words(board, group))
        .kind("group")
        .number("house", group.house)
}

fn card(board: &Board, pack: Pack, card: &Card) -> Item {
    let figures = match card.effect {
        Effect::Repairs { house, hotel } => vec![("house", house), ("hotel", hotel)],
        _ => Vec::new(),
    };
    Item::new(card.id.to_string(), card_in_words(board, pack, card))
        .gives(figures)
        .written(card.id.to_string())
        .kind(pack.name())
        .effect(does(pack, card.effect))
}

/// What a card does, by name and number.
fn does(pack: Pack, effect: Effect) -> Does {
    let with = |like: &'static str, amount: i32| Does::like(like).amount(amount);
    match effect {
        Effect::Receive(amount) => with("receive", amount),
        Effect::PayBank(amount) => with("pay-bank", amount),
        Effect::Fine(amount) => with("fine", amount),
        // For houses and for hotels, which are figures of the card.
        Effect::Repairs { .. } => Does::like("repairs"),
        Effect::FromEach(amount) => with("from-each", amount),
        Effect::AdvanceTo(to) => Does::like("advance").to(to.to_string()),
        Effect::BackTo(to) => Does::like("back").to(to.to_string()),
        Effect::Move(steps) => with("move", steps.into()),
        Effect::GoToJail => Does::like("go-to-jail"),
        Effect::GetOutOfJail => Does::like("get-out-of-jail"),
        Effect::FineOrDraw(fine) => with("fine-or-draw", fine).to(pack.other().name()),
    }
}
