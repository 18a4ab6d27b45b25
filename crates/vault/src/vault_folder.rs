//! The folder of a vault: a folder for each record, in it the chain, the sealed record and sealed files.
//!
//! A record is written before its chain, and a chain that ends in an erasure is written before the record goes: what a death
//! between the two leaves is put right by whoever looks next.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use serde_json::Value as Json;

use crate::{
    EventChain, RecordedEvent, VaultError, VaultKey, VaultRecord, event_chain::ChainLink,
    sealed_bytes,
};

/// The kind of event that ends a record because somebody asked for it.
pub const ERASED: &str = "erased";
/// The kind of event that ends a record because its time was up.
pub const EXPIRED: &str = "expired";

const CHAIN: &str = "chain.jsonl";
const RECORD: &str = "record";
const SEALED: &str = "sealed";
const REMAINDER: &str = "remainder.json";
const REMAINDERS: &str = "remainders.jsonl";
const LOCK: &str = "lock";
const DAY_MS: i64 = 86_400_000;

/// Records in a folder of their own.
#[derive(Debug, Clone)]
pub struct VaultFolder {
    root: PathBuf,
}

/// What a look at a chain came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainCheck {
    pub chain: EventChain,
    /// Whether anything but the chain is left.
    pub is_kept: bool,
    /// What does not hold; nothing where all does.
    pub faults: Vec<String>,
}

impl VaultFolder {
    pub const fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Ids of all records, those that were erased too.
    pub fn ids(&self) -> Result<Vec<String>, VaultError> {
        let entries = match fs::read_dir(&self.root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(VaultError::disk(&self.root)(error)),
        };
        let mut ids = Vec::new();
        for entry in entries {
            let entry = entry.map_err(VaultError::disk(&self.root))?;
            if entry.path().is_dir() {
                ids.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        ids.sort();
        Ok(ids)
    }

    /// The chain of a record; an empty one where there is none.
    pub fn chain(&self, id: &str) -> Result<EventChain, VaultError> {
        match fs::read_to_string(self.at(id).join(CHAIN)) {
            Ok(text) => EventChain::parse(&text, &format!("the chain of {id}")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(EventChain::default()),
            Err(error) => Err(VaultError::disk(self.at(id).join(CHAIN))(error)),
        }
    }

    /// Whether anything but the chain is kept.
    pub fn is_kept(&self, id: &str) -> bool {
        self.sealed(id, RECORD).is_file()
    }

    /// Whether anything at all was sealed here, under whatever key.
    pub fn is_used(&self) -> Result<bool, VaultError> {
        Ok(self.ids()?.iter().any(|id| self.is_kept(id)))
    }

    /// The record of an id.
    pub fn open(&self, key: &VaultKey, id: &str) -> Result<VaultRecord, VaultError> {
        if !self.is_kept(id) {
            let was_there = !self.chain(id)?.links().is_empty();
            let id = id.to_owned();
            return Err(if was_there {
                VaultError::Erased(id)
            } else {
                VaultError::Unknown(id)
            });
        }
        let plain = self.file(key, id, RECORD)?;
        serde_json::from_slice(&plain).map_err(|error| {
            // What stands there is personal: the error's words could repeat it.
            let why = format!("line {}, column {}", error.line(), error.column());
            VaultError::damaged(&about(id, RECORD), why)
        })
    }

    /// A sealed file of a record.
    pub fn file(&self, key: &VaultKey, id: &str, name: &str) -> Result<Vec<u8>, VaultError> {
        let path = self.sealed(id, name);
        let sealed = fs::read(&path).map_err(VaultError::disk(&path))?;
        sealed_bytes::open(key, &about(id, name), &sealed)
    }

    /// Adds an event to the record of a name, with files that take the place of those of the same name. The first event
    /// makes the record.
    pub fn record(
        &self,
        key: &VaultKey,
        name: &str,
        event: RecordedEvent,
        files: &[(&str, &[u8])],
    ) -> Result<ChainLink, VaultError> {
        let id = key.id_of(name);
        let folder = self.at(&id);
        make_folder(&folder)?;
        let _lock = self.locked()?;
        let mut chain = self.chain(&id)?;
        let mut record =
            if self.is_kept(&id) { self.open(key, &id)? } else { VaultRecord::new(name)? };
        Self::caught_up(&record, &mut chain)?;
        let event = RecordedEvent { seq: chain.next_seq(), ..event };
        let link = chain.push(&event.kind, event.at_ms, record.content(&event)?);
        record.events.push(event);
        for (name, bytes) in files {
            self.write_sealed(key, &id, name, bytes)?;
        }
        let told = serde_json::to_vec(&record)
            .map_err(|error| VaultError::damaged(&about(&id, RECORD), error.to_string()))?;
        self.write_sealed(key, &id, RECORD, &told)?;
        self.write_chain(&id, &chain)?;
        Ok(link)
    }

    /// Says what stays of a record when it is erased: figures that name nobody.
    pub fn set_remainder(&self, id: &str, figures: &Json) -> Result<(), VaultError> {
        write_whole(&self.at(id).join(REMAINDER), figures.to_string().as_bytes())
    }

    /// What would stay of all records, and what stayed of those that were erased.
    pub fn remainders(&self) -> Result<Vec<Json>, VaultError> {
        let mut lines = self.remainder_lines()?;
        for id in self.ids()? {
            lines.extend(text_of(&self.at(&id).join(REMAINDER))?);
        }
        lines.sort();
        let read = lines.iter().map(|line| {
            serde_json::from_str(line)
                .map_err(|error| VaultError::damaged(REMAINDERS, error.to_string()))
        });
        read.collect()
    }

    /// Takes everything of a record off the disk but its chain, which says so.
    pub fn erase(&self, id: &str, kind: &str, at_ms: i64) -> Result<EventChain, VaultError> {
        let _lock = self.locked()?;
        let mut chain = self.chain(id)?;
        if !self.is_kept(id) {
            let id = id.to_owned();
            return Err(if chain.links().is_empty() {
                VaultError::Unknown(id)
            } else {
                VaultError::Erased(id)
            });
        }
        chain.push(kind, at_ms, Hash::ZERO);
        self.write_chain(id, &chain)?;
        self.clear(id)?;
        Ok(chain)
    }

    /// Erases what was last touched longer ago than so many days, and says which. What a killed erasure left goes too.
    pub fn erase_expired(&self, now_ms: i64, days: u32) -> Result<Vec<String>, VaultError> {
        let mut gone = Vec::new();
        for id in self.ids()?.into_iter().filter(|id| self.is_kept(id)) {
            let chain = self.chain(&id)?;
            let Some(last) = chain.links().last() else { continue };
            if is_end(last) {
                let _lock = self.locked()?;
                self.clear(&id)?;
            } else if expires_ms(last, days) <= now_ms {
                self.erase(&id, EXPIRED, now_ms.max(last.at_ms))?;
                gone.push(id);
            }
        }
        Ok(gone)
    }

    /// When a record will be erased, as milliseconds since 1970; nothing where nothing is kept.
    pub fn expires_ms(&self, id: &str, days: u32) -> Result<Option<i64>, VaultError> {
        let chain = self.chain(id)?;
        let last = chain.links().last().filter(|_| self.is_kept(id));
        Ok(last.map(|link| expires_ms(link, days)))
    }

    /// Looks whether a chain holds; with a key, whether it is the chain of the sealed record.
    pub fn check(&self, id: &str, key: Option<&VaultKey>) -> Result<ChainCheck, VaultError> {
        let chain = self.chain(id)?;
        let is_kept = self.is_kept(id);
        if chain.links().is_empty() && !is_kept {
            return Err(VaultError::Unknown(id.to_owned()));
        }
        let mut faults = chain.faults();
        if is_kept && chain.links().last().is_some_and(is_end) {
            faults.push("the chain says that it was erased, and it is still there".to_owned());
        }
        if !is_kept && !chain.links().last().is_some_and(is_end) {
            faults
                .push("nothing is kept, and the chain does not say that it was erased".into());
        }
        if let Some(key) = key.filter(|_| is_kept) {
            faults.extend(self.open(key, id)?.faults(chain.links())?);
        }
        Ok(ChainCheck { chain, is_kept, faults })
    }

    /// Adds the link of an event that a killed process wrote into the record alone.
    fn caught_up(record: &VaultRecord, chain: &mut EventChain) -> Result<(), VaultError> {
        let next = chain.next_seq();
        let missing = record.events.iter().filter(|event| next <= event.seq);
        for event in missing {
            chain.push(&event.kind, event.at_ms, record.content(event)?);
        }
        Ok(())
    }

    fn clear(&self, id: &str) -> Result<(), VaultError> {
        let folder = self.at(id);
        if let Some(line) = text_of(&folder.join(REMAINDER))? {
            let mut lines = self.remainder_lines()?;
            lines.push(line);
            // In the order of what they say: it must not tell which was erased when.
            lines.sort();
            let text = lines.join("\n") + "\n";
            write_whole(&self.root.join(REMAINDERS), text.as_bytes())?;
        }
        for entry in fs::read_dir(&folder).map_err(VaultError::disk(&folder))? {
            let path = entry.map_err(VaultError::disk(&folder))?.path();
            if path.file_name().is_some_and(|name| name != CHAIN) {
                overwrite(&path)?;
                fs::remove_file(&path).map_err(VaultError::disk(&path))?;
            }
        }
        Ok(())
    }

    fn remainder_lines(&self) -> Result<Vec<String>, VaultError> {
        let text = text_of(&self.root.join(REMAINDERS))?.unwrap_or_default();
        Ok(text.lines().map(str::to_owned).collect())
    }

    fn write_sealed(
        &self,
        key: &VaultKey,
        id: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<(), VaultError> {
        let sealed = sealed_bytes::seal(key, &about(id, name), bytes)?;
        write_whole(&self.sealed(id, name), &sealed)
    }

    fn write_chain(&self, id: &str, chain: &EventChain) -> Result<(), VaultError> {
        let text = chain
            .to_text()
            .map_err(|error| VaultError::damaged(&about(id, CHAIN), error.to_string()))?;
        write_whole(&self.at(id).join(CHAIN), text.as_bytes())
    }

    fn locked(&self) -> Result<File, VaultError> {
        let path = self.root.join(LOCK);
        let file = File::create(&path).and_then(|file| file.lock().map(|()| file));
        file.map_err(VaultError::disk(path))
    }

    fn at(&self, id: &str) -> PathBuf {
        self.root.join(id)
    }

    fn sealed(&self, id: &str, name: &str) -> PathBuf {
        self.at(id).join(format!("{name}.{SEALED}"))
    }
}

/// What a sealed file is told to be.
fn about(id: &str, name: &str) -> String {
    format!("{id}/{name}")
}

fn is_end(link: &ChainLink) -> bool {
    [ERASED, EXPIRED].contains(&link.kind.as_str())
}

fn expires_ms(last: &ChainLink, days: u32) -> i64 {
    last.at_ms.saturating_add(i64::from(days).saturating_mul(DAY_MS))
}

fn text_of(path: &Path) -> Result<Option<String>, VaultError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(VaultError::disk(path)(error)),
    }
}

fn make_folder(folder: &Path) -> Result<(), VaultError> {
    fs::create_dir_all(folder).map_err(VaultError::disk(folder))
}

/// Written beside, flushed and moved into place: a death leaves the old bytes or the new ones.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), VaultError> {
    let beside = path.with_added_extension("new");
    let written = File::create(&beside).and_then(|mut file| {
        io::Write::write_all(&mut file, bytes)?;
        file.sync_all()
    });
    written.map_err(VaultError::disk(&beside))?;
    fs::rename(&beside, path).map_err(VaultError::disk(path))
}

/// Zeros over what is about to go: no promise on disks that move what they write, and no harm elsewhere.
fn overwrite(path: &Path) -> Result<(), VaultError> {
    let size = fs::metadata(path).map_err(VaultError::disk(path))?.len();
    let zeros = File::options().write(true).open(path).and_then(|mut file| {
        io::copy(&mut io::Read::take(io::repeat(0), size), &mut file)?;
        file.sync_all()
    });
    zeros.map_err(VaultError::disk(path))
}
