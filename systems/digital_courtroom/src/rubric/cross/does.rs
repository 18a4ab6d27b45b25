//! What is known of what a file does.

use jurat_model::court::FileFact;

use crate::rubric::unread::Unread;

/// What a file does, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Does {
    Nothing,
    /// It is there, and nobody looked into it.
    Unknown,
    Something,
}

impl Does {
    pub(crate) fn of(file: &FileFact, unread: &Unread) -> Self {
        if file.hollow {
            Self::Nothing
        } else if unread.holds(file) {
            Self::Unknown
        } else {
            Self::Something
        }
    }
}
