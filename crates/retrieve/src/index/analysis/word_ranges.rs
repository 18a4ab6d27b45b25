//! Where the words of a text lie. Section numbers with their subdivisions, decimals and
//! abbreviations with points are one word each.

/// Words in order of place. Linear in the text; yields byte ranges on character borders.
pub(super) struct WordRanges<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> WordRanges<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        match self.text.as_bytes().get(at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            Some(_) => self.text.get(at..).and_then(|rest| rest.chars().next()),
            None => None,
        }
    }

    /// The end of the word that begins at `start`, whose first character is `first`.
    fn end_of(&self, start: usize, first: char) -> usize {
        let mut end = start + first.len_utf8();
        let mut last = first;
        while let Some(next) = self.char_at(end) {
            let after = end + next.len_utf8();
            if !next.is_alphanumeric() && !is_mark(next) && !self.joins(last, next, after) {
                break;
            }
            (end, last) = (after, next);
        }
        if first.is_ascii_digit() {
            return self.past_subdivisions(end);
        }
        if end - start == 1 { self.past_initials(end) } else { end }
    }

    /// Whether a sign between two characters belongs to the word: the point of `10.2`, the
    /// apostrophe of `l'avis`.
    fn joins(&self, last: char, sign: char, after: usize) -> bool {
        let Some(next) = self.char_at(after) else { return false };
        match sign {
            '.' | ',' => last.is_ascii_digit() && next.is_ascii_digit(),
            '\'' | '\u{2019}' => last.is_alphabetic() && next.is_alphabetic(),
            _ => false,
        }
    }

    /// `40` goes on as `40(1)(a)`: up to six groups of up to five characters.
    fn past_subdivisions(&self, mut end: usize) -> usize {
        for _ in 0..6 {
            let Some(rest) = self.text.as_bytes().get(end..) else { break };
            let Some(inner) = rest.strip_prefix(b"(") else { break };
            let len = inner.iter().take(6).take_while(|byte| is_label(**byte)).count();
            if len == 0 || inner.get(len) != Some(&b')') {
                break;
            }
            end += len + 2;
        }
        end
    }

    /// `U` goes on as `U.S.C`.
    fn past_initials(&self, mut end: usize) -> usize {
        let bytes = self.text.as_bytes();
        while bytes.get(end) == Some(&b'.')
            && bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic)
            && !bytes.get(end + 2).is_some_and(u8::is_ascii_alphanumeric)
        {
            end += 2;
        }
        end
    }
}

const fn is_label(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'.'
}

/// Combining accents belong to the letter before.
const fn is_mark(char: char) -> bool {
    matches!(char, '\u{300}'..='\u{36f}')
}

impl Iterator for WordRanges<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        loop {
            let first = self.char_at(self.at)?;
            if first.is_alphanumeric() {
                let start = self.at;
                self.at = self.end_of(start, first);
                return Some((start, self.at));
            }
            self.at += first.len_utf8();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WordRanges;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let words: Vec<&str> =
            WordRanges::of(text).map(|(start, end)| &text[start..end]).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn sections_keep_their_subdivisions() {
        check("under s. 40(1)(a), not 25(1).", &["under", "s", "40(1)(a)", "not", "25(1)"]);
        check("paragraph (a) and (2)", &["paragraph", "a", "and", "2"]);
        check("12(too long here)", &["12", "too", "long", "here"]);
        check("12(", &["12"]);
    }

    #[test]
    fn decimals_are_one_word() {
        check(
            "rule 10.2, Lei 8.906 and $1,000.",
            &["rule", "10.2", "Lei", "8.906", "and", "1,000"],
        );
    }

    #[test]
    fn initials_are_one_word() {
        check("8 U.S.C. § 1101", &["8", "U.S.C", "1101"]);
        check("A. Smith", &["A", "Smith"]);
    }

    #[test]
    fn apostrophes_stay_inside() {
        check("l\u{2019}avis d'appel", &["l\u{2019}avis", "d'appel"]);
        check("'quoted'", &["quoted"]);
    }

    proptest::proptest! {
        #[test]
        fn ranges_lie_on_character_borders_in_order(text in "\\PC{0,80}") {
            let mut last = 0;
            for (start, end) in WordRanges::of(&text) {
                proptest::prop_assert!(last <= start && start < end);
                proptest::prop_assert!(text.get(start..end).is_some());
                last = end;
            }
        }
    }
}
