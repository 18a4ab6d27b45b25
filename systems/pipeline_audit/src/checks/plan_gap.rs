//! What of the plan of an answer its draft leaves out.

use jurat_model::audit::{Issue, Severity, Stage};

use super::Check;
use crate::audit::{
    AuditPolicy, Code, Subject,
    plan::{Gap, gaps, plan_of},
};

const PLAN_GAP: Code = Code::new("PLAN_GAP");

pub(super) const CHECK: Check = Check {
    codes: &[PLAN_GAP],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, policy: &AuditPolicy) -> Vec<Issue> {
    let Some((at, plan)) = plan_of(subject, policy) else { return Vec::new() };
    if subject.draft.is_none() {
        let fix = "map the draft's field";
        return vec![PLAN_GAP.unchecked("there is a plan, and the state has no draft", fix)];
    }
    gaps(&plan, at, subject)
        .into_iter()
        .map(|gap| match gap {
            Gap::Missing { at, severity, msg, fix } => PLAN_GAP
                .issue(severity, msg, fix)
                .with_evidence(format!("plan:{at}"))
                .at(at),
            Gap::Unknown { at, why } => {
                let fix = "say it as a count or a mention, or leave it to a reader";
                PLAN_GAP.unchecked(why, fix).at(at)
            }
        })
        .collect()
}
