//! The style of cause that stands before a citation.

use std::ops::Range;

use super::{
    StyleOfCause,
    cursor::{before, byte, gap_back, opens, words},
};

/// How far back a style of cause may reach.
const LONGEST: usize = 260;

/// Words between the two sides.
const VERSUS: &[&str] = &["v.", "v", "c.", "c", "vs.", "vs", "contra", "-v-"];
crate::word_lists! {
    "style_of_cause" [en, fr, de, es];

    /// Small words within a name.
    static LINKS;

    /// Capital words that lead up to a name and are no part of it.
    static OPENERS as written;

    /// Words of institutions: a court's name before a citation is no style of cause.
    static INSTITUTIONS as written;
}

impl StyleOfCause {
    /// Whether it sets one side against another; a bare name may be any words with capitals.
    pub fn has_two_sides(&self) -> bool {
        self.text.split(' ').any(|word| VERSUS.contains(&word))
    }
}

/// The style of cause that ends right before `at`, and begins at `floor` or later.
pub(super) fn ending(text: &[u8], at: usize, floor: usize) -> Option<Range<usize>> {
    let end = name_end(text, at)?;
    let floor = floor.max(end.saturating_sub(LONGEST));
    let mut run = StyleOfCauseScan { here: end, start: None, versus: false, words: 0 };
    while floor < run.here && run.words < 40 && run.step(text, floor) {}
    let start = without_openers(text, run.start?, end);
    if end <= start {
        return None;
    }
    let name = words(text, start, end);
    let court = name.split(' ').any(|word| INSTITUTIONS.contains(word));
    (run.versus || !court).then_some(start..end)
}

/// The end of a name: before the comma and a year in brackets.
fn name_end(text: &[u8], at: usize) -> Option<usize> {
    let mut end = without_markup(text, gap_back(text, at));
    for _ in 0..2 {
        match before(text, end) {
            b',' | b'(' => end = without_markup(text, gap_back(text, end - 1)),
            b')' => {
                let open = end.checked_sub(6)?;
                let year =
                    byte(text, open) == b'(' && super::cursor::year(text, open + 1).is_some();
                if !year {
                    return Some(end);
                }
                end = gap_back(text, open);
            }
            _ => break,
        }
    }
    (end < at && 0 < end).then_some(end)
}

/// `</em>` between a name and its citation is no part of either.
fn without_markup(text: &[u8], end: usize) -> usize {
    let rest = text.get(..end).unwrap_or_default();
    if !rest.ends_with(b">") {
        return end;
    }
    match rest.iter().rev().take(8).position(|byte| *byte == b'<') {
        Some(back) => gap_back(text, end - back - 1),
        None => end,
    }
}

/// A name, read backwards word by word.
struct StyleOfCauseScan {
    here: usize,
    start: Option<usize>,
    versus: bool,
    words: usize,
}

impl StyleOfCauseScan {
    /// Takes the word before; no more where it does not fit a name.
    fn step(&mut self, text: &[u8], floor: usize) -> bool {
        self.words += 1;
        let mut end = gap_back(text, self.here);
        if self.words == 1 {
            end = self.here;
        }
        // Commas stand within a party: `Foods, Inc.`, `Smith, Jones and Brown`.
        let comma = before(text, end) == b',';
        if comma {
            end -= 1;
        }
        if before(text, end) == b')' {
            return self.bracket(text, end, floor);
        }
        let from = token_start(text, end).max(floor);
        let word = words(text, from, end);
        if word.is_empty() || !opens(text, from) {
            return false;
        }
        if VERSUS.contains(&word) && 1 < self.words {
            // A second one belongs to the citation before.
            let first = !self.versus;
            (self.versus, self.here) = (true, from);
            return first;
        }
        if LINKS.contains(word) {
            self.here = from;
            return !comma || self.versus;
        }
        if !is_name(word) || self.ends_sentence(word) {
            return false;
        }
        (self.here, self.start) = (from, Some(from));
        true
    }

    /// A point ends a sentence after an ordinary word, but not after `Inc.` or an initial.
    fn ends_sentence(&self, word: &str) -> bool {
        let Some(bare) = word.strip_suffix('.') else { return false };
        let abbreviation = bare.len() <= 4 || bare.contains('.') || bare.ends_with("orp");
        1 < self.words && !abbreviation
    }

    fn bracket(&mut self, text: &[u8], end: usize, floor: usize) -> bool {
        let rest = text.get(floor..end).unwrap_or_default();
        let Some(back) = rest.iter().rev().take(120).position(|byte| *byte == b'(') else {
            return false;
        };
        let open = end - back - 1;
        self.here = open;
        // `(Re)` may be all there is after the name, and `(1998)` is no name.
        !byte(text, open + 1).is_ascii_digit()
    }
}

fn token_start(text: &[u8], end: usize) -> usize {
    let mut here = end;
    while end - here < 40 {
        match text.get(..here).unwrap_or_default() {
            [.., 0xE2, 0x80, 0x99 | 0x90 | 0x91 | 0x93] => here -= 3,
            [.., 0xC2, 0xA0 | 0xAB | 0xBB | 0xA7 | 0xB6] | [.., 0xE2, 0x80, _] => break,
            [.., last]
                if super::cursor::wordy(*last)
                    || matches!(last, b'.' | b'\'' | b'&' | b'-' | b'/') =>
            {
                here -= 1;
            }
            _ => break,
        }
    }
    while here < end && (0x80..0xC0).contains(&byte(text, here)) {
        here += 1;
    }
    here
}

fn is_name(word: &str) -> bool {
    let stripped = word
        .trim_start_matches(|c: char| "ld".contains(c))
        .trim_start_matches(['’', '\'']);
    let first = stripped.chars().next().unwrap_or(' ');
    first.is_ascii_uppercase()
        || matches!(first, 'À'..='Þ')
        || (first.is_ascii_digit() && word.len() <= 9)
}

fn without_openers(text: &[u8], start: usize, end: usize) -> usize {
    let mut here = start;
    while here < end {
        let last = super::cursor::word_end(text, here);
        let word = words(text, here, last);
        let link = here != start && LINKS.contains(word);
        if !link && !OPENERS.contains(word) {
            break;
        }
        let next =
            super::cursor::gap_or_none(text, last + usize::from(byte(text, last) == b','));
        // `In re Smith` keeps its words.
        if word == "In" && text.get(next..).is_some_and(|rest| rest.starts_with(b"re ")) {
            break;
        }
        if next == here {
            break;
        }
        here = next;
    }
    here
}
