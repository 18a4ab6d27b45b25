//! All sources of a corpus in little memory: a million rows of a table are a million sources.
//!
//! An entry is packed into some hundred bytes and unpacked when it is asked for. What many entries
//! have in common (the file that they came from, their reader, the map of a plain row) is kept once.

mod packed_bytes;

use std::{
    collections::{BTreeMap, HashMap, hash_map::RandomState},
    hash::BuildHasher,
};

use jurat_canon::Hash;
use jurat_model::{ReaderIdentity, Source};

use self::packed_bytes::{ByteReader, PackedBytes, push_bytes, push_number, push_place};
use super::entry::{BlobLocation, CorpusEntry};

/// Where an entry lies. It is valid until the entry is replaced or removed.
pub use self::packed_bytes::EntrySpot;
pub(crate) use self::packed_bytes::SpotSet;

/// Maps of up to so many bytes are likely to be those of many rows.
const SMALL_MAP: u64 = 256;

const OWN_NAME: u8 = 1;
const BYTES_ARE_SOURCE: u8 = 2;
const NO_METADATA: u8 = 4;
const SHARED_MAP: u8 = 8;

/// The sources of a corpus, by their name in it.
#[derive(Debug, Default)]
pub struct EntryTable {
    packed: PackedBytes,
    /// By a short hash of the name, so that names are not kept twice: of a million, some hundred clash.
    spots: HashMap<u32, EntrySpot>,
    /// Names whose hash another name has.
    clashes: BTreeMap<String, EntrySpot>,
    hasher: RandomState,
    origins: Vec<EntryOrigin>,
    origin_numbers: BTreeMap<String, usize>,
    maps: Vec<BlobLocation>,
    map_numbers: HashMap<Hash, usize>,
    len: usize,
}

/// What all documents of a file have in common.
#[derive(Debug, Clone)]
struct EntryOrigin {
    media: String,
    reader: ReaderIdentity,
    file: String,
}

impl EntryTable {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn contains_key(&self, name: &str) -> bool {
        self.spot(name).is_some()
    }

    pub fn get(&self, name: &str) -> Option<CorpusEntry> {
        self.spot(name).map(|spot| self.entry_at(spot))
    }

    /// All names, in order.
    pub fn keys(&self) -> impl Iterator<Item = String> + '_ {
        self.by_name().into_iter().map(|(name, _)| name.to_owned())
    }

    /// All entries, in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = CorpusEntry> + '_ {
        self.by_name().into_iter().map(|(_, spot)| self.entry_at(spot))
    }

    /// All entries in the order in which their text lies in the pack: the quick way to read all.
    pub fn in_pack_order(&self) -> impl Iterator<Item = CorpusEntry> + '_ {
        let place = |spot: EntrySpot| {
            let text = self.entry_at(spot).text;
            (text.block, text.start, spot)
        };
        let mut places: Vec<(u64, u64, EntrySpot)> = self.live().map(place).collect();
        places.sort_unstable();
        places.into_iter().map(|(_, _, spot)| self.entry_at(spot))
    }

    /// Where the entry of a name lies.
    pub fn spot(&self, name: &str) -> Option<EntrySpot> {
        let found = self.spots.get(&self.short_hash(name)).copied();
        let found = found.filter(|spot| self.name_at(*spot) == name);
        found.or_else(|| self.clashes.get(name).copied())
    }

    /// All spots, in the order in which entries came.
    pub fn live(&self) -> impl Iterator<Item = EntrySpot> + '_ {
        self.packed
            .spots()
            .filter(|spot| self.spot(self.name_at(*spot)) == Some(*spot))
    }

    pub fn name_at(&self, spot: EntrySpot) -> &str {
        ByteReader::new(self.packed.record(spot)).text()
    }

    /// The file that an entry came from.
    pub fn file_at(&self, spot: EntrySpot) -> &str {
        let mut bytes = ByteReader::new(self.packed.record(spot));
        bytes.text();
        self.origins.get(bytes.index()).map_or("", |origin| &origin.file)
    }

    /// Whether an entry has its document's own name, and not one with a number.
    pub fn has_own_name(&self, spot: EntrySpot) -> bool {
        let mut bytes = ByteReader::new(self.packed.record(spot));
        bytes.text();
        bytes.index();
        bytes.byte() & OWN_NAME != 0
    }

    pub fn entry_at(&self, spot: EntrySpot) -> CorpusEntry {
        let mut bytes = ByteReader::new(self.packed.record(spot));
        let name = bytes.text().to_owned();
        let origin = self
            .origins
            .get(bytes.index())
            .cloned()
            .unwrap_or_else(EntryOrigin::none);
        let flags = bytes.byte();
        let has = |flag: u8| flags & flag != 0;
        let (hash, size) = (bytes.hash(), bytes.number());
        let own = if has(OWN_NAME) { name.clone() } else { bytes.text().to_owned() };
        let bytes_hash = if has(BYTES_ARE_SOURCE) { hash } else { bytes.hash() };
        let raw = bytes.place(bytes_hash);
        let text_hash = bytes.hash();
        let text = bytes.place(text_hash);
        let map = if has(SHARED_MAP) {
            self.maps.get(bytes.index()).copied().unwrap_or(text)
        } else {
            let map_hash = bytes.hash();
            bytes.place(map_hash)
        };
        let metadata = if has(NO_METADATA) { &[] } else { bytes.rest() };
        CorpusEntry {
            source: Source { hash, size, name: own, media: origin.media },
            reader: origin.reader,
            metadata: serde_json::from_slice(metadata).unwrap_or_default(),
            file: origin.file,
            name,
            bytes: raw,
            text,
            map,
        }
    }

    /// Keeps an entry, in place of an earlier one of its name.
    pub(super) fn insert(&mut self, entry: &CorpusEntry) {
        let record = self.record(entry);
        let spot = self.packed.push(&record);
        let hash = self.short_hash(&entry.name);
        self.len += usize::from(!self.contains_key(&entry.name));
        match self.spots.get(&hash).copied() {
            Some(other) if self.name_at(other) != entry.name => {
                self.clashes.insert(entry.name.clone(), spot);
            }
            _ => {
                self.spots.insert(hash, spot);
            }
        }
    }

    pub(super) fn remove(&mut self, name: &str) {
        let Some(spot) = self.spot(name) else { return };
        self.len -= 1;
        if self.clashes.remove(name).is_none() {
            let hash = self.short_hash(name);
            if self.spots.get(&hash) == Some(&spot) {
                self.spots.remove(&hash);
            }
        }
    }

    fn short_hash(&self, name: &str) -> u32 {
        u32::try_from(self.hasher.hash_one(name) >> 32).unwrap_or(0)
    }

    fn by_name(&self) -> Vec<(&str, EntrySpot)> {
        let mut all: Vec<(&str, EntrySpot)> =
            self.live().map(|spot| (self.name_at(spot), spot)).collect();
        all.sort_unstable();
        all
    }

    fn record(&mut self, entry: &CorpusEntry) -> Vec<u8> {
        let CorpusEntry { name, source, metadata, bytes, text, map, .. } = entry;
        let metadata = serde_json::to_vec(metadata).unwrap_or_default();
        let shared_map = self.map_number(map);
        let mut flags = 0;
        for (flag, holds) in [
            (OWN_NAME, source.name == *name),
            (BYTES_ARE_SOURCE, source.hash == bytes.hash),
            (NO_METADATA, entry.metadata == jurat_model::DocumentMetadata::default()),
            (SHARED_MAP, shared_map.is_some()),
        ] {
            flags |= if holds { flag } else { 0 };
        }
        let mut record = Vec::with_capacity(128);
        push_bytes(&mut record, name.as_bytes());
        push_number(&mut record, self.origin_number(entry) as u64);
        record.push(flags);
        record.extend(source.hash.as_bytes());
        push_number(&mut record, source.size);
        if flags & OWN_NAME == 0 {
            push_bytes(&mut record, source.name.as_bytes());
        }
        if flags & BYTES_ARE_SOURCE == 0 {
            record.extend(bytes.hash.as_bytes());
        }
        push_place(&mut record, bytes);
        record.extend(text.hash.as_bytes());
        push_place(&mut record, text);
        if let Some(number) = shared_map {
            push_number(&mut record, number as u64);
        } else {
            record.extend(map.hash.as_bytes());
            push_place(&mut record, map);
        }
        if flags & NO_METADATA == 0 {
            record.extend(metadata);
        }
        record
    }

    fn origin_number(&mut self, entry: &CorpusEntry) -> usize {
        let ReaderIdentity { name, version, options } = &entry.reader;
        let media = &entry.source.media;
        let key = format!("{media}\0{name}\0{version}\0{options}\0{}", entry.file);
        if let Some(number) = self.origin_numbers.get(&key) {
            return *number;
        }
        let number = self.origins.len();
        self.origins.push(EntryOrigin {
            media: media.clone(),
            reader: entry.reader.clone(),
            file: entry.file.clone(),
        });
        self.origin_numbers.insert(key, number);
        number
    }

    fn map_number(&mut self, map: &BlobLocation) -> Option<usize> {
        if SMALL_MAP < map.len {
            return None;
        }
        let known = self.map_numbers.get(&map.hash).copied();
        if let Some(number) = known {
            return (self.maps.get(number) == Some(map)).then_some(number);
        }
        self.map_numbers.insert(map.hash, self.maps.len());
        self.maps.push(*map);
        Some(self.maps.len() - 1)
    }
}

impl EntryOrigin {
    fn none() -> Self {
        let reader = ReaderIdentity {
            name: String::new(),
            version: 0,
            options: String::new(),
        };
        Self { media: String::new(), reader, file: String::new() }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_model::DocumentMetadata;

    use super::*;

    #[test]
    fn a_set_of_spots_tells_all_of_them_apart() {
        let (mut table, mut set) = (EntryTable::default(), SpotSet::default());
        // The shortest names there are: none may fall together with its neighbour.
        for number in 0..30_000 {
            table.insert(&entry(&format!("{number}"), &format!("{number}"), None));
        }
        assert!(table.live().all(|spot| set.insert(spot)));
        assert!(!table.live().any(|spot| set.insert(spot)));
    }

    fn place(word: &str, block: u64) -> BlobLocation {
        BlobLocation {
            hash: Hash::of(word.as_bytes()),
            block,
            start: 300,
            len: 7,
        }
    }

    fn entry(name: &str, own: &str, title: Option<&str>) -> CorpusEntry {
        let reader = ReaderIdentity {
            name: "csv".to_owned(),
            version: 1,
            options: String::new(),
        };
        CorpusEntry {
            name: name.to_owned(),
            source: Source {
                hash: Hash::of(own.as_bytes()),
                size: 1 << 40,
                name: own.to_owned(),
                media: "text/csv".to_owned(),
            },
            reader,
            metadata: DocumentMetadata {
                title: title.map(str::to_owned),
                ..DocumentMetadata::default()
            },
            file: "/tables/a.csv".to_owned(),
            bytes: place(own, 1 << 33),
            text: place(name, 77),
            map: place("{}", 5),
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let long = BlobLocation { len: 1 << 20, ..place("long", 9) };
        let elsewhere = place("{}", 6);
        let mut table = EntryTable::default();
        let mut all = vec![
            entry("a", "a", None),
            entry("a#2", "a", Some("É")),
            CorpusEntry { bytes: place("other", 3), ..entry("b", "b", None) },
            CorpusEntry { map: long, ..entry("c", "c", None) },
            CorpusEntry {
                map: elsewhere,
                file: "/b".to_owned(),
                ..entry("d", "d", None)
            },
            entry(&"n".repeat(3 << 20), "n", None),
        ];
        for entry in all.iter().rev() {
            table.insert(entry);
        }
        for entry in &all {
            assert_eq!(table.get(&entry.name).as_ref(), Some(entry));
        }
        assert_eq!(table.values().collect::<Vec<_>>(), all);
        assert_eq!((table.len(), table.get("e")), (6, None));
        all.remove(0);
        table.remove("a");
        table.remove("a");
        assert_eq!(table.values().collect::<Vec<_>>(), all);
        assert_eq!(table.len(), 5);
    }

    #[test]
    fn a_replaced_entry_is_there_once() {
        let mut table = EntryTable::default();
        table.insert(&entry("a", "a", Some("old")));
        let before = table.spot("a").unwrap();
        table.insert(&entry("a", "a", Some("new")));
        assert_ne!(table.spot("a"), Some(before));
        assert_eq!((table.len(), table.live().count()), (1, 1));
        assert_eq!(table.get("a").unwrap().metadata.title.as_deref(), Some("new"));
        assert_eq!(table.file_at(table.spot("a").unwrap()), "/tables/a.csv");
    }

    #[test]
    fn the_order_of_the_pack_is_that_of_texts() {
        let mut table = EntryTable::default();
        for (name, block) in [("a", 9), ("b", 2), ("c", 5)] {
            table.insert(&CorpusEntry {
                text: place(name, block),
                ..entry(name, name, None)
            });
        }
        let names: Vec<String> = table.in_pack_order().map(|entry| entry.name).collect();
        assert_eq!(names, ["b", "c", "a"]);
    }

    #[test]
    fn a_row_takes_little() {
        let mut table = EntryTable::default();
        for number in 0..1_000 {
            let name = format!("a.csv#r{number}");
            table.insert(&entry(&name, &name, None));
        }
        let a_row = table.packed.bytes() / 1_000;
        assert!(a_row < 140, "{a_row} bytes a row");
    }

    /// Two names of one hash are hard to find, so the hash is made to be one.
    #[test]
    fn names_of_one_hash_are_told_apart() {
        let mut table = EntryTable::default();
        table.insert(&entry("a", "a", None));
        let spot = table.spot("a").unwrap();
        let clash = table.short_hash("b");
        table.spots.insert(clash, spot);
        table.insert(&entry("b", "b", None));
        assert_eq!(table.get("b").unwrap().name, "b");
        assert_eq!(table.len(), 2);
        table.remove("b");
        assert_eq!((table.get("b"), table.len()), (None, 1));
        assert!(table.contains_key("a"));
    }
}
