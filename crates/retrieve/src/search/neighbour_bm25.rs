//! BM25 of a passage read together with those around it: a provision is about what its
//! neighbours are about.
//!
//! Computed for candidates alone, by a second walk over the query's postings; an index of such
//! windows would be several times as large.

use tantivy::{
    fieldnorm::FieldNormReader,
    schema::{Field, IndexRecordOption},
};

use super::bm25::{WeightedTerm, idf};
use crate::index::{IndexError, IndexSnapshot, NONE};

/// How far the context of a passage reaches, to either side.
pub(super) const WINDOW: usize = 3;
/// Repeated words count longer in a wider text.
const K1: f32 = 2.0;
const B: f32 = 0.75;

/// The rows around one, in its document: those before, nearest first, then those after.
pub(super) fn around(
    snapshot: &IndexSnapshot,
    row: u32,
    reach: usize,
) -> impl Iterator<Item = u32> {
    walk(&snapshot.before, row, reach).chain(walk(&snapshot.after, row, reach))
}

fn walk(next: &[u32], row: u32, reach: usize) -> impl Iterator<Item = u32> {
    let step = move |row: &u32| Some(next[*row as usize]).filter(|next| *next != NONE);
    std::iter::successors(Some(row), step).skip(1).take(reach)
}

/// How often each term of the query stands in each row of interest.
struct TermCounts {
    terms: usize,
    counts: Vec<f32>,
}

/// For each row the BM25 of it with one and with three neighbours to either side. `slots` is
/// room for one number a row.
pub(super) fn scores(
    snapshot: &IndexSnapshot,
    field: Field,
    terms: &[WeightedTerm],
    rows: &[u32],
    slots: &mut Vec<u32>,
) -> Result<Vec<(f32, f32)>, IndexError> {
    slots.clear();
    slots.resize(snapshot.rows(), NONE);
    let mut taken = 0;
    for row in rows
        .iter()
        .flat_map(|row| around(snapshot, *row, WINDOW).chain([*row]))
    {
        let slot = &mut slots[row as usize];
        if *slot == NONE {
            *slot = taken;
            taken += 1;
        }
    }
    let mut gains = Vec::with_capacity(terms.len());
    for WeightedTerm { term, weight } in terms {
        gains.push(weight * idf(snapshot.count(field, term)?, snapshot.rows()) * (K1 + 1.0));
    }
    let counts = count(snapshot, field, terms, slots, taken as usize)?;
    let of = |row: &u32| {
        let score = |reach| window(snapshot, &counts, slots, &gains, *row, reach);
        (score(1), score(WINDOW))
    };
    Ok(rows.iter().map(of).collect())
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn count(
    snapshot: &IndexSnapshot,
    field: Field,
    terms: &[WeightedTerm],
    slots: &[u32],
    taken: usize,
) -> Result<TermCounts, IndexError> {
    let mut counts = TermCounts {
        terms: terms.len(),
        counts: vec![0.0; taken * terms.len()],
    };
    for (at, WeightedTerm { term, .. }) in terms.iter().enumerate() {
        for segment in snapshot.segments() {
            let found = segment.postings(field, term, IndexRecordOption::WithFreqs);
            let found = found.map_err(IndexError::io(snapshot.dir()))?;
            let Some(mut postings) = found else { continue };
            while 0 < postings.block_len() {
                for (doc, freq) in postings.docs().iter().zip(postings.freqs()) {
                    let slot = slots[segment.row(*doc)];
                    if slot != NONE {
                        counts.counts[slot as usize * counts.terms + at] = *freq as f32;
                    }
                }
                postings.advance();
            }
        }
    }
    Ok(counts)
}

#[expect(clippy::cast_precision_loss, reason = "lengths of passages")]
fn window(
    snapshot: &IndexSnapshot,
    counts: &TermCounts,
    slots: &[u32],
    gains: &[f32],
    row: u32,
    reach: usize,
) -> f32 {
    let mut sums = vec![0.0_f32; counts.terms];
    let mut length = 0.0;
    for near in around(snapshot, row, reach).chain([row]) {
        let from = slots[near as usize] as usize * counts.terms;
        let own = &counts.counts[from..from + counts.terms];
        sums.iter_mut().zip(own).for_each(|(sum, count)| *sum += count);
        length += FieldNormReader::id_to_fieldnorm(snapshot.text_norms[near as usize]) as f32;
    }
    let mean = snapshot.text_mean * (2.0 * reach as f32 + 1.0);
    let below = K1 * (1.0 - B + B * length / mean);
    sums.iter()
        .zip(gains)
        .map(|(sum, gain)| gain * sum / (sum + below))
        .sum()
}
