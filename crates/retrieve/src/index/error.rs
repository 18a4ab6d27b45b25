//! Why an index could not be read or written.

use std::{
    io,
    path::{Path, PathBuf},
};

use tantivy::{
    TantivyError,
    directory::error::{LockError, OpenWriteError},
};

use crate::file_system::is_disk_full;

#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("there is no index in {dir}")]
    Missing { dir: PathBuf },
    #[error("there is an index in {dir} already")]
    Exists { dir: PathBuf },
    #[error("the index in {dir} is being written by another process")]
    Busy { dir: PathBuf },
    #[error("the index in {dir} is damaged: {why}")]
    Damaged { dir: PathBuf, why: String },
    /// What was committed before is there, and can be searched.
    #[error("there is no room for the index in {dir}: {why}")]
    Full { dir: PathBuf, why: String },
    #[error("the index in {dir} has format {found}; this version reads {known}")]
    Version { dir: PathBuf, found: u32, known: u32 },
    #[error("cannot use {path}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("`{key}` is no key to filter by: it is one of {}", known.join(", "))]
    UnknownKey { key: String, known: Vec<String> },
    #[error("no passage has {key} `{value}`: {}", some(known))]
    UnknownValue { key: String, value: String, known: Vec<String> },
    #[error("the query's vector has {given} dimensions, the corpus has {known}")]
    Dimensions { given: usize, known: usize },
}

/// The first of many values; the rest are counted.
fn some(known: &[String]) -> String {
    const SHOWN: usize = 40;
    if known.is_empty() {
        return "none says anything of it".to_owned();
    }
    let shown = known
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match known.len().checked_sub(SHOWN) {
        None | Some(0) => format!("it is one of {shown}"),
        Some(more) => format!("it is one of {shown} and {more} more"),
    }
}

impl IndexError {
    /// Tells a held lock and a full disk from damage.
    pub(crate) fn of(dir: &Path) -> impl Fn(TantivyError) -> Self + Copy {
        move |error| {
            let (dir, why) = (dir.to_path_buf(), error.to_string());
            match error {
                _ if system_kind(&error).is_some_and(is_disk_full) => Self::Full { dir, why },
                TantivyError::LockFailure(..) => Self::Busy { dir },
                _ => Self::Damaged { dir, why },
            }
        }
    }

    pub(crate) fn io(dir: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error| {
            let (dir, why) = (dir.to_path_buf(), error.to_string());
            if is_disk_full(error.kind()) {
                Self::Full { dir, why }
            } else {
                Self::Damaged { dir, why }
            }
        }
    }

    /// Whether there was no room for what was to be written.
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Full { .. } => true,
            Self::File { error, .. } => is_disk_full(error.kind()),
            _ => false,
        }
    }
}

/// What the system said, where an error of tantivy's comes from it. Of some errors it keeps the words alone, which end in a number.
fn system_kind(error: &TantivyError) -> Option<io::ErrorKind> {
    match error {
        TantivyError::IoError(error)
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error: error, .. })
        | TantivyError::LockFailure(LockError::IoError(error), _) => Some(error.kind()),
        other => {
            let words = other.to_string();
            let (_, number) = words.rsplit_once("(os error ")?;
            let number = number.split(')').next()?.parse().ok()?;
            Some(io::Error::from_raw_os_error(number).kind())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io, path::Path, sync::Arc};

    use tantivy::{TantivyError, directory::error::OpenWriteError};

    use super::IndexError;

    #[test]
    fn a_full_disk_is_told_from_damage() {
        let io = |kind: io::ErrorKind| Arc::new(io::Error::from(kind));
        let opened =
            |kind| OpenWriteError::IoError { io_error: io(kind), filepath: "a.store".into() };
        for (error, full) in [
            (TantivyError::IoError(io(io::ErrorKind::StorageFull)), true),
            (TantivyError::IoError(io(io::ErrorKind::QuotaExceeded)), true),
            (TantivyError::OpenWriteError(opened(io::ErrorKind::StorageFull)), true),
            (TantivyError::IoError(io(io::ErrorKind::InvalidData)), false),
            #[cfg(unix)]
            (TantivyError::InternalError("File too large (os error 27)".into()), true),
            #[cfg(unix)]
            (TantivyError::InternalError("Input/output error (os error 5)".into()), false),
            (TantivyError::InternalError("the disk is round".into()), false),
        ] {
            let told = IndexError::of(Path::new("/corpora/ferry/index-1"))(error);
            assert_eq!(told.is_disk_full(), full, "{told}");
            assert_eq!(matches!(told, IndexError::Damaged { .. }), !full, "{told}");
        }
    }
}
