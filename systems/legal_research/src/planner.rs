//! Whether a question has one rule or several, and the step that is taken first.

use jurat_text::question_parts::parts;

use crate::{
    issue_spotter::SpottedDoctrine,
    objective::ResearchObjective,
    plan_step::{PlanStep, QueryType, StepAim, StepWords},
    research_words::phrase,
};

/// Words of a question that asks for one rule.
const SIMPLE_WORDS: usize = 12;

/// Simple where one thing is asked, of no story, without choices, and at most one doctrine is in play; several in doubt.
pub(crate) fn query_type(
    objective: &ResearchObjective,
    spotted: &[SpottedDoctrine],
) -> QueryType {
    let one = parts(&objective.question).len() == 1 && objective.facts.is_empty();
    let short = objective.question.split_whitespace().count() <= SIMPLE_WORDS;
    let rivals = match spotted {
        [first, second, ..] => second.firm && 0.7 * first.score <= second.score,
        _ => false,
    };
    if one && short && !rivals && objective.choices.is_empty() {
        QueryType::Simple
    } else {
        QueryType::MultiHop
    }
}

/// The first step: what is asked, with the whole of its story. Doctrines come after it: a word that points to one may mislead,
/// the question itself does not.
pub(crate) fn first_step(objective: &ResearchObjective) -> PlanStep {
    let language = objective.language();
    let words = StepWords {
        phase: phrase("question_phase", language, &[]),
        question: objective.question.clone(),
        why: phrase("question_why", language, &[]),
    };
    PlanStep::pending(1, StepAim::Question, words)
}
