//! Rooms as their clients meet them, and in every order of events.

#![allow(clippy::disallowed_macros, reason = "the figures of the slow tier are quoted")]

mod absence;
mod exactly_once;
mod play;
mod secrets;
mod server;
mod simulation;
mod store;
mod world;
