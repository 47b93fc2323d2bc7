//! Commands and streams, without HTTP.

use parlor_protocol::room::{Farewell, Frame, Key, Refused, Request};
use parlor_room::Line;
use parlor_store::{AccountId, TableId, TableState, TokenHash};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::oneshot;

use super::wire::AccountFrame;
use crate::accounts::{Caller, party};
use crate::app::App;
use crate::hall::outbox::{Frames, WeakOutbox, outbox, text};
use crate::hall::{Handle, Listen, Message, ReplyTo, stored_key};
use crate::refusal::Refusal;
use crate::tables::wire::TablesQuery;

impl App {
    /// A command in a match, and its reply: it is durable, or it was refused.
    pub(crate) async fn command(
        &self,
        caller: &Caller,
        id: TableId,
        request: Request,
    ) -> Result<Frame, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.send_command(caller, id, request, ReplyTo::Once(reply)).await?;
        match answer.await {
            Ok(Frame::Refused(refused)) => Err((*refused).into()),
            Ok(frame) => Ok(frame),
            // The task of the match has ended before it was answered: it was not done, or a repeat finds it done.
            Err(_) => Err(Refusal::unavailable()),
        }
    }

    /// Hands a command to its match; the reply comes by itself.
    pub(crate) async fn send_command(
        &self,
        caller: &Caller,
        id: TableId,
        request: Request,
        reply: ReplyTo,
    ) -> Result<(), Refusal> {
        let handle = self.hall.find(id).await?;
        // A room knows the last commands of each seat again. Only where there were more of them is the store asked: most
        // moves wait for no look at the database.
        let known = if handle.has_forgotten() {
            self.old_command(caller.id, id, &request.key).await?
        } else {
            None
        };
        handle.send(Message::Request(party(caller.id), request, known, reply)).await
    }

    /// What tells a command in a match that was done from others with the same key, as the store has it.
    async fn old_command(
        &self,
        account: AccountId,
        id: TableId,
        key: &Key,
    ) -> Result<Option<[u8; 32]>, Refusal> {
        let Ok(stored) = stored_key(id, key).parse() else { return Ok(None) };
        let done = self.hall.store().done(account, stored).await?;
        Ok(done.map(|done| done.fingerprint.0))
    }

    /// How a match stands for somebody.
    pub(crate) async fn look(
        &self,
        caller: Option<&Caller>,
        id: TableId,
    ) -> Result<Frame, Refusal> {
        let (reply, answer) = oneshot::channel();
        let party = caller.map(|caller| party(caller.id));
        self.hall.find(id).await?.send(Message::Look(party, reply)).await?;
        answer.await.map_err(|_| Refusal::unavailable())
    }

    /// Opens the stream of a match.
    pub(crate) async fn listen(
        &self,
        caller: Option<&Caller>,
        id: TableId,
        from: Option<u64>,
    ) -> Result<Ear, Refusal> {
        let handle = self.hall.find(id).await?;
        let (outbox, frames) = outbox();
        let line = Line(self.hall.number());
        // From here on the end of this value is the end of the stream, also where the client goes away at once.
        let ear = Ear {
            frames,
            outbox: Some(outbox.weak()),
            token: caller.map(|caller| caller.token),
            revoked: self.hall.revocations(),
            end: End::Match(handle.clone(), line),
        };
        // It hears of tokens that are revoked from here on. One that was revoked since the request was checked is found now.
        if let Some(caller) = caller {
            self.check_again(caller).await?;
        }
        let (opened, answer) = oneshot::channel();
        let party = caller.map(|caller| party(caller.id));
        handle.send(Message::Listen(Listen { line, party, from, outbox, opened })).await?;
        match answer.await {
            Ok(true) => Ok(ear),
            Ok(false) => Err(Refusal::too_many(
                "spectators",
                parlor_room::MAX_SPECTATORS,
                "spectators of a match",
            )),
            Err(_) => Err(Refusal::unavailable()),
        }
    }

    /// Opens the stream of an account. It begins with everything that is still open.
    pub(crate) async fn listen_to_account(&self, caller: &Caller) -> Result<Ear, Refusal> {
        let (number, frames) = self.hall.hub().open(caller.id);
        let ear = Ear {
            frames,
            outbox: None,
            token: Some(caller.token),
            revoked: self.hall.revocations(),
            end: End::Account(self.clone(), caller.id, number),
        };
        self.check_again(caller).await?;
        let mut tables = Vec::new();
        for state in [TableState::Playing, TableState::Open] {
            let query = TablesQuery {
                mine: true,
                state: Some(state.into()),
                limit: Some(100),
                ..TablesQuery::default()
            };
            tables.extend(self.tables(&query, Some(caller)).await?);
        }
        self.hall.hub().tell_one(caller.id, number, &AccountFrame::Open { tables });
        Ok(ear)
    }
}

/// An open stream, at its client. Its end is told to the match or the hub.
pub(crate) struct Ear {
    frames: Frames,
    /// Where replies to commands go that came over this stream.
    outbox: Option<WeakOutbox>,
    token: Option<TokenHash>,
    revoked: broadcast::Receiver<TokenHash>,
    end: End,
}

enum End {
    Match(Handle, Line),
    Account(App, AccountId, u64),
}

impl Ear {
    /// The next frame; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Option<axum::extract::ws::Utf8Bytes> {
        loop {
            tokio::select! {
                biased;
                revoked = self.revoked.recv() => match revoked {
                    Ok(token) if self.token == Some(token) => self.stop(Farewell::Revoked),
                    // Too many at once: this one may be among them.
                    Err(RecvError::Lagged(_)) if self.token.is_some() => self.stop(Farewell::Revoked),
                    _ => {}
                },
                frame = self.frames.next() => return frame,
            }
        }
    }

    /// Where the reply to a command goes.
    pub(crate) fn reply_to(&self) -> Option<ReplyTo> {
        self.outbox.as_ref()?.outbox().map(ReplyTo::Stream)
    }

    /// Answers a command that did not get as far as its match.
    pub(crate) fn refuse(&self, refused: Refused) {
        if let Some(outbox) = self.outbox.as_ref().and_then(WeakOutbox::outbox) {
            _ = outbox.put(text(&Frame::Refused(Box::new(refused))));
        }
    }

    fn stop(&mut self, why: Farewell) {
        self.frames.stop(why);
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        match &self.end {
            End::Match(handle, line) => handle.send_later(Message::Ended(*line)),
            End::Account(app, account, number) => app.hall.hub().close(*account, *number),
        }
    }
}
