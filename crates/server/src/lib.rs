//! Parlor over a network: people and bots meet at tables.
//!
//! ```text
//! HTTP, WebSocket ──▶ http::guard ──▶ routes ──▶ service ──▶ hall ──▶ match task ──▶ Room (pure)
//!                     who, how often,                                   │
//!                     what at the table                                 └──▶ Store (durable), then streams
//! ```
//!
//! # Where things are
//!
//! | to … | see |
//! |---|---|
//! | know every route and who may use it | [`http::access`] |
//! | know every bound | [`limits`] |
//! | follow one command from a socket to the log | `play/socket.rs`, `hall/match_task.rs`, `parlor_room` |
//! | add a route | `http/access.rs`, then the feature folder: `routes.rs`, `service.rs`, `wire.rs` |

#![allow(clippy::doc_markdown, reason = "SQLite, PostgreSQL and WebSocket are names, not code")]

pub mod accounts;
mod app;
mod clock;
mod config;
mod entropy;
mod fault;
mod hall;
pub mod health;
pub mod http;
pub mod limits;
pub mod play;
pub mod records;
mod refusal;
mod server;
pub mod tables;

pub use clock::Clock;
pub use config::Config;
pub use entropy::Entropy;
#[cfg(feature = "faults")]
pub use fault::Fault;
pub use hall::{Hall, Parts, Thinkers};
pub use http::openapi::schemas;
pub use server::{Server, in_process};
