//! Which clause of the sources a clause of the draft is about.

use std::collections::BTreeSet;

use super::{ClauseFrame, SourceClause, frame_lexicon::FrameLexicon};

/// What the same deed and the same subject add to the share of words.
const SAME_DEED: f64 = 0.15;
const SAME_SUBJECT: f64 = 0.1;
/// Words at the beginning of a deed among which its verb is.
const VERB: usize = 3;
const OWN_VERB: usize = 2;

/// A clause of the sources beside one of the draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClauseAlignment<'c> {
    pub(super) clause: &'c SourceClause,
    pub(super) score: f64,
    /// The share of the draft's clause that it has, by weight.
    pub(super) share: f64,
    pub(super) has_deed: bool,
    pub(super) has_subject: bool,
}

/// The clauses of the sources, best first.
pub(super) fn alignments<'c>(
    frame: &ClauseFrame,
    clauses: &[&'c SourceClause],
    lexicon: &FrameLexicon,
) -> Vec<ClauseAlignment<'c>> {
    let own = frame.words();
    let mut all: Vec<ClauseAlignment<'c>> = clauses
        .iter()
        .filter(|clause| !clause.frame.deed.is_empty())
        .map(|&clause| {
            let share = shared(&own, &clause.frame.words(), lexicon);
            let has_deed = has_deed(frame, &clause.frame);
            let has_subject = has_subject(frame, &clause.frame);
            let score = share
                + if has_deed { SAME_DEED } else { 0.0 }
                + if has_subject { SAME_SUBJECT } else { 0.0 };
            ClauseAlignment { clause, score, share, has_deed, has_subject }
        })
        .collect();
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    all
}

/// The share of some words that others have, by weight.
pub(super) fn shared(
    own: &BTreeSet<&str>,
    theirs: &BTreeSet<&str>,
    lexicon: &FrameLexicon,
) -> f64 {
    let weight = |word: &&str| lexicon.weight(word);
    let all: f64 = own.iter().map(weight).sum();
    let held: f64 = own.iter().filter(|word| theirs.contains(*word)).map(weight).sum();
    if all <= 0.0 { 0.0 } else { held / all }
}

/// Whether two clauses have the same verb, as far as the first words of their deeds tell.
pub(super) fn has_deed(frame: &ClauseFrame, source: &ClauseFrame) -> bool {
    let (own, theirs) = (frame.deed.first(), source.deed.first());
    own.is_some_and(|verb| source.deed.iter().take(VERB).any(|word| word == verb))
        || theirs.is_some_and(|verb| frame.deed.iter().take(OWN_VERB).any(|word| word == verb))
}

fn has_subject(frame: &ClauseFrame, source: &ClauseFrame) -> bool {
    if frame.head.is_empty() {
        return frame.subject.iter().any(|word| source.subject.contains(word));
    }
    frame.head.iter().any(|word| source.head.contains(word))
}
