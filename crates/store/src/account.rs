//! Accounts: everybody who sends commands.

use crate::{AccountId, Millis};

/// Somebody who sends commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Which one.
    pub id: AccountId,
    /// The name at tables. A guest needs none until somebody else can see it.
    pub name: Option<String>,
    /// A person or a program.
    pub kind: AccountKind,
    /// When it was made.
    pub created: Millis,
    /// The account that made it, where it is a bot of somebody.
    pub owner: Option<AccountId>,
}

/// What kind of account it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountKind {
    /// A person in a browser.
    Guest,
    /// A program with a token.
    Bot,
}

impl AccountKind {
    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Bot => "bot",
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        [Self::Guest, Self::Bot].into_iter().find(|kind| kind.as_str() == text)
    }
}
