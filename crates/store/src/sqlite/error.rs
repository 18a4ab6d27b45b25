//! What `SQLite` and the file system report, in the port's words, with the file named.

use std::{fmt::Display, io, path::Path};

use rusqlite::{Error, ErrorCode, ffi};

use jurat_engine::StoreError;

pub(crate) fn store_error(file: &Path, error: &Error) -> StoreError {
    let text = format!("{}: {error}", file.display());
    match error {
        _ if is_damage(error) => StoreError::Damaged(text),
        Error::SqliteFailure(cause, _) if is_full(*cause) => StoreError::Full(text),
        _ => StoreError::Unavailable(text),
    }
}

/// Only a full disk keeps the index of the write-ahead log from growing.
pub(super) fn is_full(cause: ffi::Error) -> bool {
    cause.code == ErrorCode::DiskFull || cause.extended_code == ffi::SQLITE_IOERR_SHMSIZE
}

pub(super) fn io_error(path: &Path, error: &io::Error) -> StoreError {
    let text = format!("{}: {error}", path.display());
    if is_out_of_room(error) { StoreError::Full(text) } else { StoreError::Unavailable(text) }
}

/// Whether there is no room for what was to be written.
pub(super) fn is_out_of_room(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

pub(super) fn damaged(file: &Path, what: impl Display) -> StoreError {
    StoreError::Damaged(format!("{}: {what}", file.display()))
}

/// A stored value that cannot be what we wrote.
pub(crate) fn bad_value(what: impl Into<String>) -> Error {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: i32, is_full: bool) {
        let error = Error::SqliteFailure(ffi::Error::new(code), None);
        let told = store_error(Path::new("runs.sqlite"), &error);
        assert_eq!(matches!(told, StoreError::Full(_)), is_full, "{told}");
    }

    #[test]
    fn only_a_full_disk_is_called_full() {
        check(ffi::SQLITE_FULL, true);
        check(ffi::SQLITE_IOERR_SHMSIZE, true);
        check(ffi::SQLITE_IOERR_WRITE, false);
        check(ffi::SQLITE_READONLY, false);
        check(ffi::SQLITE_CORRUPT, false);
    }

    #[test]
    fn the_system_says_it_in_three_ways() {
        use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, StorageFull};
        for (kind, is_full) in [
            (StorageFull, true),
            (QuotaExceeded, true),
            (FileTooLarge, true),
            (PermissionDenied, false),
        ] {
            let told = io_error(Path::new("locks"), &kind.into());
            assert_eq!(matches!(told, StoreError::Full(_)), is_full, "{told}");
        }
    }
}
