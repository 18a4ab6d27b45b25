//! Runs the checks of the stages asked for and puts their reports together.

use std::collections::BTreeSet;

use jurat_model::audit::{
    AuditScores, CombinedAudit, DraftAudit, Enforcement, FinalAudit, Issue, IssueSeverity,
    NotChecked, PipelineAudit, PipelineStage, SearchAudit, StageOutcome,
};

use super::{AuditPolicy, AuditSubject, IssueCode, held_claims, severe_issues::is_severe};
use crate::checks;

/// Texts that are said to be cut.
const MOST_CUT: usize = 20;

/// Tells how long an audit has taken so far. A closure will do; one that returns 0 makes the same
/// bytes of the same input.
pub trait AuditStopwatch {
    /// Milliseconds since the audit began.
    fn elapsed_ms(&mut self) -> u64;
}

impl<F: FnMut() -> u64> AuditStopwatch for F {
    fn elapsed_ms(&mut self) -> u64 {
        self()
    }
}

/// Audits a subject after the stages named.
pub fn audit(
    subject: &AuditSubject,
    policy: &AuditPolicy,
    stages: &[PipelineStage],
    watch: &mut dyn AuditStopwatch,
) -> CombinedAudit {
    let mut audit = CombinedAudit {
        search: None,
        redator: None,
        professor: None,
        pipeline: None,
        outcome: StageOutcome::NotChecked,
        mode: Enforcement::Advisory,
        not_checked: Vec::new(),
        model_use: Vec::new(),
        elapsed_ms: 0,
    };
    for stage in PipelineStage::ALL.into_iter().filter(|stage| stages.contains(stage)) {
        let began = watch.elapsed_ms();
        let issues = issues(subject, policy, stage);
        audit.not_checked.extend(not_checked(stage, &issues));
        audit.mode = audit.mode.max(policy.mode(stage));
        let report = StageIssues::of(subject, policy, stage, issues);
        match stage {
            PipelineStage::Search => audit.search = Some(report.search()),
            PipelineStage::Draft => audit.redator = Some(report.draft()),
            PipelineStage::Final => audit.professor = Some(report.last()),
            PipelineStage::Pipeline => audit.pipeline = Some(report.pipeline()),
        }
        set_elapsed(&mut audit, stage, watch.elapsed_ms().saturating_sub(began));
    }
    audit.settle();
    audit.elapsed_ms = watch.elapsed_ms();
    audit
}

fn set_elapsed(audit: &mut CombinedAudit, stage: PipelineStage, took: u64) {
    let field = match stage {
        PipelineStage::Search => audit.search.as_mut().map(|one| &mut one.elapsed_ms),
        PipelineStage::Draft => audit.redator.as_mut().map(|one| &mut one.elapsed_ms),
        PipelineStage::Final => audit.professor.as_mut().map(|one| &mut one.elapsed_ms),
        PipelineStage::Pipeline => audit.pipeline.as_mut().map(|one| &mut one.elapsed_ms),
    };
    if let Some(field) = field {
        *field = took;
    }
}

/// What the checks of a stage find, with the policy's severities.
fn issues(subject: &AuditSubject, policy: &AuditPolicy, stage: PipelineStage) -> Vec<Issue> {
    let mut issues = unread(subject, stage);
    for check in checks::all().filter(|check| check.stage == stage) {
        if check.codes.iter().any(|code| policy.is_on(code.name())) {
            issues.extend(bounded((check.find)(subject, policy), policy));
        }
    }
    for issue in &mut issues {
        if let Some(severity) = policy.severity.get(&issue.code) {
            issue.severity = *severity;
        }
    }
    issues
}

/// What lies beyond the limits of reading.
fn unread(subject: &AuditSubject, stage: PipelineStage) -> Vec<Issue> {
    let code = IssueCode::not_checked();
    let mut issues = Vec::new();
    if stage == PipelineStage::Search && 0 < subject.hits_left_out {
        let missing = format!(
            "{} sources after the first {} were not read",
            subject.hits_left_out,
            subject.hits().len()
        );
        issues.push(code.unchecked(missing, "give fewer sources or raise limits.sources"));
    }
    let is_of = |path: &&String| match stage {
        PipelineStage::Search => subject.hits().iter().any(|hit| path.starts_with(&hit.at)),
        PipelineStage::Draft => {
            subject.draft.as_ref().is_some_and(|one| path.starts_with(&one.at))
        }
        PipelineStage::Final => {
            subject.blocks.as_ref().is_some_and(|one| path.starts_with(&one.at))
        }
        PipelineStage::Pipeline => false,
    };
    for path in subject.cut.iter().filter(is_of).take(MOST_CUT) {
        let missing = "the end was not read: it is too long".to_owned();
        let fix = "shorten it, or raise limits.text_bytes or limits.sources";
        issues.push(code.unchecked(missing, fix).at(path));
    }
    issues
}

/// Those that are on, the first ones up to the limit; the rest are counted, not dropped in silence.
fn bounded(found: Vec<Issue>, policy: &AuditPolicy) -> Vec<Issue> {
    let is_on = |issue: &Issue| {
        let subject =
            IssueCode::of_unchecked(issue).map_or(issue.code.as_str(), |(code, _)| code);
        policy.is_on(subject) && policy.is_on(&issue.code)
    };
    let mut kept: Vec<Issue> = found.into_iter().filter(is_on).collect();
    let more = kept.len().saturating_sub(policy.limits.issues);
    kept.truncate(policy.limits.issues);
    if 0 < more
        && let Some(last) = kept.last_mut()
    {
        last.msg = format!("{} (and {more} more such issues)", last.msg);
    }
    kept
}

fn not_checked(
    stage: PipelineStage,
    issues: &[Issue],
) -> impl Iterator<Item = NotChecked> + '_ {
    issues
        .iter()
        .filter_map(IssueCode::of_unchecked)
        .map(move |(code, reason)| NotChecked {
            stage,
            code: code.to_owned(),
            reason: reason.to_owned(),
        })
}

struct StageIssues<'a> {
    subject: &'a AuditSubject,
    policy: &'a AuditPolicy,
    stage: PipelineStage,
    issues: Vec<Issue>,
    outcome: StageOutcome,
    /// Why it was not checked.
    reason: Option<String>,
}

impl<'a> StageIssues<'a> {
    fn of(
        subject: &'a AuditSubject,
        policy: &'a AuditPolicy,
        stage: PipelineStage,
        issues: Vec<Issue>,
    ) -> Self {
        let severe = issues.iter().any(|issue| is_severe(issue, policy));
        let reason = held_claims::unheld(subject, policy, stage).filter(|_| !severe);
        let outcome = match (severe, &reason) {
            (true, _) => StageOutcome::NotOk,
            (false, Some(_)) => StageOutcome::NotChecked,
            (false, None) => StageOutcome::Ok,
        };
        Self { subject, policy, stage, issues, outcome, reason }
    }

    fn ok(&self) -> bool {
        self.outcome == StageOutcome::Ok
    }

    fn severity(&self) -> IssueSeverity {
        self.issues
            .iter()
            .map(|issue| issue.severity)
            .max()
            .unwrap_or(IssueSeverity::Info)
    }

    fn search(self) -> SearchAudit {
        SearchAudit {
            ok: self.ok(),
            outcome: self.outcome,
            severity: self.severity(),
            mode: self.policy.mode(self.stage),
            scores: self.subject.hits().iter().filter_map(|hit| hit.score).collect(),
            diversity: checks::diversity(self.subject),
            missing_expected: checks::missing_expected(&self.issues),
            elapsed_ms: 0,
            issues: self.issues,
            reason: self.reason,
        }
    }

    fn draft(self) -> DraftAudit {
        let measures = checks::draft_measures(self.subject, self.policy, &self.issues);
        DraftAudit {
            ok: self.ok(),
            outcome: self.outcome,
            severity: self.severity(),
            mode: self.policy.mode(self.stage),
            scores: AuditScores {
                coverage: measures.coverage,
                style: measures.style,
                faithfulness: measures.faithfulness,
            },
            unsupported_spans: measures.unsupported_spans,
            coverage_score: measures.coverage,
            suggestions: suggestions(&self.issues),
            elapsed_ms: 0,
            issues: self.issues,
            reason: self.reason,
        }
    }

    fn last(self) -> FinalAudit {
        let measures = checks::final_measures(self.subject, self.policy, &self.issues);
        FinalAudit {
            ok: self.ok(),
            outcome: self.outcome,
            severity: self.severity(),
            mode: self.policy.mode(self.stage),
            scores: AuditScores {
                coverage: measures.coverage,
                style: measures.style,
                faithfulness: None,
            },
            structure_lints: measures.structure_lints,
            invariants_ok: measures.invariants_ok,
            elapsed_ms: 0,
            issues: self.issues,
            reason: self.reason,
        }
    }

    fn pipeline(self) -> PipelineAudit {
        PipelineAudit {
            ok: self.ok(),
            outcome: self.outcome,
            severity: self.severity(),
            mode: self.policy.mode(self.stage),
            scores: AuditScores::default(),
            budget_flags: checks::budget_flags(self.subject, self.policy),
            elapsed_ms: 0,
            issues: self.issues,
            reason: self.reason,
        }
    }
}

/// What would mend a stage, each said once, in the order of the issues.
pub(super) fn suggestions(issues: &[Issue]) -> Vec<String> {
    let mut said = BTreeSet::new();
    issues
        .iter()
        .filter(|issue| IssueCode::of_unchecked(issue).is_none())
        .map(|issue| issue.suggested_fix.clone())
        .filter(|fix| !fix.is_empty() && said.insert(fix.clone()))
        .collect()
}
