//! What the database says when something fails, as an error of the store.

use sqlx::migrate::MigrateError;

use crate::StoreError;

/// The database in general, where no column can be named.
const PLACE: &str = "the database";

/// SQLite's result codes, without the detail in their upper bits, that say that the file is damaged:
/// `SQLITE_CORRUPT`, and `SQLITE_NOTADB`.
const DAMAGED: [i32; 2] = [11, 26];

/// A statement or a connection failed, and nothing was committed.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
pub(super) fn failure(why: sqlx::Error) -> StoreError {
    match &why {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::Protocol(_) => {
            StoreError::Corrupt { place: PLACE, why: why.to_string() }
        }
        sqlx::Error::Database(said) if is_damage(said.as_ref()) => {
            StoreError::Corrupt { place: PLACE, why: said.message().to_owned() }
        }
        sqlx::Error::PoolClosed => StoreError::Closed,
        _ => StoreError::Unavailable(why.to_string()),
    }
}

fn is_damage(said: &dyn sqlx::error::DatabaseError) -> bool {
    let Some(code) = said.code() else {
        return false;
    };
    // PostgreSQL has codes of five letters, and those of damaged data begin with XX.
    code.starts_with("XX") || code.parse().is_ok_and(|code: i32| DAMAGED.contains(&(code & 0xff)))
}

/// The schema could not be brought up to date.
pub(super) fn migration_failure(why: MigrateError, known: i64) -> StoreError {
    match why {
        MigrateError::VersionMissing(found) if found > known => StoreError::Newer { found, known },
        MigrateError::Execute(why) | MigrateError::ExecuteMigration(why, _) => failure(why),
        why => StoreError::Corrupt { place: "_sqlx_migrations", why: why.to_string() },
    }
}
