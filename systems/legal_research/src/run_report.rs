//! The report of a run with the texts that it rests on, as every surface sees it.

use jurat_model::SourceExhibit;
use jurat_system::reports::{ReportKind, ReportSummary, ReportVerdict, RunReport, channel};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use crate::{
    memory_hit::MemoryHit,
    page,
    plan_step::StepStatus,
    recheck::recheck,
    report::{ResearchReport, ResearchResult},
};

pub(crate) const KIND: ReportKind = ReportKind {
    channel: "report",
    bundle: "research.jurat",
    formats: page::formats,
    templates: page::templates,
    read: |state| {
        let report = channel(state, KIND.channel)?;
        let mut exhibits: Vec<SourceExhibit> = channel(state, "exhibits")?;
        exhibits.extend(
            channel::<Vec<SourceExhibit>>(state, "choice_exhibits").unwrap_or_default(),
        );
        Ok(Box::new(ResearchRunReport { report, exhibits }))
    },
    of_value: |report, exhibits| {
        let report = ResearchReport::deserialize(report).map_err(|error| error.to_string())?;
        Ok(Box::new(ResearchRunReport { report, exhibits: exhibits.to_vec() }))
    },
    recheck,
};

/// Research with the texts it rests on.
struct ResearchRunReport {
    report: ResearchReport,
    exhibits: Vec<SourceExhibit>,
}

impl RunReport for ResearchRunReport {
    fn render(&self, format: &str) -> Result<Vec<u8>, String> {
        page::render(&self.report, &self.exhibits, format)
    }

    fn data(&self) -> serde_json::Result<Json> {
        serde_json::to_value(&self.report)
    }

    fn summary(&self) -> ReportSummary {
        let report = &self.report;
        let mut lines = vec![report.message.clone()];
        lines.extend(report.memory_hit.as_ref().and_then(MemoryHit::told));
        if let Some(sure) = report.confidence {
            lines.push(format!(
                "How likely what was found answers: about {:.0} %",
                100.0 * sure
            ));
        }
        for one in &report.steps {
            let step = &one.step;
            let state = match step.status {
                StepStatus::Completed => "completed",
                StepStatus::Failed => "not found",
                StepStatus::Pending => "not taken",
            };
            let sure = step.confidence.map(|it| format!(", {:.0} %", 100.0 * it));
            lines.push(String::new());
            lines.push(format!(
                "{}. {} ({state}{})",
                step.step_id,
                step.phase,
                sure.unwrap_or_default()
            ));
            if step.status == StepStatus::Completed {
                lines.extend(
                    step.answer
                        .lines()
                        .filter(|it| !it.is_empty())
                        .map(|it| format!("   {it}")),
                );
                for source in one
                    .sources
                    .iter()
                    .filter(|it| step.answer.contains(&format!("[Source {}]", it.number)))
                {
                    lines.push(format!("   Source {}: {}", source.number, source.document_id));
                }
            }
        }
        if let Some(table) = &report.choices {
            lines.push(String::new());
            lines.extend(crate::choices::choice_text(table).lines().map(str::to_owned));
        }
        lines.extend(report.open_ends.iter().map(|it| format!("not seen  {it}")));
        ReportSummary { lines, ..ReportSummary::default() }
    }

    fn about(&self) -> Json {
        json!({ "question": self.report.objective.question, "result": self.report.result })
    }

    fn verdict(&self) -> ReportVerdict {
        match self.report.result {
            ResearchResult::Answered => ReportVerdict::Done,
            ResearchResult::Undecided | ResearchResult::NoAuthoritativeEvidence => {
                ReportVerdict::Unsettled
            }
            ResearchResult::Refused => ReportVerdict::Refused,
        }
    }
}
