//! How people say what statutes, contracts and policies say otherwise: words that a question is searched by besides its own.

use std::sync::OnceLock;

use jurat_text::Language;

use crate::index::TermAnalyser;

/// What a word of the text that the question did not use counts beside one that it did.
pub(super) const SHARE: f32 = 0.4;

/// One line of a file: words of people, words of texts, as terms of the index.
struct ThesaurusEntry {
    said: Vec<Vec<String>>,
    written: Vec<String>,
}

fn file(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("en.txt"),
        Language::French => include_str!("fr.txt"),
        Language::Portuguese => include_str!("pt.txt"),
        _ => "",
    }
}

fn lines(language: Language, analyser: &mut TermAnalyser) -> &'static [ThesaurusEntry] {
    static READ: [OnceLock<Vec<ThesaurusEntry>>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    READ[language as usize].get_or_init(|| {
        let text = file(language).lines().filter(|line| !line.starts_with('#'));
        let sides = text.filter_map(|line| line.split_once('='));
        sides
            .map(|(said, written)| ThesaurusEntry {
                said: said
                    .split(',')
                    .map(|phrase| row(phrase, language, analyser))
                    .filter(|phrase| !phrase.is_empty())
                    .collect(),
                written: analyser.terms(written, language),
            })
            .collect()
    })
}

/// Terms that texts use for what a question says, without those that it uses itself.
pub(super) fn written(
    question: &str,
    language: Language,
    analyser: &mut TermAnalyser,
) -> Vec<String> {
    let lines = lines(language, analyser);
    let asked = row(question, language, analyser);
    let said = |phrase: &Vec<String>| {
        asked.windows(phrase.len()).any(|window| window == phrase.as_slice())
    };
    let told = lines.iter().filter(|line| line.said.iter().any(said));
    let mut terms: Vec<String> = told.flat_map(|line| line.written.iter().cloned()).collect();
    terms.sort_unstable();
    terms.dedup();
    terms.retain(|term| !asked.contains(term));
    terms
}

/// Words as terms, in a row; those that the index leaves out stay as they are, so that `put off` is not `put`.
fn row(text: &str, language: Language, analyser: &mut TermAnalyser) -> Vec<String> {
    let small = text.to_lowercase();
    let words = small
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut term = |word: &str| analyser.terms(word, language).into_iter().next();
    words
        .map(|word| term(word).unwrap_or_else(|| word.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{lines, written};
    use jurat_text::Language;

    use crate::index::TermAnalyser;

    #[test]
    fn what_people_say_is_searched_as_texts_write_it() {
        let mut analyser = TermAnalyser::new();
        let found =
            written("Can my boss let go of a boatman?", Language::English, &mut analyser);
        let terms = analyser.terms("employer termination", Language::English);
        assert!(terms.iter().all(|term| found.contains(term)), "{found:?}");
        assert!(written("Who lights the lamp?", Language::English, &mut analyser).is_empty());
        let found = written("Puis-je me marier ?", Language::French, &mut analyser);
        assert!(found.contains(&analyser.terms("mariage", Language::French)[0]), "{found:?}");
    }

    #[test]
    fn every_line_says_something() {
        let mut analyser = TermAnalyser::new();
        for (language, least) in
            [(Language::English, 90), (Language::French, 70), (Language::Portuguese, 25)]
        {
            let lines = lines(language, &mut analyser);
            assert!(least <= lines.len(), "{language:?}: {}", lines.len());
            for line in lines {
                assert!(
                    !line.said.is_empty() && !line.written.is_empty(),
                    "{:?}",
                    line.written
                );
            }
        }
    }
}
