//! Which passages come into question, and what is known about each.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::schema::IndexRecordOption;

use super::{
    IndexSearcher, Query,
    bm25::{self, LengthNorms, RankedRow, WeightedTerm},
    candidate_selection::{self, CandidateSelection, MOST_WORDINGS},
    feedback, narrowing, neighbour_bm25, phrase,
    query_profile::QueryProfile,
    query_scratch::QueryScratch,
    query_terms::QueryTerms,
};
use crate::{
    fusion::{
        Fusion, FusionWeights, RankingFeature, RankingFeatureVector, SearchCandidate,
        by_the_largest,
    },
    index::{IndexError, IndexSnapshot, NONE},
};

/// How much pairs count when passages are put forward.
const PAIRS_SHARE: f32 = 0.25;

impl IndexSearcher<'_> {
    /// The candidates for a query, in no order of merit.
    pub(crate) fn pool(
        &self,
        query: &Query,
        fusion: &Fusion,
        weights: &FusionWeights,
    ) -> Result<Vec<SearchCandidate>, IndexError> {
        let Some(primary) = query.texts.first() else { return Ok(Vec::new()) };
        let mut scratch = self.scratch();
        let snapshot: &IndexSnapshot = &self.snapshot;
        scratch.clear();
        let terms = QueryTerms::of(&primary.text, snapshot.languages(), &mut scratch.analyser);
        let dense = self.dense.as_ref().filter(|_| weights.uses(RankingFeature::Dense));
        let reading = dense.map(|_| {
            let (fields, analyser) = (self.index.fields(), &mut scratch.analyser);
            QueryProfile::of(&primary.text, snapshot, fields, analyser)
        });
        let reading = reading.transpose()?;
        let mut look = CandidateSelection {
            snapshot,
            dense,
            fusion,
            weights,
            keep: self.kept(query, &terms)?,
            rows: Vec::new(),
            by_words: Vec::new(),
            by_vector: Vec::new(),
            reach: 0.0,
        };
        let vector = primary.vector.as_deref().filter(|_| dense.is_some());
        self.look_at_words(&mut look, &terms, &mut scratch)?;
        look.look_at_vectors(query)?;
        let own = look.rows.len();
        self.look_at_others(&mut look, query, &mut scratch)?;
        let further: BTreeSet<u32> = look.rows[own..].iter().copied().collect();
        look.fill_quotas(&query.quotas, &scratch);
        let cited = self.cited(&terms)?;
        let cited_rows: Vec<u32> =
            cited.keys().copied().filter(|row| look.keeps(*row)).collect();
        look.rows.extend(cited_rows);
        look.rows.sort_unstable();
        look.rows.dedup();
        let mut pool = look.candidates(vector, &scratch);
        for one in &mut pool {
            one.further = further.contains(&one.row);
        }
        let mut features: Vec<RankingFeatureVector> = look
            .rows
            .iter()
            .map(|row| candidate_selection::words(*row, &scratch))
            .collect();
        look.vectors(vector, &pool, &mut features);
        self.look_around(&look, &terms, &mut scratch, &mut features)?;
        self.give_back(scratch);
        let phrased = self.phrased(&terms)?;
        for (row, features) in look.rows.iter().zip(&mut features) {
            features
                .set(RankingFeature::Cites, cited.get(row).copied().unwrap_or(0.0).min(1.0));
            let phrases = phrased.iter().filter(|holds| holds[*row as usize]).count();
            features.set(
                RankingFeature::Phrase,
                f32::from(u8::try_from(phrases).unwrap_or(u8::MAX)),
            );
        }
        by_the_largest(&mut features);
        if let (Some(reading), Some(_)) = (reading, vector) {
            for (row, features) in look.rows.iter().zip(&mut features) {
                reading.weigh(snapshot.language(*row), &fusion.reach, features);
            }
        }
        pool.iter_mut()
            .zip(features)
            .for_each(|(one, features)| one.features = features);
        Ok(pool)
    }

    /// One flag a row, where anything is left out at all.
    fn kept(&self, query: &Query, terms: &QueryTerms) -> Result<Option<Vec<bool>>, IndexError> {
        let snapshot = &self.snapshot;
        let mut keep = self.index.kept(snapshot, &query.filters)?;
        let all = || vec![true; snapshot.rows()];
        if query.phrases == super::PhraseHandling::Require && !terms.phrases.is_empty() {
            let kept = keep.get_or_insert_with(all);
            for phrase in &terms.phrases {
                let holds = phrase::rows(snapshot, self.index.fields(), phrase)?;
                kept.iter_mut().zip(holds).for_each(|(kept, holds)| *kept &= holds);
            }
        }
        narrowing::narrow(self, &query.narrowing, &mut keep)?;
        for id in &query.exclude {
            if let Some(row) = snapshot.row_of(self.index.fields(), id)? {
                keep.get_or_insert_with(all)[row as usize] = false;
            }
        }
        if snapshot.alive() < snapshot.rows() {
            let kept = keep.get_or_insert_with(all);
            for segment in snapshot.segments() {
                segment.dead().for_each(|doc| kept[segment.row(doc)] = false);
            }
        }
        Ok(keep)
    }

    fn look_at_words(
        &self,
        look: &mut CandidateSelection<'_>,
        terms: &QueryTerms,
        scratch: &mut QueryScratch,
    ) -> Result<(), IndexError> {
        let (snapshot, fields) = (look.snapshot, self.index.fields());
        let bm25 = look.fusion.bm25;
        let lengths = LengthNorms::Known(&snapshot.text_norms, snapshot.text_mean);
        let words = &terms.words;
        look.reach =
            bm25::fill(snapshot, fields.text, words, bm25, lengths, &mut scratch.text)?;
        // On vectors alone words put nobody forward; the hits still show their BM25.
        if !look.weights.uses(RankingFeature::Text) {
            look.by_words = look.top(&scratch.text);
            return Ok(());
        }
        if look.weights.uses(RankingFeature::Pairs) {
            bm25::fill_pairs(snapshot, fields, &terms.pairs, bm25, &mut scratch.pairs)?;
        }
        look.by_words = look.top(&scratch.text);
        let with_pairs = scratch.text.iter().zip(&scratch.pairs);
        scratch
            .other
            .extend(with_pairs.map(|(text, pairs)| text + PAIRS_SHARE * pairs));
        let first = if scratch.pairs.is_empty() {
            look.by_words.clone()
        } else {
            look.top(&scratch.other)
        };
        if look.weights.uses(RankingFeature::Around) {
            look.take_neighbours(&first);
        }
        if look.weights.uses(RankingFeature::Heads) {
            let lengths = LengthNorms::Known(&snapshot.heads_norms, snapshot.heads_mean);
            bm25::fill(
                snapshot,
                fields.heads,
                &terms.words,
                bm25,
                lengths,
                &mut scratch.heads,
            )?;
            look.take(&scratch.heads);
        }
        if look.weights.uses(RankingFeature::Lead) {
            let lead = &mut scratch.lead;
            bm25::fill(snapshot, fields.lead, &terms.words, bm25, LengthNorms::Same, lead)?;
            look.take(&scratch.lead);
        }
        if look.weights.uses(RankingFeature::Feedback) {
            self.look_again(look, &first, scratch)?;
        }
        look.rows
            .extend(first.iter().chain(&look.by_words).map(|ranked| ranked.row));
        Ok(())
    }

    /// Searches once more, by terms of the best passages of the first look.
    fn look_again(
        &self,
        look: &mut CandidateSelection<'_>,
        first: &[RankedRow],
        scratch: &mut QueryScratch,
    ) -> Result<(), IndexError> {
        let (snapshot, fields) = (look.snapshot, self.index.fields());
        let settings = look.fusion.feedback;
        let learned: Vec<WeightedTerm> =
            feedback::learn(snapshot, fields, first, settings, &mut scratch.analyser)?;
        let lengths = LengthNorms::Known(&snapshot.text_norms, snapshot.text_mean);
        let bm25 = look.fusion.bm25;
        bm25::fill(snapshot, fields.text, &learned, bm25, lengths, &mut scratch.learned)?;
        look.take(&scratch.learned);
        Ok(())
    }

    /// The words of the passages around each candidate, read with its own.
    fn look_around(
        &self,
        look: &CandidateSelection<'_>,
        terms: &QueryTerms,
        scratch: &mut QueryScratch,
        features: &mut [RankingFeatureVector],
    ) -> Result<(), IndexError> {
        if !look.weights.uses(RankingFeature::Near)
            && !look.weights.uses(RankingFeature::Around)
        {
            return Ok(());
        }
        let field = self.index.fields().text;
        let slots = &mut scratch.slots;
        let found =
            neighbour_bm25::scores(look.snapshot, field, &terms.words, &look.rows, slots)?;
        for (features, (near, around)) in features.iter_mut().zip(found) {
            features.set(RankingFeature::Near, near);
            features.set(RankingFeature::Around, around);
        }
        Ok(())
    }

    /// Further wordings put further passages forward; ranking stays with the first.
    fn look_at_others(
        &self,
        look: &mut CandidateSelection<'_>,
        query: &Query,
        scratch: &mut QueryScratch,
    ) -> Result<(), IndexError> {
        let (snapshot, fields) = (look.snapshot, self.index.fields());
        for asked in query.texts.iter().skip(1).take(MOST_WORDINGS) {
            let terms =
                QueryTerms::of(&asked.text, snapshot.languages(), &mut scratch.analyser);
            let lengths = LengthNorms::Known(&snapshot.text_norms, snapshot.text_mean);
            let bm25 = look.fusion.bm25;
            bm25::fill(snapshot, fields.text, &terms.words, bm25, lengths, &mut scratch.other)?;
            look.take(&scratch.other);
        }
        Ok(())
    }

    /// Rows that are, or cite, what the query cites: how many of its citations each has.
    fn cited(&self, terms: &QueryTerms) -> Result<BTreeMap<u32, f32>, IndexError> {
        let mut cited = BTreeMap::new();
        let field = self.index.fields().cites;
        for term in terms.cites.iter().take(MOST_CITES) {
            // A number with its subdivisions is one provision's own; `4` is many's.
            let weight = if term.contains('(') { WHOLE } else { BARE };
            for segment in self.snapshot.segments() {
                let found = segment.postings(field, term, IndexRecordOption::Basic);
                let found = found.map_err(IndexError::io(self.snapshot.dir()))?;
                for doc in found.into_iter().flat_map(crate::index::docs).take(MOST_CITED) {
                    let row = u32::try_from(segment.row(doc)).unwrap_or(NONE);
                    *cited.entry(row).or_insert(0.0) += weight;
                }
            }
        }
        Ok(cited)
    }

    fn phrased(&self, terms: &QueryTerms) -> Result<Vec<Vec<bool>>, IndexError> {
        let fields = self.index.fields();
        terms
            .phrases
            .iter()
            .map(|phrase| phrase::rows(&self.snapshot, fields, phrase))
            .collect()
    }
}

/// Citations of one query, and passages of one citation, that are looked at.
const MOST_CITES: usize = 32;
const MOST_CITED: usize = 500;
/// How much a number with subdivisions, and a bare one, say about a passage that has it.
const WHOLE: f32 = 0.5;
const BARE: f32 = 0.25;
