//! The eight points that a report is held against before it goes out.

use super::banned_promises::banned_promises;
use crate::model::{
    DefensibilityScore, EvidencePlan, EvidenceTier, GatekeeperReview, QualityCheck,
    VerificationRecord, VerificationStatus,
};

/// The words that every report begins with.
pub const DISCLAIMER: &str = "This report provides a risk assessment based on historical Federal Court jurisprudence. It does NOT predict outcomes or guarantee visa issuance. Officers retain discretion. We assess judicial defensibility only.";

/// What of a report the checklist looks at.
#[derive(Debug, Clone, Copy)]
pub struct ReportParts<'a> {
    /// How the report begins.
    pub opening: &'a str,
    /// Nothing where the workflow has none.
    pub score: Option<&'a DefensibilityScore>,
    pub plan: &'a EvidencePlan,
    pub review: Option<&'a GatekeeperReview>,
    /// Nothing where the workflow has none.
    pub verification: Option<&'a VerificationRecord>,
    /// `PASS` or `INCOMPLETE`.
    pub verification_status: &'a str,
    /// Everything that we or a model wrote, named.
    pub texts: &'a [(String, String)],
}

/// The eight checks, each with its code.
pub fn quality_checklist(parts: ReportParts<'_>) -> Vec<QualityCheck> {
    vec![
        disclaimer(parts.opening),
        rationale(parts.score),
        citations(parts.verification),
        status(parts.verification_status),
        categories(parts),
        compliance(parts.review),
        promises(parts.texts),
        failed(parts),
    ]
}

fn check(code: &str, words: &str, holds: Option<bool>, reason: String) -> QualityCheck {
    QualityCheck {
        code: code.to_owned(),
        words: words.to_owned(),
        holds,
        reason,
    }
}

fn squeezed(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn disclaimer(opening: &str) -> QualityCheck {
    let holds = squeezed(opening).starts_with(&squeezed(DISCLAIMER));
    let reason =
        if holds { "it is the first thing said" } else { "the report begins otherwise" };
    check(
        "QC_DISCLAIMER_FIRST",
        "The disclaimer stands at the beginning, in its exact words",
        Some(holds),
        reason.to_owned(),
    )
}

fn rationale(score: Option<&DefensibilityScore>) -> QualityCheck {
    let words = "The defensibility score is there with its rationale";
    let Some(score) = score else {
        return check(
            "QC_SCORE_RATIONALE",
            words,
            None,
            "this workflow has no score".to_owned(),
        );
    };
    let holds = !score.rationale.is_empty() && !score.dimensions.is_empty();
    let reason = format!("{} of 100, {} dimensions", score.score, score.dimensions.len());
    check("QC_SCORE_RATIONALE", words, Some(holds), reason)
}

fn citations(record: Option<&VerificationRecord>) -> QualityCheck {
    let (code, words) = ("QC_CITATIONS_VERIFIED", "All citations are verified");
    let Some(record) = record else {
        return check(code, words, None, "nothing was verified".to_owned());
    };
    let all = record.citations.len();
    let verified = record.citations.iter().filter(|it| it.status == "VERIFIED").count();
    let failed = record.failed_citations.len();
    let reason = format!("{verified} of {all} verified, {failed} failed");
    let holds = match record.verification_status {
        VerificationStatus::Pass if 0 < all && verified == all && failed == 0 => Some(true),
        VerificationStatus::Fail => Some(false),
        _ if 0 < failed => Some(false),
        _ => None,
    };
    check(code, words, holds, reason)
}

fn status(told: &str) -> QualityCheck {
    check(
        "QC_VERIFICATION_STATUS",
        "The verification status is told: PASS or INCOMPLETE",
        Some(matches!(told, "PASS" | "INCOMPLETE")),
        format!("it says `{told}`"),
    )
}

fn categories(parts: ReportParts<'_>) -> QualityCheck {
    let code = "QC_THREE_CATEGORIES";
    let words = "The evidence checklist has its three categories";
    if parts.score.is_none() && parts.plan.items.is_empty() {
        return check(code, words, None, "this workflow has no evidence plan".to_owned());
    }
    let count = |tier| parts.plan.items.iter().filter(|it| it.tier == tier).count();
    let reason = format!(
        "{} there, {} to be had, {} strategic",
        count(EvidenceTier::Baseline),
        count(EvidenceTier::Live),
        count(EvidenceTier::Strategic),
    );
    check(code, words, Some(!parts.plan.items.is_empty()), reason)
}

fn compliance(review: Option<&GatekeeperReview>) -> QualityCheck {
    let words = "The gatekeeper's review speaks of compliance";
    let holds = review.is_some_and(|it| !it.status.is_empty());
    let reason = review.map_or_else(
        || "there is no review".to_owned(),
        |it| format!("{}, {} issues", it.status, it.compliance_issues.len()),
    );
    check("QC_COMPLIANCE", words, Some(holds), reason)
}

fn promises(texts: &[(String, String)]) -> QualityCheck {
    let found = banned_promises(texts);
    let reason = found.first().map_or_else(
        || "none was found".to_owned(),
        |it| format!("{}: \u{201c}{}\u{201d}", it.text, it.words),
    );
    let words = "Nothing promises success";
    check("QC_NO_PROMISE", words, Some(found.is_empty()), reason)
}

fn failed(parts: ReportParts<'_>) -> QualityCheck {
    let code = "QC_FAILED_LISTED";
    let words =
        "Where it is incomplete, failed citations are listed with the times they were tried";
    if parts.verification_status != "INCOMPLETE" {
        return check(code, words, None, "it is not incomplete".to_owned());
    }
    let Some(record) = parts.verification else {
        return check(
            code,
            words,
            Some(false),
            "there is no record of verification".to_owned(),
        );
    };
    let told = record.failed_citations.iter();
    let holds = told.clone().all(|it| 0 < it.attempts && !it.issue.is_empty());
    check(code, words, Some(holds), format!("{} failed", told.count()))
}
