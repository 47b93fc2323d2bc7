//! The habits that the players are known for, in thousands of positions of played games.

use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{
    Act, Ask, Asleep, Budget, Game, Menu, Odds, Player, Prompt, Random, Seat, Seats, Turn,
    playout_with,
};

use super::reading::{ONE, Reading};
use super::{ALL, by_name};
use crate::Answers;
use crate::card::{Card, Print};
use crate::catalogue::{Effect, Knack};
use crate::deck::{Back, Deck, Ends, Marked, Row, Starts, Ties};
use crate::event::Event;
use crate::moves::Move;
use crate::question::Question;
use crate::rules::{FATAL, Rules};
use crate::state::State;
use crate::view::View;

const TABLES: [(&str, usize); 9] = [
    ("classic", 2),
    ("classic", 4),
    ("premium", 6),
    ("modern", 2),
    ("modern", 5),
    ("cosmic", 2),
    ("cosmic", 4),
    ("chaos", 2),
    ("chaos", 5),
];

/// Calls this for every question that one of the players answers, with the answer. Every other
/// seat plays at random, for such games come to more different positions.
fn watch(games: u64, mut seen: impl FnMut(&Ask<'_, Rules>, Move)) {
    for (deck, seats) in TABLES {
        let rules = Rules::new(Deck::built_in(deck).unwrap(), 50, Answers::Sealed, seats);
        for (number, character) in (0..games).zip(ALL.iter().cycle()) {
            let mut player = by_name(character.name, number).unwrap();
            let mut random = Random::new(number);
            let mut rng = playout_rng(number);
            let mut state = rules.start();
            while let Some(seat) = go_on(&rules, &mut state, &mut rng) {
                let prompt = Prompt::of(&rules, &state, seat).unwrap();
                let ask = prompt.ask(&rules, &Budget::UNLIMITED);
                let thinks = seat.index() % 2 == number as usize % 2;
                let answer = if thinks { player.choose(&ask) } else { random.choose(&ask) };
                if thinks {
                    seen(&ask, answer);
                }
                rules.apply(&mut state, &Act::Move(seat, answer), &mut Asleep).unwrap();
            }
        }
    }
}

/// Decks of a table's own, however odd: any cards with any numbers and any rules.
#[test]
fn any_deck_can_be_played() {
    for number in 0..150 {
        let mut rng = playout_rng(number);
        let mut any = |most: u64| below(&mut rng, most) as u8;
        let mut deck = Deck::built_in(if any(2) == 0 { "classic" } else { "chaos" }).unwrap();
        deck.ties = [Ties::Discards, Ties::Shared, Ties::Cancel][usize::from(any(3))];
        deck.ends = [Ends::TurnEnd, Ends::NoDraw][usize::from(any(2))];
        deck.starts = [Starts::Winner, Starts::LastOut][usize::from(any(2))];
        (deck.priming, deck.eights) = (any(2) == 0, any(2) == 0);
        deck.insane_tokens = (any(2) == 0).then_some(2);
        deck.cards.clear();
        for card in Card::ALL {
            let count = any(4);
            if count > 0 && card != Card::BrainCase && any(2) == 0 {
                let back = [Back::Letter, Back::Cosmic][usize::from(any(2))];
                let (value, insane) = (any(16), any(3) == 0);
                let (from_players, aside, front) = (0, false, None);
                let marked = if any(3) == 0 { any_marks(any(6)) } else { Vec::new() };
                deck.cards.push(Row {
                    card,
                    value,
                    count,
                    back,
                    insane,
                    from_players,
                    aside,
                    front,
                    marked,
                });
            }
        }
        let seats = usize::from(2 + any(3));
        let mut problems = parlor_engine::Problems::new();
        deck.check("deck", &mut problems);
        if !problems.is_empty() {
            continue;
        }
        let rules = Rules::new(deck, 20, Answers::Sealed, seats);
        let sit = |seat: usize| by_name(ALL[(seat + number as usize) % ALL.len()].name, 0).unwrap();
        let mut players: Vec<_> = (0..seats).map(sit).collect();
        for _ in 0..3 {
            playout_with(&rules, &mut rules.start(), &mut players, &mut rng);
        }
    }
}

/// One copy that can be told apart from behind, or from in front.
fn any_marks(number: u8) -> Vec<Marked> {
    let back = Back::ALL.get(usize::from(number) + 1).copied();
    vec![Marked { count: 1, back, front: Some("Other".to_owned()) }]
}

/// Lets chance have its way until somebody is asked.
fn go_on(
    rules: &Rules,
    state: &mut State,
    rng: &mut impl parlor_engine::rand_core::Rng,
) -> Option<Seat> {
    loop {
        match rules.turn(state) {
            Turn::Ask { seats, .. } => return seats.first(),
            Turn::Over => return None,
            Turn::Chance => {
                let outcome = rules.odds(state).and_then(|odds| odds.draw(rng)).unwrap();
                rules.apply(state, &Act::Chance(outcome), &mut Asleep).unwrap();
            }
        }
    }
}

/// All cards that the viewer does not see, counted from the deck's own list.
fn out_of_sight(rules: &Rules, view: &View) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for (card, count) in rules.deck.cards_for(rules.seats()) {
        cards.extend(std::iter::repeat_n(card, count.into()));
    }
    if rules.deck.brain_case() {
        cards.push(Card::BrainCase);
    }
    let mut seen: Vec<Print> = view.table.laid.iter().map(|laid| laid.card).collect();
    seen.extend(view.hands.iter().flat_map(|hand| hand.known.iter()));
    seen.extend(view.bottom.iter().filter_map(|under| under.card));
    seen.extend(view.table.returned.iter());
    seen.extend(view.table.brain_case.then_some(Print::plain(Card::BrainCase)));
    for Print { card, .. } in seen {
        let place =
            cards.iter().position(|other| *other == card).expect("every card is one of the deck");
        cards.remove(place);
    }
    cards
}

/// Whether a player may hold a card with this number, by an independent count.
fn may_hold(rules: &Rules, view: &View, seat: Seat, number: u8) -> bool {
    let hand = &view.hands[seat.index()];
    let has_number = |card: &Card| rules.deck.row(*card).unwrap().value == number;
    if hand.known.iter().any(|print| has_number(&print.card)) {
        return true;
    }
    let cosmic = |card: &Card| rules.back(Print::plain(*card)) == Back::Cosmic;
    let unknown = usize::from(hand.size) - hand.known.len();
    let cosmics =
        usize::from(hand.cosmic) - hand.known.iter().filter(|print| cosmic(&print.card)).count();
    let not = view.table.player(seat).hearsay.not;
    out_of_sight(rules, view).iter().any(|card| {
        let back_fits = if cosmic(card) { cosmics > 0 } else { unknown > cosmics };
        has_number(card) && back_fits && !not.has(Print::plain(*card))
    })
}

#[test]
fn nobody_names_a_number_that_cannot_be() {
    let mut guesses = 0;
    watch(45, |ask, answer| {
        let (target, number) = match (*ask.question, answer) {
            (Question::Play, Move::Play { targets, number: Some(number), .. }) => {
                (targets.first().unwrap(), number)
            }
            (Question::Name { play }, Move::Name(number)) => {
                (play.targets.first().unwrap(), number)
            }
            _ => return,
        };
        guesses += 1;
        let can_be = |number: u8| may_hold(ask.game, ask.view, target, number);
        let any = (0..=15).filter(|other| ask.game.nameable.contains(*other)).any(can_be);
        assert!(!any || can_be(number), "{answer:?} with {:?}", ask.view);
    });
    assert!(guesses > 3000, "only {guesses} guesses");
}

#[test]
fn a_fatal_card_is_never_played_for_choice() {
    let mut dangerous = 0;
    watch(24, |ask, answer| {
        let kills = |offered: &Move| match *offered {
            Move::Play { card: Print { card, .. }, insane, .. } => {
                let definition = card.definition();
                let calls = insane && definition.insane == Some(Effect::Cthulhu);
                FATAL.contains(card) && !calls
            }
            _ => false,
        };
        let safe = ask.view.table.immortal.contains(ask.seat);
        if *ask.question != Question::Play || safe || !ask.menu.iter().any(|m| kills(&m)) {
            return;
        }
        dangerous += 1;
        let choice = ask.menu.iter().any(|offered| !kills(&offered));
        assert!(!choice || !kills(&answer), "{answer:?} with {:?}", ask.view);
        // Nor is it discarded for a Prince that was aimed at oneself.
        if let Move::Play { card, targets, insane: false, .. } = answer
            && card.card.definition().sane == Effect::Prince
            && ask.view.hand().iter().any(|held| FATAL.contains(held.card))
        {
            let own = Seats::one(ask.seat);
            let on_another = |offered: Move| {
                matches!(offered, Move::Play { card: other, targets, .. }
                    if other == card && targets != own)
            };
            assert!(targets != own || !ask.menu.iter().any(on_another), "{:?}", ask.view);
        }
    });
    assert!(dangerous > 500, "only {dangerous} positions");
}

/// With two in the round a known card and the card to strike it with win at once.
#[test]
fn what_is_known_is_used() {
    let mut chances = 0;
    watch(60, |ask, answer| {
        let table = &ask.view.table;
        let others = table.alive.without(ask.seat);
        let (Some(at), false) = (others.first(), others.are_several()) else { return };
        let hand = &ask.view.hands[at.index()];
        let known = match hand.known.as_slice() {
            [print] if hand.size == 1 => print.card,
            _ => return,
        };
        let strikes = |offered: &Move| match *offered {
            Move::Play { card, insane: false, targets, number } if targets == others => {
                match card.card.definition().sane {
                    Effect::Guard => number == Some(ask.game.value(known)),
                    Effect::Prince => FATAL.contains(known),
                    effect @ (Effect::Baron | Effect::DowagerQueen) => {
                        let kept = ask.view.hand().iter().find(|held| **held != card);
                        let kept = kept.map(|held| held.card);
                        let (lost, won) = match effect {
                            Effect::Baron => (Some(known), kept),
                            _ => (kept, Some(known)),
                        };
                        lost.map(|card| ask.game.value(card)) < won.map(|card| ask.game.value(card))
                            && kept.is_some()
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        // Only where nothing can come between.
        let mad = ask.game.deck.insane_tokens.is_some();
        let plain = !mad && !ask.game.kinds.contains(Card::Constable);
        if !plain || !ask.menu.iter().any(|offered| strikes(&offered)) {
            return;
        }
        chances += 1;
        assert!(strikes(&answer), "{answer:?} with {:?}", ask.view);
    });
    assert!(chances > 100, "only {chances} chances");
}

#[test]
fn answers_are_given_in_ones_own_interest() {
    let (mut rescues, mut silent) = (0, 0);
    watch(120, |ask, answer| {
        let Question::Answer { play } = *ask.question else { return };
        if ask.menu.count() == 1 {
            return;
        }
        let table = &ask.view.table;
        let answers = answer != Move::Pass;
        let aimed_at_me =
            |play: &crate::event::Play| play.targets.contains(ask.seat) && play.against.is_none();
        let holds = |number| ask.view.hand().iter().any(|card| ask.game.value(card.card) == number);
        let assassin = |print: &Print| print.card.definition().knacks.contains(&Knack::Assassin);
        let effect = Rules::effect_of(play);
        if effect == Effect::Guard && aimed_at_me(&play) {
            let number = play.number.unwrap();
            let struck = holds(number) && !ask.view.hand().iter().any(assassin);
            let paid = table.discards(ask.seat).any(|card| card == Card::Constable);
            let lasting = table.acted.contains(ask.seat) && !table.immortal.contains(ask.seat);
            if !struck {
                silent += 1;
                // To turn the Guard round is another matter.
                assert_ne!(
                    answer,
                    Move::Answer(Card::Nope.into()),
                    "{play:?}, {:?}",
                    ask.view.hand()
                );
            } else if lasting && !paid {
                rescues += 1;
                assert!(answers, "{play:?} with {:?}", ask.view);
            }
        }
        // Whoever cancels what would hurt me is not cancelled.
        let below = play.against.and_then(|id| table.stack.get(id)).map(|frame| frame.event);
        if let Some(Event::Play { play: below }) = below
            && aimed_at_me(&below)
            && below.by != ask.seat
            && (Rules::effect_of(below) == Effect::Hound
                || below.number.is_some_and(holds) && !ask.view.hand().iter().any(assassin))
            && !table.immortal.contains(ask.seat)
        {
            silent += 1;
            assert!(!answers, "{play:?} with {:?}", ask.view);
        }
    });
    assert!(rescues > 10 && silent > 30, "only {rescues} rescues, {silent} times silent");
}

/// The chances that are read from a view are those of the worlds that it allows.
#[test]
fn chances_are_those_of_the_worlds_that_may_be() {
    const WORLDS: i32 = 1500;
    let mut asked = 0;
    let mut rng = playout_rng(11);
    watch(3, |ask, _| {
        asked += 1;
        if asked % 40 != 0 || ask.view.pot_size > 0 {
            return;
        }
        let reading = Reading::new(ask.game, ask.view);
        let mut counts = vec![[0; crate::card::KINDS]; ask.game.seats()];
        for _ in 0..WORLDS {
            let world = ask.game.imagine(ask.view, &mut rng);
            for (index, counts) in counts.iter_mut().enumerate() {
                world.hand(Seat::at(index)).iter().for_each(|card| counts[card.index()] += 1);
            }
        }
        for (index, counts) in counts.iter().enumerate() {
            let guess = reading.hand(Seat::at(index));
            for card in Card::ALL {
                let read = guess.asked_for(card) * guess.size.max(1);
                let found = counts[card.index()] * ONE / WORLDS;
                let far = (read - found).abs() * 100 / ONE;
                assert!(far <= 6, "{card} of seat {index}: {read} or {found}, {:?}", ask.view);
                assert!(found == 0 || read > 0, "{card} of seat {index} may be, {:?}", ask.view);
            }
        }
    });
    assert!(asked > 800, "only {asked} questions");
}
