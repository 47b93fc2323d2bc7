//! Accounts: guests in browsers, bots, and the tokens of both.

pub(crate) mod routes;
pub(crate) mod service;
pub mod wire;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use parlor_room::Party;
use parlor_store::{AccountId, AccountKind, TokenHash};

use crate::limits::{TOKEN_IN_MEMORY, TOKENS_IN_MEMORY};
use wire::Scope;

/// Somebody who has shown a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Caller {
    pub(crate) id: AccountId,
    pub(crate) name: Option<String>,
    pub(crate) kind: AccountKind,
    pub(crate) scopes: Vec<Scope>,
    /// The token, by its hash.
    pub(crate) token: TokenHash,
}

impl Caller {
    pub(crate) fn may(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

/// The account as a room knows it.
pub(crate) fn party(account: AccountId) -> Party {
    Party(u128::from_be_bytes(*account.as_bytes()))
}

/// And back.
pub(crate) const fn account_of(party: Party) -> AccountId {
    AccountId::from_bytes(party.0.to_be_bytes())
}

/// Callers by their tokens, for a few seconds: a move must not wait for a look at the database.
#[derive(Default, Debug)]
pub(crate) struct KnownTokens(Mutex<HashMap<TokenHash, (Duration, Caller)>>);

impl KnownTokens {
    pub(crate) fn get(&self, token: &TokenHash, now: Duration) -> Option<Caller> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, caller) = known.get(token)?;
        (now < *since + TOKEN_IN_MEMORY).then(|| caller.clone())
    }

    pub(crate) fn keep(&self, caller: &Caller, now: Duration) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= TOKENS_IN_MEMORY {
            known.retain(|_, (since, _)| now < *since + TOKEN_IN_MEMORY);
            if known.len() >= TOKENS_IN_MEMORY {
                known.clear();
            }
        }
        known.insert(caller.token, (now, caller.clone()));
    }

    /// Forgets everything about an account: its name has changed, or one of its tokens was revoked.
    pub(crate) fn forget(&self, account: AccountId) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, caller)| caller.id != account);
    }
}
