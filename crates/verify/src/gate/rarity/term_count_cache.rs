//! What was counted in the texts at hand: one run passes the gate several times with the same ones.
//!
//! A count follows from the text alone and is kept under the text's own hash, so it does not
//! matter who asked for it before. Only the last few megabytes are kept.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_canon::Hash;
use jurat_text::Language;

use super::TermSentenceCounts;

/// A text and the language that it was said to be in.
pub(super) type TermCountCacheKey = (Hash, Option<Language>);

/// Bytes of texts whose counts are kept.
const MOST_BYTES: usize = 16_000_000;

/// Texts whose counts are kept.
const MOST_TEXTS: usize = 1000;

/// What was counted in a text of so many bytes, now or before.
pub(super) fn counted(
    key: TermCountCacheKey,
    bytes: usize,
    count: impl FnOnce() -> TermSentenceCounts,
) -> Arc<TermSentenceCounts> {
    if let Some(counts) = lock(|memo| memo.get(&key)) {
        return counts;
    }
    // Nobody waits for the lock while a text is read; two who read the same count the same.
    let counts = Arc::new(count());
    lock(|memo| memo.put(key, bytes, &counts));
    counts
}

static MEMO: Mutex<TermCountCache> = Mutex::new(TermCountCache::empty());

fn lock<T>(act: impl FnOnce(&mut TermCountCache) -> T) -> T {
    act(&mut MEMO.lock().unwrap_or_else(PoisonError::into_inner))
}

struct TermCountCache {
    kept: BTreeMap<TermCountCacheKey, CachedTermCounts>,
    bytes: usize,
    /// Goes up with each question; what has the lowest was not asked for the longest.
    now: u64,
}

struct CachedTermCounts {
    counts: Arc<TermSentenceCounts>,
    bytes: usize,
    asked: u64,
}

impl TermCountCache {
    const fn empty() -> Self {
        Self { kept: BTreeMap::new(), bytes: 0, now: 0 }
    }

    fn get(&mut self, key: &TermCountCacheKey) -> Option<Arc<TermSentenceCounts>> {
        self.now += 1;
        let kept = self.kept.get_mut(key)?;
        kept.asked = self.now;
        Some(Arc::clone(&kept.counts))
    }

    fn put(&mut self, key: TermCountCacheKey, bytes: usize, counts: &Arc<TermSentenceCounts>) {
        let kept = CachedTermCounts { counts: Arc::clone(counts), bytes, asked: self.now };
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
    use std::sync::Arc;

    use jurat_canon::Hash;

    use super::{MOST_BYTES, MOST_TEXTS, TermCountCache, TermSentenceCounts};

    #[track_caller]
    fn check(texts: usize, bytes: usize, kept: usize) {
        let mut memo = TermCountCache::empty();
        let key = |number: usize| (Hash::of(&number.to_le_bytes()), None);
        for number in 0..texts {
            memo.put(key(number), bytes, &Arc::new(TermSentenceCounts::default()));
            // The first is asked for again and again, and stays.
            assert!(memo.get(&key(0)).is_some());
        }
        assert_eq!((memo.kept.len(), memo.bytes), (kept, kept * bytes));
        assert!(memo.get(&key(texts - 1)).is_some());
    }

    #[test]
    fn only_the_last_texts_are_kept() {
        check(10, 5, 10);
        check(MOST_TEXTS + 50, 5, MOST_TEXTS);
        check(40, MOST_BYTES / 8, 8);
    }
}
