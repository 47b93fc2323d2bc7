//! `llm:MODEL`: a language model behind an OpenAI-compatible chat endpoint.
//!
//! It is told the rules, the table and the menu in words, and its answer is searched for one legal
//! move. When there is none it is told why and asked again, a few times; then somebody else decides
//! for it. So it never plays anything illegal, and what it would have done stands in the ledger.

mod ledger;
mod offer;
mod prompt;
mod reading;
mod settings;

pub use ledger::{Latency, Ledger, LedgerHandle, Trouble};
pub use settings::{BadSettings, KEY, MODEL, Settings, URL};

use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::sample::{PlayoutRng, playout_rng};
use parlor_protocol::{
    Choose, Decide, FromBot, Hello, Info, MAX_TEXT, SLOTS, TEXT, ToBot, VERSIONS, Welcome,
};
use serde_json::{Value, json};

use self::prompt::{Memory, cut, said};
use self::reading::{NoMove, read};
use super::NotConnected;
use super::client::{Answer, Client, NoAnswer, Shared};
use super::conversation::{Conversation, For, Over, Waited};

/// Who decides where the model does not. `None` leaves it to chance.
pub type Fallback = Box<dyn FnMut(&Decide) -> Option<String> + Send>;

/// The longest answer that is read, in bytes.
const MAX_ANSWER: usize = 1 << 20;
/// How much of a wrong answer the model is shown again, in characters.
const REPEATED: usize = 1_000;
/// How much of an answer goes into the remark about it, in characters.
const REMARKED: usize = MAX_TEXT - 300;
/// How long to wait before asking a server again that does not say how long.
const PAUSE: Duration = Duration::from_millis(200);

/// Seats a language model, and hands over the table's end of a stream of lines, which does not
/// block, and the ledger.
///
/// Where the model gives no legal move in its share of the time, the fallback decides.
pub fn serve(
    settings: Settings,
    fallback: Option<Fallback>,
) -> Result<(UnixStream, LedgerHandle), NotConnected> {
    let (ours, conversation) = Conversation::pair().map_err(NotConnected::Means)?;
    let table = Shared::new(conversation);
    let ledger = LedgerHandle::new(settings.model());
    let model = Model {
        client: Client::new(&table),
        fallback: fallback.unwrap_or_else(|| Box::new(|_| None)),
        ledger: ledger.clone(),
        rng: playout_rng(0),
        memory: Memory::default(),
        is_denied: false,
        settings,
        table,
    };
    let thread = thread::Builder::new().name("language model".to_owned());
    // It ends when the table has closed its end.
    let stand_in = move || model.run().unwrap_or_default();
    thread.spawn(stand_in).map_err(NotConnected::Means)?;
    Ok((ours, ledger))
}

/// Stands between a table and a language model.
struct Model {
    settings: Settings,
    table: Shared,
    client: Client,
    fallback: Fallback,
    ledger: LedgerHandle,
    /// For moves that are left to chance.
    rng: PlayoutRng,
    memory: Memory,
    /// Whether the server does not let us: to ask it again would change nothing.
    is_denied: bool,
}

/// A move of the model.
struct Own {
    played: String,
    /// What it said.
    reply: String,
    /// How often it was asked again.
    retries: u32,
}

/// Why the model gave no move.
enum Failed {
    /// Nobody waits for one any more.
    Off,
    Trouble(Trouble),
}

/// What one request came to.
enum Reply {
    Said(String),
    Failed(Trouble, Option<Duration>),
    Off,
}

impl Model {
    fn run(mut self) -> Result<(), Over> {
        let hello = Hello {
            versions: VERSIONS.to_vec(),
            name: Some(self.settings.model().to_owned()),
            wants: vec![TEXT.to_owned(), SLOTS.to_owned()],
        };
        self.table.lock().say(&FromBot::Hello(hello))?;
        loop {
            let message = self.table.lock().next()?;
            match message {
                ToBot::Welcome(welcome) => self.begin(&welcome),
                ToBot::Notice(notice) => {
                    let news = notice.text.unwrap_or_else(|| notice.notice.to_string());
                    self.memory.learn(&news);
                }
                ToBot::Error(complaint) => {
                    self.memory.learn(&format!("The table said: {}", complaint.explanation));
                }
                ToBot::Decide(decide) => self.decide(&decide)?,
                _ => {}
            }
        }
    }

    fn begin(&mut self, welcome: &Welcome) {
        self.memory = Memory::of(welcome);
        self.rng = playout_rng(welcome.seed);
        self.is_denied = false;
    }

    fn decide(&mut self, decide: &Decide) -> Result<(), Over> {
        let began = Instant::now();
        let asked = if self.table.lock().begin(decide.id) {
            self.ask(decide, began + self.share(decide))
        } else {
            Err(Failed::Off)
        };
        let model = self.settings.model();
        let (played, remark) = match asked {
            Ok(Own { played, reply, retries }) => {
                let tries = match retries {
                    0 => "at once".to_owned(),
                    1 => "after 1 retry".to_owned(),
                    retries => format!("after {retries} retries"),
                };
                self.ledger.write(|ledger| match retries {
                    0 => ledger.at_once += 1,
                    _ => ledger.after_retries += 1,
                });
                (played, format!("{model}, {tries}: {}", self.remarked(&reply)))
            }
            Err(Failed::Off) => {
                self.ledger.write(|ledger| ledger.withdrawn += 1);
                return Ok(());
            }
            Err(Failed::Trouble(why)) => {
                self.ledger.write(|ledger| *ledger.fallbacks.entry(why).or_default() += 1);
                let played = (self.fallback)(decide);
                let Some(played) = played.or_else(|| offer::any(&decide.menu, &mut self.rng))
                else {
                    return Ok(());
                };
                (played, format!("{model}: {why}; the fallback decides"))
            }
        };
        self.ledger.write(|ledger| {
            ledger.decisions += 1;
            ledger.latency.add(began.elapsed());
        });
        self.memory.close(decide, &played);
        let mut table = self.table.lock();
        let info = Info { id: Some(decide.id), text: Some(remark), ..Info::default() };
        table.say(&FromBot::Info(info))?;
        table.say(&FromBot::Choose(Choose { id: decide.id, played }))
    }

    /// How long the model may take: so long that the fallback is still in time, and that one slow
    /// answer does not use up a whole game's time.
    fn share(&self, decide: &Decide) -> Duration {
        let mut share = self.settings.patience;
        if let Some(deadline) = decide.deadline.map(Duration::from_millis) {
            share = share.min(deadline * 3 / 4);
        }
        if let Some(bank) = decide.clock.bank {
            let increment = decide.clock.increment.unwrap_or(0);
            share = share.min(Duration::from_millis((bank / 10).saturating_add(increment)));
        }
        share
    }

    /// Asks the model until it plays a legal move.
    fn ask(&mut self, decide: &Decide, until: Instant) -> Result<Own, Failed> {
        if self.is_denied {
            return Err(Failed::Trouble(Trouble::Denied));
        }
        let mut messages = self.memory.messages(decide);
        let mut retries = 0;
        loop {
            let (why, pause) = match self.request(&messages, until) {
                Reply::Off => return Err(Failed::Off),
                Reply::Failed(why, pause) => (why, pause),
                Reply::Said(reply) => match read(&reply, &decide.menu) {
                    Ok(played) => return Ok(Own { played, reply, retries }),
                    Err(why) => {
                        messages.push(said("assistant", &cut(&reply, REPEATED)));
                        messages.push(said("user", &correction(&why)));
                        (Trouble::from(&why), None)
                    }
                },
            };
            self.is_denied = why == Trouble::Denied;
            // To ask the same once more would change nothing, or there is no time for it.
            let is_final = matches!(why, Trouble::Denied | Trouble::Refused | Trouble::Timeout);
            if is_final || retries >= self.settings.retries {
                return Err(Failed::Trouble(why));
            }
            retries += 1;
            if let Some(pause) = pause {
                // A server that wants to be left alone for longer than there is time gets its way.
                let end = Instant::now().checked_add(pause).filter(|end| *end < until);
                let Some(end) = end else { return Err(Failed::Trouble(why)) };
                if self.table.lock().wait(For::Nothing, Some(end)) == Waited::Off {
                    return Err(Failed::Off);
                }
            }
        }
    }

    fn request(&self, messages: &[Value], until: Instant) -> Reply {
        let body = json!({"model": self.settings.model(), "messages": messages, "stream": false});
        self.ledger.write(|ledger| ledger.requests += 1);
        let (url, key) = (self.settings.url(), self.settings.key());
        match self.client.post(url, key, &body, until, MAX_ANSWER) {
            Ok(answer) => self.reply(&answer),
            Err(NoAnswer::Off) => Reply::Off,
            Err(NoAnswer::Late) => Reply::Failed(Trouble::Timeout, None),
            Err(NoAnswer::Broken(_)) => Reply::Failed(Trouble::NoConnection, Some(PAUSE)),
            Err(NoAnswer::Strange(_)) => Reply::Failed(Trouble::Unreadable, Some(PAUSE)),
        }
    }

    /// What the model said, out of what the server answered.
    fn reply(&self, answer: &Answer) -> Reply {
        match answer.status {
            200 => {}
            408 | 409 | 425 | 429 | 500.. => {
                return Reply::Failed(Trouble::Busy, Some(answer.retry_after.unwrap_or(PAUSE)));
            }
            401 | 403 | 404 => return Reply::Failed(Trouble::Denied, None),
            400..500 => return Reply::Failed(Trouble::Refused, None),
            _ => return Reply::Failed(Trouble::Unreadable, Some(PAUSE)),
        }
        let unreadable = Reply::Failed(Trouble::Unreadable, Some(PAUSE));
        if answer.is_cut {
            return unreadable;
        }
        let Ok(body) = serde_json::from_slice::<Value>(&answer.body) else { return unreadable };
        let tokens = |field: &str| body["usage"][field].as_u64().unwrap_or(0);
        self.ledger.write(|ledger| {
            let (prompt, completion) = (tokens("prompt_tokens"), tokens("completion_tokens"));
            ledger.prompt_tokens = ledger.prompt_tokens.saturating_add(prompt);
            ledger.completion_tokens = ledger.completion_tokens.saturating_add(completion);
        });
        match body.pointer("/choices/0/message") {
            Some(message) => Reply::Said(content(message)),
            None => unreadable,
        }
    }

    /// What the model said, as it may be written down.
    fn remarked(&self, reply: &str) -> String {
        let clean = self.settings.without_key(reply.trim());
        // The move is at the end, and so is what led to it.
        let skipped = clean.chars().count().saturating_sub(REMARKED);
        clean.chars().skip(skipped).collect()
    }
}

/// The text of a message: one, or several parts.
fn content(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// What a model is told of a wrong answer.
fn correction(why: &NoMove) -> String {
    let wrong = match why {
        NoMove::Empty => "You said nothing.".to_owned(),
        NoMove::Unclear => "It is not clear which move you play.".to_owned(),
        NoMove::Illegal(words) => format!("'{}' is not on the list.", cut(words, 100)),
    };
    format!(
        "{wrong} Answer with one line: MOVE: followed by one move from the list, spelt as it is there."
    )
}

impl From<&NoMove> for Trouble {
    fn from(why: &NoMove) -> Self {
        match why {
            NoMove::Empty => Self::Empty,
            NoMove::Unclear => Self::Unclear,
            NoMove::Illegal(_) => Self::Illegal,
        }
    }
}
