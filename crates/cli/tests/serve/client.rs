//! A client that does not give up: it repeats what was not answered, and opens its streams again.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use ureq::Agent;

/// Somebody with a session.
#[derive(Clone)]
pub(crate) struct Client {
    agent: Agent,
    base: String,
    pub(crate) cookie: String,
}

/// The status and the body.
pub(crate) type Answer = Result<(u16, Value), ureq::Error>;

impl Client {
    /// A new guest with this name.
    pub(crate) fn guest(address: SocketAddr, name: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(Duration::from_secs(5)))
            .timeout_recv_response(Some(Duration::from_secs(20)))
            .build();
        let mut client =
            Self { agent: config.into(), base: format!("http://{address}"), cookie: String::new() };
        let url = format!("{}/api/session", client.base);
        let response = client.agent.post(&url).send_empty().unwrap();
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        cookie.split(';').next().unwrap().clone_into(&mut client.cookie);
        let named = client.agent.patch(format!("{}/api/account", client.base));
        let named =
            named.header("cookie", &client.cookie).send(format!("{{\"name\": \"{name}\"}}"));
        assert_eq!(named.unwrap().status(), 200);
        client
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let request =
            self.agent.post(format!("{}{path}", self.base)).header("cookie", &self.cookie);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        read(request.send(body)?)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let request = self.agent.get(format!("{}{path}", self.base)).header("cookie", &self.cookie);
        read(request.call()?)
    }

    /// The same, for what is no JSON.
    pub(crate) fn text(&self, path: &str) -> Result<(u16, String), ureq::Error> {
        let request = self.agent.get(format!("{}{path}", self.base)).header("cookie", &self.cookie);
        let mut response = request.call()?;
        Ok((response.status().as_u16(), response.body_mut().read_to_string()?))
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.base.trim_start_matches("http://").parse().unwrap()
    }

    /// The lines of a stream, without blank ones, until it breaks off.
    pub(crate) fn stream(&self, path: &str) -> Result<Lines, ureq::Error> {
        let request = self.agent.get(format!("{}{path}", self.base)).header("cookie", &self.cookie);
        let response = request.call()?;
        if response.status() != 200 {
            return Err(ureq::Error::StatusCode(response.status().as_u16()));
        }
        let reader: Box<dyn Read + Send> = Box::new(response.into_body().into_reader());
        Ok(Lines(BufReader::new(reader)))
    }
}

fn read(mut response: ureq::http::Response<ureq::Body>) -> Answer {
    let status = response.status().as_u16();
    let text = response.body_mut().read_to_string()?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
}

pub(crate) struct Lines(BufReader<Box<dyn Read + Send>>);

impl Iterator for Lines {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            match self.0.read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) if line.trim().is_empty() => {}
                // A line that was cut off in the middle is no line.
                Ok(_) => return serde_json::from_str(&line).ok(),
            }
        }
    }
}
