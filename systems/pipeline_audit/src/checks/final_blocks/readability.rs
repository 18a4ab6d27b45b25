//! How easily a text reads, by the formula of its language, as years of school.
//!
//! English: the grade of Flesch and Kincaid. Portuguese and French: the reading ease of Flesch with
//! the constants of Martins and others, and of Kandel and Moles; its hundred points are taken as
//! four bands of four years of school each, as Martins and others have them.

use jurat_text::Language;

use super::syllables::syllables;

/// The counts that the formulas are made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ReadabilityCounts {
    pub(super) sentences: u32,
    pub(super) words: u32,
    pub(super) syllables: u32,
}

impl ReadabilityCounts {
    /// Takes in a sentence of these words.
    pub(super) fn add<'w>(&mut self, words: impl Iterator<Item = &'w str>, language: Language) {
        let before = self.words;
        for word in words {
            let count = syllables(word, language);
            self.words = self.words.saturating_add(1);
            self.syllables = self
                .syllables
                .saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        }
        self.sentences += u32::from(before < self.words);
    }

    /// The years of school that a reader needs; none where the language has no formula here.
    pub(super) fn grade(self, language: Language) -> Option<f64> {
        let per_sentence = f64::from(self.words) / f64::from(self.sentences.max(1));
        let per_word = f64::from(self.syllables) / f64::from(self.words.max(1));
        match language {
            Language::English => Some(0.39 * per_sentence + 11.8 * per_word - 15.59),
            Language::Portuguese => {
                Some(years(248.835 - 1.015 * per_sentence - 84.6 * per_word))
            }
            Language::French => Some(years(207.0 - 1.015 * per_sentence - 73.6 * per_word)),
            Language::German | Language::Spanish => None,
        }
    }
}

/// Four years of school for every 25 points below 100.
fn years(ease: f64) -> f64 {
    (100.0 - ease) * 4.0 / 25.0
}

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::ReadabilityCounts;

    #[test]
    fn grades_are_those_of_the_formulas() {
        let counts = ReadabilityCounts { sentences: 2, words: 40, syllables: 80 };
        let grade =
            |language| counts.grade(language).map(|grade| (grade * 100.0).round() / 100.0);
        assert_eq!(grade(Language::English), Some(15.81));
        assert_eq!(grade(Language::Portuguese), Some(6.51));
        assert_eq!(grade(Language::French), Some(9.68));
        assert_eq!(grade(Language::German), None);
    }
}
