//! Tender: every prize goes to the highest sealed bid; equal bids cancel each other.

use std::fmt;
use std::str::FromStr;

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::index_of_ticket;
use parlor_engine::{
    About, Act, ActOf, Applied, Drawing, Entry, Face, Form, Game, Hosted, Menu, Names, Odds,
    Outcome, PerSeat, Phrase, Problems, Reason, Refusal, Rulebook, Seat, Seats, Stream, Turn,
    Viewer, Viewers, Visitor, Witness,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MOST_SEATS: usize = 4;
/// The prizes are worth 1 to this many points.
const PRIZES: usize = 4;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Tender;

/// What can be chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What everybody starts with.
    pub coins: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { coins: 6 }
    }
}

impl Rulebook for Tender {
    type Options = Options;

    fn about() -> About {
        About {
            id: "tender",
            title: "Tender",
            summary: "Sealed bids for prizes.",
            rules: "",
            readme: "",
            seats: 2..=MOST_SEATS,
            usual_seats: 3,
            rules_version: 1,
            players: &[],
        }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        Ok(visitor.visit(TenderRules { options, seats }))
    }
}

/// A table of Tender.
#[derive(Clone, Debug)]
pub struct TenderRules {
    options: Options,
    seats: usize,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// Prizes not drawn yet, by worth.
    pub pool: [u32; PRIZES],
    /// The prize bids are asked for.
    pub prize: Option<u8>,
    /// The answers that are in, sealed.
    pub sealed: [Option<Bid>; MOST_SEATS],
    pub coins: [u8; MOST_SEATS],
    pub points: [u8; MOST_SEATS],
    pub present: Seats,
}

/// What a viewer knows: all but the others' sealed bids.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    pub seat: Option<Seat>,
    pub pool: [u32; PRIZES],
    pub prize: Option<u8>,
    pub own: Option<Bid>,
    pub coins: [u8; MOST_SEATS],
    pub points: [u8; MOST_SEATS],
    pub present: Seats,
}

impl TenderRules {
    /// A table for so many, with the usual options.
    pub fn new(seats: usize) -> Self {
        Self { options: Options::default(), seats }
    }

    fn is_over(state: &State) -> bool {
        !state.present.are_several() || (state.prize.is_none() && state.pool == [0; PRIZES])
    }

    fn waiting(state: &State) -> Seats {
        state.present.iter().filter(|seat| state.sealed[seat.index()].is_none()).collect()
    }

    /// With all answers in, the envelopes are opened.
    fn close<W: Witness<Notice>>(state: &mut State, witness: &mut W) {
        let Some(prize) = state.prize.filter(|_| Self::waiting(state).is_empty()) else { return };
        let bids = opened(state);
        let amount = |seat: Seat| bids[seat.index()].map_or(0, |Bid(amount)| amount);
        let alone = |seat: &Seat| {
            let same = state.present.iter().filter(|other| amount(*other) == amount(*seat));
            amount(*seat) > 0 && same.count() == 1
        };
        let winner = state.present.iter().filter(alone).max_by_key(|seat| amount(*seat));
        if let Some(winner) = winner {
            state.coins[winner.index()] -= amount(winner);
            state.points[winner.index()] += prize;
        }
        state.sealed = [None; MOST_SEATS];
        state.prize = None;
        witness.say(Viewers::ALL, || Notice::Opened { bids: bids.to_vec(), prize, winner });
    }
}

fn opened(state: &State) -> [Option<Bid>; MOST_SEATS] {
    let mut bids = state.sealed;
    for (index, bid) in bids.iter_mut().enumerate() {
        *bid = bid.filter(|_| state.present.contains(Seat::at(index)));
    }
    bids
}

impl Game for TenderRules {
    type State = State;
    type Move = Bid;
    type Chance = Prize;
    type Question = Question;
    type Menu = Bids;
    type Odds = Pool;
    type View = View;
    type Notice = Notice;
    type Refusal = TooMuch;
    type Secret = Envelopes;

    fn seats(&self) -> usize {
        self.seats
    }

    /// A draw and a bid of each for every prize; and those who leave.
    fn bound(&self) -> u32 {
        (PRIZES * (1 + self.seats) + self.seats) as u32
    }

    fn start(&self) -> State {
        State {
            pool: [1; PRIZES],
            prize: None,
            sealed: [None; MOST_SEATS],
            coins: [self.options.coins; MOST_SEATS],
            points: [0; MOST_SEATS],
            present: Seats::first_n(self.seats),
        }
    }

    fn turn(&self, state: &State) -> Turn<Question> {
        match state.prize {
            _ if Self::is_over(state) => Turn::Over,
            None => Turn::Chance,
            Some(prize) => Turn::Ask { seats: Self::waiting(state), why: Question { prize } },
        }
    }

    fn menu(&self, state: &State, seat: Seat) -> Bids {
        let asked = self.turn(state).asked().contains(seat);
        Bids(asked.then(|| state.coins[seat.index()]))
    }

    fn odds(&self, state: &State) -> Option<Pool> {
        (!Self::is_over(state) && state.prize.is_none()).then_some(Pool(state.pool))
    }

    fn apply<W: Witness<Notice>>(
        &self,
        state: &mut State,
        act: &ActOf<Self>,
        witness: &mut W,
    ) -> Result<(), Refusal<TooMuch>> {
        self.admit(state, act)?;
        match *act {
            Act::Move(seat, bid) => {
                let coins = state.coins[seat.index()];
                if bid.0 > coins {
                    return Err(Refusal::Rules(TooMuch { bid: bid.0, coins }));
                }
                state.sealed[seat.index()] = Some(bid);
                Self::close(state, witness);
            }
            Act::Chance(prize) => {
                state.pool[usize::from(prize.0) - 1] -= 1;
                state.prize = Some(prize.0);
                witness.say(Viewers::ALL, || Notice::Drawn { prize: prize.0 });
            }
            Act::Clock => {}
            Act::Leave(seat) if !state.present.contains(seat) => return Err(Refusal::Gone(seat)),
            Act::Leave(seat) => {
                state.present = state.present.without(seat);
                state.sealed[seat.index()] = None;
                witness.say(Viewers::ALL, || Notice::Left { seat });
                if state.present.are_several() {
                    Self::close(state, witness);
                } else {
                    // Nobody is left to open anything for.
                    state.sealed = [None; MOST_SEATS];
                    state.prize = None;
                }
            }
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let points = PerSeat::from_fn(self.seats, |seat| i64::from(state.points[seat.index()]));
        let key = |seat, points: &i64| (state.present.contains(seat), *points);
        Self::is_over(state).then(|| Outcome::ranked(points, key, "all prizes are gone"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            seat: viewer.seat(),
            pool: state.pool,
            prize: state.prize,
            own: viewer.seat().and_then(|seat| state.sealed[seat.index()]),
            coins: state.coins,
            points: state.points,
            present: state.present,
        }
    }

    /// Nobody knows who has answered, so nobody else has.
    fn imagine<R: Rng + ?Sized>(&self, view: &View, _: &mut R) -> State {
        let mut sealed = [None; MOST_SEATS];
        if let Some(seat) = view.seat {
            sealed[seat.index()] = view.own;
        }
        State {
            pool: view.pool,
            prize: view.prize,
            sealed,
            coins: view.coins,
            points: view.points,
            present: view.present,
        }
    }

    /// Bids are sealed.
    fn face(&self, _: &State, act: &ActOf<Self>, viewer: Viewer) -> Face {
        Face::down_if(matches!(act, Act::Move(seat, _) if viewer.seat() != Some(*seat)))
    }

    /// The act that brings in the last bid opens them all.
    fn reveals(&self, step: &Applied<'_, Self>, _: Viewer) -> Option<Envelopes> {
        let mut full = step.before.clone();
        match *step.act {
            Act::Move(seat, bid) => full.sealed[seat.index()] = Some(bid),
            Act::Leave(seat) => full.present = full.present.without(seat),
            Act::Chance(_) | Act::Clock => return None,
        }
        let closes =
            full.prize.is_some() && full.present.are_several() && Self::waiting(&full).is_empty();
        closes.then(|| Envelopes(opened(&full).to_vec()))
    }

    fn score(&self, view: &View, seat: Seat) -> Option<i64> {
        view.points.get(seat.index()).copied().map(i64::from)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        let drawn = state.pool.iter().filter(|&&left| left == 0).count();
        let most: usize = (1..=PRIZES).sum();
        let points: usize = state.points.iter().map(|&points| usize::from(points)).sum();
        if points > most || (drawn == 0 && points > 0) {
            return Err(format!("{points} points after {drawn} prizes"));
        }
        Ok(())
    }
}

impl Hosted for TenderRules {
    fn draw(&self, view: &View, names: &Names) -> Drawing {
        let seats = Seats::first_n(self.seats).iter();
        let purses: Vec<String> = seats
            .map(|seat| {
                let (coins, points) = (view.coins[seat.index()], view.points[seat.index()]);
                format!("{}: {coins} coins, {points} points", names.of(seat))
            })
            .collect();
        let own = view.own.map_or_else(String::new, |bid| format!("; sealed: {bid}"));
        format!("{}{own}\n", purses.join("; ")).into()
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        match notice {
            Notice::Drawn { prize } => format!("A prize of {prize} points."),
            Notice::Opened { bids, prize, winner } => {
                let bids: Vec<String> = bids
                    .iter()
                    .map(|bid| bid.map_or("-".to_owned(), |Bid(n)| n.to_string()))
                    .collect();
                let winner = winner.map_or("nobody", |seat| names.of(seat));
                format!("Bids {}: the {prize} points go to {winner}.", bids.join(" "))
            }
            Notice::Left { seat } => format!("{} leaves.", names.of(*seat)),
        }
    }

    fn about(&self, notice: &Notice) -> Seats {
        match notice {
            Notice::Drawn { .. } => Seats::NONE,
            // All who bid see how it came out.
            Notice::Opened { .. } => Seats::first_n(self.seats()),
            Notice::Left { seat } => Seats::one(*seat),
        }
    }

    fn ask(&self, question: &Question, view: &View, names: &Names) -> String {
        let who = view.seat.map_or("you", |seat| names.of(seat));
        format!("{who}: your bid for {} points?", question.prize)
    }

    fn forms(&self) -> Vec<Form> {
        vec![Form::new("offers so much").word("bid").amount("COINS").example("bid 3")]
    }

    fn phrase(&self, played: &Bid) -> Phrase {
        Phrase::new().word("bid").amount(played.0)
    }

    fn notes(&self) -> String {
        "A prize is 'prize 2'.".to_owned()
    }
}

/// A sealed bid.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Bid(pub u8);

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bid {}", self.0)
    }
}

impl FromStr for Bid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbered(text, "bid").map(Self)
    }
}

/// A prize, by its worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Prize(u8);

impl fmt::Display for Prize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "prize {}", self.0)
    }
}

impl FromStr for Prize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbered(text, "prize").map(Self)
    }
}

fn numbered(text: &str, word: &str) -> Result<u8, String> {
    let number = text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
    number
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| format!("'{word} NUMBER', not '{text}'"))
}

/// Bids from nothing to all one has: one entry, a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bids(Option<u8>);

impl Menu<Bid> for Bids {
    fn entries(&self) -> usize {
        usize::from(self.0.is_some())
    }

    fn entry(&self, index: usize) -> Option<Entry<Bid>> {
        let coins = self.0.filter(|_| index == 0)?;
        let count = u64::from(coins) + 1;
        Some(Entry::Range { first: Bid(0), last: Bid(coins), step: 1, count })
    }

    fn within(&self, index: usize, number: u64) -> Option<Bid> {
        let coins = self.0.filter(|_| index == 0)?;
        u8::try_from(number).ok().filter(|&bid| bid <= coins).map(Bid)
    }
}

/// The prizes still to be drawn, each as likely as any other.
#[derive(Clone, Copy, Debug)]
pub struct Pool([u32; PRIZES]);

impl Odds<Prize> for Pool {
    fn stream(&self) -> Stream {
        Stream::shared("prizes")
    }

    fn total(&self) -> u64 {
        self.0.iter().map(|&left| u64::from(left)).sum()
    }

    fn weight(&self, outcome: &Prize) -> u64 {
        let index = usize::from(outcome.0).checked_sub(1);
        index.and_then(|index| self.0.get(index)).map_or(0, |&left| u64::from(left))
    }

    fn pick(&self, ticket: u64) -> Option<Prize> {
        index_of_ticket(&self.0, ticket).map(|index| Prize(index as u8 + 1))
    }

    fn outcomes(&self) -> impl Iterator<Item = Prize> {
        (1..=PRIZES as u8).map(Prize).filter(|prize| self.weight(prize) > 0)
    }
}

/// What the bid is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Question {
    prize: u8,
}

/// What comes to light when the last answer is in: all bids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Envelopes(Vec<Option<Bid>>);

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    Drawn { prize: u8 },
    Opened { bids: Vec<Option<Bid>>, prize: u8, winner: Option<Seat> },
    Left { seat: Seat },
}

/// The one refusal of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[error("a bid of {bid} is more than the {coins} coins there are")]
pub struct TooMuch {
    bid: u8,
    coins: u8,
}

impl Reason for TooMuch {
    fn code(&self) -> &'static str {
        "too-much"
    }
}
