//! From a question to the earlier answer that may be served for it.

use jurat_llm::EmbedError;

use super::{
    AnswerMemory, AnswerSource, MemoryError, MemoryKey, MemoryMatcher, MemoryQuestion,
    MemoryScope, MemoryVerdict, RememberedAnswer,
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

/// Earlier answers to a question in its scope whose sources stand, the nearest first; of two as near, the newer one.
pub fn recall(
    memory: &dyn AnswerMemory,
    matcher: MemoryMatcher<'_>,
    (asked, scope): (&MemoryQuestion, &MemoryScope),
    source_now: impl Fn(&str) -> Option<AnswerSource>,
) -> Result<Vec<RecalledAnswer>, RecallError> {
    let mut found = Vec::new();
    for answer in memory.candidates(&MemoryKey::of(asked, scope))? {
        if !answer.changed_sources(&source_now).is_empty() {
            continue;
        }
        let earlier = MemoryQuestion::read(&answer.question, Some(answer.language));
        if let MemoryVerdict::Hit { similarity } = matcher.verdict(asked, &earlier)? {
            found.push(RecalledAnswer { answer, similarity });
        }
    }
    found.sort_by(|one, other| {
        let newer = || other.answer.remembered_at_ms.cmp(&one.answer.remembered_at_ms);
        other.similarity.total_cmp(&one.similarity).then_with(newer)
    });
    Ok(found)
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
    use jurat_model::DocumentMetadata;
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

    fn source(name: &str, text: &str) -> AnswerSource {
        AnswerSource::of(name, Hash::of(text.as_bytes()), &DocumentMetadata::default())
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
                sources: vec![source("rules", "old")],
                run: "a run".into(),
                remembered_at_ms: 1,
                confidence: 0.9,
                proof: "a bundle".into(),
                answer: json!("yes"),
            })
            .unwrap();
        let asked = MemoryQuestion::read(question, Some(Language::English));
        let matcher = MemoryMatcher { meaning: None };
        let recalled = recall(&memory, matcher, (&asked, &scope(preset)), |name| {
            Some(source(name, rules_now))
        });
        assert_eq!(!recalled.unwrap().is_empty(), found, "{question}");
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
