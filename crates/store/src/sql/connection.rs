//! A connection as the shared statements need it: values in, cells out. All columns are whole numbers, texts
//! or bytes, so that both databases are told and asked in the same way.

use std::pin::Pin;

use sqlx::{
    Decode, PgConnection, Postgres, Row as _, Sqlite, SqliteConnection, TypeInfo as _,
    ValueRef as _,
};

use super::statement::{Cell, Row, Value};

/// What a statement comes to.
pub(crate) type Ran<'a, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'a>>;

/// One of the two databases.
pub trait Dialect: sqlx::Database<Connection: Connection> {
    /// Begins a transaction that writes.
    const BEGIN: &'static str;

    /// Settings of a new connection, and the check that the database keeps to them.
    fn prepare(connection: &mut Self::Connection) -> Ran<'_, Result<(), String>>;
}

/// A connection to one of the two databases.
pub trait Connection: sqlx::Connection {
    /// Runs a statement that changes something. How many rows it has changed.
    fn run<'a>(&'a mut self, sql: &'static str, values: &'a [Value<'a>]) -> Ran<'a, u64>;

    /// Runs a statement that answers with rows.
    fn rows<'a>(&'a mut self, sql: &'static str, values: &'a [Value<'a>]) -> Ran<'a, Vec<Row>>;
}

/// A statement with its values.
macro_rules! bind {
    ($database:ty, $sql:expr, $values:expr) => {
        $values.iter().fold(sqlx::query::<$database>($sql), |query, value| match *value {
            Value::Int(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    };
}

/// The two databases have the same interface, but no trait that says so without a page of bounds.
macro_rules! connection {
    ($database:ty, $connection:ty) => {
        impl Connection for $connection {
            fn run<'a>(&'a mut self, sql: &'static str, values: &'a [Value<'a>]) -> Ran<'a, u64> {
                let query = bind!($database, sql, values);
                Box::pin(async move { Ok(query.execute(self).await?.rows_affected()) })
            }

            fn rows<'a>(
                &'a mut self,
                sql: &'static str,
                values: &'a [Value<'a>],
            ) -> Ran<'a, Vec<Row>> {
                let query = bind!($database, sql, values);
                Box::pin(async move {
                    let cell = |row: &<$database as sqlx::Database>::Row, at| {
                        let value = row.try_get_raw(at)?;
                        if value.is_null() {
                            return Ok(Cell::Null);
                        }
                        // SQLite says what is in this cell, PostgreSQL what the column is for.
                        let name = value.type_info().name().to_owned();
                        let cell = match name.as_str() {
                            "INTEGER" | "INT8" => Decode::<$database>::decode(value).map(Cell::Int),
                            "TEXT" => Decode::<$database>::decode(value).map(Cell::Text),
                            _ => Decode::<$database>::decode(value).map(Cell::Bytes),
                        };
                        cell.map_err(sqlx::Error::Decode)
                    };
                    let rows = query.fetch_all(self).await?;
                    let row = |row: &_| {
                        let cells: Result<Vec<Cell>, sqlx::Error> =
                            (0..sqlx::Row::len(row)).map(|at| cell(row, at)).collect();
                        cells.map(Row::new)
                    };
                    rows.iter().map(row).collect()
                })
            }
        }
    };
}

connection!(Sqlite, SqliteConnection);
connection!(Postgres, PgConnection);
