//! Squabble in words: what is asked, played and told.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parlor_engine::sample::index_of_ticket;
use parlor_engine::{
    Drawing, Form, Hosted, MAX_SEATS, Named, Names, Odds, Phrase, Reason, Seat, Seats, Stream,
};
use parlor_stack::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::game::{CARDS, Card, Cards, Event, Rules, View};

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Play {
    Feast,
    Thief(Seat),
    /// Lets the event on top happen.
    Let,
    /// Stops it with a card.
    Stop(Card),
    /// Which of its own events happens next.
    First(usize),
}

impl Play {
    /// The answer it is in a window.
    pub(crate) fn stops(self) -> Option<Card> {
        if let Self::Stop(card) = self { Some(card) } else { None }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feast => f.write_str("feast"),
            Self::Thief(at) => write!(f, "thief {at}"),
            Self::Let => f.write_str("let"),
            Self::Stop(card) => write!(f, "stop {card}"),
            Self::First(number) => write!(f, "first {}", number + 1),
        }
    }
}

impl FromStr for Play {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let thieves = (0..MAX_SEATS).map(|at| Self::Thief(Seat::at(at)));
        let mut plays = [Self::Feast, Self::Let]
            .into_iter()
            .chain(CARDS.map(Self::Stop))
            .chain((0..3).map(Self::First))
            .chain(thieves);
        let unknown = || format!("feast, thief SEAT, let, stop CARD or first NUMBER, not '{text}'");
        plays.find(|play| play.to_string() == text).ok_or_else(unknown)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Feast { "feast" } else { "thief" })
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let card = CARDS.into_iter().find(|card| card.to_string() == text);
        card.ok_or_else(|| format!("a card is feast or thief, not '{text}'"))
    }
}

/// A card off the deck, each of those left as likely as any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deck(pub(crate) Cards);

impl Odds<Card> for Deck {
    fn stream(&self) -> Stream {
        Stream::shared("deck")
    }

    fn total(&self) -> u64 {
        self.0.iter().map(|&left| u64::from(left)).sum()
    }

    fn weight(&self, card: &Card) -> u64 {
        u64::from(self.0[*card as usize])
    }

    fn pick(&self, ticket: u64) -> Option<Card> {
        index_of_ticket(&self.0, ticket).map(|kind| CARDS[kind])
    }

    fn outcomes(&self) -> impl Iterator<Item = Card> {
        CARDS.into_iter().filter(|card| self.weight(card) > 0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    Play,
    Stop { event: Event },
    Order,
}

/// What comes to light: hands that are left behind, and the answer that counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Secret {
    pub(crate) hands: Option<[Option<Cards>; 4]>,
    pub(crate) opened: Option<Opened>,
}

/// A window with all answers in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Opened {
    pub(crate) id: Id,
    pub(crate) event: Event,
    pub(crate) first: Option<(Seat, Card)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Notice {
    Dealt { seat: Seat, card: Option<Card> },
    Played { event: Event },
    Opened { event: Event, first: Option<(Seat, Card)> },
    First { seat: Seat, event: Option<Event> },
    Done { event: Event },
    Cancelled { event: Event },
    Left { seat: Seat },
}

/// Not among the plays of this moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[error("'{0}' cannot be played now")]
pub(crate) struct NotNow(#[serde(serialize_with = "notation")] pub(crate) Play);

fn notation<S: Serializer>(play: &Play, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(play)
}

impl Reason for NotNow {
    fn code(&self) -> &'static str {
        "not-now"
    }
}

/// Plain enough for a game that only tests play.
impl Hosted for Rules {
    fn draw(&self, view: &View, _: &Names) -> Drawing {
        let View { table, sizes, hands, .. } = view;
        format!("points {:?}, cards {sizes:?}, known {hands:?}\n", table.points).into()
    }

    fn tell(&self, notice: &Notice, _: &Names) -> String {
        format!("{notice:?}")
    }

    /// Its sentences have no names.
    fn about(&self, _: &Notice) -> Seats {
        Seats::NONE
    }

    fn ask(&self, question: &Question, _: &View, _: &Names) -> String {
        format!("{question:?}?")
    }

    fn forms(&self) -> Vec<Form> {
        let cards = [Card::Feast, Card::Thief].map(|it| Named::new(it.to_string(), it.to_string()));
        let cards: Arc<[Named]> = Arc::new(cards);
        vec![
            Form::new("a card that all may take from").word("feast"),
            Form::new("takes from somebody").word("thief").seat("SEAT"),
            Form::new("does not answer").word("let"),
            Form::new("answers with a card").word("stop").card("CARD", &cards),
            Form::new("says what comes first").word("first").number("NUMBER"),
        ]
    }

    fn phrase(&self, played: &Play) -> Phrase {
        let verb = |verb: &'static str| Phrase::new().word(verb);
        match *played {
            Play::Feast => verb("feast"),
            Play::Thief(at) => verb("thief").seat(at),
            Play::Let => verb("let"),
            Play::Stop(card) => verb("stop").card(card.to_string(), card.to_string()),
            Play::First(number) => verb("first").number(number as u32 + 1),
        }
    }
}
