//! The table of all routes: for each, who may use it, how often, and what goes in and out.
//!
//! A route that lacks a row here cannot be built: the router is made from [`Endpoint::ALL`], and the row of each comes
//! from one `match`.

use crate::accounts::wire::Scope;
use crate::limits::{MAX_BODY, MAX_TABLE_BODY, RateName};

/// Every route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each has a sentence in its row")]
pub enum Endpoint {
    FrontPage,
    Healthz,
    Readyz,
    Description,
    Games,
    Game,
    OpenSession,
    EndSession,
    Account,
    Rename,
    Tokens,
    NewToken,
    RevokeToken,
    Bots,
    NewBot,
    BotTokens,
    NewBotToken,
    RevokeBotToken,
    Tables,
    NewTable,
    Table,
    Join,
    Leave,
    Start,
    Command,
    Now,
    Stream,
    Socket,
    Record,
    AccountStream,
    AccountSocket,
}

/// The method of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are called so everywhere")]
pub enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

impl Method {
    /// As it stands in a request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// Who may use a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Everybody.
    Nothing,
    /// Whoever has a token with this scope, or a session.
    Scope(Scope),
}

/// What somebody must be at the table that a route is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// The route is about no table.
    NoTable,
    /// Whoever knows its id.
    Anybody,
    /// Whoever has a seat, and everybody else where people may watch.
    Watcher,
    /// Whoever has a seat.
    Seat,
    /// Whoever has a seat, or has made it.
    SeatOrOwner,
    /// Whoever has made it.
    Owner,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// The path, with its parameters in braces.
    pub path: &'static str,
    /// Who may use it.
    pub needs: Needs,
    /// What they must be at the table.
    pub at: At,
    /// How often.
    pub rate: RateName,
    /// The largest body; 0 where there is none.
    pub body: usize,
    /// Whether it turns into a WebSocket.
    pub is_upgrade: bool,
    /// What it is for.
    pub about: &'static str,
}

impl Row {
    /// Whether it may change something, so that a page from elsewhere must not use it.
    pub const fn is_unsafe(&self) -> bool {
        !matches!(self.method, Method::Get) || self.is_upgrade
    }

    const fn needs(self, scope: Scope) -> Self {
        Self { needs: Needs::Scope(scope), ..self }
    }

    const fn at(self, at: At) -> Self {
        Self { at, ..self }
    }

    const fn rate(self, rate: RateName) -> Self {
        Self { rate, ..self }
    }

    const fn body(self, body: usize) -> Self {
        Self { body, ..self }
    }

    const fn upgrade(self) -> Self {
        Self { is_upgrade: true, ..self }
    }
}

const fn row(method: Method, path: &'static str, rate: RateName, about: &'static str) -> Row {
    let (needs, at) = (Needs::Nothing, At::NoTable);
    Row { method, path, needs, at, rate, body: 0, is_upgrade: false, about }
}

const fn get(path: &'static str, about: &'static str) -> Row {
    row(Method::Get, path, RateName::Reads, about)
}

const fn post(path: &'static str, about: &'static str) -> Row {
    row(Method::Post, path, RateName::Changes, about).body(MAX_BODY)
}

impl Endpoint {
    /// All routes. A test counts them.
    pub const ALL: [Self; 31] = [
        Self::FrontPage,
        Self::Healthz,
        Self::Readyz,
        Self::Description,
        Self::Games,
        Self::Game,
        Self::OpenSession,
        Self::EndSession,
        Self::Account,
        Self::Rename,
        Self::Tokens,
        Self::NewToken,
        Self::RevokeToken,
        Self::Bots,
        Self::NewBot,
        Self::BotTokens,
        Self::NewBotToken,
        Self::RevokeBotToken,
        Self::Tables,
        Self::NewTable,
        Self::Table,
        Self::Join,
        Self::Leave,
        Self::Start,
        Self::Command,
        Self::Now,
        Self::Stream,
        Self::Socket,
        Self::Record,
        Self::AccountStream,
        Self::AccountSocket,
    ];

    /// The row of a route.
    #[rustfmt::skip]
    pub const fn row(self) -> Row {
        use Scope::{Account, Play, Tables};
        match self {
            Self::FrontPage => get("/", "What this server is, for people."),
            Self::Healthz => get("/healthz", "Whether the process runs."),
            Self::Readyz => get("/readyz", "Whether the server can be used now."),
            Self::Description => get("/openapi.json", "This description."),
            Self::Games => get("/api/games", "The games, with their computer players."),
            Self::Game => get("/api/games/{game}", "A game, with the schema of its options and its rules."),

            Self::OpenSession => post("/api/session", "Opens a session for a guest; the cookie of the answer is the session. Where there is one already, tells whose it is.").rate(RateName::Accounts),
            Self::EndSession => row(Method::Delete, "/api/session", RateName::Changes, "Ends the session.").needs(Account),
            Self::Account => get("/api/account", "Your account.").needs(Play),
            Self::Rename => row(Method::Patch, "/api/account", RateName::Changes, "Gives you a name.").body(MAX_BODY).needs(Account),
            Self::Tokens => get("/api/tokens", "Your tokens, without their secrets.").needs(Account),
            Self::NewToken => post("/api/tokens", "Makes a token, for scripts that act for you.").needs(Account),
            Self::RevokeToken => row(Method::Delete, "/api/tokens/{token}", RateName::Changes, "Makes a token worth nothing, and ends its streams.").needs(Account),
            Self::Bots => get("/api/bots", "Your bots.").needs(Account),
            Self::NewBot => post("/api/bots", "Makes a bot with its first token. You can seat it at your tables, and it can join others.").needs(Account),
            Self::BotTokens => get("/api/bots/{bot}/tokens", "The tokens of a bot of yours.").needs(Account),
            Self::NewBotToken => post("/api/bots/{bot}/tokens", "Makes a token for a bot of yours.").needs(Account),
            Self::RevokeBotToken => row(Method::Delete, "/api/bots/{bot}/tokens/{token}", RateName::Changes, "Makes a token of a bot of yours worth nothing.").needs(Account),

            Self::Tables => get("/api/tables", "Tables, the newest first: those that are listed, or your own."),
            Self::NewTable => post("/api/tables", "Opens a table.").body(MAX_TABLE_BODY).needs(Tables),
            Self::Table => get("/api/tables/{table}", "A table.").at(At::Anybody),
            Self::Join => post("/api/tables/{table}/join", "Sits down at a table.").needs(Tables).at(At::Anybody),
            Self::Leave => post("/api/tables/{table}/leave", "Stands up from a table whose match has not begun. A table that its owner leaves is closed.").body(0).needs(Tables).at(At::SeatOrOwner),
            Self::Start => post("/api/tables/{table}/start", "Begins the match.").body(0).needs(Tables).at(At::Owner),

            Self::Command => post("/api/tables/{table}/commands", "A command in a match: an answer to a question, a takeback, a pause. The answer comes when it is durable.").rate(RateName::Commands).needs(Play).at(At::Seat),
            Self::Now => get("/api/tables/{table}/now", "How a match stands, as you may see it.").at(At::Watcher),
            Self::Stream => get("/api/tables/{table}/stream", "What happens in a match, as you may see it: a frame a line, and a blank line now and then.").rate(RateName::Streams).at(At::Watcher),
            Self::Socket => get("/api/tables/{table}/socket", "The same over WebSocket. Commands can be sent on it.").rate(RateName::Streams).at(At::Watcher).upgrade(),
            Self::Record => get("/api/tables/{table}/record", "The record of a match that is over, with the seed; before that, everything that you were told.").rate(RateName::Records).at(At::Watcher),
            Self::AccountStream => get("/api/stream", "What happens at your tables: a message a line. It begins with everything that is still open.").rate(RateName::Streams).needs(Play),
            Self::AccountSocket => get("/api/socket", "The same over WebSocket.").rate(RateName::Streams).needs(Play).upgrade(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_there_once() {
        // `as usize` of the last one counts the variants: a route that is not in ALL is found here.
        assert_eq!(Endpoint::ALL.len(), Endpoint::AccountSocket as usize + 1);
        for (number, endpoint) in Endpoint::ALL.into_iter().enumerate() {
            assert_eq!(endpoint as usize, number, "{endpoint:?}");
        }
    }

    #[test]
    fn whatever_changes_something_needs_to_know_who_wants_it() {
        for endpoint in Endpoint::ALL {
            let row = endpoint.row();
            let is_open = row.needs == Needs::Nothing;
            if row.method != Method::Get && endpoint != Endpoint::OpenSession {
                assert!(!is_open, "{endpoint:?}");
            }
            assert_eq!(row.path.contains("{table}"), row.at != At::NoTable, "{endpoint:?}");
        }
    }
}
