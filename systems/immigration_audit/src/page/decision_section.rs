//! What is decided, what has to be done, and how it came about.

use jurat_document::{
    DocumentBlock, DocumentList, DocumentListItem, DocumentSection, InlineSpan, plain, quiet,
    strong,
};

use super::{
    tier_depth::TierDepth,
    told_words::{bullets_under, headed, line, recommendation},
};
use crate::{
    model::{AuditReport, FinalRecommendation},
    verdict::word,
};

/// What each final decision means.
const fn meaning(it: FinalRecommendation) -> &'static str {
    match it {
        FinalRecommendation::Proceed => "Low risk, can submit",
        FinalRecommendation::Revise => "Moderate risk, needs fixes",
        FinalRecommendation::HighRisk => "Significant concerns",
        FinalRecommendation::NotAssessable => "Too little could be read to decide",
    }
}

pub(super) fn decision(report: &AuditReport, depth: TierDepth) -> DocumentSection {
    let judgment = &report.judgment;
    let (words, tone) = recommendation(judgment.recommendation);
    let mut blocks = vec![DocumentBlock::Callout {
        words: vec![
            InlineSpan::Chip { words: words.to_owned(), tone },
            plain(format!(" {}. Verdict: ", meaning(judgment.recommendation))),
            strong(word(judgment.verdict)),
        ],
    }];
    blocks.push(DocumentBlock::said(judgment.scenario.clone()));
    if !judgment.pills.is_empty() {
        let pills = judgment.pills.iter().map(|it| line(it.clone())).collect();
        blocks.extend(bullets_under("Poison pills, which force it whatever the score", pills));
    }
    let all = |words: &[String]| words.iter().map(|it| line(it.clone())).collect::<Vec<_>>();
    if !judgment.critical_issues.is_empty() {
        blocks.extend(bullets_under("Critical issues", all(&judgment.critical_issues)));
    }
    let concerns = judgment.concerns.get(..depth.risks.min(judgment.concerns.len()));
    if !judgment.concerns.is_empty() {
        blocks.extend(bullets_under("Concerns", all(concerns.unwrap_or_default())));
    }
    blocks.extend(bullets_under("Required actions", all(&judgment.required_actions)));
    if !judgment.recommended_actions.is_empty() {
        let some = judgment.recommended_actions.iter().take(depth.risks);
        let some = some.map(|it| line(it.clone())).collect();
        blocks.extend(bullets_under("Recommended actions", some));
    }
    for (name, said) in [
        ("Missing documents", &judgment.missing_documents),
        ("Quality of documents", &judgment.document_quality_issues),
        ("Gaps in the evidence", &judgment.evidence_gaps),
    ] {
        if !said.is_empty() {
            let some = said.iter().take(depth.risks).map(|it| line(it.clone())).collect();
            blocks.extend(bullets_under(name, some));
        }
    }
    blocks.push(headed("Confidence", format!("{}.", judgment.confidence)));
    DocumentSection::new("decision", "Final decision", blocks)
}

/// The rules in the order that they were gone through.
pub(super) fn trace(report: &AuditReport) -> Option<DocumentSection> {
    let item = |it: &crate::model::VerdictStep| {
        let words = vec![quiet(it.rule.clone()), plain(format!(": {}", it.applied))];
        DocumentListItem::from(words)
    };
    let items: Vec<DocumentListItem> = report.judgment.trace.iter().map(item).collect();
    let list = DocumentBlock::List(DocumentList { from: Some(1), items });
    let is_told = !report.judgment.trace.is_empty();
    is_told.then(|| DocumentSection::new("trace", "How the verdict came about", vec![list]))
}
