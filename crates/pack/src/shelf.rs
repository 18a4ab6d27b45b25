//! Which packs were added: one folder each, with a record of what belongs to it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use serde::{Deserialize, Serialize};

use crate::{
    CheckedPack, CoverageExtent, PackError, PackManifest, PackPartKind, staging::unwritable,
};

const RECORD: &str = "record.json";
const STAGED: &str = "staged";
const TABLES: &str = "tables";

/// The folder of all packs that were added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackShelf {
    pub root: PathBuf,
}

/// A pack that was added, or is on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackRecord {
    /// Of its manifest: of the whole pack.
    pub hash: Hash,
    pub state: PackState,
    /// Where it came from.
    pub source: String,
    /// The corpora that belong to it, and go with it.
    pub corpora: Vec<PackCorpus>,
    /// Whether vectors were made of it.
    pub with_vectors: bool,
    /// Files that could not be read, or not to their end. Their parts cover nothing whole any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    pub manifest: PackManifest,
}

/// Whether all of a pack is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackState {
    /// It was begun; the same command goes on.
    Adding,
    Ready,
}

/// A corpus that a part became.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackCorpus {
    pub part: String,
    pub corpus: String,
    pub kind: PackPartKind,
}

impl PackRecord {
    /// The record of a pack as it begins.
    pub fn begin(pack: &CheckedPack, source: String, with_vectors: bool) -> Self {
        let parts = pack.manifest.parts.iter();
        let corpora =
            parts
                .filter(|part| part.kind != PackPartKind::Table)
                .map(|part| PackCorpus {
                    part: part.name.clone(),
                    corpus: format!("{}.{}", pack.manifest.name, part.name),
                    kind: part.kind,
                });
        Self {
            hash: pack.hash,
            state: PackState::Adding,
            source,
            corpora: corpora.collect(),
            with_vectors,
            unread: Vec::new(),
            manifest: pack.manifest.clone(),
        }
    }

    /// Notes that files of a part were not read: what is not here may then exist, whatever the manifest says.
    pub fn note_unread(&mut self, part: &str, files: Vec<String>) {
        if files.is_empty() {
            return;
        }
        self.unread.extend(files);
        let parts = self.manifest.parts.iter_mut().filter(|it| it.name == part);
        for claim in parts.flat_map(|it| &mut it.coverage) {
            claim.extent = CoverageExtent::Part;
        }
    }

    /// What answers say that they rest on: name, version and hash.
    pub fn corpus_version(&self) -> String {
        let hash: String = self.hash.to_string().chars().take(12).collect();
        format!("{}@{}+{hash}", self.manifest.name, self.manifest.version)
    }
}

impl PackShelf {
    /// All packs, by name. One that cannot be read hides no other.
    pub fn list(&self) -> Result<Vec<Result<PackRecord, PackError>>, PackError> {
        let names = self.names()?;
        Ok(names.iter().map(|name| self.required(name)).collect())
    }

    /// The names of all packs.
    pub fn names(&self) -> Result<Vec<String>, PackError> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(&self.root, &error)),
        };
        let mut names: Vec<String> = entries
            .flatten()
            .filter(|entry| entry.path().join(RECORD).is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        Ok(names)
    }

    /// The record of a pack, where there is one.
    pub fn record(&self, name: &str) -> Result<Option<PackRecord>, PackError> {
        let path = self.folder(name).join(RECORD);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(&path, &error)),
        };
        let record = serde_json::from_slice(&bytes);
        record
            .map(Some)
            .map_err(|error| PackError::DamagedRecord { path, why: error.to_string() })
    }

    /// The same, which must be there.
    pub fn required(&self, name: &str) -> Result<PackRecord, PackError> {
        let found =
            if crate::safe_path::is_plain_name(name) { self.record(name)? } else { None };
        let known = || self.names().unwrap_or_default();
        found.ok_or_else(|| PackError::UnknownPack { name: name.to_owned(), known: known() })
    }

    /// Writes a record whole or not at all.
    pub fn write(&self, record: &PackRecord) -> Result<(), PackError> {
        let folder = self.folder(&record.manifest.name);
        fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
        let bytes = serde_json::to_vec_pretty(record)
            .map_err(|error| PackError::Canonical(error.to_string()))?;
        let (path, fresh) = (folder.join(RECORD), folder.join("record.new"));
        fs::write(&fresh, bytes).map_err(unwritable(&fresh))?;
        fs::rename(&fresh, &path).map_err(unwritable(&path))
    }

    /// Where the files of a pack lie while they are taken in.
    pub fn staged(&self, name: &str) -> PathBuf {
        self.folder(name).join(STAGED)
    }

    /// Where its tables stay.
    pub fn tables(&self, name: &str) -> PathBuf {
        self.folder(name).join(TABLES)
    }

    /// Takes the files away that were only there to be taken in.
    pub fn clear_staged(&self, name: &str) -> Result<(), PackError> {
        remove_folder(&self.staged(name))
    }

    /// Forgets a pack; its corpora are gone by then.
    pub fn forget(&self, name: &str) -> Result<(), PackError> {
        remove_folder(&self.folder(name))
    }

    /// Another one whenever a record may be another: cheap to ask before every call.
    pub fn fingerprint(&self) -> Vec<(String, u64, Option<std::time::SystemTime>)> {
        let names = self.names().unwrap_or_default();
        let print = |name: String| {
            let about = fs::metadata(self.folder(&name).join(RECORD)).ok();
            let size = about.as_ref().map_or(0, fs::Metadata::len);
            (name, size, about.and_then(|about| about.modified().ok()))
        };
        names.into_iter().map(print).collect()
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }
}

fn remove_folder(folder: &Path) -> Result<(), PackError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritable(folder)(error)),
        _ => Ok(()),
    }
}

fn unreadable(path: &Path, why: &io::Error) -> PackError {
    PackError::Unreadable { path: path.to_owned(), why: why.to_string() }
}
