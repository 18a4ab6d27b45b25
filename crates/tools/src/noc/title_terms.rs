//! A job title as terms: singular, without gendered endings, cut to a stem, and which of them is the head noun.

/// Words that say nothing about which occupation it is.
const EMPTY: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "as",
    "at",
    "by",
    "classified",
    "elsewhere",
    "except",
    "for",
    "from",
    "in",
    "not",
    "occupation",
    "of",
    "on",
    "or",
    "other",
    "related",
    "the",
    "to",
    "with",
];

/// Endings that are cut off, the longest first; what is left has four letters or more.
const ENDINGS: &[&str] = &[
    "isation", "ization", "ational", "ingly", "ation", "ment", "ally", "ics", "ing", "ian",
    "ist", "ive", "ion", "er", "or", "al", "ed", "ic", "e", "y",
];

/// The terms of a title.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TitleTerms {
    /// Stems, in their order.
    pub(super) stems: Vec<String>,
    /// The stem of the head noun: the last word before a dash, a comma or a bracket.
    pub(super) head: Option<String>,
}

impl TitleTerms {
    pub(super) fn of(title: &str) -> Self {
        let lower = lower(title);
        let head_part = lower.split([',', '(']).next().unwrap_or_default();
        let head_part = head_part.split(" - ").next().unwrap_or_default();
        let head_part = head_part.split(" – ").next().unwrap_or_default();
        let head = words(head_part).last().map(|word| stem(word));
        Self {
            stems: words(&lower).iter().map(|word| stem(word)).collect(),
            head,
        }
    }
}

/// The words of a phrase, singular, in their order.
pub(super) fn plain_words(phrase: &str) -> Vec<String> {
    words(&lower(phrase))
}

/// Small letters, without gendered endings.
fn lower(title: &str) -> String {
    title.to_lowercase().replace("/woman", "").replace("/women", "")
}

fn words(text: &str) -> Vec<String> {
    let text = text.replace("'s", "");
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    let singular = parts.filter(|part| !part.is_empty()).map(singular);
    singular.filter(|word| !EMPTY.contains(&word.as_str())).collect()
}

/// `women`, `woman` and `men` as `man`; plurals as singulars.
fn singular(word: &str) -> String {
    for ending in ["women", "woman", "men"] {
        if let Some(start) = word.strip_suffix(ending).filter(|it| 1 < it.len()) {
            return format!("{start}man");
        }
    }
    let length = word.chars().count();
    if let Some(start) = word.strip_suffix("ies").filter(|_| 4 < length) {
        return format!("{start}y");
    }
    if word.ends_with("sses") {
        return word.trim_end_matches("es").to_owned();
    }
    let keeps = ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    match word.strip_suffix('s') {
        Some(start) if !keeps && 3 < length => start.to_owned(),
        _ => word.to_owned(),
    }
}

pub(super) fn stem(word: &str) -> String {
    let cut =
        |ending: &&str| word.strip_suffix(*ending).filter(|start| 4 <= start.chars().count());
    ENDINGS.iter().find_map(cut).unwrap_or(word).to_owned()
}

/// Groups of three letters, borders marked: what two words share though their stems differ.
pub(super) fn trigrams(word: &str) -> Vec<String> {
    let letters: Vec<char> = format!("^{word}$").chars().collect();
    let mut all: Vec<String> = letters.windows(3).map(|three| three.iter().collect()).collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(title: &str, stems: &[&str], head: &str) {
        let terms = TitleTerms::of(title);
        assert_eq!(
            (terms.stems.as_slice(), terms.head.as_deref()),
            (&stems.iter().map(ToString::to_string).collect::<Vec<_>>()[..], Some(head))
        );
    }

    #[test]
    fn a_title_comes_down_to_stems_and_its_head_noun() {
        check("Welders and related machine operators", &["weld", "machin", "operat"], "operat");
        check("Repairman/woman - telephones", &["repairman", "telephon"], "repairman");
        check("Nurses (registered)", &["nurs", "register"], "nurs");
    }
}
