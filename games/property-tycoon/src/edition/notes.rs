//! The sheet *Notes*: what goes for a whole group, and the title.

use parlor_sheets::Address;

use super::MAX_NAME;
use super::sheet::{Line, Reader, given, is_same, whole};
use crate::board::Pounds;

const NOTE: usize = 0;
const FOR: usize = 1;
const AMOUNT: usize = 2;
const HEADINGS: [&str; 3] = ["Note", "For", "Amount"];

/// What an edition is called that does not say.
pub(crate) const TITLE: &str = "Property Tycoon";

/// What stands in the sheet *Notes*.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) title: String,
    houses: Vec<Entry<Pounds>>,
    colours: Vec<Entry<[u8; 3]>>,
    /// Rents by the number of stations that one player has: of one, of two, and so on.
    pub(super) stations: Vec<Pounds>,
    /// How many times the dice, in the same way.
    pub(super) utilities: Vec<Pounds>,
}

/// Something that goes for a group.
pub(super) struct Entry<T> {
    /// The group, as it is written.
    pub(super) of: String,
    /// Where that stands.
    pub(super) at: Address,
    value: T,
}

impl<T> Entry<T> {
    pub(super) fn is_for(&self, group: &str) -> bool {
        is_same(&self.of, group)
    }
}

impl Notes {
    /// `None` when there is no such sheet, or not all its columns.
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut notes = Self::default();
        let table = reader.table("Notes", &HEADINGS)?;
        for line in table.lines() {
            notes.note(reader, line);
        }
        if notes.title.is_empty() {
            TITLE.clone_into(&mut notes.title);
        }
        Some(notes)
    }

    fn note(&mut self, reader: &mut Reader<'_>, line: Line<'_, '_>) {
        match line.word(NOTE).as_str() {
            "title" => self.title = reader.text(line, AMOUNT, "the edition's title", MAX_NAME),
            "houseprice" => {
                let price = reader.pounds(line, AMOUNT, "the price of a house");
                add(&mut self.houses, reader, line, price);
            }
            "stationrent" => {
                rent_by_number(&mut self.stations, reader, line, "the rent of a station");
            }
            "utilityrent" => {
                rent_by_number(&mut self.utilities, reader, line, "how many times the dice");
            }
            "colour" | "color" => {
                let colour = colour(&line.cell(AMOUNT).to_string());
                if colour.is_none() {
                    reader.wrong(
                        &line.at(AMOUNT),
                        format!(
                            "expected red, green and blue from 0 to 255, such as 102, 51, 0, and \
                             found {}",
                            given(line.cell(AMOUNT))
                        ),
                    );
                }
                add(&mut self.colours, reader, line, colour.unwrap_or_default());
            }
            _ => reader.wrong(
                &line.at(NOTE),
                format!(
                    "expected Title, House price, Station rent, Utility rent or Colour, and found {}",
                    given(line.cell(NOTE))
                ),
            ),
        }
    }

    pub(super) fn house_price(&self, group: &str) -> Option<Pounds> {
        self.houses.iter().find(|entry| entry.is_for(group)).map(|entry| entry.value)
    }

    pub(super) fn colour(&self, group: &str) -> Option<[u8; 3]> {
        self.colours.iter().find(|entry| entry.is_for(group)).map(|entry| entry.value)
    }

    /// Every mention of a group.
    pub(super) fn groups(&self) -> impl Iterator<Item = Entry<()>> {
        let houses = self.houses.iter().map(|entry| (&entry.of, &entry.at));
        let colours = self.colours.iter().map(|entry| (&entry.of, &entry.at));
        let all = houses.chain(colours);
        all.map(|(of, at)| Entry { of: of.clone(), at: at.clone(), value: () })
    }
}

/// Notes what goes for a group, once.
fn add<T>(entries: &mut Vec<Entry<T>>, reader: &mut Reader<'_>, line: Line<'_, '_>, value: T) {
    let of = reader.text(line, FOR, "the group it is for", MAX_NAME);
    if of.is_empty() {
        return;
    }
    let at = line.at(FOR);
    match entries.iter().find(|entry| entry.is_for(&of)) {
        Some(other) => {
            let what = format!(
                "expected one {} for {of}, and found another in row {}",
                line.cell(NOTE),
                other.at.row + 1
            );
            reader.wrong(&at, what);
        }
        None => entries.push(Entry { of, at, value }),
    }
}

/// Rents stand in order: for one, for two, and so on.
fn rent_by_number(
    rents: &mut Vec<Pounds>,
    reader: &mut Reader<'_>,
    line: Line<'_, '_>,
    what: &str,
) {
    let number = rents.len() + 1;
    if whole(line.cell(FOR)) != Some(number) {
        let found = given(line.cell(FOR));
        reader.wrong(
            &line.at(FOR),
            format!(
                "expected {number} (rents stand in order, the one for 1 first), and found {found}"
            ),
        );
    }
    rents.push(reader.pounds(line, AMOUNT, what));
}

fn colour(text: &str) -> Option<[u8; 3]> {
    let parts: Vec<u8> =
        text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}
