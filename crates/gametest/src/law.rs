//! The laws of the contract, by name.

use std::fmt;

/// A promise every game makes. Each is checked on its own, and each can be shown to catch
/// something that no other law catches (see the mutants in this crate's tests).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// Random play ends within the declared bound.
    Ends,
    /// Whoever leaves, whenever: the table is never stuck.
    Leaving,
    /// The clock is accepted exactly while a time limit runs.
    Clock,
    /// Over, chance and asking exclude each other, and a finished game has a sound result.
    Outcome,
    /// The ways to read a menu agree with each other.
    Menu,
    /// What is on the menu, and what can come up, is accepted.
    Accepted,
    /// What is not offered is refused.
    Refused,
    /// A refused act leaves the state as it was.
    Unchanged,
    /// The default move is on the menu.
    DefaultMove,
    /// The odds add up, and tickets match weights.
    Chance,
    /// Moves, outcomes and acts read as they are written.
    Notation,
    /// A move as data is written like the move, and a range of moves differs in one amount.
    Phrases,
    /// Every move on the menu has one of the forms that the game declares.
    Forms,
    /// A notice is about every seat that its sentence names, and about no seat that is not at the table.
    About,
    /// Refusals have codes that programs can compare, and that no other kind of refusal has.
    Codes,
    /// Whatever the forms let somebody write is on the menu or refused with a sentence, with any number in it.
    Words,
    /// States, views and notices survive being serialised.
    Serde,
    /// Same acts, same states, every time.
    Repeat,
    /// Same acts, same states, in another process.
    Processes,
    /// A copy of a state is independent of it.
    Clones,
    /// Listening does not change the game.
    Witness,
    /// The erased layer shows the same game, also at a table that is opened by the options that
    /// another says it has.
    Erased,
    /// The game's own invariants hold after every act.
    Invariants,
    /// An imagined state looks to its viewer like the true one, and can be played.
    Imagine,
    /// Imagined states come with the odds of exact enumeration.
    Odds,
    /// Once the game is over, everybody sees everything.
    Open,
    /// Nobody can tell from outside who has answered a sealed question.
    Silence,
    /// Sealed answers give the same result in any order.
    Sealed,
    /// Equal views, equal menus and default moves.
    MenuSecrets,
    /// Equal views, equal questions, put to the same seats.
    QuestionSecrets,
    /// Equal views, equal refusals.
    RefusalSecrets,
    /// Equal views and an act that looks the same: equal notices.
    NoticeSecrets,
    /// Equal views and an act that looks the same: equal views afterwards.
    ViewSecrets,
    /// What is declared to come to light does come to light.
    Declared,
    /// A move that a viewer neither sees nor hears of changes nothing for the viewer, so it can be taken
    /// back without asking anybody.
    Unseen,
}

impl Law {
    /// All laws, in the order they are checked. The first that is broken names the fault, so the
    /// laws that others rest on come first.
    pub const ALL: [Self; 35] = [
        Self::Ends,
        Self::Leaving,
        Self::Clock,
        Self::Outcome,
        Self::Menu,
        Self::Accepted,
        Self::Refused,
        Self::Unchanged,
        Self::DefaultMove,
        Self::Chance,
        Self::Notation,
        Self::Phrases,
        Self::Forms,
        Self::About,
        Self::Codes,
        Self::Words,
        Self::Serde,
        Self::Repeat,
        Self::Processes,
        Self::Clones,
        Self::Witness,
        Self::Erased,
        Self::Invariants,
        Self::Imagine,
        Self::Odds,
        Self::Open,
        Self::Silence,
        Self::Sealed,
        Self::MenuSecrets,
        Self::QuestionSecrets,
        Self::RefusalSecrets,
        Self::NoticeSecrets,
        Self::ViewSecrets,
        Self::Declared,
        Self::Unseen,
    ];

    /// Whether it holds two worlds against each other that look the same to somebody.
    pub const fn is_about_secrets(self) -> bool {
        matches!(
            self,
            Self::MenuSecrets
                | Self::QuestionSecrets
                | Self::RefusalSecrets
                | Self::NoticeSecrets
                | Self::ViewSecrets
        )
    }

    /// The name of its test.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Leaving => "leaving",
            Self::Clock => "clock",
            Self::Outcome => "outcome",
            Self::Menu => "menu",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Unchanged => "unchanged",
            Self::DefaultMove => "default_move",
            Self::Chance => "chance",
            Self::Notation => "notation",
            Self::Phrases => "phrases",
            Self::Forms => "forms",
            Self::About => "about",
            Self::Codes => "codes",
            Self::Words => "words",
            Self::Serde => "serde",
            Self::Repeat => "repeat",
            Self::Processes => "processes",
            Self::Clones => "clones",
            Self::Witness => "witness",
            Self::Erased => "erased",
            Self::Invariants => "invariants",
            Self::Imagine => "imagine",
            Self::Odds => "odds",
            Self::Open => "open",
            Self::Silence => "silence",
            Self::Sealed => "sealed",
            Self::MenuSecrets => "menu_secrets",
            Self::QuestionSecrets => "question_secrets",
            Self::RefusalSecrets => "refusal_secrets",
            Self::NoticeSecrets => "notice_secrets",
            Self::ViewSecrets => "view_secrets",
            Self::Declared => "declared",
            Self::Unseen => "unseen",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
