//! Narrows a search to some sources, and to passages that hold some words and lack others.

use std::collections::BTreeSet;

use super::{HitNarrowing, IndexSearcher, phrase, query_terms::QuotedPhrase};
use crate::index::{IndexError, document_of};

/// Takes out of `keep`, one flag a row, what the narrowing rules out.
pub(super) fn narrow(
    searcher: &IndexSearcher<'_>,
    narrowing: &HitNarrowing,
    keep: &mut Option<Vec<bool>>,
) -> Result<(), IndexError> {
    let rows = searcher.snapshot.rows();
    let mut and = |holds: &dyn Fn(usize) -> bool| {
        let kept = keep.get_or_insert_with(|| vec![true; rows]);
        kept.iter_mut()
            .enumerate()
            .for_each(|(row, kept)| *kept &= holds(row));
    };
    if let Some(sources) = &narrowing.sources {
        let documents: BTreeSet<u64> = sources.iter().map(document_of).collect();
        let place =
            |row: usize| searcher.snapshot.place(u32::try_from(row).unwrap_or(u32::MAX)).0;
        and(&|row| documents.contains(&place(row)));
    }
    for (phrases, wanted) in [(&narrowing.holds, true), (&narrowing.lacks, false)] {
        for words in phrases {
            if let Some(holds) = holding(searcher, words)? {
                and(&|row| holds[row] == wanted);
            }
        }
    }
    Ok(())
}

/// Who holds the words in a row; nothing where they are words that say nothing.
fn holding(searcher: &IndexSearcher<'_>, words: &str) -> Result<Option<Vec<bool>>, IndexError> {
    let mut scratch = searcher.scratch();
    let languages = searcher.snapshot.languages();
    let mut phrase = QuotedPhrase::of(words, languages, &mut scratch.analyser);
    searcher.give_back(scratch);
    if !phrase.says_something() {
        return Ok(None);
    }
    phrase.readings.retain(|(_, terms)| !terms.is_empty());
    phrase::rows(&searcher.snapshot, searcher.index.fields(), &phrase).map(Some)
}
