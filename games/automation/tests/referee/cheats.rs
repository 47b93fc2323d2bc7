//! Players that cheat: each is refused with its reason, and nothing changes by it. That whoever plays
//! the game can name the cheat is tested with the runner.

use parlor_automation::{Card, Choice, Deal, Move, Question, Reason, Rules, State};
use parlor_engine::sample::playout_rng;
use parlor_engine::{
    Act, Ask, Awake, Budget, Digest, Game, Odds, Player, Prompt, Refusal, Seat, Turn,
};

use crate::book::Edition;
use crate::record::{Entry, Record, Table};
use crate::recorder::{Eager, rules};
use crate::referee::Referee;
use crate::verdict::{Check, Fault};

/// Who cheats.
const CHEAT: Seat = Seat::at(1);
/// Games in which a cheat may wait for its moment.
const GAMES: u64 = 50;

type Trick = fn(&Ask<'_, Rules>, Before) -> Option<Act<Move, Deal>>;
/// The last question the cheat was asked, with its answer.
type Before = Option<(Question, Move)>;
type Refused = Refusal<Reason>;

/// A way to cheat: what is sent and when, how it is refused, and what the verdict says.
struct Cheating {
    name: &'static str,
    trick: Trick,
    refused: fn(&Refused) -> bool,
    says: &'static str,
}

const WAYS: &[Cheating] = &[
    Cheating {
        name: "an action that is not in the hand",
        trick: |ask, _| mine(ask, Question::Action, absent(ask, Move::Play)?),
        refused: |why| matches!(why, Refusal::Rules(Reason::NotInHand(_))),
        says: "in your hand",
    },
    Cheating {
        name: "money that is not in the hand",
        trick: |ask, _| mine(ask, Question::Money, Move::Play(Card::Dogecoin)),
        refused: |why| *why == Refusal::Rules(Reason::NotInHand(Card::Dogecoin)),
        says: "there is no Dogecoin in your \
               hand",
    },
    Cheating {
        name: "a card too dear",
        trick: |ask, _| mine(ask, Question::Buy, Move::Buy(Card::Framework)),
        refused: |why| {
            matches!(
                why,
                Refusal::Rules(Reason::TooDear { card: Card::Framework, price: 8, money: ..8 })
            )
        },
        says: "Framework costs 8, and you have ",
    },
    Cheating {
        name: "a card that is not sold",
        trick: |ask, _| mine(ask, Question::Buy, Move::Buy(Card::Ipo)),
        refused: |why| *why == Refusal::Rules(Reason::NotSold(Card::Ipo)),
        says: "IPO is not in the supply of this game",
    },
    Cheating {
        name: "a buy in ACTION",
        trick: |ask, _| mine(ask, Question::Action, Move::Buy(Card::Bitcoin)),
        refused: |why| matches!(why, Refusal::Rules(Reason::NotNow(Move::Buy(Card::Bitcoin), _))),
        says: "'buy bitcoin' does not answer the question; play an action, or 'end phase'",
    },
    Cheating {
        name: "money in ACTION",
        trick: |ask, _| {
            let held = ask.view.seats[CHEAT.index()].hand?.contains(Card::Bitcoin);
            mine(ask, Question::Action, Move::Play(Card::Bitcoin)).filter(|_| held)
        },
        refused: |why| *why == Refusal::Rules(Reason::NotAnAction(Card::Bitcoin)),
        says: "Bitcoin is not an action",
    },
    Cheating {
        name: "a gain past the limit",
        trick: |ask, _| match *ask.question {
            Question::Gain { up_to: ..6, .. } => {
                mine(ask, *ask.question, Move::Gain(Card::Dogecoin))
            }
            _ => None,
        },
        refused: |why| {
            matches!(why, Refusal::Rules(Reason::PastTheLimit { card: Card::Dogecoin, .. }))
        },
        says: "and it may cost ",
    },
    Cheating {
        name: "a reaction that is not in the hand",
        trick: |ask, _| match *ask.question {
            Question::React { .. } if ask.menu.cards().is_empty() => {
                mine(ask, *ask.question, Move::Show(Card::Monitoring))
            }
            _ => None,
        },
        refused: |why| *why == Refusal::Rules(Reason::NotInHand(Card::Monitoring)),
        says: "there is no Monitoring in your hand",
    },
    Cheating {
        name: "a gift that Ransomware does not offer",
        trick: |ask, _| match *ask.question {
            Question::Yield { .. } => mine(ask, *ask.question, Move::Choose(Choice::Money)),
            _ => None,
        },
        refused: |why| matches!(why, Refusal::Rules(Reason::NotNow(..))),
        says: "'choose discard' or 'choose bug'",
    },
    Cheating {
        name: "another's decision",
        trick: |ask, _| (ask.seat != CHEAT).then_some(Act::Move(CHEAT, Move::EndPhase)),
        refused: |why| *why == Refusal::NotAsked(CHEAT),
        says: "seat 2 is not asked to move now",
    },
    Cheating {
        name: "a seat that is not there",
        trick: |ask, _| (ask.seat == CHEAT).then_some(Act::Move(Seat::at(5), Move::EndPhase)),
        refused: |why| *why == Refusal::NoSuchSeat(Seat::at(5)),
        says: "there is no seat 6 at this table",
    },
    Cheating {
        name: "the answer to the last question of the turn, sent again",
        trick: |ask, before| match before? {
            (Question::Buy, sent) if ask.seat != CHEAT => Some(Act::Move(CHEAT, sent)),
            _ => None,
        },
        refused: |why| *why == Refusal::NotAsked(CHEAT),
        says: "seat 2 is not asked to move now",
    },
    Cheating {
        name: "the answer to the question before, sent again",
        trick: |ask, before| match before? {
            (Question::Choose { .. }, sent) => mine(ask, Question::Action, sent),
            _ => None,
        },
        refused: |why| matches!(why, Refusal::Rules(Reason::NotNow(Move::Choose(_), _))),
        says: "does not answer the question; play an action, or 'end phase'",
    },
    Cheating {
        name: "a card of one's own choice off the deck",
        trick: |ask, _| (ask.seat == CHEAT).then_some(Act::Chance(Deal::Draw(Card::Dogecoin))),
        refused: |why| *why == Refusal::NoChanceDue,
        says: "no chance act is due",
    },
];

/// The cheat is asked this and sends that.
fn mine(ask: &Ask<'_, Rules>, question: Question, sent: Move) -> Option<Act<Move, Deal>> {
    (ask.seat == CHEAT && *ask.question == question).then_some(Act::Move(CHEAT, sent))
}

/// The first action that is not offered.
fn absent(ask: &Ask<'_, Rules>, with: fn(Card) -> Move) -> Option<Move> {
    let table = table();
    let kingdom = table.kingdom?;
    kingdom.into_iter().find(|card| !ask.menu.cards().contains(*card)).map(with)
}

/// Three players, with all that asks questions in the kingdom, and without IPO.
fn table() -> Table {
    let kingdom = vec![
        Card::Hack,
        Card::EvergreenTest,
        Card::Ransomware,
        Card::Monitoring,
        Card::Parallelization,
        Card::UnitTest,
        Card::CodeReview,
        Card::Backlog,
        Card::Refactor,
        Card::MergeConflict,
    ];
    Table { set: Edition::Standard, kingdom: Some(kingdom), turns: 30, frameworks: 0, seats: 3 }
}

/// A game with a cheat in it, up to the verdict and on without the cheat.
struct Evening {
    record: Record,
    verdict: Option<(Fault, Refused)>,
}

/// Plays until the trick is tried. What it sends has to be refused and to change nothing; then the
/// cheat has to leave, and the others play on.
fn play(game: &Rules, cheating: &Cheating, seed: u64) -> Evening {
    let record = Record { table: table(), entries: Vec::new(), outcome: None };
    let mut evening = Evening { record, verdict: None };
    let mut rng = playout_rng(seed);
    let mut players: Vec<Eager> =
        (0..3).map(|seat| Eager::new(Edition::Standard, 3 * seed + seat)).collect();
    let (mut state, mut before) = (game.start(), None);
    loop {
        let act = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let odds = game.odds(&state).expect("chance that is due has odds");
                Act::Chance(odds.draw(&mut rng).expect("odds have an outcome"))
            }
            Turn::Ask { seats, why } => {
                let seat = seats.first().expect("somebody is asked");
                let prompt = Prompt::of(game, &state, seat).expect("it is asked");
                let ask = prompt.ask(game, &Budget::UNLIMITED);
                let honest = evening.verdict.is_some();
                if let Some(sent) = (cheating.trick)(&ask, before).filter(|_| !honest) {
                    let number = evening.record.acts().count() + 1;
                    evening.verdict = Some(try_it(game, &mut state, sent, number));
                    Act::Leave(CHEAT)
                } else {
                    let answer = players[seat.index()].choose(&ask);
                    if seat == CHEAT {
                        before = Some((why, answer));
                    }
                    Act::Move(seat, answer)
                }
            }
        };
        evening.record.entries.push(Entry::Act(act));
        game.apply(&mut state, &act, &mut evening.record).expect("an honest act");
    }
    evening.record.outcome = game.outcome(&state);
    evening
}

/// Sends it; hands back what the table says to it.
fn try_it(game: &Rules, state: &mut State, sent: Act<Move, Deal>, act: usize) -> (Fault, Refused) {
    let (digest, mut heard) = (Digest::of(state), Awake::new());
    let why = game.apply(state, &sent, &mut heard).expect_err("a cheat is refused");
    assert_eq!(Digest::of(state), digest, "'{sent}' was refused and changed something");
    assert_eq!(heard.0, [], "'{sent}' was refused and told of");
    (Fault { check: Check::Cheats, act, says: format!("'{sent}' is refused: {why}") }, why)
}

#[test]
fn every_cheat_is_caught() {
    let game = rules(&table());
    for cheating in WAYS {
        let name = cheating.name;
        let evening = (0..GAMES)
            .map(|seed| play(&game, cheating, seed))
            .find(|evening| evening.verdict.is_some())
            .unwrap_or_else(|| panic!("{name}: the moment never came"));
        let Some((fault, why)) = evening.verdict else { continue };
        println!("{name}: {fault}");
        assert!((cheating.refused)(&why), "{name}: {why:?}");
        assert!(fault.says.contains(cheating.says), "{name}: {fault}");
        let ruling = Referee::new().judge(&evening.record);
        assert_eq!(ruling, Ok(()), "{name}: the others did not play on as they should");
        let outcome = evening.record.outcome.expect("a result");
        assert_eq!(outcome.places[CHEAT], 3, "{name}: the cheat is last");
    }
}
