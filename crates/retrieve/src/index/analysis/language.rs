//! The languages that passages are analysed in, and how to tell which one a text is in.

use std::{fmt, str::FromStr};

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};

use super::stop_words;

/// A language with a stemmer and a list of words that carry no meaning of their own.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum StemmerLanguage {
    #[default]
    En,
    Fr,
    Pt,
    De,
    Es,
}

impl StemmerLanguage {
    pub const ALL: [Self; 5] = [Self::En, Self::Fr, Self::Pt, Self::De, Self::Es];

    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::Pt => "pt",
            Self::De => "de",
            Self::Es => "es",
        }
    }

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fr => "French",
            Self::Pt => "Portuguese",
            Self::De => "German",
            Self::Es => "Spanish",
        }
    }

    /// The language that most of a text's small words belong to; nothing where fewer than three
    /// speak for it or another has as many.
    pub fn of(text: &str) -> Option<Self> {
        let mut votes = [0_u32; Self::ALL.len()];
        let words = text.split(|char: char| !char.is_alphanumeric());
        for word in words.filter(|word| !word.is_empty()).take(400) {
            let bits = stop_words::languages(&word.to_lowercase());
            for (at, vote) in votes.iter_mut().enumerate() {
                *vote += u32::from(bits >> at & 1);
            }
        }
        let best = votes.iter().copied().max().filter(|most| 3 <= *most)?;
        let mut winners = Self::ALL.into_iter().zip(votes).filter(|(_, votes)| *votes == best);
        let (winner, _) = winners.next()?;
        winners.next().is_none().then_some(winner)
    }

    /// The language of a query, which is often too short for its small words: then what its
    /// letters say, where they say it for sure.
    pub fn of_query(text: &str) -> Option<Self> {
        let by_letters = || jurat_text::Language::of(text)?.code().parse().ok();
        Self::of(text).or_else(by_letters)
    }

    pub(super) fn stemmer(self) -> Stemmer {
        Stemmer::create(match self {
            Self::En => Algorithm::English,
            Self::Fr => Algorithm::French,
            Self::Pt => Algorithm::Portuguese,
            Self::De => Algorithm::German,
            Self::Es => Algorithm::Spanish,
        })
    }
}

impl fmt::Display for StemmerLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that names no language we have a stemmer for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no language that can be searched by stems: it is one of en, fr, pt, de, es")]
pub struct UnknownLanguage(String);

impl FromStr for StemmerLanguage {
    type Err = UnknownLanguage;

    /// Reads `fr`, `fra`, `fr-CA` and `French` alike.
    fn from_str(given: &str) -> Result<Self, UnknownLanguage> {
        let lower = given.trim().to_ascii_lowercase();
        let known = match lower.split(['-', '_']).next().unwrap_or_default() {
            "en" | "eng" | "english" => Self::En,
            "fr" | "fra" | "fre" | "french" | "français" => Self::Fr,
            "pt" | "por" | "portuguese" | "português" => Self::Pt,
            "de" | "deu" | "ger" | "german" | "deutsch" => Self::De,
            "es" | "spa" | "spanish" | "español" => Self::Es,
            _ => return Err(UnknownLanguage(given.to_owned())),
        };
        Ok(known)
    }
}

#[cfg(test)]
mod tests {
    use super::StemmerLanguage;

    #[track_caller]
    fn check(text: &str, expected: Option<StemmerLanguage>) {
        assert_eq!(StemmerLanguage::of(text), expected, "{text}");
    }

    #[test]
    fn small_words_give_a_language_away() {
        check(
            "The Minister may, on request, examine the circumstances of it",
            Some(StemmerLanguage::En),
        );
        check(
            "Le ministre peut, sur demande, étudier le cas de la personne",
            Some(StemmerLanguage::Fr),
        );
        check(
            "O advogado não pode exercer a profissão em nome da parte",
            Some(StemmerLanguage::Pt),
        );
        check(
            "Die Klage ist nicht zulässig, wenn der Kläger sie nicht",
            Some(StemmerLanguage::De),
        );
        check(
            "El trabajador tiene derecho a las vacaciones y los permisos",
            Some(StemmerLanguage::Es),
        );
    }

    #[test]
    fn a_heading_is_in_no_language_for_sure() {
        check("Jurisdiction", None);
        check("", None);
    }

    #[test]
    fn tags_and_names_are_read() {
        for (given, language) in [
            ("fr-CA", StemmerLanguage::Fr),
            ("ENG", StemmerLanguage::En),
            ("Portuguese", StemmerLanguage::Pt),
        ] {
            assert_eq!(given.parse(), Ok(language));
        }
        assert!("xx".parse::<StemmerLanguage>().is_err());
    }
}
