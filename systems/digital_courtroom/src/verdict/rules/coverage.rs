//! Too little could be told: not assessable, never a pass.

use super::{ConfiguredRule, SynthesisRule};
use crate::{
    english_phrases::{counted, listed},
    model::{
        ArtifactAvailability, CheckOutcome, CriterionTarget, Submission,
        synthesis_rules as forms,
    },
    verdict::criterion_state::{CriterionState, RuleOutcome, not_assessable},
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::COVERAGE,
    about: "A criterion of which too little could be told is not assessable.",
    hear,
    whole: None,
};

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    if hearing.results.is_empty() {
        return vec![opinions_alone(hearing)];
    }
    let (coverage, least) = (hearing.coverage(), rule.number("min_percent"));
    let nothing = hearing.assessed().next().is_none();
    if !nothing && least <= u32::from(coverage) {
        return Vec::new();
    }
    let unknown = hearing
        .results
        .iter()
        .filter(|result| result.outcome == CheckOutcome::NotAssessable)
        .map(|result| format!("`{}`", result.check_id));
    let saw = format!(
        "{coverage} % of the checks by weight could be told, {least} % are needed; not told: {}",
        listed(unknown)
    );
    vec![not_assessable(saw)]
}

/// A criterion without checks rests on opinions. They need something that was read.
fn opinions_alone(hearing: &CriterionState<'_>) -> RuleOutcome {
    let read = readable(hearing.criterion.target, hearing.case.submission);
    let by_model = hearing.given.iter().filter(|one| one.model.is_some()).count();
    if !read || by_model == 0 {
        return not_assessable("it has no checks, and nobody could look at it");
    }
    RuleOutcome {
        saw: format!("it has no checks, and {} of a model", counted(by_model, "opinion")),
        did: "judged on opinions alone".to_owned(),
        acts: Vec::new(),
    }
}

fn readable(target: CriterionTarget, submission: &Submission) -> bool {
    let is_read = |part: &ArtifactAvailability| *part == ArtifactAvailability::Read;
    match target {
        CriterionTarget::Repo => is_read(&submission.repo),
        CriterionTarget::Report => is_read(&submission.docs),
        CriterionTarget::Images => is_read(&submission.vision),
        CriterionTarget::All => is_read(&submission.repo) || is_read(&submission.docs),
        CriterionTarget::Manual => false,
    }
}
