//! What comes to light by an act, beside the act itself.

use parlor_engine::{Act, ActOf, Applied, Face, PerSeat, Seat, Seats, Viewer};
use serde::Serialize;

use crate::Answers;
use crate::card::Print;
use crate::deck::Back;
use crate::event::{Cause, Event};
use crate::hand::Hand;
use crate::moves::Move;
use crate::notice::{Few, Notice};
use crate::rules::Rules;
use crate::state::{Hidden, State};

/// Everything that comes to light for one viewer by one act, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Secret(Vec<Light>);

/// One thing that comes to light. The game's README lists them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    /// The back of a card that is set aside or drawn.
    Back(Back),
    /// How the cards of each hand look from behind, but for those with a letter.
    Backs(Vec<Vec<Back>>),
    /// A card that one had put under the deck oneself.
    FromBelow(Print),
    /// Who answered first, and with what, or that nobody did; in turn, that this player did not.
    Answer(Option<(Seat, Print)>),
    /// Whether a guess was right.
    Guess(bool),
    /// A card; for who looks at it.
    Look(Print),
    /// Both cards; for the two who compare them.
    Both(Print, Print),
    /// Who was lower, or higher, or neither.
    Comparison(Option<Seat>),
    /// A card that changed hands; for who gave and who got it.
    Traded(Print),
    /// Collected cards; for who collected them.
    Collected(Vec<Print>),
    /// A card that was discarded, or left over.
    Discarded(Print),
    /// The hand of a player who went out, and why.
    Out(Seat, Cause, Few),
    /// That a player would have gone out.
    Saved(Seat),
    /// The hand of a player who left.
    Left(Seat, Few),
    /// A hand that was shown to win the round, or that there was none to show.
    Shown(Option<Few>),
    /// All hands, when they are compared.
    Showdown(PerSeat<Few>),
    /// Who won the round.
    Won(Seats),
    /// Everything, when the game is over.
    Everything(Box<Everything>),
}

/// Everything that was hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Everything(Hidden);

impl Rules {
    /// A drawn card is seen by the player who draws it, and what is chosen in secret by the player who
    /// chooses it. Answers are secret where they are sealed; where players are asked in turn everybody hears
    /// them.
    pub(crate) fn side_up(&self, state: &State, act: ActOf<Self>, viewer: Viewer) -> Face {
        let seat = viewer.seat();
        let is_hidden = match (act, Self::drawing(state)) {
            (Act::Chance(_), Some(Event::Draw { seat: drawer, .. })) => seat != Some(drawer),
            (Act::Chance(_), Some(Event::SetAside)) => true,
            (Act::Move(mover, played), _) => {
                let secret = match played {
                    Move::Answer(_) | Move::Pass => self.answers == Answers::Sealed,
                    Move::Offer(_) | Move::Return(_) | Move::Give { .. } => true,
                    _ => false,
                };
                secret && seat != Some(mover)
            }
            _ => false,
        };
        Face::down_if(is_hidden)
    }

    /// Picks what comes to light for this viewer out of all that was told, by who has a right to it. Who is
    /// told what is another matter, and for the kit to compare.
    pub(crate) fn comes_to_light(
        &self,
        step: &Applied<'_, Self>,
        viewer: Viewer,
    ) -> Option<Secret> {
        let Applied { before, act, after, told } = *step;
        let seat = viewer.seat();
        let drawer = match (act, Self::drawing(before)) {
            (Act::Chance(_), Some(Event::Draw { seat, .. })) => Some(seat),
            _ => None,
        };
        let below = before.hidden.bottom.first().filter(|_| before.hidden.pool.is_empty());
        let below = below.map(|sunk| sunk.by).filter(|by| drawer.is_some() && drawer != Some(*by));
        let mut lights: Vec<Light> =
            told.iter().filter_map(|(_, notice)| light(notice, seat, below)).collect();
        if settles_an_answer(before, *act)
            && !lights.iter().any(|light| matches!(light, Light::Answer(_)))
        {
            lights.push(Light::Answer(None));
        }
        if self.backs(before) != self.backs(after) {
            lights.push(Light::Backs(self.backs(after)));
        }
        if after.table.over.is_some() {
            lights.push(Light::Everything(Box::new(Everything(after.hidden.clone()))));
        }
        (!lights.is_empty()).then_some(Secret(lights))
    }

    fn backs(&self, state: &State) -> Vec<Vec<Back>> {
        let of_hand = |hand: &Hand| {
            let backs = hand.iter().map(|card| self.back(card));
            let mut backs: Vec<Back> = backs.filter(|back| *back != Back::Letter).collect();
            // Among cards that look the same the order of a hand would tell more.
            backs.sort_unstable();
            backs
        };
        state.hidden.hands.iter().map(of_hand).collect()
    }
}

/// Whether the act settles for all to see who answers: in turn each does, under seal the last one.
fn settles_an_answer(state: &State, act: ActOf<Rules>) -> bool {
    match act {
        Act::Move(seat, _) => state.asked_to_answer() == Seats::one(seat),
        Act::Leave(seat) => state.hidden.window.owing() == Seats::one(seat),
        Act::Chance(_) | Act::Clock => false,
    }
}

/// What a viewer has a right to learn from something that happened. `below` is who put the card
/// under the deck that is drawn now.
fn light(notice: &Notice, viewer: Option<Seat>, below: Option<Seat>) -> Option<Light> {
    let is = |seat: Seat| viewer == Some(seat);
    Some(match notice {
        Notice::SetAside { back } | Notice::Draws { back, .. } => Light::Back(*back),
        Notice::DrewKnown { card, .. } if below.is_some_and(is) => Light::FromBelow(*card),
        Notice::Answered { play, .. } | Notice::AnsweredTurn { play, .. } => {
            Light::Answer(Some((play.by, play.print())))
        }
        Notice::Hit { .. } => Light::Guess(true),
        Notice::Missed { .. } => Light::Guess(false),
        Notice::Saw { by, card, .. } if is(*by) => Light::Look(*card),
        Notice::SawBoth { by, card, at, other } if is(*by) || is(*at) => Light::Both(*card, *other),
        Notice::Compared { out, .. } => Light::Comparison(*out),
        Notice::Got { seat, from, card } if is(*seat) || from.is_some_and(is) => {
            Light::Traded(*card)
        }
        Notice::Pot { by, cards } if is(*by) => Light::Collected(cards.to_vec()),
        Notice::Discarded { card, .. } | Notice::FaceUp { card } => Light::Discarded(*card),
        Notice::Out { seat, cause, cards } => Light::Out(*seat, *cause, cards.clone()),
        Notice::Saved { seat } => Light::Saved(*seat),
        Notice::Left { seat, cards } => Light::Left(*seat, cards.clone()),
        Notice::Shows { cards, .. } => Light::Shown(Some(cards.clone())),
        Notice::NoTarget { .. } => Light::Shown(None),
        Notice::Showdown { hands, .. } => Light::Showdown(hands.clone()),
        Notice::Won { seats, .. } => Light::Won(*seats),
        _ => return None,
    })
}
