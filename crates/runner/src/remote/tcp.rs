//! `tcp:HOST:PORT`: a bot that listens on a port and speaks the protocol itself.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{BadAddress, NotConnected};

/// How long to wait before trying again where nobody listens yet.
const AGAIN: Duration = Duration::from_millis(50);

/// Connects to `HOST:PORT` within a time. The stream does not block, and sends small lines at once.
pub fn connect(address: &str, within: Duration) -> Result<TcpStream, NotConnected> {
    let (host, port) = split(address)?;
    let until = Instant::now() + within;
    let stream = loop {
        let left = until.saturating_duration_since(Instant::now());
        match open(host, port, left) {
            // A bot that was started just before may not listen yet.
            Err(NotConnected::Refused { why, .. })
                if why.kind() == io::ErrorKind::ConnectionRefused && left > AGAIN =>
            {
                thread::sleep(AGAIN);
            }
            opened => break opened?,
        }
    };
    stream.set_nonblocking(true).map_err(NotConnected::Means)?;
    Ok(stream)
}

/// Checks the form of `HOST:PORT` without connecting.
pub fn split(address: &str) -> Result<(&str, u16), BadAddress> {
    let wrong = |why: &str| BadAddress::new(address, why, "HOST:PORT, such as localhost:4000");
    let (host, port) = address.rsplit_once(':').ok_or_else(|| wrong("the port is missing"))?;
    let port = port.parse().ok().filter(|port| *port != 0);
    let port = port.ok_or_else(|| wrong("a port is a number from 1 to 65535"))?;
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    match bare {
        _ if bare.unwrap_or(host).is_empty() => Err(wrong("the host is missing")),
        Some(bare) => Ok((bare, port)),
        None if host.contains(|c: char| c.is_whitespace() || c.is_control()) => {
            Err(wrong("a host has no blanks"))
        }
        None if host.contains(':') => Err(wrong("a host with colons stands in brackets")),
        None => Ok((host, port)),
    }
}

/// A blocking connection to a host, all its addresses tried in turn, within a time in all.
pub(super) fn open(host: &str, port: u16, within: Duration) -> Result<TcpStream, NotConnected> {
    let address = format!("{host}:{port}");
    let until = Instant::now() + within;
    let late = || NotConnected::Late { address: address.clone(), within };
    let mut failed = None;
    for candidate in resolve(host, port, within)? {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        match TcpStream::connect_timeout(&candidate, left) {
            Ok(stream) => {
                // Lines are short and somebody waits for each of them.
                stream.set_nodelay(true).map_err(NotConnected::Means)?;
                return Ok(stream);
            }
            Err(why) if why.kind() == io::ErrorKind::TimedOut => return Err(late()),
            Err(why) => failed = Some(why),
        }
    }
    let why = failed.unwrap_or_else(|| io::Error::other("the host has no address"));
    Err(NotConnected::Refused { address, why })
}

/// The addresses of a host. Asking for a name cannot be cut short, so a thread of its own asks.
fn resolve(host: &str, port: u16, within: Duration) -> Result<Vec<SocketAddr>, NotConnected> {
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    let (answer, answered) = mpsc::sync_channel(1);
    let asked = (host.to_owned(), port);
    let ask = move || {
        let found = asked.to_socket_addrs().map(Vec::from_iter);
        // Nobody listens any more when it took too long.
        let _ = answer.send(found);
    };
    thread::Builder::new().name("resolver".to_owned()).spawn(ask).map_err(NotConnected::Means)?;
    match answered.recv_timeout(within) {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(why)) => Err(NotConnected::Host { host: host.to_owned(), why }),
        Err(_) => Err(NotConnected::Late { address: format!("{host}:{port}"), within }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        assert_eq!(split("localhost:4000").unwrap(), ("localhost", 4000));
        assert_eq!(split("[::1]:4000").unwrap(), ("::1", 4000));
        let wrong = |address| split(address).unwrap_err().to_string();
        assert_eq!(
            wrong("localhost"),
            "'localhost' is no address: the port is missing; it should be HOST:PORT, such as localhost:4000"
        );
        assert!(wrong("localhost:0").contains("from 1 to 65535"));
        assert!(wrong("localhost:http").contains("from 1 to 65535"));
        assert!(wrong("localhost:70000").contains("from 1 to 65535"));
        assert!(wrong(":4000").contains("the host is missing"));
        assert!(wrong("[]:4000").contains("the host is missing"));
        assert!(wrong("::1:4000").contains("in brackets"));
        assert!(wrong("local host:4000").contains("no blanks"));
    }
}
