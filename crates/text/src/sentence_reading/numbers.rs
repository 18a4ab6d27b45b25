//! Numbers by value: `60`, `60.0` and `sixty` are one, `6` is another.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use super::{
    SentenceReading,
    lexicon::{self, WordMeaning},
};
use crate::{Language, word_file};

/// A number in digits or in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenNumber {
    /// Without marks between thousands, with a point before decimals; as it is written where it numbers a section.
    pub value: String,
    /// How many words it takes.
    pub words: usize,
}

impl WrittenNumber {
    /// How much it is; nothing where it only numbers something.
    pub fn amount(&self) -> Option<f64> {
        self.value.parse().ok()
    }
}

/// The words that one number may take.
const LONGEST: usize = 12;

pub(super) fn number_at(reading: SentenceReading<'_>, at: usize) -> Option<WrittenNumber> {
    let first = reading.word(at);
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        return in_digits(reading, at);
    }
    let (words, value) = in_words(reading, at)?;
    Some(WrittenNumber { value: value.to_string(), words })
}

/// The amount that a single word in small letters is. What stands beside a text may be in another language than it: a
/// number word of any is one, unless it is another word in this one.
pub fn number_of_word(lower: &str, language: Language) -> Option<f64> {
    if lower.starts_with(|c: char| c.is_ascii_digit()) {
        return value_of_digits(lower, language)?.parse().ok();
    }
    if !NUMBERS.contains_key(lower) {
        return None;
    }
    let is_other_word =
        || lexicon::meanings(lower, language).any(|one| one == WordMeaning::NoNumber);
    let foreign = || {
        Language::ALL
            .into_iter()
            .find_map(|other| value_of_word(lower, other))
    };
    let value = value_of_word(lower, language)
        .or_else(|| if is_other_word() { None } else { foreign() });
    #[expect(clippy::cast_precision_loss, reason = "no number word is so large")]
    value.map(|value| value as f64)
}

/// Whether a single word in small letters is a number in any language.
pub(crate) fn is_number_word(lower: &str) -> bool {
    let Some(numbers) = NUMBERS.get(lower) else { return false };
    // Spanish `dos` is a common word of two other languages; who reads Spanish asks in Spanish.
    numbers.iter().any(|(language, _)| *language != Language::Spanish)
        || !lexicon::means(lower, None, &[WordMeaning::NoNumber])
}

fn in_digits(reading: SentenceReading<'_>, at: usize) -> Option<WrittenNumber> {
    let first = reading.word(at);
    let value = value_of_digits(first, reading.number_language())?;
    if let Some(number) = in_millions(reading, at, &value) {
        return Some(number);
    }
    let is_digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    if 3 < first.len() || !is_digits(first) {
        return Some(WrittenNumber { value, words: 1 });
    }
    // `10 000`, with a space between thousands.
    let is_group = |at: &usize| {
        let word = reading.word(*at);
        word.len() == 3
            && is_digits(word)
            && matches!(reading.gap_after(at - 1), " " | "\u{a0}" | "\u{202f}")
    };
    let groups = (at + 1..at + 5).take_while(is_group).count();
    let all: String = (at..=at + groups).map(|at| reading.word(at)).collect();
    Some(WrittenNumber { value: without_zeros(&all), words: 1 + groups })
}

/// `2.5 million`: digits with the word that says what they count.
fn in_millions(reading: SentenceReading<'_>, at: usize, value: &str) -> Option<WrittenNumber> {
    let is_near = matches!(reading.gap_after(at), " " | "\u{a0}" | "\u{202f}");
    let many = value_of_word(reading.word(at + 1), reading.number_language())
        .filter(|many| is_near && 1000 <= *many)?;
    #[expect(clippy::cast_precision_loss, reason = "no number word is so large")]
    let product = value.parse::<f64>().ok()? * many as f64;
    // To the thousandth: what lies below comes of the multiplication.
    let value = without_zeros(&format!("{product:.3}"));
    Some(WrittenNumber { value, words: 2 })
}

/// A number in digits without the marks between thousands. Nothing where it is mixed with letters.
fn value_of_digits(word: &str, language: Language) -> Option<String> {
    if word.contains(|c: char| !c.is_ascii_digit() && c != '.' && c != ',') {
        return None;
    }
    let Some(at) = word.rfind(['.', ',']) else { return Some(without_zeros(word)) };
    let (whole, mark, part) = (&word[..at], &word[at..=at], &word[at + 1..]);
    let bare = |text: &str| text.replace(['.', ','], "");
    let is_grouped = |text: &str| {
        let mut groups = text.split(['.', ',']);
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.all(|group| group.len() == 3)
    };
    let decimal = || Some(without_zeros(&format!("{}.{part}", bare(whole))));
    let thousands = if language == Language::English { "," } else { "." };
    match (whole.contains(mark), whole.contains(['.', ','])) {
        (true, _) if is_grouped(word) => Some(bare(word)),
        (false, true) if is_grouped(whole) => decimal(),
        // `12.04.050` is the number of a section.
        (_, true) => Some(word.to_owned()),
        _ if mark == thousands && is_grouped(word) && whole != "0" => Some(bare(word)),
        _ => decimal(),
    }
}

fn without_zeros(number: &str) -> String {
    let number = if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    };
    let short = number.trim_start_matches('0');
    match short.chars().next() {
        None => "0".to_owned(),
        Some('.') => format!("0{short}"),
        _ => short.to_owned(),
    }
}

/// A number in words, and how many they are.
fn in_words(reading: SentenceReading<'_>, at: usize) -> Option<(usize, u64)> {
    let language = reading.number_language();
    let first = value_of_word(reading.word(at), language)?;
    let (mut total, mut current, mut len) = (0_u64, first, 1);
    if 1000 <= first {
        (total, current) = (first, 0);
    }
    while len < LONGEST && is_close(reading.gap_after(at + len - 1)) {
        let joined = is_joint(reading.word(at + len), language);
        let skip = if joined { 2 } else { 1 };
        let next = value_within(reading.word(at + len + skip - 1), language);
        let Some(sum) = next.and_then(|next| join(&mut total, current, next)) else { break };
        current = sum;
        len += skip;
    }
    Some((len, total.saturating_add(current)))
}

/// Whether what stands between two words leaves them parts of one number.
fn is_close(gap: &str) -> bool {
    !gap.is_empty() && gap.chars().all(|c| c == '-' || c == '\u{2010}' || c.is_whitespace())
}

/// What a further word makes of the number so far; nothing where it begins another.
fn join(total: &mut u64, current: u64, next: u64) -> Option<u64> {
    let (tail, rest) = (current % 100, current % 10);
    match next {
        100 if 0 < current && current < 100 => Some(current * 100),
        1000.. if 0 < current && current < 1000 => {
            *total = total.saturating_add(current.saturating_mul(next));
            Some(0)
        }
        // quatre-vingts
        20 if tail == 4 => Some(current - 4 + 80),
        1..=9 if (tail == 0 || 20 <= tail) && rest == 0 => Some(current + next),
        10..=19 if matches!(tail, 0 | 60 | 80) => Some(current + next),
        20..=99 if tail == 0 && (0 < current || 0 < *total) => Some(current + next),
        100..=999 if current == 0 && 0 < *total => Some(next),
        _ => None,
    }
}

fn is_joint(word: &str, language: Language) -> bool {
    match language {
        Language::English => word == "and",
        Language::French => word == "et",
        Language::Portuguese => word == "e",
        Language::Spanish => word == "y",
        Language::German => false,
    }
}

/// The value of a word within a number.
fn value_within(word: &str, language: Language) -> Option<u64> {
    let one = match language {
        Language::French => matches!(word, "un" | "une"),
        Language::Portuguese => matches!(word, "um" | "uma"),
        Language::Spanish => matches!(word, "un" | "uno" | "una"),
        _ => false,
    };
    if one { Some(1) } else { value_of_word(word, language) }
}

/// The value of a word that may begin a number. French `un` and Portuguese `um` are articles.
fn value_of_word(word: &str, language: Language) -> Option<u64> {
    NUMBERS
        .get(word)?
        .iter()
        .find(|(own, _)| *own == language)
        .map(|(_, value)| *value)
}

/// Number words of all languages, each with what it is in those that have it. One table, for most words are none.
static NUMBERS: LazyLock<HashMap<&str, Vec<(Language, u64)>>> = LazyLock::new(|| {
    let mut numbers: HashMap<&str, Vec<(Language, u64)>> = HashMap::new();
    for (language, file) in [
        (Language::English, word_file!("numbers", en)),
        (Language::French, word_file!("numbers", fr)),
        (Language::Portuguese, word_file!("numbers", pt)),
        (Language::Spanish, word_file!("numbers", es)),
    ] {
        let words: BTreeMap<&str, u64> = serde_json::from_str(file).unwrap_or_default();
        for (word, value) in words {
            numbers.entry(word).or_default().push((language, value));
        }
    }
    numbers
});

#[cfg(test)]
mod tests {
    use super::{
        super::{SentenceReading, sentence_words},
        number_of_word,
    };
    use crate::Language::{self, English, French, Portuguese, Spanish};

    #[track_caller]
    fn check(text: &str, language: Language, expected: Option<(usize, &str)>) {
        let words: Vec<_> = sentence_words(text).collect();
        let number = SentenceReading::new(text, &words, language).number_at(0);
        assert_eq!(
            number.as_ref().map(|one| (one.words, one.value.as_str())),
            expected,
            "{text}"
        );
    }

    #[test]
    fn numbers_are_read_by_value() {
        check("60 days", English, Some((1, "60")));
        check("60.0", English, Some((1, "60")));
        check("1,500.50", English, Some((1, "1500.5")));
        check("2.125", English, Some((1, "2.125")));
        check("05", English, Some((1, "5")));
        check("12.04.050", English, Some((1, "12.04.050")));
        check("10 000 euros", French, Some((2, "10000")));
        check("10, 000", French, Some((1, "10")));
        check("1.500,50", Portuguese, Some((1, "1500.5")));
        check("1.500", Portuguese, Some((1, "1500")));
        check("1.500.000", Portuguese, Some((1, "1500000")));
        check("two thousand five hundred and six days", English, Some((6, "2506")));
        check("five six", English, Some((1, "5")));
        check("twenty, five", English, Some((1, "20")));
        check("twenty-one", English, Some((2, "21")));
        check("soixante et onze", French, Some((3, "71")));
        check("quatre-vingt-dix-sept", French, Some((4, "97")));
        check("cento e vinte e cinco dias", Portuguese, Some((5, "125")));
        check("mil e quinhentas horas", Portuguese, Some((3, "1500")));
        check("treinta y cinco días", Spanish, Some((3, "35")));
        check("dos mil quinientos", Spanish, Some((3, "2500")));
        check("novecientas", Spanish, Some((1, "900")));
        check("2.5 million dollars", English, Some((2, "2500000")));
        check("400 millions de dollars", French, Some((2, "400000000")));
        check("2,5 milhões de reais", Portuguese, Some((2, "2500000")));
        check("2.5, million", English, Some((1, "2.5")));
        check("3rd", English, None);
        check("um ano", Portuguese, None);
        check("days", English, None);
    }

    #[test]
    fn a_word_is_a_number_of_any_language_unless_it_is_another_word() {
        assert_eq!(number_of_word("vingt", English), Some(20.0));
        assert_eq!(number_of_word("seize", French), Some(16.0));
        assert_eq!(number_of_word("seize", English), None);
    }
}
