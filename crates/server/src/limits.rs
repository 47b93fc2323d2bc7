//! Every size, count and rate that the server bounds, with the reason.

use std::num::NonZeroU32;
use std::time::Duration;

// ---- sizes of what comes in ----

/// The largest body of most requests, in bytes.
pub const MAX_BODY: usize = 16 << 10;
/// The largest body that makes a table, in bytes: options may hold a whole deck, set or board.
pub const MAX_TABLE_BODY: usize = 256 << 10;
/// The largest message on a WebSocket, in bytes: a command is a line.
pub const MAX_MESSAGE: usize = 16 << 10;
/// The most bytes of the head of a request: method, address and headers.
pub const MAX_HEAD: usize = 16 << 10;
/// The most headers of a request.
pub const MAX_HEADERS: usize = 64;
/// How long the head of a request may take to arrive.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long the body of a request may take to arrive, and its answer to be found.
pub const REQUEST_TIME: Duration = Duration::from_secs(30);

// ---- how many at once ----

/// The most open connections.
pub const MAX_CONNECTIONS: usize = 20_000;
/// The most open connections from one address (of version 6: from one network of 64 bits). People of one house or school
/// share an address, and so do the clients behind a proxy: `--proxy` lifts this limit for its address.
pub const MAX_CONNECTIONS_OF_ADDRESS: usize = 8_192;
/// The most streams of one account about its tables: one for each device or tab.
pub const MAX_ACCOUNT_STREAMS: usize = 8;
/// The most tables of one account that are not over.
pub const MAX_TABLES_OF_ACCOUNT: usize = 50;
/// How many messages wait for the task of a match. Later ones wait in their senders.
pub const INBOX: usize = 256;
/// How many frames wait for a client. A client that is further behind is cut off, and comes back with the number
/// it has.
pub const OUTBOX: usize = 64;
/// How many accounts of tokens are kept in memory.
pub const TOKENS_IN_MEMORY: usize = 10_000;
/// How long the account of a token is kept in memory. Another server on the same database may have revoked the token, and
/// this one finds out after that long; what is revoked here is worth nothing at once.
pub const TOKEN_IN_MEMORY: Duration = Duration::from_secs(5);

// ---- times ----

/// An NDJSON stream has a blank line at least this often, so that both sides notice a dead connection.
pub const KEEP_ALIVE: Duration = Duration::from_secs(7);
/// A WebSocket is pinged this often.
pub const PING: Duration = Duration::from_secs(20);
/// A WebSocket from which nothing has come for so long, not even an answer to a ping, is dead.
pub const SILENCE: Duration = Duration::from_mins(1);
/// How long one write to a client may take.
pub const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long a match that is over stays in memory after the last one has looked at it.
pub const LINGER: Duration = Duration::from_mins(1);
/// How long the server waits for requests and matches when it stops.
pub const STOP_TIME: Duration = Duration::from_secs(20);
/// How long a session of a browser lasts.
pub const SESSION: Duration = Duration::from_hours(24 * 365);
/// The longest time that a computer player at a table may think about a move.
pub const MAX_THINKING: Duration = Duration::from_secs(5);
/// A computer player answers no sooner than this after it was asked, so that the time it takes tells nothing
/// about what it holds.
pub const FLOOR: Duration = Duration::from_millis(400);
/// The longest time that a table can wait for somebody who is gone.
pub const MAX_GRACE: Duration = Duration::from_hours(24 * 14);
/// After a failed write a match is read from the store again; this long after, and twice as long each time.
pub const AGAIN: Duration = Duration::from_millis(500);
/// The longest such wait.
pub const AGAIN_AT_MOST: Duration = Duration::from_secs(30);
/// Replies to commands are kept this long for commands that are sent again.
pub const KEPT_REPLIES: Duration = Duration::from_hours(24 * 7);

/// How often something may be done, by one address or one account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Its name, which a refusal carries.
    pub name: &'static str,
    /// How many in a row.
    pub burst: NonZeroU32,
    /// How long it takes until one more is allowed.
    pub every: Duration,
    /// Whose actions are counted.
    pub of: Of,
}

/// Whose actions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Those of an address: of anybody, known or not.
    Address,
    /// Those of an account, or of an address where there is no account.
    Account,
}

const fn rate(name: &'static str, burst: u32, every: Duration, of: Of) -> Rate {
    match NonZeroU32::new(burst) {
        Some(burst) => Rate { name, burst, every, of },
        None => panic!("a rate allows something"),
    }
}

/// All rates. Their order is that of [`RateName`].
pub const RATES: [Rate; 6] = [
    rate("reads", 400, Duration::from_millis(10), Of::Account),
    rate("accounts", 30, Duration::from_secs(20), Of::Address),
    rate("changes", 60, Duration::from_millis(500), Of::Account),
    rate("commands", 200, Duration::from_millis(20), Of::Account),
    // A client that loses its stream opens it again at once, for each of its tables: that must never be held back.
    rate("streams", 200, Duration::from_millis(100), Of::Account),
    rate("records", 20, Duration::from_secs(2), Of::Account),
];

/// Which rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateName {
    /// Reading.
    Reads,
    /// New accounts.
    Accounts,
    /// Changes of accounts and tables.
    Changes,
    /// Commands in matches.
    Commands,
    /// Streams that are opened.
    Streams,
    /// Records, which are made from the whole log.
    Records,
}

impl RateName {
    /// The rate.
    pub const fn rate(self) -> &'static Rate {
        &RATES[self as usize]
    }
}
