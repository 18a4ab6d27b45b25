//! `corpus.json`: which files are the corpus now. It is replaced whole, never changed.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::corpus::{error::CorpusError, name::CorpusName};

pub(super) const FORMAT: u32 = 1;
const FILE: &str = "corpus.json";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CorpusManifest {
    pub(super) format: u32,
    pub(super) name: String,
    /// Names the files: `log-3` and `pack-3` belong to generation 3.
    pub(super) generation: u64,
}

/// The format alone, which every version must be able to read.
#[derive(Deserialize)]
struct ManifestFormat {
    format: u32,
}

impl CorpusManifest {
    pub(super) fn first(name: &CorpusName) -> Self {
        Self {
            format: FORMAT,
            name: name.to_string(),
            generation: 1,
        }
    }

    pub(super) fn log(&self, folder: &Path) -> PathBuf {
        folder.join(format!("log-{}", self.generation))
    }

    pub(super) fn pack(&self, folder: &Path) -> PathBuf {
        folder.join(format!("pack-{}", self.generation))
    }

    /// The manifest in a folder; nothing where there is no corpus.
    pub(super) fn read(folder: &Path, name: &CorpusName) -> Result<Option<Self>, CorpusError> {
        let path = folder.join(FILE);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return none(folder, name),
            Err(error) => return Err(CorpusError::io(&path, error)),
        };
        let wrong = |error: serde_json::Error| {
            CorpusError::damaged(name.as_str(), format!("{FILE}: {error}"))
        };
        let ManifestFormat { format } = serde_json::from_slice(&text).map_err(wrong)?;
        if FORMAT < format {
            let corpus = name.to_string();
            return Err(CorpusError::Newer { corpus, found: format, known: FORMAT });
        }
        serde_json::from_slice(&text).map(Some).map_err(wrong)
    }

    /// Makes this the manifest, at once and for good.
    pub(super) fn write(&self, folder: &Path) -> Result<(), CorpusError> {
        let path = folder.join(FILE);
        let new = folder.join("corpus.json.new");
        let written = serde_json::to_vec_pretty(self).map_err(io::Error::from);
        let written = written.and_then(|text| {
            let mut file = File::create(&new)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            sync_folder(folder)
        });
        written.map_err(|error| CorpusError::io(&path, error))
    }
}

/// Without a manifest there may be leftovers of a creation that was cut short, but no words.
fn none(folder: &Path, name: &CorpusName) -> Result<Option<CorpusManifest>, CorpusError> {
    let Ok(found) = fs::read_dir(folder) else { return Ok(None) };
    let holds_words = found.flatten().any(|entry| {
        let log = entry.file_name().to_string_lossy().starts_with("log-");
        log && entry.metadata().is_ok_and(|data| 0 < data.len())
    });
    if holds_words {
        return Err(CorpusError::damaged(name.as_str(), format!("{FILE} is missing")));
    }
    Ok(None)
}

/// New names are durable when their folder is.
#[cfg(unix)]
pub(in crate::corpus) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Elsewhere a folder cannot be opened, and the system keeps names in order itself.
#[cfg(not(unix))]
pub(in crate::corpus) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
