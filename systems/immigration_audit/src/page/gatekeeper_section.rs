//! The gatekeeper's review, and the map of requirements.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, StatusTone, plain, quiet};

use super::{
    tier_depth::TierDepth,
    told_words::{FileNames, bullets_under, headed, line, more, severity, standing},
};
use crate::{
    gatekeeper::document_list,
    model::{AuditReport, ComplianceIssue, QualityCheck},
};

pub(super) fn review(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let review = report.review.as_ref()?;
    let told = |issue: &ComplianceIssue| {
        let mut words = vec![severity(issue.severity), plain(format!(" {}", issue.words))];
        let files = names.files(&issue.places);
        if !files.is_empty() {
            words.push(quiet(format!(" {files}")));
        }
        words
    };
    let mut blocks = vec![headed("Result", review.status.clone())];
    for (name, issues) in [
        ("Compliance issues", &review.compliance_issues),
        ("Refusal triggers", &review.refusal_risks),
    ] {
        blocks.extend(bullets_under(name, issues.iter().take(depth.risks).map(told).collect()));
        blocks.extend(more(issues.len(), depth.risks));
    }
    let fixes = review.recommendations.iter().map(|it| line(it.clone())).collect();
    blocks.extend(bullets_under("Required fixes", fixes));
    if depth.has_framework {
        blocks.extend(quality(&review.quality));
    }
    Some(DocumentSection::new("gatekeeper", "Gatekeeper review", blocks))
}

fn quality(checks: &[QualityCheck]) -> Vec<DocumentBlock> {
    let row = |check: &QualityCheck| {
        let (words, tone) = match check.holds {
            Some(true) => ("yes", StatusTone::Good),
            Some(false) => ("no", StatusTone::Bad),
            None => ("not told", StatusTone::Open),
        };
        let holds = jurat_document::InlineSpan::Toned { words: words.to_owned(), tone };
        vec![line(check.words.clone()), vec![holds], line(check.reason.clone())]
    };
    let rows = checks.iter().map(row).collect();
    DocumentBlock::table(&[("Quality checklist", 2.4), ("", 0.0), ("Why", 1.6)], rows)
}

/// What is asked for, how it stands, and what meets it.
pub(super) fn requirements(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let listed = document_list(&report.assessment);
    let all = listed.len();
    let row = |it: crate::gatekeeper::ListedDocument| {
        let files: Vec<&str> = it.files.iter().map(|id| names.path(id)).collect();
        let asked: InlineText =
            vec![plain(it.words), quiet(format!(" ({}, {})", it.source, it.as_of))];
        vec![
            line(if it.required { "required" } else { "advisable" }),
            asked,
            vec![standing(it.standing)],
            line(files.join(", ")),
        ]
    };
    let rows = listed.into_iter().take(depth.requirements).map(row).collect();
    let head = [("", 0.0), ("What is asked for", 2.4), ("How it stands", 0.0), ("Files", 1.6)];
    let mut blocks = DocumentBlock::table(&head, rows);
    if blocks.is_empty() {
        return None;
    }
    blocks.extend(more(all, depth.requirements));
    Some(DocumentSection::new("requirements", "Map of requirements", blocks))
}
