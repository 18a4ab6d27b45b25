//! How much two prompts have in common: personas that are told the same think the same.

use std::collections::BTreeSet;

/// Words of a shingle.
const WORDS: usize = 3;

/// The share of the shorter text's runs of three words that the other has too, in per cent,
/// rounded up. Case, marks and white space do not count. A text without words has nothing in
/// common with any.
pub fn prompt_overlap(a: &str, b: &str) -> u8 {
    let (a, b) = (shingles(a), shingles(b));
    let fewer = a.len().min(b.len());
    let shared = a.intersection(&b).count();
    let percent = (shared * 100).div_ceil(fewer.max(1));
    u8::try_from(percent).unwrap_or(100)
}

fn shingles(text: &str) -> BTreeSet<String> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    match words.len() {
        0 => BTreeSet::new(),
        1..=WORDS => BTreeSet::from([words.join(" ")]),
        _ => words.windows(WORDS).map(|run| run.join(" ")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::prompt_overlap;

    #[track_caller]
    fn check(a: &str, b: &str, percent: u8) {
        assert_eq!(prompt_overlap(a, b), percent);
        assert_eq!(prompt_overlap(b, a), percent, "whichever comes first");
    }

    #[test]
    fn shared_runs_of_words_are_counted_against_the_shorter_text() {
        check("one two three four", "One, two: THREE four!", 100);
        check("one two three four", "one two three four and much that is new", 100);
        check("one two three four five", "one two three nine ten", 34);
        check("one two three", "three two one", 0);
        check("same words", "same words", 100);
        check("", "one two three", 0);
        check("", "", 0);
    }
}
