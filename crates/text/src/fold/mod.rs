//! A text as it is compared: Unicode forms, quotes, dashes, line ends and case evened out, with
//! a map back to the bytes it came from.
//!
//! Symbols stay: a folded text still tells `5 %` from `5` and `25(1)` from `251`.

mod char_classes;
mod glyphs;
mod offset_map;
mod search_views;

use std::{ops::Range, sync::OnceLock};

use unicode_normalization::{
    IsNormalized, UnicodeNormalization, char::canonical_combining_class,
};

pub use glyphs::{GlyphClass, latin_lookalike, read_glyph};
pub(crate) use search_views::{AlphanumericView, FoldedWordIndex, words};

use char_classes::{FoldingClass, class};
use offset_map::OffsetMap;

/// Beyond so many characters a cluster of combining marks is cut. No script comes near.
const LONGEST_CLUSTER: usize = 64;

/// A text, its folded view, and the way back.
#[derive(Debug)]
pub struct FoldedText<'a> {
    source: &'a str,
    text: String,
    map: OffsetMap,
    joins: Vec<usize>,
    keys: OnceLock<AlphanumericView>,
    words: OnceLock<FoldedWordIndex>,
}

impl<'a> FoldedText<'a> {
    /// Folds a text. Linear in its length.
    pub fn new(source: &'a str) -> Self {
        let mut folding = FoldedTextBuilder {
            source,
            at: 0,
            text: String::with_capacity(source.len()),
            map: OffsetMap::default(),
            joins: Vec::new(),
        };
        while folding.at < source.len() {
            folding.step();
        }
        if folding.text.ends_with(' ') {
            folding.text.pop();
        }
        folding.map.close(folding.text.len());
        Self {
            source,
            text: folding.text,
            map: folding.map,
            joins: folding.joins,
            keys: OnceLock::new(),
            words: OnceLock::new(),
        }
    }

    /// The text as it was given.
    pub const fn source(&self) -> &'a str {
        self.source
    }

    /// The folded view: small letters, single spaces, none at either end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the source that a range of the folded view came from.
    pub fn source_range(&self, folded: Range<usize>) -> Range<usize> {
        self.map.source_range(folded)
    }

    /// Whether a hyphen at a line's end was taken out at this place of the folded view.
    pub fn is_joined(&self, folded: usize) -> bool {
        self.joins.binary_search(&folded).is_ok()
    }

    pub(crate) fn keys(&self) -> &AlphanumericView {
        self.keys.get_or_init(|| AlphanumericView::of(&self.text))
    }

    pub(crate) fn words(&self) -> &FoldedWordIndex {
        self.words.get_or_init(|| FoldedWordIndex::of(&self.text))
    }
}

/// The folded view alone, where nobody needs the way back.
pub fn fold(text: &str) -> String {
    FoldedText::new(text).text
}

struct FoldedTextBuilder<'a> {
    source: &'a str,
    at: usize,
    text: String,
    map: OffsetMap,
    joins: Vec<usize>,
}

impl FoldedTextBuilder<'_> {
    fn step(&mut self) {
        let plain = self.plain_run();
        if self.at < plain {
            self.copy(plain);
            return;
        }
        let Some(first) = self.source[self.at..].chars().next() else { return };
        let after = self.at + first.len_utf8();
        match class(first) {
            FoldingClass::Hyphen | FoldingClass::SoftHyphen => self.hyphen(first, after),
            FoldingClass::Hidden => self.at = after,
            FoldingClass::Space => {
                self.space(self.at..after);
                self.at = after;
            }
            FoldingClass::Quote => {
                self.emit_for(char_classes::folded_quote(first, &self.text), after);
            }
            FoldingClass::Dash => self.emit_for('-', after),
            FoldingClass::Other => self.cluster(first, after),
        }
    }

    /// Where the run of plain ASCII at this place ends. Its last character is left to
    /// [`Self::cluster`] if what follows may combine with it.
    fn plain_run(&self) -> usize {
        let bytes = self.source.as_bytes();
        let mut end = self.at;
        while let Some(&byte) = bytes.get(end) {
            let lone_space = byte == b' '
                && self.at < end
                && bytes.get(end + 1).is_some_and(|next| char_classes::is_plain(*next));
            if !char_classes::is_plain(byte) && !lone_space {
                break;
            }
            end += 1;
        }
        let may_combine = self.at < end && mark(&self.source[end..]).is_some();
        if may_combine { end - 1 } else { end }
    }

    fn copy(&mut self, end: usize) {
        self.map.one_to_one(self.text.len(), self.at);
        let start = self.text.len();
        self.text.push_str(&self.source[self.at..end]);
        self.text[start..].make_ascii_lowercase();
        self.at = end;
    }

    fn space(&mut self, taken: Range<usize>) {
        if self.text.is_empty() || self.text.ends_with(' ') {
            return;
        }
        self.note(taken, 1);
        self.text.push(' ');
    }

    fn emit_for(&mut self, folded: char, after: usize) {
        self.note(self.at..after, folded.len_utf8());
        self.text.push(folded);
        self.at = after;
    }

    fn note(&mut self, taken: Range<usize>, folded: usize) {
        if taken.len() == folded {
            self.map.one_to_one(self.text.len(), taken.start);
        } else {
            self.map.whole(self.text.len(), taken);
        }
    }

    /// A hyphen between a letter and, on another line, a small letter only divides a word.
    fn hyphen(&mut self, hyphen: char, after: usize) {
        let rest = &self.source[after..];
        let next =
            rest.find(|c| !matches!(class(c), FoldingClass::Space | FoldingClass::Hidden));
        let gap = &rest[..next.unwrap_or(0)];
        let divides = gap.contains(char_classes::ends_line)
            && rest[gap.len()..].starts_with(char::is_lowercase)
            && self.text.ends_with(char::is_alphabetic);
        if divides {
            self.joins.push(self.text.len());
            self.at = after + gap.len();
        } else if class(hyphen) == FoldingClass::Hyphen {
            self.emit_for('-', after);
        } else {
            self.at = after;
        }
    }

    /// A character and the marks that combine with it.
    fn cluster(&mut self, first: char, mut after: usize) {
        for _ in 0..LONGEST_CLUSTER {
            let Some(len) = mark(&self.source[after..]) else { break };
            after += len;
        }
        let taken = self.at..after;
        self.at = after;
        if taken.len() == first.len_utf8() && char_classes::is_latin_letter(first) {
            let small = first.to_lowercase().next().unwrap_or(first);
            self.note(taken, small.len_utf8());
            self.text.push(small);
            return;
        }
        self.normalised(taken);
    }

    fn normalised(&mut self, taken: Range<usize>) {
        let start = self.text.len();
        let [before, after] = self.apart(&taken);
        self.text.extend(before);
        let mut small = String::with_capacity(taken.len());
        let seen = self.source[taken.clone()].chars().filter(|c| !is_unseen(*c));
        for c in seen.nfkc() {
            char_classes::push_folded(c, &mut small);
        }
        // A mark may combine with what a letter became.
        for c in small.nfkc() {
            match class(c) {
                FoldingClass::Space if self.text.is_empty() || self.text.ends_with(' ') => {}
                FoldingClass::Space => self.text.push(' '),
                FoldingClass::Hidden | FoldingClass::SoftHyphen => {}
                FoldingClass::Quote => {
                    self.text.push(char_classes::folded_quote(c, &self.text));
                }
                FoldingClass::Dash | FoldingClass::Hyphen => self.text.push('-'),
                FoldingClass::Other => self.text.push(c),
            }
        }
        self.text.extend(after);
        if start < self.text.len() {
            self.map.whole(start, taken);
        }
    }

    /// What goes before and after a fraction or a raised digit, so that it does not run into
    /// what stands there.
    fn apart(&self, taken: &Range<usize>) -> [Option<char>; 2] {
        let kind = |c: Option<char>| c.and_then(char_classes::apart);
        let own = kind(self.source[taken.clone()].chars().next());
        let last = self.source[..taken.start].chars().next_back();
        let next = self.source[taken.end..]
            .chars()
            .find(|c| class(*c) != FoldingClass::Hidden);
        let raised = |other: Option<char>| own == Some('^') && kind(other) == own;
        let before =
            own.filter(|_| self.text.ends_with(char::is_alphanumeric) && !raised(last));
        let after = own.filter(|_| {
            next.is_some_and(|next| next.is_alphanumeric() && kind(Some(next)).is_none())
                && !self.source[taken.clone()].starts_with('\u{215F}')
        });
        [before, after]
    }
}

/// The bytes of a mark that combines with what stands before a text, and of what cannot be seen
/// before it.
fn mark(rest: &str) -> Option<usize> {
    let (at, next) = rest.char_indices().find(|(_, c)| !is_unseen(*c))?;
    (!starts_cluster(next)).then(|| at + next.len_utf8())
}

fn is_unseen(c: char) -> bool {
    matches!(class(c), FoldingClass::Hidden | FoldingClass::SoftHyphen)
}

/// Whether a character cannot combine with the one before it.
pub(crate) fn starts_cluster(c: char) -> bool {
    if c < '\u{300}' {
        return true;
    }
    // Half-width voiced marks and three Tibetan vowels decompose to combining marks without being
    // such.
    let combines_later =
        matches!(c, '\u{FF9E}' | '\u{FF9F}' | '\u{F73}' | '\u{F75}' | '\u{F81}');
    !combines_later
        && canonical_combining_class(c) == 0
        && unicode_normalization::is_nfkc_quick(std::iter::once(c)) != IsNormalized::Maybe
}

#[cfg(test)]
mod tests {
    use super::{FoldedText, UnicodeNormalization as _};

    fn check(text: &str, folded: &str) {
        assert_eq!(FoldedText::new(text).text(), folded, "{text:?}");
    }

    #[test]
    fn forms_of_the_same_words_fold_alike() {
        check("The  Minister\n\tMAY not", "the minister may not");
        check("  \u{feff}edges\u{a0} ", "edges");
        check("“ﬁle” ‘it’ — now…", "'file' 'it' - now...");
        check("É e\u{301} E\u{301}x", "é é éx");
        check("Straße ＡＢＣ １２", "strasse abc 12");
        check("zero\u{200b}width so\u{ad}ft", "zerowidth soft");
        check("10\u{202f}000 $ − 5 %", "10 000 $ - 5 %");
        check("10² ²³ m³ 10⁻² 1½ ½5 ⅟5 ¹the a①", "10^2 23 m^3 10^-2 1 1/2 1/2 5 1/5 1^the a^1");
        check("6″ 6” 6' “6” x″", "6\" 6\" 6' '6\" x'");
    }

    #[test]
    fn marks_that_decompose_to_marks_fold_in_one_pass() {
        for vowel in ['\u{F73}', '\u{F75}', '\u{F81}', '\u{FF9E}'] {
            let once = super::fold(&format!("x\u{301}{vowel}"));
            assert_eq!(super::fold(&once), once, "{vowel:?}");
        }
    }

    #[test]
    fn signs_that_normalisation_leaves_alone_are_not_kept_apart() {
        check("t\u{24F0}\u{24D3} \u{2073}2", "t\u{24F0}^d \u{2073}2");
        let kept = ('\0'..=char::MAX).filter(|c| super::char_classes::apart(*c).is_some());
        for c in kept {
            assert_ne!(c.nfkc().collect::<String>(), c.to_string(), "{c:?}");
        }
    }

    #[test]
    fn signs_that_are_kept_apart_fold_in_one_pass_beside_any_other() {
        let beside = ['a', '1', ' ', '-', '^', '\u{301}', '\u{200B}', '\u{24F0}', '\u{2073}'];
        let kept: Vec<char> = ('\0'..=char::MAX)
            .filter(|c| super::char_classes::apart(*c).is_some())
            .collect();
        for one in &kept {
            for other in kept.iter().chain(&beside) {
                for text in [format!("a{one}{other}1"), format!("{other}{one}{other}")] {
                    let once = super::fold(&text);
                    assert_eq!(super::fold(&once), once, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn hyphens_at_line_ends_join_before_small_letters_only() {
        check("immi-\n  gration", "immigration");
        check("immi\u{ad}\ngration", "immigration");
        check("immi\u{2010}\r\ngration", "immigration");
        check("Anglo-\nSaxon", "anglo- saxon");
        check("pages 3-\n4", "pages 3- 4");
        check("a - b", "a - b");
        check("well-known", "well-known");
    }

    #[test]
    fn the_way_back_is_exact() {
        let text = "An “eﬃcient” immi-\n gration  Officer’s É.";
        let folded = FoldedText::new(text);
        for (word, source) in [
            ("an", "An"),
            ("efficient", "eﬃcient"),
            ("immigration", "immi-\n gration"),
            ("officer's", "Officer’s"),
            ("é.", "É."),
            ("ffi", "ﬃ"),
            ("f", "ﬃ"),
        ] {
            let at = folded.text().find(word).map(|at| at..at + word.len());
            let read = at.map(|range| &text[folded.source_range(range)]);
            assert_eq!(read, Some(source));
        }
    }

    #[test]
    fn joined_places_are_known() {
        let folded = FoldedText::new("non-\nresident");
        assert!(folded.is_joined(3));
        assert!(!folded.is_joined(2));
    }
}
