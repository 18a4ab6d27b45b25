//! The texts that hits are part of, with their provisions. Reading a text out of the pack and cutting it into provisions takes
//! longer than finding what is in it, and one question asks several times of the same few texts, so the last ones are kept.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_canon::Hash;
use jurat_model::{Rendition, RetrievedChunk, SourceExhibit};

use crate::{
    CorpusEntry, CorpusStore, FileStore, RenditionProvisions, SearchHit,
    provision::ProvisionTree,
};

/// Bytes of texts that are kept.
const MOST_BYTES: usize = 16_000_000;

/// A text, with its provisions as a tree.
pub(super) struct HitRendition {
    entry: CorpusEntry,
    rendition: Rendition,
    tree: Arc<ProvisionTree>,
}

impl HitRendition {
    fn read(store: &FileStore, entry: CorpusEntry) -> Result<Self, String> {
        let rendition = store.rendition(&entry).map_err(|error| error.to_string())?;
        let tree = Arc::new(ProvisionTree::new(&rendition.text, &rendition.parts));
        Ok(Self { entry, rendition, tree })
    }

    pub(super) fn provisions(&self) -> RenditionProvisions<'_> {
        RenditionProvisions::cut(&self.rendition, &self.tree)
    }

    fn exhibit(&self) -> SourceExhibit {
        SourceExhibit {
            name: self.entry.name.clone(),
            source: self.entry.source.hash,
            media: self.entry.source.media.clone(),
            rendition: self.entry.rendition(),
            reader: self.rendition.reader.clone(),
            metadata: self.entry.metadata.clone(),
            text: self.rendition.text.clone(),
        }
    }
}

/// The texts that hits are part of, each once.
pub(super) struct HitRenditions {
    texts: BTreeMap<Hash, Arc<HitRendition>>,
}

impl HitRenditions {
    pub(super) fn open(
        store: &FileStore,
        kept: &KeptRenditions,
        hits: &[SearchHit],
    ) -> Result<Self, String> {
        let mut texts = BTreeMap::new();
        for passage in hits.iter().map(|hit| &hit.passage) {
            if texts.contains_key(&passage.rendition) {
                continue;
            }
            let entry = store.entries().get(&passage.name);
            let entry = entry.filter(|entry| entry.rendition() == passage.rendition);
            let entry = entry.ok_or_else(|| {
                format!("the index is not of this corpus: `{}` has changed", passage.name)
            })?;
            texts.insert(passage.rendition, kept.of(store, entry)?);
        }
        Ok(Self { texts })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (Hash, &HitRendition)> {
        self.texts.iter().map(|(hash, text)| (*hash, &**text))
    }

    pub(super) fn text_of(&self, chunk: &RetrievedChunk) -> Option<&str> {
        let text = self.texts.get(&chunk.passage.rendition)?;
        Some(text.rendition.text.as_str())
    }

    /// Each text once, in the order of the chunks.
    pub(super) fn exhibits(mut self, chunks: &[RetrievedChunk]) -> Vec<SourceExhibit> {
        let hashes = chunks.iter().map(|chunk| chunk.passage.rendition);
        hashes
            .filter_map(|hash| Some(self.texts.remove(&hash)?.exhibit()))
            .collect()
    }
}

/// The texts that were read last, by the name of their source and their hash: two sources may have the same words.
#[derive(Default)]
pub(super) struct KeptRenditions(Mutex<RenditionTable>);

#[derive(Default)]
struct RenditionTable {
    texts: BTreeMap<(String, Hash), KeptRendition>,
    bytes: usize,
    /// Goes up with each question; what has the lowest was not asked for the longest.
    now: u64,
}

struct KeptRendition {
    text: Arc<HitRendition>,
    asked: u64,
}

impl KeptRenditions {
    fn of(&self, store: &FileStore, entry: CorpusEntry) -> Result<Arc<HitRendition>, String> {
        let key = (entry.name.clone(), entry.rendition());
        if let Some(text) = self.table(|table| table.get(&key)) {
            return Ok(text);
        }
        // Nobody waits for the lock while a text is read.
        let text = Arc::new(HitRendition::read(store, entry)?);
        self.table(|table| table.put(key, &text));
        Ok(text)
    }

    fn table<T>(&self, act: impl FnOnce(&mut RenditionTable) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl RenditionTable {
    fn get(&mut self, key: &(String, Hash)) -> Option<Arc<HitRendition>> {
        self.now += 1;
        let kept = self.texts.get_mut(key)?;
        kept.asked = self.now;
        Some(Arc::clone(&kept.text))
    }

    fn put(&mut self, key: (String, Hash), text: &Arc<HitRendition>) {
        let kept = KeptRendition { text: Arc::clone(text), asked: self.now };
        self.bytes += bytes(text);
        self.bytes -= self.texts.insert(key, kept).map_or(0, |before| bytes(&before.text));
        while MOST_BYTES < self.bytes {
            let oldest = self.texts.iter().min_by_key(|(_, kept)| kept.asked);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { return };
            self.bytes -= self.texts.remove(&oldest).map_or(0, |kept| bytes(&kept.text));
        }
    }
}

fn bytes(text: &HitRendition) -> usize {
    text.rendition.text.len()
}
