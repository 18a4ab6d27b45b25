//! What systems ask of a place that has corpora, and the corpora on disk that answer.

mod neighbour_bonus;
mod retrieval_request;
mod retrieved_chunks;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use crate::{
    CorpusName, CorpusStore, CorpusVectors, DenseError, FileStore, FiltersByKey, Index,
    MetadataFilter, Query, QueryWording as Wording, SearchHit, SearchLegs, VectorSearch,
    has_vectors, open_index, vectors::VectorError,
};
use jurat_canon::Hash;
use jurat_llm::Embedder;
use jurat_model::{EvidenceUnit, RetrievedChunk, SourceExhibit, SourceKind, SourceType};
use jurat_text::question_parts::parts;
use serde::{Deserialize, Serialize};

use retrieved_chunks::HitRenditions;

pub use neighbour_bonus::{NeighbourScore, neighbour_scores};
pub use retrieval_request::{FoundPassage, RetrievalRequest};

/// What a corpus answered.
#[derive(Debug, Clone)]
pub struct RetrievalReply {
    /// Passages, the best first, numbered per source type.
    pub chunks: Vec<RetrievedChunk>,
    /// The whole texts that they are part of.
    pub exhibits: Vec<SourceExhibit>,
    /// Which corpus it was, and how it stood.
    pub corpus: CorpusState,
}

/// A corpus at one moment: two runs that name the same state saw the same texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusState {
    pub name: String,
    /// How many sources it held.
    pub sources: usize,
    /// What its log said up to then.
    pub state: Hash,
    /// What the metadata of its sources had to say to be looked at, by key; empty where all were.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filters: BTreeMap<String, String>,
}

/// Where passages come from.
pub trait PassageRetriever: Send + Sync {
    /// Finds passages. An error is in words for people: a corpus that is not there, a filter that
    /// nothing has.
    fn retrieve(&self, asked: &RetrievalRequest) -> Result<RetrievalReply, String>;
}

/// A place without corpora.
pub struct NoPassageRetriever;

impl PassageRetriever for NoPassageRetriever {
    fn retrieve(&self, _: &RetrievalRequest) -> Result<RetrievalReply, String> {
        Err("there is no corpus here".to_owned())
    }
}

/// Opens the model that passages were embedded with, where one is installed.
pub type OpenEmbedder = dyn Fn() -> Result<Option<Arc<dyn Embedder>>, String> + Send + Sync;

/// Corpora in a folder.
pub struct FolderRetriever {
    root: PathBuf,
    open: Box<OpenEmbedder>,
    /// Opened when the first corpus with vectors is asked: that takes longer than most questions.
    embedder: OnceLock<Result<Option<Arc<dyn Embedder>>, String>>,
}

impl PassageRetriever for FolderRetriever {
    fn retrieve(&self, asked: &RetrievalRequest) -> Result<RetrievalReply, String> {
        let corpus = OpenCorpus::open(&self.root, &asked.corpus)?;
        let mut query = query(asked);
        let dense = self.dense(&corpus.store, &mut query)?;
        let meaning = dense
            .as_ref()
            .map(|(vectors, embedder)| DenseSearchParts { vectors, embedder: &**embedder });
        corpus.answer(asked, &query, meaning)
    }
}

impl FolderRetriever {
    /// Corpora below a folder.
    pub fn new(root: PathBuf, open: Box<OpenEmbedder>) -> Self {
        Self { root, open, embedder: OnceLock::new() }
    }

    /// The vectors of a corpus, where it has any; the query gets its own.
    fn dense(
        &self,
        store: &FileStore,
        query: &mut Query,
    ) -> Result<Option<EmbeddedCorpus>, String> {
        if !has_vectors(store) {
            return Ok(None);
        }
        let embedder = self.embedder.get_or_init(|| (self.open)()).as_ref();
        let Some(embedder) = embedder.map_err(Clone::clone)? else { return Ok(None) };
        let dense = match CorpusVectors::open(store, &**embedder) {
            // Made by another encoder: by words alone, until they are made anew.
            Err(DenseError::Vectors(VectorError::OtherModel { .. })) => return Ok(None),
            opened => said(opened)?,
        };
        let texts: Vec<&str> = query.texts.iter().map(|asked| asked.text.as_str()).collect();
        let vectors = said(embedder.embed(&texts))?;
        for (asked, vector) in query.texts.iter_mut().zip(vectors) {
            asked.vector = Some(vector);
        }
        Ok(Some((dense, Arc::clone(embedder))))
    }
}

/// One corpus, opened once for many questions. It answers by words alone, as it stood then.
pub struct OpenCorpus {
    store: FileStore,
    index: Index,
}

impl PassageRetriever for OpenCorpus {
    fn retrieve(&self, asked: &RetrievalRequest) -> Result<RetrievalReply, String> {
        if asked.corpus != self.store.name().as_str() {
            return Err(format!("corpus `{}` is not the one that is open", asked.corpus));
        }
        self.answer(asked, &query(asked), None)
    }
}

impl OpenCorpus {
    /// Opens a corpus below a folder.
    pub fn open(root: &Path, corpus: &str) -> Result<Self, String> {
        let name: CorpusName = said(corpus.parse())?;
        let store = said(FileStore::read_only(root, &name))?;
        let (index, _) = said(open_index(&store))?;
        let index = index.ok_or_else(|| format!("corpus `{name}` has no index yet"))?;
        Ok(Self { store, index })
    }

    /// Neighbours of passages that were found before, ranked with what was found now.
    fn take_neighbours(
        &self,
        hits: &mut Vec<SearchHit>,
        asked: &RetrievalRequest,
    ) -> Result<(), String> {
        let Some(first) = hits.first().filter(|_| !asked.beside.is_empty()).cloned() else {
            return Ok(());
        };
        let best = f64::from(first.score).max(1e-6);
        let bonus = neighbour_scores(&asked.beside, |id, distance| {
            let (name, number) = id.rsplit_once(':')?;
            let number = number.parse::<i64>().ok()?.checked_add(distance)?;
            (0 <= number).then(|| format!("{name}:{number}"))
        });
        for NeighbourScore { id, score } in bonus {
            if asked.exclude.contains(&id) {
                continue;
            }
            if let Some(hit) = hits.iter_mut().find(|hit| hit.passage.id == id) {
                hit.score += rounded_score(score * best);
            } else if let Some(passage) = said(self.index.passage(&id))? {
                hits.push(SearchHit {
                    passage,
                    score: rounded_score(score * best),
                    bm25: 0.0,
                    cosine: None,
                    bm25_rank: None,
                    dense_rank: None,
                    probability: first.probability * score,
                    ..first.clone()
                });
            }
        }
        hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        for (hit, rank) in hits.iter_mut().zip(1..) {
            hit.rank = rank;
        }
        Ok(())
    }

    fn answer(
        &self,
        asked: &RetrievalRequest,
        query: &Query,
        meaning: Option<DenseSearchParts<'_>>,
    ) -> Result<RetrievalReply, String> {
        let vectors = meaning.map(|meaning| meaning.vectors);
        let searcher = said(self.index.searcher(vectors))?;
        let mut hits = said(searcher.search(query))?;
        self.take_neighbours(&mut hits, asked)?;
        let shelf = HitRenditions::open(&self.store, &hits)?;
        let found = retrieved_chunks::retrieved_chunks(hits, &shelf, asked);
        let mut chunks = retrieved_chunks::numbered(found, asked);
        if let (Some(meaning), Some(vector)) =
            (meaning, query.texts.first().and_then(|text| text.vector.as_deref()))
        {
            said(retrieved_chunks::measure_headings(&mut chunks, meaning.embedder, vector))?;
        }
        if let (Some(meaning), Some(text)) = (meaning, query.texts.first()) {
            let late = retrieved_chunks::measure_late;
            said(late(&mut chunks, &shelf, meaning.embedder, &text.text))?;
        }
        let exhibits = shelf.exhibits(&chunks);
        let corpus = CorpusState {
            name: self.store.name().as_str().to_owned(),
            sources: self.store.entries().len(),
            state: self.store.position().check,
            filters: asked.narrowed_by(),
        };
        Ok(RetrievalReply { chunks, exhibits, corpus })
    }
}

/// The vectors of a corpus, and the encoder that made them.
type EmbeddedCorpus = (CorpusVectors, Arc<dyn Embedder>);

/// What search by meaning needs.
#[derive(Clone, Copy)]
struct DenseSearchParts<'a> {
    vectors: &'a dyn VectorSearch,
    embedder: &'a dyn Embedder,
}

/// As narrow as scores of a search are.
#[expect(clippy::cast_possible_truncation, reason = "scores are that narrow")]
const fn rounded_score(score: f64) -> f32 {
    score as f32
}

fn said<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn query(asked: &RetrievalRequest) -> Query {
    let filters: FiltersByKey = asked
        .narrowed_by()
        .into_iter()
        .map(|(key, value)| (key, MetadataFilter::Is(vec![value])))
        .collect();
    // Several passages may be of one provision.
    let times = if asked.unit == EvidenceUnit::Provision { 2 } else { 1 };
    // Each kind has room for all that its type may have: numbering then takes the best.
    let quota = |kind: SourceKind| match SourceType::of(kind) {
        SourceType::Statute => (kind, times * asked.statutes),
        SourceType::Policy => (kind, times * asked.policies),
    };
    let quotas: BTreeMap<SourceKind, usize> = SourceKind::ALL.into_iter().map(quota).collect();
    let k = quotas.values().sum();
    let mut query = Query {
        filters,
        exclude: asked.exclude.clone(),
        quotas,
        k,
        legs: SearchLegs::Auto,
        ..Query::of(&asked.question)
    };
    let wording = |text: &str| Wording { text: text.to_owned(), vector: None };
    let parts = parts(&asked.question);
    if !asked.alternatives.is_empty() {
        query
            .texts
            .extend(asked.alternatives.iter().map(|text| wording(text)));
    } else if asked.unit == EvidenceUnit::Provision && 1 < parts.len() {
        query.texts.extend(parts.into_iter().map(wording));
    }
    query
}
