//! Group commit: a writer takes every write that waits, does all of them in one transaction, syncs once, and
//! only then answers. While it waits for the disk the next writes gather, so the more there is to do, the more
//! writes share a sync.

use std::time::Duration;

use sqlx::{ConnectOptions, Connection as _};
use tokio::sync::{mpsc, oneshot};

use super::connection::{Connection as _, Dialect};
use super::failure::failure;
use super::writes::Batch;
use crate::data_folder::Locked;
use crate::limits::MAX_BATCH;
use crate::write::Verdict;
use crate::{StoreError, Write};

/// How long a writer waits for a connection before it tells those who wait for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much later than its answers the commit of a writer comes that has the fault.
const LATE: Duration = Duration::from_millis(10);

/// What a writer is sent.
pub(super) enum Message {
    /// Something to do, and where the answer goes.
    Write(Box<Write>, oneshot::Sender<Result<Verdict, StoreError>>),
    /// Nothing comes after this.
    Stop,
}

type Waiting = (Box<Write>, oneshot::Sender<Result<Verdict, StoreError>>);
type Answers = Vec<Result<Verdict, StoreError>>;

/// The one that writes, on a connection of its own.
pub(super) struct Writer<D: Dialect> {
    options: <D::Connection as sqlx::Connection>::Options,
    /// `None` after it broke, until the next write opens another one.
    connection: Option<D::Connection>,
    /// Held as long as something may still be written.
    lock: Option<Locked>,
    /// A fault for tests: answers come before the commit.
    answers_early: bool,
}

/// Why a transaction did not come about.
enum Broken {
    /// One of its writes failed. All of them were rolled back.
    Write(StoreError),
    /// The database failed, for all of them alike.
    All(StoreError),
}

impl<D: Dialect> Writer<D> {
    pub(super) fn new(
        options: <D::Connection as sqlx::Connection>::Options,
        connection: D::Connection,
    ) -> Self {
        Self { options, connection: Some(connection), lock: None, answers_early: false }
    }

    /// Keeps a lock until the writer has ended.
    pub(super) fn with_lock(self, lock: Locked) -> Self {
        Self { lock: Some(lock), ..self }
    }

    /// A writer that breaks the promise of all others, so that tests can prove that they would notice.
    #[cfg(feature = "faults")]
    pub(super) fn answering_early(self) -> Self {
        Self { answers_early: true, ..self }
    }

    /// Writes until it is told to stop, or until nobody can send anything more.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Message>) {
        let mut messages = Vec::with_capacity(MAX_BATCH);
        let mut is_open = true;
        while is_open && queue.recv_many(&mut messages, MAX_BATCH).await > 0 {
            let mut batch: Vec<Waiting> = Vec::with_capacity(messages.len());
            for message in messages.drain(..) {
                match message {
                    Message::Write(write, answer) => batch.push((write, answer)),
                    Message::Stop => is_open = false,
                }
            }
            self.serve(batch).await;
        }
        if let Some(connection) = self.connection.take() {
            // Everything that was answered is on the disk, whatever comes of this.
            _ = connection.close().await;
        }
        drop(self.lock.take());
    }

    async fn serve(&mut self, batch: Vec<Waiting>) {
        if batch.is_empty() {
            return;
        }
        let (writes, mut senders): (Vec<Box<Write>>, Vec<_>) = batch.into_iter().unzip();
        let writes: Vec<&Write> = writes.iter().map(|write| &**write).collect();
        if self.answers_early {
            return self.serve_early(&writes, senders).await;
        }
        match self.transact(&writes).await {
            Ok(answers) => answer(senders, answers),
            Err(Broken::All(why)) => {
                let answers = vec![Err(why); senders.len()];
                answer(senders, answers);
            }
            Err(Broken::Write(why)) if writes.len() == 1 => answer(senders, vec![Err(why)]),
            Err(Broken::Write(_)) => {
                // One of them spoils the transaction. Alone, it spoils its own.
                for (write, sender) in writes.into_iter().zip(senders.drain(..)) {
                    let answers = self
                        .transact(&[write])
                        .await
                        .unwrap_or_else(|(Broken::Write(why) | Broken::All(why))| vec![Err(why)]);
                    answer(vec![sender], answers);
                }
            }
        }
    }

    async fn serve_early(
        &mut self,
        writes: &[&Write],
        senders: Vec<oneshot::Sender<Result<Verdict, StoreError>>>,
    ) {
        let Ok(connection) = self.connection().await else {
            return;
        };
        if let Ok(answers) = begin::<D>(connection, writes).await {
            answer(senders, answers);
            // As on a slow disk: on a fast one hardly any kill would fall in between. Only moves are late, because a
            // server that waits for everything comes to no move between two kills.
            if writes.iter().any(|write| matches!(write, Write::Append(_))) {
                tokio::time::sleep(LATE).await;
            }
            _ = connection.run("COMMIT", &[]).await;
        }
    }

    /// All writes in one transaction, with an answer for each. A write that is refused changes nothing and
    /// does not disturb the others.
    async fn transact(&mut self, writes: &[&Write]) -> Result<Answers, Broken> {
        let connection = self.connection().await.map_err(Broken::All)?;
        let answers = match begin::<D>(connection, writes).await {
            Ok(answers) => answers,
            Err(why) => {
                if connection.run("ROLLBACK", &[]).await.is_err() {
                    self.connection = None;
                }
                return Err(Broken::Write(why));
            }
        };
        if let Err(why) = connection.run("COMMIT", &[]).await {
            // Whether it is on the disk nobody knows. A new connection looks at the files afresh.
            self.connection = None;
            return Err(Broken::All(StoreError::Uncertain(why.to_string())));
        }
        Ok(answers)
    }

    async fn connection(&mut self) -> Result<&mut D::Connection, StoreError> {
        if self.connection.is_none() {
            self.connection = Some(connect::<D>(&self.options).await?);
        }
        Ok(self.connection.as_mut().expect("it was just made"))
    }
}

/// Opens a connection that writes.
pub(super) async fn connect<D: Dialect>(
    options: &<D::Connection as sqlx::Connection>::Options,
) -> Result<D::Connection, StoreError> {
    let connected = tokio::time::timeout(PATIENCE, options.connect()).await;
    let connected = connected.map_err(|_| {
        StoreError::Unavailable(format!("no connection within {} seconds", PATIENCE.as_secs()))
    })?;
    let mut connection = connected.map_err(failure)?;
    let prepared = D::prepare(&mut connection).await.map_err(failure)?;
    prepared.map_err(StoreError::NotDurable)?;
    Ok(connection)
}

/// Begins a transaction and does all writes in it.
async fn begin<D: Dialect>(
    connection: &mut D::Connection,
    writes: &[&Write],
) -> Result<Answers, StoreError> {
    connection.run(D::BEGIN, &[]).await.map_err(failure)?;
    let mut batch = Batch::new(connection);
    let mut answers = Vec::with_capacity(writes.len());
    for write in writes {
        answers.push(match batch.apply(write).await {
            Err(why) if !matches!(why, StoreError::Refused(_)) => return Err(why),
            answer => answer,
        });
    }
    batch.finish().await?;
    Ok(answers)
}

fn answer(senders: Vec<oneshot::Sender<Result<Verdict, StoreError>>>, answers: Answers) {
    for (sender, answer) in senders.into_iter().zip(answers) {
        // Whoever asked may have stopped waiting; the write stands all the same.
        _ = sender.send(answer);
    }
}
