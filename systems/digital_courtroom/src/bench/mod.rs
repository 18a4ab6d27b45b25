//! Three personas over the same results of checks. They argue; facts and rules decide.
//!
//! No persona makes a fact, and none sees what another says.

mod argue;
mod by_model;
mod criterion_facts;
mod persona_score;
mod persona_templates;

use crate::model::{CheckResult, Evidence, EvidenceSet, Opinion, Persona, Rubric};

pub use crate::rubric::prompt_overlap;
pub use by_model::{MissingOpinion, ModelOpinions, OpinionRequest, opinions_by_model, render};

use criterion_facts::CheckResultIndex;

/// What a persona thinks of every criterion, in the order of the rubric.
///
/// There is no opinion on a criterion of which this persona can tell nothing: one that only a
/// person can tell, one without checks, one whose checks, as far as this persona looks at them,
/// came to nothing, and one without any evidence to cite.
pub fn opinions(
    persona: Persona,
    rubric: &Rubric,
    results: &[CheckResult],
    evidences: &EvidenceSet,
    crossed: &[Evidence],
) -> Vec<Opinion> {
    let matters = CheckResultIndex::of(results, evidences, crossed);
    rubric
        .criteria
        .iter()
        .filter_map(|criterion| {
            let matter = matters.matter(criterion);
            let weighing = persona_score::weigh(persona, &matter)?;
            let passes = persona_score::passes(rubric, &matter);
            argue::opinion(persona, &matter, &weighing, passes)
        })
        .collect()
}
