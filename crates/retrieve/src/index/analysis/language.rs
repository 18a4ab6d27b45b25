//! Which language a passage or a query is in, and its stemmer.

use jurat_text::Language;
use rust_stemmers::{Algorithm, Stemmer};

use super::stop_words;

/// The language that most of a passage's small words belong to; nothing where fewer than three
/// speak for it or another has as many.
pub fn passage_language(text: &str) -> Option<Language> {
    let mut votes = [0_u32; Language::ALL.len()];
    let words = text.split(|char: char| !char.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()).take(400) {
        let bits = stop_words::languages(&word.to_lowercase());
        for (at, vote) in votes.iter_mut().enumerate() {
            *vote += u32::from(bits >> at & 1);
        }
    }
    let best = votes.iter().copied().max().filter(|most| 3 <= *most)?;
    let mut winners = Language::ALL
        .into_iter()
        .zip(votes)
        .filter(|(_, votes)| *votes == best);
    let (winner, _) = winners.next()?;
    winners.next().is_none().then_some(winner)
}

/// The language of a query, which is often too short for its small words: then what its
/// letters say, where they say it for sure.
pub fn query_language(text: &str) -> Option<Language> {
    passage_language(text).or_else(|| Language::of(text))
}

pub(super) fn stemmer(language: Language) -> Stemmer {
    Stemmer::create(match language {
        Language::English => Algorithm::English,
        Language::French => Algorithm::French,
        Language::Portuguese => Algorithm::Portuguese,
        Language::German => Algorithm::German,
        Language::Spanish => Algorithm::Spanish,
    })
}

#[cfg(test)]
mod tests {
    use super::{Language, passage_language};

    #[track_caller]
    fn check(text: &str, expected: Option<Language>) {
        assert_eq!(passage_language(text), expected, "{text}");
    }

    #[test]
    fn small_words_give_a_language_away() {
        check(
            "The Minister may, on request, examine the circumstances of it",
            Some(Language::English),
        );
        check(
            "Le ministre peut, sur demande, étudier le cas de la personne",
            Some(Language::French),
        );
        check(
            "O advogado não pode exercer a profissão em nome da parte",
            Some(Language::Portuguese),
        );
        check(
            "Die Klage ist nicht zulässig, wenn der Kläger sie nicht",
            Some(Language::German),
        );
        check(
            "El trabajador tiene derecho a las vacaciones y los permisos",
            Some(Language::Spanish),
        );
    }

    #[test]
    fn a_heading_is_in_no_language_for_sure() {
        check("Jurisdiction", None);
        check("", None);
    }
}
