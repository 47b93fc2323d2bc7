//! `parlor bot first-move`: the least a bot can be. It shows how fast a table is.

use std::io::{BufRead, Write, stdin};

use parlor_protocol::{Choose, FromBot, Hello, Moves, ToBot, VERSION, read, write};

use crate::exit;

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut say = |message: FromBot| -> anyhow::Result<()> {
        out.write_all(&write(&message))?;
        Ok(out.flush()?)
    };
    let name = Some("first move".to_owned());
    say(FromBot::Hello(Hello { versions: vec![VERSION], name, wants: Vec::new() }))?;
    let (mut input, mut line) = (stdin().lock(), Vec::new());
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(exit::FINE);
        }
        // What happens elsewhere does not matter to it, and need not be read.
        if line.starts_with(br#"{"type":"notice""#) {
            continue;
        }
        match read(&line) {
            Ok(ToBot::Ping(ping)) => say(FromBot::Pong(ping))?,
            Ok(ToBot::Decide(decide)) => {
                let (Moves::One(first) | Moves::Range { first, .. }) = &decide.menu.moves[0];
                say(FromBot::Choose(Choose { id: decide.id, played: first.clone() }))?;
            }
            _ => {}
        }
    }
}
