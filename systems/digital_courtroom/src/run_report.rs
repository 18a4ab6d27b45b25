//! The report of a run: what a court came to, as every surface sees it.

use std::sync::Arc;

use jurat_canon::Hash;
use jurat_code::{
    RepoLimits,
    facts::{AstQuery, FindingExposure, RepoFacts, SecuritySeverity},
};
use jurat_ingest::FileLimits;
use jurat_model::Rendition;
use jurat_proof::{ContentCheck as _, ContentFindings, FinalState, ReportFile};
use jurat_system::reports::{
    BundleRechecker, OriginalRepository, ReportKind, ReportRerenderer, ReportSummary,
    ReportVerdict, RunReport, channel,
};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use crate::{
    bench::opinions,
    built_in_rubrics,
    detect::paper::{drawn, said},
    formats,
    model::{ArtifactAvailability, CheckOutcome, CourtVerdict, CriterionResult, Evidence},
    recheck::{DigitalCourtroom, SurveyFn},
    report::{CourtReport, SecurityRow},
    submission_reader::{NoSubmissionReader, RepositoryRequest, SubmissionReader},
};

pub(super) const KIND: ReportKind = ReportKind {
    channel: "final_report",
    bundle: "court.jurat",
    formats: formats::formats,
    templates: formats::templates,
    read: |state| Ok(Box::new(report_of(state)?)),
    of_value: |report, _| {
        let report = CourtReport::deserialize(report).map_err(|error| error.to_string())?;
        Ok(Box::new(report))
    },
    recheck,
};

pub fn report_of(state: &Json) -> Result<CourtReport, String> {
    channel(state, KIND.channel)
}

fn recheck(
    with: &BundleRechecker<'_>,
    state: &FinalState,
    files: &[ReportFile],
) -> ContentFindings {
    let renderer = ReportRerenderer { maker: with.maker, kind: &KIND };
    let survey = with.repository.map(|repository| {
        move |commit: Option<&str>, wanted: Vec<AstQuery>| again(repository, commit, wanted)
    });
    let checks = DigitalCourtroom {
        load: Some(&built_in_rubrics::load),
        opine: Some(&opinions),
        paper: Some(&of_paper),
        renderer: Some(&renderer),
        rereader: with.rereader,
        survey: survey.as_ref().map(|survey| survey as &SurveyFn<'_>),
    };
    match decided_earlier(state) {
        Some(earlier) => checks.check(&earlier, files),
        None => checks.check(state, files),
    }
}

/// The facts of the repository at hand.
fn again(
    repository: &OriginalRepository<'_>,
    commit: Option<&str>,
    wanted: Vec<AstQuery>,
) -> Result<RepoFacts, String> {
    let reader = repository
        .services
        .port::<dyn SubmissionReader>(|| Arc::new(NoSubmissionReader));
    reader.repository(&RepositoryRequest {
        address: repository.address.clone(),
        hosts: repository.hosts.clone(),
        commit: commit.map(str::to_owned),
        wanted,
    })
}

/// A run that was decided by other rules of this court than these, though the version is the same:
/// what comes out otherwise was decided otherwise, and is no forgery.
fn decided_earlier(state: &FinalState) -> Option<FinalState> {
    let (name, text) = RULES;
    if state.maker.templates.get(name) == Some(&Hash::of(text.as_bytes())) {
        return None;
    }
    let mut earlier = state.clone();
    earlier.maker.version = format!("{} by other rules of the court", state.maker.version);
    Some(earlier)
}

/// What decides: a bundle names it, so that one that was decided otherwise is known by it.
pub(crate) const RULES: (&str, &str) = (
    "rules/court",
    concat!(
        include_str!("rubric/examine/mod.rs"),
        include_str!("rubric/examine/graphs.rs"),
        include_str!("rubric/cross/claims.rs"),
        include_str!("bench/persona_score.rs"),
        include_str!("bench/frames.json"),
        include_str!("verdict/criterion_state.rs"),
        include_str!("verdict/overall.rs"),
    ),
);

/// All that the text of a paper says and draws.
fn of_paper(name: &str, rendition: &Rendition, terms: &[String]) -> Vec<Evidence> {
    let mut all = said(name, rendition, terms);
    all.extend(drawn(name, rendition));
    all
}

impl RunReport for CourtReport {
    fn render(&self, name: &str) -> Result<Vec<u8>, String> {
        formats::render(self, name)
    }

    fn data(&self) -> serde_json::Result<Json> {
        serde_json::to_value(self)
    }

    fn summary(&self) -> ReportSummary {
        let mut rows = Vec::new();
        for one in &self.audit.criterion_breakdown {
            let score = one.score.map_or_else(|| "–".to_owned(), |score| score.to_string());
            let verdict = one.verdict.word().to_owned();
            rows.push(vec![verdict, score, one.criterion_id.clone(), why(one)]);
        }
        let note = |(part, why)| format!("not read  {part}: {why}");
        ReportSummary {
            lines: vec![self.audit.executive_summary.clone(), String::new()],
            columns: &["verdict", "score", "criterion", "why"],
            rows,
            notes: unread(self).map(note).collect(),
        }
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
            "limits": { "repository": RepoLimits::default(), "paper": FileLimits::default() },
        })
    }

    fn verdict(&self) -> ReportVerdict {
        verdict(self, fails(self))
    }
}

/// Whether a report fails by itself: its verdict is FAIL, or a grave finding is confirmed.
pub fn fails(report: &CourtReport) -> bool {
    let grave = |row: &SecurityRow| {
        row.confirmed
            && row.exposure == FindingExposure::Reachable
            && row.severity == SecuritySeverity::High
    };
    report.audit.overall.verdict == CourtVerdict::Fail || report.security.iter().any(grave)
}

/// What a report comes to: whether anything failed comes before whether all could be told.
pub fn verdict(report: &CourtReport, failed: bool) -> ReportVerdict {
    let untold = report.audit.overall.verdict == CourtVerdict::NotAssessable;
    if failed {
        ReportVerdict::Refused
    } else if untold || report.submission.any_unreadable() {
        ReportVerdict::Unsettled
    } else {
        ReportVerdict::Done
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
        ArtifactAvailability::Unreadable(why) => Some((name, why.as_str())),
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
    let share = match (of.verdict, of.coverage) {
        (CourtVerdict::NotAssessable, _) | (_, 100) => String::new(),
        (_, share) => format!("{share} % of it assessed; "),
    };
    let words = format!("{share}{}: {}", worst.description, worst.observed);
    match words.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", words[..at].trim_end()),
        None => words,
    }
}
