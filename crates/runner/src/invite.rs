//! Letting players in: from what somebody typed to an arrival at the table.

use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parlor_engine::AnyTable;
use parlor_protocol::Decide;

use crate::live::{Arrival, Link, Remote, StandIn};
use crate::process::{How, Limits, Process, Trust};
use crate::remote::{NotConnected, http, llm, tcp, websocket};
use crate::spec::SeatSpec;

/// How bots are looked after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Care {
    /// What a program may use up.
    pub limits: Limits,
    /// Whether programs are contained.
    pub trust: Trust,
    /// What is added to their environment.
    pub env: Vec<(String, String)>,
    /// Files and folders that contained programs are not to see, such as the record of the game. They
    /// must be there when a program is started.
    pub hidden: Vec<PathBuf>,
    /// How long a connection may take.
    pub connect: Duration,
}

impl Default for Care {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            trust: Trust::Contained,
            env: Vec::new(),
            hidden: Vec::new(),
            connect: Duration::from_secs(5),
        }
    }
}

/// Fetches the occupant of a seat: starts the program, opens the connection, makes the computer player.
/// A bot that fails to start is returned as an arrival, too: the referee decides what that costs.
///
/// A program must be started by the thread that plays the game: it is ended when that thread is.
pub fn invite(spec: &SeatSpec, table: &dyn AnyTable, seed: u64, care: &Care) -> Arrival {
    let link = match spec {
        SeatSpec::Human => return Arrival::Person,
        SeatSpec::Computer(spec) => {
            return match table.player(&spec.name, seed) {
                Some(player) => Arrival::Player(player.within(spec.effort.budget())),
                None => Arrival::NoShow(format!("the game has no player '{}'", spec.name)),
            };
        }
        SeatSpec::Command(words) => start(words, care),
        SeatSpec::Tcp(address) => {
            dialled(address, care.connect, |address, within| over(tcp::connect(address, within)))
        }
        SeatSpec::WebSocket(url) => {
            dialled(url, care.connect, |url, within| over(websocket::connect(url, within)))
        }
        SeatSpec::Http(url) => over(http::serve(url, care.connect)),
        SeatSpec::Llm(model) => llm::Settings::from_env(model.as_deref())
            .map_err(|why| why.to_string())
            .and_then(|settings| language_model(settings, table, seed)),
    };
    link.map_or_else(Arrival::NoShow, |link| Arrival::Bot(Box::new(link)))
}

/// Starts a program, and opens the line to it.
///
/// # Panics
/// Never: a process that was just started has its pipes.
pub fn start(words: &[String], care: &Care) -> Result<Link, String> {
    let process = Process::start_hiding(words, care.limits, care.trust, &care.env, &care.hidden);
    let mut process = process.map_err(|why| why.to_string())?;
    let pipes = process.pipes().expect("nobody has asked for them before");
    let (input, output) = (OwnedFd::from(pipes.stdin), OwnedFd::from(pipes.stdout));
    let errors = Some(OwnedFd::from(pipes.stderr));
    Link::over_pipes(input, output, errors, Box::new(Program(Some(process))))
        .map_err(|why| why.to_string())
}

/// Opens the line to a bot at an address, which can be called again when the line breaks.
fn dialled(
    address: &str,
    within: Duration,
    connect: fn(&str, Duration) -> Result<Link, String>,
) -> Result<Link, String> {
    let link = connect(address, within)?;
    let address = address.to_owned();
    Ok(link.with_dial(Arc::new(move || connect(&address, within))))
}

/// Opens the line over a socket.
fn over<S: Into<OwnedFd>>(socket: Result<S, NotConnected>) -> Result<Link, String> {
    let socket = socket.map_err(|why| why.to_string())?;
    Link::over_socket(socket.into(), Box::new(Elsewhere)).map_err(|why| why.to_string())
}

/// Seats a language model, with the last of the game's own players behind it: none is better.
fn language_model(
    settings: llm::Settings,
    table: &dyn AnyTable,
    seed: u64,
) -> Result<Link, String> {
    let strongest = table.computer_players().last();
    let player = strongest.and_then(|strongest| table.player(strongest.name, seed));
    let player = player.ok_or("the game has no player to stand in")?;
    let (mut stand_in, bell) = StandIn::new(player).map_err(|why| why.to_string())?;
    let fallback = move |decide: &Decide| stand_in.decide(decide);
    let served = llm::serve(settings, Some(Box::new(fallback)));
    let (socket, ledger) = served.map_err(|why| why.to_string())?;
    let link = Link::over_socket(socket.into(), Box::new(LanguageModel(ledger)));
    Ok(link.map_err(|why| why.to_string())?.with_bell(bell))
}

/// A language model at the other end of a line.
struct LanguageModel(llm::LedgerHandle);

impl Remote for LanguageModel {
    fn ended(&mut self) -> Option<String> {
        Some("it hung up".to_owned())
    }

    fn end(&mut self, _: Duration) {}

    fn report(&self) -> Option<String> {
        Some(self.0.read().to_string())
    }
}

/// Somebody at the other end of a line of whom nothing is known.
struct Elsewhere;

impl Remote for Elsewhere {
    fn ended(&mut self) -> Option<String> {
        Some("it hung up".to_owned())
    }

    fn end(&mut self, _: Duration) {}
}

/// A process at the other end of a line.
struct Program(Option<Process>);

impl Remote for Program {
    fn ended(&mut self) -> Option<String> {
        self.0.as_mut()?.has_ended().map(|how| format!("it {how}"))
    }

    fn abandon(&mut self) {
        if let Some(process) = &mut self.0 {
            process.abandon();
        }
    }

    fn end(&mut self, patience: Duration) {
        if let Some(process) = self.0.take() {
            process.end(patience);
        }
    }

    fn process(&self) -> Option<u32> {
        self.0.as_ref().map(Process::id)
    }

    fn how(&mut self) -> Option<How> {
        self.0.as_mut()?.has_ended()
    }
}

#[cfg(test)]
mod tests {
    use parlor_dots_and_boxes::DotsAndBoxes;
    use serde_json::json;

    use super::*;
    use crate::Live;
    use parlor_match::{House, Occupant, Seed, Shares, Sitting};

    #[test]
    fn where_a_language_model_is_not_there_a_player_of_the_house_plays() {
        let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "2x2"}), 2).unwrap();
        // Nobody listens there.
        let mut settings = llm::Settings::new("http://127.0.0.1:1", "tiny", None).unwrap();
        settings.retries = 0;
        let model = language_model(settings, &*table, 1).unwrap();
        let random = table.player("random", 1).unwrap();
        let arrivals = vec![Arrival::Bot(Box::new(model)), Arrival::Player(random)];
        let who = vec![Occupant::new("llm", "tiny"), Occupant::new("random", "random")];
        let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
        let mut live = Live::new(sitting, arrivals, House::default());
        live.run().unwrap();
        let finished = live.finish(Duration::from_secs(20));
        assert_eq!(finished.referee.faults(), []);
        assert_eq!(finished.referee.sitting().acts().len(), 12);
        let report = finished.reports[0].clone().unwrap();
        assert!(report.contains("by the fallback"), "{report}");
    }
}
