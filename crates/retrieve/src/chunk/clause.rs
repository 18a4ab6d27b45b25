//! Cutting a sentence that is too long: at the end of a clause, else between words.

use jurat_model::ByteSpan;

/// A word of more bytes than this counts as several.
const WORD: usize = 16;

/// The number of words. A stretch without spaces counts by its bytes.
pub(super) fn words(text: &str) -> usize {
    let mut count = 0;
    let mut inside = false;
    for byte in text.bytes() {
        let space = byte.is_ascii_whitespace();
        count += usize::from(inside && space);
        inside = !space;
    }
    count += usize::from(inside);
    count.max(text.len().div_ceil(WORD))
}

/// Cuts a stretch into pieces of at most `longest` words.
pub(super) fn pieces(text: &str, span: ByteSpan, longest: usize) -> Vec<ByteSpan> {
    let mut pieces = Vec::new();
    let mut start = span.start;
    while start < span.end {
        let rest = &text[start..span.end];
        let end = start + reach(rest, longest);
        let found = text[start..end].trim();
        if !found.is_empty() {
            let from = start + (text[start..end].len() - text[start..end].trim_start().len());
            pieces.push(ByteSpan::from(from..from + found.len()));
        }
        start = end;
    }
    pieces
}

/// How far the next piece goes: never nowhere.
fn reach(text: &str, longest: usize) -> usize {
    let mut end = text.floor_char_boundary(longest.saturating_mul(WORD));
    if end == 0 {
        end = text.chars().next().map_or(text.len(), char::len_utf8);
    }
    let (mut count, mut inside) = (0, false);
    for (at, byte) in text.as_bytes()[..end].iter().enumerate() {
        let space = byte.is_ascii_whitespace();
        if !space && !inside {
            count += 1;
            if longest < count {
                end = at;
                break;
            }
        }
        inside = !space;
    }
    if end == text.len() { end } else { border(&text[..end]) }
}

/// The last place in a stretch that is good to cut at.
fn border(text: &str) -> usize {
    // A cut near the start would leave more pieces than the rule is worth.
    let from = text.floor_char_boundary(text.len() / 3);
    let after = |marks: &[u8]| {
        let pair = |pair: &[u8]| marks.contains(&pair[0]) && pair[1].is_ascii_whitespace();
        text.as_bytes()[from..]
            .windows(2)
            .rposition(pair)
            .map(|at| from + at + 1)
    };
    let space = || {
        let at = text.as_bytes()[from..].iter().rposition(u8::is_ascii_whitespace);
        at.map(|at| from + at)
    };
    after(b";:")
        .or_else(|| after(b","))
        .or_else(space)
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::{pieces, words};

    #[track_caller]
    fn check(text: &str, longest: usize, expected: &[&str]) {
        let found = pieces(text, (0..text.len()).into(), longest);
        let found: Vec<&str> = found.iter().map(|span| span.of(text).unwrap()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_clause_ends_a_piece() {
        check("one two; three four five six", 4, &["one two;", "three four five six"]);
        check("one two, three four five six", 4, &["one two,", "three four five six"]);
        check("one two three four five", 3, &["one two three", "four five"]);
    }

    #[test]
    fn text_without_spaces_is_cut_between_characters() {
        let text = "é".repeat(40);
        let found = pieces(&text, (0..text.len()).into(), 2);
        assert_eq!(found.iter().map(|span| span.len()).sum::<usize>(), text.len());
        assert!(found.iter().all(|span| span.len() <= 32 && span.of(&text).is_some()));
    }

    #[test]
    fn words_are_counted() {
        assert_eq!(words("  a bb\nccc "), 3);
        assert_eq!(words(""), 0);
        assert_eq!(words(&"x".repeat(160)), 10);
    }
}
