//! `corpus.json`: which files are the corpus now. It is replaced whole, never changed.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{
    corpus::{error::CorpusError, name::CorpusName},
    file_system::{if_there, replace, sync_folder},
};

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
        let text = if_there(fs::read(&path)).map_err(CorpusError::io(&path))?;
        let Some(text) = text else { return none(folder, name) };
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
        let written = serde_json::to_vec_pretty(self).map_err(io::Error::from);
        let written = written.and_then(|text| replace(&path, &text));
        let written = written.and_then(|()| sync_folder(folder));
        written.map_err(CorpusError::io(&path))
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
