//! Who is to play, as people type it: `human`, `easy`, `hard@500ms`, `cmd:python3 bot.py`,
//! `tcp:localhost:4000`.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use parlor_match::{BadPlayer, PlayerSpec};
use thiserror::Error;

use crate::remote::{BadAddress, http, llm, tcp, websocket};

/// Who decides for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatSpec {
    /// Somebody at this terminal.
    Human,
    /// A computer player of the game.
    Computer(PlayerSpec),
    /// A program that is started for the game, with its arguments.
    Command(Vec<String>),
    /// A bot that listens at this address.
    Tcp(String),
    /// A bot behind a WebSocket.
    WebSocket(String),
    /// A bot behind two HTTP addresses, `/decide` and `/log-event` below this one.
    Http(String),
    /// A language model, by its name where the environment does not say which.
    Llm(Option<String>),
}

/// What is written before a colon, and what follows it.
const SCHEMES: &str = "cmd:COMMAND, tcp:HOST:PORT, ws:URL, http:URL, llm:MODEL";

impl SeatSpec {
    /// A computer player by its name, with its usual effort.
    pub fn computer(name: impl Into<String>) -> Self {
        Self::Computer(PlayerSpec::named(name))
    }

    /// Reads a spec. `players` are the computer players of the game.
    pub fn read<'a>(
        text: &str,
        players: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, BadSpec> {
        let text = text.trim();
        if text == "human" {
            return Ok(Self::Human);
        }
        let players: Vec<&str> = players.into_iter().collect();
        match PlayerSpec::read(text, &players) {
            Ok(player) => return Ok(Self::Computer(player)),
            Err(why @ BadPlayer::Effort { .. }) => return Err(why.into()),
            Err(BadPlayer::Unknown { .. }) => {}
        }
        let unknown = || BadSpec::Unknown { spec: text.to_owned(), players: players.join(", ") };
        let (scheme, rest) = text.split_once(':').ok_or_else(unknown)?;
        let rest = rest.trim();
        match scheme {
            "cmd" => command(rest).map(Self::Command),
            "tcp" => {
                tcp::split(rest)?;
                Ok(Self::Tcp(rest.to_owned()))
            }
            "ws" | "wss" => {
                let url = url(text, rest, scheme, ["ws", "wss"]);
                websocket::parts(&url)?;
                Ok(Self::WebSocket(url))
            }
            "http" | "https" => {
                let url = url(text, rest, scheme, ["http", "https"]);
                http::parts(&url)?;
                Ok(Self::Http(url))
            }
            "llm" => Ok(Self::Llm(Some(rest.to_owned()).filter(|model| !model.is_empty()))),
            _ => Err(unknown()),
        }
    }

    /// Checks before anything is started whether it can be seated: for a language model the environment
    /// must name an address.
    pub fn check(&self) -> Result<(), BadSpec> {
        self.check_with(|name| std::env::var(name).ok())
    }

    /// The same with variables from another source than the environment, for tests.
    fn check_with(&self, variable: impl Fn(&str) -> Option<String>) -> Result<(), BadSpec> {
        if let Self::Llm(model) = self {
            llm::Settings::from_variables(model.as_deref(), variable)
                .map_err(|why| BadSpec::Llm { spec: self.to_string(), why })?;
        }
        Ok(())
    }

    /// Whether it speaks the bot protocol, or something that is translated into it.
    pub const fn is_bot(&self) -> bool {
        !matches!(self, Self::Human | Self::Computer(_))
    }

    /// The kind that a record has of it: of a computer player what was typed. Commands and addresses stay
    /// private, so a bot is `bot`.
    pub fn kind(&self) -> Cow<'_, str> {
        match self {
            Self::Human => "human".into(),
            Self::Computer(player) if !player.effort.is_given() => (&player.name).into(),
            Self::Computer(player) => player.to_string().into(),
            Self::Llm(_) => "llm".into(),
            _ => "bot".into(),
        }
    }

    /// What to call it where nobody gave it a name.
    pub fn name(&self) -> String {
        match self {
            Self::Command(words) => program_name(words),
            Self::Llm(Some(model)) => model.rsplit('/').next().unwrap_or(model).to_owned(),
            spec => spec.kind().into_owned(),
        }
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Computer(player) => player.fmt(f),
            Self::Command(words) => {
                let words = words.iter().map(String::as_str);
                let line = shlex::try_join(words).map_err(|_| fmt::Error)?;
                write!(f, "cmd:{line}")
            }
            Self::Tcp(address) => write!(f, "tcp:{address}"),
            Self::WebSocket(url) | Self::Http(url) => f.write_str(url),
            Self::Llm(model) => write!(f, "llm:{}", model.as_deref().unwrap_or_default()),
        }
    }
}

/// The words of a command, quoted as in a shell.
fn command(line: &str) -> Result<Vec<String>, BadSpec> {
    let words = shlex::split(line).ok_or_else(|| BadSpec::Quotes(line.to_owned()))?;
    if words.is_empty() || words.iter().any(|word| word.contains('\0')) {
        return Err(BadSpec::NoCommand);
    }
    Ok(words)
}

/// An address as it is (`http://…`) or after one more scheme (`http:http://…`, `http:localhost:80`).
fn url(text: &str, rest: &str, scheme: &str, known: [&str; 2]) -> String {
    let is_url = |text: &str| known.iter().any(|known| text.starts_with(&format!("{known}://")));
    match rest {
        _ if is_url(text) => text.to_owned(),
        rest if is_url(rest) => rest.to_owned(),
        rest => format!("{scheme}://{rest}"),
    }
}

/// `bot` of `python3 -u bots/bot.py`, `greedy` of `./greedy --deep`.
fn program_name(words: &[String]) -> String {
    const INTERPRETERS: [&str; 12] = [
        "python", "node", "deno", "bun", "ruby", "perl", "java", "php", "lua", "sh", "bash", "env",
    ];
    let stem = |word: &str| {
        let stem = Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| !stem.is_empty())
    };
    let runs_others = |word: &str| {
        let name = stem(word).unwrap_or_default();
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        INTERPRETERS.contains(&name)
    };
    let own = words.iter().find(|word| !word.starts_with('-') && !runs_others(word));
    own.or(words.first()).and_then(|word| stem(word)).unwrap_or_else(|| "bot".to_owned())
}

/// How to name a program, for a spec that looks like one.
fn hint(spec: &str) -> String {
    let is_program = spec.contains([' ', '/', '.']) && !spec.contains([':', '@']);
    let hint = || format!("; a program that plays is 'cmd:{spec}'");
    if is_program { hint() } else { String::new() }
}

/// Why a seat spec cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadSpec {
    /// None of the kinds.
    #[error("unknown player '{spec}'; use human, {players}, {SCHEMES}{}", hint(.spec))]
    Unknown {
        /// What was typed.
        spec: String,
        /// The computer players of the game.
        players: String,
    },
    /// A computer player with an effort that cannot be read.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// A quote that does not end.
    #[error("a quote in the command '{0}' does not end")]
    Quotes(String),
    /// Nothing to run.
    #[error("'cmd:' needs a command, as in 'cmd:python3 bot.py'")]
    NoCommand,
    /// No address.
    #[error(transparent)]
    Address(#[from] BadAddress),
    /// A language model without an address or a name.
    #[error("'{spec}' cannot be asked: {why}")]
    Llm {
        /// What was typed.
        spec: String,
        /// What is missing or wrong.
        why: llm::BadSettings,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SeatSpec, BadSpec> {
        SeatSpec::read(text, ["random", "easy"])
    }

    #[test]
    fn specs_are_read_and_written() {
        let check = |text: &str, written: &str, kind: &str, name: &str| {
            let spec = read(text).unwrap();
            assert_eq!((&*spec.to_string(), &*spec.kind()), (written, kind), "{text}");
            assert_eq!(spec.name(), name);
            assert_eq!(read(written), Ok(spec));
        };
        check("human", "human", "human", "human");
        check(" easy ", "easy", "easy", "easy");
        check("easy@500ms", "easy@500ms", "easy@500ms", "easy@500ms");
        check("easy@1.0s", "easy@1s", "easy@1s", "easy@1s");
        check("random:2000", "random:2000", "random:2000", "random:2000");
        check("easy:2000@1s", "easy:2000@1s", "easy:2000@1s", "easy:2000@1s");
        check(
            "cmd:python3 -u 'my bots/deep.py' a,b",
            "cmd:python3 -u 'my bots/deep.py' 'a,b'",
            "bot",
            "deep",
        );
        check("cmd:./greedy --deep", "cmd:./greedy --deep", "bot", "greedy");
        check("cmd:python3.11", "cmd:python3.11", "bot", "python3");
        check("tcp:localhost:4000", "tcp:localhost:4000", "bot", "bot");
        check("tcp:[::1]:4000", "tcp:[::1]:4000", "bot", "bot");
        check("ws://localhost:80/x", "ws://localhost:80/x", "bot", "bot");
        check("ws:localhost:80/x", "ws://localhost:80/x", "bot", "bot");
        check("ws:wss://host/x", "wss://host/x", "bot", "bot");
        check("http:http://localhost:80", "http://localhost:80", "bot", "bot");
        check("https://host", "https://host", "bot", "bot");
        check("llm:", "llm:", "llm", "llm");
        check("llm:maker/model-7", "llm:maker/model-7", "llm", "model-7");
    }

    #[test]
    fn what_is_no_spec_says_what_there_is() {
        let why = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            why("hal"),
            "unknown player 'hal'; use human, random, easy, cmd:COMMAND, \
             tcp:HOST:PORT, ws:URL, http:URL, llm:MODEL"
        );
        assert!(why("ftp:x").contains("unknown player"));
        assert!(why("").contains("unknown player"));
        assert!(why("hal@500ms").contains("unknown player 'hal@500ms'"));
        assert!(!why("hal@1.5s").contains("cmd:hal"), "nobody meant a program");
        assert_eq!(
            why("easy@500"),
            "'easy@500' does not say how much the player may think: '500' is no time; write 500ms, \
             1.5s or 2m, as in hard@500ms"
        );
        assert!(why("easy:many").contains("'many' is no number of iterations"));
        assert!(why("human@1s").contains("unknown player"));
        assert!(why("cmd:").contains("needs a command"));
        assert!(why("cmd:say 'hello").contains("does not end"));
        let addresses =
            ["tcp:", "tcp:host", "tcp::80", "tcp:host:0", "tcp:host:99999", "tcp:::1:4000"];
        for address in addresses {
            assert!(why(address).contains("it should be HOST:PORT"), "{address}");
        }
        let urls = [
            "ws:",
            "ws://",
            "http:///x",
            "http:ftp://x",
            "ws:a b",
            "http://h/?x",
            "http://h:0",
            "http://h:70000/",
            "ws://h:70000",
            "ws:ftp://x",
            "https://[]:80",
        ];
        for url in urls {
            assert!(why(url).contains("it should be a URL such as "), "{url}: {}", why(url));
        }
    }

    #[test]
    fn a_language_model_needs_an_address_and_a_name() {
        let check = |text: &str, variables: &[(&str, &str)]| {
            let checked = read(text).unwrap().check_with(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            checked.map_err(|why| why.to_string())
        };
        let here = (llm::URL, "http://localhost:1/v1");
        assert_eq!(check("llm:m", &[here]), Ok(()));
        assert_eq!(check("llm:", &[here, (llm::MODEL, "m")]), Ok(()));
        assert_eq!(check("tcp:localhost:1", &[]), Ok(()));
        let why = check("llm:m", &[]).unwrap_err();
        assert!(why.starts_with("'llm:m' cannot be asked: PARLOR_LLM_URL is not set"), "{why}");
        let why = check("llm:", &[here]).unwrap_err();
        assert!(why.contains("no model is named"), "{why}");
        let why = check("llm:m", &[(llm::URL, "localhost")]).unwrap_err();
        assert!(why.contains("PARLOR_LLM_URL: 'localhost' is no address"), "{why}");
    }
}
