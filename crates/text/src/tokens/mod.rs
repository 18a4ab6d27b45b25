//! Words of a text with byte offsets, as they are counted and compared.

mod document_frequency;
mod stems;
mod stop_words;

use std::ops::Range;

pub use document_frequency::{DocumentFrequencies, weight};
pub use stems::{stem, terms};
pub(crate) use stop_words::common_in;
pub use stop_words::is_stop_word;

/// Where the words of a text are: runs of letters and digits, numbers with their points and
/// commas in one piece.
pub fn words(text: &str) -> WordIterator<'_> {
    WordIterator { text, at: 0 }
}

/// The words of a text, one after another.
#[derive(Debug, Clone)]
pub struct WordIterator<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for WordIterator<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        loop {
            let byte = *bytes.get(start)?;
            if byte < 0x80 {
                if byte.is_ascii_alphanumeric() {
                    break;
                }
                start += 1;
                continue;
            }
            let c = self.text[start..].chars().next()?;
            if c.is_alphanumeric() {
                break;
            }
            start += c.len_utf8();
        }
        self.at = self.end(start);
        Some(start..self.at)
    }
}

impl WordIterator<'_> {
    fn end(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let mut end = start;
        while let Some(&byte) = bytes.get(end) {
            if byte.is_ascii_alphanumeric() {
                end += 1;
            } else if matches!(byte, b'.' | b',') && digit(end - 1) && digit(end + 1) {
                end += 2;
            } else if 0x80 <= byte {
                match self.text[end..].chars().next() {
                    Some(c) if c.is_alphanumeric() || is_mark(c) => end += c.len_utf8(),
                    _ => break,
                }
            } else {
                break;
            }
        }
        end
    }
}

/// Marks that combine with a letter, and what hides within a word.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{ad}' | '\u{200B}'..='\u{200D}' | '\u{2060}')
}

#[cfg(test)]
mod tests {
    use super::words;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = words(text).map(|range| &text[range]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_and_numbers() {
        check("The fee is $1,500.50.", &["The", "fee", "is", "1,500.50"]);
        check("s. 25.1(1)(a)", &["s", "25.1", "1", "a"]);
        check("l’étranger e\u{301}tait là", &["l", "étranger", "e\u{301}tait", "là"]);
        check("  ", &[]);
        check("3.x 4,", &["3", "x", "4"]);
    }
}
