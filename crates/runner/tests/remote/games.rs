//! Whole games with remote seats, refereed.

use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::Seat;
use parlor_match::{End, House, Occupant, Seed, Shares, Sitting, Terms, Verdict};
use parlor_protocol::{Choose, Decide, FromBot, Hello, Moves, ToBot, read, write};
use parlor_runner::remote::llm::{Settings, serve};
use parlor_runner::{Arrival, Care, Link, Live, Remote, SeatSpec, Step, invite};
use serde_json::json;
use tungstenite::{Message, accept};

use crate::listen;
use crate::stand_in::{StandIn, answer, never_answer};

pub(crate) fn sitting(boxes: &str, names: &[&str]) -> Sitting {
    let options = json!({"boxes": boxes});
    let table = parlor_engine::open::<DotsAndBoxes>(&options, names.len()).unwrap();
    let who = names.iter().map(|name| Occupant::new("bot", *name)).collect();
    Sitting::new(table, who, Seed::from_number(1), Shares::none())
}

pub(crate) fn arrival(spec: &SeatSpec, sitting: &Sitting) -> Arrival {
    invite(spec, sitting.table(), 1, &Care::default())
}

fn first(decide: &Decide) -> String {
    match &decide.menu.moves[0] {
        Moves::One(first) | Moves::Range { first, .. } => first.clone(),
    }
}

/// What a bot says to a line; nothing is an answer, too.
pub(crate) fn answer_to(line: &[u8]) -> Option<FromBot> {
    match read(line).unwrap() {
        ToBot::Ping(ping) => Some(FromBot::Pong(ping)),
        ToBot::Decide(decide) => {
            Some(FromBot::Choose(Choose { id: decide.id, played: first(&decide) }))
        }
        _ => None,
    }
}

pub(crate) fn hello() -> FromBot {
    FromBot::Hello(Hello { versions: vec![1], ..Hello::default() })
}

/// A bot that listens on a port.
fn tcp_bot() -> (SeatSpec, JoinHandle<()>) {
    let (listener, address) = listen();
    let bot = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(&write(&hello())).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        for line in reader.split(b'\n').map_while(Result::ok) {
            if let Some(said) = answer_to(&line) {
                stream.write_all(&write(&said)).unwrap();
            }
        }
    });
    (SeatSpec::Tcp(address), bot)
}

/// The same behind a WebSocket.
fn websocket_bot() -> (SeatSpec, JoinHandle<()>) {
    let (listener, address) = listen();
    let text = |said: &FromBot| Message::text(String::from_utf8(write(said)).unwrap());
    let bot = thread::spawn(move || {
        let mut socket = accept(listener.accept().unwrap().0).unwrap();
        socket.send(text(&hello())).unwrap();
        while let Ok(message) = socket.read() {
            if let Message::Text(line) = message
                && let Some(said) = answer_to(line.as_bytes())
            {
                socket.send(text(&said)).unwrap();
            }
        }
    });
    (SeatSpec::WebSocket(format!("ws://{address}/")), bot)
}

struct Elsewhere;

impl Remote for Elsewhere {
    fn ended(&mut self) -> Option<String> {
        None
    }

    fn end(&mut self, _: Duration) {}
}

#[test]
fn four_kinds_of_remote_seats_play_a_game() {
    let (tcp, tcp_bot) = tcp_bot();
    let (websocket, websocket_bot) = websocket_bot();
    let server = StandIn::new(|_, request, to| match request.path.as_str() {
        "/decide" => {
            let decision = json!({"decision": request.body["options"][0]});
            answer(to, "200 OK", decision.to_string());
        }
        _ => answer(to, "200 OK", "{}"),
    });
    let model = StandIn::new(|_, request, to| {
        let asked = request.body["messages"].as_array().unwrap().last().unwrap();
        let asked = asked["content"].as_str().unwrap();
        let (_, menu) = asked.split_once("The legal moves (").unwrap();
        let first = menu.lines().nth(1).unwrap();
        let message = json!({"role": "assistant", "content": format!("MOVE: {first}")});
        answer(to, "200 OK", json!({"choices": [{"message": message}]}).to_string());
    });
    let settings = Settings::new(&model.url(), "tiny", None).unwrap();
    let (stream, ledger) = serve(settings, None).unwrap();

    let sitting = sitting("3x3", &["tcp", "ws", "http", "llm"]);
    let arrivals = vec![
        arrival(&tcp, &sitting),
        arrival(&websocket, &sitting),
        arrival(&SeatSpec::Http(server.url()), &sitting),
        Arrival::Bot(Box::new(Link::over_socket(stream.into(), Box::new(Elsewhere)).unwrap())),
    ];
    let mut live = Live::new(sitting, arrivals, House::default());
    live.run().unwrap();
    let referee = live.finish(Duration::from_secs(5)).referee;
    assert_eq!(referee.faults(), []);
    assert!(matches!(referee.end(), Some(End::Over(_))), "{:?}", referee.end());
    assert_eq!(referee.sitting().acts().len(), 24);
    let ledger = ledger.read();
    assert!(ledger.decisions > 0 && ledger.decisions == ledger.at_once, "{ledger}");
    let last = model.requests().pop().unwrap();
    let told = last.body["messages"][0]["content"].as_str().unwrap();
    assert!(told.contains("Dots and Boxes"), "{told}");
    // All of them have seen the end of the line.
    tcp_bot.join().unwrap();
    websocket_bot.join().unwrap();
}

/// A bot that talks whatever happens, and reads what it was told when it has done so; the last of that.
fn chatterer() -> (SeatSpec, JoinHandle<Vec<u8>>) {
    let (listener, address) = listen();
    let bot = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(&write(&hello())).unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        // The welcome, and the ping that comes with it.
        for _ in 0..2 {
            let mut line = Vec::new();
            reader.read_until(b'\n', &mut line).unwrap();
            if let Some(said) = answer_to(&line) {
                stream.write_all(&write(&said)).unwrap();
            }
        }
        for _ in 0..20 {
            stream.write_all(b"{\"type\": \"info\", \"text\": \"well\"}\n").unwrap();
            thread::sleep(Duration::from_millis(20));
        }
        let told: Result<Vec<Vec<u8>>, _> = reader.split(b'\n').collect();
        told.expect("an end in good order").pop().unwrap_or_default()
    });
    (SeatSpec::Tcp(address), bot)
}

#[test]
fn a_bot_that_keeps_talking_still_reads_the_last_word() {
    let check = |bot_begins: bool| {
        let (spec, bot) = chatterer();
        let sitting = sitting("1x1", &["one", "other"]);
        let mut arrivals = vec![arrival(&spec, &sitting), Arrival::Person];
        if !bot_begins {
            arrivals.reverse();
        }
        let terms = Terms { per_move: Some(Duration::from_millis(50)), ..Terms::default() };
        let mut live = Live::new(sitting, arrivals, House { terms, ..House::default() });
        // One that is asked is late and hung up on; the other sees the game stopped.
        let step = loop {
            match live.advance() {
                Step::Happened(..) => {}
                step => break step,
            }
        };
        assert_eq!(matches!(step, Step::Fault(_)), bot_begins, "{step:?}");
        live.finish(Duration::from_secs(20));
        let last = bot.join().unwrap();
        assert!(matches!(read(&last), Ok(ToBot::Bye(_))), "{}", String::from_utf8_lossy(&last));
    };
    check(true);
    check(false);
}

#[test]
fn what_an_http_server_does_wrongly_is_the_verdict_it_deserves() {
    let check = |verdict: Verdict, words: &str, does: fn(&mut std::net::TcpStream)| {
        let server = StandIn::new(move |_, request, to| match request.path.as_str() {
            "/decide" => does(to),
            _ => answer(to, "200 OK", ""),
        });
        let sitting = sitting("1x1", &["http", "random"]);
        let arrivals = vec![
            arrival(&SeatSpec::Http(server.url()), &sitting),
            arrival(&SeatSpec::computer("random"), &sitting),
        ];
        let terms = Terms { per_move: Some(Duration::from_millis(700)), ..Terms::default() };
        let mut live = Live::new(sitting, arrivals, House { terms, ..House::default() });
        live.run().unwrap();
        let referee = live.finish(Duration::from_secs(5)).referee;
        let fault = referee.faults().first().unwrap_or_else(|| panic!("no {verdict:?}"));
        assert_eq!((fault.seat, fault.verdict), (Seat::at(0), verdict), "{}", fault.why);
        assert!(fault.why.ends_with(words), "{}", fault.why);
        assert!(!fault.why.contains("standard error"), "a server has none: {}", fault.why);
    };
    check(Verdict::Illegal, "", |to| answer(to, "200 OK", r#"{"decision": "h 9 9"}"#));
    check(
        Verdict::Protocol,
        "(it said: its server answered /decide with a decision that is not text)",
        |to| {
            answer(to, "200 OK", r#"{"decision": 1}"#);
        },
    );
    check(
        Verdict::Protocol,
        "(it said: its server answered /decide with status 500, not 200)",
        |to| {
            answer(to, "500 Oops", r#"{"decision": "h 0 0"}"#);
        },
    );
    check(
        Verdict::Oversize,
        "(it said: its server answered /decide with more than 65536 bytes)",
        |to| {
            answer(to, "200 OK", "a".repeat(100_000));
        },
    );
    check(Verdict::Timeout, "", never_answer);
    check(Verdict::Crash, ")", |to| drop(to.shutdown(Shutdown::Both)));
}
