//! What is played in the hall: several tables, some with people only, some with quick computer players, some with slow
//! ones.

use std::time::Duration;

use parlor_engine::sample::{PlayoutRng, below};
use parlor_store::TableId;
use serde_json::{Value, json};

use super::client::Client;
use super::network::{Badge, Network};

/// A table of the hall.
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) seats: Vec<Sitter>,
    pub(crate) grace: Duration,
    /// Whether the table waits for ever for those who are gone.
    pub(crate) waits: bool,
    /// Whether everybody sees every move: then it is seen that a computer player has answered.
    pub(crate) is_public: bool,
    /// The last news that everybody was told, and since when there were no others.
    pub(crate) still: (u64, Duration),
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Person(usize),
    /// A computer player that answers at once.
    Quick,
    /// One that may think long.
    Deep,
}

impl Table {
    pub(crate) fn path(&self, what: &str) -> String {
        format!("/api/tables/{}/{what}", self.id)
    }
}

/// What somebody wishes for a table.
struct Wish {
    game: &'static str,
    options: Value,
    seats: Vec<&'static str>,
}

/// A person who can sit down at tables.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) session: Badge,
    pub(crate) account: parlor_store::AccountId,
}

/// How many people there are.
const PEOPLE: usize = 4;

/// Fills the hall.
pub(crate) async fn fill(
    network: &Network,
    rng: &mut PlayoutRng,
) -> (Vec<Person>, Vec<Table>, Vec<Client>) {
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(person(network, number).await);
    }
    let mut wishes = vec![duel(rng), against_quick(rng)];
    if below(rng, 2) == 0 {
        // Enough to keep both workers busy.
        wishes.extend([among_deep(), among_deep()]);
    }
    if below(rng, 3) == 0 {
        wishes.push(cards(rng));
    }
    let (mut tables, mut clients) = (Vec::new(), Vec::new());
    for wish in wishes {
        tables.push(open(network, &people, &mut clients, (tables.len(), wish), rng).await);
    }
    (people, tables, clients)
}

async fn person(network: &Network, number: usize) -> Person {
    let (token, opened) = network.open_session().await;
    let account = opened["account"]["id"].as_str().unwrap().parse().unwrap();
    let session = Badge::Cookie(token);
    let name = json!({"name": format!("P{number}")});
    ask(network, &session, "PATCH", "/api/account", &name).await;
    Person { session, account }
}

async fn open(
    network: &Network,
    people: &[Person],
    clients: &mut Vec<Client>,
    (at, wish): (usize, Wish),
    rng: &mut PlayoutRng,
) -> Table {
    let away = ["wait", "default-moves", "random", "random"][below(rng, 4) as usize];
    let (grace, clock) =
        (4 + below(rng, 12), ["none", "none", "none", "20s"][below(rng, 4) as usize]);
    let body = json!({
        "game": wish.game, "options": wish.options, "seats": wish.seats,
        "away": away, "grace": grace, "clock": clock,
    });
    let owner = below(rng, PEOPLE as u64) as usize;
    let (_, text) = ask(network, &people[owner].session, "POST", "/api/tables", &body).await;
    let opened: Value = serde_json::from_str(&text).unwrap();
    let id: TableId = opened["id"].as_str().unwrap().parse().unwrap();
    let mut guests = (1..PEOPLE).map(|next| (owner + next) % PEOPLE);
    let mut seats = Vec::new();
    for (seat, who) in wish.seats.iter().enumerate() {
        let person = match *who {
            "me" => Some(owner),
            "open" => guests.next(),
            _ => None,
        };
        if let Some(person) = person {
            let session = &people[person].session;
            if *who == "open" {
                let path = format!("/api/tables/{id}/join");
                ask(network, session, "POST", &path, &json!({"seat": seat + 1})).await;
            }
            let wish = json!({"label": "first", "scopes": ["matches:play"]});
            let (_, text) = ask(network, session, "POST", "/api/tokens", &wish).await;
            let made: Value = serde_json::from_str(&text).unwrap();
            let token = made["secret"].as_str().unwrap().to_owned();
            seats.push(Sitter::Person(clients.len()));
            clients.push(Client::new(person, at, seat, token, below(rng, 6) == 0));
        } else {
            seats.push(if who.contains(':') { Sitter::Deep } else { Sitter::Quick });
        }
    }
    let path = format!("/api/tables/{id}/start");
    ask(network, &people[owner].session, "POST", &path, &Value::Null).await;
    Table {
        id,
        seats,
        grace: Duration::from_secs(grace),
        waits: away == "wait",
        is_public: wish.game == "dots-and-boxes",
        still: (0, Duration::ZERO),
    }
}

/// A request that is answered, because nothing fails yet.
async fn ask(
    network: &Network,
    badge: &Badge,
    method: &str,
    path: &str,
    body: &Value,
) -> (u16, String) {
    let answer = network.ask(badge, method, path, body).await.expect("there is a hall");
    assert!(answer.0 < 300, "{method} {path}: {answer:?}");
    answer
}

fn duel(rng: &mut PlayoutRng) -> Wish {
    let boxes = ["2x2", "3x3", "5x5"][below(rng, 3) as usize];
    Wish { game: "dots-and-boxes", options: json!({"boxes": boxes}), seats: vec!["me", "open"] }
}

fn against_quick(rng: &mut PlayoutRng) -> Wish {
    let player = ["easy", "random"][below(rng, 2) as usize];
    let mut seats = vec!["me", player];
    if below(rng, 2) == 0 {
        seats.reverse();
    }
    Wish { game: "dots-and-boxes", options: json!({"boxes": "5x5"}), seats }
}

/// Two computer players that think long, one after the other, without anybody else.
fn among_deep() -> Wish {
    Wish {
        game: "dots-and-boxes",
        options: json!({"boxes": "9x9"}),
        seats: vec!["random:1", "random:1"],
    }
}

fn cards(rng: &mut PlayoutRng) -> Wish {
    let answers = ["sealed", "open"][below(rng, 2) as usize];
    let options = match answers {
        "sealed" => json!({"deck": "chaos", "rounds": 1, "answers": "sealed"}),
        _ => json!({"deck": "modern", "rounds": 1}),
    };
    Wish { game: "chaos-letter", options, seats: vec!["me", "open", "open"] }
}
