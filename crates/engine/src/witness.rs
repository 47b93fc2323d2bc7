//! Telling viewers what happened, at no cost when nobody listens.

use crate::seat::{Viewer, Viewers};

/// Hears what an act did, viewer by viewer.
///
/// The notice is handed over as a closure: a sleeping witness never runs it, so that a playout
/// pays nothing for the story it does not tell.
pub trait Witness<N> {
    /// Whether anything said is heard. Rules may skip work that only serves notices.
    const AWAKE: bool;

    /// Tells these viewers something.
    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> N);
}

/// The witness of playouts and replays: hears nothing, costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asleep;

impl<N> Witness<N> for Asleep {
    const AWAKE: bool = false;

    #[inline(always)]
    fn say(&mut self, _: Viewers, _: impl FnOnce() -> N) {}
}

/// A witness that keeps everything it hears, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awake<N>(pub Vec<(Viewers, N)>);

impl<N> Awake<N> {
    /// Heard nothing yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// What this viewer was told, in order.
    pub fn told(&self, viewer: Viewer) -> impl Iterator<Item = &N> {
        self.0.iter().filter(move |(to, _)| to.contains(viewer)).map(|(_, notice)| notice)
    }
}

impl<N> Default for Awake<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<N> Witness<N> for Awake<N> {
    const AWAKE: bool = true;

    fn say(&mut self, to: Viewers, notice: impl FnOnce() -> N) {
        self.0.push((to, notice()));
    }
}
