//! Hexadecimal with one spelling: lower case, two digits a byte, nothing else.
//!
//! A record in which `a` may also be `A` has bytes that can be changed without anybody noticing.

use std::fmt::Write as _;

pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks_exact(2).map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?)).collect()
}

pub(crate) fn decode_32(text: &str) -> Option<[u8; 32]> {
    decode(text)?.try_into().ok()
}

const fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_spelling() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&bytes)), Some(bytes));
        for bad in ["0", "0A", "g0", " 00", "é"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
        assert_eq!(decode_32("00"), None);
    }
}
