//! A bot as a table hears it: it says hello, answers, and now and then misbehaves.

use parlor_engine::sample::{PlayoutRng, below};
use parlor_protocol::{self as wire, Moves, ToBot};
use serde_json::{Value, json};

/// The bot at the other end of a line.
#[derive(Default)]
pub(crate) struct Bot {
    has_said_hello: bool,
    /// A ping it has not answered.
    ping: Option<u64>,
    /// The question it has not answered, with the moves it may play.
    open: Option<(u64, Vec<String>)>,
    /// The number of the last piece of news, once it was welcomed.
    heard: Option<u64>,
}

impl Bot {
    /// Takes in a line, and holds it against what came before: no piece of news is missing, and none
    /// comes before it is `committed`.
    pub(crate) fn hear(&mut self, line: &[u8], committed: u64) {
        match wire::read::<ToBot>(line).expect("a table says messages") {
            ToBot::Welcome(welcome) => {
                assert!(self.has_said_hello, "a bot is welcomed after its hello");
                self.heard = welcome.heard;
            }
            ToBot::Notice(notice) => self.number(notice.number.unwrap(), committed),
            ToBot::News(news) => self.number(news.number, committed),
            ToBot::Decide(decide) => {
                assert!(self.open.is_none(), "one question at a time");
                let moves = decide.menu.moves.into_iter().map(|entry| match entry {
                    Moves::One(played) => played,
                    Moves::Range { first, .. } => first,
                });
                self.open = Some((decide.id, moves.collect()));
            }
            ToBot::Stop(stop) => {
                self.open.take_if(|(id, _)| *id == stop.id);
            }
            ToBot::Ping(ping) => self.ping = Some(ping.id),
            ToBot::Pong(_) | ToBot::Error(_) | ToBot::Bye(_) => {}
        }
    }

    fn number(&mut self, number: u64, committed: u64) {
        let before = self.heard.expect("news come after the welcome");
        assert_eq!(number, before + 1, "a gap in what a bot is told");
        assert!(number <= committed, "news {number} of a bot, told before it was durable");
        self.heard = Some(number);
    }

    /// What it says next, if it has something to say.
    pub(crate) fn speak(&mut self, rng: &mut PlayoutRng) -> Option<Vec<u8>> {
        if !self.has_said_hello {
            self.has_said_hello = true;
            return Some(line(&json!({"type": "hello", "versions": [1], "wants": ["news"]})));
        }
        if let Some(id) = self.ping.take() {
            return Some(line(&json!({"type": "pong", "id": id})));
        }
        let (id, moves) = self.open.take()?;
        let played = &moves[below(rng, moves.len() as u64) as usize];
        Some(line(&json!({"type": "choose", "id": id, "move": played})))
    }

    /// Something that no bot should say.
    pub(crate) fn misbehave(rng: &mut PlayoutRng) -> Vec<u8> {
        let said: [&[u8]; 5] = [
            b"hello?",
            br#"{"type": "sing"}"#,
            br#"{"type": "choose", "id": 1, "move": "what I did before"}"#,
            br#"{"type": "choose", "id": 999, "move": "ahead of time"}"#,
            br#"{"type": "ping", "id": 3}"#,
        ];
        said[below(rng, said.len() as u64) as usize].to_vec()
    }
}

fn line(message: &Value) -> Vec<u8> {
    message.to_string().into_bytes()
}
