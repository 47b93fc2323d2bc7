//! Play: commands, and streams of what each viewer may see.

mod ndjson;
pub(crate) mod routes;
pub(crate) mod service;
mod socket;
pub mod wire;
