//! Spaces that the library lost. It joins the end of a line to the next where lines are set close,
//! and words that a typesetter parts by a small gap and no blank. Where the letters of a word as
//! it was written lie apart on the page, the words are parted again.
//!
//! Only whole words are touched, and only where both sides look like words: formulas, letters set
//! apart for show and words cut by a hyphen stay as they are, as does what is drawn without a gap.

use std::collections::{BTreeMap, BTreeSet};

use pdf_oxide::{PdfDocument, layout::TextChar};

/// A gap of this share of the font's size parts words: most blanks have 0.25, and letters of one
/// word are not set so far apart.
const GAP: f32 = 0.12;
/// After a mark that ends a phrase, less is enough.
const AFTER_MARK: f32 = 0.1;
/// Where a blank is drawn, it counts unless the next letter is set over it.
const DRAWN: f32 = 0.02;
/// A step of this share of the font's size is a new line.
const LINE: f32 = 0.5;
/// A gap of so many sizes is the space between columns.
const COLUMN: f32 = 1.5;
/// The next line of a column lies no further below than so many sizes.
const BELOW: f32 = 2.5;
/// The words that may have become one, and the bytes of what they became.
const MOST: usize = 12;
const LONGEST: usize = 160;
/// The places of a word that are looked at.
const PLACES: usize = 32;

/// The text with its spaces put back, if any were lost.
pub(super) fn put_back(document: &PdfDocument, index: usize, text: &str) -> Option<String> {
    let letters = document.extract_chars(index).ok()?;
    let upright = letters.iter().filter(|letter| letter.rotation_degrees.abs() < 1.0);
    let lost = lost(&words(upright.map(PlacedGlyph::of)), text);
    (!lost.is_empty()).then(|| parted(text, &lost))
}

/// A letter and where it stands.
#[derive(Debug, Clone, Copy)]
struct PlacedGlyph {
    sign: char,
    x: f32,
    y: f32,
    advance: f32,
    size: f32,
}

impl PlacedGlyph {
    fn of(seen: &TextChar) -> Self {
        Self {
            sign: seen.char,
            x: seen.origin_x,
            y: seen.origin_y,
            advance: seen.advance_width,
            size: seen.font_size,
        }
    }

    /// What parts this letter from the next.
    fn before(&self, next: &Self, blank: bool) -> LetterGap {
        let (size, next_size) = (self.height(), next.height());
        let gap = (next.x - self.x - self.advance) / size.min(next_size);
        let apart = match self.sign {
            _ if blank => DRAWN,
            ',' | ';' | ':' | '.' => AFTER_MARK,
            _ => GAP,
        };
        let step = (next.y - self.y).abs();
        if LINE * size.max(next_size) < step || !(-1.0..=COLUMN).contains(&gap) {
            LetterGap::Line
        } else if apart < gap {
            LetterGap::Space
        } else {
            LetterGap::Nothing
        }
    }

    /// Its size. Fonts that are drawings may say anything; a letter is seldom wider than high.
    fn height(&self) -> f32 {
        self.size.max(self.advance).max(0.1)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterGap {
    Nothing,
    Space,
    Line,
}

/// A word of the page, as its letters lie.
#[derive(Debug)]
struct PlacedWord {
    text: String,
    first: PlacedGlyph,
    begins_line: bool,
    ends_line: bool,
}

impl PlacedWord {
    /// Whether another word may begin the line below the one that this word ends.
    fn may_lead_to(&self, next: &Self) -> bool {
        let size = self.first.height();
        let step = (self.first.y - next.first.y) / size;
        (LINE..BELOW).contains(&step) && next.first.x < self.first.x + size
    }
}

/// The words of a page, row by row as the library hands out their letters.
fn words(letters: impl Iterator<Item = PlacedGlyph>) -> Vec<PlacedWord> {
    let mut words: Vec<PlacedWord> = Vec::new();
    let mut last: Option<PlacedGlyph> = None;
    let mut blank = false;
    for letter in letters {
        if letter.sign.is_whitespace() {
            blank = true;
            continue;
        }
        let gap = last.map_or(LetterGap::Line, |last| last.before(&letter, blank));
        match words.last_mut() {
            Some(word) if gap == LetterGap::Nothing => word.text.push(letter.sign),
            before => {
                if let Some(word) = before {
                    word.ends_line = gap == LetterGap::Line;
                }
                words.push(PlacedWord {
                    text: letter.sign.to_string(),
                    first: letter,
                    begins_line: gap == LetterGap::Line,
                    ends_line: true,
                });
            }
        }
        (last, blank) = (Some(letter), false);
    }
    words
}

/// Words of the text that are several on the page, each with those.
fn lost(words: &[PlacedWord], text: &str) -> BTreeMap<String, String> {
    let drawn: BTreeSet<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let unknown: BTreeSet<&str> =
        text.split_whitespace().filter(|word| !drawn.contains(word)).collect();
    let mut lost = over_lines(words, &unknown);
    for (first, word) in words.iter().enumerate() {
        let mut joined = word.text.clone();
        let mut parted = joined.clone();
        for pair in words[first..].windows(2).take(MOST - 1) {
            let next = pair[1].text.as_str();
            if LONGEST < joined.len() + next.len() || !are_two_words(&pair[0].text, next) {
                break;
            }
            joined.push_str(next);
            parted.push(' ');
            parted.push_str(next);
            if unknown.contains(joined.as_str()) {
                lost.insert(joined.clone(), parted.clone());
            }
        }
    }
    lost
}

/// Words of the text that are the last of a line and the first of the next in its column.
fn over_lines(words: &[PlacedWord], unknown: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let mut last: BTreeMap<&str, Vec<&PlacedWord>> = BTreeMap::new();
    let mut first: BTreeMap<&str, Vec<&PlacedWord>> = BTreeMap::new();
    for word in words {
        if word.ends_line {
            last.entry(&word.text).or_default().push(word);
        }
        if word.begins_line {
            first.entry(&word.text).or_default().push(word);
        }
    }
    let places = |of: &[&PlacedWord]| of.len().min(PLACES);
    let follows = |one: &str, two: &str| {
        let (Some(one), Some(two)) = (last.get(one), first.get(two)) else { return false };
        let two = &two[..places(two)];
        one[..places(one)]
            .iter()
            .any(|one| two.iter().any(|two| one.may_lead_to(two)))
    };
    let mut lost = BTreeMap::new();
    for word in unknown.iter().filter(|word| word.len() <= LONGEST) {
        let mut halves = word.char_indices().map(|(at, _)| word.split_at(at));
        let halves = halves.find(|(one, two)| are_two_words(one, two) && follows(one, two));
        lost.extend(halves.map(|(one, two)| ((*word).to_owned(), format!("{one} {two}"))));
    }
    lost
}

/// Whether these look like two words and not like parts of one, of a formula or of a number.
fn are_two_words(one: &str, two: &str) -> bool {
    one.ends_with(|last: char| is_latin(last) || ".,;:!?)]\"”’".contains(last))
        && two.starts_with(|first: char| is_latin(first) || "([\"“‘".contains(first))
        && [one, two]
            .iter()
            .all(|word| 2 <= word.chars().filter(|at| is_latin(*at)).count())
        && !is_ordinal(one, two)
}

/// `30th`, whose ending is often set higher and a little apart.
fn is_ordinal(one: &str, two: &str) -> bool {
    let ending = two.trim_end_matches(|last: char| !last.is_alphanumeric());
    one.ends_with(|last: char| last.is_ascii_digit())
        && ending.len() <= 3
        && ending.chars().all(char::is_lowercase)
}

/// Letters and figures of scripts that part words by blanks.
fn is_latin(letter: char) -> bool {
    letter.is_alphanumeric() && letter < '\u{250}'
}

fn parted(text: &str, lost: &BTreeMap<String, String>) -> String {
    let mut parted = String::with_capacity(text.len() + lost.len());
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        parted.push_str(lost.get(word).map_or(word, String::as_str));
        parted.push_str(&piece[word.len()..]);
    }
    parted
}

#[cfg(test)]
mod tests {
    use super::{PlacedGlyph, lost, parted, words};

    /// Letters half as wide as they are high, at this place.
    fn set(x: f32, y: f32, text: &str) -> Vec<PlacedGlyph> {
        let places = (0u8..).map(|at| x + 5.0 * f32::from(at));
        let letter = |(sign, x)| PlacedGlyph { sign, x, y, advance: 5.0, size: 10.0 };
        text.chars().zip(places).map(letter).collect()
    }

    #[track_caller]
    fn check(runs: &[(f32, f32, &str)], text: &str, expected: &str) {
        let letters = runs.iter().flat_map(|(x, y, text)| set(*x, *y, text));
        assert_eq!(parted(text, &lost(&words(letters), text)), expected);
    }

    #[test]
    fn a_small_gap_parts_words() {
        let runs = [(0.0, 0.0, "However,"), (41.2, 0.0, "if"), (52.5, 0.0, "the")];
        check(&runs, "However,ifthe\nend", "However, if the\nend");
    }

    #[test]
    fn the_end_of_a_line_parts_words() {
        check(
            &[(0.0, 20.0, "mooring,"), (0.0, 9.0, "which")],
            "a mooring,which",
            "a mooring, which",
        );
        check(&[(0.0, 20.0, "moor-"), (0.0, 9.0, "ing")], "moor-ing", "moor-ing");
    }

    #[test]
    fn a_column_goes_on_below_itself() {
        let runs = [
            (0.0, 20.0, "left"),
            (100.0, 20.0, "lease."),
            (0.0, 9.0, "page"),
            (100.0, 9.0, "The"),
        ];
        check(&runs, "left page lease.The", "left page lease. The");
    }

    #[test]
    fn a_font_may_say_anything_of_its_size() {
        let mut letters = [set(0.0, 0.0, "quan"), set(19.9, 0.0, "tile")].concat();
        for letter in &mut letters {
            letter.size = 0.05;
        }
        assert!(lost(&words(letters.into_iter()), "quantile").is_empty());
    }

    #[test]
    fn a_blank_that_is_drawn_parts_words() {
        check(&[(0.0, 0.0, "in the")], "inthe", "in the");
    }

    #[test]
    fn letters_of_a_word_stay_together() {
        check(&[(0.0, 0.0, "th"), (11.0, 0.0, "en")], "then", "then");
        check(&[(0.0, 0.0, "P"), (9.0, 0.0, "I"), (18.0, 0.0, "ER")], "PIER", "PIER");
        check(
            &[(0.0, 0.0, "on"), (14.0, 0.0, "30"), (26.0, 0.0, "th,")],
            "on 30th,",
            "on 30th,",
        );
        check(&[(0.0, 0.0, "x"), (9.0, 0.0, "+"), (18.0, 0.0, "yz")], "x+yz", "x+yz");
    }

    #[test]
    fn what_is_drawn_as_one_word_somewhere_is_one() {
        let runs = [(0.0, 0.0, "in"), (14.0, 0.0, "to"), (60.0, 0.0, "into")];
        check(&runs, "into", "into");
    }
}
