//! The sections and citations that a passage has or a query names, each as one term.

use jurat_model::Passage;
use jurat_text::citations::{CitationOptions, extract};

/// Terms of what a passage is cited as, and of what it cites.
pub(crate) fn of_passage(passage: &Passage) -> Vec<String> {
    let mut terms = Vec::new();
    if let Some(label) = &passage.label {
        sections(label, &mut terms);
    }
    if let Some(section) = passage.metadata.get("section") {
        sections(section, &mut terms);
    }
    decisions(&passage.text, &mut terms);
    terms.sort();
    terms.dedup();
    terms
}

/// Terms of what a query names: numbers that an abbreviation or sign for a provision stands
/// before, numbers with subdivisions, and decisions.
pub(crate) fn of_query(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    decisions(text, &mut terms);
    let mut announced = false;
    for word in text.split_whitespace().take(500) {
        let bare = word.trim_matches(|char: char| !char.is_alphanumeric() && char != ')');
        let lower = bare.to_lowercase();
        if bare.starts_with(|first: char| first.is_ascii_digit()) {
            if announced || lower.contains('(') {
                push(lower.trim_matches(',').to_owned(), &mut terms);
            }
            announced = false;
        } else {
            announced = word.contains('§') || PROVISIONS.contains(&lower);
        }
    }
    terms
}

/// Decisions by their normal forms, so that `2019 CSC 65` finds `2019 SCC 65`.
fn decisions(text: &str, terms: &mut Vec<String>) {
    let cited = extract(text, CitationOptions { now: None });
    let decisions = cited.into_iter().filter(|citation| citation.kind.is_decision());
    let normal = decisions.flat_map(|citation| citation.normal);
    terms.extend(normal.map(|form| form.to_lowercase()));
}

jurat_text::word_lists! {
    "provision_words" [en, fr, pt, de, es];

    /// What stands before the number of a provision, in the languages that we analyse.
    static PROVISIONS;
}

/// `40(1)(a)` is also `40(1)` and `40`.
fn sections(label: &str, terms: &mut Vec<String>) {
    let lower = label.to_lowercase();
    let Some(from) = lower.find(|char: char| char.is_ascii_digit()) else { return };
    let number: String = lower[from..].chars().filter(|char| !char.is_whitespace()).collect();
    if number.len() <= LONGEST {
        push(number, terms);
    }
}

const LONGEST: usize = 64;

fn push(mut number: String, terms: &mut Vec<String>) {
    while let Some(cut) = number.rfind('(') {
        let wider = number[..cut].trim_end_matches('.').to_owned();
        terms.push(number);
        number = wider;
    }
    if !number.is_empty() {
        terms.push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::of_query;

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        assert_eq!(of_query(query), expected);
    }

    #[test]
    fn provisions_are_read_with_all_that_they_lie_in() {
        check("what does s. 40(1)(a) say?", &["40(1)(a)", "40(1)", "40"]);
        check("section 10.2, please", &["10.2"]);
        check("o que diz o Art. 49?", &["49"]);
    }

    #[test]
    fn a_decision_is_known_by_its_normal_form() {
        check("who followed 2019 CSC 65?", &["2019 scc 65"]);
    }

    #[test]
    fn numbers_of_other_things_are_no_provisions() {
        check("within 30 days of 2019", &[]);
    }
}
