//! An answer with the texts it rests on.

use jurat_compose::{Report, ReportResult};
use jurat_model::Exhibit;
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
        let answer = report.answer.as_ref().map(|answer| answer.final_answer.clone());
        let mut lines = vec![answer.or_else(|| report.message.clone()).unwrap_or_default()];
        if !report.requirements.is_empty() {
            lines.push(String::new());
        }
        for reported in &report.requirements {
            let requirement = &reported.requirement;
            let heading = &requirement.section_heading;
            let heading =
                if heading.is_empty() { String::new() } else { format!(", {heading}") };
            lines.push(format!(
                "{}  {}{heading}",
                requirement.requirement_id, requirement.document_id
            ));
            lines.push(format!("          \u{201c}{}\u{201d}", requirement.exact_quote));
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
            ReportResult::NoAuthoritativeEvidence => Exit::Unsettled,
            ReportResult::Refused => Exit::Refused,
        }
    }
}
