//! Shows that the referee can fail: good games, each changed in one place, each caught by the check
//! that is there for it.

use parlor_automation::{Card, Cards, Deal, Move, Notice, Phase};
use parlor_engine::{Act, PerSeat, Seat, Viewers};

use crate::record::{Entry, Record};
use crate::recorder::Recorder;
use crate::referee::Referee;
use crate::verdict::Check;

/// Games looked at for each change; not every game has a place for every change.
const GAMES: u64 = 300;

/// Changes a record; `None` where it has no place for it.
type Change = fn(&mut Record) -> Option<()>;

const CHANGES: &[(&str, Check, Change)] = &[
    ("a score is one too high", Check::Score, |record| {
        record.outcome.as_mut()?.scores[Seat::at(0)] += 1;
        Some(())
    }),
    ("a card counts for nothing", Check::Score, |record| {
        let scores = &mut record.outcome.as_mut()?.scores;
        let (seat, points) = scores.iter().find(|(_, points)| **points != 0)?;
        scores[seat] = points - points.signum();
        Some(())
    }),
    ("two places are exchanged", Check::Results, |record| {
        let places = &mut record.outcome.as_mut()?.places;
        let (seat, other) =
            (Seat::at(0), places.iter().find(|(_, place)| **place != places[Seat::at(0)])?.0);
        let (one, two) = (places[seat], places[other]);
        (places[seat], places[other]) = (two, one);
        Some(())
    }),
    ("everybody wins", Check::Results, |record| {
        let places = &mut record.outcome.as_mut()?.places;
        places.iter().find(|(_, place)| **place > 1)?;
        *places = PerSeat::from_fn(places.len(), |_| 1);
        Some(())
    }),
    ("a tie is no tie", Check::Results, |record| {
        let places = &mut record.outcome.as_mut()?.places;
        let seat = places.iter().filter(|(_, place)| **place == 1).nth(1)?.0;
        places[seat] = 2;
        Some(())
    }),
    ("an Ethereum in a first hand", Check::FirstHands, |record| {
        let at = position(record, |entry| matches!(entry, Entry::Act(Act::Chance(Deal::Draw(_)))))?;
        draw_instead(record, at, Card::Ethereum)
    }),
    ("a first hand of four", Check::FirstHands, |record| {
        nobody_leaves(record)?;
        let at = position(record, |entry| matches!(entry, Entry::Act(Act::Chance(Deal::Draw(_)))))?;
        record.entries.drain(at..at + 2);
        Some(())
    }),
    ("a Module is missing", Check::Supply, |record| {
        let at = begins(record)?;
        let Entry::Said(_, Notice::Begins { supply }) = &mut record.entries[at] else {
            return None;
        };
        supply.remove(Card::Module);
        Some(())
    }),
    ("a pile that is not in the kingdom", Check::Supply, |record| {
        let at = begins(record)?;
        let Entry::Said(_, Notice::Begins { supply }) = &mut record.entries[at] else {
            return None;
        };
        let card = Card::all().find(|card| !supply.contains(*card))?;
        supply.add(card);
        Some(())
    }),
    ("other Frameworks than agreed", Check::Supply, |record| {
        begins(record)?;
        record.table.frameworks += 3;
        Some(())
    }),
    ("other players than counted", Check::Supply, |record| {
        let at = begins(record)?;
        let Entry::Said(_, Notice::Begins { supply }) = &mut record.entries[at] else {
            return None;
        };
        *supply = supply.with(Card::Bug, 10);
        Some(())
    }),
    ("the kingdom has nine actions", Check::Supply, |record| {
        begins(record)?;
        let at =
            position(record, |entry| matches!(entry, Entry::Act(Act::Chance(Deal::Offer(_)))))?;
        record.entries.drain(at..at + 2);
        Some(())
    }),
    ("the game begins twice", Check::StartAndEnd, |record| {
        let at = begins(record)?;
        let again = record.entries[at].clone();
        record.entries.insert(at, again);
        Some(())
    }),
    ("the game does not begin", Check::StartAndEnd, |record| {
        let at = begins(record)?;
        record.entries.remove(at);
        Some(())
    }),
    ("the game ends twice", Check::StartAndEnd, |record| {
        let over = record.entries.last()?.clone();
        record.entries.push(over);
        Some(())
    }),
    ("the game does not end", Check::StartAndEnd, |record| {
        record.entries.pop()?;
        Some(())
    }),
    ("somebody plays on", Check::StartAndEnd, |record| {
        record.entries.push(Entry::Act(Act::Move(Seat::at(0), Move::EndPhase)));
        Some(())
    }),
    ("nobody says who won", Check::StartAndEnd, |record| record.outcome.take().map(drop)),
    ("a card is sold for one less", Check::Buys, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Bought { price: 1.., .. }))?;
        let Entry::Said(_, Notice::Bought { price, .. }) = &mut record.entries[at] else {
            return None;
        };
        *price -= 1;
        Some(())
    }),
    ("a Framework in the first turn", Check::Buys, |record| {
        let at = first_buy(record)?;
        let Entry::Said(_, Notice::Bought { seat, card, price }) = &mut record.entries[at] else {
            return None;
        };
        (*card, *price) = (Card::Framework, 8);
        let act = Act::Move(*seat, Move::Buy(*card));
        record.entries[at - 1] = Entry::Act(act);
        Some(())
    }),
    ("one buy too many", Check::Buys, |record| {
        let at = first_buy(record)?;
        let again = [record.entries[at - 1].clone(), record.entries[at].clone()];
        record.entries.splice(at + 1..=at, again);
        Some(())
    }),
    ("a card that is not sold", Check::Buys, |record| {
        let at = first_buy(record)?;
        let begins = begins(record)?;
        let Entry::Said(_, Notice::Begins { supply }) = &record.entries[begins] else {
            return None;
        };
        let missing = Card::all().find(|missing| !supply.contains(*missing))?;
        let Entry::Said(_, Notice::Bought { seat, card, .. }) = &mut record.entries[at] else {
            return None;
        };
        *card = missing;
        let act = Act::Move(*seat, Move::Buy(missing));
        record.entries[at - 1] = Entry::Act(act);
        Some(())
    }),
    ("an action with no action left", Check::Buys, |record| {
        let at = after_lone_monitoring(record)?;
        let Entry::Said(to, Notice::Phase { seat, .. }) = record.entries[at] else { return None };
        let (card, by) = (Card::Monitoring, None);
        let act = Entry::Act(Act::Move(seat, Move::Play(card)));
        let told = Entry::Said(to, Notice::Played { seat, card, by });
        record.entries.splice(at..at, [act, told]);
        Some(())
    }),
    ("Refactor makes a Framework of a Bitcoin", Check::Buys, |record| {
        let by = Card::Refactor;
        let trashed = said(record, |notice| {
            matches!(notice, Notice::Trashed { card: Card::Bitcoin, by: Card::Refactor, .. })
        })?;
        let Entry::Said(to, Notice::Gained { seat, .. }) = *record.entries.get(trashed + 2)? else {
            return None;
        };
        let card = Card::Framework;
        record.entries[trashed + 1] = Entry::Act(Act::Move(seat, Move::Gain(card)));
        record.entries[trashed + 2] = Entry::Said(to, Notice::Gained { seat, card, by });
        Some(())
    }),
    ("Hack is played for nothing", Check::Buys, |record| {
        let at = said(record, |notice| {
            matches!(notice, Notice::Played { card: Card::Hack, by: None, .. })
        })?;
        let Entry::Said(_, Notice::Played { by, .. }) = &mut record.entries[at] else {
            return None;
        };
        *by = Some(Card::Parallelization);
        Some(())
    }),
    ("BUY comes before MONEY", Check::Phases, |record| {
        let money =
            said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Money, .. }))?;
        let buy = said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Buy, .. }))?;
        record.entries.swap(money, buy);
        Some(())
    }),
    ("MONEY is left out", Check::Phases, |record| {
        let at =
            said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Money, .. }))?;
        nobody_leaves(record)?;
        record.entries.remove(at);
        Some(())
    }),
    ("BUY is left out", Check::Phases, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Buy, .. }))?;
        nobody_leaves(record)?;
        record.entries.remove(at);
        Some(())
    }),
    ("nobody ends a phase", Check::Phases, |record| {
        let ends = |entry: &Entry| matches!(entry, Entry::Act(Act::Move(_, Move::EndPhase)));
        let at = position(record, ends)?;
        record.entries.remove(at);
        Some(())
    }),
    ("money among the actions", Check::Phases, |record| {
        let at =
            said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Action, .. }))?;
        let Entry::Said(to, Notice::Phase { seat, .. }) = record.entries[at] else { return None };
        let (card, by) = (Card::Bitcoin, None);
        let act = Entry::Act(Act::Move(seat, Move::Play(card)));
        let told = Entry::Said(to, Notice::Played { seat, card, by });
        record.entries.splice(at + 1..=at, [act, told]);
        Some(())
    }),
    ("a card is bought before BUY", Check::Phases, |record| {
        let at =
            said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Action, .. }))?;
        let Entry::Said(to, Notice::Phase { seat, .. }) = record.entries[at] else { return None };
        let (card, price) = (Card::Bitcoin, 0);
        let act = Entry::Act(Act::Move(seat, Move::Buy(card)));
        let told = Entry::Said(to, Notice::Bought { seat, card, price });
        record.entries.splice(at + 1..=at, [act, told]);
        Some(())
    }),
    ("somebody else ends the phase", Check::Phases, |record| {
        let ends = |entry: &Entry| matches!(entry, Entry::Act(Act::Move(_, Move::EndPhase)));
        let at = position(record, ends)?;
        let Entry::Act(Act::Move(seat, _)) = &mut record.entries[at] else { return None };
        *seat = Seat::at((seat.index() + 1) % record.table.seats);
        nobody_leaves(record).filter(|()| record.table.seats > 1)
    }),
    ("nothing is put away", Check::Turns, |record| {
        let at = said(record, |notice| matches!(notice, Notice::PutAway { .. }))?;
        record.entries.remove(at);
        Some(())
    }),
    ("a turn is counted twice", Check::Turns, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Turn { number: 2, .. }))?;
        let Entry::Said(_, Notice::Turn { number, .. }) = &mut record.entries[at] else {
            return None;
        };
        *number = 1;
        Some(())
    }),
    ("somebody is passed over", Check::Turns, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Turn { .. }))?;
        let Entry::Said(_, Notice::Turn { seat, .. }) = &mut record.entries[at] else {
            return None;
        };
        *seat = Seat::at((seat.index() + 1) % record.table.seats);
        Some(()).filter(|()| record.table.seats > 1)
    }),
    ("a turn more than agreed", Check::Turns, |record| {
        let last = record.table.turns;
        said(record, |notice| matches!(notice, Notice::Turn { number, .. } if *number == last))?;
        record.table.turns = last.checked_sub(1).filter(|less| *less > 0)?;
        Some(())
    }),
    ("the game ends too early", Check::Turns, |record| {
        let over = record.entries.last()?.clone();
        let at = said(record, |notice| matches!(notice, Notice::PutAway { .. }))?;
        nobody_leaves(record).filter(|()| at + 2 < record.entries.len())?;
        record.entries.truncate(at + 1);
        record.entries.push(over);
        Some(())
    }),
    ("a turn goes on after all was put away", Check::Turns, |record| {
        let at = said(record, |notice| matches!(notice, Notice::PutAway { .. }))?;
        let again = record.entries[at].clone();
        record.entries.insert(at, again);
        Some(())
    }),
    ("a Framework from nowhere", Check::Conserved, |record| {
        let decks = decks(record)?;
        decks[Seat::at(0)].add(Card::Framework);
        Some(())
    }),
    ("a card changes hands", Check::Conserved, |record| {
        let decks = decks(record).filter(|decks| decks.len() > 1)?;
        let card = decks[Seat::at(0)].nth(0)?;
        decks[Seat::at(0)].remove(card);
        decks[Seat::at(1)].add(card);
        Some(())
    }),
    ("more is put away than was held", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::PutAway { .. }))?;
        let Entry::Said(_, Notice::PutAway { hand, .. }) = &mut record.entries[at] else {
            return None;
        };
        hand.add(Card::Dogecoin);
        Some(())
    }),
    ("less was played than was played", Check::Conserved, |record| {
        let at = said(
            record,
            |notice| matches!(notice, Notice::PutAway { played, .. } if !played.is_empty()),
        )?;
        let Entry::Said(_, Notice::PutAway { played, .. }) = &mut record.entries[at] else {
            return None;
        };
        *played = Cards::NONE;
        Some(())
    }),
    ("a card that is not in the deck", Check::Conserved, |record| {
        let start = begins(record)?;
        let draw = |entry: &Entry| matches!(entry, Entry::Act(Act::Chance(Deal::Draw(_))));
        let at = start + record.entries[start..].iter().position(draw)?;
        draw_instead(record, at, Card::Framework)
    }),
    ("one card too many is drawn", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Draws { .. }))?;
        let Entry::Said(_, Notice::Draws { count, .. }) = &mut record.entries[at] else {
            return None;
        };
        *count += 1;
        Some(())
    }),
    ("somebody else sees the card", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Drew { .. }))?;
        let Entry::Said(to, _) = &mut record.entries[at] else { return None };
        *to = Viewers::ALL;
        Some(())
    }),
    ("only the buyer hears of it", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Bought { .. }))?;
        let Entry::Said(to, Notice::Bought { seat, .. }) = &mut record.entries[at] else {
            return None;
        };
        *to = Viewers::only(*seat);
        Some(())
    }),
    ("only one hears what is discarded", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Discarded { .. }))?;
        let Entry::Said(to, Notice::Discarded { seat, .. }) = &mut record.entries[at] else {
            return None;
        };
        *to = Viewers::only(*seat);
        Some(())
    }),
    ("a discard stays behind", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Shuffled { .. }))?;
        let Entry::Said(_, Notice::Shuffled { count, .. }) = &mut record.entries[at] else {
            return None;
        };
        *count -= 1;
        Some(())
    }),
    ("the deck is not shuffled", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Shuffled { .. }))?;
        nobody_leaves(record)?;
        record.entries.remove(at);
        Some(())
    }),
    ("money that is not in the hand", Check::Conserved, |record| {
        let at =
            said(record, |notice| matches!(notice, Notice::Played { card: Card::Bitcoin, .. }))?;
        let buys =
            |notice: &Notice| matches!(notice, Notice::Bought { .. } | Notice::Gained { .. });
        said(record, buys).filter(|first| at < *first)?;
        let Entry::Said(_, Notice::Played { seat, card, .. }) = &mut record.entries[at] else {
            return None;
        };
        *card = Card::Dogecoin;
        let act = Act::Move(*seat, Move::Play(*card));
        record.entries[at - 1] = Entry::Act(act);
        Some(())
    }),
    ("the trash is not told of", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Trashed { .. }))?;
        record.entries.remove(at);
        Some(())
    }),
    ("a Bug goes astray", Check::Conserved, |record| {
        let at = said(record, |notice| {
            matches!(notice, Notice::Gained { by: Card::EvergreenTest, .. })
        })?;
        record.entries.remove(at);
        Some(())
    }),
    ("the attacker gets the Bug", Check::Conserved, |record| {
        let at =
            said(record, |notice| matches!(notice, Notice::Gained { by: Card::Ransomware, .. }))?;
        let turn = |entry: &Entry| match entry {
            Entry::Said(_, Notice::Turn { seat, .. }) => Some(*seat),
            _ => None,
        };
        let mover = record.entries[..at].iter().rev().find_map(turn)?;
        let Entry::Said(_, Notice::Gained { seat, .. }) = &mut record.entries[at] else {
            return None;
        };
        *seat = mover;
        Some(())
    }),
    ("Monitoring is shown and nobody hears", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Showed { .. }))?;
        nobody_leaves(record)?;
        record.entries.remove(at);
        Some(())
    }),
    ("a card is played once and not twice", Check::Conserved, |record| {
        let again = |notice: &Notice| {
            matches!(notice, Notice::Played { by: Some(_), card: Card::CodeReview, .. })
        };
        let first = said(record, again)?;
        let second = first
            + 1
            + record.entries[first + 1..]
                .iter()
                .position(|entry| matches!(entry, Entry::Said(_, notice) if again(notice)))?;
        nobody_leaves(record)?;
        record.entries.remove(second);
        Some(())
    }),
    ("other cards are discarded", Check::Conserved, |record| {
        let at = said(record, |notice| matches!(notice, Notice::Discarded { .. }))?;
        let Entry::Said(_, Notice::Discarded { cards, .. }) = &mut record.entries[at] else {
            return None;
        };
        *cards = Cards::NONE.with(Card::Framework, 9);
        Some(())
    }),
    ("a pile is laid out in the game", Check::Piles, |record| {
        let at = begins(record)?;
        let (card, to) = (Card::Hack, Viewers::ALL);
        record.entries.insert(at + 1, Entry::Said(to, Notice::Offered { card }));
        Some(())
    }),
    ("a pile is laid out twice", Check::Piles, |record| {
        let at =
            position(record, |entry| matches!(entry, Entry::Act(Act::Chance(Deal::Offer(_)))))?;
        let again = [record.entries[at].clone(), record.entries[at + 1].clone()];
        record.entries.splice(at..at, again);
        Some(())
    }),
    ("starting cards go back to the pile", Check::Piles, |record| {
        let trashes = |notice: &Notice| matches!(notice, Notice::Trashed { .. });
        said(record, trashes).is_none().then_some(())?;
        let decks = decks(record)?;
        *decks = PerSeat::from_fn(decks.len(), |seat| {
            let deck = decks[seat];
            deck.less(&Cards::NONE.with(Card::Method, deck.count(Card::Method)))
        });
        Some(())
    }),
    ("a card off a pile that is not there", Check::Piles, |record| {
        let start = begins(record)?;
        let Entry::Said(to, Notice::Begins { supply }) = record.entries[start] else { return None };
        let card = Card::all().find(|card| !supply.contains(*card))?;
        let at =
            said(record, |notice| matches!(notice, Notice::Phase { phase: Phase::Money, .. }))?;
        let (seat, by) = (Seat::at(0), Card::Refactor);
        record.entries.insert(at + 1, Entry::Said(to, Notice::Gained { seat, card, by }));
        Some(())
    }),
];

/// Changes that are wrong with any set.
const ANY_SET: &[&str] = &[
    "a score is one too high",
    "two places are exchanged",
    "a card is sold for one less",
    "the game begins twice",
    "the game does not end",
    "BUY comes before MONEY",
];

fn position(record: &Record, wanted: impl Fn(&Entry) -> bool) -> Option<usize> {
    record.entries.iter().position(wanted)
}

fn said(record: &Record, wanted: impl Fn(&Notice) -> bool) -> Option<usize> {
    position(record, |entry| matches!(entry, Entry::Said(_, notice) if wanted(notice)))
}

fn begins(record: &Record) -> Option<usize> {
    said(record, |notice| matches!(notice, Notice::Begins { .. }))
}

fn nobody_leaves(record: &Record) -> Option<()> {
    said(record, |notice| matches!(notice, Notice::Left { .. })).is_none().then_some(())
}

fn decks(record: &mut Record) -> Option<&mut PerSeat<Cards>> {
    match record.entries.last_mut()? {
        Entry::Said(_, Notice::Over { decks }) => Some(decks),
        _ => None,
    }
}

/// The first buy of the game, when it is in the first turn of its player.
fn first_buy(record: &Record) -> Option<usize> {
    let at = said(record, |notice| matches!(notice, Notice::Bought { .. }))?;
    let number = record.entries[..at].iter().rev().find_map(|entry| match entry {
        Entry::Said(_, Notice::Turn { number, .. }) => Some(*number),
        _ => None,
    });
    number.filter(|number| *number == 1).map(|_| at)
}

/// Where an ACTION phase ends by itself after a single Monitoring.
fn after_lone_monitoring(record: &Record) -> Option<usize> {
    let mut played = Vec::new();
    let mut ended = false;
    for (at, entry) in record.entries.iter().enumerate() {
        match entry {
            Entry::Act(act) => ended = matches!(act, Act::Move(_, Move::EndPhase)),
            Entry::Said(_, Notice::Turn { .. }) => played.clear(),
            Entry::Said(_, Notice::Played { card, .. }) => played.push(*card),
            Entry::Said(_, Notice::Phase { phase: Phase::Money, .. })
                if played == [Card::Monitoring] && !ended =>
            {
                return Some(at);
            }
            Entry::Said(..) => {}
        }
    }
    None
}

fn draw_instead(record: &mut Record, at: usize, drawn: Card) -> Option<()> {
    record.entries[at] = Entry::Act(Act::Chance(Deal::Draw(drawn)));
    let Entry::Said(_, Notice::Drew { card }) = &mut record.entries[at + 1] else { return None };
    *card = drawn;
    Some(())
}

#[test]
fn every_change_is_caught_by_its_check() {
    let (mut recorder, mut referee) = (Recorder::new(), Referee::new());
    let mut caught = vec![0; CHANGES.len()];
    for number in 0..GAMES {
        let record = recorder.play(number);
        referee.judge(record).unwrap_or_else(|fault| panic!("game {number}: {fault}"));
        for ((name, check, change), caught) in CHANGES.iter().zip(&mut caught) {
            // Most changes speak of the cards in the box.
            if record.table.set.file().is_some() && !ANY_SET.contains(name) {
                continue;
            }
            let mut changed = record.clone();
            if change(&mut changed).is_none() {
                continue;
            }
            match referee.judge(&changed) {
                Ok(()) => panic!("game {number}: nobody noticed that {name}"),
                Err(fault) => assert_eq!(fault.check, *check, "game {number}, {name}: {fault}"),
            }
            *caught += 1;
        }
    }
    for ((name, check, _), caught) in CHANGES.iter().zip(caught) {
        println!("{name}: caught {caught} times by check {check}");
        assert!(caught > 0, "no game has a place where {name}");
    }
    for check in &Check::ALL[..10] {
        assert!(CHANGES.iter().any(|(_, target, _)| target == check), "nothing breaks {check}");
    }
}
