//! Tables: where people and bots meet.

mod document;
pub(crate) mod routes;
pub(crate) mod service;
pub mod wire;

pub(crate) use document::{Document, Place, no_seat};
