//! Tokens: secrets by which a client shows which account it is. The store has only their hashes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::entropy::random;
use crate::{AccountId, Millis};

/// What every token begins with, so that people and scanners for leaked secrets recognise one.
pub const TOKEN_PREFIX: &str = "parlor_";

/// What separates this use of the hash from others. Stored hashes depend on it: frozen.
const CONTEXT: &str = "parlor store 1: token";

/// A secret of 32 random bytes. Neither `Debug` nor `Display` shows it.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Token([u8; 32]);

/// A text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is no token: a token is {TOKEN_PREFIX} and 64 hexadecimal digits")]
pub struct NotAToken;

impl Token {
    /// A new one.
    pub fn random() -> Self {
        Self(random())
    }

    /// From bytes that the caller has drawn.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The token as it is sent to its owner, once. A method with a name, so that no token slips into a line
    /// of a log.
    pub fn reveal(&self) -> String {
        format!("{TOKEN_PREFIX}{}", hex::encode(self.0))
    }

    /// What is stored of it. The bytes are random, so a plain hash is enough: nobody can guess them.
    pub fn hash(&self) -> TokenHash {
        TokenHash(blake3::derive_key(CONTEXT, &self.0))
    }
}

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Self, NotAToken> {
        let digits = text.strip_prefix(TOKEN_PREFIX).ok_or(NotAToken)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(digits, &mut bytes).map_err(|_| NotAToken)?;
        let token = Self(bytes);
        // One spelling each, as everywhere: capital letters are refused.
        if digits.bytes().any(|digit| digit.is_ascii_uppercase()) {
            return Err(NotAToken);
        }
        Ok(token)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{TOKEN_PREFIX}…")
    }
}

/// The hash of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash(pub(crate) [u8; 32]);

impl TokenHash {
    /// The first digits, by which people tell their tokens apart in a list.
    pub fn short(&self) -> String {
        hex::encode(&self.0[..6])
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TokenHash({}…)", self.short())
    }
}

/// What a token allows, and to whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The hash of the token.
    pub hash: TokenHash,
    /// Whose it is.
    pub account: AccountId,
    /// What its owner calls it.
    pub label: String,
    /// What it may be used for, such as `tables:play`. A scope has no blanks.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created: Millis,
    /// From when on it is worth nothing.
    pub expires: Option<Millis>,
    /// When it was last used, roughly: the server does not write down every use.
    pub last_used: Option<Millis>,
    /// When its owner revoked it.
    pub revoked: Option<Millis>,
}

impl Grant {
    /// Whether the token is worth something at this time.
    pub fn is_valid(&self, now: Millis) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|end| now < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_shown_to_nobody() {
        let token = Token::from_bytes([0xab; 32]);
        let text = token.reveal();
        assert_eq!(text.parse(), Ok(token.clone()));
        assert!(!format!("{token} {token:?} {:?}", token.hash()).contains("abab"));
        for bad in ["", "parlor_", "parlor_zz", &text[1..], &text[..70], &text.to_uppercase()] {
            assert_eq!(bad.parse::<Token>(), Err(NotAToken), "{bad}");
        }
        assert_eq!(text.replace('a', "A").parse::<Token>(), Err(NotAToken));
        assert_ne!(Token::random(), Token::random());
    }

    #[test]
    fn stored_hashes_stay_the_same() {
        let hash = Token::from_bytes([7; 32]).hash();
        assert_eq!(
            hex::encode(hash.0),
            "e773e81610157da2403fb34576f149e08490f53fbe60a874b39c68af72119e2f"
        );
    }

    #[test]
    fn a_token_ends_at_its_time_or_when_it_is_revoked() {
        let mut grant = Grant {
            hash: Token::random().hash(),
            account: AccountId::new(Millis(0), [0; 10]),
            label: String::new(),
            scopes: Vec::new(),
            created: Millis(0),
            expires: Some(Millis(10)),
            last_used: None,
            revoked: None,
        };
        assert!(grant.is_valid(Millis(9)) && !grant.is_valid(Millis(10)));
        grant.revoked = Some(Millis(5));
        assert!(!grant.is_valid(Millis(9)));
    }
}
