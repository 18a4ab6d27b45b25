//! What is known of what a file does.

use jurat_code::facts::FileFact;

use crate::rubric::unread_files::UnreadFiles;

/// What a file does, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FileSubstance {
    Nothing,
    /// It is there, and nobody looked into it.
    Unknown,
    Something,
}

impl FileSubstance {
    pub(crate) fn of(file: &FileFact, unread: &UnreadFiles) -> Self {
        if file.hollow {
            Self::Nothing
        } else if unread.holds(file) {
            Self::Unknown
        } else {
            Self::Something
        }
    }
}
