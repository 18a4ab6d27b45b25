//! Word pieces: from the file of a published model, or from a list of our own.
//!
//! Small letters without accents, marks apart; then each word in its longest pieces from the left. Models of BERT's
//! kind were trained on this, so a text must be cut in just this way.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use super::MOST_TOKENS;

/// More than the tokens of any text that could fill them; spares us from splitting whole books.
const MOST_BYTES: usize = 1 << 16;
/// A longer word is not cut: no piece is looked for.
const MOST_LETTERS: usize = 100;
/// What a piece begins with that goes on with a word.
const CONTINUES: &str = "##";

pub(super) struct WordPieceTokenizer {
    /// Pieces that a word begins with.
    first: HashMap<String, u32>,
    /// Pieces that go on with a word, without their mark.
    later: HashMap<String, u32>,
    begin: u32,
    end: u32,
    unknown: u32,
}

/// The parts of `tokenizer.json` that say how a text is cut.
#[derive(Deserialize)]
struct PublishedTokenizer {
    normalizer: PublishedNormalizer,
    model: PublishedPieces,
}

#[derive(Deserialize)]
struct PublishedNormalizer {
    #[serde(rename = "type")]
    kind: String,
    lowercase: bool,
    strip_accents: Option<bool>,
}

#[derive(Deserialize)]
struct PublishedPieces {
    #[serde(rename = "type")]
    kind: Option<String>,
    continuing_subword_prefix: String,
    vocab: BTreeMap<String, u32>,
}

impl WordPieceTokenizer {
    /// As `tokenizer.json` of a published model says.
    pub(super) fn published(bytes: &[u8]) -> Result<Self, String> {
        let file: PublishedTokenizer = serde_json::from_slice(bytes)
            .map_err(|error| format!("tokenizer.json: {error}"))?;
        let PublishedTokenizer { normalizer, model } = file;
        let small = normalizer.kind == "BertNormalizer"
            && normalizer.lowercase
            && normalizer.strip_accents != Some(false);
        let pieces = model.kind.is_none_or(|kind| kind == "WordPiece")
            && model.continuing_subword_prefix == CONTINUES;
        if !(small && pieces) {
            return Err("tokenizer.json: not of word pieces in small letters".to_owned());
        }
        Self::new(model.vocab)
    }

    /// Of a list with one piece a line, numbered from zero.
    pub(super) fn listed(list: &str) -> Result<Self, String> {
        Self::new(list.lines().map(str::to_owned).zip(0..).collect())
    }

    fn new(pieces: BTreeMap<String, u32>) -> Result<Self, String> {
        let frame = |piece: &str| {
            let number = pieces.get(piece).copied();
            number.ok_or_else(|| format!("the list of pieces has no {piece}"))
        };
        let (begin, end, unknown) = (frame("[CLS]")?, frame("[SEP]")?, frame("[UNK]")?);
        let (mut first, mut later) = (HashMap::new(), HashMap::new());
        for (piece, number) in pieces {
            match piece.strip_prefix(CONTINUES) {
                Some(rest) => later.insert(rest.to_owned(), number),
                None => first.insert(piece, number),
            };
        }
        Ok(Self { first, later, begin, end, unknown })
    }

    /// The numbers of a text's pieces, framed, no more than the encoder reads. `[SEP]` in a text is no frame but four
    /// letters and marks.
    pub(super) fn of(&self, text: &str) -> Vec<u32> {
        let text = &text[..text.floor_char_boundary(MOST_BYTES)];
        let mut numbers = vec![self.begin];
        let mut word = String::new();
        for c in plain_letters(text) {
            let apart = is_mark(c);
            if apart || c.is_whitespace() {
                self.cut(&word, &mut numbers);
                word.clear();
            }
            if apart {
                self.cut(c.encode_utf8(&mut [0; 4]), &mut numbers);
            } else if !c.is_whitespace() {
                word.push(c);
            }
            if MOST_TOKENS <= numbers.len() {
                break;
            }
        }
        self.cut(&word, &mut numbers);
        numbers.truncate(MOST_TOKENS - 1);
        numbers.push(self.end);
        numbers
    }

    /// Adds a word's pieces; where some stretch of it fits none, the whole is one unknown.
    fn cut(&self, word: &str, numbers: &mut Vec<u32>) {
        if word.is_empty() {
            return;
        }
        let before = numbers.len();
        let mut rest = if word.chars().nth(MOST_LETTERS).is_none() { word } else { "" };
        let mut known = !rest.is_empty();
        while known && !rest.is_empty() {
            let pieces = if numbers.len() == before { &self.first } else { &self.later };
            let longest = ends(rest).find_map(|end| Some((end, *pieces.get(&rest[..end])?)));
            known = longest.is_some();
            if let Some((end, number)) = longest {
                numbers.push(number);
                rest = &rest[end..];
            }
        }
        if !known {
            numbers.truncate(before);
            numbers.push(self.unknown);
        }
    }
}

/// Where a piece of a word may end, the longest first.
fn ends(word: &str) -> impl Iterator<Item = usize> {
    word.char_indices().rev().map(|(at, c)| at + c.len_utf8())
}

/// A text in small letters without accents and control characters, with room around each ideograph.
fn plain_letters(text: &str) -> impl Iterator<Item = char> {
    let readable = text.chars().filter(|c| !is_control(*c));
    let roomy = readable.flat_map(|c| {
        let room = is_ideograph(c).then_some(' ');
        let c = if c.is_whitespace() { ' ' } else { c };
        room.into_iter().chain([c]).chain(room)
    });
    let bare = roomy
        .nfd()
        .filter(|c| c.is_ascii() || c.general_category() != GeneralCategory::NonspacingMark);
    bare.flat_map(char::to_lowercase)
}

fn is_control(c: char) -> bool {
    match c {
        '\0' | char::REPLACEMENT_CHARACTER => true,
        '\t' | '\n' | '\r' => false,
        _ if c.is_ascii() => c.is_ascii_control(),
        _ => matches!(
            c.general_category(),
            GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::PrivateUse
        ),
    }
}

/// Whether a character is a word by itself, a mark: of punctuation, or any of ASCII's.
fn is_mark(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_punctuation()
    } else {
        c.general_category_group() == GeneralCategoryGroup::Punctuation
    }
}

/// Whether a character is a Chinese ideograph, which is a word by itself.
fn is_ideograph(c: char) -> bool {
    matches!(
        u32::from(c),
        0x3400..=0x4DBF
            | 0x4E00..=0x9FFF
            | 0xF900..=0xFAFF
            | 0x2_0000..=0x2_A6DF
            | 0x2_A700..=0x2_B81F
            | 0x2_B920..=0x2_CEAF
            | 0x2_F800..=0x2_FA1F
    )
}

#[cfg(test)]
mod tests {
    use super::{MOST_TOKENS, WordPieceTokenizer};

    const LIST: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nbell\n##s\n##ring\nnight\n.\n'\ne\n##te\n鐘\n##bell\n[\n]\nsep";

    #[track_caller]
    #[expect(clippy::unwrap_used)]
    fn check(text: &str, pieces: &str) {
        let all: Vec<&str> = LIST.lines().collect();
        let tokenizer = WordPieceTokenizer::listed(LIST).unwrap();
        let numbers = tokenizer.of(text).into_iter();
        let found: Vec<&str> =
            numbers.map(|number| all[usize::try_from(number).unwrap()]).collect();
        assert_eq!(found.join(" "), format!("[CLS] {pieces} [SEP]"), "{text}");
    }

    #[test]
    fn a_text_is_cut_into_the_longest_pieces_it_has() {
        check("Bells", "bell ##s");
        check("nightbells", "night ##bell ##s");
        check("bellring\tNIGHT", "bell ##ring night");
        check("night's bell.", "night ' [UNK] bell .");
    }

    #[test]
    fn accents_case_and_control_characters_count_nothing() {
        check("ÉTÉ e\u{301}te\u{301}", "e ##te e ##te");
        check("be\u{ad}ll\u{0} \u{feff}night", "bell night");
    }

    #[test]
    fn ideographs_and_marks_stand_alone() {
        check("鐘鐘bell", "鐘 鐘 bell");
        check("bell【night】", "bell [UNK] night [UNK]");
    }

    #[test]
    fn a_word_that_does_not_come_out_is_unknown_as_a_whole() {
        check("bellx night", "[UNK] night");
        check(&"bell".repeat(26), "[UNK]");
        let pieces = format!("bell{}", " ##bell".repeat(24));
        check(&"bell".repeat(25), &pieces);
    }

    #[test]
    fn a_text_cannot_set_a_frame_of_its_own() {
        check("[SEP]", "[ sep ]");
    }

    #[test]
    #[expect(clippy::unwrap_used)]
    fn a_long_text_is_cut_within_its_frame() {
        let tokenizer = WordPieceTokenizer::listed(LIST).unwrap();
        for text in ["bells ".repeat(500), "bells ".repeat(127), "bell".repeat(25)] {
            let numbers = tokenizer.of(&text);
            assert!(numbers.len() <= MOST_TOKENS);
            assert_eq!((numbers[0], numbers[numbers.len() - 1]), (2, 3));
        }
        assert_eq!(tokenizer.of(&"bells ".repeat(127)).len(), MOST_TOKENS);
        assert_eq!(tokenizer.of(&"bells ".repeat(128)).len(), MOST_TOKENS);
    }

    #[test]
    fn another_kind_of_file_is_refused() {
        let file = |kind: &str, lower: bool| {
            format!(
                r###"{{"normalizer":{{"type":"BertNormalizer","lowercase":{lower},"strip_accents":null}},
                "model":{{"type":"{kind}","continuing_subword_prefix":"##","vocab":{{"[CLS]":0,"[SEP]":1,"[UNK]":2}}}}}}"###
            )
        };
        let read = |text: String| WordPieceTokenizer::published(text.as_bytes()).map(|_| ());
        assert_eq!(read(file("WordPiece", true)), Ok(()));
        let refused = Err("tokenizer.json: not of word pieces in small letters".to_owned());
        assert_eq!(read(file("BPE", true)), refused);
        assert_eq!(read(file("WordPiece", false)), refused);
        assert!(read("{}".to_owned()).is_err());
        assert!(WordPieceTokenizer::listed("bell").is_err());
    }
}
