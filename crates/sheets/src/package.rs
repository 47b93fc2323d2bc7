//! Packed files: xlsx and ods are zip archives of XML.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::BadBook;
use crate::limits::{MAX_BYTES, MAX_UNPACKED};

/// A packed file. Whatever is unpacked from it is counted, so a small file cannot become a large
/// one; the sizes it declares are not believed.
pub(crate) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    kind: &'static str,
    /// What is left of [`MAX_UNPACKED`].
    left: usize,
}

impl<'a> Package<'a> {
    /// Looks whether the bytes are a packed file; `kind` is the extension it should have.
    pub(crate) fn open(kind: &'static str, bytes: &'a [u8]) -> Result<Self, BadBook> {
        if bytes.len() > MAX_BYTES {
            return Err(BadBook::FileTooLarge);
        }
        // Archives may begin with anything, but spreadsheets do not; and no later reader gets to
        // see a file that is two things at once.
        let found = match bytes {
            [b'P', b'K', 3, 4, ..] => None,
            [] => Some("it is empty"),
            [0xd0, 0xcf, 0x11, 0xe0, ..] => {
                Some("it is an old .xls file, or protected by a password; save it as a plain one")
            }
            [b'<', ..] => Some("it looks like a web page or another text with tags"),
            _ => Some("it is no packed file at all"),
        };
        if let Some(found) = found {
            return Err(BadBook::WrongKind { expected: kind, found });
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|flaw| damaged(kind, &flaw))?;
        Ok(Self { zip, kind, left: MAX_UNPACKED })
    }

    /// The names of all parts.
    pub(crate) fn names(&self) -> Result<Vec<String>, BadBook> {
        let named = |name: Result<std::borrow::Cow<'_, str>, ZipError>| {
            name.map(std::borrow::Cow::into_owned).map_err(|flaw| damaged(self.kind, &flaw))
        };
        self.zip.file_names().map(named).collect()
    }

    /// Unpacks a part, if there is one of this name.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, BadBook> {
        let part = match self.zip.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(flaw) => return Err(damaged(self.kind, &flaw)),
        };
        let mut bytes = Vec::new();
        let most = self.left as u64 + 1;
        part.take(most).read_to_end(&mut bytes).map_err(|flaw| damaged(self.kind, &flaw))?;
        match self.left.checked_sub(bytes.len()) {
            Some(left) => self.left = left,
            None => return Err(BadBook::UnpacksTooLarge { part: name.to_owned() }),
        }
        Ok(Some(bytes))
    }
}

pub(crate) fn damaged(kind: &'static str, what: &impl ToString) -> BadBook {
    BadBook::Damaged { kind, what: what.to_string() }
}
