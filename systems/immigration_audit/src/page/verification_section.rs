//! What became of the citations; where it is incomplete, the section that says so.

use jurat_document::{
    DocumentBlock, DocumentList, DocumentListItem, DocumentSection, InlineText, plain, strong,
};

use super::{
    strategist_section::is_verified,
    tier_depth::TierDepth,
    told_words::{bullets_under, headed, line},
};
use crate::model::{
    AuditReport, CitationVerification, PolicyCitation, VerificationRecord, VerificationStatus,
};

/// The words of the section that an incomplete report has.
const INCOMPLETE: &str = "AUDIT INCOMPLETE - MANUAL REVIEW REQUIRED";
const ACTIONS: [&str; 3] = [
    "Manually verify via CanLII/Westlaw",
    "Find alternative supporting case law",
    "Remove unsupported arguments if no alternative exists",
];

/// The section of an incomplete report; nothing where it is not.
pub(super) fn incomplete(report: &AuditReport) -> Option<DocumentSection> {
    if report.verification_status != "INCOMPLETE" {
        return None;
    }
    let record = report.verification.clone().unwrap_or_default();
    let failed = unsettled(&record);
    let attempts = failed.iter().map(|it| it.attempts).max().unwrap_or(record.iteration);
    let mut blocks = Vec::new();
    if failed.is_empty() {
        let reason = report.incomplete_reason.clone();
        let reason = reason.unwrap_or_else(|| "Nothing could be verified.".to_owned());
        blocks.push(DocumentBlock::said(reason));
    } else {
        blocks.push(DocumentBlock::said(format!(
            "The following citations could not be verified after {attempts} attempts:"
        )));
        let row = |it: &&CitationVerification| {
            let issue = if it.issue.is_empty() { "Could not be checked" } else { &it.issue };
            [it.citation.clone(), issue.to_owned(), it.attempts.to_string()]
                .map(line)
                .to_vec()
        };
        blocks.extend(DocumentBlock::table(
            &[("Citation", 1.6), ("Issue", 2.0), ("Attempts", 0.0)],
            failed.iter().map(row).collect(),
        ));
    }
    blocks.push(DocumentBlock::Paragraph {
        words: vec![strong("Recommended Actions"), plain(":")],
    });
    let items = ACTIONS
        .into_iter()
        .map(|it| DocumentListItem::from(line(it)))
        .collect();
    blocks.push(DocumentBlock::List(DocumentList { from: Some(1), items }));
    blocks.push(headed("Verified Portions", verified_portions(&record)));
    Some(DocumentSection::new("incomplete", INCOMPLETE, blocks))
}

/// What did not pass: what failed for good, and what could not be checked.
fn unsettled(record: &VerificationRecord) -> Vec<&CitationVerification> {
    let open = record.citations.iter().filter(|it| it.status != "VERIFIED");
    let mut all: Vec<&CitationVerification> =
        record.failed_citations.iter().chain(open).collect();
    all.sort_by(|a, b| a.citation.cmp(&b.citation).then(b.attempts.cmp(&a.attempts)));
    all.dedup_by(|a, b| a.citation == b.citation);
    all
}

/// Nothing is called verified that was not.
fn verified_portions(record: &VerificationRecord) -> String {
    let verified = record.citations.iter().filter(|it| it.status == "VERIFIED");
    let verified: Vec<&str> = verified.map(|it| it.citation.as_str()).collect();
    let is_checked = record.verification_status != VerificationStatus::Pending;
    if verified.is_empty() || !is_checked {
        return "None. No citation in this report has been verified.".to_owned();
    }
    let verified = verified.join("; ");
    // With citations that nobody checked, the rest of the report is not verified.
    let is_all = record.citations.iter().all(|it| it.status != "UNVERIFIED");
    if is_all {
        return format!(
            "The remainder of this report has been verified and can be relied upon. Verified: {verified}."
        );
    }
    format!("Only these citations have been verified and can be relied upon: {verified}.")
}

pub(super) fn verification(report: &AuditReport, depth: TierDepth) -> Option<DocumentSection> {
    let record = report.verification.as_ref()?;
    let count = |status: &str| record.citations.iter().filter(|it| it.status == status).count();
    let mut blocks = vec![headed(
        "Citations",
        format!(
            "{} checked in {} of at most {} rounds: {} verified, {} unverified, {} failed.",
            record.citations.len(),
            record.iteration,
            record.max_iterations.saturating_add(1),
            count("VERIFIED"),
            count("UNVERIFIED"),
            count("FAILED").max(record.failed_citations.len()),
        ),
    )];
    if depth.has_framework || report.limits.citation_table {
        blocks.extend(table(record));
    }
    let leads: Vec<InlineText> = record
        .citations
        .iter()
        .filter(|it| it.status == "UNVERIFIED")
        .map(|it| line(format!("{}: {}", it.citation, it.issue)))
        .collect();
    if !leads.is_empty() {
        blocks
            .extend(bullets_under("Leads that support nothing until they are checked", leads));
    }
    let fixes = record.fixes.iter().map(|it| line(it.clone())).collect::<Vec<_>>();
    if !fixes.is_empty() {
        blocks.extend(bullets_under("Next steps", fixes));
    }
    Some(DocumentSection::new("verification", "Verification", blocks))
}

fn table(record: &VerificationRecord) -> Vec<DocumentBlock> {
    let row = |it: &CitationVerification| {
        let cells =
            [&it.citation, &it.status, &it.exists, &it.good_law, &it.authority, &it.issue];
        cells.map(|it| line(it.clone())).to_vec()
    };
    DocumentBlock::table(
        &[
            ("Citation", 1.4),
            ("Status", 0.0),
            ("Exists", 0.0),
            ("Good Law", 0.0),
            ("Authority", 1.0),
            ("Issue", 1.4),
        ],
        record.citations.iter().map(row).collect(),
    )
}

/// What the law asks, as the pack and the guidance have it.
pub(super) fn framework(report: &AuditReport, depth: TierDepth) -> Option<DocumentSection> {
    if !depth.has_framework {
        return None;
    }
    let rules = report.assessment.rules.iter().map(|it| {
        vec![
            strong(it.provision.clone()),
            plain(format!(": {} (as of {}): ", it.words, it.as_of)),
            super::told_words::standing(it.standing),
        ]
    });
    let guidance = report.research.as_ref().map(|it| it.policy_citations.as_slice());
    // A quote without its place in a text cannot be checked by anyone.
    let guidance = guidance
        .unwrap_or_default()
        .iter()
        .filter(|it| it.span.is_some() || is_verified(report, &it.document));
    let items: Vec<InlineText> = rules.chain(guidance.map(guided)).collect();
    let mut blocks = DocumentBlock::bullets(items);
    let similar = report
        .research
        .as_ref()
        .map(|it| it.similar.as_slice())
        .unwrap_or_default();
    let similar: Vec<InlineText> = similar
        .iter()
        .map(|it| line(format!("{}: {} ({})", it.citation, it.outcome, it.why.join("; "))))
        .collect();
    if !similar.is_empty() {
        blocks.extend(bullets_under("Decisions that are alike", similar));
    }
    (!blocks.is_empty()).then(|| DocumentSection::new("framework", "Legal framework", blocks))
}

fn guided(one: &PolicyCitation) -> InlineText {
    let head = format!("{}, {}", one.document, one.section);
    let quote = super::told_words::shortened(&one.quote);
    let said =
        format!(": \u{201c}{quote}\u{201d} ({}, {})", one.source.basis, one.source.as_of);
    vec![strong(head), plain(said)]
}
