//! The real server, over real sockets: stopped, killed and started again.

mod api_docs;
mod bots;
mod canaries;
mod client;
mod crash;
mod process;
mod schemathesis;
mod stopping;
