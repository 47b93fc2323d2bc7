//! What tells commands apart.

use parlor_protocol::room::{Key, Request};

use crate::effect::Party;

/// What a request asks for, to find out where the same key was used for two commands by mistake. How long the network took is not part of it: a command that is sent again may have
/// waited longer.
pub fn fingerprint(request: &Request) -> [u8; 32] {
    let said = serde_json::to_vec(&(&request.seat, &request.command)).unwrap_or_default();
    *blake3::hash(&said).as_bytes()
}

/// The number of what a command proposes. Proposals are not stored, so a count of them would begin again after a
/// restart, and who agreed to one before it would agree to another. The key of a command is used once.
pub(crate) fn proposal_number(party: Party, key: &Key) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&party.0.to_le_bytes()).update(key.as_str().as_bytes());
    let mut bytes = [0; 8];
    // Six bytes: clients may read numbers of JSON as floats.
    bytes[..6].copy_from_slice(&hasher.finalize().as_bytes()[..6]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use parlor_protocol::room::Command;

    use super::*;

    #[test]
    fn the_lag_is_no_part_of_it() {
        let request = |lag, moves| Request {
            key: "k".parse().unwrap(),
            seat: None,
            lag,
            command: Command::TakeBack { moves },
        };
        assert_eq!(fingerprint(&request(None, 1)), fingerprint(&request(Some(80), 1)));
        assert_ne!(fingerprint(&request(None, 1)), fingerprint(&request(None, 2)));
    }
}
