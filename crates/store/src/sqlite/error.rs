//! What `SQLite` and the file system report, in the port's words, with the file named.

use std::{fmt::Display, io, path::Path};

use rusqlite::{Error, ErrorCode};

use jurat_engine::StoreError;

pub(super) fn store_error(file: &Path, error: &Error) -> StoreError {
    let text = format!("{}: {error}", file.display());
    if is_damage(error) { StoreError::Damaged(text) } else { StoreError::Unavailable(text) }
}

pub(super) fn io_error(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}

pub(super) fn damaged(file: &Path, what: impl Display) -> StoreError {
    StoreError::Damaged(format!("{}: {what}", file.display()))
}

/// A stored value that cannot be what we wrote.
pub(super) fn bad_value(what: impl Into<String>) -> Error {
    Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, what.into().into())
}

fn is_damage(error: &Error) -> bool {
    match error {
        Error::SqliteFailure(cause, _) => {
            matches!(cause.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        }
        Error::FromSqlConversionFailure(..)
        | Error::InvalidColumnType(..)
        | Error::IntegralValueOutOfRange(..) => true,
        _ => false,
    }
}
