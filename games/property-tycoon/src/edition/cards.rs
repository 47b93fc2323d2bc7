//! The sheet *Cards*: a row for each card, with what it does.

use parlor_sheets::Cell;
use smol_str::SmolStr;

use super::sheet::{Line, Name, Reader, given, whole};
use super::{MAX_NAME, MAX_TEXT};
use crate::board::Place;
use crate::deck::{Card, Effect, MAX_CARDS, Pack};

const DECK: usize = 0;
const CARD: usize = 1;
const TEXT: usize = 2;
const EFFECT: usize = 3;
const AMOUNT: usize = 4;
const PER_HOTEL: usize = 5;
const GOES_TO: usize = 6;
const GO_MONEY: usize = 7;
const HEADINGS: [&str; 8] =
    ["Deck", "Card", "Text", "Effect", "Amount", "Per hotel", "Goes to", "Go money"];

/// The most spaces that a card moves by, either way.
const MAX_MOVE: i64 = 100;

/// What stands in the sheet *Cards*.
#[derive(Default)]
pub(super) struct Cards {
    pub(super) packs: [Vec<Card>; 2],
    /// How many rows there are of each, also of cards that could not be read.
    rows: [usize; 2],
    /// The name of each card with its pack and its row.
    names: Vec<(Pack, Name, usize)>,
    /// Whether there are rows that could be of any pack.
    unsure: bool,
}

impl Cards {
    /// `None` when there is no such sheet, or not all its columns. `last` is the last position a
    /// card may send to.
    pub(super) fn read(reader: &mut Reader<'_>, last: usize) -> Option<Self> {
        let mut cards = Self::default();
        let table = reader.table("Cards", &HEADINGS)?;
        for line in table.lines() {
            cards.card(reader, line, last);
        }
        Some(cards)
    }

    /// Whether there is surely no card of a pack.
    pub(super) const fn is_none_of(&self, pack: Pack) -> bool {
        !self.unsure && self.rows[pack.index()] == 0
    }

    fn card(&mut self, reader: &mut Reader<'_>, line: Line<'_, '_>, last: usize) {
        let pack = match line.word(DECK).as_str() {
            "potluck" => Some(Pack::PotLuck),
            "opportunityknocks" => Some(Pack::OpportunityKnocks),
            _ => None,
        };
        if pack.is_none() {
            self.unsure = true;
            let found = given(line.cell(DECK));
            let what = format!("expected Pot Luck or Opportunity Knocks, and found {found}");
            reader.wrong(&line.at(DECK), what);
        }
        let id = reader.text(line, CARD, "the card's name", MAX_NAME);
        let text = reader.text(line, TEXT, "what stands on the card", MAX_TEXT);
        let effect = effect(reader, line, pack, last);
        let Some(pack) = pack else { return };
        self.check_name(reader, line, pack, &id);
        let rows = &mut self.rows[pack.index()];
        *rows += 1;
        if *rows == MAX_CARDS + 1 {
            let title = pack.title();
            let what =
                format!("expected {MAX_CARDS} cards of {title} at the most; this is one more");
            reader.wrong(&line.at(DECK), what);
        }
        if let Some(effect) = effect {
            self.packs[pack.index()].push(Card { id, text, effect });
        }
    }

    /// Cards are told apart by their names: two of one pack do not share one.
    fn check_name(
        &mut self,
        reader: &mut Reader<'_>,
        line: Line<'_, '_>,
        pack: Pack,
        id: &SmolStr,
    ) {
        if id.is_empty() {
            return;
        }
        let name = Name::from(id.clone());
        let same = |other: &&(Pack, Name, usize)| other.0 == pack && other.1 == name;
        let Some((.., row)) = self.names.iter().find(same) else {
            self.names.push((pack, name, line.index() + 1));
            return;
        };
        let title = pack.title();
        let what = format!(
            "expected a name that no other card of {title} has, and found '{id}', which is in row \
             {row}, too"
        );
        reader.wrong(&line.at(CARD), what);
    }
}

/// What a card does; `None` when that could not be read.
fn effect(
    reader: &mut Reader<'_>,
    line: Line<'_, '_>,
    pack: Option<Pack>,
    last: usize,
) -> Option<Effect> {
    let amount = |reader: &mut Reader<'_>| reader.pounds(line, AMOUNT, "an amount");
    let effect = match line.word(EFFECT).as_str() {
        "receivefrombank" => Effect::Receive(amount(reader)),
        "paybank" => Effect::PayBank(amount(reader)),
        "payfreeparking" => Effect::Fine(amount(reader)),
        "collectfromeachplayer" => Effect::FromEach(amount(reader)),
        "choicefineordrawopportunity" if pack == Some(Pack::OpportunityKnocks) => {
            let what = "expected this on cards of Pot Luck only, since a card of Opportunity Knocks \
                        is what it draws";
            reader.wrong(&line.at(EFFECT), what.to_owned());
            return None;
        }
        "choicefineordrawopportunity" => Effect::FineOrDraw(amount(reader)),
        "payrepairsbank" => Effect::Repairs {
            house: reader.pounds(line, AMOUNT, "an amount for each house"),
            hotel: reader.pounds(line, PER_HOTEL, "an amount for each hotel"),
        },
        "advanceto" => Effect::AdvanceTo(place(reader, line, last)?),
        "movebackto" => Effect::BackTo(place(reader, line, last)?),
        "moverelative" => Effect::Move(steps(reader, line, last)?),
        "gotojail" => Effect::GoToJail,
        "getoutofjailfree" => Effect::GetOutOfJail,
        _ => {
            reader.wrong(
                &line.at(EFFECT),
                format!(
                    "expected what the card does (receive_from_bank, pay_bank, pay_free_parking, \
                     pay_repairs_bank, collect_from_each_player, choice_fine_or_draw_opportunity, \
                     advance_to, move_back_to, move_relative, go_to_jail or \
                     get_out_of_jail_free), and found {}",
                    given(line.cell(EFFECT))
                ),
            );
            return None;
        }
    };
    check_go_money(reader, line, effect);
    Some(effect)
}

/// Where a card sends.
fn place(reader: &mut Reader<'_>, line: Line<'_, '_>, last: usize) -> Option<Place> {
    let number = whole(line.cell(GOES_TO)).filter(|number| *number <= last);
    let place = number.and_then(Place::from_number);
    if place.is_none() {
        let found = given(line.cell(GOES_TO));
        reader.wrong(
            &line.at(GOES_TO),
            format!("expected the position of a space, 1 to {last}, and found {found}"),
        );
    }
    place
}

/// How far a card moves: once round the board at the most.
fn steps(reader: &mut Reader<'_>, line: Line<'_, '_>, last: usize) -> Option<i8> {
    let cell = line.cell(AMOUNT);
    let most = i64::try_from(last).map_or(MAX_MOVE, |last| last.min(MAX_MOVE));
    match cell {
        Cell::Whole(steps) if (-most..=most).contains(steps) && *steps != 0 => Some(*steps as i8),
        _ => {
            reader.wrong(
                &line.at(AMOUNT),
                format!(
                    "expected how many spaces to move, -{most} to {most} and not 0, and found {}",
                    given(cell)
                ),
            );
            None
        }
    }
}

/// Go pays whoever passes it forward, and nobody else; the sheet may say so, and not otherwise.
fn check_go_money(reader: &mut Reader<'_>, line: Line<'_, '_>, effect: Effect) {
    let forward = match effect {
        Effect::AdvanceTo(_) => true,
        Effect::Move(steps) => steps > 0,
        _ => false,
    };
    let fits = match line.word(GO_MONEY).as_str() {
        "" | "na" => true,
        "yes" | "true" => forward,
        "no" | "false" => !forward,
        _ => false,
    };
    if !fits {
        let right = if forward { "Yes" } else { "No" };
        reader.wrong(
            &line.at(GO_MONEY),
            format!(
                "expected {right} or nothing, and found {}: Go pays whoever comes to it going \
                 forward, and nobody else",
                given(line.cell(GO_MONEY))
            ),
        );
    }
}
