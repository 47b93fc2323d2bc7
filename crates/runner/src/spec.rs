//! Who is to play, as people type it: `human`, `easy`, `cmd:python3 bot.py`, `tcp:localhost:4000`.

use std::fmt;
use std::path::Path;

use thiserror::Error;

/// Who decides for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatSpec {
    /// Somebody at this terminal.
    Human,
    /// A computer player of the game, by name.
    Computer(String),
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
        if players.contains(&text) {
            return Ok(Self::Computer(text.to_owned()));
        }
        let unknown = || BadSpec::Unknown { spec: text.to_owned(), players: players.join(", ") };
        let (scheme, rest) = text.split_once(':').ok_or_else(unknown)?;
        let rest = rest.trim();
        match scheme {
            "cmd" => command(rest).map(Self::Command),
            "tcp" => address(rest).map(Self::Tcp),
            "ws" | "wss" => Ok(Self::WebSocket(url(text, rest, scheme, ["ws", "wss"])?)),
            "http" | "https" => Ok(Self::Http(url(text, rest, scheme, ["http", "https"])?)),
            "llm" => Ok(Self::Llm(Some(rest.to_owned()).filter(|model| !model.is_empty()))),
            _ => Err(unknown()),
        }
    }

    /// Whether it speaks the bot protocol, or something that is translated into it.
    pub const fn is_bot(&self) -> bool {
        !matches!(self, Self::Human | Self::Computer(_))
    }

    /// How a record calls it. Neither a command nor an address is anybody's business there.
    pub fn kind(&self) -> &str {
        match self {
            Self::Human => "human",
            Self::Computer(name) => name,
            Self::Llm(_) => "llm",
            _ => "bot",
        }
    }

    /// What to call it where nobody gave it a name.
    pub fn name(&self) -> String {
        match self {
            Self::Command(words) => program_name(words),
            Self::Llm(Some(model)) => model.rsplit('/').next().unwrap_or(model).to_owned(),
            spec => spec.kind().to_owned(),
        }
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Computer(name) => f.write_str(name),
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

fn address(text: &str) -> Result<String, BadSpec> {
    let bad = || BadSpec::Address(text.to_owned());
    let (host, port) = text.rsplit_once(':').ok_or_else(bad)?;
    let port: u16 = port.parse().map_err(|_| bad())?;
    if host.is_empty() || port == 0 { Err(bad()) } else { Ok(text.to_owned()) }
}

/// An address as it is (`http://…`) or after one more scheme (`http:http://…`, `http:localhost:80`).
fn url(text: &str, rest: &str, scheme: &str, known: [&str; 2]) -> Result<String, BadSpec> {
    let bad = || BadSpec::Url { url: text.to_owned(), scheme: scheme.to_owned() };
    let is_url = |text: &str| known.iter().any(|known| text.starts_with(&format!("{known}://")));
    let url = match rest {
        _ if is_url(text) => text.to_owned(),
        rest if is_url(rest) => rest.to_owned(),
        rest => format!("{scheme}://{rest}"),
    };
    let host = url.split_once("://").map_or("", |(_, host)| host);
    let usable = !host.is_empty() && !host.starts_with('/') && !host.contains("://");
    let plain = !url.contains(|c: char| c.is_whitespace() || c.is_control());
    if usable && plain { Ok(url) } else { Err(bad()) }
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

/// Nobody can be asked to play like this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadSpec {
    /// None of the kinds.
    #[error("'{spec}' is no kind of player; there is human, {players}, {SCHEMES}")]
    Unknown {
        /// What was typed.
        spec: String,
        /// The computer players of the game.
        players: String,
    },
    /// A quote that does not end.
    #[error("a quote in the command '{0}' does not end")]
    Quotes(String),
    /// Nothing to run.
    #[error("'cmd:' needs a command, as in 'cmd:python3 bot.py'")]
    NoCommand,
    /// No address.
    #[error("'{0}' is no address; write HOST:PORT, as in 'tcp:localhost:4000'")]
    Address(String),
    /// No URL.
    #[error("'{url}' is no address; write a URL, as in '{scheme}://localhost:4000/bot'")]
    Url {
        /// What was typed.
        url: String,
        /// What it begins with.
        scheme: String,
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
            assert_eq!((spec.to_string().as_str(), spec.kind()), (written, kind), "{text}");
            assert_eq!(spec.name(), name);
            assert_eq!(read(written), Ok(spec));
        };
        check("human", "human", "human", "human");
        check(" easy ", "easy", "easy", "easy");
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
            "'hal' is no kind of player; there is human, random, easy, cmd:COMMAND, \
             tcp:HOST:PORT, ws:URL, http:URL, llm:MODEL"
        );
        assert!(why("ftp:x").contains("is no kind of player"));
        assert!(why("").contains("is no kind of player"));
        assert!(why("cmd:").contains("needs a command"));
        assert!(why("cmd:say 'hello").contains("does not end"));
        for address in ["tcp:", "tcp:host", "tcp::80", "tcp:host:0", "tcp:host:99999"] {
            assert!(why(address).contains("HOST:PORT"), "{address}");
        }
        for url in ["ws:", "ws://", "http:///x", "http:ftp://x", "ws:a b"] {
            assert!(why(url).contains("write a URL"), "{url}");
        }
    }
}
