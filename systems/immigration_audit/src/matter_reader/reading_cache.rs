//! Readings that are kept, so that an audit again reads only what changed. Each is sealed by a key made of the bytes of its own
//! file: whoever does not have the file cannot read what was read of it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
};

use jurat_canon::hex;
use jurat_ingest::{ChildLauncher, FileLimits};
use jurat_model::{DocumentMetadata, Rendition, Source};
use serde::{Deserialize, Serialize};

/// What all readings together may take, in bytes.
const MOST_KEPT: u64 = 256 << 20;
/// Bytes of a seal.
const SEAL: usize = 32;

const KEY: &str = "jurat 2026-11 immigration audit: the key of a reading";
const NAME: &str = "jurat 2026-11 immigration audit: the name of a reading";
const SEALS: &str = "jurat 2026-11 immigration audit: the seal of a reading";
const STREAM: &str = "jurat 2026-11 immigration audit: the stream of a reading";

/// A document as it was read, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DocumentReading {
    pub(super) source: Source,
    pub(super) rendition: Rendition,
    pub(super) metadata: DocumentMetadata,
}

/// Readings in a folder that may be taken away at any time.
#[derive(Debug)]
pub(super) struct ReadingCache {
    folder: PathBuf,
    most: u64,
}

/// What a reading is kept under: the bytes, the name, who reads and how far it may go.
pub(super) struct ReadingKey([u8; 32]);

impl ReadingKey {
    /// Nothing where it cannot be told which program reads.
    pub(super) fn new(
        (name, bytes): (&str, &[u8]),
        launcher: &ChildLauncher,
        limits: &FileLimits,
    ) -> Option<Self> {
        let told = (name, reader_of(launcher)?, limits);
        let mut hasher = blake3::Hasher::new_derive_key(KEY);
        let told = serde_json::to_vec(&told).ok()?;
        hasher.update(&u64::try_from(told.len()).ok()?.to_le_bytes());
        hasher.update(&told).update(bytes);
        Some(Self(*hasher.finalize().as_bytes()))
    }

    fn file_name(&self) -> String {
        hex(&blake3::derive_key(NAME, &self.0))
    }

    /// The seal is made of what is sealed, and the stream of the seal: no stream is used for two readings.
    fn seal(&self, plain: &[u8]) -> [u8; SEAL] {
        *blake3::keyed_hash(&blake3::derive_key(SEALS, &self.0), plain).as_bytes()
    }

    fn hide(&self, seal: &[u8], bytes: &mut [u8]) {
        let mut stream = blake3::Hasher::new_keyed(&blake3::derive_key(STREAM, &self.0));
        let mut stream = stream.update(seal).finalize_xof();
        let mut part = [0; 4096];
        for chunk in bytes.chunks_mut(part.len()) {
            stream.fill(&mut part);
            for (byte, with) in chunk.iter_mut().zip(part) {
                *byte ^= with;
            }
        }
    }
}

/// The program that reads: another build may read otherwise.
fn reader_of(launcher: &ChildLauncher) -> Option<String> {
    let program = fs::metadata(&launcher.program).ok()?;
    let changed = program.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("{version}, {} bytes, {} ns", program.len(), changed.as_nanos()))
}

impl ReadingCache {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder, most: MOST_KEPT }
    }

    /// What was read before; nothing where it was not, or where what lies there is not what was kept.
    pub(super) fn kept(&self, key: &ReadingKey) -> Option<Vec<DocumentReading>> {
        let mut bytes = fs::read(self.folder.join(key.file_name())).ok()?;
        let (seal, hidden) = bytes.split_at_mut_checked(SEAL)?;
        key.hide(seal, hidden);
        (key.seal(hidden).as_slice() == seal)
            .then(|| serde_json::from_slice(hidden).ok())
            .flatten()
    }

    /// Keeps a reading. One that cannot be kept is made again the next time.
    pub(super) fn keep(&self, key: &ReadingKey, reading: &[DocumentReading]) {
        let Ok(mut plain) = serde_json::to_vec(reading) else { return };
        let seal = key.seal(&plain);
        key.hide(&seal, &mut plain);
        let sealed = [seal.as_slice(), &plain].concat();
        let name = key.file_name();
        let unfinished = self.folder.join(format!("{name}.{}", process::id()));
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&unfinished, sealed))
            .and_then(|()| fs::rename(&unfinished, self.folder.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(unfinished);
        }
    }

    /// Takes the oldest away until the rest is within bounds.
    pub(super) fn bound(&self) {
        let Ok(mut all) = entries(&self.folder) else { return };
        all.sort_by(|one, other| other.cmp(one));
        let mut held = 0;
        for (_, size, path) in all {
            held += size;
            if self.most < held {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// When each was written, its size and where it lies.
fn entries(folder: &Path) -> io::Result<Vec<(std::time::SystemTime, u64, PathBuf)>> {
    let read = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        let about = entry.metadata()?;
        Ok((about.modified()?, about.len(), entry.path()))
    };
    fs::read_dir(folder)?.map(read).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_canon::Hash;
    use jurat_model::ReaderIdentity;

    use super::*;

    const SECRET: &str = "The passport number is QX000000.";

    fn key(name: &str, bytes: &[u8]) -> ReadingKey {
        let program = std::env::current_exe().unwrap();
        let launcher = ChildLauncher { program, args: Vec::new() };
        ReadingKey::new((name, bytes), &launcher, &FileLimits::default()).unwrap()
    }

    fn reading() -> Vec<DocumentReading> {
        let reader = ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        };
        let source = Source {
            hash: Hash::of(b"x"),
            size: 1,
            name: "a.txt".to_owned(),
            media: "text/plain".to_owned(),
        };
        vec![DocumentReading {
            source,
            rendition: Rendition::plain(reader, SECRET.repeat(400)),
            metadata: DocumentMetadata::default(),
        }]
    }

    #[test]
    fn what_was_kept_is_had_again_by_its_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cache = ReadingCache::new(folder.path().join("readings"));
        assert_eq!(cache.kept(&key("a.txt", b"x")), None);
        cache.keep(&key("a.txt", b"x"), &reading());
        assert_eq!(cache.kept(&key("a.txt", b"x")), Some(reading()));
        for other in [key("b.txt", b"x"), key("a.txt", b"y")] {
            assert_eq!(cache.kept(&other), None);
        }
        let (_, _, path) = entries(&cache.folder).unwrap().remove(0);
        let lies_there = fs::read(path).unwrap();
        assert!(
            !lies_there
                .windows(8)
                .any(|part| part == b"passport" || part == b"QX000000")
        );
    }

    #[test]
    fn what_was_changed_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = ReadingCache::new(folder.path().to_owned());
        let key = key("a.txt", b"x");
        cache.keep(&key, &reading());
        let path = folder.path().join(key.file_name());
        let whole = fs::read(&path).unwrap();
        for at in [0, SEAL, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, changed).unwrap();
            assert_eq!(cache.kept(&key), None, "byte {at}");
        }
        for short in [0, SEAL - 1, SEAL, whole.len() / 2] {
            fs::write(&path, &whole[..short]).unwrap();
            assert_eq!(cache.kept(&key), None, "{short} bytes");
        }
    }

    #[test]
    fn the_oldest_are_taken_away_first() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = ReadingCache::new(folder.path().to_owned());
        for number in 0..6_u64 {
            let name = format!("{number}.txt");
            let key = key(&name, b"x");
            cache.keep(&key, &reading());
            let file = fs::File::options()
                .write(true)
                .open(folder.path().join(key.file_name()))
                .unwrap();
            let day = std::time::UNIX_EPOCH + std::time::Duration::from_secs(86_400 * number);
            file.set_modified(day).unwrap();
        }
        let size = entries(folder.path()).unwrap()[0].1;
        cache.most = 2 * size;
        cache.bound();
        let left = ["4.txt", "5.txt"].map(|name| cache.kept(&key(name, b"x")).is_some());
        assert_eq!((left, entries(folder.path()).unwrap().len()), ([true, true], 2));
    }
}
