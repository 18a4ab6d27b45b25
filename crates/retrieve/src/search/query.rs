//! What is asked, and what comes back.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, Passage, SourceKind};
use jurat_text::Language;
use serde::Serialize;

use crate::{fusion::SearchLegs, index::FiltersByKey};

#[derive(Debug, Clone, Default)]
pub struct QueryWording {
    /// The words; those in quotation marks are a phrase.
    pub text: String,
    /// Their vector, of the model that the corpus was embedded with.
    pub vector: Option<Vec<f32>>,
}

/// What to do with phrases in quotation marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PhraseHandling {
    /// A passage that holds them comes earlier.
    #[default]
    Lift,
    /// A passage that does not hold them is no hit.
    Require,
}

/// What a hit must be besides what filters say; nothing in it narrows nothing.
#[derive(Debug, Clone, Default)]
pub struct HitNarrowing {
    /// Only passages of these sources; none where any will do.
    pub sources: Option<BTreeSet<Hash>>,
    /// Words in a row that a passage must hold, each of them.
    pub holds: Vec<String>,
    /// Words in a row none of which it may hold.
    pub lacks: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Query {
    /// The first wording is the one that passages are ranked against; the others put more
    /// passages forward.
    pub texts: Vec<QueryWording>,
    pub filters: FiltersByKey,
    pub exclude: Vec<String>,
    pub narrowing: HitNarrowing,
    /// The most hits of a kind; kinds not named have no bound but `k`.
    pub quotas: BTreeMap<SourceKind, usize>,
    pub phrases: PhraseHandling,
    pub k: usize,
    pub legs: SearchLegs,
}

impl Query {
    /// Ten hits for one text, on the legs that are best for the corpus.
    pub fn of(text: &str) -> Self {
        Self {
            texts: vec![QueryWording { text: text.to_owned(), vector: None }],
            filters: FiltersByKey::new(),
            exclude: Vec::new(),
            narrowing: HitNarrowing::default(),
            quotas: BTreeMap::new(),
            phrases: PhraseHandling::Lift,
            k: 10,
            legs: SearchLegs::Auto,
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct SearchHit {
    /// Its place, from 1.
    pub rank: usize,
    pub passage: Passage,
    pub language: Language,
    /// The weighed sum of its features, by which hits are ordered.
    pub score: f32,
    pub bm25: f32,
    /// Cosine with the query, where both have a vector.
    pub cosine: Option<f32>,
    /// Its place by BM25 alone, from 1; nothing where that leg did not find it.
    pub bm25_rank: Option<usize>,
    /// Its place by cosine alone.
    pub dense_rank: Option<usize>,
    /// How likely it is relevant, by the index's calibration.
    pub probability: f64,
    pub snippet: HitSnippet,
}

/// A stretch of a passage with the words that match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HitSnippet {
    pub text: String,
    /// Where they lie in the rendition.
    pub span: ByteSpan,
    /// Where the matching words lie in the rendition, in order.
    pub matches: Vec<ByteSpan>,
}
