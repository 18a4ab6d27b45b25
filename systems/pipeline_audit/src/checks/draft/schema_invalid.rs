//! Drafts that are to be JSON and are not, or that have lines of the wrong shape.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AnswerDraft, AuditPolicy, AuditSubject, DraftForm, IssueCode},
    checks::AuditCheck,
};

const SCHEMA_INVALID: IssueCode = IssueCode::new("SCHEMA_INVALID");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[SCHEMA_INVALID],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let draft = match super::draft(subject, SCHEMA_INVALID) {
        Ok(draft) => draft,
        Err(unchecked) => return unchecked,
    };
    match &draft.form {
        DraftForm::BrokenJson(error) => {
            let msg = format!("the draft begins as JSON does and is none: {error}");
            let fix = "write the whole draft as one JSON object, and nothing after it";
            vec![SCHEMA_INVALID.issue(CHECK.severity, msg, fix).at(&draft.at)]
        }
        DraftForm::Text => within_words(draft).into_iter().collect(),
        DraftForm::Object | DraftForm::JsonString | DraftForm::FinalBlocks => {
            empty_lines(draft)
        }
    }
}

/// JSON that other words stand around: what reads drafts as JSON stops there.
fn within_words(draft: &AnswerDraft) -> Option<Issue> {
    let text = draft.texts.first()?;
    let fence = text.text.find("```json");
    let object = text.text.find("{\"").filter(|at| text.text[at + 2..].contains("\":"));
    let start = fence.or(object)?;
    let msg = "the draft has JSON within other words";
    let fix = "write the JSON object alone, or plain words alone";
    let issue = SCHEMA_INVALID.issue(CHECK.severity, msg, fix).at(&text.at);
    Some(issue.with_span(start..text.text.floor_char_boundary(start + 7)))
}

/// Lines of the legal basis without label and address.
fn empty_lines(draft: &AnswerDraft) -> Vec<Issue> {
    let lines = draft.blocks.iter().flat_map(|blocks| &blocks.legal_basis).flatten();
    let blank = |text: Option<&String>| text.is_none_or(|text| text.trim().is_empty());
    lines
        .filter(|line| blank(line.label.as_ref()) && blank(line.url.as_ref()))
        .map(|line| {
            let msg = "a line of the legal basis has neither label nor address";
            let fix = "give the line a `label` and, where there is one, a `url`";
            SCHEMA_INVALID.issue(CHECK.severity, msg, fix).at(&line.at)
        })
        .collect()
}
