//! Scenarios: a table set by hand, acts played from there, and what came of them.

use std::collections::BTreeMap;

use parlor_automation::Automation;
use parlor_engine::layout::untied;
use parlor_engine::sample::playout_rng;
use parlor_engine::{
    Act, AnyAct, Asleep, Awake, Digest, Hosted, Menu, Names, Odds, Outcome, Rulebook, Seat, Seats,
    Turn, Viewer, Viewers, Visitor,
};
use serde_json::{Value, json};

/// All actions but these ten are out of the game.
pub(crate) const KINGDOM: &str = "backlog,merge-conflict,monitoring,unit-test,hack,tech-debt,refactor,\
                       parallelization,evergreen-test,ransomware";
/// With the other five in it.
pub(crate) const OTHERS: &str = "code-review,sprint-planning,daily-scrum,ipo,deployment-pipeline,\
                      merge-conflict,refactor,hack,monitoring,parallelization";

/// A table in the first turn of seat 1, set by hand.
///
/// `cards` are lines such as `1 hand: hack, 2 bitcoin`, with `hand`, `deck` and `discards`, and
/// `gone: bug` for piles that are empty. Who is not named has five Bitcoins in hand and no other
/// card.
pub(crate) struct Scene<'a> {
    options: Value,
    seats: usize,
    cards: &'a str,
    acts: &'a str,
}

/// Where a scenario ends.
pub(crate) struct End {
    /// What everybody heard, and what one seat did: `2: You draw Bitcoin.`
    pub(crate) told: Vec<String>,
    /// Who is asked.
    pub(crate) asked: Vec<usize>,
    /// The question put to the first of them.
    pub(crate) question: String,
    /// Their menu.
    pub(crate) menu: String,
    /// The next move of `play all` for them, or why there is none.
    pub(crate) all: Result<String, String>,
    /// The refusal of the last act.
    pub(crate) refused: Option<String>,
    /// What the spectator sees, then each seat.
    pub(crate) views: Vec<Value>,
    /// The board as each of them sees it.
    pub(crate) boards: Vec<String>,
    pub(crate) outcome: Option<Outcome>,
}

/// Two players with [`KINGDOM`].
pub(crate) fn two(cards: &str, acts: &str) -> End {
    play(json!({ "set": "standard", "kingdom": KINGDOM }), 2, cards, acts)
}

/// Three players with [`KINGDOM`].
pub(crate) fn three(cards: &str, acts: &str) -> End {
    play(json!({ "set": "standard", "kingdom": KINGDOM }), 3, cards, acts)
}

pub(crate) fn play(options: Value, seats: usize, cards: &str, acts: &str) -> End {
    let scene = Scene { options, seats, cards, acts };
    let options = scene.options.clone();
    Automation::open(&options, seats, scene).unwrap_or_else(|why| panic!("{why}"))
}

impl Visitor for Scene<'_> {
    type Out = End;

    fn visit<G: Hosted>(self, game: G) -> End {
        let mut state = self.set(&game);
        let names = Names::new(["Ann", "Bob", "Cid", "Dan"]);
        let (mut told, mut refused) = (Vec::new(), None);
        let acts: Vec<&str> = self.acts.split(';').map(str::trim).collect();
        for act in acts.into_iter().filter(|act| !act.is_empty()) {
            assert_eq!(refused, None, "{}", self.acts);
            let act: AnyAct = act.parse().expect("an act");
            if matches!(act, Act::Move(..)) {
                deal(&game, &mut state, &names, &mut told);
            }
            let typed = act.typed().unwrap_or_else(|why| panic!("'{act}': {why}"));
            let before = Digest::of(&state);
            let mut witness = Awake::new();
            match game.apply(&mut state, &typed, &mut witness) {
                Ok(()) => told.extend(words(&game, &names, witness)),
                Err(why) => {
                    assert_eq!(Digest::of(&state), before, "a refused act changed the table");
                    refused = Some(why.to_string());
                }
            }
        }
        deal(&game, &mut state, &names, &mut told);
        game.check(&state).unwrap_or_else(|why| panic!("{why}: {}", self.acts));
        let (asked, question, menu, all) = match game.turn(&state) {
            Turn::Ask { seats, why } => {
                let first = seats.first().expect("somebody is asked");
                let view = game.view(&state, Viewer::Seat(first));
                let menu = game.menu(&state, first);
                let all = game.next_of(&game.shortcuts()[0], &why, &view, &menu);
                let all = all.map(|next| next.to_string()).map_err(|why| why.to_string());
                let menu: Vec<String> = menu.iter().map(|entry| entry.to_string()).collect();
                let asked = seats.iter().map(Seat::number).collect();
                (asked, untied(&game.ask(&why, &view, &names)), menu.join(" | "), all)
            }
            _ => (Vec::new(), String::new(), String::new(), Err("it is over".to_owned())),
        };
        let views: Vec<G::View> =
            viewers(self.seats).map(|viewer| game.view(&state, viewer)).collect();
        End {
            told,
            asked,
            question,
            menu,
            all,
            refused,
            boards: views.iter().map(|view| game.draw(view, &names).to_string()).collect(),
            views: views.iter().map(|view| serde_json::to_value(view).expect("JSON")).collect(),
            outcome: game.outcome(&state),
        }
    }
}

/// Deals the first card there is while chance is due.
pub(crate) fn deal<G: Hosted>(
    game: &G,
    state: &mut G::State,
    names: &Names,
    told: &mut Vec<String>,
) {
    while let Some(odds) = game.odds(state) {
        let act = Act::Chance(odds.pick(0).expect("something to deal"));
        let mut witness = Awake::new();
        game.apply(state, &act, &mut witness).expect("chance that can come up");
        told.extend(words(game, names, witness));
    }
}

pub(crate) fn words<G: Hosted>(game: &G, names: &Names, witness: Awake<G::Notice>) -> Vec<String> {
    let line = |(to, notice): (Viewers, G::Notice)| {
        let words = game.tell(&notice, names);
        let only = Seats::first_n(4).iter().find(|seat| to.contains(Viewer::Seat(*seat)));
        match only {
            Some(seat) if !to.contains(Viewer::Spectator) => format!("{seat}: {words}"),
            _ => words,
        }
    };
    witness.0.into_iter().map(line).filter(|words| !words.is_empty()).collect()
}

/// The spectator, then the seats: their places are their numbers.
pub(crate) fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Spectator).chain(Seats::first_n(seats).iter().map(Viewer::Seat))
}

pub(crate) type Pile = BTreeMap<String, u64>;

impl Scene<'_> {
    /// Deals the first hands, then lays the cards as the scene says: a view that knows all hands
    /// leaves nothing to imagine. Cards are taken from the supply, and go there.
    fn set<G: Hosted>(&self, game: &G) -> G::State {
        let mut state = game.start();
        while let Some(odds) = game.odds(&state) {
            let act = Act::Chance(odds.pick(0).expect("something to deal"));
            game.apply(&mut state, &act, &mut Asleep).expect("chance that can come up");
        }
        let view = game.view(&state, Viewer::Spectator);
        let mut view = serde_json::to_value(view).expect("JSON");
        let mut supply = pile(&view["supply"]);
        let mut trash = Pile::new();
        for index in 0..self.seats {
            let seat = &mut view["seats"][index];
            add(&mut supply, pile(&seat["unseen"]));
            let of = |place: &str| self.line(&format!("{} {place}", index + 1));
            let named = ["hand", "deck", "discards"].iter().any(|place| of(place).is_some());
            let hand = of("hand").unwrap_or_else(|| {
                if named { Pile::new() } else { Pile::from([("bitcoin".to_owned(), 5)]) }
            });
            let deck = of("deck").unwrap_or_default();
            let discards = of("discards").unwrap_or_default();
            let mut unseen = hand.clone();
            add(&mut unseen, deck.clone());
            for (card, count) in unseen.iter().chain(&discards) {
                let left = supply.get_mut(card).unwrap_or_else(|| panic!("no pile of {card}"));
                *left = left.checked_sub(*count).expect("enough cards");
            }
            seat["hand_size"] = json!(hand.values().sum::<u64>());
            seat["deck_size"] = json!(deck.values().sum::<u64>());
            seat["top"] = json!(discards.keys().next());
            seat["hand"] = json!(hand);
            seat["unseen"] = json!(unseen);
            seat["discards"] = json!(discards);
        }
        for card in self.line("gone").unwrap_or_default().into_keys() {
            let left = supply.insert(card.clone(), 0).expect("a pile");
            trash.insert(card, left);
        }
        view["supply"] = json!(supply);
        view["trash"] = json!(trash);
        let view: G::View = serde_json::from_value(view).expect("a view");
        game.imagine(&view, &mut playout_rng(1))
    }

    fn line(&self, label: &str) -> Option<Pile> {
        let mut lines = self.cards.split(';').filter_map(|line| line.trim().split_once(':'));
        let (_, cards) = lines.find(|(known, _)| *known == label)?;
        let cards = cards.split(',').map(str::trim).filter(|card| !card.is_empty());
        Some(
            cards
                .map(|card| match card.split_once(' ') {
                    Some((count, card)) => (card.to_owned(), count.parse().expect("a number")),
                    None => (card.to_owned(), 1),
                })
                .collect(),
        )
    }
}

pub(crate) fn pile(cards: &Value) -> Pile {
    serde_json::from_value(cards.clone()).expect("cards")
}

pub(crate) fn add(pile: &mut Pile, more: Pile) {
    for (card, count) in more {
        *pile.entry(card).or_default() += count;
    }
}

impl End {
    /// What lies somewhere, such as `1 hand`, `2 discards`, `supply`, in the order of the names.
    pub(crate) fn at(&self, place: &str) -> String {
        let cards = match place.split_once(' ') {
            Some((seat, what)) => {
                let seat: usize = seat.parse().expect("a seat");
                self.views[seat]["seats"][seat - 1][what].clone()
            }
            None => self.views[0][place].clone(),
        };
        let cards = pile(&cards).into_iter().filter(|(_, count)| *count > 0);
        let cards: Vec<String> = cards
            .map(|(card, count)| if count == 1 { card } else { format!("{count} {card}") })
            .collect();
        cards.join(", ")
    }

    /// Actions, buys and money.
    pub(crate) fn purse(&self) -> [u64; 3] {
        ["actions", "buys", "money"].map(|what| self.views[0][what].as_u64().expect("a number"))
    }

    pub(crate) fn phase(&self) -> &str {
        self.views[0]["phase"].as_str().expect("a phase")
    }

    pub(crate) fn number(&self, place: &str) -> u64 {
        let (seat, what) = place.split_once(' ').expect("a seat and a number");
        let seat: usize = seat.parse().expect("a seat");
        self.views[0]["seats"][seat - 1][what].as_u64().expect("a number")
    }

    pub(crate) fn heard(&self, words: &str) -> bool {
        self.told.iter().any(|told| told == words)
    }

    pub(crate) fn refusal(&self) -> &str {
        self.refused.as_deref().expect("a refusal")
    }
}
