//! A text cut into the stretches that are looked at one by one: sentences, lines, cells.
//!
//! Cuts more often than a reader would: an order that someone has put into a text must not share
//! its stretch with the words around it.

use std::ops::Range;

/// A stretch is cut at the next white space from here on,
const LONG: usize = 1_000;
/// and here at the latest.
const LONGEST: usize = 2_000;

/// The stretches of a text, in order, without white space around them. Linear.
pub(crate) fn segments(text: &str) -> Vec<Range<usize>> {
    let mut cutting = SegmentCutter {
        text,
        start: 0,
        found: Vec::with_capacity(text.len() / 64 + 1),
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if let Some(cut) = cutting.cut(at) {
            cutting.end(cut);
        }
        at += 1;
    }
    cutting.end(text.len());
    cutting.found
}

struct SegmentCutter<'a> {
    text: &'a str,
    start: usize,
    found: Vec<Range<usize>>,
}

impl SegmentCutter<'_> {
    /// Where the stretch at hand ends, if a byte ends it.
    fn cut(&self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (byte, next) = (bytes[at], bytes.get(at + 1).copied());
        match byte {
            b'\n' => self.line_ends(at).then_some(at),
            b'|' | b'>' | b'\x0c' => Some(at + 1),
            b'<' if next
                .is_some_and(|next| next.is_ascii_alphabetic() || b"/!|".contains(&next)) =>
            {
                Some(at)
            }
            b'#' if 0 < at && bytes[at - 1].is_ascii_whitespace() => Some(at),
            b'.' | b'!' | b'?' => self.stops(at).then_some(at + 1),
            // `。`, `！`, `？` and `…`.
            0xE3 if bytes[at..].starts_with("。".as_bytes()) => Some(at + 3),
            0xEF if bytes[at..].starts_with("！".as_bytes())
                || bytes[at..].starts_with("？".as_bytes()) =>
            {
                Some(at + 3)
            }
            b' ' | b'\t' if LONG < at.saturating_sub(self.start) => Some(at),
            _ if LONGEST < at.saturating_sub(self.start) => {
                self.text.is_char_boundary(at).then_some(at)
            }
            _ => None,
        }
    }

    /// A line that goes on in small letters is only wrapped.
    fn line_ends(&self, at: usize) -> bool {
        let rest = self.text[at + 1..].trim_start_matches([' ', '\t', '\r']);
        !rest.starts_with(|first: char| first.is_lowercase())
    }

    /// A full stop ends a stretch before white space, and between a small letter and a capital:
    /// text taken from pages loses its spaces.
    fn stops(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        match bytes.get(at + 1) {
            None | Some(b'"' | b'\'' | b')' | b']') => true,
            Some(next) if next.is_ascii_whitespace() => {
                // Initials and `e.g.` end nothing.
                let letters = bytes[self.start..at].iter().rev();
                bytes[at] != b'.'
                    || 1 < letters
                        .take_while(|byte| byte.is_ascii_alphanumeric())
                        .take(3)
                        .count()
            }
            Some(next) => next.is_ascii_uppercase() && before.is_ascii_lowercase(),
        }
    }

    fn end(&mut self, at: usize) {
        let at = at.max(self.start);
        let stretch = &self.text[self.start..at];
        let from = self.start + (stretch.len() - stretch.trim_start().len());
        let stretch = stretch.trim();
        if !stretch.is_empty() {
            self.found.push(from..from + stretch.len());
        }
        self.start = at;
    }
}

#[cfg(test)]
mod tests {
    use super::segments;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = segments(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn sentences_lines_and_cells_are_parted() {
        check(
            "One is paid. Two is not! Is three?",
            &["One is paid.", "Two is not!", "Is three?"],
        );
        check("The Team\nExplain tides.", &["The Team", "Explain tides."]);
        check("A line that is\nwrapped goes on.", &["A line that is\nwrapped goes on."]);
        check("Reply to us.If not, call.", &["Reply to us.", "If not, call."]);
        check("A: 1|B: 2", &["A: 1|", "B: 2"]);
        check("<p>Hello.</p><!-- order -->", &["<p>", "Hello.", "</p>", "<!-- order -->"]);
        check("见第五条。请回答", &["见第五条。", "请回答"]);
    }

    #[test]
    fn initials_end_nothing() {
        check("See J. Quill, e.g. there.", &["See J. Quill, e.g. there."]);
    }

    #[test]
    fn a_text_without_stops_is_cut_at_a_length() {
        let text = "é".repeat(5_000);
        assert!(segments(&text).iter().all(|range| range.len() <= 2_002));
        assert_eq!(segments(&text).iter().map(ExactSizeIterator::len).sum::<usize>(), 10_000);
    }
}
