//! The sheet *Notes*: what goes for a whole group, and the title.

use parlor_sheets::Address;
use smol_str::SmolStr;

use super::sheet::{Line, Name, Reader, Table, given, text_of, whole};
use super::{MAX_NAME, MAX_TOKENS};
use crate::board::Pounds;
use crate::state::MAX_PLAYERS;
use crate::token::{MAX_TOKEN, TOKENS};

const NOTE: usize = 0;
const FOR: usize = 1;
const AMOUNT: usize = 2;
const HEADINGS: [&str; 3] = ["Note", "For", "Amount"];

/// What an edition is called that does not say.
pub(crate) const TITLE: &str = "Property Tycoon";

/// What stands in the sheet *Notes*.
pub(super) struct Notes<'a> {
    table: Table<'a>,
    pub(super) title: SmolStr,
    /// The index of the row that has the title.
    title_row: Option<usize>,
    houses: Vec<Entry<Pounds>>,
    colours: Vec<Entry<[u8; 3]>>,
    /// Rents by the number of stations that one player has: of one, of two, and so on.
    pub(super) stations: Vec<Pounds>,
    /// How many times the dice, in the same way.
    pub(super) utilities: Vec<Pounds>,
    /// The tokens: the edition's own, or the usual ones.
    pub(super) tokens: Vec<SmolStr>,
    /// The index of the row of each token, where the edition has its own.
    token_rows: Vec<usize>,
}

/// Something that goes for a group.
struct Entry<T> {
    group: Name,
    /// The index of its row in the sheet.
    row: usize,
    value: T,
}

impl<'a> Notes<'a> {
    /// `None` when there is no such sheet, or not all its columns.
    pub(super) fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let table = reader.table("Notes", &HEADINGS)?;
        let mut notes = Self {
            table: table.clone(),
            title: SmolStr::default(),
            title_row: None,
            houses: Vec::new(),
            colours: Vec::new(),
            stations: Vec::new(),
            utilities: Vec::new(),
            tokens: Vec::new(),
            token_rows: Vec::new(),
        };
        for line in table.lines() {
            notes.note(reader, line);
        }
        notes.settle_tokens(reader);
        if notes.title.is_empty() {
            notes.title = SmolStr::new_static(TITLE);
        }
        Some(notes)
    }

    fn note(&mut self, reader: &mut Reader<'_>, line: Line<'_, '_>) {
        match line.word(NOTE).as_str() {
            "title" => self.title(reader, line),
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
            "token" => self.token(reader, line),
            "colour" | "color" => {
                let colour = colour(&text_of(line.cell(AMOUNT)));
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
                    "expected Title, House price, Station rent, Utility rent, Colour or Token, and found \
                     {}",
                    given(line.cell(NOTE))
                ),
            ),
        }
    }

    /// The title, once.
    fn title(&mut self, reader: &mut Reader<'_>, line: Line<'_, '_>) {
        match self.title_row {
            Some(row) => {
                let what = format!("expected one Title, and found another in row {}", row + 1);
                reader.wrong(&line.at(NOTE), what);
            }
            None => self.title_row = Some(line.index()),
        }
        self.title = reader.text(line, AMOUNT, "the edition's title", MAX_NAME);
    }

    /// One more token, unlike all others.
    fn token(&mut self, reader: &mut Reader<'_>, line: Line<'_, '_>) {
        let token = reader.text(line, AMOUNT, "the name of a token", MAX_TOKEN);
        let same = |other: &SmolStr| other.to_lowercase() == token.to_lowercase();
        if token.contains(',') {
            reader.wrong(
                &line.at(AMOUNT),
                format!("expected a name without commas, and found '{token}'"),
            );
        } else if let Some(other) = self.tokens.iter().position(same) {
            let row = self.token_rows[other] + 1;
            let what = format!("expected one token called {token}, and found another in row {row}");
            reader.wrong(&line.at(AMOUNT), what);
        } else if self.tokens.len() == MAX_TOKENS {
            reader.wrong(&line.at(NOTE), format!("expected {MAX_TOKENS} tokens at the most"));
        } else if !token.is_empty() {
            self.tokens.push(token);
            self.token_rows.push(line.index());
        }
    }

    /// An edition has a token for every player, or none of its own: then there are the usual ones.
    fn settle_tokens(&mut self, reader: &mut Reader<'_>) {
        match self.tokens.len() {
            0 => self.tokens = usual_tokens(),
            there if there < MAX_PLAYERS => reader.problems.add(
                self.name(),
                format!(
                    "expected a Token for each of {MAX_PLAYERS} players, or none at all, and found \
                     {there}"
                ),
            ),
            _ => {}
        }
    }

    /// The sheet as a whole, as the place of a problem.
    pub(super) fn name(&self) -> String {
        self.table.name()
    }

    pub(super) fn house_price(&self, group: &Name) -> Option<Pounds> {
        find(&self.houses, group).map(|entry| entry.value)
    }

    pub(super) fn colour(&self, group: &Name) -> Option<[u8; 3]> {
        find(&self.colours, group).map(|entry| entry.value)
    }

    /// Every mention of a group, with the index of its row.
    pub(super) fn groups(&self) -> impl Iterator<Item = (&Name, usize)> {
        let houses = self.houses.iter().map(|entry| (&entry.group, entry.row));
        let colours = self.colours.iter().map(|entry| (&entry.group, entry.row));
        houses.chain(colours)
    }

    /// Where a row says for what it is.
    pub(super) fn place_of_group(&self, row: usize) -> Address {
        self.table.at(row, FOR)
    }
}

/// The tokens of an edition that brings none.
pub(super) fn usual_tokens() -> Vec<SmolStr> {
    TOKENS.map(SmolStr::new_static).into()
}

fn find<'e, T>(entries: &'e [Entry<T>], group: &Name) -> Option<&'e Entry<T>> {
    entries.iter().find(|entry| entry.group == *group)
}

/// Notes what goes for a group, once.
fn add<T>(entries: &mut Vec<Entry<T>>, reader: &mut Reader<'_>, line: Line<'_, '_>, value: T) {
    let group: Name = reader.text(line, FOR, "the group it is for", MAX_NAME).into();
    if group.written.is_empty() {
        return;
    }
    match find(entries, &group) {
        Some(other) => {
            let what = format!(
                "expected one {} for {group}, and found another in row {}",
                line.cell(NOTE),
                other.row + 1
            );
            reader.wrong(&line.at(FOR), what);
        }
        None => entries.push(Entry { group, row: line.index(), value }),
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
