//! Which words of a sentence have no support: the clauses in which something is not copied from the
//! evidence.

use jurat_model::Span;

use super::{evidence::Evidence, features::copied, sentence::Sentence};

/// Clauses of one sentence that are told apart.
const MOST: usize = 64;

/// The clauses that hold a word of their own; the whole sentence where there is none.
pub(super) fn unsupported(evidence: &Evidence, sentence: &Sentence<'_>) -> Vec<Span> {
    let copied = copied(evidence, &sentence.ids, 3);
    let own = |at: usize| 0.0 < sentence.weights[at] && !copied[at];
    let mut found: Vec<Span> = Vec::new();
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
        return vec![Span::from(sentence.range.clone())];
    }
    found
}

/// Whether a mark parts a word from the one before it.
fn parted(sentence: &Sentence<'_>, at: usize) -> bool {
    let between = sentence.tokens[at - 1].range.end..sentence.tokens[at].range.start;
    sentence.text[between].contains([',', ';', ':', '(', ')', '—', '–'])
}

/// From one word to before another, with what opens or ends the sentence.
fn span(sentence: &Sentence<'_>, first: usize, end: usize) -> Span {
    let opens = first == 0;
    let ends = end == sentence.tokens.len();
    let (tokens, range) = (&sentence.tokens, &sentence.range);
    Span {
        start: if opens { range.start } else { tokens[first].range.start },
        end: if ends { range.end } else { tokens[end - 1].range.end },
    }
}

fn add(found: &mut Vec<Span>, sentence: &Sentence<'_>, span: Span) {
    match found.last_mut() {
        Some(last) if !sentence.text[last.end..span.start].contains(char::is_alphanumeric) => {
            last.end = span.end;
        }
        _ => found.push(span),
    }
}
