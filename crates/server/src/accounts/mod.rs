//! Accounts: guests in browsers, bots, and the tokens of both.

pub(crate) mod routes;
pub(crate) mod service;
pub mod wire;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
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
pub(crate) struct KnownTokens(Mutex<Known>);

#[derive(Default, Debug)]
struct Known {
    callers: HashMap<TokenHash, (Duration, Caller)>,
    /// How often something was forgotten.
    forgotten: u64,
}

impl KnownTokens {
    pub(crate) fn get(&self, token: &TokenHash, now: Duration) -> Option<Caller> {
        let known = self.known();
        let (since, caller) = known.callers.get(token)?;
        (now < *since + TOKEN_IN_MEMORY).then(|| caller.clone())
    }

    /// How often something was forgotten. To be asked for before a token is looked up in the store.
    pub(crate) fn forgotten(&self) -> u64 {
        self.known().forgotten
    }

    /// Keeps what was read from the store. Where something was forgotten since then it may be old already: the token may have
    /// been revoked while it was read.
    pub(crate) fn keep(&self, caller: &Caller, now: Duration, forgotten: u64) {
        let mut known = self.known();
        if known.forgotten != forgotten {
            return;
        }
        if known.callers.len() >= TOKENS_IN_MEMORY {
            known.callers.retain(|_, (since, _)| now < *since + TOKEN_IN_MEMORY);
            if known.callers.len() >= TOKENS_IN_MEMORY {
                known.callers.clear();
            }
        }
        known.callers.insert(caller.token, (now, caller.clone()));
    }

    /// Forgets everything about an account: its name has changed, or one of its tokens was revoked.
    pub(crate) fn forget(&self, account: AccountId) {
        let mut known = self.known();
        known.forgotten += 1;
        known.callers.retain(|_, (_, caller)| caller.id != account);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_store::{Millis, Token};

    #[test]
    fn what_was_read_before_a_token_was_revoked_is_not_kept() {
        let id = AccountId::new(Millis(0), [1; 10]);
        let token = Token::from_bytes([1; 32]).hash();
        let caller = Caller { id, name: None, kind: AccountKind::Guest, scopes: Vec::new(), token };
        let known = KnownTokens::default();
        let (before, now) = (known.forgotten(), Duration::ZERO);
        known.keep(&caller, now, before);
        assert_eq!(known.get(&token, now), Some(caller.clone()));
        // The token is read from the store, and meanwhile it is revoked.
        let before = known.forgotten();
        known.forget(id);
        known.keep(&caller, now, before);
        assert_eq!(known.get(&token, now), None);
    }
}
