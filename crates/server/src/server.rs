//! A server from its start to its end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parlor_store::{Millis, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::accounts::KnownTokens;
use crate::app::App;
use crate::config::Config;
use crate::hall::{Hall, Parts};
use crate::http::listen::accept;
use crate::http::rates::Rates;
use crate::http::router::router;
use crate::limits::KEPT_REPLIES;

/// How often the server tidies up.
const TIDY: Duration = Duration::from_mins(1);

/// How many old replies are deleted at once.
const PURGED: usize = 500;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    app: App,
    listener: TcpListener,
}

impl Server {
    /// Takes the port. Nothing is accepted before it [runs](Self::run).
    pub async fn bind(config: Config, parts: Parts) -> io::Result<Self> {
        let listener = TcpListener::bind(config.listen).await?;
        let config = config.bound_to(listener.local_addr()?);
        Ok(Self { app: app(config, Hall::new(parts)), listener })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.app.config.listen
    }

    /// Serves until `stop`. Then what is being written is finished, clients are told, and the store is closed.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), StoreError> {
        let Self { app, listener } = self;
        let (stopping, stopped) = watch::channel(false);
        let accepting = tokio::spawn(accept(listener, router(&app), stopped));
        let opening = tokio::spawn(open_all(app.hall.clone()));
        let tidying = tokio::spawn(tidy(app.clone()));
        stop.await;
        tracing::info!("the server stops");
        opening.abort();
        tidying.abort();
        app.hall.stop().await;
        // Nobody waits for this channel but the task that accepts.
        _ = stopping.send(true);
        if let Err(why) = accepting.await {
            tracing::error!(%why, "the task that accepts connections has failed");
        }
        app.hall.store().close().await
    }
}

/// The server without a port: for tests, which hand in requests one by one.
pub fn in_process(config: Config, hall: Hall) -> axum::Router {
    let listen = config.listen;
    router(&app(config.bound_to(listen), hall))
}

fn app(config: Config, hall: Hall) -> App {
    App {
        hall,
        rates: Arc::new(Rates::new(config.has_rates)),
        config: Arc::new(config),
        tokens: Arc::new(KnownTokens::default()),
    }
}

/// Matches go on by themselves: their clocks run, and computer players are asked.
async fn open_all(hall: Hall) {
    match hall.open_all().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "matches go on"),
        Err(refusal) => tracing::error!(why = refusal.told.why, "matches cannot be read"),
    }
}

/// Old replies are deleted, and forgotten clients.
async fn tidy(app: App) {
    loop {
        tokio::time::sleep(TIDY).await;
        app.rates.forget();
        let kept = i64::try_from(KEPT_REPLIES.as_millis()).unwrap_or(i64::MAX);
        let before = Millis(app.hall.clock().today().0.saturating_sub(kept));
        if let Err(why) = app.hall.store().purge_done(before, PURGED).await {
            tracing::warn!(code = why.code(), "old replies could not be deleted");
        }
    }
}
