//! Strengths, weaknesses, the authorities that stand, and the plan in its three parts.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, plain, quiet, strong};

use super::{
    tier_depth::TierDepth,
    told_words::{FileNames, bullets_under, line, more, shortened},
};
use crate::model::{
    AuditReport, Authority, AuthoritySide, EvidenceItem, EvidenceTier, ScorePoint,
};

pub(super) fn strategist(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let score = report.score.as_ref()?;
    let told = |item: &ScorePoint| {
        let mut words = vec![plain(format!("{} ({:+.1})", item.words, item.points))];
        let files = names.files(&item.places);
        if !files.is_empty() {
            words.push(quiet(format!(" {files}")));
        }
        words
    };
    let strengths = score.strengths.iter().take(depth.strengths).map(told).collect();
    let weaknesses = score.weaknesses.iter().take(depth.risks).map(told).collect();
    let mut blocks = bullets_under("Strengths", strengths);
    blocks.extend(bullets_under("Weaknesses", weaknesses));
    blocks.extend(more(score.weaknesses.len(), depth.risks));
    blocks.extend(authorities(report));
    blocks.push(DocumentBlock::Section(plan(report, names, depth)));
    Some(DocumentSection::new("strategist", "Strategist report", blocks))
}

/// Decisions that were verified; others are leads, and stand in the verification.
fn authorities(report: &AuditReport) -> Vec<DocumentBlock> {
    let cases = report.research.as_ref().map(|it| it.case_law.as_slice());
    let cases = cases
        .unwrap_or_default()
        .iter()
        .filter(|it| is_verified(report, &it.citation));
    let most = usize::try_from(report.limits.max_citations).unwrap_or(usize::MAX);
    let items: Vec<InlineText> = cases.take(most).map(authority).collect();
    bullets_under("Authorities that stand", items)
}

pub(super) fn is_verified(report: &AuditReport, citation: &str) -> bool {
    let record = report.verification.as_ref();
    let citations = record.map(|it| it.citations.as_slice()).unwrap_or_default();
    citations
        .iter()
        .any(|it| it.citation == citation && it.status == "VERIFIED")
}

fn authority(one: &Authority) -> InlineText {
    let side = match one.side {
        AuthoritySide::ForUs => "for us",
        AuthoritySide::AgainstUs => "against us",
        AuthoritySide::States => "states the test",
    };
    let paragraph = one.paragraph.map_or_else(String::new, |it| format!(" at para {it}"));
    vec![
        strong(format!("{}, {}", one.style, one.citation)),
        plain(format!("{paragraph}, {side}, on {}: ", one.cited_for)),
        plain(format!("\u{201c}{}\u{201d}", shortened(&one.quote))),
        quiet(format!(" ({}, as of {})", one.source.basis, one.source.as_of)),
    ]
}

/// The plan, every part told even where it is empty.
fn plan(report: &AuditReport, names: &FileNames, depth: TierDepth) -> DocumentSection {
    let mut blocks = Vec::new();
    for (tier, name) in [
        (EvidenceTier::Baseline, "Baseline (existing documents)"),
        (EvidenceTier::Live, "Live (obtainable documents)"),
        (EvidenceTier::Strategic, "Strategic (recommended additions)"),
    ] {
        let items = report.plan.items.iter().filter(|it| it.tier == tier);
        let all = items.clone().count();
        let told = items.take(depth.plan).map(|it| item(it, names)).collect();
        blocks.extend(bullets_under(name, told));
        blocks.extend(more(all, depth.plan));
    }
    DocumentSection::within("plan", "Evidence plan", blocks)
}

fn item(one: &EvidenceItem, names: &FileNames) -> InlineText {
    let mut words = line(one.words.clone());
    if one.tier == EvidenceTier::Baseline {
        let files: Vec<&str> = one.files.iter().map(|it| names.path(it)).collect();
        words.push(quiet(format!(" {}", files.join(", "))));
        return words;
    }
    if !one.obtain.is_empty() {
        words.push(plain(format!(" \u{2014} {}", one.obtain)));
    }
    words.push(quiet(format!(" (+{:.1})", one.worth)));
    words
}
