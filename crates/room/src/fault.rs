//! Promises that a room breaks on purpose, to prove that the simulation would notice.

#![cfg_attr(not(feature = "faults"), allow(unreachable_pub, reason = "it is there for tests"))]

/// A promise that a room breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A command is answered before it is durable.
    AnswersEarly,
    /// News are told before they are durable.
    TellsEarly,
    /// A command is done as often as it is sent.
    ForgetsKeys,
    /// What one viewer sees is sent to the others, too.
    MixesViews,
    /// Everybody sees which seats have answered under seal.
    ShowsAnswers,
    /// A stream that was superseded, and whose end is noticed late, takes a newer one along.
    EndsNewerStreams,
    /// The dealer of a match that is resumed begins again with its first card.
    #[cfg(feature = "faults")]
    DealsAgain,
    /// Clocks run on while the server is down.
    RunsWhileDown,
    /// The room does not ask to be woken for the decision of a computer player.
    SleepsOverDecisions,
    /// The room does not ask to be woken when somebody is late, or stays away.
    SleepsOverClocks,
}

/// The fault of a room. Without the feature there is none, and the compiler leaves out all that asks for one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    #[cfg(feature = "faults")]
    pub(crate) fault: Option<Fault>,
}

impl Faults {
    #[cfg(feature = "faults")]
    pub(crate) fn has(self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    #[cfg(not(feature = "faults"))]
    #[allow(clippy::unused_self, reason = "as with the feature")]
    pub(crate) const fn has(self, _: Fault) -> bool {
        false
    }
}
