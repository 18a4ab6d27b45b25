//! The report of a court.

use jurat_compose::court::CourtReport;
use jurat_ingest::{Limits, repo::RepoLimits};
use jurat_model::court::{Availability, CheckOutcome, CourtVerdict, CriterionResult};
use jurat_report::court::COURT_FORMATS;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Face, Product, channel};
use crate::{exit::Exit, failure::Failure, output};

impl Product for CourtReport {
    const WORKFLOW: &'static str = "digital_courtroom";
    const CHANNEL: &'static str = "final_report";
    const BUNDLE: &'static str = "court.jurat";

    fn faces() -> Vec<Face> {
        let formats = COURT_FORMATS.iter();
        formats
            .map(|it| Face {
                name: it.name,
                extension: it.extension,
                media: it.media,
            })
            .collect()
    }

    fn of(state: &Json) -> Result<Self, Failure> {
        channel(state, Self::CHANNEL)
    }

    fn render(&self, name: &str) -> Result<Vec<u8>, String> {
        let format = COURT_FORMATS.iter().find(|format| format.name == name);
        let format = format.ok_or_else(|| format!("no report of a court is `{name}`"))?;
        (format.render)(self).map_err(|error| error.to_string())
    }

    fn data(&self) -> &impl Serialize {
        self
    }

    fn in_short(&self) -> String {
        let mut lines = vec![output::plain(&self.audit.executive_summary), String::new()];
        let mut rows = Vec::new();
        for one in &self.audit.criterion_breakdown {
            let score = one.score.map_or_else(|| "–".to_owned(), |score| score.to_string());
            let verdict = one.verdict.word().to_owned();
            rows.push(vec![verdict, score, one.criterion_id.clone(), why(one)]);
        }
        lines.push(output::table(&["verdict", "score", "criterion", "why"], rows));
        for (part, why) in unread(self) {
            lines.push(output::plain(&format!("not read  {part}: {why}")));
        }
        lines.join("\n")
    }

    fn about(&self) -> Json {
        json!({
            "rubric": {
                "name": self.rubric.name,
                "version": self.rubric.version,
                "blake3": self.rubric.hash,
            },
            "submission": self.submission,
            "overall": self.audit.overall,
            "not_assessed": self.not_assessed,
            "limits": { "repository": RepoLimits::default(), "paper": Limits::default() },
        })
    }

    fn exit(&self) -> Exit {
        exit(self, self.audit.overall.verdict == CourtVerdict::Fail)
    }
}

/// What the exit code says: whether anything failed comes before whether all could be told.
pub(crate) fn exit(report: &CourtReport, failed: bool) -> Exit {
    let untold = report.audit.overall.verdict == CourtVerdict::NotAssessable;
    if failed {
        Exit::Refused
    } else if untold || report.submission.any_unreadable() {
        Exit::Unsettled
    } else {
        Exit::Done
    }
}

/// What was given and could not be read, and why.
fn unread(report: &CourtReport) -> impl Iterator<Item = (&'static str, &str)> {
    let given = &report.submission;
    let parts = [
        ("the repository", &given.repo),
        ("the paper", &given.docs),
        ("its pictures", &given.vision),
    ];
    parts.into_iter().filter_map(|(name, part)| match part {
        Availability::Unreadable(why) => Some((name, why.as_str())),
        _ => None,
    })
}

/// The worst that is not met, or could not be told, in a few words.
fn why(of: &CriterionResult) -> String {
    const MOST: usize = 72;
    let open = of.checks.iter().filter(|check| check.outcome != CheckOutcome::Met);
    let Some(worst) = open.max_by_key(|check| (check.outcome, check.severity, check.weight))
    else {
        return String::new();
    };
    let words = output::plain(&format!("{}: {}", worst.description, worst.observed));
    match words.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", words[..at].trim_end()),
        None => words,
    }
}
