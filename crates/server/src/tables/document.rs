//! A table as the store keeps it, and what can become of it before its match begins. Nothing here asks the store:
//! a change is made from one version of a table, and the store refuses it where there is a newer one.

use std::time::Duration;

use axum::http::StatusCode;
use parlor_engine::{AnyRulebook, Seat, Seats};
use parlor_match::{Absence, Away, Cost, Costs, Occupant, PlayerSpec, Terms, check_apart};
use parlor_room::{Holder, Settings};
use parlor_store::{AccountId, AccountKind, SealedSeed, TableId, TableState};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::wire::{NewTable, SeatKind, SeatPlace, TableInfo};
use crate::accounts::{Caller, party};
use crate::limits::{FLOOR, MAX_GRACE, MAX_THINKING};
use crate::refusal::Refusal;

/// What people without a name are called at a table where only computers see them.
const NAMELESS: &str = "Guest";

/// What was settled for a table, and who sits there.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct Document {
    /// All options of the game.
    pub(crate) options: Value,
    pub(crate) seats: Vec<Place>,
    /// How long seats may think, as [`Terms`] are written.
    clock: String,
    /// What it costs to be late, as a [`Cost`] is written.
    late: String,
    /// What is done about somebody who is gone: `wait`, `default-moves` or a computer player.
    away: String,
    /// How many seconds the table waits for somebody who is gone.
    grace: u64,
    /// Whether people without a seat may watch.
    pub(crate) watch: bool,
    pub(crate) listed: bool,
    /// What binds the table to its dice and cards.
    pub(crate) commitment: String,
    /// The seed behind the commitment, sealed.
    sealed: String,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Place {
    Open,
    Account {
        #[serde(with = "as_text")]
        id: AccountId,
        name: Option<String>,
        bot: bool,
    },
    Computer(String),
}

impl Document {
    /// A new table, as somebody wishes it. `bots` are those of the wish that belong to its sender.
    pub(crate) fn new(
        wish: &NewTable,
        rulebook: &AnyRulebook,
        owner: &Caller,
        bots: &[Place],
        (commitment, sealed): (String, &SealedSeed),
    ) -> Result<Self, Refusal> {
        let table = rulebook.open(&wish.options, wish.seats.len()).map_err(|problems| {
            Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-options", problems.to_string())
                .about(json!({"problems": problems}))
        })?;
        let players = rulebook.computer_players();
        let known: Vec<&str> = players.iter().map(|player| player.name).collect();
        let mut bots = bots.iter();
        let mut seats = Vec::new();
        for seat in &wish.seats {
            seats.push(match seat.as_str() {
                "me" if seats.iter().any(|place| place_of(place) == Some(owner.id)) => {
                    let why =
                        "'me' stands at two seats; the others are open, or for a computer player";
                    return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "two-seats", why));
                }
                "me" => owner.place(),
                "open" => Place::Open,
                bot if bot.starts_with("bot:") => bots.next().cloned().unwrap_or(Place::Open),
                player => Place::Computer(read_player(player, &known)?.to_string()),
            });
        }
        let document = Self {
            options: table.options(),
            seats,
            clock: wish.clock.clone(),
            late: wish.late.clone(),
            away: wish.away.clone(),
            grace: wish.grace,
            watch: wish.watch,
            listed: wish.listed,
            commitment,
            sealed: sealed.to_text(),
        };
        document.check(&known)?;
        document.check_names()?;
        Ok(document)
    }

    /// Whether clock, costs and absence can be read.
    fn check(&self, known: &[&str]) -> Result<(), Refusal> {
        let wrong = StatusCode::UNPROCESSABLE_ENTITY;
        let terms: Result<Terms, _> = self.clock.parse();
        terms.map_err(|why| Refusal::coded(wrong, &why))?;
        if self.grace > MAX_GRACE.as_secs() {
            let most = MAX_GRACE.as_secs();
            let why = format!("'grace' is a number of seconds, at most {most}");
            return Err(Refusal::new(wrong, "bad-grace", why).about(json!({"most": most})));
        }
        let late: Cost = self.late.parse().map_err(|why| Refusal::coded(wrong, &why))?;
        match &late {
            Cost::Takeover(player) => _ = read_player(&player.to_string(), known)?,
            Cost::Game => {
                let why = "a match on a server goes on after a late move: choose default-move, forfeit or takeover:PLAYER";
                return Err(Refusal::new(wrong, "bad-late", why));
            }
            Cost::Forfeit | Cost::DefaultMove => {}
        }
        if !matches!(self.away.as_str(), "wait" | "default-moves") {
            read_player(self.away.trim_start_matches("takeover:"), known)?;
        }
        Ok(())
    }

    /// People who see each other have names, and no two alike.
    fn check_names(&self) -> Result<(), Refusal> {
        let people: Vec<&Option<String>> = self
            .seats
            .iter()
            .filter_map(|place| match place {
                Place::Account { name, bot: false, .. } => Some(name),
                _ => None,
            })
            .collect();
        let is_seen =
            people.len() > 1 || self.seats.contains(&Place::Open) || self.watch && self.listed;
        if is_seen && people.iter().any(|name| name.is_none()) {
            return Err(Refusal::conflict(
                "name-needed",
                "others will see you at this table, so you need a name: PATCH /api/account with {\"name\": \"…\"}",
            ));
        }
        let names = self.seats.iter().filter_map(|place| match place {
            Place::Account { name, .. } => name.as_deref(),
            _ => None,
        });
        check_apart(names).map_err(|why| Refusal::coded(StatusCode::CONFLICT, &why))
    }

    // ---- changes ----

    /// Somebody sits down, at this seat or at the first open one.
    pub(crate) fn join(&mut self, who: &Caller, seat: Option<u8>) -> Result<Seat, Refusal> {
        if let Some(seat) = self.seat_of(who.id) {
            let why = format!("you have seat {} at this table", seat.number());
            return Err(Refusal::conflict("seated", why).about(json!({"seat": seat.number()})));
        }
        let open = self.open_seats();
        let seat = match seat.map(|number| Seat::from_number(usize::from(number))) {
            Some(seat) => seat.filter(|seat| open.contains(*seat)),
            None => open.first(),
        };
        let seat = seat.ok_or_else(|| {
            let open: Vec<usize> = open.iter().map(Seat::number).collect();
            Refusal::conflict("seat-taken", "this seat is taken, or there is no open one")
                .about(json!({"open": open}))
        })?;
        self.seats[seat.index()] = who.place();
        self.check_names()?;
        Ok(seat)
    }

    /// Somebody stands up.
    pub(crate) fn leave(&mut self, who: AccountId) -> Result<(), Refusal> {
        let seat = self.seat_of(who).ok_or_else(no_seat)?;
        self.seats[seat.index()] = Place::Open;
        Ok(())
    }

    /// Whether the match can begin.
    pub(crate) fn check_full(&self) -> Result<(), Refusal> {
        let open: Vec<usize> = self.open_seats().iter().map(Seat::number).collect();
        if open.is_empty() {
            return Ok(());
        }
        let why = "there are open seats: wait until somebody joins";
        Err(Refusal::conflict("open-seats", why).about(json!({"open": open})))
    }

    // ---- who is there ----

    fn open_seats(&self) -> Seats {
        self.all_seats().filter(|seat| self.seats[seat.index()] == Place::Open).collect()
    }

    /// The seat of an account.
    pub(crate) fn seat_of(&self, account: AccountId) -> Option<Seat> {
        self.all_seats().find(|seat| place_of(&self.seats[seat.index()]) == Some(account))
    }

    fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len()).map(Seat::at)
    }

    /// The accounts at the table.
    pub(crate) fn accounts(&self) -> Vec<AccountId> {
        self.seats.iter().filter_map(place_of).collect()
    }

    // ---- for the match ----

    /// Who answers for each seat.
    pub(crate) fn holders(&self) -> Vec<Holder> {
        let holder = |place: &Place| match place {
            Place::Account { id, .. } => Holder::Party(party(*id)),
            // A player was read before it came here. An open seat does not get as far as a match.
            Place::Computer(player) => Holder::Computer(
                player.parse().unwrap_or_else(|_| PlayerSpec::named(player.clone())),
            ),
            Place::Open => Holder::Computer(PlayerSpec::named("random")),
        };
        self.seats.iter().map(holder).collect()
    }

    /// Who sits at the table, for the record.
    pub(crate) fn occupants(&self) -> Vec<Occupant> {
        let occupant = |place: &Place| match place {
            Place::Account { name, bot, .. } => {
                let name = name.clone().unwrap_or_else(|| NAMELESS.to_owned());
                Occupant::new(if *bot { "program" } else { "human" }, name)
            }
            Place::Computer(player) => Occupant::new(player.clone(), player.clone()),
            Place::Open => Occupant::new("unknown", "anybody"),
        };
        self.seats.iter().map(occupant).collect()
    }

    /// The clock, and what faults cost.
    pub(crate) fn terms(&self) -> (Terms, Costs) {
        let late: Cost = self.late.parse().unwrap_or(Cost::DefaultMove);
        (self.clock.parse().unwrap_or_else(|_| Terms::unlimited()), Costs::all(&late))
    }

    pub(crate) fn settings(&self) -> Settings {
        let then = match self.away.as_str() {
            "wait" => Away::Wait,
            "default-moves" => Away::DefaultMoves,
            player => {
                player.trim_start_matches("takeover:").parse().map_or(Away::Wait, Away::Takeover)
            }
        };
        let grace = Duration::from_secs(self.grace);
        Settings { absence: Absence { grace, then }, floor: FLOOR }
    }

    pub(crate) fn sealed(&self) -> Option<SealedSeed> {
        SealedSeed::from_text(&self.sealed)
    }

    // ---- for clients ----

    /// The table as somebody sees it.
    pub(crate) fn shown(&self, head: &Shown<'_>, to: Option<AccountId>) -> TableInfo {
        let place = |place: &Place| match place {
            Place::Open => SeatPlace { kind: SeatKind::Open, name: None, you: false },
            Place::Computer(player) => {
                SeatPlace { kind: SeatKind::Computer, name: Some(player.clone()), you: false }
            }
            Place::Account { id, name, bot } => SeatPlace {
                kind: if *bot { SeatKind::Bot } else { SeatKind::Person },
                name: name.clone(),
                you: to == Some(*id),
            },
        };
        TableInfo {
            id: head.id.to_string(),
            game: head.game.to_owned(),
            state: head.state.into(),
            options: self.options.clone(),
            seats: self.seats.iter().map(place).collect(),
            seat: to.and_then(|account| self.seat_of(account)).map(|seat| seat.number() as u8),
            owner: to == Some(head.owner),
            clock: self.clock.clone(),
            late: self.late.clone(),
            away: self.away.clone(),
            grace: self.grace,
            watch: self.watch,
            listed: self.listed,
            commitment: self.commitment.clone(),
            created: head.created,
            question: None,
        }
    }
}

/// What the store knows of a table beside its document.
pub(crate) struct Shown<'a> {
    pub(crate) id: TableId,
    pub(crate) game: &'a str,
    pub(crate) owner: AccountId,
    pub(crate) state: TableState,
    pub(crate) created: i64,
}

impl Caller {
    fn place(&self) -> Place {
        let bot = self.kind == AccountKind::Bot;
        Place::Account { id: self.id, name: self.name.clone(), bot }
    }
}

const fn place_of(place: &Place) -> Option<AccountId> {
    match place {
        Place::Account { id, .. } => Some(*id),
        Place::Open | Place::Computer(_) => None,
    }
}

pub(crate) fn no_seat() -> Refusal {
    Refusal::forbidden("no-seat", "you have no seat at this table")
}

/// A computer player of the game that does not think too long.
fn read_player(text: &str, known: &[&str]) -> Result<PlayerSpec, Refusal> {
    let wrong = StatusCode::UNPROCESSABLE_ENTITY;
    let player = PlayerSpec::read(text, known).map_err(|why| Refusal::coded(wrong, &why))?;
    if player.effort.time.is_some_and(|time| time > MAX_THINKING) {
        let most = MAX_THINKING.as_secs();
        let why = format!("a computer player thinks at most {most} s about a move here");
        return Err(Refusal::new(wrong, "long-thinking", why).about(json!({"most": most})));
    }
    Ok(player)
}

/// Ids as the texts that people see.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(it: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(it)
    }

    pub(super) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(Error::custom)
    }
}
