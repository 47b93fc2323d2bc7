//! Ids of accounts and tables: UUIDs of version 7, so that later ones are greater.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::{Builder, Uuid};

use crate::Millis;
use crate::entropy::random;

/// A text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is no id: an id looks like 0190b5c8-7a2e-7c1d-8f00-0123456789ab")]
pub struct NotAnId;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// A new id for something that is made at this time.
            pub fn random(at: Millis) -> Self {
                Self::new(at, random())
            }

            /// The same from bytes that the caller has drawn.
            pub fn new(at: Millis, random: [u8; 10]) -> Self {
                let millis = u64::try_from(at.0).unwrap_or(0);
                Self(Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
            }

            /// From its bytes.
            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(Uuid::from_bytes(bytes))
            }

            /// Its bytes.
            pub const fn as_bytes(&self) -> &[u8; 16] {
                self.0.as_bytes()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            /// Reads the one spelling that `Display` writes.
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                let id = Self(Uuid::try_parse(text).map_err(|_| NotAnId)?);
                if id.to_string() == text { Ok(id) } else { Err(NotAnId) }
            }
        }
    };
}

id! {
    /// Which account.
    AccountId
}

id! {
    /// Which table. The match that is played at a table has the same id.
    TableId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_ids_are_greater_and_have_one_spelling() {
        let early = TableId::new(Millis(1_000), [255; 10]);
        let late = TableId::new(Millis(1_001), [0; 10]);
        assert!(early < late);
        assert_eq!(early.to_string().parse(), Ok(early));
        assert_eq!(early.to_string().to_uppercase().parse::<TableId>(), Err(NotAnId));
        assert_eq!("".parse::<TableId>(), Err(NotAnId));
    }
}
