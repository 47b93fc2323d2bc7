//! The sheet *Board*: a row for each space.

use std::fmt::Write as _;

use parlor_sheets::Address;
use smol_str::SmolStr;

use super::notes::Notes;
use super::sheet::{Line, Name, Reader, Table, amount, given, plain, text_of, whole};
use super::{MAX_GROUPS, MAX_NAME, MAX_POUNDS};
use crate::board::{Board, Group, Kind, MAX_SPACES, Place, Places, Pounds, Property, Space};
use crate::deck::{Card, Pack};

const POSITION: usize = 0;
const NAME: usize = 1;
const GROUP: usize = 2;
const ACTION: usize = 3;
const BUYABLE: usize = 4;
const COST: usize = 5;
const RENT: usize = 6;
const HEADINGS: [&str; 12] = [
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

/// What stands in the columns from *Rent* on.
const RENTS: [&str; 6] = [
    "the rent without houses",
    "the rent with 1 house",
    "the rent with 2 houses",
    "the rent with 3 houses",
    "the rent with 4 houses",
    "the rent with a hotel",
];

/// What stands in the sheet *Board*.
pub(super) struct Spaces<'a> {
    table: Table<'a>,
    /// In the order of play, as far as it could be read.
    rows: Vec<Row>,
    /// The groups of streets, in the order of play.
    pub(super) street_groups: Vec<Name>,
}

/// A space.
struct Row {
    /// The index of its row in the sheet.
    index: usize,
    /// `None` where it could not be read.
    position: Option<usize>,
    name: SmolStr,
    /// `None` where it could not be read.
    space: Option<Space>,
    /// Empty for what cannot be bought.
    group: Name,
    /// `None` for what cannot be bought, and where the group could not be read.
    land: Option<Land>,
    /// Of a street: the index of its group, once all rows are there.
    street_group: usize,
    price: Pounds,
    rents: [Pounds; 6],
}

/// What can be bought.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Land {
    Street,
    Station,
    Utility,
}

impl Land {
    /// What belongs to this group.
    fn of(group: &str) -> Option<Self> {
        match plain(group).as_str() {
            _ if group.is_empty() => None,
            "station" | "stations" => Some(Self::Station),
            "utility" | "utilities" => Some(Self::Utility),
            _ => Some(Self::Street),
        }
    }
}

impl<'a> Spaces<'a> {
    /// `None` when there is no such sheet, or not all its columns, or nothing below them.
    pub(super) fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let table = reader.table("Board", &HEADINGS)?;
        let mut rows: Vec<Row> = table.lines().map(|line| row(reader, line)).collect();
        rows.sort_by_key(|row| row.position);
        let street_groups = group_streets(&mut rows);
        let spaces = Self { table, rows, street_groups };
        spaces.check_positions(reader);
        spaces.check_go_and_jail(reader);
        spaces.check_names(reader);
        spaces.check_groups(reader);
        // A board without a space says enough by itself.
        (!spaces.rows.is_empty()).then_some(spaces)
    }

    /// The last position there is.
    pub(super) fn last(&self) -> usize {
        let highest = self.rows.iter().filter_map(|row| row.position).max().unwrap_or_default();
        highest.max(self.rows.len().min(MAX_SPACES))
    }

    /// How many properties are of this kind.
    pub(super) fn count(&self, land: Land) -> usize {
        self.rows.iter().filter(|row| row.land == Some(land)).count()
    }

    /// Where the first space is that has a card of the pack drawn.
    pub(super) fn first_with_card_of(&self, pack: Pack) -> Option<Address> {
        let row = self.rows.iter().find(|row| row.space == Some(Space::Card(pack)))?;
        Some(self.table.at(row.index, ACTION))
    }

    /// Every position once, without a gap, and four sides of the same length.
    fn check_positions(&self, reader: &mut Reader<'_>) {
        let mut fine = true;
        for pair in self.rows.windows(2) {
            let [one, other] = pair else { continue };
            if let Some(position) = other.position.filter(|_| one.position == other.position) {
                fine = false;
                let what = format!(
                    "expected a position of its own, and found {position}, which is {} in row {}",
                    one.name,
                    one.index + 1
                );
                reader.wrong(&self.table.at(other.index, POSITION), what);
            }
        }
        if !fine || self.rows.iter().any(|row| row.position.is_none()) {
            return;
        }
        let gap = self.rows.iter().zip(1..).find(|(row, number)| row.position != Some(*number));
        if let Some((row, number)) = gap {
            let mut what = format!("expected position {number}");
            if number > 1 {
                _ = write!(what, ", the next after {}", number - 1);
            }
            _ = write!(what, ", and found {}", row.position.unwrap_or_default());
            reader.wrong(&self.table.at(row.index, POSITION), what);
            return;
        }
        let count = self.rows.len();
        if count == 0 || !count.is_multiple_of(4) {
            let what = format!(
                "expected a multiple of 4 spaces, up to {MAX_SPACES}, and found {count}: a board has \
                 four sides of the same length"
            );
            reader.problems.add(self.table.name(), what);
        }
    }

    /// Go is the first space, and there is one Go and one Jail.
    fn check_go_and_jail(&self, reader: &mut Reader<'_>) {
        let mut jail: Option<&Row> = None;
        for row in &self.rows {
            let at = || self.table.at(row.index, ACTION);
            match (row.space, row.position) {
                (Some(Space::Go(_)), Some(2..)) => reader.wrong(
                    &at(),
                    "expected no Go here: what collects an amount is the space at position 1, and \
                     no other",
                ),
                (Some(Space::Jail), _) => match jail {
                    Some(first) => {
                        let row = first.index + 1;
                        let what = format!("expected one Jail, and row {row} has another");
                        reader.wrong(&at(), what);
                    }
                    None => jail = Some(row),
                },
                _ => {}
            }
        }
        if let Some(first) = self.rows.iter().find(|row| row.position == Some(1))
            && first.space.is_some_and(|space| !matches!(space, Space::Go(_)))
        {
            let what = "expected Collect and an amount, such as Collect 200: the space at position 1 \
                        is Go";
            reader.wrong(&self.table.at(first.index, ACTION), what);
        }
        // Where something could not be read it may be what is missing.
        if jail.is_none()
            && !self.rows.is_empty()
            && self.rows.iter().all(|row| row.space.is_some())
        {
            let what = "expected a space with the action Jail, and found none";
            reader.problems.add(self.table.name(), what);
        }
    }

    fn check_groups(&self, reader: &mut Reader<'_>) {
        for (index, group) in self.street_groups.iter().enumerate() {
            let mut streets = self.streets().filter(|row| row.street_group == index);
            if let (Some(only), None) = (streets.next(), streets.next()) {
                let what = format!("expected two streets or more in {group}, and found only this");
                reader.wrong(&self.table.at(only.index, GROUP), what);
            }
        }
        if let Some((group, at)) = self.first_streets().nth(MAX_GROUPS) {
            let what =
                format!("expected {MAX_GROUPS} groups of streets at the most; {group} is one more");
            reader.wrong(&at, what);
        }
    }

    /// Properties are told apart by their names: no two share one. Other spaces may, as all of Pot Luck do.
    fn check_names(&self, reader: &mut Reader<'_>) {
        let mut names: Vec<(Name, usize)> = Vec::new();
        let properties = self.rows.iter().filter(|row| row.space == Some(Space::Property));
        for row in properties.filter(|row| !row.name.is_empty()) {
            let name = Name::from(row.name.clone());
            match names.iter().find(|(other, _)| *other == name) {
                Some((_, other)) => {
                    let what = format!(
                        "expected a name that no other property has, and found '{name}', which is in \
                         row {}, too",
                        other + 1
                    );
                    reader.wrong(&self.table.at(row.index, NAME), what);
                }
                None => names.push((name, row.index)),
            }
        }
    }

    /// Each group of streets, and where its first street says that it belongs to it.
    pub(super) fn first_streets(&self) -> impl Iterator<Item = (&Name, Address)> {
        self.street_groups.iter().enumerate().filter_map(|(index, group)| {
            let first = self.streets().find(|row| row.street_group == index)?;
            Some((group, self.table.at(first.index, GROUP)))
        })
    }

    fn streets(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.land == Some(Land::Street))
    }

    /// The board, once nothing is wrong.
    pub(super) fn into_board(self, notes: Notes<'_>, cards: [Vec<Card>; 2]) -> Board {
        let groups = self.street_groups.into_iter().map(|name| Group {
            colour: notes.colour(&name),
            house: notes.house_price(&name).unwrap_or_default(),
            name: name.written,
            streets: Places::NONE,
        });
        let mut board = Board {
            groups: groups.collect(),
            title: notes.title,
            tokens: notes.tokens,
            names: Vec::new(),
            spaces: Vec::new(),
            properties: Vec::new(),
            stations: Places::NONE,
            utilities: Places::NONE,
            station_rents: notes.stations,
            utility_rents: notes.utilities,
            jail: Place::GO,
            cards,
            traffic: Vec::new(),
        };
        for (index, row) in self.rows.into_iter().enumerate() {
            row.put_on(&mut board, Place::at(index));
        }
        board.traffic = board.count_traffic();
        board
    }
}

impl Row {
    fn put_on(self, board: &mut Board, place: Place) {
        let space = self.space.unwrap_or(Space::Property);
        let kind = match self.land {
            Some(Land::Street) => {
                let streets = &mut board.groups[self.street_group].streets;
                *streets = streets.with(place);
                Kind::Street { group: self.street_group as u8, rents: self.rents }
            }
            Some(Land::Station) => {
                board.stations = board.stations.with(place);
                Kind::Station
            }
            Some(Land::Utility) => {
                board.utilities = board.utilities.with(place);
                Kind::Utility
            }
            // Nobody asks what kind of property a space is that cannot be bought.
            None => Kind::Utility,
        };
        if space == Space::Jail {
            board.jail = place;
        }
        board.names.push(self.name);
        board.spaces.push(space);
        board.properties.push(Property { price: self.price, kind });
    }
}

/// Finds the groups of streets, and says of each street which it belongs to.
fn group_streets(rows: &mut [Row]) -> Vec<Name> {
    let mut groups: Vec<Name> = Vec::new();
    for row in rows.iter_mut().filter(|row| row.land == Some(Land::Street)) {
        row.street_group =
            groups.iter().position(|group| *group == row.group).unwrap_or_else(|| {
                groups.push(row.group.clone());
                groups.len() - 1
            });
    }
    groups
}

fn row(reader: &mut Reader<'_>, line: Line<'_, '_>) -> Row {
    let cell = line.cell(POSITION);
    let position = whole(cell).filter(|number| (1..=MAX_SPACES).contains(number));
    if position.is_none() {
        let what = format!("expected a position from 1 to {MAX_SPACES}, and found {}", given(cell));
        reader.wrong(&line.at(POSITION), what);
    }
    let name = reader.text(line, NAME, "the name of the space", MAX_NAME);
    let mut row = Row {
        index: line.index(),
        position,
        name,
        space: None,
        group: Name::default(),
        land: None,
        street_group: 0,
        price: 0,
        rents: [0; 6],
    };
    match line.word(BUYABLE).as_str() {
        "yes" | "true" => property(reader, line, &mut row),
        "no" | "false" => row.space = action(reader, line),
        _ => {
            let what = format!("expected Yes or No, and found {}", given(line.cell(BUYABLE)));
            reader.wrong(&line.at(BUYABLE), what);
            // What it says elsewhere tells which was meant, and whether that is fine.
            if line.cell(ACTION).is_empty() {
                property(reader, line, &mut row);
            } else {
                row.space = action(reader, line);
            }
        }
    }
    row
}

fn property(reader: &mut Reader<'_>, line: Line<'_, '_>, row: &mut Row) {
    row.space = Some(Space::Property);
    row.group = reader.text(line, GROUP, "the group of the property", MAX_NAME).into();
    row.land = Land::of(&row.group.written);
    let price = reader.pounds(line, COST, "the price");
    // Where something else stands it was said already.
    if price == 0 && whole(line.cell(COST)) == Some(0) {
        reader.wrong(&line.at(COST), "expected a price above 0");
    }
    row.price = price;
    if row.land != Some(Land::Street) {
        return;
    }
    for (step, rent) in row.rents.iter_mut().enumerate() {
        *rent = reader.pounds(line, RENT + step, RENTS[step]);
    }
}

/// What a space does that cannot be bought.
fn action(reader: &mut Reader<'_>, line: Line<'_, '_>) -> Option<Space> {
    let space = match line.word(ACTION).as_str() {
        "potluck" => Some(Space::Card(Pack::PotLuck)),
        "opportunityknocks" => Some(Space::Card(Pack::OpportunityKnocks)),
        "jail" | "justvisiting" | "jailjustvisiting" => Some(Space::Jail),
        "collectfines" | "freeparking" => Some(Space::FreeParking),
        "gotojail" => Some(Space::GoToJail),
        _ => with_amount(&text_of(line.cell(ACTION))),
    };
    if space.is_none() {
        reader.wrong(
            &line.at(ACTION),
            format!(
                "expected Collect or Pay and an amount up to {MAX_POUNDS}, Pot Luck, Opportunity \
                 Knocks, Jail, Collect fines or Go to jail, and found {}",
                given(line.cell(ACTION))
            ),
        );
    }
    space
}

/// `Collect 200`, `Pay £100`.
fn with_amount(action: &str) -> Option<Space> {
    let end = action.find(|letter: char| !letter.is_alphabetic())?;
    let (verb, rest) = action.split_at(end);
    let amount = amount(rest)?;
    match plain(verb).as_str() {
        "collect" => Some(Space::Go(amount)),
        "pay" => Some(Space::Tax(amount)),
        _ => None,
    }
}
