//! The report of an audit as a document: what stands where, and what is cut where a tier has room for fewer lines.

use jurat_document::{DocumentBlock, DocumentSection, DocumentTree, plain, quiet};

use super::{
    decision_section, finding_section, gatekeeper_section, glance_section,
    line_budget::{ReportPart, within},
    opening_section, people_section, refusal_section, score_section, strategist_section,
    summary_section,
    tier_depth::depth,
    told_words::{FileNames, recommendation},
    verification_section,
};
use crate::{
    model::{AuditReport, AuditTier, WorkflowName},
    verdict::word,
};

/// What stands at the foot of every page.
const FOOT: &str = "Made from the files named, as far as they were read. It is no legal advice, and a person answers for what is filed.";

pub(super) fn document(report: &AuditReport) -> DocumentTree {
    let most = usize::try_from(report.limits.max_report_lines).unwrap_or(usize::MAX);
    let (mut sections, shortened) = within(parts(report), most);
    if !shortened.is_empty() {
        let said = format!("Shortened to {most} lines: {}.", shortened.join(", "));
        let words = vec![quiet(said)];
        if let Some(status) = sections.get_mut(2) {
            status.blocks.push(DocumentBlock::Paragraph { words });
        }
    }
    DocumentTree {
        language: "en".to_owned(),
        kicker: workflow_words(report.workflow).to_owned(),
        title: title(report),
        verdict: verdict(report),
        facts: facts(report),
        date: Some(report.as_of.clone()).filter(|day| !day.is_empty()),
        blocks: sections.into_iter().map(DocumentBlock::Section).collect(),
        disclaimer: FOOT.to_owned(),
        signed: true,
    }
}

fn parts(report: &AuditReport) -> Vec<ReportPart> {
    let names = FileNames::of(report);
    let depth = depth(report.tier);
    let kept = |section| Some(ReportPart { section, cut: None });
    let cut = |order: u8, section: Option<DocumentSection>| {
        section.map(|section| ReportPart { section, cut: Some(order) })
    };
    let trace = decision_section::trace(report).filter(|_| depth.has_framework);
    let parts = [
        kept(opening_section::disclaimer(report)),
        kept(glance_section::glance(report)),
        kept(opening_section::status(report)),
        verification_section::incomplete(report).and_then(kept),
        people_section::people(report).and_then(kept),
        kept(summary_section::summary(report, depth)),
        score_section::score(report, &names, depth).and_then(kept),
        cut(6, summary_section::timeline(report, &names, depth)),
        cut(3, finding_section::contradictions(report, &names, depth)),
        cut(4, finding_section::others(report, &names, depth)),
        cut(1, strategist_section::strategist(report, &names, depth)),
        refusal_section::refusal(report).and_then(kept),
        cut(2, gatekeeper_section::review(report, &names, depth)),
        verification_section::verification(report, depth).and_then(kept),
        kept(decision_section::decision(report, depth)),
        cut(5, verification_section::framework(report, depth)),
        cut(8, gatekeeper_section::requirements(report, &names, depth)),
        cut(9, summary_section::files(report, depth)),
        cut(7, trace),
    ];
    let letters = super::letter::sections(report).into_iter();
    let letters = letters.map(|section| ReportPart { section, cut: None });
    parts.into_iter().flatten().chain(letters).collect()
}

pub(super) const fn workflow_words(workflow: WorkflowName) -> &'static str {
    match workflow {
        WorkflowName::RiskAudit => "Immigration risk audit",
        WorkflowName::InitialAssessment => "Initial assessment",
        WorkflowName::FinalReview => "Final review",
        WorkflowName::RefusalAnalysis => "Refusal analysis",
        WorkflowName::DocumentList => "Document list",
        WorkflowName::ClientGuidance => "Client guidance",
    }
}

pub(super) fn title(report: &AuditReport) -> String {
    let kind = report.summary.application_type.replace('_', " ");
    let people = [&report.summary.applicant, &report.summary.sponsor];
    let people: Vec<&str> = people.into_iter().filter_map(|it| it.as_deref()).collect();
    if people.is_empty() {
        return format!("Application: {kind}");
    }
    format!("{} ({kind})", people.join(" and "))
}

fn verdict(report: &AuditReport) -> String {
    let (words, _) = recommendation(report.judgment.recommendation);
    format!("{words}: {}", word(report.judgment.verdict))
}

fn facts(report: &AuditReport) -> Vec<String> {
    let judgment = &report.judgment;
    let range = report.score.as_ref().and_then(|it| it.range);
    let range = range
        .map(|(least, most)| format!(" ({least} to {most})"))
        .unwrap_or_default();
    let score = judgment.current_score.map(|it| format!("Score {it} / 100{range}"));
    let tier = match report.tier {
        AuditTier::Guest => "Guest",
        AuditTier::Pro => "Pro",
        AuditTier::Ultra => "Ultra",
    };
    let verified = format!("Verification: {}", report.verification_status);
    let as_of = format!("As of {}", report.as_of);
    let overridden = people_section::overridden(report);
    score
        .into_iter()
        .chain([verified, tier.to_owned(), as_of])
        .chain(overridden)
        .collect()
}

/// A checklist to print: what is asked for, with a box for each.
pub fn checklist(report: &AuditReport) -> DocumentTree {
    let names = FileNames::of(report);
    let mut blocks = Vec::new();
    for (title, id, required) in
        [("Required", "required", true), ("Advisable", "advisable", false)]
    {
        let listed = crate::gatekeeper::document_list(&report.assessment);
        let listed = listed.into_iter().filter(|it| it.required == required);
        let rows = listed.map(|it| {
            let is_met = it.standing == crate::model::RequirementStanding::Met;
            let files: Vec<&str> = it.files.iter().map(|id| names.path(id)).collect();
            let note = if is_met { files.join(", ") } else { it.obtain };
            vec![
                vec![plain(if is_met { "[x]" } else { "[ ]" })],
                vec![plain(it.words)],
                vec![super::told_words::standing(it.standing)],
                vec![plain(note)],
            ]
        });
        let head = [("", 0.0), ("Document", 2.2), ("", 0.0), ("File, or where to get it", 1.8)];
        let table = DocumentBlock::table(&head, rows.collect());
        if !table.is_empty() {
            blocks.push(DocumentBlock::Section(DocumentSection::new(id, title, table)));
        }
    }
    let actions = report.judgment.required_actions.iter();
    let actions = actions.map(|it| vec![plain(format!("[ ] {it}"))]).collect();
    let actions = DocumentBlock::bullets(actions);
    if !actions.is_empty() {
        let section = DocumentSection::new("actions", "To do before filing", actions);
        blocks.push(DocumentBlock::Section(section));
    }
    DocumentTree {
        language: "en".to_owned(),
        kicker: "Checklist".to_owned(),
        title: title(report),
        verdict: verdict(report),
        facts: vec![format!("As of {}", report.as_of)],
        date: Some(report.as_of.clone()).filter(|day| !day.is_empty()),
        blocks,
        disclaimer: report.disclaimer.clone(),
        signed: true,
    }
}
