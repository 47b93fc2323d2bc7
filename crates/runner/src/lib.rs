//! Drives a match on this machine: programs and their containment, sockets, HTTP, language models, and
//! the file a match is recorded in. What a match is, and who is right in it, is decided in
//! `parlor_match`.
//!
//! | to … | see |
//! |---|---|
//! | say who is to play | [`SeatSpec`], [`invite()`] |
//! | drive a match | [`Live`] |
//! | draw a seed that nobody can guess | [`fresh_seed`] |
//! | run a program as a bot, and end it whole | [`process`] |
//! | seat a bot that is elsewhere | [`remote`] |
//! | keep a record on disk | [`RecordFile`], [`load`] |

mod entropy;
mod invite;
mod live;
pub mod process;
mod record_file;
pub mod remote;
mod spec;

pub use entropy::{NoEntropy, fresh_seed};
pub use invite::{Care, invite, start};
pub use live::{Arrival, Broken, CHUNK, Finished, Link, Live, NoEnd, Remote, Step};
pub use record_file::{LoadError, NotWritten, RecordFile, load, sync_folder_of};
pub use spec::{BadSpec, SeatSpec};
