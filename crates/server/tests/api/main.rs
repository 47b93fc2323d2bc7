//! The server over its own interface, in this process.

mod access;
mod fuzz;
mod keys;
mod lobby;
mod play;
mod sockets;
mod tokens;
mod world;
