//! Search over one commit of an index: by words, by vectors, or by both.

mod adjacent_terms;
mod bm25;
mod candidate_pool;
mod candidate_selection;
mod dense;
mod feedback;
mod narrowing;
mod neighbour_bm25;
mod phrase;
mod query;
mod query_profile;
mod query_scratch;
mod query_terms;
mod snippet;
mod thesaurus;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use jurat_model::{Passage, SourceKind};
use jurat_text::Language;

use dense::RowVectors;
pub use dense::{JoinedVectorRows, VectorSearch};
pub use query::{HitNarrowing, HitSnippet, PhraseHandling, Query, QueryWording, SearchHit};
use query_scratch::QueryScratch;
use query_terms::QueryTerms;

use crate::{
    calibrate::{CalibrationFeatures, HitCalibration, JudgedHit},
    fusion::{Fusion, FusionWeights, SearchCandidate},
    index::{Index, IndexError, IndexSnapshot},
};

/// Searches one commit of an index. Cheap to keep, safe to share.
pub struct IndexSearcher<'a> {
    index: &'a Index,
    snapshot: Arc<IndexSnapshot>,
    fusion: Fusion,
    calibration: HitCalibration,
    dense: Option<RowVectors<'a>>,
    scratch: Mutex<Vec<QueryScratch>>,
}

impl Index {
    /// A searcher of what is committed now, with the dense leg where vectors are given.
    pub fn searcher<'a>(
        &'a self,
        vectors: Option<&'a dyn VectorSearch>,
    ) -> Result<IndexSearcher<'a>, IndexError> {
        let joined = vectors.map(|vectors| self.joined(vectors)).transpose()?.flatten();
        Ok(self.searcher_on(vectors.zip(joined)))
    }

    /// Which vector belongs to which row of what is committed now; nothing where none does.
    pub fn joined(
        &self,
        vectors: &dyn VectorSearch,
    ) -> Result<Option<Arc<JoinedVectorRows>>, IndexError> {
        Ok(JoinedVectorRows::join(self.snapshot(), vectors)?.map(Arc::new))
    }

    /// A searcher with the dense leg on vectors that were joined before, of the commit that they were joined to; else
    /// without one, of what is committed now.
    pub fn searcher_on<'a>(
        &'a self,
        dense: Option<(&'a dyn VectorSearch, Arc<JoinedVectorRows>)>,
    ) -> IndexSearcher<'a> {
        let dense = dense.map(|(vectors, joined)| RowVectors { vectors, joined });
        let snapshot = dense.as_ref().map(|dense| Arc::clone(&dense.joined.snapshot));
        IndexSearcher {
            index: self,
            snapshot: snapshot.unwrap_or_else(|| self.snapshot()),
            fusion: self.fusion(),
            calibration: self.calibration(),
            dense,
            scratch: Mutex::new(Vec::new()),
        }
    }
}

/// A candidate with its score, before its passage is read.
struct ScoredCandidate {
    score: f32,
    candidate: SearchCandidate,
}

impl ScoredCandidate {
    /// A neighbour that was brought along, or the nearest of vectors that are all far, may have
    /// nothing to do with the query: one that shares no word of its own must be near in meaning,
    /// and where meaning cannot be asked its score is all that of those around it.
    fn says_something(&self, floor: f32) -> bool {
        let SearchCandidate { features, cosine, further, .. } = &self.candidate;
        *further
            || match cosine {
                Some(cosine) => floor <= *cosine || features.have_own_words(),
                None => 0.0 < self.score && features.have_own_words(),
            }
    }
}

impl IndexSearcher<'_> {
    /// The same, ranking by another fusion than the index's.
    #[must_use]
    pub fn with_fusion(mut self, fusion: Fusion) -> Self {
        self.fusion = fusion;
        self
    }

    /// The same, with another calibration than the index's.
    #[must_use]
    pub fn with_calibration(mut self, calibration: HitCalibration) -> Self {
        self.calibration = calibration;
        self
    }

    pub const fn fusion(&self) -> &Fusion {
        &self.fusion
    }

    pub const fn has_vectors(&self) -> bool {
        self.dense.is_some()
    }

    /// How near a passage is to a query's vector, by its own in the index; nothing where it has none.
    pub(crate) fn cosine(&self, id: &str, query: &[f32]) -> Result<Option<f32>, IndexError> {
        let Some(dense) = &self.dense else { return Ok(None) };
        let row = self.snapshot.row_of(self.index.fields(), id)?;
        Ok(row.and_then(|row| dense.cosine(row, query)))
    }

    pub(crate) fn rows_of(&self, ids: &[String]) -> Result<BTreeSet<u32>, IndexError> {
        let rows = ids.iter().map(|id| self.snapshot.row_of(self.index.fields(), id));
        rows.filter_map(Result::transpose).collect()
    }

    /// The hits for a query, best first. Equal scores stand in the order of their ids.
    pub fn search(&self, query: &Query) -> Result<Vec<SearchHit>, IndexError> {
        let ranked = self.ranked_pool(query)?;
        self.hits(query, ranked)
    }

    /// The best rows and their scores, without a look at their passages: quotas do not count, and
    /// equal scores stand in the order of their places. Rows are numbered within this commit.
    pub fn rank(&self, query: &Query) -> Result<Vec<(u32, f32)>, IndexError> {
        let ranked = self.ranked_pool(query)?.into_iter().take(query.k);
        Ok(ranked.map(|placed| (placed.candidate.row, placed.score)).collect())
    }

    /// The best hits as a calibration sees them, by whether `is_relevant` says so of their passages.
    pub fn judged(
        &self,
        query: &Query,
        is_relevant: impl Fn(&Passage) -> bool,
    ) -> Result<Vec<JudgedHit>, IndexError> {
        let ranked = self.ranked_pool(query)?;
        let signs = signs(&ranked);
        let first = ranked.iter().zip(signs).take(query.k);
        first
            .map(|(placed, signs)| {
                let row = placed.candidate.row;
                let passage = self.snapshot.passage(self.index.fields(), row)?;
                Ok(JudgedHit { signs, relevant: is_relevant(&passage) })
            })
            .collect()
    }

    fn ranked_pool(&self, query: &Query) -> Result<Vec<ScoredCandidate>, IndexError> {
        let has_vectors = self.dense.is_some()
            && query.texts.first().is_some_and(|asked| asked.vector.is_some());
        let legs = self.fusion.legs(query.legs, has_vectors);
        let weights = self.fusion.weights(legs);
        let pool = self.pool(query, &self.fusion, weights)?;
        Ok(self.ranked(pool, weights))
    }

    fn ranked(
        &self,
        pool: Vec<SearchCandidate>,
        weights: &FusionWeights,
    ) -> Vec<ScoredCandidate> {
        let score = |candidate: SearchCandidate| ScoredCandidate {
            score: weights.score(&candidate.features),
            candidate,
        };
        let floor = self.fusion.reach.floor;
        let mut ranked: Vec<ScoredCandidate> = pool
            .into_iter()
            .map(score)
            .filter(|placed| placed.says_something(floor))
            .collect();
        ranked.sort_by(|a, b| {
            let place = |placed: &ScoredCandidate| self.snapshot.place(placed.candidate.row);
            b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
        });
        ranked
    }

    /// Reads passages until there are enough hits.
    fn hits(
        &self,
        query: &Query,
        ranked: Vec<ScoredCandidate>,
    ) -> Result<Vec<SearchHit>, IndexError> {
        let mut scratch = self.scratch();
        let languages = self.snapshot.languages();
        let text = query.texts.first().map_or("", |asked| asked.text.as_str());
        let terms = QueryTerms::of(text, languages, &mut scratch.analyser);
        let found = self.read(query, ranked)?;
        let wanted: BTreeSet<&str> =
            terms.words.iter().map(|word| word.term.as_str()).collect();
        let chosen = within_quotas(query, found);
        let hits = chosen
            .into_iter()
            .zip(1..)
            .map(|((placed, probability, passage), rank)| {
                let language = self.snapshot.language(placed.candidate.row);
                let snippet =
                    snippet::snippet(&passage, &wanted, language, &mut scratch.analyser);
                hit(rank, placed, probability, passage, (language, snippet))
            });
        let hits = hits.collect();
        self.give_back(scratch);
        Ok(hits)
    }

    /// The passages that may be hits, the best first: a kind that has its quota is passed over. Those that equal the last
    /// are read too, so that ids decide between them.
    fn read(
        &self,
        query: &Query,
        ranked: Vec<ScoredCandidate>,
    ) -> Result<Vec<FoundCandidate>, IndexError> {
        let signs = signs(&ranked);
        let mut found: Vec<FoundCandidate> = Vec::new();
        let mut most = 1.0;
        let mut left = ranked.into_iter().zip(signs).peekable();
        while let Some((first, signs)) = left.next() {
            if enough(query, &found) {
                break;
            }
            let score = first.score;
            let mut equal = vec![(first, signs)];
            while let Some(next) = left.next_if(|(next, _)| score <= next.score) {
                equal.push(next);
            }
            let mut read: Vec<FoundCandidate> = Vec::new();
            let mut least = most;
            for (placed, signs) in equal {
                let probability = self.calibration.probability(&signs);
                let row = placed.candidate.row;
                if has_room(query, &found, self.snapshot.kind(row)) {
                    let passage = self.snapshot.passage(self.index.fields(), row)?;
                    read.push((placed, probability, passage));
                } else {
                    least = probability.min(least);
                }
            }
            read.sort_by(|(_, _, one), (_, _, two)| one.id.cmp(&two.id));
            // A hit is never more likely to be relevant than one that is ranked before it.
            for (_, probability, _) in &mut read {
                most = probability.min(most);
                *probability = most;
            }
            most = least.min(most);
            found.extend(read);
        }
        Ok(found)
    }

    fn scratch(&self) -> QueryScratch {
        let kept = self.scratch.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(QueryScratch::new)
    }

    fn give_back(&self, scratch: QueryScratch) {
        self.scratch
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(scratch);
    }
}

/// A candidate with how likely it is relevant, and its passage.
type FoundCandidate = (ScoredCandidate, f64, Passage);

/// Whether a kind may have one more hit beside those found.
fn has_room(query: &Query, found: &[FoundCandidate], kind: SourceKind) -> bool {
    let same = found.iter().filter(|(.., passage)| passage.metadata.kind == kind);
    query.quotas.get(&kind).is_none_or(|most| same.count() < *most)
}

/// Whether as many hits as wanted are within their quotas.
fn enough(query: &Query, found: &[FoundCandidate]) -> bool {
    if query.quotas.is_empty() {
        return query.k <= found.len();
    }
    let mut fits = fits_quota(query);
    let within = found.iter().filter(|(.., passage)| fits(passage));
    query.k <= within.count()
}

/// Whether the next hit is within the quota of its kind.
fn fits_quota(query: &Query) -> impl FnMut(&Passage) -> bool {
    let mut counts = BTreeMap::new();
    move |passage| {
        let count = counts.entry(passage.metadata.kind).or_insert(0);
        *count += 1;
        query
            .quotas
            .get(&passage.metadata.kind)
            .is_none_or(|most| *count <= *most)
    }
}

/// The best hits of which no kind has more than its quota.
fn within_quotas(query: &Query, found: Vec<FoundCandidate>) -> Vec<FoundCandidate> {
    let (mut chosen, mut fits) = (found, fits_quota(query));
    chosen.retain(|(.., passage)| fits(passage));
    chosen.truncate(query.k);
    chosen
}

/// What speaks for each of the ranked being relevant.
fn signs(ranked: &[ScoredCandidate]) -> Vec<CalibrationFeatures> {
    let best = ranked.first().map_or(0.0, |placed| placed.score);
    let following = ranked.iter().skip(1).map(|placed| Some(placed.score)).chain([None]);
    ranked
        .iter()
        .zip(following)
        .enumerate()
        .map(|(at, (placed, next))| {
            CalibrationFeatures::of(at, placed.score, best, next, &placed.candidate)
        })
        .collect()
}

fn hit(
    rank: usize,
    placed: ScoredCandidate,
    probability: f64,
    passage: Passage,
    (language, snippet): (Language, HitSnippet),
) -> SearchHit {
    let ScoredCandidate { score, candidate } = placed;
    SearchHit {
        rank,
        passage,
        language,
        score,
        bm25: candidate.bm25,
        cosine: candidate.cosine,
        bm25_rank: candidate.bm25_rank,
        dense_rank: candidate.dense_rank,
        probability,
        snippet,
    }
}
