//! The store: rows in memory, the file beside them.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File, OpenOptions, TryLockError},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use jurat_canon::Hash;

use super::{
    VectorError,
    quantization::QuantizedRows,
    scan::{self, VectorRows},
    vector_file::{self, BLOCK_ROWS, VectorFileHeader},
};

const FILE: &str = "vectors.bin";
const NEW: &str = "vectors.new";
const LOCK: &str = "vectors.lock";

/// Vectors of one model, each under the hash of its text.
///
/// Rows are numbered from zero in the order they came; `remove` closes the gaps, and only that
/// changes a number. Reading needs no lock; one process at a time writes.
pub struct VectorStore {
    folder: PathBuf,
    shape: VectorFileHeader,
    rows: VectorTable,
    /// Up to here the file is whole; a torn rest is cut before the next write.
    whole: u64,
    length: u64,
    writer: Option<VectorFileWriter>,
}

#[derive(Default)]
struct VectorTable {
    keys: Vec<Hash>,
    row_of: HashMap<Hash, u32>,
    vectors: Vec<f32>,
    coded: QuantizedRows,
}

struct VectorFileWriter {
    file: File,
    _lock: File,
}

impl VectorStore {
    /// The model that made the vectors of a folder; nothing where there are none.
    pub fn model_of(folder: &Path) -> Option<String> {
        vector_file::model(&folder.join(FILE))
    }

    /// Opens the store of a folder; a folder without one is an empty store.
    pub fn open(folder: &Path, model: &str, dimensions: usize) -> Result<Self, VectorError> {
        let mut store = Self {
            folder: folder.to_path_buf(),
            shape: VectorFileHeader::new(model, dimensions)?,
            rows: VectorTable::default(),
            whole: 0,
            length: 0,
            writer: None,
        };
        store.load()?;
        Ok(store)
    }

    pub fn len(&self) -> usize {
        self.rows.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.keys.is_empty()
    }

    pub fn dimensions(&self) -> usize {
        self.shape.dimensions
    }

    pub fn has(&self, hash: &Hash) -> bool {
        self.rows.row_of.contains_key(hash)
    }

    pub fn row_of(&self, hash: &Hash) -> Option<u32> {
        self.rows.row_of.get(hash).copied()
    }

    pub fn hash_of(&self, row: u32) -> Option<Hash> {
        self.rows.keys.get(row as usize).copied()
    }

    pub fn vector(&self, row: u32) -> Option<&[f32]> {
        let wide = self.shape.dimensions;
        self.rows.vectors.get(row as usize * wide..)?.get(..wide)
    }

    /// The best `k` rows by their product with the query, best first, of equals the earlier row
    /// first: exactly what scoring every row gives. A query of another length, or one that is not
    /// finite, finds nothing.
    pub fn top(&self, query: &[f32], k: usize, keep: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)> {
        let fits = query.len() == self.shape.dimensions && query.iter().all(|v| v.is_finite());
        if !fits || k == 0 {
            return Vec::new();
        }
        let rows = VectorRows {
            dimensions: self.shape.dimensions,
            vectors: &self.rows.vectors,
            coded: &self.rows.coded,
        };
        scan::top(rows, query, k, keep)
    }

    /// Adds rows; those whose text is there already are passed over. Says how many are new.
    pub fn append(&mut self, rows: &[(Hash, Vec<f32>)]) -> Result<usize, VectorError> {
        for (hash, vector) in rows {
            self.admit(hash, vector)?;
        }
        self.lock()?;
        let mut seen = HashSet::new();
        let new = rows.iter().filter(|(hash, _)| !self.has(hash) && seen.insert(*hash));
        let new: Vec<&(Hash, Vec<f32>)> = new.collect();
        if u32::try_from(self.len() + new.len()).is_err() {
            return Err(VectorError::Full { path: self.path().display().to_string() });
        }
        for block in new.chunks(BLOCK_ROWS) {
            self.write(block)?;
            for (hash, vector) in block {
                self.rows.push(*hash, vector);
            }
        }
        Ok(new.len())
    }

    /// Waits until all that was added is on the disk.
    pub fn sync(&mut self) -> Result<(), VectorError> {
        let path = self.path();
        self.writer.as_ref().map_or(Ok(()), |writer| {
            writer.file.sync_all().map_err(VectorError::file("write", &path))
        })
    }

    /// Removes rows for good: the file is written anew without them. Says how many there were.
    pub fn remove(&mut self, hashes: &[Hash]) -> Result<usize, VectorError> {
        self.lock()?;
        let gone: HashSet<&Hash> = hashes.iter().filter(|hash| self.has(hash)).collect();
        if gone.is_empty() {
            return Ok(0);
        }
        let wide = self.shape.dimensions;
        let mut kept = VectorTable::default();
        for (hash, vector) in self.rows.keys.iter().zip(self.rows.vectors.chunks_exact(wide)) {
            if !gone.contains(hash) {
                kept.push(*hash, vector);
            }
        }
        let removed = gone.len();
        self.replace(kept)?;
        Ok(removed)
    }

    pub fn bytes(&self) -> u64 {
        self.whole
    }

    /// Reads the file again and says what is wrong with it.
    pub fn check(&self) -> Result<Vec<String>, VectorError> {
        let mut problems = Vec::new();
        match vector_file::read_vectors(&self.path(), &self.shape) {
            Ok(Some(found)) if found.whole < found.length => problems.push(format!(
                "{} ends in {} torn bytes",
                self.path().display(),
                found.length - found.whole
            )),
            Ok(Some(found)) if found.keys.len() < self.len() => problems.push(format!(
                "{} has {} rows, expected {}",
                self.path().display(),
                found.keys.len(),
                self.len()
            )),
            Ok(None) if !self.is_empty() => {
                problems.push(format!("{} is gone", self.path().display()));
            }
            Ok(_) => {}
            Err(error @ VectorError::File { .. }) => return Err(error),
            Err(error) => problems.push(error.to_string()),
        }
        Ok(problems)
    }

    fn path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    fn load(&mut self) -> Result<(), VectorError> {
        self.rows = VectorTable::default();
        (self.whole, self.length) = (0, 0);
        let Some(found) = vector_file::read_vectors(&self.path(), &self.shape)? else {
            return Ok(());
        };
        (self.whole, self.length) = (found.whole, found.length);
        self.rows = VectorTable::of(found.keys, found.vectors, self.shape.dimensions);
        Ok(())
    }

    fn admit(&self, hash: &Hash, vector: &[f32]) -> Result<(), VectorError> {
        let refused = |what| Err(VectorError::Refused { hash: hash.to_string(), what });
        if vector.len() != self.shape.dimensions {
            return refused("has another length than the store's");
        }
        if !vector.iter().all(|value| value.is_finite()) {
            return refused("is not finite");
        }
        Ok(())
    }

    /// Makes this the one process that writes, and reads what others wrote meanwhile.
    fn lock(&mut self) -> Result<(), VectorError> {
        if self.writer.is_some() {
            return Ok(());
        }
        let folder = &self.folder;
        fs::create_dir_all(folder).map_err(VectorError::file("make", folder))?;
        let path = folder.join(LOCK);
        let lock = File::create(&path).map_err(VectorError::file("write", &path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(VectorError::Busy { path: folder.display().to_string() });
            }
            Err(TryLockError::Error(error)) => {
                return Err(VectorError::file("lock", &path)(error));
            }
        }
        let path = self.path();
        let now = fs::metadata(&path).map_or(0, |found| found.len());
        if now != self.length {
            self.load()?;
        }
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(VectorError::file("write", &path))?;
        self.writer = Some(VectorFileWriter { file, _lock: lock });
        Ok(())
    }

    fn write(&mut self, rows: &[&(Hash, Vec<f32>)]) -> Result<(), VectorError> {
        let path = self.path();
        let mut bytes = if self.whole == 0 { self.shape.header() } else { Vec::new() };
        let keys: Vec<Hash> = rows.iter().map(|(hash, _)| *hash).collect();
        let place = self.whole + bytes.len() as u64;
        let vectors = rows.iter().flat_map(|(_, vector)| vector);
        bytes.extend(self.shape.block(place, &keys, vectors));
        let Some(VectorFileWriter { file, .. }) = &mut self.writer else { return Ok(()) };
        // What a killed writer left torn, or a full disk in our own last try.
        let written = file
            .set_len(self.whole)
            .and_then(|()| file.seek(SeekFrom::Start(self.whole)))
            .and_then(|_| file.write_all(&bytes));
        written.map_err(VectorError::file("write", &path))?;
        self.whole += bytes.len() as u64;
        self.length = self.whole;
        Ok(())
    }

    fn replace(&mut self, kept: VectorTable) -> Result<(), VectorError> {
        let (path, new) = (self.path(), self.folder.join(NEW));
        let mut file = File::create(&new).map_err(VectorError::file("write", &new))?;
        let mut whole = 0;
        let mut put = |bytes: Vec<u8>| {
            whole += bytes.len() as u64;
            file.write_all(&bytes).map_err(VectorError::file("write", &new))?;
            Ok(whole)
        };
        let mut place = put(self.shape.header())?;
        let wide = self.shape.dimensions;
        let blocks = kept.vectors.chunks(BLOCK_ROWS * wide);
        for (keys, vectors) in kept.keys.chunks(BLOCK_ROWS).zip(blocks) {
            place = put(self.shape.block(place, keys, vectors.iter()))?;
        }
        file.sync_all().map_err(VectorError::file("write", &new))?;
        fs::rename(&new, &path).map_err(VectorError::file("write", &path))?;
        (self.whole, self.length, self.rows) = (place, place, kept);
        if let Some(writer) = &mut self.writer {
            writer.file = file;
        }
        Ok(())
    }
}

impl VectorTable {
    fn of(keys: Vec<Hash>, vectors: Vec<f32>, wide: usize) -> Self {
        let mut coded = QuantizedRows::default();
        vectors.chunks_exact(wide).for_each(|vector| coded.push(vector));
        let row_of = keys.iter().copied().zip(0..).collect();
        Self { keys, row_of, vectors, coded }
    }

    fn push(&mut self, hash: Hash, vector: &[f32]) {
        // Rows are counted before they are written: there are never more than u32 can number.
        let row = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        self.row_of.insert(hash, row);
        self.keys.push(hash);
        self.vectors.extend_from_slice(vector);
        self.coded.push(vector);
    }
}
