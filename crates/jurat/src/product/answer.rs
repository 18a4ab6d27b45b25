//! An answer with the texts it rests on.

use jurat_compose::{Report, ReportResult, ReportedAnswer};
use jurat_model::{Exhibit, RejectionReason, Requirement, Statement};
use jurat_report::shown_of;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Face, Product, channel};
use crate::{exit::Exit, failure::Failure};

/// An answer with the texts it rests on.
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) exhibits: Vec<Exhibit>,
}

impl Product for Answer {
    const WORKFLOW: &'static str = "evidence_first";
    const CHANNEL: &'static str = "report";
    const BUNDLE: &'static str = "answer.jurat";

    fn faces() -> Vec<Face> {
        let formats = jurat_report::ALL.iter();
        formats
            .map(|it| Face {
                name: it.name,
                extension: it.extension,
                media: it.media,
            })
            .collect()
    }

    fn of(state: &Json) -> Result<Self, Failure> {
        Ok(Self {
            report: channel(state, Self::CHANNEL)?,
            exhibits: channel(state, "exhibits")?,
        })
    }

    fn render(&self, name: &str) -> Result<Vec<u8>, String> {
        jurat_report::render(&self.report, &self.exhibits, name)
            .map_err(|error| error.to_string())
    }

    fn data(&self) -> &impl Serialize {
        &self.report
    }

    fn in_short(&self) -> String {
        let report = &self.report;
        let mut lines = Vec::new();
        let value = report.answer.as_ref().and_then(|answer| answer.value.clone());
        lines.extend(value.map(|value| format!("{}.", capital(&value))));
        lines.extend(report.message.clone());
        lines.extend(report.answer.as_ref().map(|answer| told(answer, report)));
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
            lines.push(format!("          \u{201c}{exact_quote}\u{201d}"));
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
                lines
                    .push(format!("          \u{201c}{}\u{201d}", one.requirement.exact_quote));
            }
        }
        for missing in &report.missing_evidence {
            lines.push(format!("missing   {missing}"));
        }
        lines.join("\n")
    }

    fn about(&self) -> Json {
        json!({ "question": self.report.question, "result": self.report.result })
    }

    fn exit(&self) -> Exit {
        match self.report.result {
            ReportResult::Answered => Exit::Done,
            ReportResult::Closest | ReportResult::NoAuthoritativeEvidence => Exit::Unsettled,
            ReportResult::Refused => Exit::Refused,
        }
    }
}

/// The answer; where it is told in the very words of provisions, each under its place.
fn told(answer: &ReportedAnswer, report: &Report) -> String {
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

fn capital(words: &str) -> String {
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
