//! BM25 over postings, term by term, into one number a row.
//!
//! Every row's score is at hand afterwards, so a passage's neighbours cost a look-up each.

use std::{cmp::Ordering, collections::BinaryHeap};

use tantivy::{
    fieldnorm::FieldNormReader,
    schema::{Field, IndexRecordOption},
};

use super::adjacent_terms;
use crate::{
    fusion::Bm25Parameters,
    index::{IndexError, IndexFields, IndexSnapshot},
};

pub(super) struct WeightedTerm<T = String> {
    pub term: T,
    pub weight: f32,
}

/// Where lengths come from.
#[derive(Clone, Copy)]
pub(super) enum LengthNorms<'a> {
    /// A code a row, and their mean.
    Known(&'a [u8], f32),
    /// All alike, and every count one.
    Same,
}

/// Fills `scores` with the BM25 score of each row; yields what a row could reach at most.
pub(super) fn fill(
    snapshot: &IndexSnapshot,
    field: Field,
    terms: &[WeightedTerm],
    bm25: Bm25Parameters,
    lengths: LengthNorms<'_>,
    scores: &mut Vec<f32>,
) -> Result<f32, IndexError> {
    begin(snapshot, scores);
    let failed = IndexError::io(snapshot.dir());
    let mut reach = 0.0;
    let table = table(bm25, lengths);
    for WeightedTerm { term, weight } in terms {
        let count = snapshot.count(field, term)?;
        if count == 0 {
            continue;
        }
        let gain = weight * idf(count, snapshot.rows()) * (bm25.k1 + 1.0);
        reach += gain;
        for segment in snapshot.segments() {
            let found = segment.postings(field, term, IndexRecordOption::WithFreqs);
            let Some(mut postings) = found.map_err(failed)? else { continue };
            let from = segment.row(0);
            let scores = &mut scores[from..];
            while 0 < postings.block_len() {
                let (docs, freqs) = (postings.docs(), postings.freqs());
                match lengths {
                    LengthNorms::Known(codes, _) => {
                        let codes = &codes[from..][..scores.len()];
                        for (doc, freq) in docs.iter().zip(freqs) {
                            let doc = *doc as usize;
                            let length = table[usize::from(codes[doc])];
                            scores[doc] += saturated(*freq, length) * gain;
                        }
                    }
                    // A field without counts has no list of them: each is one.
                    LengthNorms::Same => {
                        let worth = saturated(1, table[0]) * gain;
                        for doc in docs {
                            scores[*doc as usize] += worth;
                        }
                    }
                }
                postings.advance();
            }
        }
    }
    Ok(reach)
}

/// Fills `scores` with what pairs of terms are worth to each row; a pair counts once a row.
pub(super) fn fill_pairs(
    snapshot: &IndexSnapshot,
    fields: &IndexFields,
    pairs: &[WeightedTerm<(String, String)>],
    bm25: Bm25Parameters,
    scores: &mut Vec<f32>,
) -> Result<(), IndexError> {
    begin(snapshot, scores);
    let table = table(bm25, LengthNorms::Known(&snapshot.text_norms, snapshot.text_mean));
    for WeightedTerm { term: (left, right), weight } in pairs {
        let rows = adjacent_terms::rows(snapshot, fields, &[left, right])?;
        let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let gain = weight * idf(count, snapshot.rows()) * (bm25.k1 + 1.0);
        for row in rows {
            let row = row as usize;
            scores[row] += saturated(1, table[usize::from(snapshot.text_norms[row])]) * gain;
        }
    }
    Ok(())
}

fn begin(snapshot: &IndexSnapshot, scores: &mut Vec<f32>) {
    scores.clear();
    scores.resize(snapshot.rows(), 0.0);
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
fn saturated(freq: u32, length: f32) -> f32 {
    let freq = freq as f32;
    freq / (freq + length)
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
pub(super) fn idf(count: u32, rows: usize) -> f32 {
    let (count, rows) = (count as f32, rows as f32);
    (1.0 + (rows - count + 0.5) / (count + 0.5)).ln()
}

/// What a length of each code adds below the line.
#[expect(clippy::cast_precision_loss, reason = "lengths of passages")]
fn table(bm25: Bm25Parameters, lengths: LengthNorms<'_>) -> [f32; 256] {
    let mut table = [bm25.k1; 256];
    if let LengthNorms::Known(_, mean) = lengths {
        for (code, value) in (0..=u8::MAX).zip(&mut table) {
            let length = FieldNormReader::id_to_fieldnorm(code) as f32;
            *value = bm25.k1 * (1.0 - bm25.b + bm25.b * length / mean);
        }
    }
    table
}

/// A row in an order that does not depend on how the index came about.
#[derive(Debug, Clone, Copy)]
pub(super) struct RankedRow {
    pub score: f32,
    pub place: (u64, u64),
    pub row: u32,
}

impl Ord for RankedRow {
    /// The better is less, so that it comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.place.cmp(&other.place))
    }
}

impl PartialOrd for RankedRow {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RankedRow {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for RankedRow {}

/// Rows that are passed over together.
const RUN: usize = 64;

/// The best rows with a score above nothing, best first.
pub(super) fn top(
    snapshot: &IndexSnapshot,
    scores: &[f32],
    limit: usize,
    keep: &dyn Fn(u32) -> bool,
) -> Vec<RankedRow> {
    // The root is the worst of those kept.
    let mut heap = BinaryHeap::with_capacity(limit + 1);
    let mut least = f32::MIN_POSITIVE;
    for (run, from) in scores.chunks(RUN).zip((0_u32..).step_by(RUN)) {
        // Without early out, so that it is done in lanes: most runs hold nothing of interest.
        if 0 == run.iter().map(|score| u32::from(least <= *score)).sum::<u32>() {
            continue;
        }
        for (score, row) in run.iter().zip(from..) {
            if *score < least || !keep(row) {
                continue;
            }
            heap.push(RankedRow { score: *score, place: snapshot.place(row), row });
            if limit < heap.len() {
                heap.pop();
                least = heap.peek().map_or(least, |worst: &RankedRow| worst.score);
            }
        }
    }
    heap.into_sorted_vec()
}
