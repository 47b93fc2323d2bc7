//! Time limits that the rules set for single questions.

use serde::Serialize;

/// A time limit that the rules set for what is asked now. It takes the place of the limits of the
/// table: a seat that is late has played its [`default_move`](crate::Game::default_move), and nothing
/// else happens to it. The cost of a late answer, which the table sets, does not apply.
///
/// It is public: it may depend only on what every viewer knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Countdown {
    /// Each answer may take so many seconds.
    Answer {
        /// For one answer.
        seconds: u32,
    },
    /// All answers together may take so many seconds, such as all bids of one auction. The clock starts
    /// with the first question that has it, and goes on as long as the game names the same countdown
    /// after every act.
    Shared {
        /// For all of them.
        seconds: u32,
        /// Tells this countdown from another one that follows it at once: the lot that is auctioned.
        id: u32,
    },
}

impl Countdown {
    /// How long it lasts.
    pub const fn seconds(self) -> u32 {
        match self {
            Self::Answer { seconds } | Self::Shared { seconds, .. } => seconds,
        }
    }
}
