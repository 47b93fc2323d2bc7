//! The data folder: the lock that keeps a second process out, and the key that seals seeds.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use crate::entropy::random;
use crate::{SealKey, StoreError};

/// The variable of the environment that may hold the key, in hexadecimal.
pub const SEAL_KEY_VARIABLE: &str = "PARLOR_SEAL_KEY";

/// The file of the key in the data folder.
pub const SEAL_KEY_FILE: &str = "seal.key";

/// The file whose lock says that a process uses the folder.
const LOCK_FILE: &str = "parlor.lock";

/// A data folder that this process alone uses, until the value is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct Locked(File);

impl Drop for Locked {
    fn drop(&mut self) {
        // To close the file is not enough: a process that is being started from this one has a copy of it for a
        // moment, and would keep the lock that long.
        _ = self.0.unlock();
    }
}

/// Makes the folder where it is missing, and locks it.
pub(crate) fn lock(folder: &Path) -> Result<Locked, StoreError> {
    make(folder)?;
    let path = folder.join(LOCK_FILE);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|why| StoreError::file(&path, why))?;
    match file.try_lock() {
        Ok(()) => Ok(Locked(file)),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::InUse { folder: folder.display().to_string() })
        }
        Err(TryLockError::Error(why)) => Err(StoreError::file(&path, why)),
    }
}

/// Makes the folder where it is missing, closed to everybody else: the database tells who plays with whom.
fn make(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|why| StoreError::file(folder, why))
}

impl SealKey {
    /// The key of this server: from the environment ([`SEAL_KEY_VARIABLE`]) where it is set there, otherwise
    /// from the file [`SEAL_KEY_FILE`] in the data folder, which is made where it is missing.
    pub fn load(folder: &Path) -> Result<Self, StoreError> {
        match std::env::var(SEAL_KEY_VARIABLE) {
            Ok(text) => read(&Zeroizing::new(text)).ok_or_else(|| StoreError::Invalid {
                what: SEAL_KEY_VARIABLE,
                why: "a key has 64 hexadecimal digits".to_owned(),
            }),
            Err(_) => Self::from_folder(folder),
        }
    }

    /// The key in the data folder, made where it is missing.
    pub fn from_folder(folder: &Path) -> Result<Self, StoreError> {
        make(folder)?;
        let path = folder.join(SEAL_KEY_FILE);
        match File::open(&path) {
            Ok(file) => from_file(&path, file),
            Err(why) if why.kind() == ErrorKind::NotFound => {
                create(folder, &path)?;
                // Another process may have been faster: what is in the folder counts.
                from_file(&path, File::open(&path).map_err(|why| StoreError::file(&path, why))?)
            }
            Err(why) => Err(StoreError::file(&path, why)),
        }
    }
}

fn read(text: &str) -> Option<SealKey> {
    let mut bytes = Zeroizing::new([0; 32]);
    hex::decode_to_slice(text.trim_end(), &mut *bytes).ok()?;
    Some(SealKey::from_bytes(*bytes))
}

fn from_file(path: &Path, file: File) -> Result<SealKey, StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let about = file.metadata().map_err(|why| StoreError::file(path, why))?;
        let mode = about.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            let why = format!("others can read the key (mode {mode:o}): chmod 600 it");
            return Err(StoreError::file(path, why));
        }
    }
    let mut text = Zeroizing::new(String::new());
    // A key has 64 digits; a longer file is none and is not read to its end.
    file.take(1_000).read_to_string(&mut text).map_err(|why| StoreError::file(path, why))?;
    read(&text)
        .ok_or_else(|| StoreError::file(path, "there is no key of 64 hexadecimal digits in it"))
}

/// Writes a new key under another name, syncs it and gives it its name, unless a file has that name already.
/// Thus the file is whole wherever it is found.
fn create(folder: &Path, path: &Path) -> Result<(), StoreError> {
    let draft = draft_path(folder);
    let write = || {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        writeln!(file, "{}", *SealKey::random().reveal())?;
        file.sync_all()?;
        match fs::hard_link(&draft, path) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => Ok(()),
            linked => linked,
        }
    };
    let written = write();
    _ = fs::remove_file(&draft);
    written.map_err(|why| StoreError::file(path, why))?;
    sync_folder(folder)
}

fn draft_path(folder: &Path) -> PathBuf {
    folder.join(format!("{SEAL_KEY_FILE}.{}", hex::encode(random::<8>())))
}

/// Makes the names in a folder durable: a file that was synced can still lose its name in a power cut.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|why| StoreError::file(folder, why))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_key_is_made_once() {
        let folder = folder();
        let key = SealKey::from_folder(folder.path()).unwrap();
        assert_eq!(SealKey::from_folder(folder.path()).unwrap().id(), key.id());
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1, "the draft is gone");
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder();
        SealKey::from_folder(folder.path()).unwrap();
        let path = folder.path().join(SEAL_KEY_FILE);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        for mode in [0o640, 0o604, 0o660] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let why = SealKey::from_folder(folder.path()).unwrap_err();
            assert!(why.to_string().contains("chmod 600"), "{why}");
        }
    }

    #[test]
    fn a_file_without_a_key_is_refused() {
        let folder = folder();
        SealKey::from_folder(folder.path()).unwrap();
        let path = folder.path().join(SEAL_KEY_FILE);
        for text in ["", "abc", &"0".repeat(66), &"g".repeat(64)] {
            fs::write(&path, text).unwrap();
            let why = SealKey::from_folder(folder.path()).unwrap_err();
            assert_eq!(why.code(), "store-file", "{text:?}");
        }
    }

    #[test]
    fn a_second_lock_is_refused_in_words() {
        let folder = folder();
        let first = lock(folder.path()).unwrap();
        let why = lock(folder.path()).unwrap_err();
        assert!(why.to_string().starts_with("another Parlor server uses the data folder"), "{why}");
        // What a process that is being started has of it for a moment.
        let copy = first.0.try_clone().unwrap();
        drop(first);
        lock(folder.path()).unwrap();
        drop(copy);
    }
}
