//! Three personas over the same results of checks. They argue; facts and rules decide.
//!
//! No persona makes a fact, and none sees what another says.

mod argue;
mod by_model;
mod docket;
mod frames;
mod weigh;

use jurat_model::court::{CheckResult, Evidence, Evidences, Opinion, Persona, Rubric};

pub use crate::rubric::prompt_overlap;
pub use by_model::{Brief, Heard, Unheard, opinions_by_model, render};

use docket::Matters;

/// What a persona thinks of every criterion, in the order of the rubric.
///
/// There is no opinion on a criterion of which this persona can tell nothing: one that only a
/// person can tell, one without checks, one whose checks, as far as this persona looks at them,
/// came to nothing, and one without any evidence to cite.
pub fn opinions(
    persona: Persona,
    rubric: &Rubric,
    results: &[CheckResult],
    evidences: &Evidences,
    crossed: &[Evidence],
) -> Vec<Opinion> {
    let matters = Matters::of(results, evidences, crossed);
    rubric
        .criteria
        .iter()
        .filter_map(|criterion| {
            let matter = matters.matter(criterion);
            let weighing = weigh::weigh(persona, &matter)?;
            let passes = weigh::passes(rubric, &matter);
            argue::opinion(persona, &matter, &weighing, passes)
        })
        .collect()
}
