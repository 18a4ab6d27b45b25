//! Every check that could be told is not met at all: the criterion fails, whoever argues.

use jurat_model::court::{CheckOutcome, CourtVerdict, RubricScore, rules as forms};

use super::{Applied, Rule, fact_supremacy::overruled};
use crate::verdict::{
    hearing::{Act, Fired, Hearing},
    words::counted,
};

pub(super) const RULE: Rule = Rule {
    form: forms::ALL_EVIDENCE_FAILED,
    about: "A criterion of which no check is met even in part fails.",
    hear,
    whole: None,
};

fn hear(hearing: &Hearing<'_>, _rule: &Applied<'_>) -> Vec<Fired> {
    let told = hearing.assessed().count();
    let all_failed = hearing.assessed().all(|one| one.outcome == CheckOutcome::Unmet);
    if told == 0 || !all_failed {
        return Vec::new();
    }
    let partial = hearing.case.rubric.synthesis.partial;
    let most = RubricScore::nearest(partial.get().saturating_sub(1));
    vec![Fired {
        saw: format!("none of {} that could be told is met", counted(told, "check")),
        did: format!("FAIL, at most {most}{}", overruled(hearing, most)),
        acts: vec![Act::Cap(most), Act::AtMost(CourtVerdict::Fail)],
    }]
}
