//! How the legs and features of a search are weighed: data, kept with each index.

mod candidate;
mod feature;
mod weights;

use serde::{Deserialize, Serialize};

use jurat_text::Language;

pub(crate) use candidate::SearchCandidate;
pub use feature::{FEATURES, RankingFeature, RankingFeatureVector};
pub(crate) use feature::{by_the_hundredth, by_the_largest};
pub use weights::FusionWeights;

/// Which legs a search goes on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchLegs {
    Bm25,
    Dense,
    Hybrid,
    /// What was shown to be best for the corpus; words alone where there are no vectors.
    #[default]
    Auto,
}

impl std::str::FromStr for SearchLegs {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, String> {
        match given {
            "bm25" => Ok(Self::Bm25),
            "dense" => Ok(Self::Dense),
            "hybrid" => Ok(Self::Hybrid),
            "auto" => Ok(Self::Auto),
            other => Err(format!("`{other}` is none of bm25, dense, hybrid, auto")),
        }
    }
}

impl std::fmt::Display for SearchLegs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Bm25 => "bm25",
            Self::Dense => "dense",
            Self::Hybrid => "hybrid",
            Self::Auto => "auto",
        })
    }
}

/// The two numbers of BM25: how soon a repeated word stops to count, and how much length does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bm25Parameters {
    pub k1: f32,
    pub b: f32,
}

/// How many passages of the first look a query learns from, and how many of their terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedbackSettings {
    pub passages: usize,
    pub terms: usize,
}

/// How the languages of a query and a passage, and how much of the query its words cover, bear on
/// what the legs are worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LegAdjustments {
    /// Words count by the share of the query that they cover, to this power: a query of which
    /// the corpus knows no word is left to meaning.
    pub power: f32,
    /// Languages that the vectors were taught.
    pub taught: Vec<Language>,
    /// What vectors are worth between other languages.
    pub untaught: f32,
    /// A passage that shares no word with the query is found by meaning alone from this cosine on:
    /// below it lie passages that have nothing to do with it.
    pub floor: f32,
}

impl Default for LegAdjustments {
    /// Chosen on the acts that `tools/encoder` keeps back for choosing, and rounded; the floor for the encoder on board.
    fn default() -> Self {
        Self {
            power: 3.0,
            taught: vec![Language::English, Language::French],
            untaught: 0.2,
            floor: 0.25,
        }
    }
}

/// Everything about ranking that is chosen, not computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fusion {
    /// Of words and headings.
    pub bm25: Bm25Parameters,
    /// Learning from the first look.
    pub feedback: FeedbackSettings,
    /// How many passages each feature puts forward.
    pub pool: usize,
    pub lexical: FusionWeights,
    pub hybrid: FusionWeights,
    pub dense: FusionWeights,
    /// What `auto` means here.
    pub best: SearchLegs,
    /// What becomes of the legs between languages, and where words cover little.
    #[serde(default)]
    pub reach: LegAdjustments,
}

impl Fusion {
    /// The weights for a corpus that has not been tuned. Chosen on the tuning half of
    /// `retrieval_irpa` (OGL-Canada) and on the acts that `tools/encoder` keeps back for choosing, then
    /// rounded.
    pub fn shipped() -> Self {
        use RankingFeature as F;
        let words = [
            (F::Text, 1.0),
            (F::Pairs, 0.5),
            (F::Lead, 0.4),
            (F::Near, 0.15),
            (F::Around, 0.15),
            (F::Cites, 2.0),
            (F::Phrase, 0.5),
        ];
        let vectors = [(F::Dense, 1.2)];
        Self {
            bm25: Bm25Parameters { k1: 1.2, b: 0.75 },
            feedback: FeedbackSettings { passages: 8, terms: 20 },
            pool: 100,
            lexical: words.into_iter().collect(),
            hybrid: words.into_iter().chain(vectors).collect(),
            dense: [(F::Dense, 1.0)].into_iter().collect(),
            best: SearchLegs::Hybrid,
            reach: LegAdjustments::default(),
        }
    }

    /// The weights of a search whose legs are known.
    pub fn weights(&self, legs: SearchLegs) -> &FusionWeights {
        match legs {
            SearchLegs::Bm25 => &self.lexical,
            SearchLegs::Dense => &self.dense,
            SearchLegs::Hybrid | SearchLegs::Auto => &self.hybrid,
        }
    }

    /// The same, with other weights for some legs.
    #[must_use]
    pub fn with(mut self, legs: SearchLegs, weights: FusionWeights) -> Self {
        match legs {
            SearchLegs::Bm25 => self.lexical = weights,
            SearchLegs::Dense => self.dense = weights,
            SearchLegs::Hybrid | SearchLegs::Auto => self.hybrid = weights,
        }
        self
    }

    /// What `auto` comes down to.
    pub fn legs(&self, asked: SearchLegs, has_vectors: bool) -> SearchLegs {
        match (asked, has_vectors) {
            (_, false) => SearchLegs::Bm25,
            (SearchLegs::Auto, true) => match self.best {
                SearchLegs::Auto => SearchLegs::Hybrid,
                best => best,
            },
            (asked, true) => asked,
        }
    }
}
