//! Too little could be told: not assessable, never a pass.

use jurat_model::court::{Availability, CheckOutcome, Submission, Target, rules as forms};

use super::{Applied, Rule};
use crate::verdict::{
    hearing::{Act, Fired, Hearing},
    words::{counted, listed},
};

pub(super) const RULE: Rule = Rule {
    form: forms::COVERAGE,
    about: "A criterion of which too little could be told is not assessable.",
    hear,
    whole: None,
};

fn hear(hearing: &Hearing<'_>, rule: &Applied<'_>) -> Vec<Fired> {
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
fn opinions_alone(hearing: &Hearing<'_>) -> Fired {
    let read = readable(hearing.criterion.target, hearing.case.submission);
    let by_model = hearing.given.iter().filter(|one| one.model.is_some()).count();
    if !read || by_model == 0 {
        return not_assessable("it has no checks, and nobody could look at it".to_owned());
    }
    Fired {
        saw: format!("it has no checks, and {} of a model", counted(by_model, "opinion")),
        did: "judged on opinions alone".to_owned(),
        acts: Vec::new(),
    }
}

fn readable(target: Target, submission: &Submission) -> bool {
    let is_read = |part: &Availability| *part == Availability::Read;
    match target {
        Target::Repo => is_read(&submission.repo),
        Target::Report => is_read(&submission.docs),
        Target::Images => is_read(&submission.vision),
        Target::All => is_read(&submission.repo) || is_read(&submission.docs),
        Target::Manual => false,
    }
}

fn not_assessable(saw: String) -> Fired {
    Fired {
        saw,
        did: "not assessable: left out of the total".to_owned(),
        acts: vec![Act::NotAssessable],
    }
}
