//! Contradictions side by side, and the other findings.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, plain};

use super::{
    tier_depth::TierDepth,
    told_words::{FileNames, line, more, severity},
};
use crate::model::{AuditReport, Finding, FindingStanding};

pub(super) fn contradictions(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let of = sorted(report, |it| is_shown(it) && 1 < it.places.len());
    let row = |finding: &&Finding| {
        let first = finding.places.first().map(|it| names.place(it)).unwrap_or_default();
        let others = names.places(finding.places.get(1..).unwrap_or_default());
        vec![vec![severity(finding.severity)], line(finding.message.clone()), first, others]
    };
    let rows = of.iter().take(depth.contradictions).map(row).collect();
    let head = [("", 0.0), ("What", 1.6), ("One side", 1.6), ("The other", 1.6)];
    let mut blocks = DocumentBlock::table(&head, rows);
    if blocks.is_empty() {
        return None;
    }
    blocks.extend(more(of.len(), depth.contradictions));
    Some(DocumentSection::new("contradictions", "Contradictions side by side", blocks))
}

pub(super) fn others(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let of = sorted(report, |it| !is_shown(it) || it.places.len() < 2);
    let row = |finding: &&Finding| {
        let mut place = names.places(&finding.places);
        if let FindingStanding::NotSeen { looked_for, unread } = &finding.standing {
            place.push(plain(format!("not seen: {looked_for}")));
            if !unread.is_empty() {
                let unread: Vec<&str> = unread.iter().map(|it| names.path(it)).collect();
                place.push(plain(format!(" (not read: {})", unread.join(", "))));
            }
        }
        let what: InlineText = line(finding.message.clone());
        vec![vec![severity(finding.severity)], what, place, line(finding.action.clone())]
    };
    let rows = of.iter().take(depth.risks).map(row).collect();
    let head = [("", 0.0), ("What", 1.8), ("Where", 1.4), ("What to do", 1.6)];
    let mut blocks = DocumentBlock::table(&head, rows);
    if blocks.is_empty() {
        return None;
    }
    blocks.extend(more(of.len(), depth.risks));
    Some(DocumentSection::new("findings", "Other findings", blocks))
}

fn is_shown(finding: &Finding) -> bool {
    finding.standing == FindingStanding::Shown
}

/// The worst first, those alike in the order of their ids.
fn sorted(report: &AuditReport, keep: impl Fn(&Finding) -> bool) -> Vec<&Finding> {
    let mut findings: Vec<&Finding> = report.findings.iter().filter(|it| keep(it)).collect();
    findings.sort_by(|a, b| b.severity.cmp(&a.severity).then_with(|| a.id.cmp(&b.id)));
    findings
}
