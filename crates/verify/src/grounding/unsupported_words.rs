//! Which words of a sentence have no support: the clauses in which something is not copied from the
//! evidence.

use jurat_model::ByteSpan;

use super::{
    evidence_index::EvidenceIndex, features::copied, indexed_sentence::IndexedSentence,
};

/// Clauses of one sentence that are told apart.
const MOST: usize = 64;

/// The clauses that hold a word of their own; the whole sentence where there is none.
pub(super) fn unsupported(
    evidence: &EvidenceIndex,
    sentence: &IndexedSentence<'_>,
) -> Vec<ByteSpan> {
    let copied = copied(evidence, &sentence.ids, 3);
    let own = |at: usize| 0.0 < sentence.weights[at] && !copied[at];
    let mut found: Vec<ByteSpan> = Vec::new();
    let (mut start, count) = (0, sentence.tokens.len());
    for at in 1..=count {
        if at < count && !parted(sentence, at) {
            continue;
        }
        if (start..at).any(own) {
            add(&mut found, sentence, span(sentence, start, at));
        }
        start = at;
    }
    if found.is_empty() || MOST < found.len() {
        return vec![ByteSpan::from(sentence.range.clone())];
    }
    found
}

/// Whether a mark parts a word from the one before it.
fn parted(sentence: &IndexedSentence<'_>, at: usize) -> bool {
    let between = sentence.tokens[at - 1].range.end..sentence.tokens[at].range.start;
    sentence.text[between].contains([',', ';', ':', '(', ')', '—', '–'])
}

/// From one word to before another, with what opens or ends the sentence.
fn span(sentence: &IndexedSentence<'_>, first: usize, end: usize) -> ByteSpan {
    let opens = first == 0;
    let ends = end == sentence.tokens.len();
    let (tokens, range) = (&sentence.tokens, &sentence.range);
    ByteSpan {
        start: if opens { range.start } else { tokens[first].range.start },
        end: if ends { range.end } else { tokens[end - 1].range.end },
    }
}

fn add(found: &mut Vec<ByteSpan>, sentence: &IndexedSentence<'_>, span: ByteSpan) {
    match found.last_mut() {
        Some(last) if !sentence.text[last.end..span.start].contains(char::is_alphanumeric) => {
            last.end = span.end;
        }
        _ => found.push(span),
    }
}
