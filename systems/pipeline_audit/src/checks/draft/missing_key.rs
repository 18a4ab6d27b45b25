//! Keys that a draft of blocks must have and has not.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AnswerBlocks, AuditPolicy, AuditSubject, DraftForm, IssueCode, ProvisionMention},
    checks::AuditCheck,
};

const MISSING_KEY: IssueCode = IssueCode::new("MISSING_KEY");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[MISSING_KEY],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

/// The key that an answer rests on, wanted wherever a draft cites provisions.
const LEGAL_BASIS: &str = "legal_basis";

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let draft = match super::draft(subject, MISSING_KEY) {
        Ok(draft) => draft,
        Err(unchecked) => return unchecked,
    };
    let Some(blocks) = &draft.blocks else {
        if let DraftForm::BrokenJson(_) = draft.form {
            let fix = "write the draft as JSON that can be read";
            return vec![MISSING_KEY.unchecked("the draft is no JSON", fix)];
        }
        // Plain words have no keys to miss.
        return Vec::new();
    };
    let missing = policy.required_blocks.iter().filter(|key| !has(blocks, key));
    let mut issues: Vec<Issue> =
        missing.map(|key| lacking(blocks, key, CHECK.severity)).collect();
    let asked = policy.required_blocks.iter().any(|key| key == LEGAL_BASIS);
    let cites = || {
        draft
            .texts
            .iter()
            .any(|text| !ProvisionMention::all(&text.text).is_empty())
    };
    if !asked && !has(blocks, LEGAL_BASIS) && cites() {
        issues.push(lacking(blocks, LEGAL_BASIS, IssueSeverity::Info));
    }
    issues
}

fn has(blocks: &AnswerBlocks, key: &str) -> bool {
    match key {
        "summary" => blocks.summary.is_some(),
        "steps" => blocks.steps.is_some(),
        LEGAL_BASIS => blocks.legal_basis.is_some(),
        "quiz" => blocks.quiz.is_some(),
        "glossary" => blocks.glossary.is_some(),
        "follow_ups" => blocks.follow_ups.is_some(),
        other => blocks.other.contains_key(other),
    }
}

fn lacking(blocks: &AnswerBlocks, key: &str, severity: IssueSeverity) -> Issue {
    let alike = blocks.other.keys().find(|other| bare(other) == bare(key));
    let msg = match alike {
        Some(other) => format!("the draft has no `{key}`, but `{other}`"),
        None => format!("the draft has no `{key}`"),
    };
    let fix = match alike {
        Some(other) => format!("call `{other}` `{key}`, or map it"),
        None => format!("add the key `{key}`"),
    };
    MISSING_KEY
        .issue(severity, msg, fix)
        .with_evidence(format!("key:{key}"))
        .at(&blocks.at)
}

/// A key without case, marks and the `s` of a plural.
fn bare(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .trim_end_matches('s')
        .to_owned()
}
