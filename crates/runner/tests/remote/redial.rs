//! Bots at an address that lose their connection in the middle of a game.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parlor_match::{Absence, End, House, Referee, Verdict};
use parlor_protocol::{ToBot, read, write};
use parlor_runner::{Live, SeatSpec};
use tungstenite::{Message, accept};

use crate::games::{answer_to, arrival, hello, sitting};
use crate::{PATIENCE, listen};

/// A conversation with a table, line by line.
trait Line {
    fn hear(&mut self) -> Option<Vec<u8>>;
    fn say(&mut self, line: &[u8]);
}

impl Line for BufReader<TcpStream> {
    fn hear(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        self.read_until(b'\n', &mut line).ok().filter(|length| *length > 0)?;
        Some(line)
    }

    fn say(&mut self, line: &[u8]) {
        self.get_mut().write_all(line).unwrap();
    }
}

impl Line for tungstenite::WebSocket<TcpStream> {
    fn hear(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Message::Text(line) = self.read().ok()? {
                return Some(line.as_bytes().to_vec());
            }
        }
    }

    fn say(&mut self, line: &[u8]) {
        self.send(Message::text(String::from_utf8(line.to_vec()).unwrap())).unwrap();
    }
}

fn over_tcp(listener: &TcpListener) -> Box<dyn Line> {
    Box::new(BufReader::new(listener.accept().unwrap().0))
}

fn over_websocket(listener: &TcpListener) -> Box<dyn Line> {
    Box::new(accept(listener.accept().unwrap().0).unwrap())
}

/// What a bot was told on one line: whether the game had begun, and the numbers of its questions.
#[derive(PartialEq, Eq, Debug, Default)]
struct Heard {
    has_begun: bool,
    questions: Vec<u64>,
}

/// Plays on a line until the game is over, or hangs up at its so many-th question.
fn play(line: &mut dyn Line, hangs_up_at: Option<usize>) -> Heard {
    let mut heard = Heard::default();
    line.say(&write(&hello()));
    while let Some(told) = line.hear() {
        match read(&told).unwrap() {
            ToBot::Welcome(welcome) => heard.has_begun = welcome.begun,
            ToBot::Decide(decide) => heard.questions.push(decide.id),
            _ => {}
        }
        if hangs_up_at == Some(heard.questions.len()) {
            return heard;
        }
        if let Some(said) = answer_to(&told) {
            line.say(&write(&said));
        }
    }
    heard
}

/// A bot that hangs up at its second question. It may say nothing on the next line, and is there again
/// on the one after that.
fn restarted(
    opens: fn(&TcpListener) -> Box<dyn Line>,
    stumbles: bool,
) -> (String, JoinHandle<[Heard; 2]>) {
    let (listener, address) = listen();
    let bot = thread::spawn(move || {
        let before = play(&mut *opens(&listener), Some(2));
        if stumbles {
            drop(opens(&listener));
        }
        [before, play(&mut *opens(&listener), None)]
    });
    (address, bot)
}

/// A game of this bot against a computer player, with so much time to come back.
fn game(spec: &SeatSpec, grace: Duration) -> Referee {
    let sitting = sitting("2x2", &["away", "random"]);
    let arrivals = vec![arrival(spec, &sitting), arrival(&SeatSpec::computer("random"), &sitting)];
    let absence = Absence { grace, ..Absence::default() };
    let terms = "20s".parse().unwrap();
    let mut live = Live::new(sitting, arrivals, House { terms, absence, ..House::default() });
    live.run().unwrap();
    live.finish(PATIENCE).referee
}

fn check_return(spec: &SeatSpec, bot: JoinHandle<[Heard; 2]>) {
    let referee = game(spec, PATIENCE);
    assert_eq!(referee.faults(), []);
    assert!(matches!(referee.end(), Some(End::Over(_))), "{:?}", referee.end());
    assert_eq!(referee.sitting().acts().len(), 12);
    let [before, after] = bot.join().unwrap();
    assert_eq!(before, Heard { has_begun: false, questions: vec![1, 2] });
    assert!(after.has_begun, "it can tell a second call from a second match");
    assert_eq!(after.questions[..2], [2, 3], "the open question is put again");
}

#[test]
fn a_bot_that_hangs_up_in_the_middle_of_a_question_is_called_again() {
    let (address, bot) = restarted(over_tcp, false);
    check_return(&SeatSpec::Tcp(address), bot);
    let (address, bot) = restarted(over_websocket, false);
    check_return(&SeatSpec::WebSocket(format!("ws://{address}/")), bot);
}

#[test]
fn a_bot_that_hangs_up_once_more_before_it_is_ready_is_called_again() {
    let (address, bot) = restarted(over_tcp, true);
    check_return(&SeatSpec::Tcp(address), bot);
}

#[test]
fn a_bot_that_stays_away_or_is_not_waited_for_has_crashed() {
    let check = |grace: Duration, why: &str| {
        let (listener, address) = listen();
        let bot = thread::spawn(move || play(&mut *over_tcp(&listener), Some(2)));
        let referee = game(&SeatSpec::Tcp(address), grace);
        let [fault] = referee.faults() else { panic!("{:?}", referee.faults()) };
        assert_eq!((fault.verdict, fault.why.as_str()), (Verdict::Crash, why));
        bot.join().unwrap();
    };
    check(Duration::ZERO, "it hung up");
    let within = "its connection was lost, and it did not come back within 300ms";
    check(Duration::from_millis(300), within);
}
