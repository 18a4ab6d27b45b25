//! What was read out of the texts at hand: one run looks several times at the same ones.
//!
//! A reading follows from the text alone and is kept under the text's own hash, so it does not matter who asked for it before.
//! Only the last few megabytes are kept.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Bytes of texts whose readings are kept.
const MOST_BYTES: usize = 16_000_000;

/// Texts whose readings are kept.
const MOST_TEXTS: usize = 1000;

/// Readings of the texts that were asked for last.
pub struct RecentTexts<K, V>(Mutex<ReadingTable<K, V>>);

impl<K: Ord + Copy, V> RecentTexts<K, V> {
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new(ReadingTable { kept: BTreeMap::new(), bytes: 0, now: 0 }))
    }

    /// What was read in a text of so many bytes, now or before.
    pub fn read(&self, key: K, bytes: usize, read: impl FnOnce() -> V) -> Arc<V> {
        if let Some(reading) = self.table(|table| table.get(&key)) {
            return reading;
        }
        // Nobody waits for the lock while a text is read; two who read the same find the same.
        let reading = Arc::new(read());
        self.table(|table| table.put(key, bytes, &reading));
        reading
    }

    fn table<T>(&self, act: impl FnOnce(&mut ReadingTable<K, V>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<K: Ord + Copy, V> Default for RecentTexts<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

struct ReadingTable<K, V> {
    kept: BTreeMap<K, KeptReading<V>>,
    bytes: usize,
    /// Goes up with each question; what has the lowest was not asked for the longest.
    now: u64,
}

struct KeptReading<V> {
    reading: Arc<V>,
    bytes: usize,
    asked: u64,
}

impl<K: Ord + Copy, V> ReadingTable<K, V> {
    fn get(&mut self, key: &K) -> Option<Arc<V>> {
        self.now += 1;
        let kept = self.kept.get_mut(key)?;
        kept.asked = self.now;
        Some(Arc::clone(&kept.reading))
    }

    fn put(&mut self, key: K, bytes: usize, reading: &Arc<V>) {
        let kept = KeptReading {
            reading: Arc::clone(reading),
            bytes,
            asked: self.now,
        };
        self.bytes += bytes;
        self.bytes -= self.kept.insert(key, kept).map_or(0, |before| before.bytes);
        while MOST_BYTES < self.bytes || MOST_TEXTS < self.kept.len() {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.asked);
            let Some(oldest) = oldest.map(|(key, _)| *key) else { return };
            self.bytes -= self.kept.remove(&oldest).map_or(0, |kept| kept.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, MOST_TEXTS, RecentTexts};

    #[track_caller]
    fn check(texts: usize, bytes: usize, kept: usize) {
        let recent = RecentTexts::new();
        let mut read = 0;
        for number in 0..texts {
            recent.read(number, bytes, || read += 1);
            // The first is asked for again and again, and stays.
            recent.read(0, bytes, || read += 1);
        }
        assert_eq!(read, texts);
        let held = recent.table(|table| (table.kept.len(), table.bytes));
        assert_eq!(held, (kept, kept * bytes));
        recent.read(texts - 1, bytes, || read += 1);
        assert_eq!(read, texts, "the last is kept");
    }

    #[test]
    fn only_the_last_texts_are_kept() {
        check(10, 5, 10);
        check(MOST_TEXTS + 50, 5, MOST_TEXTS);
        check(40, MOST_BYTES / 8, 8);
    }
}
