//! Telling two commands apart that were sent with the same key by mistake.

use parlor_protocol::room::Request;

/// What a request asks for. How long the network took is not part of it: a command that is sent again may have
/// waited longer.
pub(crate) fn fingerprint(request: &Request) -> [u8; 32] {
    let said = serde_json::to_vec(&(&request.seat, &request.command)).unwrap_or_default();
    *blake3::hash(&said).as_bytes()
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
