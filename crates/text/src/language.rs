//! Which language a text is in.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use whatlang::{Detector, Lang};

use crate::tokens::{common_in, words};

/// A language that the product knows.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "fr")]
    French,
    #[serde(rename = "pt")]
    Portuguese,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    /// All of them, in the order in which ties are decided.
    pub const ALL: [Self; 5] =
        [Self::English, Self::French, Self::Portuguese, Self::German, Self::Spanish];

    /// The two letters of ISO 639.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::Portuguese => "pt",
            Self::German => "de",
            Self::Spanish => "es",
        }
    }

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "French",
            Self::Portuguese => "Portuguese",
            Self::German => "German",
            Self::Spanish => "Spanish",
        }
    }

    /// The language of a code such as `en`, `en-CA` or `fra`, or of its name.
    pub fn from_code(code: &str) -> Option<Self> {
        let small = code.trim().to_lowercase();
        match small.split(['-', '_']).next().unwrap_or_default() {
            "en" | "eng" | "english" => Some(Self::English),
            "fr" | "fra" | "fre" | "french" | "français" => Some(Self::French),
            "pt" | "por" | "portuguese" | "português" => Some(Self::Portuguese),
            "de" | "deu" | "ger" | "german" | "deutsch" => Some(Self::German),
            "es" | "spa" | "spanish" | "español" => Some(Self::Spanish),
            _ => None,
        }
    }

    /// The language of a text; none where it is too short or mixed to tell.
    pub fn of(text: &str) -> Option<Self> {
        let sample = &text[..text.floor_char_boundary(text.len().min(SAMPLE))];
        by_common_words(sample).or_else(|| by_letters(sample))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that names no language that the product knows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no language that can be searched by stems: it is one of en, fr, pt, de, es")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(given: &str) -> Result<Self, UnknownLanguage> {
        Self::from_code(given).ok_or_else(|| UnknownLanguage(given.to_owned()))
    }
}

/// Bytes looked at; more would not change the answer.
const SAMPLE: usize = 8192;

/// Letters below which their frequencies say nothing.
const FEWEST_LETTERS: usize = 40;

/// Common words differ between the five languages; three of one and few of the others decide.
fn by_common_words(sample: &str) -> Option<Language> {
    let mut counts = [0_usize; 5];
    for range in words(sample).take(1000) {
        let word = sample[range].to_lowercase();
        for (count, common) in counts.iter_mut().zip(common_in(&word)) {
            *count += usize::from(common);
        }
    }
    let best = (0..5).rev().max_by_key(|at| counts[*at])?;
    let second = (0..5).filter(|at| *at != best).map(|at| counts[at]).max()?;
    let clear = 3 <= counts[best] && second * 4 <= counts[best] * 3;
    clear.then_some(Language::ALL[best])
}

fn by_letters(sample: &str) -> Option<Language> {
    if sample
        .chars()
        .filter(|c| c.is_alphabetic())
        .take(FEWEST_LETTERS)
        .count()
        < FEWEST_LETTERS
    {
        return None;
    }
    let known = [Lang::Eng, Lang::Fra, Lang::Por, Lang::Deu, Lang::Spa];
    let info = Detector::with_allowlist(known.to_vec()).detect(sample)?;
    let at = known.iter().position(|lang| *lang == info.lang())?;
    (0.5 < info.confidence()).then_some(Language::ALL[at])
}

#[cfg(test)]
mod tests {
    use super::Language;

    fn check(text: &str, expected: Option<Language>) {
        assert_eq!(Language::of(text), expected, "{text:?}");
    }

    #[test]
    fn sentences_tell_their_language() {
        check("The holder of the permit must leave.", Some(Language::English));
        check("Le titulaire du permis doit quitter le pays.", Some(Language::French));
        check("O titular da licença deve sair do país.", Some(Language::Portuguese));
        check("Der Inhaber der Bewilligung muss das Land verlassen.", Some(Language::German));
        check("El titular del permiso debe salir de este país.", Some(Language::Spanish));
    }

    #[test]
    fn too_little_text_tells_nothing() {
        check("", None);
        check("Art. 5", None);
        check("2022 FC 456", None);
        check("1 2 3 4 5 6 7 8 9", None);
    }

    #[test]
    fn codes_with_a_region_and_names_are_read() {
        let read = [
            ("fr-CA", Language::French),
            ("ENG", Language::English),
            ("Portuguese", Language::Portuguese),
        ];
        for (given, language) in read {
            assert_eq!(given.parse(), Ok(language));
        }
        assert!("tlh".parse::<Language>().is_err());
    }
}
