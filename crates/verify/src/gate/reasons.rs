//! Why a provision was taken or not, in the language of the question; one file a language.

use std::{collections::BTreeMap, sync::OnceLock};

use jurat_model::InForceStatus;
use jurat_text::{Language, filled};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GateReasons {
    likely: String,
    chosen: String,
    contradicts: String,
    doubted: String,
    pub(super) means_the_same: String,
    pub(super) is_near: String,
    pub(super) has_the_words: String,
    speaks_of: String,
    stands_under: String,
    says_nothing_of: String,
    others_are_better: String,
    is_asked_for: String,
    wanted: BTreeMap<String, String>,
    /// What is wrong with how a quote is cut, by code.
    cut: BTreeMap<String, String>,
    not_in_force: String,
    related: String,
    repealed: String,
    later: String,
}

impl GateReasons {
    /// Those in the language of a question; English where there are none in it.
    pub(super) fn for_question(question: &str) -> &'static Self {
        static FRENCH: OnceLock<GateReasons> = OnceLock::new();
        match Language::of(question) {
            Some(Language::French) => {
                FRENCH.get_or_init(|| parse_reasons(include_str!("reasons.fr.json")))
            }
            _ => Self::english(),
        }
    }

    pub(super) fn english() -> &'static Self {
        static ENGLISH: OnceLock<GateReasons> = OnceLock::new();
        ENGLISH.get_or_init(|| parse_reasons(include_str!("reasons.en.json")))
    }

    pub(super) fn likely(&self, probability: f64, because: &str) -> String {
        filled(&self.likely, &[&percent(probability), because])
    }

    pub(super) fn chosen(&self, probability: f64, why: &str) -> String {
        filled(&self.chosen, &[&percent(probability), why.trim_end_matches('.')])
    }

    pub(super) fn contradicts(&self, probability: f64) -> String {
        filled(&self.contradicts, &[&percent(probability)])
    }

    pub(super) fn doubted(&self, why: &str) -> String {
        filled(&self.doubted, &[why])
    }

    pub(super) fn speaks_of(&self, said: &str, words: &[String]) -> String {
        filled(&self.speaks_of, &[said, &named(words)])
    }

    pub(super) fn stands_under(&self, said: &str, words: &[String]) -> String {
        filled(&self.stands_under, &[said, &named(words)])
    }

    /// What a provision lacks: the sort of answer that is wanted, some words, or nothing but being the best.
    pub(super) fn missing(&self, wanted: Option<&str>, words: &[String]) -> String {
        match (wanted, words) {
            (Some(wanted), _) => {
                let wanted = self.wanted.get(wanted).map_or(wanted, String::as_str);
                filled(&self.is_asked_for, &[wanted])
            }
            (None, []) => self.others_are_better.clone(),
            (None, words) => filled(&self.says_nothing_of, &[&named(words)]),
        }
    }

    /// What is wrong with how a quote is cut, with the words that show it.
    pub(super) fn cut(&self, code: &str, words: &str) -> String {
        filled(self.cut.get(code).map_or("", String::as_str), &[words])
    }

    /// Why words are no law; nothing where they are.
    pub(super) fn no_law(&self, standing: InForceStatus) -> Option<&str> {
        match standing {
            InForceStatus::InForce => None,
            InForceStatus::NotInForce => Some(&self.not_in_force),
            InForceStatus::Related => Some(&self.related),
            InForceStatus::Repealed => Some(&self.repealed),
            InForceStatus::Later => Some(&self.later),
        }
    }
}

fn parse_reasons(file: &str) -> GateReasons {
    serde_json::from_str(file).unwrap_or_default()
}

fn percent(probability: f64) -> String {
    format!("{:.0}", 100.0 * probability)
}

fn named(words: &[String]) -> String {
    const MOST: usize = 4;
    let words: Vec<String> = words.iter().take(MOST).map(|word| format!("“{word}”")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::GateReasons;

    #[test]
    fn reasons_are_in_the_language_of_the_question() {
        let english = GateReasons::for_question("When must the keeper of the lock be told?");
        let french =
            GateReasons::for_question("Quand faut-il prévenir le gardien de l’écluse ?");
        assert_eq!(
            english.likely(0.123, "others answer better"),
            "About 12 % likely to answer: others answer better."
        );
        let said = french.missing(Some("a period of time"), &[]);
        assert_eq!(said, "la question demande une durée, et elle n’en a pas");
    }

    #[test]
    fn both_files_have_the_same_places_to_fill() {
        let read = |file| serde_json::from_str::<serde_json::Value>(file).unwrap_or_default();
        let english = read(include_str!("reasons.en.json"));
        let french = read(include_str!("reasons.fr.json"));
        let sentences = english.as_object().into_iter().flatten();
        let mut seen = 0;
        for (name, sentence) in sentences {
            let places = |value: &serde_json::Value| value.to_string().matches("{}").count();
            assert_eq!(places(sentence), places(&french[name]), "{name}");
            for wanted in sentence.as_object().into_iter().flatten() {
                assert!(french[name][wanted.0].is_string(), "{}", wanted.0);
            }
            seen += 1;
        }
        assert_eq!(seen, french.as_object().map_or(0, serde_json::Map::len));
    }
}
