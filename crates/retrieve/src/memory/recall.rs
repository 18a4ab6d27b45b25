//! From a question to the earlier answer that may be served for it.

use jurat_canon::Hash;
use jurat_llm::EmbedError;

use super::{
    AnswerMemory, MemoryError, MemoryKey, MemoryMatcher, MemoryQuestion, MemoryScope,
    MemoryVerdict, RememberedAnswer,
};

/// An earlier answer to the same question, none of whose sources changed. Its proof is for the caller to verify before
/// it is served.
#[derive(Debug, Clone, PartialEq)]
pub struct RecalledAnswer {
    pub answer: RememberedAnswer,
    /// How near both questions lie; 1 for the same words.
    pub similarity: f64,
}

#[derive(Debug, thiserror::Error)]
pub enum RecallError {
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
}

/// The nearest earlier answer to a question in its scope; of two as near, the newer one.
pub fn recall(
    memory: &dyn AnswerMemory,
    matcher: MemoryMatcher<'_>,
    (asked, scope): (&MemoryQuestion, &MemoryScope),
    rendition_now: impl Fn(&str) -> Option<Hash>,
) -> Result<Option<RecalledAnswer>, RecallError> {
    let mut best: Option<RecalledAnswer> = None;
    for answer in memory.candidates(&MemoryKey::of(asked, scope))? {
        if !answer.changed_sources(&rendition_now).is_empty() {
            continue;
        }
        let earlier = MemoryQuestion::read(&answer.question, Some(answer.language));
        let MemoryVerdict::Hit { similarity } = matcher.verdict(asked, &earlier)? else {
            continue;
        };
        let rank = |one: &RecalledAnswer| (one.similarity, one.answer.remembered_at_ms);
        let found = RecalledAnswer { answer, similarity };
        if best.as_ref().is_none_or(|best| rank(best) < rank(&found)) {
            best = Some(found);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::recall;
    use crate::memory::{
        AnswerMemory as _, AnswerSource, MemoryMatcher, MemoryQuestion, MemoryScope,
        RememberedAnswer, ResidentMemory,
    };
    use jurat_canon::Hash;
    use jurat_text::Language;
    use serde_json::json;

    fn scope(preset: &str) -> MemoryScope {
        MemoryScope {
            corpus: "bells".into(),
            preset: preset.into(),
            jurisdiction: String::new(),
            as_of: String::new(),
        }
    }

    /// Asks where `May the keeper ring twice on Sunday?` was answered from the source `rules` under preset `fast`.
    #[track_caller]
    fn check(question: &str, preset: &str, rules_now: &str, found: bool) {
        let memory = ResidentMemory::default();
        let earlier = "May the keeper ring twice on Sunday?";
        memory
            .remember(&RememberedAnswer {
                id: RememberedAnswer::id_of(earlier, &scope("fast")),
                question: earlier.into(),
                language: Language::English,
                scope: scope("fast"),
                sources: vec![AnswerSource {
                    name: "rules".into(),
                    rendition: Hash::of(b"old"),
                }],
                run: "a run".into(),
                remembered_at_ms: 1,
                confidence: 0.9,
                proof: "a bundle".into(),
                answer: json!("yes"),
            })
            .unwrap();
        let asked = MemoryQuestion::read(question, Some(Language::English));
        let matcher = MemoryMatcher { meaning: None };
        let now = Hash::of(rules_now.as_bytes());
        let recalled = recall(&memory, matcher, (&asked, &scope(preset)), |_| Some(now));
        assert_eq!(recalled.unwrap().is_some(), found, "{question}");
    }

    #[test]
    fn an_answer_is_recalled_for_its_question_scope_and_sources_alone() {
        check("May the keeper ring twice on Sunday?", "fast", "old", true);
        check("On Sunday, may the keeper ring twice?", "fast", "old", true);
        check("May the keeper ring twice on Sunday?", "deep", "old", false);
        check("May the keeper ring twice on Sunday?", "fast", "new", false);
        check("May the keeper ring thrice on Sunday?", "fast", "old", false);
        check("May the keeper ring twice on Monday?", "fast", "old", false);
        check("Must the keeper ring twice on Sunday?", "fast", "old", false);
        check("May the keeper not ring twice on Sunday?", "fast", "old", false);
    }
}
