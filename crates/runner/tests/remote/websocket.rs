use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parlor_protocol::{MAX_FROM_BOT, ToBot, Unreadable};
use parlor_runner::remote::websocket;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket, accept_with_config};

use crate::{Heard, PATIENCE, Seat, listen, message, nobody};

/// A server that does this with whoever connects, and a seat connected to it.
fn seat<T: Send + 'static>(
    does: impl FnOnce(WebSocket<TcpStream>) -> T + Send + 'static,
) -> (Seat<UnixStream>, JoinHandle<T>) {
    let (listener, address) = listen();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        stream.set_nodelay(true).unwrap();
        does(accept_with_config(stream, Some(WebSocketConfig::default())).unwrap())
    });
    let stream = websocket::connect(&format!("ws://{address}/bot"), PATIENCE).unwrap();
    (Seat::new(stream), server)
}

/// What a table hears of a bot that sends one frame.
fn heard_of(frame: Message) -> Vec<Heard> {
    let (mut seat, server) = seat(move |mut socket| {
        // Nobody reads a frame that is too long to its end.
        let _ = socket.send(frame);
        socket
    });
    let first = seat.hear();
    drop(server.join().unwrap());
    vec![first, seat.hear()]
}

#[test]
fn messages_go_to_and_fro_a_frame_each() {
    let (mut seat, server) = seat(|mut socket| {
        let hello = "{\"type\": \"hello\",\n \"versions\": [1]}\n";
        socket.send(Message::text(hello)).unwrap();
        let asked = socket.read().unwrap();
        socket.send(Message::text(r#"{"type": "pong", "id": 3}"#)).unwrap();
        let bye = socket.read().unwrap();
        let closed = socket.read().unwrap();
        assert!(closed.is_close());
        (asked.into_text().unwrap().to_string(), bye.into_text().unwrap().to_string())
    });
    assert_eq!(seat.hear(), Heard::Said(message(r#"{"type": "hello", "versions": [1]}"#)));
    seat.say(&message(r#"{"type": "ping", "id": 3}"#));
    assert_eq!(seat.hear(), Heard::Said(message(r#"{"type": "pong", "id": 3}"#)));
    seat.say(&message(r#"{"type": "bye", "reason": "over"}"#));
    drop(seat);
    let (asked, bye) = server.join().unwrap();
    assert_eq!(asked, r#"{"type":"ping","id":3}"#);
    assert_eq!(bye, r#"{"type":"bye","reason":"over"}"#, "said last, and not lost");
}

#[test]
fn what_is_wrong_reaches_the_table_as_what_it_is() {
    let longest = format!(r#"{{"type": "sing", "song": "{}"}}"#, "a".repeat(MAX_FROM_BOT - 28 - 1));
    assert_eq!(longest.len(), MAX_FROM_BOT - 1);
    let heard = heard_of(Message::text(longest));
    assert!(matches!(heard[0], Heard::Wrong(Unreadable::Unknown { .. })), "{heard:?}");

    let heard = heard_of(Message::text("a".repeat(MAX_FROM_BOT)));
    assert_eq!(heard[0], Heard::Overlong);
    let heard = heard_of(Message::text("a".repeat(MAX_FROM_BOT * 50)));
    assert_eq!(heard[0], Heard::Overlong);

    let binary = Message::binary(br#"{"type": "pong", "id": 1}"#.as_slice());
    assert_eq!(heard_of(binary), [Heard::Wrong(Unreadable::NotText), Heard::End]);

    let heard = heard_of(Message::text("{\"type\": \"pong\"}\n{\"type\": \"pong\"}"));
    assert!(matches!(heard[0], Heard::Wrong(Unreadable::NotJson(_))), "one message a frame");
    assert_eq!(heard_of(Message::Close(None)), [Heard::End, Heard::End]);
}

#[test]
fn bytes_that_are_no_text_or_no_frames_are_a_wrong_line() {
    for bytes in [&b"\x81\x02\xff\xfe"[..], b"\x83\x01a", b"\xf1\x01a"] {
        let (mut seat, server) = seat(move |mut socket| {
            socket.get_mut().write_all(bytes).unwrap();
            socket
        });
        assert_eq!(seat.hear(), Heard::Wrong(Unreadable::NotText), "{bytes:?}");
        assert_eq!(seat.hear(), Heard::End, "{bytes:?}");
        drop(server.join().unwrap());
    }
}

#[test]
fn a_bot_that_goes_away_ends_the_stream() {
    let (mut seat, server) = seat(|mut socket| {
        socket.send(Message::text(r#"{"type": "pong"}"#)).unwrap();
        // Gone without a word, in the middle of a frame.
        socket.get_mut().write_all(b"\x81\x10abc").unwrap();
    });
    server.join().unwrap();
    assert_eq!(seat.hear(), Heard::Said(message(r#"{"type": "pong"}"#)));
    assert_eq!(seat.hear(), Heard::End);
}

#[test]
fn when_the_table_goes_the_bot_is_told_and_the_thread_ends() {
    let (seat, server) = seat(|mut socket| {
        let began = Instant::now();
        let closed = socket.read().unwrap().is_close();
        // The connection below ends even if the bot never says another word.
        socket.get_mut().set_read_timeout(Some(PATIENCE)).unwrap();
        let ended = socket.get_mut().read(&mut [0; 16]);
        (closed, ended.unwrap_or(0), began.elapsed())
    });
    drop(seat);
    let (closed, more, took) = server.join().unwrap();
    assert!(closed);
    assert_eq!(more, 0);
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn a_bot_that_does_not_read_leaves_the_lines_with_the_table() {
    let (go, gone) = mpsc::channel::<()>();
    let (mut seat, server) = seat(move |mut socket| {
        let _ = gone.recv();
        let mut read = 0u64;
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    read += text.len() as u64 + 1;
                    if text.contains("ping") {
                        socket.send(Message::text(r#"{"type": "pong", "id": 1}"#)).unwrap();
                    }
                }
                Ok(_) => {}
                Err(Error::ConnectionClosed | Error::AlreadyClosed) => return read,
                Err(why) => panic!("{why}"),
            }
        }
    });
    let line = message::<ToBot>(&format!(
        r#"{{"type": "notice", "notice": null, "text": "{}"}}"#,
        "a".repeat(10_000)
    ));
    let line = parlor_protocol::write(&line);
    // The table's own writes stop after what fits into buffers: memory here does not grow.
    let (mut total, mut at) = (0u64, 0);
    let mut refused = 0;
    while refused < 20 {
        if let Ok(written) = seat.stream.write(&line[at..]) {
            at = (at + written) % line.len();
            total += written as u64;
            assert!(total < 100 << 20, "somebody takes it all");
        } else {
            refused += 1;
            thread::sleep(Duration::from_millis(10));
        }
    }
    go.send(()).unwrap();
    seat.send(&line[at..]);
    total += (line.len() - at) as u64;
    // Everything arrives once the bot reads; only then the table goes.
    seat.say(&message(r#"{"type": "ping", "id": 1}"#));
    total += parlor_protocol::write(&message::<ToBot>(r#"{"type": "ping", "id": 1}"#)).len() as u64;
    assert_eq!(seat.hear(), Heard::Said(message(r#"{"type": "pong", "id": 1}"#)));
    drop(seat);
    assert_eq!(server.join().unwrap(), total);
}

#[test]
fn a_round_trip_takes_no_time_worth_the_name() {
    const TRIPS: u32 = 500;
    let (mut seat, server) = seat(|mut socket| {
        for _ in 0..TRIPS {
            let asked = socket.read().unwrap().into_text().unwrap();
            let answer = asked.replace("ping", "pong");
            socket.send(Message::text(answer)).unwrap();
        }
    });
    let began = Instant::now();
    for id in 0..TRIPS {
        seat.say(&message(&format!(r#"{{"type": "ping", "id": {id}}}"#)));
        let pong = message(&format!(r#"{{"type": "pong", "id": {id}}}"#));
        assert_eq!(seat.hear(), Heard::Said(pong));
    }
    let each = began.elapsed() / TRIPS;
    println!("{each:?} a round trip");
    assert!(each < Duration::from_millis(8), "{each:?} a round trip");
    server.join().unwrap();
}

#[test]
fn pings_without_end_are_a_fault() {
    let (mut seat, server) = seat(|mut socket| {
        for _ in 0..1_000 {
            if socket.send(Message::Ping(vec![7].into())).is_err() {
                break;
            }
        }
        socket
    });
    assert_eq!(seat.hear(), Heard::Wrong(Unreadable::NotText));
    assert_eq!(seat.hear(), Heard::End);
    drop(server.join().unwrap());
}

#[test]
fn no_connection_is_explained() {
    let why = |url: &str| websocket::connect(url, PATIENCE).unwrap_err().to_string();
    let address = nobody();
    let refused = why(&format!("ws://{address}"));
    assert!(refused.starts_with(&format!("no connection to {address}: ")), "{refused}");
    assert!(why("localhost:4000").contains("such as ws://localhost:4000/bot"));
    assert!(why("http://localhost:4000").contains("such as ws://localhost:4000/bot"));
}

#[test]
fn strangers_and_sluggards_are_told_apart() {
    let (listener, address) = listen();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").unwrap();
        // It stays until the request is read, so that the answer is not lost.
        let _ = stream.read_to_end(&mut Vec::new());
        // The second one drips its answer for ever.
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\nx: ").unwrap();
        while stream.write_all(b"H").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
        // The third gets plain words where it expects TLS.
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"no TLS here, only words and more words\r\n").unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let url = format!("ws://{address}");
    let why = websocket::connect(&url, PATIENCE).unwrap_err().to_string();
    assert_eq!(why, format!("{url} answers, but not as a WebSocket: HTTP error: 404 Not Found"));
    let began = Instant::now();
    let why = websocket::connect(&url, Duration::from_millis(200)).unwrap_err().to_string();
    assert_eq!(why, format!("no connection to {url} within 200 ms"));
    assert!(began.elapsed() < Duration::from_secs(5));
    let why = websocket::connect(&format!("wss://{address}"), PATIENCE).unwrap_err().to_string();
    assert!(why.contains("answers, but not as a WebSocket: "), "{why}");
    server.join().unwrap();
}
