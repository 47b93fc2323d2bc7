//! The response stack: events that can be answered, cancelled, replaced and fired again.

mod priority;
mod stack;
mod window;

pub use priority::{Order, Round};
pub use stack::{Frame, Id, Overflow, Stack, Step, When};
pub use window::Window;
