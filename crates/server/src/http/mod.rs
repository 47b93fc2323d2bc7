//! The door: who may do what, how much, and from where.

pub mod access;
pub(crate) mod body;
pub(crate) mod guard;
mod headers;
pub(crate) mod listen;
pub mod openapi;
pub(crate) mod rates;
pub(crate) mod router;
