//! `http:URL`: a player that is an HTTP server, as Automation's players know it.
//!
//! Questions are posted to `/decide`, what happens to `/log-event`. `docs/reference/remote-seats.md`
//! has the fields, and which mistake of the server is which verdict.

use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use parlor_protocol::{
    Code, Complaint, Cost, Decide, FromBot, Hello, MAX_FROM_BOT, Notice, ToBot, VERSIONS, Welcome,
};
use serde_json::{Value, json};
use ureq::http::Uri;

use super::client::{Client, NoAnswer, Shared};
use super::conversation::{Conversation, Over};
use super::{BadAddress, NotConnected, host_and_port, tcp};

/// How long a question without a deadline may take.
const LONGEST: Duration = Duration::from_mins(10);
/// An answer that comes after its deadline is judged by the table; no longer than this is waited.
const GRACE: Duration = Duration::from_secs(1);
/// How long an event may take.
const EVENT: Duration = Duration::from_secs(1);
/// Both spellings of the field that says which player is meant.
const PLAYER: [&str; 2] = ["player_uuid", "playerUuid"];

/// Checks that a server listens at the address, and hands over the table's end of a stream of
/// lines; it does not block.
///
/// What the server answers wrongly becomes a wrong line: the table judges it as it judges any bot.
/// When the server is gone the stream ends.
pub fn serve(url: &str, within: Duration) -> Result<UnixStream, NotConnected> {
    let (host, port) = parts(url)?;
    drop(tcp::open(&host, port, within)?);
    let (ours, conversation) = Conversation::pair().map_err(NotConnected::Means)?;
    let table = Shared::new(conversation);
    let client = Client::new(&table);
    let base = url.trim_end_matches('/').to_owned();
    let player = Player { base, name: format!("{host}:{port}"), table, client };
    let thread = thread::Builder::new().name("http seat".to_owned());
    // The table has closed its end, or it reads from the end of the stream why there is no more.
    let stand_in = move || player.run().unwrap_or_default();
    thread.spawn(stand_in).map_err(NotConnected::Means)?;
    Ok(ours)
}

/// Checks the form of an address without connecting: its host and its port.
pub fn parts(url: &str) -> Result<(String, u16), BadAddress> {
    let wrong = |why: &str| BadAddress::new(url, why, "a URL such as http://localhost:8000");
    let uri: Uri = url.parse().map_err(|_| wrong("it cannot be read"))?;
    let usual = match uri.scheme_str() {
        Some("http") => 80,
        Some("https") => 443,
        _ => return Err(wrong("it does not begin with http:// or https://")),
    };
    if uri.query().is_some() {
        return Err(wrong("nothing follows the path"));
    }
    host_and_port(&uri, usual).map_err(wrong)
}

/// Stands between a table and a server.
struct Player {
    base: String,
    name: String,
    table: Shared,
    client: Client,
}

/// What is remembered from one message of a game to the next.
#[derive(Default)]
struct Memory {
    /// The id the server knows this player by.
    player: String,
    /// The view of the last question.
    state: Value,
    /// Whether the server takes events.
    takes_events: bool,
}

/// Whether the conversation goes on.
enum Next {
    Go,
    /// The server is gone.
    Stop,
}

impl Player {
    fn run(&self) -> Result<(), Over> {
        let versions = VERSIONS.to_vec();
        let hello = Hello { versions, name: Some(self.name.clone()), wants: Vec::new() };
        self.table.lock().say(&FromBot::Hello(hello))?;
        let mut memory = Memory::default();
        loop {
            let message = self.table.lock().next()?;
            match message {
                ToBot::Welcome(welcome) => {
                    let player = id(&welcome);
                    memory = Memory { player, state: Value::Null, takes_events: true };
                }
                ToBot::Notice(notice) if memory.takes_events => self.log(&notice, &mut memory)?,
                ToBot::Decide(decide) => {
                    if let Next::Stop = self.decide(*decide, &mut memory)? {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
    }

    /// Tells of an event. A server that does not take one gets no more of them in this game, so
    /// that its questions do not wait for it again and again.
    fn log(&self, notice: &Notice, memory: &mut Memory) -> Result<(), Over> {
        let body = json!({
            "state": memory.state,
            "event": notice.notice,
            PLAYER[0]: memory.player,
            PLAYER[1]: memory.player,
        });
        let url = format!("{}/log-event", self.base);
        let posted = self.client.post(&url, None, &body, Instant::now() + EVENT, MAX_FROM_BOT);
        let why = match posted {
            Ok(answer) if (200..300).contains(&answer.status) => return Ok(()),
            Ok(answer) => format!("it answered with status {}", answer.status),
            Err(NoAnswer::Off) => return Ok(()),
            Err(NoAnswer::Late) => format!("no answer within {} ms", EVENT.as_millis()),
            Err(NoAnswer::Broken(why) | NoAnswer::Strange(why)) => why,
        };
        memory.takes_events = false;
        self.complain(
            None,
            format!(
                "its server does not take /log-event: {why}; it gets no more events in this game"
            ),
        )
    }

    fn decide(&self, decide: Decide, memory: &mut Memory) -> Result<Next, Over> {
        let id = decide.id;
        let time = decide.deadline.map_or(LONGEST, |ms| Duration::from_millis(ms) + GRACE);
        let body = json!({
            "state": decide.view,
            "options": decide.menu.moves,
            "reason": decide.question,
            PLAYER[0]: memory.player,
            PLAYER[1]: memory.player,
        });
        memory.state = decide.view;
        if !self.table.lock().begin(id) {
            return Ok(Next::Go);
        }
        let url = format!("{}/decide", self.base);
        let until = Instant::now() + time.min(LONGEST);
        let posted = self.client.post(&url, None, &body, until, MAX_FROM_BOT);
        let answer = match posted {
            Ok(answer) => answer,
            // The table has said already that it is late, or will.
            Err(NoAnswer::Off | NoAnswer::Late) => return Ok(Next::Go),
            Err(NoAnswer::Broken(why)) => {
                self.complain(Some(id), format!("its server does not answer /decide: {why}"))?;
                return Ok(Next::Stop);
            }
            Err(NoAnswer::Strange(why)) => {
                let why = format!("its server answered /decide with what is no HTTP: {why}");
                self.no_choice(id, why)?;
                return Ok(Next::Go);
            }
        };
        if answer.status != 200 {
            let why = format!("its server answered /decide with status {}, not 200", answer.status);
            self.no_choice(id, why)?;
        } else if answer.is_cut {
            self.complain(
                Some(id),
                format!("its server answered /decide with more than {MAX_FROM_BOT} bytes"),
            )?;
            // Too long for an answer, and so for a message.
            self.table.lock().send(&vec![b' '; MAX_FROM_BOT + 1])?;
        } else {
            self.forward(id, &answer.body, &memory.player)?;
        }
        Ok(Next::Go)
    }

    /// Passes the decision on. What is none is passed on as well, and fails at the table.
    fn forward(&self, id: u64, body: &[u8], player: &str) -> Result<(), Over> {
        let Ok(answer) = serde_json::from_slice::<Value>(body) else {
            let why = "its server answered /decide with what is not JSON".to_owned();
            return self.no_choice(id, why);
        };
        let named = PLAYER.iter().filter_map(|spelling| answer[*spelling].as_str());
        if named.into_iter().any(|named| !named.eq_ignore_ascii_case(player)) {
            let why = "its server answered /decide for another player".to_owned();
            return self.no_choice(id, why);
        }
        let Some(decision) = answer.get("decision") else {
            let why = "its server answered /decide without a decision".to_owned();
            return self.no_choice(id, why);
        };
        if !decision.is_string() {
            let why = "its server answered /decide with a decision that is not text".to_owned();
            self.complain(Some(id), why)?;
        }
        let line = json!({"type": "choose", "id": id, "move": decision});
        self.table.lock().send(format!("{line}\n").as_bytes())
    }

    /// Says what is wrong in words, which the verdict repeats, and then chooses nothing: a message
    /// that no table takes.
    fn no_choice(&self, id: u64, why: String) -> Result<(), Over> {
        self.complain(Some(id), why)?;
        let line = json!({"type": "choose", "id": id});
        self.table.lock().send(format!("{line}\n").as_bytes())
    }

    fn complain(&self, id: Option<u64>, explanation: String) -> Result<(), Over> {
        let (code, cost) = (Code::Other, Cost::None);
        let complaint = Complaint { code, id, explanation, cost, refusal: None };
        self.table.lock().say(&FromBot::Error(complaint))
    }
}

/// The id of a seat at a table, in the form of a UUID: the same table gives the same one again.
fn id(welcome: &Welcome) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"parlor player");
    hasher.update(welcome.commitment.as_deref().unwrap_or_default().as_bytes());
    hasher.update(&welcome.seed.to_le_bytes());
    hasher.update(&[welcome.seat]);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    // Version 8 and variant 1 of RFC 9562: made by a rule of our own.
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = format!("{:032x}", u128::from_be_bytes(bytes));
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}
