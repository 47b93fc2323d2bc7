//! The referee: judges a recorded game by the rule book and by its own counting of every card.
//!
//! It knows nothing but the record. It reads acts and notices in order, keeps books of its own on
//! what lies where and what is still to happen, and stops at the first thing that does not fit.

use parlor_automation::{Card, Cards, Deal, Move, Notice, Phase};
use parlor_engine::{Act, Outcome, PerSeat, Seat, Viewers};

use crate::book::{ALL, Book, Edition, HAND, PLAYERS, Sort};
use crate::duty::Duty;
use crate::record::{Entry, Record, Table};
use crate::tally::Tally;
use crate::verdict::{Fault, Ruling, must};
use crate::zone::Zone;

/// Turns a player where the table sets no limit.
const NO_LIMIT: u16 = 10_000;

/// Judges games, one after the other.
pub(crate) struct Referee {
    books: [Book; Edition::ALL.len()],
    pub(crate) tally: Tally,
}

impl Referee {
    pub(crate) fn new() -> Self {
        Self { books: Edition::ALL.map(Book::new), tally: Tally::default() }
    }

    /// The first fault of a game, if it has one.
    pub(crate) fn judge(&mut self, record: &Record) -> Ruling {
        let book = &self.books[record.table.set as usize];
        let mut hearing = Hearing::new(&record.table, book, &mut self.tally);
        let ruling = hearing.hear(record);
        ruling.map_err(|fault| Fault { act: hearing.acts, ..fault })
    }
}

/// One game before the referee.
pub(crate) struct Hearing<'a> {
    pub(crate) book: &'a Book,
    table: &'a Table,
    limit: u16,
    pub(crate) tally: &'a mut Tally,
    acts: usize,
    pub(crate) supply: Zone,
    /// Which piles were laid out, by the number of the card.
    pub(crate) piles: Vec<Card>,
    trash: Zone,
    pub(crate) players: [Player; PLAYERS],
    begun: bool,
    over: bool,
    decks: Option<PerSeat<Cards>>,
    pub(crate) mover: usize,
    phase: Phase,
    /// The turn was put away, or its player has left.
    closed: bool,
    pub(crate) actions: u16,
    pub(crate) buys: u16,
    pub(crate) money: u16,
    pub(crate) discount: u8,
    /// What cards have still to do; the last comes first.
    pub(crate) duties: Vec<Duty>,
    /// The act that nothing was said of yet.
    pub(crate) doing: Option<Act<Move, Deal>>,
}

/// The cards of one player.
#[derive(Clone, Copy, Default)]
pub(crate) struct Player {
    pub(crate) hand: Zone,
    pub(crate) deck: Zone,
    pub(crate) discards: Zone,
    pub(crate) played: Zone,
    /// Given up under seal, not seen by the others yet.
    pub(crate) aside: Zone,
    pub(crate) turns: u16,
    pub(crate) here: bool,
    /// A draw that has to be announced.
    pub(crate) to_announce: u16,
    /// Announced and not drawn yet.
    pub(crate) to_draw: u16,
}

impl Player {
    fn all(&self) -> Zone {
        let mut all = self.hand;
        for zone in [&self.deck, &self.discards, &self.played, &self.aside] {
            all.add(zone);
        }
        all
    }
}

impl<'a> Hearing<'a> {
    fn new(table: &'a Table, book: &'a Book, tally: &'a mut Tally) -> Self {
        let mut hearing = Self {
            book,
            table,
            limit: if table.turns == 0 { NO_LIMIT } else { table.turns },
            tally,
            acts: 0,
            supply: Zone::default(),
            piles: Vec::with_capacity(ALL.len()),
            trash: Zone::default(),
            players: [Player::default(); PLAYERS],
            begun: false,
            over: false,
            decks: None,
            mover: 0,
            phase: Phase::Setup,
            closed: true,
            actions: 0,
            buys: 0,
            money: 0,
            discount: 0,
            duties: Vec::with_capacity(16),
            doing: None,
        };
        hearing.lay_out();
        hearing
    }

    fn lay_out(&mut self) {
        for card in self.book.cards() {
            let named = self.table.kingdom.as_ref().is_some_and(|cards| cards.contains(&card));
            if !self.book.is_action(card) || named || self.has_whole_kingdom() {
                self.lay_pile(card);
            }
        }
        for player in &mut self.players[..self.table.seats] {
            player.here = true;
            player.to_draw = HAND;
            for card in ALL {
                player.deck.put(card, self.book.starting(card));
            }
        }
    }

    fn lay_pile(&mut self, card: Card) {
        let height = self.book.pile(card, self.table.seats, self.table.frameworks);
        self.supply.put(card, height);
        self.piles.push(card);
    }

    fn hear(&mut self, record: &Record) -> Ruling {
        for entry in &record.entries {
            match entry {
                Entry::Act(act) => self.act(*act)?,
                Entry::Said(to, notice) => self.notice(*to, notice)?,
            }
        }
        self.all_was_said()?;
        must!(self.over, StartAndEnd, "the record stops, and the game does not end");
        let outcome = record.outcome.as_ref();
        must!(outcome.is_some(), StartAndEnd, "the game ends without a result");
        outcome.map_or(Ok(()), |outcome| self.result(outcome))
    }

    // ---- acts ----

    fn act(&mut self, act: Act<Move, Deal>) -> Ruling {
        self.all_was_said()?;
        self.acts += 1;
        self.tally.acts += 1;
        must!(!self.over, StartAndEnd, "'{act}' comes after the end");
        match act {
            Act::Move(seat, played) => self.check_mover(seat, played)?,
            Act::Leave(seat) => {
                must!(self.is_here(seat), Turns, "seat {seat} leaves and is not there");
            }
            Act::Chance(_) => {}
            Act::Clock => must!(false, StartAndEnd, "a clock ends a game that has none"),
        }
        self.doing = Some(act);
        Ok(())
    }

    fn check_mover(&mut self, seat: Seat, played: Move) -> Ruling {
        must!(self.begun, StartAndEnd, "seat {seat} plays '{played}' before the start");
        must!(self.is_here(seat), Turns, "seat {seat} has left and plays '{played}'");
        self.catch_up(seat, played)?;
        self.no_draws()?;
        let asked = match self.duties.last() {
            None => seat.index() == self.mover,
            Some(duty) => {
                let waits = duty.waits_for_somebody();
                must!(waits, Conserved, "'{played}' comes before {duty:?} was done");
                duty.asks(self.mover, seat.index())
            }
        };
        must!(asked, Phases, "seat {seat} plays '{played}' and is not asked");
        Ok(())
    }

    /// Every act has to be told of before anything else.
    fn all_was_said(&mut self) -> Ruling {
        match self.doing.take() {
            None => Ok(()),
            Some(act) => {
                match act {
                    Act::Move(_, Move::Buy(_)) => must!(false, Buys, "nothing is said of '{act}'"),
                    Act::Move(_, Move::EndPhase) => {
                        must!(false, Phases, "nothing is said of '{act}'");
                    }
                    Act::Leave(_) => must!(false, Turns, "nothing is said of '{act}'"),
                    _ => must!(false, Conserved, "nothing is said of '{act}'"),
                }
                Ok(())
            }
        }
    }

    /// The act that is told of is this one.
    pub(crate) fn was_done(&mut self, act: Act<Move, Deal>) -> bool {
        let was = self.doing == Some(act);
        if was {
            self.doing = None;
        }
        was
    }

    // ---- notices ----

    fn notice(&mut self, to: Viewers, notice: &Notice) -> Ruling {
        self.tally.notices += 1;
        must!(!self.over, StartAndEnd, "{notice:?} comes after the end");
        let early = matches!(
            notice,
            Notice::Offered { .. }
                | Notice::Begins { .. }
                | Notice::Drew { .. }
                | Notice::Left { .. }
                | Notice::Over { .. }
        );
        must!(self.begun || early, StartAndEnd, "{notice:?} comes before the start");
        let private = matches!(notice, Notice::Drew { .. } | Notice::Sealed { .. });
        must!(private || to == Viewers::ALL, Conserved, "not everybody is told of {notice:?}");
        self.attend(notice)?;
        self.enter(to, notice)?;
        self.all_was_said()
    }

    fn enter(&mut self, to: Viewers, notice: &Notice) -> Ruling {
        match notice {
            Notice::Offered { card } => self.offered(*card),
            Notice::Begins { supply } => self.begins(supply),
            Notice::Turn { seat, number } => self.turn(*seat, *number),
            Notice::Phase { seat, phase } => self.phase(*seat, *phase),
            Notice::Draws { seat, count } => self.draws(*seat, *count),
            Notice::Drew { card } => self.drew(to, *card),
            Notice::Shuffled { seat, count } => self.shuffled(*seat, *count),
            Notice::Played { seat, card, by } => self.played(*seat, *card, *by),
            Notice::Bought { seat, card, price } => self.bought(*seat, *card, *price),
            Notice::Gained { seat, card, by } => self.gained(*seat, *card, *by),
            Notice::Trashed { seat, card, by } => self.trashed(*seat, *card, *by),
            Notice::Discarded { seat, cards, by } => self.discarded(*seat, cards, *by),
            Notice::Chose { seat, choice, by } => self.chose(*seat, *choice, *by),
            Notice::Passed { seat, by } => self.passed(*seat, *by),
            Notice::Showed { seat, card, attack } => self.showed(*seat, *card, *attack),
            Notice::Sealed { answer } => self.sealed(to, *answer),
            Notice::PutAway { seat, hand, played } => self.put_away(*seat, hand, played),
            Notice::Left { seat } => self.left(*seat),
            Notice::Over { decks } => self.ends(decks),
        }
    }

    // ---- before the first turn ----

    fn offered(&mut self, card: Card) -> Ruling {
        let done = self.was_done(Act::Chance(Deal::Offer(card)));
        must!(!self.begun, Piles, "a pile of {card} is laid out in the middle of the game");
        must!(!self.piles.contains(&card), Piles, "the pile of {card} is laid out twice");
        must!(done, Supply, "{card} is offered, and chance did not say so");
        let open = self.table.kingdom.is_none() && !self.has_whole_kingdom();
        must!(open, Supply, "chance adds {card} to a kingdom that is settled");
        must!(self.book.is_action(card), Supply, "{card} is no action and is in the kingdom");
        self.lay_pile(card);
        Ok(())
    }

    fn begins(&mut self, supply: &Cards) -> Ruling {
        must!(!self.begun, StartAndEnd, "the game begins a second time");
        let actions = self.piles.iter().filter(|card| self.book.is_action(**card)).count();
        let wanted = self.book.kingdom;
        must!(actions == wanted, Supply, "the kingdom has {actions} actions, not {wanted}");
        let own = self.supply.words();
        must!(self.supply.is(supply), Supply, "the supply is {supply:?}, and it should be {own}");
        for (index, player) in self.players.iter().enumerate().filter(|(_, who)| who.here) {
            let (number, cards) = (index + 1, player.hand.len());
            must!(cards == HAND, FirstHands, "seat {number} begins with {cards} cards");
        }
        self.begun = true;
        Ok(())
    }

    // ---- a turn ----

    fn turn(&mut self, seat: Seat, number: u16) -> Ruling {
        let mover = self.mover + 1;
        must!(self.closed, Turns, "seat {seat} begins a turn in the middle of seat {mover}'s");
        let first = self.phase == Phase::Setup;
        if !first {
            must!(!self.piles_are_out(), Turns, "the piles that end the game are gone");
        }
        let next = if first { self.players.iter().position(|who| who.here) } else { self.next() };
        must!(next == Some(seat.index()), Turns, "it is not seat {seat} that comes next");
        let due = self.players[seat.index()].turns + 1;
        must!(number == due, Turns, "turn {number} of seat {seat} should be turn {due}");
        let limit = self.limit;
        must!(number <= limit, Turns, "seat {seat} has turn {number}, and {limit} are allowed");
        self.no_draws()?;
        self.mover = seat.index();
        self.closed = false;
        self.phase = Phase::Setup;
        (self.actions, self.buys, self.money, self.discount) = (1, 1, 0, 0);
        self.tally.turns += 1;
        Ok(())
    }

    fn phase(&mut self, seat: Seat, phase: Phase) -> Ruling {
        let (was, mover) = (self.phase, self.mover + 1);
        must!(seat.number() == mover, Phases, "seat {seat} has a phase in seat {mover}'s turn");
        must!(!self.closed, Phases, "{phase:?} comes after the turn has ended");
        let next = match was {
            Phase::Setup => Phase::Action,
            Phase::Action => Phase::Money,
            Phase::Money => Phase::Buy,
            _ => Phase::Cleanup,
        };
        must!(was != Phase::Cleanup && phase == next, Phases, "{phase:?} comes after {was:?}");
        let bare = self.players[self.mover].hand.len() == 0;
        let spent = match was {
            Phase::Setup => true,
            Phase::Action => self.actions == 0 || bare,
            Phase::Money => bare,
            _ => self.buys == 0,
        };
        let ended = self.was_done(Act::Move(seat, Move::EndPhase));
        must!(ended || spent, Phases, "nobody ended {was:?}, and it could go on");
        let idle = self.duties.is_empty();
        must!(idle, Conserved, "{was:?} ends before its cards have done what they say");
        self.no_draws()?;
        self.phase = phase;
        Ok(())
    }

    fn played(&mut self, seat: Seat, card: Card, by: Option<Card>) -> Ruling {
        self.is_movers(seat, card)?;
        must!(self.book.line(card).is_some(), Conserved, "{card} is not in the box");
        self.no_draws()?;
        let done = self.was_done(Act::Move(seat, Move::Play(card)));
        if by.is_some() {
            self.all_was_said()?;
            return self.played_by_card(seat, card, by, done);
        }
        must!(done, Phases, "{card} is played, and seat {seat} did not play it");
        let phase = self.phase;
        must!(self.duties.is_empty(), Phases, "{card} is played while another question is open");
        match phase {
            Phase::Action => {
                must!(self.book.is_action(card), Phases, "{card} is no action");
                must!(self.actions > 0, Buys, "{card} is played with no action left");
                self.actions -= 1;
            }
            Phase::Money => {
                let money = self.book.is(card, Sort::Money) || self.book.whole_hand;
                must!(money, Phases, "{card} is no money and is played in {phase:?}");
            }
            _ => must!(false, Phases, "{card} is played in {phase:?}"),
        }
        self.leaves_hand(seat, card)?;
        self.players[self.mover].played.put(card, 1);
        self.count_play(card);
        if phase == Phase::Money {
            self.money += self.book.line(card).map_or(0, |line| line.coins);
        } else {
            self.take_effect(card);
        }
        Ok(())
    }

    pub(crate) fn count_play(&mut self, card: Card) {
        self.tally.plays[self.table.set as usize][card as usize] += 1;
    }

    fn bought(&mut self, seat: Seat, card: Card, price: u8) -> Ruling {
        self.is_movers(seat, card)?;
        let phase = self.phase;
        must!(phase == Phase::Buy, Phases, "{card} is bought in {phase:?}");
        let done = self.was_done(Act::Move(seat, Move::Buy(card)));
        must!(done, Buys, "{card} is bought, and seat {seat} did not buy it");
        must!(self.buys > 0, Buys, "{card} is bought with no buy left");
        let right = self.price(card);
        must!(price == right, Buys, "{card} is sold for {price}, and it costs {right}");
        let money = self.money;
        must!(money >= price.into(), Buys, "{card} costs {price}, and seat {seat} has {money}");
        must!(self.supply.take(card), Buys, "{card} is bought, and there is none");
        self.players[self.mover].discards.put(card, 1);
        self.money -= u16::from(price);
        self.buys -= 1;
        self.tally.bought += 1;
        Ok(())
    }

    fn put_away(&mut self, seat: Seat, hand: &Cards, played: &Cards) -> Ruling {
        let (phase, own) = (self.phase, self.mover);
        must!(seat.index() == own, Turns, "seat {seat} puts away in seat {}'s turn", own + 1);
        must!(!self.closed, Turns, "seat {seat} puts away twice");
        must!(phase == Phase::Cleanup, Phases, "seat {seat} puts away in {phase:?}");
        let who = &mut self.players[own];
        for (what, told, counted) in [("hand", hand, who.hand), ("table", played, who.played)] {
            let words = || counted.words();
            must!(counted.is(told), Conserved, "seat {seat}'s {what} is {}, not {told:?}", words());
        }
        for zone in [who.hand.empty(), who.played.empty()] {
            who.discards.add(&zone);
        }
        who.turns += 1;
        self.closed = true;
        if !self.is_last_turn() {
            self.announce(own, HAND);
        }
        Ok(())
    }

    // ---- drawing ----

    /// A player is to draw so many, or as many as there are.
    pub(crate) fn announce(&mut self, index: usize, count: u16) {
        let player = &mut self.players[index];
        player.to_announce = count.min(player.deck.len() + player.discards.len());
    }

    fn draws(&mut self, seat: Seat, count: u16) -> Ruling {
        let open = self.phase == Phase::Cleanup && !self.closed;
        must!(!open, Turns, "seat {seat} draws a new hand before the old is put away");
        let ended = self.closed && self.is_last_turn();
        must!(!ended, Turns, "seat {seat} draws a new hand after the last turn");
        must!(self.is_at_table(seat), Conserved, "there is no seat {seat}");
        let player = &mut self.players[seat.index()];
        let due = player.to_announce;
        must!(count == due, Conserved, "seat {seat} draws {count}, and it should be {due}");
        must!(due > 0, Conserved, "seat {seat} draws nothing");
        player.to_announce = 0;
        player.to_draw += count;
        Ok(())
    }

    fn drew(&mut self, to: Viewers, card: Card) -> Ruling {
        let only = |index: &usize| to == Viewers::only(Seat::at(*index));
        let index = (0..self.table.seats).find(only);
        must!(index.is_some(), Conserved, "a drawn {card} is told to {to:?}");
        let (index, number) = (index.unwrap_or(0), index.unwrap_or(0) + 1);
        let done = self.was_done(Act::Chance(Deal::Draw(card)));
        must!(done, Conserved, "seat {number} draws {card}, which chance did not");
        let own = self.book.starting(card) > 0;
        must!(self.begun || own, FirstHands, "seat {number}'s first hand holds {card}");
        let player = &mut self.players[index];
        must!(player.to_draw > 0, Conserved, "seat {number} draws {card}, one too many");
        must!(player.deck.take(card), Conserved, "seat {number}'s deck has no {card} to draw");
        player.to_draw -= 1;
        player.hand.put(card, 1);
        Ok(())
    }

    fn shuffled(&mut self, seat: Seat, count: u16) -> Ruling {
        must!(self.is_at_table(seat), Conserved, "there is no seat {seat}");
        let player = &mut self.players[seat.index()];
        let (deck, discards) = (player.deck.len(), player.discards.len());
        must!(deck == 0, Conserved, "seat {seat} shuffles with {deck} cards in the deck");
        must!(player.to_draw > 0, Conserved, "seat {seat} shuffles and has nothing to draw");
        must!(count == discards, Conserved, "seat {seat} shuffles {count} of {discards} discards");
        player.deck = player.discards.empty();
        self.tally.shuffles += 1;
        Ok(())
    }

    /// Draws come before anything else.
    pub(crate) fn no_draws(&self) -> Ruling {
        for (index, player) in self.players.iter().enumerate() {
            let (seat, owed) = (index + 1, player.to_announce + player.to_draw);
            must!(owed == 0, Conserved, "seat {seat} has {owed} cards still to draw");
        }
        Ok(())
    }

    // ---- leaving and ending ----

    fn left(&mut self, seat: Seat) -> Ruling {
        let done = self.was_done(Act::Leave(seat));
        must!(done, Turns, "seat {seat} is said to have left and has not");
        let index = seat.index();
        self.players[index].here = false;
        self.tally.left += 1;
        if self.begun && index == self.mover {
            self.closed = true;
            self.duties.clear();
            (0..PLAYERS).for_each(|index| self.stop(index));
        } else {
            self.stop(index);
            self.duties.iter_mut().for_each(|duty| duty.forget(index));
        }
        Ok(())
    }

    /// Draws no more, and has back what it gave up under seal.
    fn stop(&mut self, index: usize) {
        let player = &mut self.players[index];
        (player.to_announce, player.to_draw) = (0, 0);
        let aside = player.aside.empty();
        player.hand.add(&aside);
    }

    fn ends(&mut self, decks: &PerSeat<Cards>) -> Ruling {
        let (seats, here) = (self.table.seats, self.players.iter().filter(|who| who.here).count());
        let alone = here < seats.min(2);
        must!(self.begun || alone, StartAndEnd, "the game ends before it begins");
        must!(self.closed || alone, Turns, "the game ends in the middle of a turn");
        let why = match self.piles_are_out() {
            true => 0,
            false if alone => 2,
            false => 1,
        };
        let last = alone || self.is_last_turn();
        must!(last, Turns, "the game ends with piles and turns left");
        self.account(decks)?;
        self.over = true;
        self.decks = Some(decks.clone());
        self.tally.ends[why] += 1;
        self.tally.games += 1;
        Ok(())
    }

    /// The cards that lie open at the end are the cards there were.
    fn account(&self, decks: &PerSeat<Cards>) -> Ruling {
        let seats = self.table.seats;
        must!(decks.len() == seats, Conserved, "{} decks are open at the end", decks.len());
        for card in self.book.cards() {
            let told: u16 = decks.iter().map(|(_, deck)| u16::from(deck.count(card))).sum();
            let out = told + u16::from(self.trash.count(card));
            let brought = u16::from(self.book.starting(card)) * seats as u16;
            must!(
                out >= brought,
                Piles,
                "{brought} {card} were dealt, and {out} are out at the end"
            );
        }
        for (seat, deck) in decks.iter() {
            let own = self.players[seat.index()].all();
            let words = || own.words();
            must!(own.is(deck), Conserved, "seat {seat} owns {}, not {deck:?}", words());
        }
        Ok(())
    }

    /// Scores and places.
    fn result(&self, outcome: &Outcome) -> Ruling {
        let Some(decks) = &self.decks else { return Ok(()) };
        let seats = self.table.seats;
        must!(outcome.scores.len() == seats, Score, "{} scores", outcome.scores.len());
        must!(outcome.places.len() == seats, Results, "{} places", outcome.places.len());
        for (seat, deck) in decks.iter() {
            let worth = |card: Card| self.book.line(card).map_or(0, |line| line.points);
            let points: i64 = ALL.iter().map(|c| worth(*c) * i64::from(deck.count(*c))).sum();
            let told = outcome.scores[seat];
            must!(told == points, Score, "seat {seat} scores {told}, and its deck has {points}");
        }
        for (seat, told) in outcome.places.iter() {
            let before = |other: &usize| self.beats(outcome, *other, seat.index());
            let place = (0..seats).filter(before).count() + 1;
            must!(
                usize::from(*told) == place,
                Results,
                "seat {seat} is placed {told}, not {place}"
            );
        }
        Ok(())
    }

    /// Whether one seat ends before another.
    fn beats(&self, outcome: &Outcome, one: usize, other: usize) -> bool {
        let (a, b) = (&self.players[one], &self.players[other]);
        let score = |index| outcome.scores[Seat::at(index)];
        if a.here != b.here {
            a.here
        } else if score(one) != score(other) {
            score(one) > score(other)
        } else {
            self.book.fewer_turns && a.turns < b.turns
        }
    }

    // ---- what everything above asks ----

    fn is_at_table(&self, seat: Seat) -> bool {
        seat.index() < self.table.seats
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.is_at_table(seat) && self.players[seat.index()].here
    }

    pub(crate) fn is_movers(&self, seat: Seat, card: Card) -> Ruling {
        let (mine, mover) = (seat.index() == self.mover, self.mover + 1);
        must!(mine && !self.closed, Phases, "seat {seat}'s {card} comes in seat {mover}'s turn");
        Ok(())
    }

    /// A card goes from a hand, where it has to be.
    pub(crate) fn leaves_hand(&mut self, seat: Seat, card: Card) -> Ruling {
        let there = self.players[seat.index()].hand.take(card);
        must!(there, Conserved, "there is no {card} in seat {seat}'s hand");
        Ok(())
    }

    pub(crate) fn price(&self, card: Card) -> u8 {
        self.book.line(card).map_or(u8::MAX, |line| line.price.saturating_sub(self.discount))
    }

    pub(crate) fn trash(&mut self, card: Card) {
        self.trash.put(card, 1);
        self.tally.trashed += 1;
    }

    /// Everybody else who is there, the next in turn first.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let (mover, seats) = (self.mover, self.table.seats);
        let here = self.players.map(|player| player.here);
        (1..seats).map(move |step| (mover + step) % seats).filter(move |index| here[*index])
    }

    /// Who has the next turn: the mover again, if nobody else is there.
    fn next(&self) -> Option<usize> {
        let own = Some(self.mover).filter(|mover| self.players[*mover].here);
        self.others().next().or(own)
    }

    fn is_last_turn(&self) -> bool {
        let had_all = |index: usize| self.players[index].turns >= self.limit;
        self.piles_are_out() || self.next().is_none_or(had_all)
    }

    /// Whether as many piles are empty as end the game.
    fn piles_are_out(&self) -> bool {
        let (piles, empty) = &self.book.ends;
        let out = |card: &&Card| self.piles.contains(card) && !self.supply.has(**card);
        piles.iter().filter(out).count() >= *empty
    }

    /// Whether all actions of the box are in the kingdom.
    fn has_whole_kingdom(&self) -> bool {
        self.book.kingdom == self.book.actions()
    }
}
