use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

use parlor_runner::remote::tcp;

use crate::{Heard, PATIENCE, Seat, listen, message, nobody};

#[test]
fn a_bot_that_listens_is_spoken_to_directly() {
    let (listener, address) = listen();
    let bot = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"{\"type\": \"hello\", \"versions\": [1]}\n").unwrap();
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line).unwrap();
        line
    });
    let mut seat = Seat::new(tcp::connect(&address, PATIENCE).unwrap());
    let hello = message(r#"{"type": "hello", "versions": [1]}"#);
    assert_eq!(seat.hear(), Heard::Said(hello));
    seat.say(&message(r#"{"type": "ping", "id": 3}"#));
    assert_eq!(bot.join().unwrap(), "{\"type\":\"ping\",\"id\":3}\n");
    assert_eq!(seat.hear(), Heard::End);
}

#[test]
fn names_are_looked_up() {
    let (listener, address) = listen();
    let by_name = address.replace("127.0.0.1", "localhost");
    tcp::connect(&by_name, PATIENCE).unwrap();
    listener.accept().unwrap();
}

#[test]
fn where_nobody_listens_it_says_so() {
    let address = nobody();
    let why = tcp::connect(&address, PATIENCE).unwrap_err().to_string();
    assert!(why.starts_with(&format!("no connection to {address}: ")), "{why}");
    let why = tcp::connect("no-such-host.invalid:4000", PATIENCE).unwrap_err().to_string();
    assert!(why.starts_with("there is no host 'no-such-host.invalid': "), "{why}");
}

#[test]
fn it_does_not_wait_for_ever() {
    let began = Instant::now();
    // No time at all: whatever the host does, it is late.
    let why = tcp::connect("127.0.0.1:9", Duration::ZERO).unwrap_err().to_string();
    assert_eq!(why, "no connection to 127.0.0.1:9 within 0 ms");
    assert!(began.elapsed() < PATIENCE);
}
