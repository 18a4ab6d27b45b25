//! The words of an answer's page, one file a language.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

type KeyedPhrases = BTreeMap<String, String>;

/// What an answer's page says of its own in one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerWords {
    pub(super) kicker: String,
    pub(super) as_of: String,
    pub(super) result: KeyedPhrases,
    /// What stands in the place of the report's English message.
    pub(super) message: KeyedPhrases,
    /// The same where no provision is shown or listed with it.
    pub(super) message_alone: KeyedPhrases,
    pub(super) answer: String,
    pub(super) confidence: String,
    pub(super) best_provision: String,
    pub(super) about: String,
    pub(super) likely: String,
    pub(super) likely_means: String,
    pub(super) grounding: String,
    pub(super) composition: String,
    pub(super) evidence: String,
    pub(super) counts: String,
    pub(super) provisions: String,
    pub(super) requirements: String,
    pub(super) grades: KeyedPhrases,
    pub(super) grounding_means: KeyedPhrases,
    pub(super) composition_means: KeyedPhrases,
    pub(super) review: String,
    pub(super) statement: String,
    pub(super) conflicts: String,
    pub(super) and: String,
    pub(super) over: KeyedPhrases,
    pub(super) sort: KeyedPhrases,
    pub(super) place: String,
    pub(super) place_is: String,
    pub(super) admitted: String,
    pub(super) extraction: String,
    pub(super) extraction_is: String,
    pub(super) unused: String,
    pub(super) parts_told: String,
    pub(super) used_in: String,
    pub(super) gap: String,
    pub(super) words_cut: String,
    pub(super) points_to: String,
    /// What a provision points to without naming it, by what the report says of it.
    pub(super) governing: KeyedPhrases,
    pub(super) not_found: String,
    pub(super) closest: String,
    pub(super) closest_lead: String,
    pub(super) not_used: String,
    pub(super) rejected: String,
    pub(super) rejected_lead: String,
    pub(super) requirement: String,
    pub(super) quote: String,
    pub(super) reason: String,
    pub(super) reasons: KeyedPhrases,
    pub(super) missing: String,
    pub(super) placeholders: String,
    pub(super) placeholders_lead: String,
    pub(super) flagged: String,
    pub(super) flagged_lead: String,
    pub(super) notes: String,
    pub(super) sources: String,
    pub(super) source: String,
    pub(super) read_by: String,
    pub(super) file: String,
    pub(super) text: String,
    pub(super) verify: String,
    pub(super) verify_means: String,
    /// The same where nothing is quoted.
    pub(super) verify_means_alone: String,
    pub(super) absence: String,
    pub(super) disclaimer: String,
}

/// The words of a language; English where there are none.
pub(super) fn words(language: &str) -> &'static AnswerWords {
    static ENGLISH: OnceLock<AnswerWords> = OnceLock::new();
    static FRENCH: OnceLock<AnswerWords> = OnceLock::new();
    let read = |file: &str| serde_json::from_str(file).unwrap_or_default();
    match language {
        "fr" => FRENCH.get_or_init(|| read(include_str!("fr.json"))),
        _ => ENGLISH.get_or_init(|| read(include_str!("en.json"))),
    }
}

/// A word by the name that its value has in JSON.
pub(super) fn named(words: &KeyedPhrases, value: impl serde::Serialize) -> String {
    let name = serde_json::to_value(value).ok();
    let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or("none");
    words.get(name).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn every_language_is_read_and_says_as_much_as_english() {
        for language in ["en", "fr"] {
            assert!(!words(language).disclaimer.is_empty(), "{language}");
        }
        assert_ne!(words("fr").answer, words("en").answer);
        for (one, other) in [
            (&words("fr").counts, &words("en").counts),
            (&words("fr").parts_told, &words("en").parts_told),
            (&words("fr").read_by, &words("en").read_by),
            (&words("fr").place_is, &words("en").place_is),
        ] {
            assert_eq!(one.matches("{}").count(), other.matches("{}").count(), "{one}");
        }
    }
}
