//! Where a sentence may be cut: between clauses, never inside one.

use std::ops::Range;

/// Words of a quote, as people count them.
pub(super) fn word_count(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric))
        .count()
}

/// The clauses of a stretch, in order, in bytes of the whole text; without the marks and the
/// space between them.
pub(super) fn clauses(text: &str, stretch: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut depth) = (stretch.start, 0_usize);
    let mut spaced = false;
    for (at, c) in text[stretch.clone()].char_indices() {
        let at = stretch.start + at;
        // Of a run of spaces, the first alone is looked at.
        let skipped = at < start || spaced && c.is_whitespace();
        spaced = c.is_whitespace();
        match c {
            '(' | '[' | '“' | '«' => depth += 1,
            ')' | ']' | '”' | '»' => depth = depth.saturating_sub(1),
            _ if 0 < depth || skipped => {}
            _ => {
                let rest = &text[at..stretch.end];
                // `unless, as is usual, …` is one clause.
                let opened = word_count(&text[start..at]) < 2;
                if let Some(next) = border(rest, c).filter(|_| !opened) {
                    push(&mut found, text, start..at);
                    start = at + next;
                }
            }
        }
    }
    push(&mut found, text, start..stretch.end);
    found
}

/// Whether a text sets a condition or an exception, denies, or limits: a cut may not hide it.
pub(super) fn qualifies(clause: &str) -> bool {
    clause.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let small = word.to_lowercase();
        QUALIFIERS.contains(&small)
    })
}

/// Whether a clause begins by setting a condition or a time.
pub(super) fn is_conditional(clause: &str) -> bool {
    let first = clause
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    CONDITIONS.contains(&first.to_lowercase())
}

/// Whether a clause begins as a subject does.
pub(super) fn names_subject(clause: &str) -> bool {
    let first = clause
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    SUBJECTS.contains(&first.to_lowercase())
}

/// Whether a clause ends here, and how many bytes on the next begins.
fn border(rest: &str, c: char) -> Option<usize> {
    let len = c.len_utf8();
    match c {
        ';' | ':' | '—' => Some(len),
        ',' => {
            let next = rest[1..].trim_start();
            let spaced = next.len() + 1 < rest.len();
            (spaced && OPENERS.contains(&first_word(next))).then(|| rest.len() - next.len())
        }
        ' ' | '\n' | '\u{a0}' => {
            let next = rest.trim_start();
            BARE.contains(&first_word(next)).then(|| rest.len() - next.len())
        }
        _ => None,
    }
}

fn first_word(rest: &str) -> String {
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    // No opener is longer.
    if 16 < end { String::new() } else { rest[..end].to_lowercase() }
}

fn push(found: &mut Vec<Range<usize>>, text: &str, range: Range<usize>) {
    let clause = &text[range.clone()];
    let bare = clause
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '—'));
    let start = range.start + (clause.len() - clause.trim_start().len());
    let end = range.start + bare.len();
    if start < end {
        found.push(start..end);
    }
}

jurat_text::word_lists! {
    "clauses" [en, fr, pt];

    /// Words that open a clause after a comma.
    static OPENERS;

    /// Words that open a clause even without a comma.
    static BARE;
    static SUBJECTS;
    static CONDITIONS;
    static QUALIFIERS;
}

#[cfg(test)]
mod tests {
    use super::{clauses, qualifies, word_count};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = clauses(text, &(0..text.len()))
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn sentences_are_cut_between_clauses() {
        check(
            "A clerk must sign, unless ill, and must seal (if red, or blue) it; then stop.",
            &[
                "A clerk must sign",
                "unless ill",
                "and must seal (if red, or blue) it",
                "then stop.",
            ],
        );
        check("Keep bread, wine and 1,000 eggs.", &["Keep bread, wine and 1,000 eggs."]);
        check("", &[]);
    }

    #[test]
    fn words_are_counted_and_limits_seen() {
        assert_eq!(word_count("Keep a log … (a) of it — now."), 7);
        assert!(qualifies("except with leave") && !qualifies("with leave"));
    }
}
