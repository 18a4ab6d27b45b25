//! Whether a question has one rule or several, and the step that is taken first.

use jurat_text::question_parts::parts;

use crate::{
    doctrine::LegalDoctrine,
    issue_spotter::SpottedDoctrine,
    objective::ResearchObjective,
    plan_step::{PlanStep, QueryType, StepAim, StepWords},
    research_words::phrase,
};

/// Words of a question that asks for one rule.
const SIMPLE_WORDS: usize = 30;

/// Simple where one thing is asked, of no story, without choices, and at most one doctrine is in play; several in doubt.
pub(crate) fn query_type(
    objective: &ResearchObjective,
    spotted: &[SpottedDoctrine],
) -> QueryType {
    let one = parts(&objective.question).len() == 1 && objective.facts.is_empty();
    let short = objective.question.split_whitespace().count() <= SIMPLE_WORDS;
    let rivals = match spotted {
        [first, second, ..] => 0.7 * first.score <= second.score,
        _ => false,
    };
    if one && short && !rivals && objective.choices.is_empty() {
        QueryType::Simple
    } else {
        QueryType::MultiHop
    }
}

/// The first step: the main rule, or what is asked where no doctrine is known to fit.
pub(crate) fn first_step(
    objective: &ResearchObjective,
    spotted: &[SpottedDoctrine],
    query_type: QueryType,
) -> PlanStep {
    let language = objective.language();
    let main = spotted
        .first()
        .and_then(|one| Some((one, LegalDoctrine::of(&one.doctrine)?)));
    match main {
        Some((spotted, doctrine))
            if query_type == QueryType::MultiHop && !objective.facts.is_empty() =>
        {
            let name = doctrine.name.said(language);
            let words = StepWords {
                phase: phrase("rule_phase", language, &[name]),
                question: phrase("rule_question", language, &[name]),
                why: phrase("rule_why", language, &[&spotted.seen.join(", ")]),
            };
            PlanStep::pending(1, StepAim::Rule { doctrine: doctrine.id.clone() }, words)
        }
        _ => {
            let words = StepWords {
                phase: phrase("question_phase", language, &[]),
                question: asked(objective),
                why: phrase("question_why", language, &[]),
            };
            PlanStep::pending(1, StepAim::Question, words)
        }
    }
}

/// What is asked, with its story where that is short enough to be asked with it.
fn asked(objective: &ResearchObjective) -> String {
    const MOST: usize = 60;
    if objective.question.split_whitespace().count() <= MOST {
        objective.question.clone()
    } else {
        objective.asks.clone()
    }
}
