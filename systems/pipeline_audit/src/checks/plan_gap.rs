//! What of the plan of an answer its draft leaves out.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::AuditCheck;
use crate::audit::{
    AuditPolicy, AuditSubject, IssueCode,
    plan::{AnswerPlanGap, gaps, plan_of},
};

const PLAN_GAP: IssueCode = IssueCode::new("PLAN_GAP");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[PLAN_GAP],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

/// Evidence that an issue is one of retrieval, whatever stage it was found in.
pub(crate) const UNRETRIEVED: &str = "unretrieved:";

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let Some((at, plan)) = plan_of(subject, policy) else { return Vec::new() };
    if subject.draft.is_none() {
        let fix = "map the draft's field";
        return vec![PLAN_GAP.unchecked("there is a plan, and the state has no draft", fix)];
    }
    gaps(&plan, at, subject)
        .into_iter()
        .map(|gap| match gap {
            AnswerPlanGap::Missing { at, severity, msg, fix } => PLAN_GAP
                .issue(severity, msg, fix)
                .with_evidence(format!("plan:{at}"))
                .at(at),
            AnswerPlanGap::Unretrieved { at, article } => {
                let msg = format!("the plan rests on {article}, and no source has it");
                let fix = format!("retrieve {article}, then state what it says");
                PLAN_GAP
                    .issue(CHECK.severity, msg, fix)
                    .with_evidence(format!("plan:{at}"))
                    .with_evidence(format!("{UNRETRIEVED}{article}"))
                    .at(at)
            }
            AnswerPlanGap::Unknown { at, why } => {
                let fix = "say it as a count or a mention, or leave it to a reader";
                PLAN_GAP.unchecked(why, fix).at(at)
            }
        })
        .collect()
}
