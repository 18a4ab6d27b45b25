//! What is wrong with a pack, and why we could not look at it.

use std::{fmt, path::PathBuf};

use serde::Serialize;

/// One thing that is wrong with a pack: where, what, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PackFault {
    pub name: FaultName,
    /// A place in the manifest (`parts[0].files[3]`), or a file.
    pub place: String,
    pub what: String,
    pub hint: String,
}

/// The sorts of faults, as programs read them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultName {
    NoManifest,
    NotJson,
    UnknownKey,
    BadValue,
    OtherFormat,
    UnknownCourt,
    UnknownStatute,
    SaidTwice,
    FormatDoesNotFit,
    ParquetNotRead,
    PathEscapes,
    LinkInPack,
    TooLarge,
    TooMany,
    FileMissing,
    FileUnreadable,
    FileNotListed,
    WrongSize,
    WrongHash,
    NotUtf8,
    NoDocuments,
    WrongCount,
}

impl PackFault {
    pub(crate) fn new(
        name: FaultName,
        place: impl Into<String>,
        what: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            name,
            place: place.into(),
            what: what.into(),
            hint: hint.into(),
        }
    }
}

impl FaultName {
    /// The word for it.
    pub fn word(self) -> String {
        let word = serde_json::to_value(self).ok();
        word.as_ref()
            .and_then(|it| it.as_str())
            .unwrap_or_default()
            .to_owned()
    }
}

impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Why a pack could not be looked at or looked after.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("cannot read {}: {why}", path.display())]
    Unreadable { path: PathBuf, why: String },
    #[error("cannot write {}: {why}", path.display())]
    Unwritable { path: PathBuf, why: String },
    /// It is neither a folder nor an archive.
    #[error("{} is no pack: it is neither a folder nor a zip archive", path.display())]
    NoPack { path: PathBuf },
    #[error("the archive was refused: {why}")]
    ArchiveRefused { why: String },
    /// It is not as a pack must be.
    #[error("the pack has {} {}", .0.len(), if .0.len() == 1 { "fault" } else { "faults" })]
    Faulty(Vec<PackFault>),
    #[error("there is no pack `{name}`")]
    UnknownPack { name: String, known: Vec<String> },
    /// A corpus of the user's own has the name that a part would get.
    #[error("there is a corpus `{corpus}` already, and it is not this pack's")]
    CorpusTaken { corpus: String },
    /// Its record cannot be understood.
    #[error("the record {} cannot be read: {why}", path.display())]
    DamagedRecord { path: PathBuf, why: String },
    #[error("{0}")]
    Canonical(String),
}

impl PackError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unreadable { .. } | Self::Unwritable { .. } => {
                Some("look at the path, the disk and the rights".to_owned())
            }
            Self::NoPack { .. } => Some(
                "a pack is a folder with `pack.json`, or a zip of one; `jurat pack init --kind KIND FOLDER` makes one".to_owned(),
            ),
            Self::ArchiveRefused { .. } => {
                Some("unpack it yourself, look at what is in it, and add the folder".to_owned())
            }
            Self::Faulty(_) => Some("`jurat pack lint PATH` lists all that is wrong".to_owned()),
            Self::UnknownPack { known, .. } if known.is_empty() => {
                Some("`jurat pack add meridia` adds the one that is part of the program".to_owned())
            }
            Self::UnknownPack { known, .. } => Some(format!("there is {}", known.join(", "))),
            Self::CorpusTaken { corpus } => Some(format!(
                "`jurat corpus remove {corpus}` removes it, or give the pack another name"
            )),
            Self::DamagedRecord { .. } => {
                Some("`jurat pack remove NAME` and `jurat pack add` make it anew".to_owned())
            }
            Self::Canonical(_) => None,
        }
    }
}
