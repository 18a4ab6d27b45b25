//! Syllables of a word, by its letters, in English, French and Portuguese. An estimate, as every
//! formula of readability takes it.

use jurat_text::Language;

/// The syllables of a word in small letters; at least one. Numbers count as one.
pub(super) fn syllables(word: &str, language: Language) -> usize {
    let count = match language {
        Language::French => french(word),
        Language::Portuguese | Language::Spanish => portuguese(word),
        Language::English | Language::German => english(word),
    };
    count.max(1)
}

fn is_vowel(c: char) -> bool {
    "aeiouyàáâãäåèéêëìíîïòóôõöùúûüœæ".contains(c)
}

fn runs(word: &str) -> usize {
    let mut before = false;
    let mut runs = 0;
    for c in word.chars() {
        let vowel = is_vowel(c);
        runs += usize::from(vowel && !before);
        before = vowel;
    }
    runs
}

/// Runs of vowels without a silent `e` at the end, and with the vowels that stand apart: `i-an`.
fn english(word: &str) -> usize {
    let apart = ["ia", "io", "iu", "eo", "ua", "uou"];
    let joined =
        ["tion", "sion", "cial", "tial", "cian", "gion", "cious", "tious", "qua", "gua"];
    let has =
        |parts: &[&str]| parts.iter().map(|part| word.matches(part).count()).sum::<usize>();
    let silent = word.ends_with('e') && !word.ends_with("le") && !word.ends_with("ee")
        || word.ends_with("ed") && !word.ends_with("ted") && !word.ends_with("ded")
        || word.ends_with("es") && !ends_with_sound(word);
    (runs(word) + has(&apart).saturating_sub(has(&joined))).saturating_sub(usize::from(silent))
}

/// `notices`, `changes`, `boxes`: here the `e` is heard.
fn ends_with_sound(word: &str) -> bool {
    ["ces", "ses", "ges", "zes", "xes", "ches", "shes", "les", "ies", "ees"]
        .iter()
        .any(|end| word.ends_with(end))
}

/// Runs of vowels without a mute `e` at the end: `-e`, `-es`, and `-ent` of verbs is left, for it is
/// heard as often as not.
fn french(word: &str) -> usize {
    let apart = ["éa", "éo", "éu", "oé", "aï", "oï", "uï"];
    let split = apart.iter().map(|part| word.matches(part).count()).sum::<usize>();
    let head = word.strip_suffix("es").or_else(|| word.strip_suffix('e'));
    let mute = head.is_some_and(|head| head.chars().next_back().is_some_and(|c| !is_vowel(c)));
    let count = runs(word) + split;
    if mute { count.saturating_sub(1).max(1) } else { count }
}

/// Vowels, of which a weak one joins a neighbour: `a-ção`, `po-e-ta`, `sa-ú-de`, `dis-tân-cia`.
fn portuguese(word: &str) -> usize {
    let mut count = 0;
    let mut before: Option<char> = None;
    let mut joined = false;
    for c in word.chars() {
        if !is_vowel(c) {
            before = None;
            joined = false;
            continue;
        }
        let joins =
            before.is_some_and(|one| !joined && (is_weak(c) || is_weak(one) || is_nasal(one)));
        count += usize::from(!joins);
        joined = joins;
        before = Some(c);
    }
    count
}

fn is_weak(c: char) -> bool {
    "iuy".contains(c)
}

/// `ão`, `õe`: what follows joins.
fn is_nasal(c: char) -> bool {
    "ãõ".contains(c)
}

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::syllables;

    #[track_caller]
    fn check(language: Language, words: &[(&str, usize)]) {
        for (word, expected) in words {
            assert_eq!(syllables(word, language), *expected, "{word}");
        }
    }

    #[test]
    fn english_words() {
        let words =
            [("the", 1), ("notice", 2), ("seller", 2), ("consumer", 3), ("withdraw", 2)];
        check(Language::English, &words);
        let words =
            [("obligation", 4), ("made", 1), ("table", 2), ("goods", 1), ("notices", 3)];
        check(Language::English, &words);
    }

    #[test]
    fn portuguese_words() {
        check(
            Language::Portuguese,
            &[("consumidor", 4), ("prazo", 2), ("ação", 2), ("saúde", 3)],
        );
        check(Language::Portuguese, &[("poeta", 3), ("devolução", 4), ("lei", 1), ("não", 1)]);
    }

    #[test]
    fn french_words() {
        let words =
            [("consommateur", 4), ("le", 1), ("contrat", 2), ("article", 2), ("ligne", 1)];
        check(Language::French, &words);
        check(Language::French, &[("délai", 2), ("rétractation", 4), ("jours", 1), ("", 1)]);
    }
}
