//! The file of vectors: a header, then blocks that are only ever added at the end.
//!
//! Header: magic, version, dimensions, length of the model's name, the name, a sum. Block: rows, a
//! sum over its place and rows, a sum over its contents, then the keys, then the vectors. All
//! numbers are little-endian; all sums are BLAKE3. A kill leaves at most a block that is too short.

use std::{
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use jurat_canon::Hash;

use super::VectorError;
use crate::file_system::if_there;

const MAGIC: &[u8; 8] = b"JURATVEC";
const VERSION: u32 = 1;
/// Codes of so many dimensions still add up within an i32.
pub(super) const MOST_DIMENSIONS: usize = 1 << 16;
const MOST_NAME: usize = 1000;
pub(super) const BLOCK_ROWS: usize = 512;
const BLOCK_HEAD: usize = 4 + 4 + 32;
const KEY: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VectorFileHeader {
    pub(super) model: String,
    pub(super) dimensions: usize,
}

pub(super) struct VectorFileContents {
    pub(super) keys: Vec<Hash>,
    pub(super) vectors: Vec<f32>,
    /// Up to here it is whole.
    pub(super) whole: u64,
    /// All of it, the torn rest included.
    pub(super) length: u64,
}

impl VectorFileHeader {
    pub(super) fn new(model: &str, dimensions: usize) -> Result<Self, VectorError> {
        let fits = (1..=MOST_DIMENSIONS).contains(&dimensions) && model.len() <= MOST_NAME;
        let model = model.to_owned();
        if fits {
            Ok(Self { model, dimensions })
        } else {
            Err(VectorError::BadShape { model, dimensions })
        }
    }

    pub(super) fn header(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, small(self.dimensions), small(self.model.len())] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.model.as_bytes());
        let sum = Hash::of(&bytes);
        bytes.extend(sum.as_bytes());
        bytes
    }

    fn row_bytes(&self) -> usize {
        KEY + 4 * self.dimensions
    }

    /// One block, to be written at this place of the file.
    pub(super) fn block<'a>(
        &self,
        place: u64,
        keys: &[Hash],
        vectors: impl Iterator<Item = &'a f32>,
    ) -> Vec<u8> {
        let mut contents = Vec::with_capacity(keys.len() * self.row_bytes());
        for key in keys {
            contents.extend(key.as_bytes());
        }
        for value in vectors {
            contents.extend(value.to_le_bytes());
        }
        let rows = small(keys.len());
        let mut bytes = rows.to_le_bytes().to_vec();
        bytes.extend(head_sum(place, rows));
        bytes.extend(Hash::of(&contents).as_bytes());
        bytes.extend(contents);
        bytes
    }
}

/// Lengths that limits keep small.
fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn head_sum(place: u64, rows: u32) -> [u8; 4] {
    let sum = Hash::of_parts(&[&place.to_le_bytes(), &rows.to_le_bytes()]);
    let [a, b, c, d, ..] = *sum.as_bytes();
    [a, b, c, d]
}

/// The name of the model that made the vectors of a file; nothing where there are none.
pub(super) fn model(path: &Path) -> Option<String> {
    let mut head = [0; MAGIC.len() + 12];
    let mut file = File::open(path).ok()?;
    file.read_exact(&mut head).ok()?;
    let length = u32::from_le_bytes(*head.last_chunk()?) as usize;
    if !head.starts_with(MAGIC) || MOST_NAME < length {
        return None;
    }
    let mut name = vec![0; length];
    file.read_exact(&mut name).ok()?;
    String::from_utf8(name).ok()
}

/// Reads a file whole and holds every sum against its bytes.
pub(super) fn read_vectors(
    path: &Path,
    expected: &VectorFileHeader,
) -> Result<Option<VectorFileContents>, VectorError> {
    let file = if_there(File::open(path)).map_err(VectorError::file("read", path))?;
    let Some(file) = file else { return Ok(None) };
    let length = file.metadata().map_err(VectorError::file("read", path))?.len();
    let mut reader = VectorFileReader {
        path,
        from: BufReader::with_capacity(1 << 16, file),
        at: 0,
        length,
    };
    // Written before the first block and synced with it: too short, it never held anything.
    if length < expected.header().len() as u64 && reader.is_start_of(&expected.header())? {
        return Ok(Some(VectorFileContents {
            keys: Vec::new(),
            vectors: Vec::new(),
            whole: 0,
            length,
        }));
    }
    reader.header(expected)?;
    reader.blocks(expected).map(Some)
}

struct VectorFileReader<'a> {
    path: &'a Path,
    from: BufReader<File>,
    at: u64,
    length: u64,
}

impl VectorFileReader<'_> {
    fn damaged(&self, what: &'static str) -> VectorError {
        VectorError::Damaged {
            path: self.path.display().to_string(),
            at: self.at,
            what,
        }
    }

    fn left(&self) -> u64 {
        self.length.saturating_sub(self.at)
    }

    fn take(&mut self, bytes: &mut [u8]) -> Result<(), VectorError> {
        self.from
            .read_exact(bytes)
            .map_err(VectorError::file("read", self.path))
    }

    fn is_start_of(&mut self, header: &[u8]) -> Result<bool, VectorError> {
        let mut start = Vec::new();
        let limit = header.len() as u64;
        let read = self.from.by_ref().take(limit).read_to_end(&mut start);
        read.map_err(VectorError::file("read", self.path))?;
        Ok(header.starts_with(&start))
    }

    fn header(&mut self, expected: &VectorFileHeader) -> Result<(), VectorError> {
        let mut start = [0; 20];
        if self.left() < start.len() as u64 + 32 {
            return Err(self.damaged("it has no header"));
        }
        self.take(&mut start)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| start[at + n]));
        let name = number(16) as usize;
        if !start.starts_with(MAGIC) || MOST_NAME < name {
            return Err(self.damaged("it is no file of vectors"));
        }
        if number(8) != VERSION {
            return Err(self.damaged("it has another version"));
        }
        let mut rest = vec![0; name + 32];
        if self.left() < (start.len() + rest.len()) as u64 {
            return Err(self.damaged("its header is too short"));
        }
        self.take(&mut rest)?;
        let (model, sum) = rest.split_at(name);
        let whole = [&start[..], model].concat();
        if Hash::of(&whole).as_bytes() != sum {
            return Err(self.damaged("its header has a wrong sum"));
        }
        self.at = (whole.len() + 32) as u64;
        let model = String::from_utf8_lossy(model).into_owned();
        let found = VectorFileHeader { model, dimensions: number(12) as usize };
        if found == *expected {
            return Ok(());
        }
        let named = |shape: &VectorFileHeader| {
            format!("{} ({} dimensions)", shape.model, shape.dimensions)
        };
        Err(VectorError::OtherModel {
            path: self.path.display().to_string(),
            found: named(&found),
            expected: named(expected),
        })
    }

    fn blocks(mut self, shape: &VectorFileHeader) -> Result<VectorFileContents, VectorError> {
        let rows = usize::try_from(self.left()).unwrap_or(0) / shape.row_bytes();
        let mut keys = Vec::with_capacity(rows);
        let mut vectors = Vec::with_capacity(rows * shape.dimensions);
        let mut contents = Vec::new();
        while let Some(rows) = self.block(shape, &mut contents)? {
            let (key_bytes, numbers) = contents.split_at(rows * KEY);
            let (each, _) = key_bytes.as_chunks::<KEY>();
            keys.extend(each.iter().map(|key| Hash::from_bytes(*key)));
            let (each, _) = numbers.as_chunks::<4>();
            vectors.extend(each.iter().map(|number| f32::from_le_bytes(*number)));
        }
        if vectors.iter().any(|value: &f32| !value.is_finite()) {
            return Err(self.damaged("a vector is not finite"));
        }
        Ok(VectorFileContents { keys, vectors, whole: self.at, length: self.length })
    }

    /// The rows of the next block, or none at the end or before a torn one.
    fn block(
        &mut self,
        shape: &VectorFileHeader,
        into: &mut Vec<u8>,
    ) -> Result<Option<usize>, VectorError> {
        if self.left() < BLOCK_HEAD as u64 {
            return Ok(None);
        }
        let mut head = [0; BLOCK_HEAD];
        self.take(&mut head)?;
        let rows = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
        if head[4..8] != head_sum(self.at, rows) || BLOCK_ROWS < rows as usize || rows == 0 {
            // A system that lost power may have made room and written nothing into it.
            let empty = head.iter().all(|byte| *byte == 0) && self.rest_is_empty()?;
            return if empty {
                Ok(None)
            } else {
                Err(self.damaged("a block has a wrong head"))
            };
        }
        let rows = rows as usize;
        let bytes = rows * shape.row_bytes();
        let whole = (BLOCK_HEAD + bytes) as u64;
        if self.left() < whole {
            return Ok(None);
        }
        into.resize(bytes, 0);
        self.take(into)?;
        if Hash::of(into).as_bytes()[..] != head[8..] {
            let last = self.left() == whole;
            return if last { Ok(None) } else { Err(self.damaged("a block has a wrong sum")) };
        }
        self.at += whole;
        Ok(Some(rows))
    }

    fn rest_is_empty(&mut self) -> Result<bool, VectorError> {
        let mut chunk = [0; 4096];
        loop {
            match self
                .from
                .read(&mut chunk)
                .map_err(VectorError::file("read", self.path))?
            {
                0 => return Ok(true),
                read if chunk[..read].iter().any(|byte| *byte != 0) => return Ok(false),
                _ => {}
            }
        }
    }
}
