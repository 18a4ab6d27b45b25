//! Audits of pipelines for people and for programs, one state after the other.
//!
//! A format is three functions: what stands before all states, one state, and what stands after.
//! Nothing is kept between states, so that a batch of any length needs the same memory.

mod json;
mod junit;
mod sarif;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::audit::{
    CombinedAudit, Issue, IssueSeverity, NotChecked, PipelineStage, StageOutcome,
};
use serde::Serialize;

/// The audit of one state.
#[derive(Debug, Clone, Copy)]
pub struct AuditedState<'a> {
    /// Where the state came from: a file, or a file and a line.
    pub name: &'a str,
    pub audit: &'a CombinedAudit,
    /// How risky the answer is, from 0 to 1.
    pub risk: f64,
    /// The stage that is to be run again, if one is.
    pub again: Option<PipelineStage>,
    /// Which state it is, from 0.
    pub index: u64,
    /// Lines of the states before it in a format that lists them: their issues, and their stages of which something was
    /// not checked.
    pub results_before: u64,
}

/// A state of a batch that could not be read.
#[derive(Debug, Clone, Copy)]
pub struct UnreadableState<'a> {
    /// Where it stands: a file and a line.
    pub name: &'a str,
    /// Why it could not be read.
    pub reason: &'a str,
    /// Which state it is, from 0.
    pub index: u64,
    /// As of [`AuditedState`].
    pub results_before: u64,
}

/// What all states together came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AuditTotals {
    pub states: u64,
    /// Those of which every audited stage is ok.
    pub ok: u64,
    /// Those of which one is not.
    pub not_ok: u64,
    /// Those of which one could not be checked, and none is not ok.
    pub unchecked: u64,
    /// Those that could not be read.
    pub unreadable: u64,
    pub codes: BTreeMap<String, u64>,
    /// States by the codes of their issues.
    pub states_with: BTreeMap<String, u64>,
    pub severities: BTreeMap<IssueSeverity, u64>,
    /// Checks that could not run.
    pub not_checked: u64,
    /// Issues, stages of which something was not checked, and states that could not be read.
    #[serde(skip)]
    pub results: u64,
}

impl AuditTotals {
    pub fn add(&mut self, audit: &CombinedAudit) {
        self.states += 1;
        *(match audit.outcome {
            StageOutcome::Ok => &mut self.ok,
            StageOutcome::NotChecked => &mut self.unchecked,
            StageOutcome::NotOk => &mut self.not_ok,
        }) += 1;
        self.results += results(audit);
        self.not_checked += audit.not_checked.len() as u64;
        let codes: BTreeSet<&str> = audit.all().map(|(_, issue)| issue.code.as_str()).collect();
        for code in codes {
            *self.states_with.entry(code.to_owned()).or_default() += 1;
        }
        for (_, issue) in audit.all() {
            *self.codes.entry(issue.code.clone()).or_default() += 1;
            *self.severities.entry(issue.severity).or_default() += 1;
        }
    }

    /// One that could not be read.
    pub const fn add_unreadable(&mut self) {
        self.unreadable += 1;
        self.results += 1;
    }
}

impl AuditTotals {
    /// What went beyond its share: `not_ok`, or a code.
    #[expect(clippy::cast_precision_loss, reason = "nobody audits that many states")]
    pub fn alerts(&self, shares: &BTreeMap<String, f64>) -> Vec<String> {
        let count = |name: &str| match name {
            "not_ok" => self.not_ok,
            code => self.states_with.get(code).copied().unwrap_or(0),
        };
        let over = shares.iter().filter(|(name, most)| {
            **most * self.states as f64 + f64::EPSILON < count(name) as f64
        });
        over.map(|(name, most)| {
            format!("{name} in {} of {} states; {most} is allowed", count(name), self.states)
        })
        .collect()
    }
}

/// A way of writing audits.
pub struct AuditFormat {
    /// What `--format` calls it.
    pub name: &'static str,
    /// What stands before the first state. It gets the names of all codes.
    pub begin: fn(&[&str]) -> String,
    pub one: fn(&AuditedState) -> String,
    /// What stands for a state that could not be read.
    pub unreadable: fn(&UnreadableState) -> String,
    /// What stands after the last.
    pub end: fn(&AuditTotals) -> String,
}

/// Every format; a new one is one file and one line here.
pub const AUDIT_FORMATS: &[AuditFormat] =
    &[text::FORMAT, json::FORMAT, junit::FORMAT, sarif::FORMAT];

/// The audited stages, and what each comes to.
pub(crate) fn stages(
    audit: &CombinedAudit,
) -> impl Iterator<Item = (PipelineStage, StageOutcome)> {
    PipelineStage::ALL
        .into_iter()
        .filter_map(|stage| Some((stage, audit.outcome_of(stage)?.0)))
}

/// How many results an audit is where what was not checked is one for each stage.
fn results(audit: &CombinedAudit) -> u64 {
    let all = PipelineStage::ALL.into_iter();
    let count = all.map(|stage| {
        defects(audit, stage).count() + usize::from(unchecked(audit, stage).is_some())
    });
    count.sum::<usize>() as u64
}

/// Reasons that are told for one stage.
const MOST_REASONS: usize = 4;

/// All of a stage that was not checked, in one line: each reason once, with the codes that it kept from running. None
/// where all was.
pub(crate) fn unchecked(audit: &CombinedAudit, stage: PipelineStage) -> Option<String> {
    let all = audit.not_checked.iter().filter(|one| one.stage == stage);
    let mut by_reason: Vec<(&str, Vec<&str>)> = Vec::new();
    for NotChecked { code, reason, .. } in all {
        match by_reason.iter_mut().find(|(known, _)| known == reason) {
            Some((_, codes)) => codes.push(code),
            None => by_reason.push((reason, vec![code])),
        }
    }
    let more = by_reason.len().saturating_sub(MOST_REASONS);
    let told = by_reason
        .iter()
        .take(MOST_REASONS)
        .map(|(reason, codes)| match codes[..] {
            [code] => format!("{code}: {reason}"),
            _ => format!("{} checks: {reason}", codes.len()),
        });
    let mut told: Vec<String> = told.collect();
    if 0 < more {
        told.push(format!("and {more} more reasons"));
    }
    (!told.is_empty()).then(|| told.join("; "))
}

/// How grave it is that something of a stage was not checked, where the policy counts it: then it may be what stops the stage.
pub(crate) fn unchecked_severity(
    audit: &CombinedAudit,
    stage: PipelineStage,
) -> Option<IssueSeverity> {
    let unchecked = audit.issues(stage).iter().filter(|issue| issue.code == "NOT_CHECKED");
    unchecked
        .map(|issue| issue.severity)
        .max()
        .filter(|severity| IssueSeverity::Info < *severity)
}

/// The issues of a stage that say something is wrong.
pub(crate) fn defects(
    audit: &CombinedAudit,
    stage: PipelineStage,
) -> impl Iterator<Item = &Issue> {
    audit.issues(stage).iter().filter(|issue| issue.code != "NOT_CHECKED")
}

pub(crate) const fn severity(severity: IssueSeverity) -> &'static str {
    match severity {
        IssueSeverity::Info => "info",
        IssueSeverity::Warn => "warn",
        IssueSeverity::Error => "error",
    }
}

/// What people call the stages.
pub(crate) const fn stage_name(stage: PipelineStage) -> &'static str {
    match stage {
        PipelineStage::Search => "search",
        PipelineStage::Draft => "draft",
        PipelineStage::Final => "final",
        PipelineStage::Pipeline => "pipeline",
    }
}

/// What stays of a text on one line of a terminal: no control character gets through.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
