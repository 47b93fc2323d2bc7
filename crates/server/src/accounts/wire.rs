//! Accounts and tokens as JSON.

use parlor_store::AccountKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a token may be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Scope {
    /// To see one's tables, and to open, join, leave and start them.
    #[serde(rename = "tables:write")]
    Tables,
    /// To play: to send commands, and to read the streams of one's seats.
    #[serde(rename = "matches:play")]
    Play,
    /// Everything, accounts and tokens included: sessions of browsers have it.
    #[serde(rename = "account:write")]
    Account,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tables, Self::Play, Self::Account];

    /// As it is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tables => "tables:write",
            Self::Play => "matches:play",
            Self::Account => "account:write",
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
    }
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AccountInfo {
    /// Its id.
    pub id: String,
    /// The name at tables.
    pub name: Option<String>,
    /// A person or a program.
    pub kind: Kind,
}

/// What kind of account it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A person without a password, known by a cookie.
    Guest,
    /// A program with a token.
    Bot,
}

impl From<AccountKind> for Kind {
    fn from(kind: AccountKind) -> Self {
        match kind {
            AccountKind::Guest => Self::Guest,
            AccountKind::Bot => Self::Bot,
        }
    }
}

/// A session that was opened. The cookie of the response is the session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Whose it is.
    pub account: AccountInfo,
}

/// A change of one's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name at tables: one line of at most 40 columns.
    pub name: String,
}

/// A token that somebody wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What you call it.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub label: String,
    /// What it may be used for; `tables:write` and `matches:play` where it is left out.
    #[serde(default = "usual")]
    #[schemars(length(max = 2))]
    pub scopes: Vec<Scope>,
    /// How many days it is good for; for ever where it is left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3650))]
    pub days: Option<u32>,
}

fn usual() -> Vec<Scope> {
    vec![Scope::Tables, Scope::Play]
}

/// A bot that somebody wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// The name at tables.
    pub name: String,
}

/// A bot with its first token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BotWithToken {
    /// The bot.
    pub bot: AccountInfo,
    /// Its token.
    pub token: TokenSecret,
}

/// The bots of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bots {
    /// All of them.
    pub bots: Vec<AccountInfo>,
}

/// A new token. The secret is shown this once, and is not stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenSecret {
    /// What is sent in the header `Authorization: Bearer …`.
    pub secret: String,
    /// What is known of it.
    #[serde(flatten)]
    pub about: TokenInfo,
}

impl std::fmt::Debug for TokenSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenSecret").field("about", &self.about).finish_non_exhaustive()
    }
}

/// A token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TokenInfo {
    /// The first digits of its hash, by which it is revoked.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// From when on it is worth nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<i64>,
}

/// The tokens of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tokens {
    /// Those that are worth something.
    pub tokens: Vec<TokenInfo>,
}
