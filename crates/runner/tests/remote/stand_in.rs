//! A server that answers as a test tells it to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

use crate::{PATIENCE, listen};

/// A request that came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// The head as it came.
    pub(crate) head: String,
    pub(crate) body: Value,
}

type Does = dyn Fn(usize, &Request, &mut TcpStream) + Send + Sync;

/// Listens, and does with the `n`-th request what it was told.
pub(crate) struct StandIn {
    pub(crate) address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl StandIn {
    pub(crate) fn new(
        does: impl Fn(usize, &Request, &mut TcpStream) + Send + Sync + 'static,
    ) -> Self {
        let does: Arc<Does> = Arc::new(does);
        let (listener, address) = listen();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let is_over = Arc::new(AtomicBool::new(false));
        let (seen, over) = (requests.clone(), is_over.clone());
        let thread = thread::spawn(move || {
            let mut served = Vec::new();
            while let Ok((stream, _)) = listener.accept() {
                if over.load(Ordering::SeqCst) {
                    break;
                }
                let (does, seen) = (does.clone(), seen.clone());
                served.push(thread::spawn(move || serve(stream, &*does, &seen)));
            }
            for thread in served {
                thread.join().unwrap();
            }
        });
        Self { address, requests, is_over, thread: Some(thread) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(&self.address);
        if let Some(thread) = self.thread.take() {
            let joined = thread.join();
            if !thread::panicking() {
                joined.unwrap();
            }
        }
    }
}

/// Serves a connection until its other end is closed.
fn serve(stream: TcpStream, does: &Does, seen: &Mutex<Vec<Request>>) {
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut writer = stream;
    while let Some(request) = read_request(&mut reader) {
        let number = {
            let mut seen = seen.lock().unwrap();
            seen.push(request.clone());
            seen.len() - 1
        };
        does(number, &request, &mut writer);
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        if line == "\r\n" {
            break;
        }
        if let Some(given) = line.to_lowercase().strip_prefix("content-length:") {
            length = given.trim().parse().unwrap();
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    Some(Request { path, head, body: serde_json::from_slice(&body).unwrap() })
}

/// Answers with a status and a body.
pub(crate) fn answer(stream: &mut TcpStream, status: &str, body: impl AsRef<[u8]>) {
    answer_as(stream, status, "content-type: application/json\r\n", body);
}

/// The same, with further lines in the head.
pub(crate) fn answer_as(stream: &mut TcpStream, status: &str, head: &str, body: impl AsRef<[u8]>) {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\n{head}content-length: {}\r\n\r\n", body.len());
    // Nobody need be there any more to read it.
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
}

/// Says nothing until the other end is closed.
pub(crate) fn never_answer(stream: &mut TcpStream) {
    let _ = stream.read(&mut [0; 1]);
}

/// Writes these bytes, slowly, for as long as somebody reads.
pub(crate) fn drip(stream: &mut TcpStream, bytes: &[u8]) {
    for byte in bytes {
        if stream.write_all(&[*byte]).is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}
