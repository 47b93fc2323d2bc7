use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use parlor_protocol::{FromBot, ToBot, Unreadable};
use parlor_runner::remote::http;
use serde_json::json;

use crate::stand_in::{Request, StandIn, answer, answer_as, drip, never_answer};
use crate::{Heard, PATIENCE, Seat, message, nobody};

const WELCOME: &str = r#"{"type": "welcome", "version": 1, "host": "parlor", "game": "dots-and-boxes",
    "title": "Dots and Boxes", "rules": 1, "options": {}, "seat": 2, "seats": 2, "names": ["A", "B"],
    "begun": false, "seed": 7, "clock": {}, "notation": ""}"#;

fn decide(id: u64, deadline: u64) -> ToBot {
    message(&format!(
        r#"{{"type": "decide", "id": {id}, "question": "draw", "view": {{"drawn": ["h 0 0"]}},
            "menu": {{"count": 4, "complete": true, "moves":
                ["h 1 0", {{"first": "bid 10", "last": "bid 30", "step": 10, "count": 3}}]}},
            "deadline": {deadline}, "clock": {{}}}}"#
    ))
}

fn choose(id: u64, played: &str) -> Heard {
    Heard::Said(message(&json!({"type": "choose", "id": id, "move": played}).to_string()))
}

/// A seat that has been welcomed.
fn seat(server: &StandIn) -> Seat<UnixStream> {
    let mut seat = Seat::new(http::serve(&server.url(), PATIENCE).unwrap());
    assert!(matches!(seat.hear(), Heard::Said(FromBot::Hello(_))));
    seat.say(&message(WELCOME));
    seat.say(&message(r#"{"type": "ping", "id": 1}"#));
    assert_eq!(seat.hear(), Heard::Said(message(r#"{"type": "pong", "id": 1}"#)));
    seat
}

/// What the table hears of a question, but for complaints in words; those must name the place.
fn heard(does: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static) -> (Heard, Vec<String>) {
    let server = StandIn::new(move |_, request, stream| does(request, stream));
    let mut seat = seat(&server);
    seat.say(&decide(1, 700));
    let mut words = Vec::new();
    loop {
        match seat.hear_within(Duration::from_secs(3)) {
            Heard::Said(FromBot::Error(complaint)) => {
                assert_eq!(complaint.id, Some(1));
                words.push(complaint.explanation);
            }
            heard => return (heard, words),
        }
    }
}

fn heard_of_body(status: &'static str, body: impl Into<Vec<u8>>) -> (Heard, Vec<String>) {
    let body = body.into();
    heard(move |_, stream| answer(stream, status, &body))
}

#[test]
fn questions_and_events_are_posted() {
    let server = StandIn::new(|_, request, stream| match request.path.as_str() {
        "/decide" => answer(stream, "200 OK", r#"{"decision": "bid 20"}"#),
        "/log-event" => answer(stream, "200 OK", ""),
        path => panic!("{path}"),
    });
    let mut seat = seat(&server);
    seat.say(&message(r#"{"type": "notice", "notice": {"drawn": 1}}"#));
    seat.say(&decide(1, 5_000));
    assert_eq!(seat.hear(), choose(1, "bid 20"));
    seat.say(&message(r#"{"type": "notice", "notice": {"drawn": 2}}"#));
    seat.say(&decide(2, 5_000));
    assert_eq!(seat.hear(), choose(2, "bid 20"));
    drop(seat);

    let requests = server.requests();
    let paths: Vec<&str> = requests.iter().map(|request| request.path.as_str()).collect();
    assert_eq!(paths, ["/log-event", "/decide", "/log-event", "/decide"]);
    let player = requests[0].body["player_uuid"].as_str().unwrap();
    assert_eq!(player.len(), 36);
    assert!(requests.iter().all(|r| r.body["player_uuid"] == player));
    assert!(requests.iter().all(|r| r.body["playerUuid"] == player), "both spellings");
    assert_eq!(requests[0].body["event"], json!({"drawn": 1}));
    assert_eq!(requests[0].body["state"], json!(null), "nothing was asked before");
    assert_eq!(requests[2].body["state"], json!({"drawn": ["h 0 0"]}));
    let asked = &requests[1].body;
    assert_eq!(asked["state"], json!({"drawn": ["h 0 0"]}));
    assert_eq!(asked["reason"], json!("draw"));
    let range = json!({"first": "bid 10", "last": "bid 30", "step": 10, "count": 3});
    assert_eq!(asked["options"], json!(["h 1 0", range]));
}

#[test]
fn what_the_server_says_wrongly_is_a_wrong_line() {
    let shape = |heard: (Heard, Vec<String>)| match heard.0 {
        Heard::Wrong(Unreadable::Shape { name, why }) => format!("{name}: {why}"),
        other => panic!("{other:?}"),
    };
    assert_eq!(shape(heard_of_body("200 OK", "{}")), "choose: missing field `move`");
    assert_eq!(shape(heard_of_body("200 OK", r#""h 1 0""#)), "choose: missing field `move`");
    let null = shape(heard_of_body("200 OK", r#"{"decision": null}"#));
    assert!(null.starts_with("choose: invalid type: null"), "{null}");
    let index = shape(heard_of_body("200 OK", r#"{"decision": 0}"#));
    assert!(index.starts_with("choose: invalid type: integer `0`"), "{index}");

    let nothing = "choose: missing field `move`";
    let said = |status, body: &[u8], words: &str| {
        let heard = heard_of_body(status, body);
        assert_eq!(heard.1, [words]);
        assert_eq!(shape(heard), nothing, "{words}");
    };
    let not_json = "its server answered /decide with what is not JSON";
    said("200 OK", b"<html>\n<p>h 1 0</p></html>", not_json);
    said("200 OK", b"\xff\xfe", not_json);
    // What is no JSON for its line end does not become a message without it.
    said("200 OK", b"{\"type\": \"choose\", \"id\": 1, \"move\": \"h\n1 0\"}", not_json);
    let status = "its server answered /decide with status 500, not 200";
    said("500 Oops", br#"{"decision": "h 1 0"}"#, status);
    said("500 Oops", &vec![b'a'; 90_000], status);
    said("200 OK", b"{}", "its server answered /decide without a decision");
    let (heard, _) =
        heard_of_body("200 OK", format!("{{\n\"decision\": \"{}\"}}", "a".repeat(90_000)));
    assert_eq!(heard, Heard::Overlong);
    let deep = format!(r#"{{"decision": {}{}}}"#, "[".repeat(40), "]".repeat(40));
    assert_eq!(heard_of_body("200 OK", deep).0, Heard::Wrong(Unreadable::TooDeep));
    // Whether a move is legal is for the table to say.
    assert_eq!(heard_of_body("200 OK", r#"{"decision": "h 9 9"}"#).0, choose(1, "h 9 9"));
}

#[test]
fn an_answer_may_name_its_player_in_either_spelling() {
    for spelling in ["player_uuid", "playerUuid"] {
        let echo = move |request: &Request, stream: &mut TcpStream| {
            let body = json!({"decision": "h 1 0", spelling: request.body["player_uuid"]});
            answer(stream, "200 OK", body.to_string());
        };
        assert_eq!(heard(echo).0, choose(1, "h 1 0"));
        let other = json!({"decision": "h 1 0", spelling: "somebody else"}).to_string();
        let (heard, words) = heard_of_body("200 OK", other);
        assert!(matches!(heard, Heard::Wrong(Unreadable::Shape { .. })), "{heard:?}");
        assert_eq!(words, ["its server answered /decide for another player"]);
    }
}

#[test]
fn a_server_that_is_gone_ends_the_stream() {
    let cut_off = |_: &Request, stream: &mut TcpStream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"decision\"");
        let _ = stream.shutdown(Shutdown::Both);
    };
    let (end, words) = heard(cut_off);
    assert_eq!(end, Heard::End);
    assert!(words[0].starts_with("its server does not answer /decide: "), "{words:?}");
    let (end, _) = heard(|_, stream| stream.shutdown(Shutdown::Both).unwrap());
    assert_eq!(end, Heard::End);

    let server = StandIn::new(|_, _, stream| answer(stream, "200 OK", "{}"));
    let mut seat = seat(&server);
    drop(server);
    seat.say(&decide(1, 700));
    assert!(matches!(seat.hear(), Heard::Said(FromBot::Error(_))));
    assert_eq!(seat.hear(), Heard::End);
}

#[test]
fn what_is_no_http_is_a_wrong_line() {
    let (heard, words) = heard(|_, stream| stream.write_all(b"SSH-2.0-parlor\r\n\r\n").unwrap());
    assert!(matches!(heard, Heard::Wrong(Unreadable::Shape { .. })), "{heard:?}");
    assert!(
        words[0].starts_with("its server answered /decide with what is no HTTP: "),
        "{words:?}"
    );
}

#[test]
fn a_server_that_does_not_answer_is_late_and_may_answer_the_next_question() {
    let server = StandIn::new(|number, _, stream| match number {
        0 => never_answer(stream),
        1 => drip(stream, &b"HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n{".repeat(50)),
        _ => answer(stream, "200 OK", r#"{"decision": "h 1 0"}"#),
    });
    let mut seat = seat(&server);
    for id in [1, 2] {
        seat.say(&decide(id, 60_000));
        assert_eq!(seat.hear_within(Duration::from_millis(200)), Heard::Silence);
        // It is withdrawn, and so the thread does not wait for the whole minute.
        seat.say(&message(&format!(r#"{{"type": "stop", "id": {id}}}"#)));
    }
    let began = Instant::now();
    seat.say(&decide(3, 60_000));
    assert_eq!(seat.hear(), choose(3, "h 1 0"));
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn pings_are_answered_while_a_question_is_open() {
    let server = StandIn::new(|_, _, stream| never_answer(stream));
    let mut seat = seat(&server);
    seat.say(&decide(1, 60_000));
    seat.say(&message(r#"{"type": "ping", "id": 8}"#));
    assert_eq!(seat.hear(), Heard::Said(message(r#"{"type": "pong", "id": 8}"#)));
}

#[test]
fn the_request_ends_when_the_table_goes() {
    // The server waits until its connection is closed, and the test for the server.
    let server = StandIn::new(|_, _, stream| never_answer(stream));
    let mut seat = seat(&server);
    seat.say(&decide(1, 60_000));
    while server.requests().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let began = Instant::now();
    drop(seat);
    drop(server);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn a_server_that_takes_no_events_gets_no_more_of_them() {
    let server = StandIn::new(|_, request, stream| match request.path.as_str() {
        "/decide" => answer(stream, "200 OK", r#"{"decision": "h 1 0"}"#),
        _ => answer_as(stream, "404 Not Found", "", ""),
    });
    let mut seat = seat(&server);
    for _ in 0..3 {
        seat.say(&message(r#"{"type": "notice", "notice": 1}"#));
    }
    seat.say(&decide(1, 5_000));
    let Heard::Said(FromBot::Error(complaint)) = seat.hear() else { panic!("a complaint") };
    let words = "its server does not take /log-event: it answered with status 404; \
                 it gets no more events in this game";
    assert_eq!(complaint.explanation, words);
    assert_eq!(seat.hear(), choose(1, "h 1 0"));
    drop(seat);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_long_line_of_questions_is_answered_in_order() {
    let server = StandIn::new(|_, request, stream| match request.path.as_str() {
        "/decide" => answer(stream, "200 OK", r#"{"decision": "h 1 0"}"#),
        _ => answer(stream, "200 OK", ""),
    });
    let mut seat = seat(&server);
    let began = Instant::now();
    for id in 1..=200 {
        for _ in 0..3 {
            seat.say(&message(r#"{"type": "notice", "notice": 1}"#));
        }
        seat.say(&decide(id, 5_000));
        assert_eq!(seat.hear(), choose(id, "h 1 0"));
    }
    println!("{:?} a request", began.elapsed() / 800);
    assert_eq!(server.requests().len(), 800);
}

#[test]
fn no_connection_is_explained() {
    let why = |url: &str| http::serve(url, PATIENCE).unwrap_err().to_string();
    let address = nobody();
    let refused = why(&format!("http://{address}"));
    assert!(refused.starts_with(&format!("no connection to {address}: ")), "{refused}");
    assert!(why("localhost:8000").contains("such as http://localhost:8000"));
    assert!(why("ftp://localhost").contains("http:// or https://"));
    assert!(why("http://localhost:1/a?b=c").contains("nothing follows the path"));
}

/// Ends a program whatever happens.
struct Program(std::process::Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_server_in_python_answers() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/http/automation_server.py");
    let started = Command::new("python3").args([script, "0"]).stdout(Stdio::piped()).spawn();
    let mut program = match started {
        Ok(child) => Program(child),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
            println!("not run: there is no python3 on this machine");
            return;
        }
        Err(why) => panic!("{why}"),
    };
    let mut line = String::new();
    BufReader::new(program.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("listening on ").unwrap();

    let mut seat = Seat::new(http::serve(url, PATIENCE).unwrap());
    assert!(matches!(seat.hear(), Heard::Said(FromBot::Hello(_))));
    seat.say(&message(WELCOME));
    let asked = |id: u64, moves: &[&str]| {
        let menu = json!({"count": moves.len(), "complete": true, "moves": moves});
        let decide = json!({"type": "decide", "id": id, "question": "buy", "view": {}, "menu": menu,
            "clock": {}});
        message::<ToBot>(&decide.to_string())
    };
    seat.say(&message(r#"{"type": "notice", "notice": {"bought": "bug"}}"#));
    let began = Instant::now();
    for id in 1..=50 {
        seat.say(&asked(id, &["buy bug", "buy framework", "buy module", "end phase"]));
        assert_eq!(seat.hear(), choose(id, "buy framework"));
    }
    println!("{:?} a question", began.elapsed() / 50);
    seat.say(&asked(51, &["discard bug", "discard method"]));
    assert_eq!(seat.hear(), choose(51, "discard bug"));
}
