//! What a viewer learns from an act.

use serde::Serialize;

/// How much of an act a viewer sees, as the game declares it for the secrets law.
///
/// Two states that look the same to a viewer must go on looking the same after acts that look the
/// same; this type says which acts do. `S` is the game's list of things that come to light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sight<S> {
    /// Whether the viewer sees the act itself, or only that something of its kind happened.
    pub face: Face,
    /// What comes to light beside the act: a Guard's hit or miss, a Baron's comparison.
    pub secret: Option<S>,
}

/// Which side of an act is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// The viewer sees what was played or drawn.
    Up,
    /// The viewer sees at most that somebody acted: a card drawn by another, a sealed answer.
    Down,
}

impl<S> Sight<S> {
    /// The act lies open and shows nothing else.
    pub const UP: Self = Self { face: Face::Up, secret: None };
    /// The act is hidden and shows nothing else.
    pub const DOWN: Self = Self { face: Face::Down, secret: None };

    /// The same, and this comes to light with it.
    #[must_use]
    pub fn and(self, secret: S) -> Self {
        Self { face: self.face, secret: Some(secret) }
    }
}
