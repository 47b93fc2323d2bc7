//! What nobody may learn from a server: what another seat holds, what chance will do, and anybody's secret.

mod conversation;
mod pairs;
#[allow(dead_code, reason = "the tests of canaries use all of it")]
mod transcript;
#[allow(dead_code, reason = "the tests of canaries use all of it")]
mod wire;
mod worlds;
