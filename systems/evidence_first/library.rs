//! What the system asks of a place that has corpora, and the corpora on disk that answer.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use jurat_canon::Hash;
use jurat_llm::Embedder;
use jurat_model::{Chunk, Exhibit, Passage, SourceKind, SourceType};
use jurat_retrieve::{
    CorpusName, CorpusStore, Dense, DenseError, FileStore, Filter, Filters, Hit, Index, Legs,
    Query, Vectors, has_vectors, open_index, vectors::VectorError,
};
use jurat_text::headings::cited;
use serde::{Deserialize, Serialize};

/// A question to a corpus.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What is asked.
    pub question: String,
    /// Of which corpus.
    pub corpus: String,
    /// What the metadata must say, by key; empty values ask for nothing.
    pub filters: BTreeMap<String, String>,
    /// The most passages of statutes.
    pub statutes: usize,
    /// The most passages of policies.
    pub policies: usize,
}

/// What a corpus answered.
#[derive(Debug, Clone)]
pub struct Retrieved {
    /// Passages, the best first, numbered per source type.
    pub chunks: Vec<Chunk>,
    /// The whole texts that they are part of.
    pub exhibits: Vec<Exhibit>,
    /// Which corpus it was, and how it stood.
    pub corpus: CorpusState,
}

/// A corpus at one moment: two runs that name the same state saw the same texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusState {
    /// Its name.
    pub name: String,
    /// How many sources it held.
    pub sources: usize,
    /// What its log said up to then.
    pub state: Hash,
}

/// Where passages come from.
pub trait Library: Send + Sync {
    /// Finds passages. An error is in words for people: a corpus that is not there, a filter that
    /// nothing has.
    fn retrieve(&self, asked: &Asked) -> Result<Retrieved, String>;
}

/// Opens the model that passages were embedded with, where one is installed.
pub type OpenEmbedder = dyn Fn() -> Result<Option<Arc<dyn Embedder>>, String> + Send + Sync;

/// Corpora in a folder.
pub struct Corpora {
    root: PathBuf,
    open: Box<OpenEmbedder>,
    /// Opened when the first corpus with vectors is asked: that takes longer than most questions.
    embedder: OnceLock<Result<Option<Arc<dyn Embedder>>, String>>,
}

impl Library for Corpora {
    fn retrieve(&self, asked: &Asked) -> Result<Retrieved, String> {
        let corpus = OpenCorpus::open(&self.root, &asked.corpus)?;
        let mut query = query(asked);
        let dense = self.dense(&corpus.store, &mut query)?;
        corpus.answer(asked, &query, dense.as_ref().map(|dense| dense as &dyn Vectors))
    }
}

impl Corpora {
    /// Corpora below a folder.
    pub fn new(root: PathBuf, open: Box<OpenEmbedder>) -> Self {
        Self { root, open, embedder: OnceLock::new() }
    }

    /// The vectors of a corpus, where it has any; the query gets its own.
    fn dense(&self, store: &FileStore, query: &mut Query) -> Result<Option<Dense>, String> {
        if !has_vectors(store) {
            return Ok(None);
        }
        let embedder = self.embedder.get_or_init(|| (self.open)()).as_ref();
        let Some(embedder) = embedder.map_err(Clone::clone)? else { return Ok(None) };
        let dense = match Dense::open(store, &**embedder) {
            // Made by another encoder: by words alone, until they are made anew.
            Err(DenseError::Vectors(VectorError::OtherModel { .. })) => return Ok(None),
            opened => said(opened)?,
        };
        let texts: Vec<&str> = query.texts.iter().map(|asked| asked.text.as_str()).collect();
        let vectors = said(embedder.embed(&texts))?;
        for (asked, vector) in query.texts.iter_mut().zip(vectors) {
            asked.vector = Some(vector);
        }
        Ok(Some(dense))
    }
}

/// One corpus, opened once for many questions. It answers by words alone, as it stood then.
pub struct OpenCorpus {
    store: FileStore,
    index: Index,
}

impl Library for OpenCorpus {
    fn retrieve(&self, asked: &Asked) -> Result<Retrieved, String> {
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

    fn answer(
        &self,
        asked: &Asked,
        query: &Query,
        vectors: Option<&dyn Vectors>,
    ) -> Result<Retrieved, String> {
        let searcher = said(self.index.searcher(vectors))?;
        let hits = said(searcher.search(query))?;
        let chunks = numbered(hits, asked);
        let exhibits = exhibits(&self.store, &chunks)?;
        let corpus = CorpusState {
            name: self.store.name().as_str().to_owned(),
            sources: self.store.entries().len(),
            state: self.store.position().check,
        };
        Ok(Retrieved { chunks, exhibits, corpus })
    }
}

fn said<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn query(asked: &Asked) -> Query {
    let filters: Filters = asked
        .filters
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key.clone(), Filter::Is(vec![value.clone()])))
        .collect();
    // Each kind has room for all that its type may have: numbering then takes the best.
    let quota = |kind: SourceKind| match SourceType::of(kind) {
        SourceType::Statute => (kind, asked.statutes),
        SourceType::Policy => (kind, asked.policies),
    };
    let quotas: BTreeMap<SourceKind, usize> = SourceKind::ALL.into_iter().map(quota).collect();
    let k = quotas.values().sum();
    Query {
        filters,
        quotas,
        k,
        legs: Legs::Auto,
        ..Query::of(&asked.question)
    }
}

/// The best passages of each type, statutes first.
fn numbered(hits: Vec<Hit>, asked: &Asked) -> Vec<Chunk> {
    let (mut statutes, mut policies) = (Vec::new(), Vec::new());
    for hit in hits {
        let source_type = SourceType::of(hit.passage.metadata.kind);
        let (chunks, most) = match source_type {
            SourceType::Statute => (&mut statutes, asked.statutes),
            SourceType::Policy => (&mut policies, asked.policies),
        };
        if chunks.len() < most {
            chunks.push(chunk(hit, source_type, chunks.len() + 1));
        }
    }
    statutes.extend(policies);
    statutes
}

fn chunk(hit: Hit, source_type: SourceType, number: usize) -> Chunk {
    let passage: Passage = hit.passage;
    let heading = passage.headings.last().map(String::as_str).unwrap_or_default();
    let document = passage.metadata.title.as_deref().unwrap_or(&passage.name);
    let (document_id, section_heading) = cited(document, passage.label.as_deref(), heading);
    Chunk {
        chunk_id: format!("{}{number}", source_type.letter()),
        source_type,
        document_id,
        section_heading,
        probability: hit.probability,
        passage,
    }
}

/// Each text once, in the order of the chunks.
fn exhibits(store: &FileStore, chunks: &[Chunk]) -> Result<Vec<Exhibit>, String> {
    let mut exhibits: Vec<Exhibit> = Vec::new();
    for chunk in chunks {
        let passage = &chunk.passage;
        if exhibits.iter().any(|exhibit| exhibit.rendition == passage.rendition) {
            continue;
        }
        let entry = store.entries().get(&passage.name);
        let entry = entry.filter(|entry| entry.rendition() == passage.rendition);
        let entry = entry.ok_or_else(|| {
            format!("the index is not of this corpus: `{}` has changed", passage.name)
        })?;
        let rendition = said(store.rendition(entry))?;
        exhibits.push(Exhibit {
            name: entry.name.clone(),
            source: entry.source.hash,
            media: entry.source.media.clone(),
            rendition: passage.rendition,
            reader: rendition.reader,
            metadata: entry.metadata.clone(),
            text: rendition.text,
        });
    }
    Ok(exhibits)
}
