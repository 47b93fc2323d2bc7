//! Editions: the rows of a spreadsheet become a board, or a list of everything that is wrong with it.
//!
//! An edition has three sheets. *Board* has a row for each space, *Notes* has the prices of houses and
//! the rents of stations and utilities, *Cards* has the cards. Columns are found by their headings, in
//! any order; what is said of capital letters, spaces and pound signs does not matter.

use parlor_engine::Problems;
use parlor_sheets::{Address, Book, Cell, Sheet};

use crate::board::{Board, Group, Kind, MAX_SPACES, Place, Places, Pounds, Property, Space};
use crate::deck::{Card, Effect, MAX_CARDS, Pack};

/// The highest price, rent or amount. No sum of them comes near the end of the numbers.
pub const MAX_POUNDS: Pounds = 100_000;
/// The most letters of a name.
pub const MAX_NAME: usize = 40;
/// The most letters on a card.
pub const MAX_TEXT: usize = 200;
/// The most groups of streets.
pub const MAX_GROUPS: usize = 32;

/// Makes a board of the rows of an edition.
pub fn read(book: &Book) -> Result<Board, Problems> {
    let mut reader = Reader { problems: Problems::new() };
    let notes = reader.notes(book);
    let (rows, all) = reader.board(book);
    let cards = reader.cards(book, all);
    let board = reader.put_together(notes, &rows, cards, rows.len() == all);
    reader.problems.into_result(board)
}

/// Collects what is wrong.
struct Reader {
    problems: Problems,
}

/// What stands in the sheet *Notes*.
#[derive(Default)]
struct Notes {
    title: String,
    houses: Vec<(String, Pounds)>,
    colours: Vec<(String, [u8; 3])>,
    stations: Vec<Pounds>,
    utilities: Vec<Pounds>,
}

/// A row of the sheet *Board*.
struct Row {
    at: Address,
    position: usize,
    name: String,
    space: Space,
    group: String,
    price: Pounds,
    rents: [Pounds; 6],
}

/// A sheet whose columns have been found.
struct Table<'a> {
    sheet: &'a Sheet,
    /// By heading: its column.
    columns: Vec<usize>,
}

impl<'a> Table<'a> {
    /// The rows below the headings that are not blank, with their index.
    fn rows(&self) -> impl Iterator<Item = (usize, &'a [Cell])> + use<'a> {
        let filled = |(_, row): &(usize, &Vec<Cell>)| row.iter().any(|cell| *cell != Cell::Empty);
        let rows = self.sheet.rows.iter().enumerate().skip(1).filter(filled);
        rows.map(|(index, row)| (index, row.as_slice()))
    }

    fn cell(&self, row: &'a [Cell], heading: usize) -> &'a Cell {
        row.get(self.columns[heading]).unwrap_or(&Cell::Empty)
    }

    fn at(&self, row: usize, heading: usize) -> Address {
        self.sheet.address(row, self.columns[heading])
    }
}

const POSITION: usize = 0;
const NAME: usize = 1;
const GROUP: usize = 2;
const ACTION: usize = 3;
const BUYABLE: usize = 4;
const COST: usize = 5;
const RENT: usize = 6;
const BOARD: [&str; 12] = [
    "Position",
    "Name",
    "Group",
    "Action",
    "Can be bought",
    "Cost",
    "Rent",
    "1 house",
    "2 houses",
    "3 houses",
    "4 houses",
    "Hotel",
];
const NOTES: [&str; 3] = ["Note", "For", "Amount"];
const CARDS: [&str; 8] =
    ["Deck", "Card", "Text", "Effect", "Amount", "Per hotel", "Goes to", "Go money"];

/// Without what people write differently.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-');
    kept.flat_map(char::to_lowercase).collect()
}

/// What stands in a cell, as text.
fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Whole(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
    }
}

impl Reader {
    fn wrong(&mut self, at: &Address, what: impl Into<String>) {
        self.problems.add(at.to_string(), what);
    }

    /// Finds a sheet and its columns.
    fn table<'a>(&mut self, book: &'a Book, name: &str, headings: &[&str]) -> Option<Table<'a>> {
        let Some(sheet) = book.sheet(name) else {
            let there: Vec<&str> = book.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
            let what = format!("is missing; there is {}", there.join(", "));
            self.problems.add(format!("sheet '{name}'"), what);
            return None;
        };
        let header: &[Cell] = sheet.rows.first().map_or(&[], Vec::as_slice);
        let mut columns = Vec::new();
        for heading in headings {
            let found = header.iter().position(|cell| plain(&text(cell)) == plain(heading));
            match found {
                Some(column) => columns.push(column),
                None => self.problems.add(
                    format!("sheet '{}', row 1", sheet.name),
                    format!("there is no column '{heading}'"),
                ),
            }
        }
        (columns.len() == headings.len()).then_some(Table { sheet, columns })
    }

    /// An amount of money in a cell: with a pound sign or without.
    fn pounds(&mut self, at: &Address, cell: &Cell, what: &str) -> Option<Pounds> {
        let number = match cell {
            Cell::Whole(number) => Some(*number),
            Cell::Text(text) => {
                let bare: String =
                    text.chars().filter(|letter| !matches!(letter, '£' | ',' | ' ')).collect();
                bare.parse().ok()
            }
            Cell::Empty => None,
        };
        let amount = number.and_then(|number| Pounds::try_from(number).ok());
        let fits = amount.filter(|amount| (0..=MAX_POUNDS).contains(amount));
        if fits.is_none() {
            let given = match cell {
                Cell::Empty => "nothing".to_owned(),
                cell => format!("'{}'", text(cell)),
            };
            self.wrong(
                at,
                format!(
                    "expected {what}, a whole number from 0 to {MAX_POUNDS}, and found {given}"
                ),
            );
        }
        fits
    }

    fn name(&mut self, at: &Address, cell: &Cell, what: &str, most: usize) -> String {
        let name = text(cell);
        if name.is_empty() {
            self.wrong(at, format!("expected {what}, and found nothing"));
        } else if name.chars().count() > most {
            self.wrong(at, format!("expected {what} of {most} letters at the most"));
        }
        name
    }

    // ---- the sheet Notes ----

    fn notes(&mut self, book: &Book) -> Notes {
        let mut notes = Notes::default();
        let Some(table) = self.table(book, "Notes", &NOTES) else { return notes };
        for (index, row) in table.rows() {
            let (note, of) = (table.cell(row, 0), text(table.cell(row, 1)));
            let (amount, at) = (table.cell(row, 2), table.at(index, 2));
            match plain(&text(note)).as_str() {
                "title" => notes.title = self.name(&at, amount, "the edition's title", MAX_NAME),
                "houseprice" => {
                    if let Some(price) = self.pounds(&at, amount, "the price of a house") {
                        notes.houses.push((plain(&of), price));
                    }
                }
                "stationrent" => {
                    self.rent_by_number(
                        &mut notes.stations,
                        &table,
                        index,
                        row,
                        "a station's rent",
                    );
                }
                "utilityrent" => {
                    let what = "how many times the dice";
                    self.rent_by_number(&mut notes.utilities, &table, index, row, what);
                }
                "colour" | "color" => match colour(&text(amount)) {
                    Some(colour) => notes.colours.push((plain(&of), colour)),
                    None => self.wrong(
                        &at,
                        format!(
                            "expected red, green and blue from 0 to 255, such as 102, 51, 0, and \
                             found '{}'",
                            text(amount)
                        ),
                    ),
                },
                other => {
                    let at = table.at(index, 0);
                    self.wrong(
                        &at,
                        format!(
                            "there is no note '{other}'; there is Title, House price, Station rent, \
                             Utility rent and Colour"
                        ),
                    );
                }
            }
        }
        if notes.title.is_empty() {
            "Property Tycoon".clone_into(&mut notes.title);
        }
        notes
    }

    /// Rents stand in order: for one, for two, and so on.
    fn rent_by_number(
        &mut self,
        rents: &mut Vec<Pounds>,
        table: &Table<'_>,
        index: usize,
        row: &[Cell],
        what: &str,
    ) {
        let number = rents.len() + 1;
        let of = row.get(table.columns[1]).unwrap_or(&Cell::Empty);
        if whole(of) != Some(number) {
            let at = table.at(index, 1);
            self.wrong(
                &at,
                format!("expected {number}: rents stand in order, the one for 1 first"),
            );
        }
        let amount = row.get(table.columns[2]).unwrap_or(&Cell::Empty);
        let at = table.at(index, 2);
        rents.push(self.pounds(&at, amount, what).unwrap_or(0));
    }

    // ---- the sheet Board ----

    /// The spaces that could be read, and how many there are in all.
    fn board(&mut self, book: &Book) -> (Vec<Row>, usize) {
        let Some(table) = self.table(book, "Board", &BOARD) else { return (Vec::new(), 0) };
        let mut rows: Vec<Row> = Vec::new();
        for (index, cells) in table.rows() {
            let at = table.at(index, POSITION);
            let cell = table.cell(cells, POSITION);
            let Some(position) = whole(cell).filter(|number| (1..=MAX_SPACES).contains(number))
            else {
                let given = text(cell);
                self.wrong(
                    &at,
                    format!("expected a position from 1 to {MAX_SPACES}, and found '{given}'"),
                );
                continue;
            };
            if let Some(other) = rows.iter().find(|row| row.position == position) {
                let what =
                    format!("there is a space at position {position} already: {}", other.name);
                self.wrong(&at, what);
                continue;
            }
            rows.push(self.space(&table, index, cells, position, at));
        }
        rows.sort_by_key(|row| row.position);
        let count = rows.len();
        for (index, row) in rows.iter().enumerate() {
            if row.position != index + 1 && self.problems.is_empty() {
                let at = row.at.to_string();
                self.problems.add(at, format!("there is no space at position {}", index + 1));
            }
        }
        if self.problems.is_empty() && (count == 0 || !count.is_multiple_of(4)) {
            let what = format!("has {count} spaces; a board has four sides of the same length");
            self.problems.add("sheet 'Board'", what);
        }
        (rows, table.rows().count())
    }

    fn space(
        &mut self,
        table: &Table<'_>,
        index: usize,
        cells: &[Cell],
        position: usize,
        at: Address,
    ) -> Row {
        let cell = |heading: usize| cells.get(table.columns[heading]).unwrap_or(&Cell::Empty);
        let name_at = table.at(index, NAME);
        let name = self.name(&name_at, cell(NAME), "the name of the space", MAX_NAME);
        let buyable = match plain(&text(cell(BUYABLE))).as_str() {
            "yes" | "true" => true,
            "no" | "false" => false,
            other => {
                let at = table.at(index, BUYABLE);
                self.wrong(&at, format!("expected Yes or No, and found '{other}'"));
                *cell(COST) != Cell::Empty
            }
        };
        let mut row = Row {
            at,
            position,
            name,
            space: Space::Property,
            group: String::new(),
            price: 0,
            rents: [0; 6],
        };
        if !buyable {
            let action_at = table.at(index, ACTION);
            row.space = self.action(&action_at, &text(cell(ACTION)));
            return row;
        }
        let group_at = table.at(index, GROUP);
        row.group = self.name(&group_at, cell(GROUP), "the group of the property", MAX_NAME);
        let cost_at = table.at(index, COST);
        if let Some(price) = self.pounds(&cost_at, cell(COST), "the price") {
            row.price = price;
            if price == 0 {
                self.wrong(&cost_at, "expected a price above 0");
            }
        }
        if !is_station(&row.group) && !is_utility(&row.group) {
            for (step, rent) in row.rents.iter_mut().enumerate() {
                let at = table.at(index, RENT + step);
                let what = match step {
                    0 => "the rent without houses".to_owned(),
                    5 => "the rent with a hotel".to_owned(),
                    1 => "the rent with 1 house".to_owned(),
                    houses => format!("the rent with {houses} houses"),
                };
                *rent = self.pounds(&at, cell(RENT + step), &what).unwrap_or(0);
            }
        }
        row
    }

    /// What a space does that cannot be bought.
    fn action(&mut self, at: &Address, action: &str) -> Space {
        let words = plain(action);
        let amount = |verb: &str| -> Option<Pounds> {
            let rest = words.strip_prefix(verb)?;
            rest.parse().ok().filter(|amount| (0..=MAX_POUNDS).contains(amount))
        };
        let space = match words.as_str() {
            "potluck" | "takecard" => Some(Space::Card(Pack::PotLuck)),
            "opportunityknocks" => Some(Space::Card(Pack::OpportunityKnocks)),
            "jail" | "justvisiting" | "jailjustvisiting" => Some(Space::Jail),
            "collectfines" | "freeparking" => Some(Space::FreeParking),
            "gotojail" => Some(Space::GoToJail),
            _ => amount("collect").map(Space::Go).or_else(|| amount("pay").map(Space::Tax)),
        };
        if space.is_none() {
            self.wrong(
                at,
                format!(
                    "expected Collect and an amount, Pay and an amount, Pot Luck, Opportunity \
                     Knocks, Jail, Collect fines or Go to jail, and found '{action}'"
                ),
            );
        }
        // With a problem noted it does not matter what it is.
        space.unwrap_or(Space::FreeParking)
    }

    // ---- the sheet Cards ----

    fn cards(&mut self, book: &Book, spaces: usize) -> [Vec<Card>; 2] {
        let mut packs = [Vec::new(), Vec::new()];
        let Some(table) = self.table(book, "Cards", &CARDS) else { return packs };
        for (index, cells) in table.rows() {
            let cell = |heading: usize| cells.get(table.columns[heading]).unwrap_or(&Cell::Empty);
            let pack = match plain(&text(cell(0))).as_str() {
                "potluck" => Pack::PotLuck,
                "opportunityknocks" => Pack::OpportunityKnocks,
                _ => {
                    let at = table.at(index, 0);
                    let given = text(cell(0));
                    self.wrong(
                        &at,
                        format!("expected Pot Luck or Opportunity Knocks, and found '{given}'"),
                    );
                    continue;
                }
            };
            let (id_at, text_at) = (table.at(index, 1), table.at(index, 2));
            let id = self.name(&id_at, cell(1), "the card's name", MAX_NAME);
            let text = self.name(&text_at, cell(2), "what stands on the card", MAX_TEXT);
            if let Some(effect) = self.effect(&table, index, cells, spaces) {
                packs[pack.index()].push(Card { id, text, effect });
            }
        }
        for pack in Pack::ALL {
            let count = packs[pack.index()].len();
            if count > MAX_CARDS {
                let what = format!("{} has {count} cards; {MAX_CARDS} fit", pack.title());
                self.problems.add("sheet 'Cards'", what);
            }
        }
        packs
    }

    fn effect(
        &mut self,
        table: &Table<'_>,
        index: usize,
        cells: &[Cell],
        spaces: usize,
    ) -> Option<Effect> {
        let cell = |heading: usize| cells.get(table.columns[heading]).unwrap_or(&Cell::Empty);
        let (effect, amount_at) = (text(cell(3)), table.at(index, 4));
        let amount = |reader: &mut Self| reader.pounds(&amount_at, cell(4), "an amount");
        let place = |reader: &mut Self| {
            let place = whole(cell(6)).filter(|number| *number <= spaces);
            let place = place.and_then(Place::from_number);
            if place.is_none() {
                let (at, given) = (table.at(index, 6), text(cell(6)));
                reader.wrong(
                    &at,
                    format!("expected the position of a space, 1 to {spaces}, and found '{given}'"),
                );
            }
            place
        };
        let made = match plain(&effect).as_str() {
            "receivefrombank" => Effect::Receive(amount(self)?),
            "paybank" => Effect::PayBank(amount(self)?),
            "payfreeparking" => Effect::Fine(amount(self)?),
            "collectfromeachplayer" => Effect::FromEach(amount(self)?),
            "choicefineordrawopportunity" => Effect::FineOrDraw(amount(self)?),
            "payrepairsbank" => {
                let hotel_at = table.at(index, 5);
                let house = amount(self);
                let hotel = self.pounds(&hotel_at, cell(5), "an amount for each hotel");
                Effect::Repairs { house: house?, hotel: hotel? }
            }
            "advanceto" => Effect::AdvanceTo(place(self)?),
            "movebackto" => Effect::BackTo(place(self)?),
            "moverelative" => match cell(4) {
                Cell::Whole(steps) if (-100..=100).contains(steps) && *steps != 0 => {
                    Effect::Move(*steps as i8)
                }
                other => {
                    let given = text(other);
                    self.wrong(
                        &amount_at,
                        format!("expected spaces to move, -100 to 100, and found '{given}'"),
                    );
                    return None;
                }
            },
            "gotojail" => Effect::GoToJail,
            "getoutofjailfree" => Effect::GetOutOfJail,
            _ => {
                let at = table.at(index, 3);
                self.wrong(
                    &at,
                    format!(
                        "expected what the card does (receive_from_bank, pay_bank, \
                         pay_free_parking, pay_repairs_bank, collect_from_each_player, \
                         choice_fine_or_draw_opportunity, advance_to, move_back_to, move_relative, \
                         go_to_jail or get_out_of_jail_free), and found '{effect}'"
                    ),
                );
                return None;
            }
        };
        self.go_money(table, index, cell(7), made);
        Some(made)
    }

    /// Go pays whoever passes it forward, and nobody else; the sheet may say so, and not otherwise.
    fn go_money(&mut self, table: &Table<'_>, index: usize, cell: &Cell, effect: Effect) {
        let forward = match effect {
            Effect::AdvanceTo(_) => true,
            Effect::Move(steps) => steps > 0,
            _ => false,
        };
        let given = plain(&text(cell));
        let fits = match given.as_str() {
            "" | "na" => true,
            "yes" | "true" => forward,
            "no" | "false" => !forward,
            _ => false,
        };
        if !fits {
            let right = if forward { "Yes" } else { "No" };
            let at = table.at(index, 7);
            self.wrong(
                &at,
                format!(
                    "expected {right} or nothing, and found '{}': Go pays whoever comes to it going \
                     forward, and nobody else",
                    text(cell)
                ),
            );
        }
    }

    // ---- all together ----

    fn put_together(
        &mut self,
        notes: Notes,
        rows: &[Row],
        cards: [Vec<Card>; 2],
        whole: bool,
    ) -> Board {
        let mut board = Board {
            title: notes.title,
            names: Vec::new(),
            spaces: Vec::new(),
            properties: Vec::new(),
            groups: Vec::new(),
            stations: Places::NONE,
            utilities: Places::NONE,
            station_rents: notes.stations,
            utility_rents: notes.utilities,
            jail: Place::GO,
            cards,
            traffic: Vec::new(),
        };
        for (index, row) in rows.iter().enumerate() {
            let place = Place::at(index);
            let kind = if row.space != Space::Property || is_utility(&row.group) {
                Kind::Utility
            } else if is_station(&row.group) {
                Kind::Station
            } else {
                let group = group_of(&mut board, &row.group, &notes.colours);
                let streets = &mut board.groups[group].streets;
                *streets = streets.with(place);
                Kind::Street { group: group as u8, rents: row.rents }
            };
            if row.space == Space::Property {
                match kind {
                    Kind::Station => board.stations = board.stations.with(place),
                    Kind::Utility => board.utilities = board.utilities.with(place),
                    Kind::Street { .. } => {}
                }
            }
            board.names.push(row.name.clone());
            board.spaces.push(row.space);
            board.properties.push(Property { price: row.price, kind });
        }
        // With spaces missing, whatever else is missing may be there.
        if whole {
            self.check_groups(&mut board, &notes.houses, rows);
            self.check_spaces(&mut board, rows);
        }
        if self.problems.is_empty() {
            board.traffic = board.count_traffic();
        }
        board
    }

    fn check_groups(&mut self, board: &mut Board, houses: &[(String, Pounds)], rows: &[Row]) {
        for group in &mut board.groups {
            let wanted = plain(&group.name);
            match houses.iter().find(|(name, _)| *name == wanted) {
                Some((_, price)) => group.house = *price,
                None => self.problems.add(
                    "sheet 'Notes'",
                    format!("there is no House price for the group {}", group.name),
                ),
            }
            if group.streets.len() < 2
                && let Some(row) = group.streets.first().and_then(|place| rows.get(place.index()))
            {
                let what =
                    format!("the group {} has only this street; two belong to it", group.name);
                self.problems.add(row.at.to_string(), what);
            }
        }
        if board.groups.len() > MAX_GROUPS {
            let what = format!("has more than {MAX_GROUPS} groups of streets");
            self.problems.add("sheet 'Board'", what);
        }
        for (what, places, rents) in [
            ("Station rent", board.stations, &board.station_rents),
            ("Utility rent", board.utilities, &board.utility_rents),
        ] {
            if places.len() > rents.len() {
                let count = places.len();
                let what = format!("there are {count} of them, and no {what} for {count}");
                self.problems.add("sheet 'Notes'", what);
            }
        }
    }

    /// Go is the first space, and there is one Go and one Jail.
    fn check_spaces(&mut self, board: &mut Board, rows: &[Row]) {
        let mut jails = Vec::new();
        for (row, place) in rows.iter().zip(board.places()) {
            match row.space {
                Space::Go(_) if place != Place::GO => {
                    self.problems
                        .add(row.at.to_string(), "Go is the space at position 1, and no other");
                }
                Space::Jail => jails.push(place),
                _ => {}
            }
            if let Space::Card(pack) = row.space
                && board.cards[pack.index()].is_empty()
            {
                let what = format!("there is no card of {}", pack.title());
                self.problems.add(row.at.to_string(), what);
            }
        }
        if let Some(first) = rows.first()
            && !matches!(first.space, Space::Go(_))
        {
            let what = "expected Go, which collects an amount";
            self.problems.add(first.at.to_string(), what);
        }
        match jails.as_slice() {
            [jail] => board.jail = *jail,
            [] => {
                if !rows.is_empty() {
                    self.problems.add("sheet 'Board'", "there is no space with the action Jail");
                }
            }
            [_, second, ..] => {
                let at = rows[second.index()].at.to_string();
                self.problems.add(at, "there is a Jail already");
            }
        }
    }
}

fn is_station(group: &str) -> bool {
    matches!(plain(group).as_str(), "station" | "stations")
}

fn is_utility(group: &str) -> bool {
    matches!(plain(group).as_str(), "utility" | "utilities")
}

/// The index of a group, which is made where it is new.
fn group_of(board: &mut Board, name: &str, colours: &[(String, [u8; 3])]) -> usize {
    let wanted = plain(name);
    if let Some(found) = board.groups.iter().position(|group| plain(&group.name) == wanted) {
        return found;
    }
    let colour = colours.iter().find(|(of, _)| *of == wanted).map(|(_, colour)| *colour);
    board.groups.push(Group { name: name.to_owned(), colour, house: 0, streets: Places::NONE });
    board.groups.len() - 1
}

/// A whole number that counts something.
fn whole(cell: &Cell) -> Option<usize> {
    match cell {
        Cell::Whole(number) => usize::try_from(*number).ok(),
        Cell::Empty | Cell::Text(_) => None,
    }
}

fn colour(text: &str) -> Option<[u8; 3]> {
    let parts: Vec<u8> =
        text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// The editions in the box, by name.
pub const NAMES: [&str; 2] = ["standard", "second"];

/// An edition in the box. It is a sheet like any other, and is read like one.
///
/// # Panics
/// When a sheet in the box is wrong; a test reads them all.
pub fn built_in(name: &str) -> Option<Board> {
    let sheets: &[u8] = match name {
        "standard" => include_bytes!("../editions/standard.xlsx"),
        "second" => include_bytes!("../editions/second.xlsx"),
        _ => return None,
    };
    let book = Book::from_xlsx(sheets).unwrap_or_else(|why| panic!("edition {name}: {why}"));
    Some(read(&book).unwrap_or_else(|why| panic!("edition {name}: {why}")))
}
