//! Why weights could not be had. Addresses are shown without user, password and query.

use std::{io, path::Path};

#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("cannot {verb} {path}: {cause}")]
    File { verb: &'static str, path: String, cause: io::Error },
    #[error("{name} is being fetched or removed by another process")]
    Busy { name: String },
    /// The value may hold a password.
    #[error("the package index that {variable} names is not an http or https address")]
    BadIndex { variable: &'static str },
    #[error("no package index may be used (`PIP_NO_INDEX`)")]
    NoIndex,
    #[error("{file} is not on {indexes}")]
    NotOnIndex { file: String, indexes: String },
    #[error("{url} answered {status}")]
    Status { url: String, status: u16 },
    #[error("cannot download {url}: {message}")]
    Download { url: String, message: String },
    #[error("{url} leads to {to}, which is neither https nor on the same host")]
    Astray { url: String, to: String },
    #[error("{what} is longer than {most} bytes")]
    TooLong { what: String, most: u64 },
    #[error("{what} has the SHA-256 {found}, expected {expected}")]
    WrongSum { what: String, found: String, expected: String },
    #[error("{within} has no {member}")]
    Missing { within: String, member: String },
    #[error("cannot unpack {wheel}: {message}")]
    BadWheel { wheel: String, message: String },
}

impl FetchError {
    pub(crate) fn file(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::File { verb, path: path.display().to_string(), cause }
    }

    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoIndex | Self::NotOnIndex { .. } | Self::Download { .. } => {
                Some("`--from PATH` takes the wheel, or a folder that holds its files")
            }
            Self::Status { status: 401 | 403, .. } => {
                Some("the index wants a user: put one into `PIP_INDEX_URL`")
            }
            Self::Status { .. } | Self::BadIndex { .. } | Self::Astray { .. } => {
                Some("look at `PIP_INDEX_URL`, or give the wheel with `--from PATH`")
            }
            Self::WrongSum { .. } | Self::TooLong { .. } => {
                Some("these are not the bytes that jurat knows: nothing was installed")
            }
            _ => None,
        }
    }
}
