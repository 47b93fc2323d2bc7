//! Whether the server runs, whether it can be used, and what it offers.

pub(crate) mod routes;
pub(crate) mod service;
pub mod wire;
