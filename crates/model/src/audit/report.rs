//! What the audit of each stage reports, and all of them together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Issue, IssueSeverity};
use crate::{ByteSpan, ModelUse};

/// A place in a pipeline after which it is audited.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PipelineStage {
    /// After retrieval.
    #[serde(alias = "busca")]
    Search,
    /// After the draft was written.
    #[serde(rename = "redator", alias = "draft")]
    Draft,
    /// After the final blocks were made.
    #[serde(rename = "professor", alias = "final")]
    Final,
    /// End to end.
    Pipeline,
}

impl PipelineStage {
    /// All of them, in the order of a run.
    pub const ALL: [Self; 4] = [Self::Search, Self::Draft, Self::Final, Self::Pipeline];

    /// The key of its section in an audit.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Draft => "redator",
            Self::Final => "professor",
            Self::Pipeline => "pipeline",
        }
    }
}

/// What follows from an issue that is too severe.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Enforcement {
    /// It is written down and nothing is stopped.
    #[default]
    Advisory,
    /// The producing stage is asked once more, with feedback; then advisory.
    RetryOnce,
    /// The answer is stopped.
    Gate,
}

/// What the audit of a stage comes to, or that of all stages; the worst is the greatest.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum StageOutcome {
    /// What it made was looked at, and nothing severe was found.
    Ok,
    /// What matters could not be looked at. Never a pass.
    #[default]
    NotChecked,
    /// Something severe was found.
    NotOk,
}

impl StageOutcome {
    /// As people read it.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::NotChecked => "NOT CHECKED",
            Self::NotOk => "not ok",
        }
    }
}

/// Shares from 0 to 1; absent where they could not be computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditScores {
    /// How much of what is claimed the sources support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<f64>,
    /// How well it reads and keeps to its form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<f64>,
    /// The probability that all it says is supported by the sources, its question considered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faithfulness: Option<f64>,
}

/// Words that no source supports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnsupportedSpan {
    /// The JSON path of the text.
    pub at: String,
    /// The bytes of it.
    pub span: ByteSpan,
    /// The words.
    pub text: String,
    /// The nearest source, such as `hit#2`, where one is near at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

/// An agent, or the whole, that took longer than it may.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BudgetFlag {
    /// The agent, or `total`.
    pub agent: String,
    /// What it took.
    pub elapsed_ms: f64,
    /// What it may take.
    pub max_elapsed_ms: f64,
}

/// A check that could not run. Never a pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotChecked {
    /// Of which stage.
    pub stage: PipelineStage,
    /// The code that was not looked for.
    pub code: String,
    /// What was missing.
    pub reason: String,
}

/// The audit after retrieval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchAudit {
    /// Whether it was checked and nothing found is severe enough to stop for.
    pub ok: bool,
    /// Ok, not ok or not checked.
    #[serde(default)]
    pub outcome: StageOutcome,
    /// Why it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The worst of the issues.
    pub severity: IssueSeverity,
    /// What was found.
    pub issues: Vec<Issue>,
    /// What applies to a stage that is not ok.
    pub mode: Enforcement,
    /// The scores of the sources, in their order; those without one are left out.
    pub scores: Vec<f64>,
    /// Distinct provisions or documents, as a share of the sources.
    pub diversity: f64,
    /// Provisions that the question calls for and no source has.
    pub missing_expected: Vec<String>,
    /// What this audit took.
    pub elapsed_ms: u64,
}

/// The audit of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DraftAudit {
    /// Whether it was checked and nothing found is severe enough to stop for.
    pub ok: bool,
    /// Ok, not ok or not checked.
    #[serde(default)]
    pub outcome: StageOutcome,
    /// Why it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The worst of the issues.
    pub severity: IssueSeverity,
    /// What was found.
    pub issues: Vec<Issue>,
    /// What applies to a stage that is not ok.
    pub mode: Enforcement,
    /// Coverage and style.
    pub scores: AuditScores,
    /// What no source supports.
    pub unsupported_spans: Vec<UnsupportedSpan>,
    /// The share of claims that a source supports; null where it could not be computed.
    pub coverage_score: Option<f64>,
    /// What would mend the draft, each said once.
    pub suggestions: Vec<String>,
    /// What this audit took.
    pub elapsed_ms: u64,
}

/// The audit of the final blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FinalAudit {
    /// Whether it was checked and nothing found is severe enough to stop for.
    pub ok: bool,
    /// Ok, not ok or not checked.
    #[serde(default)]
    pub outcome: StageOutcome,
    /// Why it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The worst of the issues.
    pub severity: IssueSeverity,
    /// What was found.
    pub issues: Vec<Issue>,
    /// What applies to a stage that is not ok.
    pub mode: Enforcement,
    /// Coverage and style.
    pub scores: AuditScores,
    /// Defects of structure, one line each.
    pub structure_lints: Vec<String>,
    /// Whether what must not change has not changed; null where it could not be told.
    pub invariants_ok: Option<bool>,
    /// What this audit took.
    pub elapsed_ms: u64,
}

/// The audit of the whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PipelineAudit {
    /// Whether it was checked and nothing found is severe enough to stop for.
    pub ok: bool,
    /// Ok, not ok or not checked.
    #[serde(default)]
    pub outcome: StageOutcome,
    /// Why it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The worst of the issues.
    pub severity: IssueSeverity,
    /// What was found.
    pub issues: Vec<Issue>,
    /// What applies to a stage that is not ok.
    pub mode: Enforcement,
    /// Coverage and style.
    pub scores: AuditScores,
    /// What this audit took.
    pub elapsed_ms: u64,
    /// Who was too slow.
    pub budget_flags: Vec<BudgetFlag>,
}

/// The audits of a state, as they stand at `meta.audit`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombinedAudit {
    /// After retrieval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchAudit>,
    /// Of the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redator: Option<DraftAudit>,
    /// Of the final blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub professor: Option<FinalAudit>,
    /// Of the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<PipelineAudit>,
    /// What all stages together come to: the worst of them.
    #[serde(default)]
    pub outcome: StageOutcome,
    /// The strictest that applies to an audited stage.
    pub mode: Enforcement,
    /// What could not be checked, and why.
    #[serde(default)]
    pub not_checked: Vec<NotChecked>,
    /// What models did for it, and what that took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model_use: Vec<ModelUse>,
    /// What all of it took.
    pub elapsed_ms: u64,
}

impl CombinedAudit {
    /// The issues of one stage; none where it was not audited.
    pub fn issues(&self, stage: PipelineStage) -> &[Issue] {
        match stage {
            PipelineStage::Search => {
                self.search.as_ref().map_or(&[], |one| one.issues.as_slice())
            }
            PipelineStage::Draft => {
                self.redator.as_ref().map_or(&[], |one| one.issues.as_slice())
            }
            PipelineStage::Final => {
                self.professor.as_ref().map_or(&[], |one| one.issues.as_slice())
            }
            PipelineStage::Pipeline => {
                self.pipeline.as_ref().map_or(&[], |one| one.issues.as_slice())
            }
        }
    }

    /// Whether a stage was audited, and if so whether it is ok.
    pub fn ok(&self, stage: PipelineStage) -> Option<bool> {
        match stage {
            PipelineStage::Search => self.search.as_ref().map(|one| one.ok),
            PipelineStage::Draft => self.redator.as_ref().map(|one| one.ok),
            PipelineStage::Final => self.professor.as_ref().map(|one| one.ok),
            PipelineStage::Pipeline => self.pipeline.as_ref().map(|one| one.ok),
        }
    }

    /// What a stage that was audited comes to, and where it was not checked, why.
    pub fn outcome_of(&self, stage: PipelineStage) -> Option<(StageOutcome, Option<&str>)> {
        let (outcome, reason) = match stage {
            PipelineStage::Search => self.search.as_ref().map(|one| (one.outcome, &one.reason)),
            PipelineStage::Draft => self.redator.as_ref().map(|one| (one.outcome, &one.reason)),
            PipelineStage::Final => {
                self.professor.as_ref().map(|one| (one.outcome, &one.reason))
            }
            PipelineStage::Pipeline => {
                self.pipeline.as_ref().map(|one| (one.outcome, &one.reason))
            }
        }?;
        Some((outcome, reason.as_deref()))
    }

    /// Whether something severe was found in what a stage made.
    pub fn has_failed(&self, stage: PipelineStage) -> bool {
        self.outcome_of(stage)
            .is_some_and(|(outcome, _)| outcome == StageOutcome::NotOk)
    }

    /// Takes the worst of the stages for the outcome of all.
    pub fn settle(&mut self) {
        let all = PipelineStage::ALL
            .into_iter()
            .filter_map(|stage| self.outcome_of(stage));
        self.outcome = all.map(|(outcome, _)| outcome).max().unwrap_or_default();
    }

    /// What applies to a stage that was audited.
    pub fn mode_of(&self, stage: PipelineStage) -> Option<Enforcement> {
        match stage {
            PipelineStage::Search => self.search.as_ref().map(|one| one.mode),
            PipelineStage::Draft => self.redator.as_ref().map(|one| one.mode),
            PipelineStage::Final => self.professor.as_ref().map(|one| one.mode),
            PipelineStage::Pipeline => self.pipeline.as_ref().map(|one| one.mode),
        }
    }

    /// All issues with their stage, in the order of a run.
    pub fn all(&self) -> impl Iterator<Item = (PipelineStage, &Issue)> {
        PipelineStage::ALL
            .into_iter()
            .flat_map(|stage| self.issues(stage).iter().map(move |issue| (stage, issue)))
    }
}
