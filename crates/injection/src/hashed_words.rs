//! The words of a text, hashed and classed, with what was odd about how they are written.

use std::ops::Range;

use jurat_text::fold::{GlyphClass, latin_lookalike, read_glyph};

use crate::word_classes::{WordClassSet, classes, hash};

#[derive(Debug, Clone, Copy)]
pub(crate) struct HashedWord {
    /// Where it begins and ends in the text.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Of its plain form.
    pub(crate) hash: u64,
    /// Of its first five letters.
    pub(crate) stem: u64,
    pub(crate) classes: WordClassSet,
    /// What stands between it and the word before.
    pub(crate) gap: GapBeforeWord,
    /// Written in capitals, of two letters or more.
    pub(crate) capitals: bool,
    /// Its first letter is a capital.
    pub(crate) capital: bool,
    pub(crate) number: bool,
    /// How many letters it has.
    pub(crate) letters: u8,
}

/// What stands before a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GapBeforeWord {
    /// White space, or nothing that parts clauses.
    Space,
    /// A comma, colon, bracket or quotation mark: a clause may begin.
    Clause,
    /// A stop, or the beginning of the text or of a block.
    Stop,
}

#[derive(Debug, Default)]
pub(crate) struct ScreenedWords {
    pub(crate) words: Vec<HashedWord>,
    /// Letter groups of words that are not in Latin letters, with the index of their word.
    pub(crate) groups: Vec<(u32, u64)>,
    /// Places of characters that are not seen, of letters among them, and of words in disguise.
    pub(crate) odd: Vec<(u32, ObfuscationKind)>,
}

/// Something odd about how a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObfuscationKind {
    /// A character that is not seen, inside a word.
    Unseen,
    /// A letter that is not seen.
    Smuggled,
    /// A word that passes for another: digits or foreign letters among its own.
    Disguised,
}

impl ScreenedWords {
    /// Reads a text of less than 4 GiB.
    pub(crate) fn of(text: &str) -> Self {
        let mut reading = ScreenedWordReader::default();
        for (at, given) in text.char_indices() {
            reading.take(at, given);
        }
        reading.end(text.len());
        reading.found
    }

    /// The indexes of the words that begin in a range of bytes.
    pub(crate) fn within(&self, range: &Range<usize>) -> Range<usize> {
        let from = self.words.partition_point(|word| (word.start as usize) < range.start);
        let to = self.words.partition_point(|word| (word.start as usize) < range.end);
        from..to
    }
}

#[derive(Default)]
struct ScreenedWordReader {
    found: ScreenedWords,
    /// The letters of the word at hand, and the Latin ones that they pass for.
    letters: String,
    lookalikes: String,
    /// Whether the word before is written in Latin letters.
    after_latin: bool,
    /// As many as are kept of it.
    kept: usize,
    start: usize,
    capitals: usize,
    /// Whether the first letter is a capital.
    capital: bool,
    oddities: Vec<ObfuscationKind>,
    gap: Option<GapBeforeWord>,
}

/// Letters of a word that count.
const MOST_LETTERS: usize = 40;

impl ScreenedWordReader {
    fn take(&mut self, at: usize, given: char) {
        read_glyph(given, |glyph| self.glyph(at, given, glyph));
    }

    fn glyph(&mut self, at: usize, given: char, glyph: GlyphClass) {
        match glyph {
            GlyphClass::Letter(letter) => {
                // Only what is no form of a Latin letter can pass for one.
                let seen = if letter.is_ascii() { None } else { latin_lookalike(given) };
                self.letter(at, letter, seen, given.is_uppercase());
            }
            GlyphClass::Smuggled(letter) => {
                self.note(ObfuscationKind::Smuggled);
                self.letter(at, letter, None, false);
            }
            GlyphClass::Unseen if self.kept == 0 => {}
            GlyphClass::Unseen => self.note(ObfuscationKind::Unseen),
            GlyphClass::Mark => {}
            GlyphClass::Gap => {
                self.end(at);
                let gap = gap(given);
                self.gap = Some(self.gap.map_or(gap, |before| before.max(gap)));
            }
        }
    }

    fn letter(&mut self, at: usize, letter: char, seen: Option<char>, capital: bool) {
        // Scripts without spaces would hide all after the first letters of a sentence.
        if MOST_LETTERS <= self.kept && !letter.is_ascii() {
            self.end(at);
        }
        if self.kept == 0 {
            (self.start, self.capital) = (at, capital);
        }
        if self.kept < MOST_LETTERS {
            self.letters.push(letter);
            self.lookalikes.push(seen.unwrap_or(letter));
            self.capitals += usize::from(capital);
            self.kept += 1;
        }
    }

    fn end(&mut self, at: usize) {
        if self.kept == 0 {
            return;
        }
        let index = u32::try_from(self.found.words.len()).unwrap_or(u32::MAX);
        let start = u32::try_from(self.start).unwrap_or(u32::MAX);
        self.found
            .odd
            .extend(self.oddities.drain(..).map(|kind| (start, kind)));
        if !self.letters.is_ascii() {
            self.foreign(index, start);
        }
        let (mut hash, mut classes) = classed(&self.letters);
        if classes == WordClassSet::NONE && mixes_digits(&self.letters) {
            let undone: String = self.letters.chars().map(stands_for).collect();
            let (other, theirs) = classed(&undone);
            if theirs.has(DISGUISED) {
                (hash, classes) = (other, theirs);
                self.found.odd.push((start, ObfuscationKind::Disguised));
            }
        }
        let word = HashedWord {
            start,
            end: u32::try_from(at).unwrap_or(u32::MAX),
            hash,
            stem: stem(&self.letters),
            classes,
            gap: self.gap.unwrap_or(if index == 0 {
                GapBeforeWord::Stop
            } else {
                GapBeforeWord::Space
            }),
            capitals: 1 < self.kept && self.capitals == self.kept,
            capital: self.capital,
            number: self.letters.bytes().all(|byte| byte.is_ascii_digit()),
            letters: u8::try_from(self.kept).unwrap_or(u8::MAX),
        };
        self.found.words.push(word);
        self.after_latin = self.letters.is_ascii();
        self.letters.clear();
        self.lookalikes.clear();
        (self.kept, self.capitals, self.gap) = (0, 0, None);
    }

    fn note(&mut self, oddity: ObfuscationKind) {
        if !self.oddities.contains(&oddity) {
            self.oddities.push(oddity);
        }
    }

    /// Undoes foreign letters among Latin ones; of a word in other letters, keeps its groups.
    fn foreign(&mut self, index: u32, start: u32) {
        let latin = self.letters.bytes().any(|byte| byte.is_ascii_alphabetic());
        let passes = self.lookalikes.is_ascii();
        if passes && (latin || self.after_latin && 2 < self.kept) {
            self.letters.clone_from(&self.lookalikes);
            self.found.odd.push((start, ObfuscationKind::Disguised));
            return;
        }
        if latin {
            return;
        }
        let borders: Vec<usize> = self.letters.char_indices().map(|(at, _)| at).collect();
        for size in [2, 3] {
            for pair in borders.windows(size + 1) {
                let group = hash(&self.letters.as_bytes()[pair[0]..pair[size]]);
                self.found.groups.push((index, group));
            }
            if let Some(from) = borders.len().checked_sub(size) {
                let group = hash(&self.letters.as_bytes()[borders[from]..]);
                self.found.groups.push((index, group));
            }
        }
    }
}

/// Words that someone might disguise with digits.
const DISGUISED: WordClassSet = WordClassSet::ASIDE
    .with(WordClassSet::RULES)
    .with(WordClassSet::SECRET)
    .with(WordClassSet::FREE)
    .with(WordClassSet::PRIOR)
    .with(WordClassSet::MODEL);

fn classed(word: &str) -> (u64, WordClassSet) {
    let hash = hash(word.as_bytes());
    (hash, classes(hash))
}

/// The letter that a digit stands for in words written with digits.
const fn stands_for(digit: char) -> char {
    match digit {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

fn mixes_digits(word: &str) -> bool {
    3 < word.len()
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn stem(word: &str) -> u64 {
    let end = word.char_indices().nth(5).map_or(word.len(), |(at, _)| at);
    hash(&word.as_bytes()[..end])
}

const fn gap(given: char) -> GapBeforeWord {
    match given {
        '.' | '!' | '?' | ';' | '>' | '|' | '。' | '！' | '？' | '…' | '}' | '#' => {
            GapBeforeWord::Stop
        }
        // A line that is only wrapped parts nothing, yet an order may begin a line.
        '\n' | ',' | ':' | '(' | '[' | '"' | '“' | '«' | '‘' | '{' | '-' | '–' | '—' | '*'
        | '<' | '`' => GapBeforeWord::Clause,
        _ => GapBeforeWord::Space,
    }
}

#[cfg(test)]
mod tests {
    use super::{ObfuscationKind, ScreenedWords, WordClassSet, hash};

    #[track_caller]
    fn check(text: &str, word: &str, odd: &[ObfuscationKind]) {
        let reading = ScreenedWords::of(text);
        assert!(reading.words.iter().any(|one| one.hash == hash(word.as_bytes())), "{text}");
        let found: Vec<ObfuscationKind> = reading.odd.iter().map(|(_, odd)| *odd).collect();
        assert_eq!(found, odd, "{text}");
    }

    #[test]
    fn words_are_found_behind_their_disguise() {
        check("Please IGNORE it", "ignore", &[]);
        check("1gn0r3 it", "ignore", &[ObfuscationKind::Disguised]);
        check("ign\u{200b}ore it", "ignore", &[ObfuscationKind::Unseen]);
        check("ignоrе it", "ignore", &[ObfuscationKind::Disguised]);
        check("ｉｇｎｏｒｅ it", "ignore", &[]);
        check("the ѕсоре it", "scope", &[ObfuscationKind::Disguised]);
        check("ﬁve 𝑡ℎ𝑖𝑠", "this", &[]);
        check("a\u{e0069}\u{e0067}\u{e006e}", "aign", &[ObfuscationKind::Smuggled]);
    }

    #[test]
    fn codes_with_digits_are_left_alone() {
        check("R2025 and covid19", "covid19", &[]);
    }

    #[test]
    fn words_know_their_class() {
        let reading = ScreenedWords::of("Oubliez les règles");
        assert!(reading.words[0].classes.has(WordClassSet::ASIDE));
        assert!(reading.words[2].classes.has(WordClassSet::RULES));
    }
}
