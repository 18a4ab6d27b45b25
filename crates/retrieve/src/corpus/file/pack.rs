//! The pack: blobs gathered into compressed blocks, one after the other in one file.
//!
//! Small blobs share a block, so that rows of a table compress together. A blob is named by its
//! hash and found by its place; both are checked when it is read.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    sync::{Arc, Mutex, PoisonError},
};

use jurat_canon::{Blob, Hash};

use crate::corpus::entry::BlobLocation;

const MAGIC: &[u8; 8] = b"JRTBLOCK";
/// Magic, hash, plain length, encoded length.
const HEADER: usize = 8 + 32 + 8 + 8;
/// Plain bytes after which a block is written.
const BLOCK: usize = 128 << 10;
/// Blocks that are kept decoded.
const RECENT: usize = 8;
/// No block is larger: a source and its rendition are limited well below.
const LARGEST: u64 = 1 << 32;

#[derive(Debug)]
pub(super) struct BlobPack {
    inner: Mutex<BlobPackReader>,
}

#[derive(Debug)]
struct BlobPackReader {
    file: File,
    /// The blocks read last, the newest first: neighbours are mostly read one after the other.
    recent: VecDeque<(u64, Arc<Vec<u8>>)>,
}

impl BlobPack {
    pub(super) fn new(file: File) -> Self {
        Self {
            inner: Mutex::new(BlobPackReader { file, recent: VecDeque::new() }),
        }
    }

    /// A blob, checked against its hash, or what is wrong with it.
    pub(super) fn read(&self, place: &BlobLocation) -> Result<Vec<u8>, String> {
        // Nothing needs no block, and may have none.
        if place.len == 0 {
            return blob(&[], &BlobLocation { start: 0, ..*place });
        }
        let block = self.block(place.block)?;
        blob(&block, place)
    }

    fn block(&self, at: u64) -> Result<Arc<Vec<u8>>, String> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = inner.recent.iter().position(|(start, _)| *start == at) {
            let block = Arc::clone(&inner.recent[found].1);
            inner.recent.swap(0, found);
            return Ok(block);
        }
        let block = Arc::new(decode(&mut inner.file, at)?);
        // A large blob has a block of its own, and nobody else comes for it.
        if block.len() <= 2 * BLOCK {
            inner.recent.truncate(RECENT - 1);
            inner.recent.push_front((at, Arc::clone(&block)));
        }
        Ok(block)
    }
}

fn blob(block: &[u8], place: &BlobLocation) -> Result<Vec<u8>, String> {
    let end = place.start.checked_add(place.len);
    let range = usize::try_from(place.start)
        .ok()
        .zip(end.and_then(|end| end.try_into().ok()));
    let found = range.and_then(|(start, end)| block.get(start..end));
    let found =
        found.ok_or_else(|| format!("its block at byte {} is too short", place.block))?;
    if Hash::of(found) == place.hash {
        Ok(found.to_vec())
    } else {
        Err(format!("the block at byte {} holds other bytes in its place", place.block))
    }
}

fn decode(file: &mut File, at: u64) -> Result<Vec<u8>, String> {
    let unreadable = |error: io::Error| format!("the block at byte {at} of the pack: {error}");
    let mut header = [0; HEADER];
    file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
    file.read_exact(&mut header).map_err(unreadable)?;
    let left = file.metadata().map_err(unreadable)?.len().saturating_sub(at);
    let (hash, plain, encoded) = read_header(&header)
        .filter(|(_, plain, encoded)| *encoded <= left && *plain <= LARGEST)
        .ok_or_else(|| format!("there is no block at byte {at} of the pack"))?;
    let mut bytes = Vec::new();
    file.take(encoded).read_to_end(&mut bytes).map_err(unreadable)?;
    Blob::decode(hash, plain, &bytes)
        .map_err(|error| format!("the block at byte {at} of the pack: {error}"))
}

fn read_header(header: &[u8; HEADER]) -> Option<(Hash, u64, u64)> {
    let rest = header.strip_prefix(MAGIC)?;
    let hash: [u8; 32] = rest.get(..32)?.try_into().ok()?;
    let number = |at: usize| Some(u64::from_le_bytes(rest.get(at..at + 8)?.try_into().ok()?));
    Some((Hash::from_bytes(hash), number(32)?, number(40)?))
}

/// The end of a pack, where blobs are added.
#[derive(Debug)]
pub(super) struct BlobPackAppender {
    file: File,
    /// Where the next block goes.
    end: u64,
    /// The block that is being filled.
    open: Vec<u8>,
}

impl BlobPackAppender {
    /// Cuts off what lies behind `end` and goes on there.
    pub(super) fn new(file: File, end: u64) -> io::Result<Self> {
        file.set_len(end)?;
        Ok(Self { file, end, open: Vec::new() })
    }

    pub(super) fn add(&mut self, hash: Hash, bytes: &[u8]) -> io::Result<BlobLocation> {
        if !self.open.is_empty() && BLOCK < self.open.len() + bytes.len() {
            self.close()?;
        }
        let place = BlobLocation {
            hash,
            block: self.end,
            start: self.open.len() as u64,
            len: bytes.len() as u64,
        };
        self.open.extend_from_slice(bytes);
        Ok(place)
    }

    /// A blob that is still in the open block.
    pub(super) fn read(&self, place: &BlobLocation) -> Option<Result<Vec<u8>, String>> {
        (place.block == self.end).then(|| blob(&self.open, place))
    }

    /// Writes the open block and waits for the disk. Gives the length of the pack.
    pub(super) fn sync(&mut self) -> io::Result<u64> {
        if !self.open.is_empty() {
            self.close()?;
        }
        self.file.sync_data()?;
        Ok(self.end)
    }

    fn close(&mut self) -> io::Result<()> {
        let blob = Blob::encode(&self.open);
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(MAGIC);
        header.extend_from_slice(blob.hash.as_bytes());
        header.extend_from_slice(&blob.size.to_le_bytes());
        header.extend_from_slice(&(blob.encoded.len() as u64).to_le_bytes());
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&header)?;
        self.file.write_all(&blob.encoded)?;
        self.end += (HEADER + blob.encoded.len()) as u64;
        self.open.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    fn fill(path: &std::path::Path, blobs: &[Vec<u8>]) -> Vec<BlobLocation> {
        let mut tail = BlobPackAppender::new(File::create(path).unwrap(), 0).unwrap();
        let add = |bytes: &Vec<u8>| tail.add(Hash::of(bytes), bytes).unwrap();
        let places = blobs.iter().map(add).collect();
        tail.sync().unwrap();
        places
    }

    fn blobs() -> Vec<Vec<u8>> {
        let row = |number: usize| format!("row {number} ").repeat(number % 300).into_bytes();
        let mut blobs: Vec<Vec<u8>> = (0..500).map(row).collect();
        blobs.push(vec![7; 3 * BLOCK]);
        blobs.push(Vec::new());
        blobs
    }

    #[test]
    fn every_blob_is_read_back_from_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        let places = fill(&path, &blobs());
        let pack = BlobPack::new(File::open(&path).unwrap());
        for (place, blob) in places.iter().zip(blobs()) {
            assert_eq!(pack.read(place).unwrap(), blob);
        }
        let plain: usize = blobs().iter().map(Vec::len).sum();
        assert!(path.metadata().unwrap().len() < plain as u64 / 4);
    }

    #[test]
    fn a_changed_byte_is_found_and_never_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        let places = fill(&path, &blobs()[..40]);
        let good = std::fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            std::fs::write(&path, bytes).unwrap();
            let pack = BlobPack::new(File::open(&path).unwrap());
            let read = pack.read(&places[39]);
            assert!(read.is_err() || read.unwrap() == blobs()[39], "byte {at}");
        }
    }

    #[test]
    fn a_place_beyond_the_pack_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        let place = fill(&path, &blobs()[..4])[3];
        let pack = BlobPack::new(File::open(&path).unwrap());
        for (block, start, len) in
            [(u64::MAX, 0, 1), (1, 0, 1), (0, u64::MAX, 2), (0, 0, 1 << 40)]
        {
            assert!(pack.read(&BlobLocation { block, start, len, ..place }).is_err());
        }
    }
}
