//! What follows the items of a list and goes on with what leads in to it: it limits every item.

use std::collections::BTreeSet;

use super::{SentenceKind, SentenceSpan};

/// Lists nested deeper are damage.
const DEEPEST: usize = 8;

/// The sentences after the lists that a sentence is an item of, innermost list first, that go on with their lead-ins.
pub fn tails(text: &str, sentences: &[SentenceSpan], item: usize) -> BTreeSet<usize> {
    let lists = leads_to(sentences, item);
    lists.filter_map(|lead| tail(text, sentences, lead, item)).collect()
}

/// Whether a sentence goes on after a list.
pub fn is_tail(text: &str, sentences: &[SentenceSpan], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| sentences.get(before));
    goes_on(text, sentences, at)
        && before.is_some_and(|before| before.lead_in.is_some())
        && begins_line(text, sentences, at)
}

fn tail(text: &str, sentences: &[SentenceSpan], lead: usize, item: usize) -> Option<usize> {
    let mut last = item;
    for at in item + 1..sentences.len() {
        let within = leads_to(sentences, at).any(|one| one == lead);
        if within || !begins_line(text, sentences, at) {
            last = at;
        } else if !goes_on(text, sentences, at) {
            break;
        }
    }
    Some(last + 1).filter(|at| *at < sentences.len() && goes_on(text, sentences, *at))
}

/// The sentences that lead in to one, nearest first.
fn leads_to(sentences: &[SentenceSpan], at: usize) -> impl Iterator<Item = usize> {
    let lead = |at: &usize| sentences.get(*at).and_then(|one| one.lead_in);
    std::iter::successors(lead(&at), lead).take(DEEPEST)
}

fn begins_line(text: &str, sentences: &[SentenceSpan], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(0, |before| sentences[before].range.end);
    let gap = text.get(before..sentences[at].range.start).unwrap_or_default();
    gap.contains(['\n', '\r', '\u{c}'])
}

fn goes_on(text: &str, sentences: &[SentenceSpan], at: usize) -> bool {
    let sentence = &sentences[at];
    let words = text.get(sentence.range.clone()).unwrap_or_default();
    // `b)` is small too, and begins an item.
    sentence.kind == SentenceKind::Sentence && words.starts_with(char::is_lowercase)
}
