//! Questions that follow an answer: too many, too few, or no questions.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, CountBound, IssueCode, content_words::plain},
    checks::{AuditCheck, draft::short},
};

const FOLLOW_UPS_COUNT: IssueCode = IssueCode::new("FOLLOW_UPS_COUNT");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[FOLLOW_UPS_COUNT],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

jurat_text::word_lists! {
    "question_starts" [en, pt, fr];
    /// Words that a question begins with where it has no mark, without accents.
    static ASKING;
}

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let blocks = match super::blocks(subject, FOLLOW_UPS_COUNT) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    let Some(all) = &blocks.follow_ups else { return Vec::new() };
    let bound = policy.bounds.follow_ups;
    let mut issues = Vec::new();
    if !bound.holds(all.len()) {
        let allowed = match bound {
            CountBound::AtMost(max) => format!("at most {max}"),
            CountBound::Between(min, max) => format!("{min} to {max}"),
        };
        let msg = format!("`follow_ups` has {} questions, allowed are {allowed}", all.len());
        let fix = format!("give {allowed} questions that may follow");
        let issue = FOLLOW_UPS_COUNT.issue(CHECK.severity, msg, fix);
        issues.push(issue.at(format!("{}.follow_ups", blocks.at)));
    }
    let statements = all
        .iter()
        .filter(|text| !text.text.trim().is_empty() && !asks(&text.text));
    issues.extend(statements.map(|text| {
        let msg = format!("`{}` is no question", short(&text.text));
        let fix = "write it as a question";
        FOLLOW_UPS_COUNT.issue(CHECK.severity, msg, fix).at(&text.at)
    }));
    issues
}

fn asks(text: &str) -> bool {
    let end = text
        .trim_end_matches(['"', '”', '»', ')', ' ', '\u{a0}', '*', '_', '.'])
        .trim_end();
    let first = text
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty());
    let first = plain(&first.unwrap_or_default().to_lowercase());
    end.ends_with(['?', '？', '؟']) || ASKING.contains(&first)
}
