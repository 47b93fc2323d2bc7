//! The messages bots and a table exchange: one JSON object a line, the same over pipes, TCP and
//! WebSocket.
//!
//! ```
//! use parlor_protocol::{FromBot, Choose, read, write};
//!
//! let line = br#"{"type": "choose", "id": 7, "move": "h 0 1", "a field of tomorrow": true}"#;
//! let said = read::<FromBot>(line).unwrap();
//! assert_eq!(said, FromBot::Choose(Choose { id: 7, played: "h 0 1".to_owned() }));
//! assert_eq!(write(&said), b"{\"type\":\"choose\",\"id\":7,\"move\":\"h 0 1\"}\n");
//!
//! let unknown = read::<FromBot>(br#"{"type": "sing"}"#).unwrap_err();
//! assert!(unknown.to_string().starts_with("there is no message 'sing'; a bot says hello, "));
//! ```
//!
//! # Where things are
//!
//! | to … | see |
//! |---|---|
//! | know what a bot may say | [`FromBot`] |
//! | know what a bot is told | [`ToBot`] |
//! | know what the parts of a move are | [`Entry`], [`Form`] |
//! | read and write lines | [`read`], [`write`](write()), [`Lines`] |
//! | know the sizes | [`MAX_FROM_BOT`], [`MAX_TO_BOT`], [`MAX_DEPTH`], [`MAX_MENU`], [`MAX_CATALOGUE`] |
//! | publish the schema | [`schemas`] |
//!
//! `docs/reference/protocol.md` tells the same with examples.

mod from_bot;
mod line;
pub mod room;
mod schema;
mod slots;
mod to_bot;

pub use from_bot::{Candidate, Choose, FromBot, Hello, Info, MAX_TEXT, NEWS, Parting, TEXT};
pub use line::{
    Lines, MAX_DEPTH, MAX_FROM_BOT, MAX_TO_BOT, Message, Overlong, Unreadable, is_deeper_than,
    read, write,
};
pub use schema::schemas;
pub use slots::{Amounts, Entry, Form, Kind, Part, SLOTS, Slot, Thing};
pub use to_bot::{
    Bye, CATALOGUE, Clock, Code, Complaint, Cost, Decide, Event, Fault, MAX_CATALOGUE, MAX_MENU,
    Menu, Moves, News, Notice, Outcome, Ping, Reason, Refusal, Stop, ToBot, Welcome, Words,
};

/// The version of the protocol this build speaks.
pub const VERSION: u32 = 1;

/// Every version this build speaks, the best first.
pub const VERSIONS: [u32; 1] = [VERSION];

/// The best version both sides speak.
pub fn common_version(offered: &[u32]) -> Option<u32> {
    VERSIONS.into_iter().find(|version| offered.contains(version))
}
