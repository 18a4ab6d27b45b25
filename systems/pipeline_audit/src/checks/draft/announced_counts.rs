//! Counts with which an answer announces its own sentences: `The Board has two options.`, and then both of them.

use std::ops::Range;

use jurat_text::tokens::{is_stop_word, words};

use super::claims::{DraftClaim, ParsedDraftText};
use crate::audit::{AuditSubject, content_words::number};

/// The highest count that is one of sentences to come.
const MOST: u64 = 9;

/// Where the claims of a text announce what comes after them, each a number and its noun. They are words about the answer.
pub(super) fn announced(
    passage: &ParsedDraftText,
    subject: &AuditSubject,
) -> Vec<Range<usize>> {
    let claims = passage.claims.iter().enumerate();
    claims
        .filter_map(|(at, claim)| {
            let to_come = passage.claims.len() - at - 1;
            count_at_end(&passage.plain, claim, to_come, subject)
        })
        .collect()
}

/// The number and the noun that end a claim, where as many claims come after it, no source has that noun, and nothing is done
/// with what is counted: it is had, or there.
fn count_at_end(
    text: &str,
    claim: &DraftClaim,
    to_come: usize,
    subject: &AuditSubject,
) -> Option<Range<usize>> {
    let said = text.get(claim.range.clone())?;
    let all: Vec<Range<usize>> = words(said).collect();
    let [.., before, count, noun] = all.as_slice() else { return None };
    let lower = |range: &Range<usize>| said[range.clone()].to_lowercase();
    let language = subject.language();
    let counted = number(&lower(count)).filter(|count| (2..=MOST).contains(count))?;
    let is_there = usize::try_from(counted).is_ok_and(|counted| counted <= to_come);
    let name = &said[noun.clone()];
    let is_known = subject.hit_words().iter().any(|source| source.has(name, language));
    let is_had = language.is_none_or(|language| is_stop_word(&lower(before), language));
    let start = claim.range.start;
    (is_there && is_had && !is_known).then_some(start + count.start..start + noun.end)
}
