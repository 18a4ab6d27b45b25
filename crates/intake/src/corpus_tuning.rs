//! The fusion of a corpus chosen by queries of which the answers are known.

use jurat_retrieve::{
    CorpusName, CorpusVectors, FileStore, Index, JudgedQuery, Query, TuningResult,
    VectorSearch, has_vectors, tune,
};
use serde::Deserialize;

use crate::{
    CorpusFolder, CorpusNotice, IntakeError,
    corpus_search::{embed, indexed},
};

/// A query of which the answers are known.
#[derive(Debug, Clone, Deserialize)]
pub struct KnownAnswer {
    pub query: String,
    /// Ids of passages, or of sources and with them all their passages.
    pub relevant: Vec<String>,
}

/// What becomes of the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TuningFate {
    /// It is kept with the index.
    Kept,
    /// It is only told.
    Told,
}

impl CorpusFolder {
    /// Chooses the fusion of a corpus. The corpus is held meanwhile: nobody changes the index under it.
    pub fn tune(
        &self,
        name: &CorpusName,
        (known, fate): (&[KnownAnswer], TuningFate),
        tell: &dyn Fn(&CorpusNotice),
    ) -> Result<TuningResult, IntakeError> {
        let store = self.write(name, tell)?;
        let (index, _) = indexed(&store)?;
        let judged: Result<Vec<_>, _> = known.iter().map(|row| judged(&index, row)).collect();
        let mut judged = judged?;
        let dense = self.dense_for(&store, &mut judged)?;
        let searcher =
            index.searcher(dense.as_ref().map(|dense| dense as &dyn VectorSearch))?;
        let tuned = tune(&searcher, &judged)?;
        drop(searcher);
        if fate == TuningFate::Kept {
            index.set_fusion(&tuned.fusion)?;
            index.set_calibration(&tuned.calibration)?;
        }
        Ok(tuned)
    }

    /// The vectors of the corpus, and those of the queries, where a model is installed.
    fn dense_for(
        &self,
        store: &FileStore,
        judged: &mut [JudgedQuery],
    ) -> Result<Option<CorpusVectors>, IntakeError> {
        if !has_vectors(store) {
            return Ok(None);
        }
        let Some(embedder) = (self.embedder)()? else { return Ok(None) };
        for asked in judged {
            embed(&mut asked.query.texts, &*embedder)?;
        }
        Ok(Some(CorpusVectors::open(store, &*embedder)?))
    }
}

fn judged(index: &Index, row: &KnownAnswer) -> Result<JudgedQuery, IntakeError> {
    let mut relevant = Vec::new();
    for id in &row.relevant {
        relevant.extend(passage_ids(index, id)?);
    }
    Ok(JudgedQuery { query: Query::of(&row.query), relevant })
}

/// A relevant id names a passage, or a source and with it all its passages.
fn passage_ids(index: &Index, id: &str) -> Result<Vec<String>, IntakeError> {
    if index.passage(id)?.is_some() {
        return Ok(vec![id.to_owned()]);
    }
    let mut ids = Vec::new();
    loop {
        let next = format!("{id}:{}", ids.len());
        if index.passage(&next)?.is_none() {
            return Ok(ids);
        }
        ids.push(next);
    }
}
