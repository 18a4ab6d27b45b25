//! The report of a run: an answer with the texts it rests on, as every surface sees it.

use jurat_compose::{EvidenceReport, ReportResult, ReportedAnswer, review};
use jurat_model::{
    RejectionReason, Requirement, RequirementConflict, RequirementId, SourceExhibit, Statement,
};
use jurat_proof::{ContentCheck as _, ContentFindings, FinalState, ReportFile};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::{
    offline_answer::offline_answer,
    page::{self, shown_of},
    recheck::EvidenceFirst,
    report::report_of,
    stages::extract::extracted_offline,
};
use jurat_system::reports::{
    BundleRechecker, ReportKind, ReportRerenderer, ReportSummary, ReportVerdict, RunReport,
    channel,
};

/// The report of a run.
pub(super) const KIND: ReportKind = ReportKind {
    channel: "report",
    bundle: "answer.jurat",
    formats: page::formats,
    templates: page::templates,
    read: |state| {
        let report = channel(state, KIND.channel)?;
        let exhibits = channel(state, "exhibits")?;
        Ok(Box::new(AnswerReport { report, exhibits }))
    },
    of_value: |report, exhibits| {
        let report = EvidenceReport::deserialize(report).map_err(|error| error.to_string())?;
        Ok(Box::new(AnswerReport { report, exhibits: exhibits.to_vec() }))
    },
    recheck,
};

fn recheck(
    with: &BundleRechecker<'_>,
    state: &FinalState,
    files: &[ReportFile],
) -> ContentFindings {
    let compose = |channels: &Json| {
        let report = report_of(channels)?;
        serde_json::to_value(report).map_err(|error| error.to_string())
    };
    let renderer = ReportRerenderer { maker: with.maker, kind: &KIND };
    let checks = EvidenceFirst {
        extract: Some(&extracted_offline),
        answer: Some(&offline_answer),
        review: Some(&review),
        compose: Some(&compose),
        renderer: Some(&renderer),
        rereader: with.rereader,
    };
    checks.check(state, files)
}

/// An answer with the texts it rests on.
struct AnswerReport {
    report: EvidenceReport,
    exhibits: Vec<SourceExhibit>,
}

impl RunReport for AnswerReport {
    fn render(&self, format: &str) -> Result<Vec<u8>, String> {
        page::render(&self.report, &self.exhibits, format).map_err(|error| error.to_string())
    }

    fn data(&self) -> serde_json::Result<Json> {
        serde_json::to_value(&self.report)
    }

    fn summary(&self) -> ReportSummary {
        let report = &self.report;
        let mut lines = Vec::new();
        let value = report.answer.as_ref().and_then(|answer| answer.value.clone());
        lines.extend(value.map(|value| format!("{}.", capital(&value))));
        lines.extend(report.message.clone());
        lines.extend(report.answer.as_ref().map(|answer| told(answer, report)));
        lines.extend(report.conflicts.iter().map(|conflict| {
            let RequirementConflict { one, other, difference, .. } = conflict;
            format!("They say otherwise: {one} and {other}, {difference}.")
        }));
        if !report.requirements.is_empty() || !report.rejected.is_empty() {
            lines.push(String::new());
        }
        for reported in &report.requirements {
            let Requirement {
                requirement_id,
                document_id,
                section_heading,
                exact_quote,
                ..
            } = &reported.requirement;
            let likely = likely(reported.probability);
            lines.push(format!(
                "{requirement_id}  {}{likely}",
                headed(document_id, section_heading)
            ));
            if !is_told(report, *requirement_id, exact_quote) {
                lines.push(quoted(exact_quote, usize::MAX));
            }
            lines.extend(read_with(&reported.requirement));
        }
        let (closest, _) = shown_of(&report.rejected, report.requirements.len());
        for one in closest {
            let place = headed(&one.requirement.document_id, &one.requirement.section_heading);
            let why = match one.rejection_reason {
                Some(RejectionReason::DoesNotAddressQuestion) | None => likely(one.probability),
                Some(_) => format!("  ({})", one.verification_rationale.trim_end_matches('.')),
            };
            lines.push(format!("near      {place}{why}"));
            if report.requirements.is_empty() {
                lines.push(quoted(&one.requirement.exact_quote, LONGEST_NEAR));
            }
        }
        for missing in &report.missing_evidence {
            lines.push(format!("missing   {missing}"));
        }
        ReportSummary { lines, ..ReportSummary::default() }
    }

    fn about(&self) -> Json {
        json!({ "question": self.report.question, "result": self.report.result })
    }

    fn verdict(&self) -> ReportVerdict {
        match self.report.result {
            ReportResult::Answered => ReportVerdict::Done,
            ReportResult::Closest | ReportResult::NoAuthoritativeEvidence => {
                ReportVerdict::Unsettled
            }
            ReportResult::Refused => ReportVerdict::Refused,
        }
    }
}

/// Letters of a provision that is only near; its page has it whole.
const LONGEST_NEAR: usize = 1_200;

/// A quote, every line of it set in; of a long one the head.
fn quoted(quote: &str, most: usize) -> String {
    const INDENT: &str = "\n          ";
    let shown: String = quote.chars().take(most).collect();
    let more = if shown.len() < quote.len() { " … (whole with --report FILE)" } else { "" };
    let lines: Vec<&str> =
        shown.lines().map(str::trim_end).filter(|it| !it.is_empty()).collect();
    format!("          \u{201c}{}{more}\u{201d}", lines.join(INDENT))
}

/// Whether the answer has all words of a quote already.
fn is_told(report: &EvidenceReport, id: RequirementId, quote: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quote = words(quote.trim_end_matches('.'));
    let statements = report.answer.iter().flat_map(|answer| &answer.statements);
    let mut resting = statements.filter(|one| one.marks.contains(&id));
    resting.any(|one| words(&one.text).contains(&quote))
}

/// The answer; where it is told in the very words of provisions, each under its place.
fn told(answer: &ReportedAnswer, report: &EvidenceReport) -> String {
    let place = |statement: &Statement| {
        let first = statement.marks.first().filter(|_| statement.quote.is_some())?;
        let used = report.requirements.iter().map(|one| &one.requirement);
        used.into_iter()
            .find(|one| one.requirement_id == *first)
            .map(|one| one.document_id.clone())
    };
    if answer.statements.iter().all(|statement| place(statement).is_none()) {
        return answer.final_answer.clone();
    }
    let line = |statement: &Statement| match place(statement) {
        Some(place) => format!("{place}: {}", statement.marked()),
        None => statement.marked(),
    };
    answer.statements.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What a provision points to, and the terms that it uses: as many as can be taken in.
fn read_with(requirement: &Requirement) -> Vec<String> {
    const MOST: usize = 4;
    const WORDS: usize = 40;
    let found = requirement.points_to.iter().filter_map(|to| {
        let quote = to.target.as_ref().filter(|quote| !requirement.quote.covers(quote))?;
        let words: Vec<&str> = quote.text.split_whitespace().collect();
        let more = if WORDS < words.len() { " …" } else { "" };
        let words = words[..words.len().min(WORDS)].join(" ");
        Some(format!("          read with {}: \u{201c}{words}{more}\u{201d}", to.reference))
    });
    let mut seen = std::collections::BTreeSet::new();
    found.filter(|line| seen.insert(line.clone())).take(MOST).collect()
}

pub(super) fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}

fn headed(place: &str, heading: &str) -> String {
    if heading.is_empty() { place.to_owned() } else { format!("{place}, {heading}") }
}

fn likely(probability: Option<f64>) -> String {
    let said = |probability| format!("  (about {:.0} % likely to answer)", 100.0 * probability);
    probability.map(said).unwrap_or_default()
}
