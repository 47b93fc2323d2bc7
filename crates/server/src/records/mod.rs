//! Records: the whole match when it is over, and what one viewer was told before that.

pub(crate) mod routes;
pub(crate) mod service;
pub mod wire;
