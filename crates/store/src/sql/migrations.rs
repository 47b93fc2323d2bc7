//! The schema, step by step. A step that was released never changes: the database has its checksum.

use std::borrow::Cow;
use std::ops::Deref;

use sqlx::migrate::{Migrate, Migration, MigrationType, Migrator};
use sqlx::{Acquire, SqlSafeStr as _};

use super::failure::migration_failure;
use crate::StoreError;

/// A step: its number, its name and its text.
pub(super) type Step = (i64, &'static str, &'static str);

pub(super) const SQLITE: &[Step] = &[
    (1, "first", include_str!("../../migrations/sqlite/0001_first.sql")),
    (2, "bots", include_str!("../../migrations/sqlite/0002_bots.sql")),
];

pub(super) const POSTGRES: &[Step] = &[
    (1, "first", include_str!("../../migrations/postgres/0001_first.sql")),
    (2, "bots", include_str!("../../migrations/postgres/0002_bots.sql")),
];

/// Brings the schema up to date. A database that is newer than these steps is refused.
pub(super) async fn migrate<'a, A>(steps: &[Step], database: A) -> Result<(), StoreError>
where
    A: Acquire<'a>,
    <A::Connection as Deref>::Target: Migrate,
{
    let known = steps.iter().map(|(number, ..)| *number).max().unwrap_or(0);
    let migration = |&(number, name, text): &Step| {
        let kind = MigrationType::Simple;
        Migration::new(number, Cow::Borrowed(name), kind, text.into_sql_str(), false)
    };
    let migrator = Migrator::with_migrations(steps.iter().map(migration).collect());
    migrator.run(database).await.map_err(|why| migration_failure(why, known))
}
