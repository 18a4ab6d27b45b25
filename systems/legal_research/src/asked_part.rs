//! The several things that a question asks for, and which of them a source speaks of.

use jurat_text::{Language, question_parts::parts};
use jurat_verify::addressing::{
    AddressingScore, AddressingWeights, PassageInContext, PreparedQuestion, rarity,
};

use crate::{objective::ResearchObjective, step_evidence::StepSource};

/// One of several things that are asked.
pub(crate) struct AskedPart<'a> {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) words: &'a str,
    /// With what it leans on, so that it can be understood by itself.
    pub(crate) question: String,
}

impl<'a> AskedPart<'a> {
    /// All of them; none where one thing is asked. Without a story the first is all that the others lean on, and nothing
    /// that was not asked with the whole.
    pub(crate) fn all(objective: &'a ResearchObjective) -> Vec<Self> {
        let parts = parts(&objective.question);
        let story = objective.story();
        let first = match parts.as_slice() {
            [first, _, ..] => first.trim_end_matches('?'),
            _ => return Vec::new(),
        };
        let each = parts.into_iter().zip(1..).map(|(words, number)| {
            let asked = words.trim_end_matches('?');
            let question = match story.as_str() {
                "" => format!("{first}: {asked}?"),
                story => format!("{story} {asked}?"),
            };
            AskedPart { number, words, question }
        });
        each.filter(|part| !story.is_empty() || 1 < part.number).collect()
    }

    /// Whether a source speaks of it, by a measure of how much of what is asked it has.
    pub(crate) fn is_met_by<'s>(
        &self,
        sources: impl Iterator<Item = &'s StepSource>,
        measure: impl Fn(&AddressingScore) -> bool,
    ) -> bool {
        let sources: Vec<&StepSource> = sources.collect();
        let language =
            |source: &StepSource| Language::from_code(&source.language).unwrap_or_default();
        let texts = sources.iter().map(|it| (it.quote.text.as_str(), language(it)));
        let asked =
            PreparedQuestion::new(self.words, rarity(texts), AddressingWeights::shipped());
        sources.iter().any(|source| {
            let met = asked.addressing(PassageInContext {
                text: &source.quote.text,
                heading: &source.section_heading,
                document: &source.document_id,
                language: language(source),
            });
            met.want_met != Some(false) && measure(&met)
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::AskedPart;
    use crate::objective::ResearchObjective;

    #[track_caller]
    fn check(question: &str, expected: &[&str]) {
        let objective = ResearchObjective::read(question).unwrap();
        let found: Vec<String> = AskedPart::all(&objective)
            .into_iter()
            .map(|part| part.question)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn each_part_is_asked_with_the_story() {
        check(
            "A guard fired at night. Has he lost his post, and may he appeal to the council?",
            &[
                "A guard fired at night. Has he lost his post?",
                "A guard fired at night. may he appeal to the council?",
            ],
        );
    }

    #[test]
    fn without_a_story_parts_lean_on_the_first() {
        check(
            "When must the lamp on the pier be lit, and what are the exceptions?",
            &["When must the lamp on the pier be lit: what are the exceptions?"],
        );
        check("When must the lamp be lit?", &[]);
    }
}
