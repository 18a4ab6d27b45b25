//! Passages that hold a phrase.

use std::ops::Range;

use tantivy::schema::{Field, IndexRecordOption};

use super::terms::Phrase;
use crate::index::{Analyser, Fields, IndexError, Language, Snapshot, docs};

/// One flag a row: whether it has every pair of the phrase's terms, which nearly always means
/// that it holds the phrase. `holds` makes sure.
pub(super) fn rows(
    snapshot: &Snapshot,
    fields: &Fields,
    phrase: &Phrase,
) -> Result<Vec<bool>, IndexError> {
    let mut any = vec![false; snapshot.rows()];
    for (_, terms) in &phrase.readings {
        let (field, wanted) = match terms.as_slice() {
            // Words that every passage may hold rule out none.
            [] => return Ok(vec![true; snapshot.rows()]),
            [one] => (fields.text, vec![one.clone()]),
            many => (fields.pairs, many.windows(2).map(|pair| pair.join(" ")).collect()),
        };
        let all = having_all(snapshot, field, &wanted)?;
        any.iter_mut().zip(all).for_each(|(any, all)| *any |= all);
    }
    Ok(any)
}

fn having_all(
    snapshot: &Snapshot,
    field: Field,
    wanted: &[String],
) -> Result<Vec<bool>, IndexError> {
    let mut counts = vec![0_usize; snapshot.rows()];
    for (at, term) in wanted.iter().enumerate() {
        for segment in snapshot.segments() {
            let found = segment.postings(field, term, IndexRecordOption::Basic);
            let found = found.map_err(|error| IndexError::io(snapshot.dir(), &error))?;
            for doc in found.into_iter().flat_map(docs) {
                let count = &mut counts[segment.row(doc)];
                *count += usize::from(*count == at);
            }
        }
    }
    Ok(counts.into_iter().map(|count| count == wanted.len()).collect())
}

/// Where a text holds a phrase's terms in a row.
pub(super) fn find(
    text: &str,
    language: Language,
    terms: &[String],
    analyser: &mut Analyser,
) -> Option<Range<usize>> {
    let mut words: Vec<(String, Range<usize>)> = Vec::new();
    analyser.each(text, language, &mut |term, place| words.push((term.to_owned(), place)));
    let len = terms.len().max(1);
    let found = words
        .windows(len)
        .find(|window| window.iter().zip(terms).all(|((word, _), term)| word == term))?;
    Some(found.first()?.1.start..found.last()?.1.end)
}

/// Whether a text holds a phrase in any of its readings.
pub(super) fn holds(text: &str, phrase: &Phrase, analyser: &mut Analyser) -> bool {
    phrase.readings.iter().any(|(language, terms)| {
        terms.is_empty() || find(text, *language, terms, analyser).is_some()
    })
}
