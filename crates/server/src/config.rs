//! How a server is set up.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderValue;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The addresses under which browsers know it, such as `https://parlor.example`. Pages from elsewhere can change
    /// nothing and open no socket. Where there are none, only browsers on the same machine can play.
    pub origins: Vec<String>,
    /// Proxies in front of the server: what they say about the address of a client is believed.
    pub proxies: Vec<IpAddr>,
    /// Whether clients are held back that send too much. Load tests turn it off.
    pub has_rates: bool,
}

impl Config {
    /// A server at this address, for the same machine.
    pub fn at(listen: SocketAddr) -> Self {
        Self { listen, origins: Vec::new(), proxies: Vec::new(), has_rates: true }
    }

    /// The same, now that the port is known.
    pub(crate) fn bound_to(mut self, bound: SocketAddr) -> Self {
        let port = bound.port();
        self.listen = bound;
        for host in ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()] {
            self.origins.push(format!("http://{host}:{port}"));
        }
        if !bound.ip().is_loopback() && !bound.ip().is_unspecified() {
            self.origins.push(format!("http://{bound}"));
        }
        self
    }

    /// Whether a page from there may send requests.
    pub(crate) fn admits(&self, origin: &str) -> bool {
        self.origins.iter().any(|known| known == origin)
    }

    /// Whether browsers reach the server over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.origins.iter().any(|origin| origin.starts_with("https://"))
    }

    /// The name of the cookie. The prefix has browsers accept it only over TLS, for this host and all of it.
    pub(crate) fn cookie_name(&self) -> &'static str {
        if self.is_secure() { "__Host-parlor" } else { "parlor" }
    }

    /// The header that sets the cookie for so many seconds.
    ///
    /// # Panics
    /// When the token has characters that no token has.
    pub(crate) fn cookie(&self, token: &str, seconds: u64) -> HeaderValue {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        let name = self.cookie_name();
        let cookie =
            format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
        let mut value = HeaderValue::from_str(&cookie).expect("a token is letters and digits");
        value.set_sensitive(true);
        value
    }
}
