//! Every game says as data what is in its box, and how its games ended.

mod walk;

use std::collections::BTreeSet;

use parlor_engine::{Catalogue, Kind, Names};
use parlor_protocol::MAX_CATALOGUE;
use parlor_registry::SHELF;
use serde_json::json;

fn catalogue(id: &str, options: &serde_json::Value, seats: usize) -> Catalogue {
    SHELF.open(id, options, seats).unwrap().catalogue()
}

#[test]
fn a_catalogue_has_everything_that_moves_name() {
    for (id, options, seats) in walk::tables() {
        let table = SHELF.open(id, &options, seats).unwrap();
        let all = table.catalogue();
        let written: Vec<&str> = all.items().filter_map(|item| item.written.as_deref()).collect();
        let once: BTreeSet<&str> = written.iter().copied().collect();
        assert_eq!(once.len(), written.len(), "{id}: something is written twice");
        let things = all.sets.iter().flat_map(|set| set.holds.keys());
        for thing in things {
            assert!(once.contains(&**thing), "{id}: {thing} is in a set and nowhere else");
        }
        assert!(all.items().all(|item| !item.text.is_empty()), "{id}");
        for place in table.forms().iter().flat_map(|form| &form.slots) {
            let listed = place.among.iter().filter(|_| place.kind == Kind::Place);
            for thing in listed {
                let item = all.find(&thing.written).expect("it is in the catalogue");
                assert_eq!(item.name, thing.name, "{id}");
            }
        }
        let text = serde_json::to_string(&all).unwrap();
        assert!(text.len() < MAX_CATALOGUE, "{id}: {} bytes", text.len());
        assert_eq!(serde_json::from_str::<Catalogue>(&text).unwrap(), all, "{id}");
        let manual = all.to_string();
        for item in all.items() {
            assert!(manual.contains(&*item.name), "{id}: {} is not in the manual", item.name);
        }
    }
}

/// What a bot has to know of a table without reading a word.
#[test]
fn figures_decks_and_kingdoms_are_data() {
    let all = catalogue("automation", &json!({"set": "standard"}), 2);
    let hack = all.find("hack").unwrap();
    assert_eq!((hack.numbers["cost"], hack.numbers["money"]), (4, 2));
    assert_eq!((&*hack.effects[0].like, hack.effects[0].amount), ("discard-down-to", Some(3)));
    assert_eq!(hack.kinds, ["action", "attack"]);
    let set = |all: &Catalogue, name: &str| {
        all.sets.iter().find(|set| set.name == name).cloned().unwrap_or_else(|| panic!("{name}"))
    };
    let deck = set(&all, "starting deck");
    assert_eq!((deck.holds["bitcoin"], deck.holds["method"], deck.holds.len()), (7, 3, 2));
    let kingdom = set(&all, "kingdom");
    assert_eq!((kingdom.drawn, kingdom.holds.len()), (Some(10), 15));
    assert_eq!(all.find("bitcoin").unwrap().copies, Some(60 + 14));

    let chosen = "backlog,hack,refactor,ipo,unit-test,monitoring,tech-debt,daily-scrum,ransomware,\
                  code-review";
    let all = catalogue("automation", &json!({"set": "standard", "kingdom": chosen}), 2);
    let kingdom = set(&all, "kingdom");
    assert_eq!((kingdom.drawn, kingdom.holds.len(), kingdom.holds["hack"]), (None, 10, 10));

    let all = catalogue("property-tycoon", &json!({}), 2);
    let street = all.find("2").unwrap();
    assert_eq!((street.numbers["price"], street.numbers["rent_hotel"]), (60, 250));
    assert!(street.kinds.iter().any(|kind| kind == "street"));
    let tax = all.find("5").unwrap();
    assert_eq!((&*tax.effects[0].like, tax.effects[0].amount), ("pay-bank", Some(200)));
    assert!(set(&all, "Pot Luck").holds.len() > 10);
    assert!(all.like("go-to-jail").count() > 1);

    // A deck of one's own is as good as one in the box.
    let own = json!({"deck": {
        "title": "Small", "players": [2, 2], "tokens": [3], "ties": "discards", "ends": "turn-end",
        "starts": "winner", "cards": [
            {"card": "investigators", "value": 1, "count": 9}, {"card": "king", "value": 6, "count": 1},
        ],
    }});
    let all = catalogue("chaos-letter", &own, 2);
    let guards: Vec<_> = all.like("guard").map(|item| (&*item.name, item.copies)).collect();
    assert_eq!(guards, [("Investigators", Some(9))]);
}

#[test]
fn results_go_from_the_first_place_to_the_last() {
    for case in walk::tables() {
        let names = Names::new(["Ann", "Bob", "Cid", "Dee", "Eve"]);
        let mut seen = 0;
        for seed in 0..4 {
            let table = walk::play(&case, seed, |table, _, _| {
                assert!(table.outcome().is_some() || table.ranking(&names).is_empty());
            });
            let Some(outcome) = table.outcome() else { continue };
            seen += 1;
            let ranking = table.ranking(&names);
            assert_eq!(ranking.len(), case.2);
            assert!(ranking.is_sorted_by_key(|placed| (placed.place, placed.seat)));
            assert_eq!(ranking[0].place, 1);
            for placed in &ranking {
                assert_eq!(placed.place, outcome.places[placed.seat]);
                assert_eq!(placed.score, outcome.scores[placed.seat]);
                assert_eq!(placed.name, names.of(placed.seat));
            }
            let (first, counts) = (&ranking[0], &ranking[0].counts);
            let expected = match case.0 {
                "dots-and-boxes" => {
                    format!("{} box{}", first.score, if first.score == 1 { "" } else { "es" })
                }
                "automation" => {
                    let cards = counts["cards"];
                    assert!(cards >= 10, "{cards}");
                    let s = if first.score.abs() == 1 { "" } else { "s" };
                    format!("{} point{s} ({cards} cards)", first.score)
                }
                "property-tycoon" => format!("£{} (£{} in cash, ", first.score, counts["cash"]),
                _ => format!("{} token", first.score),
            };
            assert!(first.text.starts_with(&expected), "{}: {}", case.0, first.text);
            let line = format!("1. {}: {}", first.name, first.text);
            assert_eq!(first.to_string(), line);
        }
        assert!(seen > 0, "{case:?}: no game came to its end");
    }
}
