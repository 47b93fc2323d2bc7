//! Looks for secrets in bytes, however they are written.

use std::fs;
use std::path::Path;

/// Secrets that are looked for, in all forms.
#[derive(Default)]
pub(crate) struct Search {
    forms: Vec<(String, Vec<u8>)>,
}

impl Search {
    /// Looks for this secret, too: whole or by half, as bytes, in hexadecimal, in base 64, and as a list of numbers.
    pub(crate) fn add(&mut self, name: &str, secret: &[u8; 32]) {
        for half in [&secret[..16], &secret[16..]] {
            let list = |between: &str| {
                let numbers: Vec<String> = half.iter().map(u8::to_string).collect();
                numbers.join(between).into_bytes()
            };
            let mut forms = vec![
                ("bytes", half.to_vec()),
                ("hexadecimal", hex::encode(half).into_bytes()),
                ("HEXADECIMAL", hex::encode_upper(half).into_bytes()),
                ("a list", list(", ")),
                ("a short list", list(",")),
            ];
            let usual = base64(half, *b"+/");
            // Three bytes are four letters: the first half of a longer text ends in the middle of a letter.
            forms.push(("base 64", usual[..usual.len() - 1].to_vec()));
            let of_addresses = base64(half, *b"-_");
            forms.push(("base 64 of addresses", of_addresses[..of_addresses.len() - 1].to_vec()));
            let named = |(form, bytes): (&str, Vec<u8>)| (format!("{name} as {form}"), bytes);
            self.forms.extend(forms.into_iter().map(named));
        }
    }

    pub(crate) fn forms(&self) -> impl Iterator<Item = &[u8]> {
        self.forms.iter().map(|(_, form)| &**form)
    }

    /// What occurs in these bytes, by name.
    pub(crate) fn find(&self, bytes: &[u8]) -> Vec<String> {
        // Files of a database are large: each place is looked at once, and closer only where two bytes fit.
        let mut first = vec![false; 1 << 16];
        for form in self.forms() {
            first[usize::from(u16::from_le_bytes([form[0], form[1]]))] = true;
        }
        let mut found = Vec::new();
        for (at, two) in bytes.windows(2).enumerate() {
            if first[usize::from(u16::from_le_bytes([two[0], two[1]]))] {
                let here = self.forms.iter().filter(|(_, form)| bytes[at..].starts_with(form));
                found.extend(here.map(|(name, _)| name.clone()));
            }
        }
        found
    }

    /// The same in all files of a folder, at any depth, and how many bytes these have.
    pub(crate) fn find_in(&self, folder: &Path) -> (Vec<String>, usize) {
        let (mut found, mut size) = (Vec::new(), 0);
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                let (more, bytes) = self.find_in(&path);
                found.extend(more);
                size += bytes;
                continue;
            }
            // A file may go away, or be a socket.
            let bytes = fs::read(&path).unwrap_or_default();
            size += bytes.len();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(self.find(&bytes).into_iter().map(|it| format!("{name}: {it}")));
        }
        (found, size)
    }
}

/// Bytes in base 64, with these two letters at the end of the alphabet and nothing to fill up.
fn base64(bytes: &[u8], last: [u8; 2]) -> Vec<u8> {
    let letters: Vec<u8> =
        (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain(last).collect();
    let mut text = Vec::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        let letter = |at: usize| letters[(bits >> (18 - 6 * at)) as usize & 63];
        text.extend((0..=three.len()).map(letter));
    }
    text
}

#[test]
fn base_64_is_as_others_write_it() {
    assert_eq!(base64(b"light work.", *b"+/"), b"bGlnaHQgd29yay4");
    assert_eq!(base64(&[0xfb, 0xff], *b"+/"), b"+/8");
    assert_eq!(base64(&[0xfb, 0xff], *b"-_"), b"-_8");
}
