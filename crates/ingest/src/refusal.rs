//! Why a file gave no text.

use serde::{Deserialize, Serialize};

/// A file, or a part of one, that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct ReadRefusal {
    pub kind: RefusalKind,
    /// In words: what, where, and what could be done.
    pub message: String,
}

/// What kept a file from being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalKind {
    /// There is nothing in it.
    Empty,
    /// It needs a password.
    Encrypted,
    /// It is not what it says it is, or broken beyond repair.
    Damaged,
    /// A limit on bytes, pages, depth or count.
    TooLarge,
    /// A limit on time.
    TimedOut,
    /// A limit on memory.
    OutOfMemory,
    Crashed,
    /// No reader of ours knows it.
    Unsupported,
    /// It tries to reach outside itself.
    Unsafe,
    /// A program that would read it is not installed.
    ProgramMissing,
    /// The system would not give us the file.
    Unreadable,
}

impl ReadRefusal {
    /// A refusal with its reason in words.
    pub fn new(kind: RefusalKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}
