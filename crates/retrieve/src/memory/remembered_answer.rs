//! An answer with what it rests on, as it is kept.

use jurat_canon::Hash;
use jurat_model::DocumentMetadata;
use jurat_text::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// What must be the same before an earlier answer is looked at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MemoryScope {
    /// The name of the corpus.
    pub corpus: String,
    /// How thoroughly was asked.
    pub preset: String,
    /// Empty where none was named.
    pub jurisdiction: String,
    /// The day whose law was asked for; empty where none was named.
    pub as_of: String,
}

/// A source that an answer rests on, as it was then.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AnswerSource {
    pub name: String,
    pub rendition: Hash,
    /// The hash of what was known about it: a law that is said to be repealed has changed, though its words have not.
    pub metadata: Hash,
}

impl AnswerSource {
    pub fn of(name: &str, rendition: Hash, metadata: &DocumentMetadata) -> Self {
        let told = serde_json::to_vec(metadata).unwrap_or_default();
        Self {
            name: name.to_owned(),
            rendition,
            metadata: Hash::of(&told),
        }
    }
}

/// An answer, where it comes from and what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RememberedAnswer {
    pub id: Hash,
    /// Without its choices.
    pub question: String,
    pub language: Language,
    pub scope: MemoryScope,
    pub sources: Vec<AnswerSource>,
    /// The run that gave it.
    pub run: String,
    pub remembered_at_ms: u64,
    /// The mean over its statements.
    pub confidence: f64,
    /// Where its proof lies; empty where the run in the store is what proves it.
    pub proof: String,
    /// Without the choice that was made, if any.
    pub answer: Json,
}

impl RememberedAnswer {
    /// The id of the answer to a question in a scope: to ask the same again replaces it.
    pub fn id_of(question: &str, scope: &MemoryScope) -> Hash {
        let words: Vec<&str> = question.split_whitespace().collect();
        let MemoryScope { corpus, preset, jurisdiction, as_of } = scope;
        let parts = [
            words.join(" "),
            corpus.clone(),
            preset.clone(),
            jurisdiction.clone(),
            as_of.clone(),
        ];
        Hash::of_parts(&parts.each_ref().map(String::as_bytes))
    }

    /// The sources that are no longer what they were, or are gone. An answer is served only where there are none.
    pub fn changed_sources(
        &self,
        source_now: impl Fn(&str) -> Option<AnswerSource>,
    ) -> Vec<&AnswerSource> {
        let is_changed =
            |source: &&AnswerSource| source_now(&source.name).as_ref() != Some(*source);
        self.sources.iter().filter(is_changed).collect()
    }
}

/// Whether the mean confidence in the statements of an answer lies over the threshold.
pub fn is_worth_remembering(confidences: &[f64], threshold: f64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "an answer has few statements")]
    let count = confidences.len() as f64;
    0.0 < count && threshold < confidences.iter().sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::{AnswerSource, MemoryScope, RememberedAnswer, is_worth_remembering};
    use jurat_canon::Hash;
    use jurat_model::DocumentMetadata;
    use jurat_text::Language;
    use serde_json::json;

    fn scope(corpus: &str) -> MemoryScope {
        MemoryScope {
            corpus: corpus.into(),
            preset: "fast".into(),
            jurisdiction: String::new(),
            as_of: String::new(),
        }
    }

    fn resting_on(sources: &[(&str, &str)]) -> RememberedAnswer {
        let source = |(name, text): &(&str, &str)| source(name, text);
        RememberedAnswer {
            id: RememberedAnswer::id_of("Who rings?", &scope("bells")),
            question: "Who rings?".into(),
            language: Language::English,
            scope: scope("bells"),
            sources: sources.iter().map(source).collect(),
            run: String::new(),
            remembered_at_ms: 0,
            confidence: 1.0,
            proof: String::new(),
            answer: json!(null),
        }
    }

    fn source(name: &str, text: &str) -> AnswerSource {
        let metadata = DocumentMetadata::default();
        AnswerSource::of(name, Hash::of(text.as_bytes()), &metadata)
    }

    #[track_caller]
    fn check(now: &[(&str, &str)], changed: &[&str]) {
        let answer = resting_on(&[("one", "a"), ("two", "b")]);
        let found = answer.changed_sources(|name| {
            let text = now.iter().find(|(held, _)| *held == name)?.1;
            Some(source(name, text))
        });
        let found: Vec<&str> = found.iter().map(|source| source.name.as_str()).collect();
        assert_eq!(found, changed);
    }

    #[test]
    fn exactly_the_changed_sources_are_told() {
        check(&[("one", "a"), ("two", "b"), ("three", "c")], &[]);
        check(&[("one", "a"), ("two", "B"), ("three", "C")], &["two"]);
        check(&[("two", "b")], &["one"]);
    }

    #[test]
    fn a_source_of_which_other_things_are_known_has_changed() {
        let answer = resting_on(&[("one", "a")]);
        let repealed = DocumentMetadata {
            title: Some("Repealed".into()),
            ..DocumentMetadata::default()
        };
        let changed = answer
            .changed_sources(|name| Some(AnswerSource::of(name, Hash::of(b"a"), &repealed)));
        assert_eq!(changed.len(), 1);
    }

    #[test]
    fn an_id_is_of_question_and_scope() {
        let id = |question, corpus| RememberedAnswer::id_of(question, &scope(corpus));
        assert_eq!(id("Who  rings?", "bells"), id(" Who rings?\n", "bells"));
        assert_ne!(id("Who rings?", "bells"), id("Who rings?", "boats"));
        assert_ne!(id("Who rings?", "bells"), id("Who sings?", "bells"));
    }

    #[test]
    fn the_mean_decides_what_is_worth_remembering() {
        assert!(is_worth_remembering(&[0.9, 0.7], 0.7));
        assert!(!is_worth_remembering(&[0.9, 0.5], 0.7));
        assert!(!is_worth_remembering(&[], 0.0));
    }
}
