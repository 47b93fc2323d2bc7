//! Connections: accepted, counted, and ended when the server stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use super::guard::Peer;
use super::rates::network;
use crate::limits::{
    HEAD_TIME, MAX_CONNECTIONS, MAX_CONNECTIONS_OF_ADDRESS, MAX_HEAD, MAX_HEADERS, STOP_TIME,
};

/// How long the server waits after it could not accept a connection, because it has too many files open.
const BREATH: Duration = Duration::from_millis(50);

/// Accepts connections until it is told to stop; then waits until those that are open have ended.
pub(crate) async fn accept(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let counts = Arc::new(Counts::default());
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = stopped(&mut stop) => break,
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // A connection too many is closed at once: a client sees that sooner than a long wait.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let Some(count) = counts.one_more(network(peer.ip())) else { continue };
        let (router, stop) = (router.clone(), stop.clone());
        connections.spawn(async move {
            serve(stream, Peer(peer), router, stop).await;
            drop((place, count));
        });
    }
    drop(listener);
    let all = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(STOP_TIME, all).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
}

async fn serve(stream: TcpStream, peer: Peer, router: Router, mut stop: watch::Receiver<bool>) {
    // Frames are small and must not wait for more to send. A system that refuses sends them a little later.
    _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        router.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // A client that breaks off is its own business.
        _ = connection.as_mut() => {}
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            _ = connection.await;
        }
    }
}

/// Waits until the server is told to stop. A server that is gone has stopped.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    _ = stop.wait_for(|stop| *stop).await;
}

/// How many connections each address has.
#[derive(Default)]
struct Counts(Mutex<HashMap<[u8; 16], usize>>);

/// One connection of an address, for as long as the value is there.
struct Count(Arc<Counts>, [u8; 16]);

impl Counts {
    fn one_more(self: &Arc<Self>, of: [u8; 16]) -> Option<Count> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(of).or_default();
        if *count >= MAX_CONNECTIONS_OF_ADDRESS {
            return None;
        }
        *count += 1;
        Some(Count(Arc::clone(self), of))
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        let mut counts = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}
