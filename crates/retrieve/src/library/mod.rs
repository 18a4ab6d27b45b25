//! What systems ask of a place that has corpora, and the corpora on disk that answer.

mod embedding_memo;
mod folder_retriever;
mod folder_stamp;
mod hit_renditions;
mod neighbour_bonus;
mod open_corpus;
mod provision_measures;
mod retrieval_request;
mod retrieved_chunks;

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_model::{RetrievedChunk, SourceExhibit};
use serde::{Deserialize, Serialize};

pub use folder_retriever::{FolderRetriever, OpenEmbedder};
pub use neighbour_bonus::{NeighbourScore, neighbour_scores};
pub use open_corpus::OpenCorpus;
pub use retrieval_request::{FoundPassage, MeasuringTime, RetrievalRequest};

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

    /// Measures by meaning what was found for a request that put that off: how near each provision's heading and words are
    /// to the question. It takes longer than all else, so whoever keeps few of many passages asks for it when it has chosen.
    fn measure(
        &self,
        _asked: &RetrievalRequest,
        _chunks: &mut [RetrievedChunk],
        _exhibits: &[SourceExhibit],
    ) -> Result<(), String> {
        Ok(())
    }
}

/// A place without corpora.
pub struct NoPassageRetriever;

impl PassageRetriever for NoPassageRetriever {
    fn retrieve(&self, _: &RetrievalRequest) -> Result<RetrievalReply, String> {
        Err("there is no corpus here".to_owned())
    }
}

fn said<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}
