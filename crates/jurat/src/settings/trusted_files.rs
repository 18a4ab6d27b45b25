//! Which settings files of projects the user trusts: by path and by the hash of their bytes, so that an edit asks again.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use serde::{Deserialize, Serialize};

use crate::failure::CommandFailure;

/// The name of the list, in the user's own folder.
const LIST: &str = "trusted.json";

/// Settings files that are taken at their word.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrustedFiles {
    files: BTreeMap<PathBuf, Hash>,
}

impl TrustedFiles {
    /// The list in the user's own folder; an empty one where there is none.
    pub(crate) fn read(home: &Path) -> Result<Self, CommandFailure> {
        let path = home.join(LIST);
        let wrong = |why: String| {
            CommandFailure::input(format!("cannot read {}: {why}", path.display()))
                .hint("remove it, and trust anew what you trust")
        };
        match fs::read(&path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Keeps the list.
    pub(crate) fn write(&self, home: &Path) -> Result<(), CommandFailure> {
        let (path, beside) = (home.join(LIST), home.join(format!("{LIST}.new")));
        let text = serde_json::to_vec_pretty(self)
            .map_err(|error| CommandFailure::input(format!("cannot be kept: {error}")))?;
        fs::create_dir_all(home)
            .and_then(|()| fs::write(&beside, text))
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(|error| {
                CommandFailure::ours(format!("cannot write {}: {error}", path.display()))
            })
    }

    /// Whether the file is trusted with these bytes.
    pub(crate) fn holds(&self, path: &Path, hash: Hash) -> bool {
        self.files.get(path) == Some(&hash)
    }

    pub(crate) fn insert(&mut self, path: PathBuf, hash: Hash) {
        self.files.insert(path, hash);
    }

    /// Whether it was there.
    pub(crate) fn remove(&mut self, path: &Path) -> bool {
        self.files.remove(path).is_some()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, Hash)> {
        self.files.iter().map(|(path, hash)| (path.as_path(), *hash))
    }
}
