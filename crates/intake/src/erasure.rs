//! Taking sources out of a corpus, and out of all that is derived from it.

use jurat_retrieve::{
    ChunkSettings, CorpusEntry, CorpusError, CorpusIndexer, CorpusIntake, CorpusStore,
    CorpusVectors, FileStore, has_vectors, remove_vectors,
};

use crate::{CorpusFolder, IntakeError};

impl CorpusFolder {
    /// Takes sources out, and rewrites the corpus and what is derived from it without them. Gives the
    /// number of bytes that this freed.
    pub fn erase_sources(
        &self,
        mut store: FileStore,
        names: &[String],
    ) -> Result<u64, IntakeError> {
        store.begin_erasing()?;
        let mut store = without(store, names)?;
        self.scrub(&mut store)
    }

    /// Rewrites a corpus and all that is derived from it without what is no longer in it. Gives the
    /// number of bytes that this freed.
    pub fn scrub(&self, store: &mut FileStore) -> Result<u64, IntakeError> {
        store.begin_erasing()?;
        let freed = store.rewrite()?;
        let mut follower = CorpusIndexer::anew(store, ChunkSettings::default())?;
        follower.follow(store, &mut |_| {})?;
        follower.finish()?;
        // Without the model they cannot be told apart: then all go, and are made again.
        if !self.pruned(store) {
            remove_vectors(store)?;
        }
        store.end_erasing()?;
        Ok(freed)
    }

    /// Whether the vectors of what is no longer there could be taken out alone.
    fn pruned(&self, store: &FileStore) -> bool {
        if !has_vectors(store) {
            return false;
        }
        let Ok(Some(embedder)) = (self.embedder)() else { return false };
        let pruned = CorpusVectors::open(store, &*embedder)
            .and_then(|mut dense| dense.prune(store, ChunkSettings::default()));
        pruned.is_ok()
    }
}

/// Takes sources out of search; their bytes stay in the pack.
pub fn remove_sources(store: FileStore, names: &[String]) -> Result<(), IntakeError> {
    let store = without(store, names)?;
    let mut follower = CorpusIndexer::open(&store, ChunkSettings::default())?;
    follower.follow(&store, &mut |_| {})?;
    Ok(follower.finish()?)
}

/// The sources that are meant: one by its name, by a hash all that have these bytes.
pub fn chosen_sources(
    store: &FileStore,
    given: &[String],
) -> Result<Vec<CorpusEntry>, CorpusError> {
    let mut chosen: Vec<CorpusEntry> = Vec::new();
    for text in given {
        let found = store.find(text)?;
        let by_hash = found.name != *text;
        let same = |entry: &CorpusEntry| {
            if by_hash {
                entry.source.hash == found.source.hash
            } else {
                entry.name == found.name
            }
        };
        chosen.extend(store.entries().values().filter(same));
    }
    chosen.sort_by(|a, b| a.name.cmp(&b.name));
    chosen.dedup_by(|a, b| a.name == b.name);
    Ok(chosen)
}

fn without(store: FileStore, names: &[String]) -> Result<FileStore, CorpusError> {
    let mut intake = CorpusIntake::new(store);
    for name in names {
        intake.drop_source(name)?;
    }
    intake.commit()?;
    Ok(intake.into_store())
}
