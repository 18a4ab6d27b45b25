//! An index in a folder: what can be searched, and how it was tuned.
//!
//! tantivy keeps postings and passages; scoring is ours (`search`), since features of many kinds
//! are read off the same postings.

mod analysis;
pub(crate) mod cites;
mod error;
mod outline;
mod schema;
mod snapshot;
mod values;
mod writer;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use jurat_model::Passage;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub(crate) use analysis::Analyser;
pub use analysis::{Language, UnknownLanguage};
pub use error::IndexError;
pub(crate) use schema::Fields;
pub(crate) use snapshot::{NONE, Segment, Snapshot};
pub(crate) use values::docs;
pub use values::{Filter, Filters};
pub use writer::{Writer, words_to_embed};

use crate::{calibrate::Calibration, fusion::Fusion};

/// What is settled when an index is made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The language of passages that neither say nor show theirs.
    #[serde(default)]
    pub language: Option<Language>,
}

/// Goes up whenever an older index would be misread.
const FORMAT: u32 = 2;
const SETTINGS: &str = "index.json";
const FUSION: &str = "fusion.json";
const CALIBRATION: &str = "calibration.json";

#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    #[serde(flatten)]
    settings: Settings,
}

/// A searchable set of passages.
pub struct Index {
    dir: PathBuf,
    settings: Settings,
    fields: Fields,
    inner: tantivy::Index,
    snapshot: RwLock<Arc<Snapshot>>,
    fusion: RwLock<Option<Fusion>>,
    calibration: RwLock<Calibration>,
}

impl Index {
    /// Makes an empty index in a folder, which is made where it is missing.
    pub fn create(dir: &Path, settings: &Settings) -> Result<Self, IndexError> {
        if dir.join(SETTINGS).exists() {
            return Err(IndexError::Exists { dir: dir.to_path_buf() });
        }
        fs::create_dir_all(dir)
            .map_err(|error| IndexError::File { path: dir.to_path_buf(), error })?;
        let (schema, _) = schema::schema();
        // What a creation that was killed left behind holds no passage: begin again over it.
        match tantivy::Index::create_in_dir(dir, schema) {
            Ok(_) | Err(tantivy::TantivyError::IndexAlreadyExists) => {}
            Err(error) => return Err(IndexError::of(dir, &error)),
        }
        let header = Header { format: FORMAT, settings: settings.clone() };
        write_json(&dir.join(SETTINGS), &header)?;
        Self::open(dir)
    }

    /// Opens an index as its last commit left it.
    pub fn open(dir: &Path) -> Result<Self, IndexError> {
        let header: Header = read_json(dir, SETTINGS)?
            .ok_or_else(|| IndexError::Missing { dir: dir.to_path_buf() })?;
        if header.format != FORMAT {
            let (found, dir) = (header.format, dir.to_path_buf());
            return Err(IndexError::Version { dir, found, known: FORMAT });
        }
        let inner =
            tantivy::Index::open_in_dir(dir).map_err(|error| IndexError::of(dir, &error))?;
        schema::register(&inner);
        let (expected, fields) = schema::schema();
        if inner.schema() != expected {
            let why = "its fields are not those of an index".to_owned();
            return Err(IndexError::Damaged { dir: dir.to_path_buf(), why });
        }
        let snapshot = Snapshot::load(dir, &inner, &fields)?;
        Ok(Self {
            dir: dir.to_path_buf(),
            settings: header.settings,
            fields,
            inner,
            snapshot: RwLock::new(Arc::new(snapshot)),
            fusion: RwLock::new(read_json(dir, FUSION)?),
            calibration: RwLock::new(
                read_json(dir, CALIBRATION)?.unwrap_or_else(Calibration::shipped),
            ),
        })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What was settled when it was made.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.snapshot().alive()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Re-reads every file against its sum: the files that do not hold.
    pub fn check(&self) -> Result<Vec<PathBuf>, IndexError> {
        let damaged = self
            .inner
            .validate_checksum()
            .map_err(|error| IndexError::of(&self.dir, &error))?;
        let mut damaged: Vec<PathBuf> = damaged.into_iter().collect();
        damaged.sort();
        Ok(damaged)
    }

    /// A passage by its id.
    pub fn passage(&self, id: &str) -> Result<Option<Passage>, IndexError> {
        let snapshot = self.snapshot();
        match snapshot.row_of(&self.fields, id)? {
            Some(row) => snapshot.passage(&self.fields, row).map(Some),
            None => Ok(None),
        }
    }

    /// How legs and features are weighed: as tuned, else as shipped.
    pub fn fusion(&self) -> Fusion {
        let tuned = self.fusion.read().unwrap_or_else(PoisonError::into_inner).clone();
        tuned.unwrap_or_else(Fusion::shipped)
    }

    /// Keeps another fusion with the index.
    pub fn set_fusion(&self, fusion: &Fusion) -> Result<(), IndexError> {
        write_json(&self.dir.join(FUSION), fusion)?;
        *self.fusion.write().unwrap_or_else(PoisonError::into_inner) = Some(fusion.clone());
        Ok(())
    }

    /// How scores become probabilities.
    pub fn calibration(&self) -> Calibration {
        self.calibration
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Keeps another calibration with the index.
    pub fn set_calibration(&self, calibration: &Calibration) -> Result<(), IndexError> {
        write_json(&self.dir.join(CALIBRATION), calibration)?;
        *self.calibration.write().unwrap_or_else(PoisonError::into_inner) = calibration.clone();
        Ok(())
    }

    pub(crate) const fn fields(&self) -> &Fields {
        &self.fields
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows what the last commit wrote, by whomever.
    pub fn reload(&self) -> Result<(), IndexError> {
        let fresh = Arc::new(Snapshot::load(&self.dir, &self.inner, &self.fields)?);
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }
}

/// Nothing where there is no such file; a file that cannot be understood is damage.
fn read_json<T: DeserializeOwned>(dir: &Path, name: &str) -> Result<Option<T>, IndexError> {
    let path = dir.join(name);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(IndexError::File { path, error }),
    };
    let value = serde_json::from_slice(&bytes).map_err(|error| IndexError::Damaged {
        dir: dir.to_path_buf(),
        why: format!("{name}: {error}"),
    })?;
    Ok(Some(value))
}

/// Written beside and moved into place: a kill leaves the old file or the new one.
fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), IndexError> {
    let failed = |error| IndexError::File { path: path.to_path_buf(), error };
    let bytes = serde_json::to_vec_pretty(value).map_err(|error| failed(error.into()))?;
    let beside = path.with_extension("new");
    let mut file = fs::File::create(&beside).map_err(failed)?;
    io::Write::write_all(&mut file, &bytes).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)
}
