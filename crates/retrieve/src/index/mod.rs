//! An index in a folder: what can be searched, and how it was tuned.
//!
//! tantivy keeps postings and passages; scoring is ours (`search`), since features of many kinds
//! are read off the same postings.

mod analysis;
mod ancestors;
pub(crate) mod citation_terms;
mod error;
mod metadata_filter;
mod part_merging;
mod schema;
mod snapshot;
mod writer;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use jurat_model::Passage;
use jurat_text::Language;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub(crate) use analysis::TermAnalyser;
pub use analysis::{passage_language, query_language};
pub use error::IndexError;
pub(crate) use metadata_filter::docs;
pub use metadata_filter::{FiltersByKey, MetadataFilter};
pub(crate) use schema::IndexFields;
pub(crate) use snapshot::{IndexSegment, IndexSnapshot, NONE};
pub(crate) use writer::document_of;
pub use writer::{PassageWriter, words_to_embed};

use crate::{
    calibrate::HitCalibration,
    file_system::{if_there, replace},
    fusion::Fusion,
};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexSettings {
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
struct IndexHeader {
    format: u32,
    #[serde(flatten)]
    settings: IndexSettings,
}

pub struct Index {
    dir: PathBuf,
    settings: IndexSettings,
    fields: IndexFields,
    inner: tantivy::Index,
    snapshot: RwLock<Arc<IndexSnapshot>>,
    fusion: RwLock<Option<Fusion>>,
    calibration: RwLock<HitCalibration>,
}

impl Index {
    /// Makes an empty index in a folder, which is made where it is missing.
    pub fn create(dir: &Path, settings: &IndexSettings) -> Result<Self, IndexError> {
        if dir.join(SETTINGS).exists() {
            return Err(IndexError::Exists { dir: dir.to_path_buf() });
        }
        fs::create_dir_all(dir)
            .map_err(|error| IndexError::File { path: dir.to_path_buf(), error })?;
        let (schema, _) = schema::schema();
        // What a creation that was killed left behind holds no passage: begin again over it.
        match tantivy::Index::create_in_dir(dir, schema) {
            Ok(_) | Err(tantivy::TantivyError::IndexAlreadyExists) => {}
            Err(error) => return Err(IndexError::of(dir)(error)),
        }
        let header = IndexHeader { format: FORMAT, settings: settings.clone() };
        write_json(&dir.join(SETTINGS), &header)?;
        Self::open(dir)
    }

    /// Opens an index as its last commit left it.
    pub fn open(dir: &Path) -> Result<Self, IndexError> {
        let header: IndexHeader = read_json(dir, SETTINGS)?
            .ok_or_else(|| IndexError::Missing { dir: dir.to_path_buf() })?;
        if header.format != FORMAT {
            let (found, dir) = (header.format, dir.to_path_buf());
            return Err(IndexError::Version { dir, found, known: FORMAT });
        }
        let inner = tantivy::Index::open_in_dir(dir).map_err(IndexError::of(dir))?;
        schema::register(&inner);
        let (expected, fields) = schema::schema();
        if inner.schema() != expected {
            let why = "its fields are not those of an index".to_owned();
            return Err(IndexError::Damaged { dir: dir.to_path_buf(), why });
        }
        let snapshot = IndexSnapshot::load(dir, &inner, &fields)?;
        Ok(Self {
            dir: dir.to_path_buf(),
            settings: header.settings,
            fields,
            inner,
            snapshot: RwLock::new(Arc::new(snapshot)),
            fusion: RwLock::new(read_json(dir, FUSION)?),
            calibration: RwLock::new(
                read_json(dir, CALIBRATION)?.unwrap_or_else(HitCalibration::shipped),
            ),
        })
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    pub const fn settings(&self) -> &IndexSettings {
        &self.settings
    }

    pub fn len(&self) -> usize {
        self.snapshot().alive()
    }

    /// How many passages each of its parts holds, removed ones included.
    pub fn parts(&self) -> Vec<usize> {
        self.snapshot().segments().iter().map(IndexSegment::rows).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Re-reads every file against its sum: the files that do not hold.
    pub fn check(&self) -> Result<Vec<PathBuf>, IndexError> {
        let damaged = self.inner.validate_checksum().map_err(IndexError::of(&self.dir))?;
        let mut damaged: Vec<PathBuf> = damaged.into_iter().collect();
        damaged.sort();
        Ok(damaged)
    }

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

    pub fn set_fusion(&self, fusion: &Fusion) -> Result<(), IndexError> {
        write_json(&self.dir.join(FUSION), fusion)?;
        *self.fusion.write().unwrap_or_else(PoisonError::into_inner) = Some(fusion.clone());
        Ok(())
    }

    /// How scores become probabilities.
    pub fn calibration(&self) -> HitCalibration {
        self.calibration
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn set_calibration(&self, calibration: &HitCalibration) -> Result<(), IndexError> {
        write_json(&self.dir.join(CALIBRATION), calibration)?;
        *self.calibration.write().unwrap_or_else(PoisonError::into_inner) = calibration.clone();
        Ok(())
    }

    pub(crate) const fn fields(&self) -> &IndexFields {
        &self.fields
    }

    pub(crate) fn snapshot(&self) -> Arc<IndexSnapshot> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows what the last commit wrote, by whomever.
    pub fn reload(&self) -> Result<(), IndexError> {
        let fresh = Arc::new(IndexSnapshot::load(&self.dir, &self.inner, &self.fields)?);
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }
}

/// Nothing where there is no such file; a file that cannot be understood is damage.
fn read_json<T: DeserializeOwned>(dir: &Path, name: &str) -> Result<Option<T>, IndexError> {
    let path = dir.join(name);
    let bytes = if_there(fs::read(&path)).map_err(|error| IndexError::File { path, error })?;
    let Some(bytes) = bytes else { return Ok(None) };
    let value = serde_json::from_slice(&bytes).map_err(|error| IndexError::Damaged {
        dir: dir.to_path_buf(),
        why: format!("{name}: {error}"),
    })?;
    Ok(Some(value))
}

fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), IndexError> {
    let bytes = serde_json::to_vec_pretty(value).map_err(io::Error::from);
    let written = bytes.and_then(|bytes| replace(path, &bytes));
    written.map_err(|error| IndexError::File { path: path.to_path_buf(), error })
}
