//! What a deployment asks of an audit: modes, thresholds, bounds, what is known to be good.
//!
//! Every key has a default, so a policy says only what it changes.

mod read;
mod settings;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use jurat_model::audit::{Enforcement, IssueSeverity, PipelineStage};

pub use settings::{
    AuditAllowlist, AuditModes, AuditThresholds, AuditTiming, BlockBounds, ChecklistBudget,
    CountBound, PlanPolicy, ReadabilityLimits, RiskWeights, StageModes, StateReadLimits,
    UncheckedAnswer,
};

/// The policy of an audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AuditPolicy {
    /// Where its schema is, for editors.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What follows from a stage that is not ok: one mode for all, or one per stage.
    pub mode: AuditModes,
    /// Numbers above or below which something is wrong.
    pub thresholds: AuditThresholds,
    /// Every Nth request gets the costly checks; 1 is each, 0 is none.
    pub sampling: u64,
    /// Whether the pipeline waits for the audit.
    pub operation: AuditTiming,
    /// The least score of the best source.
    pub min_score: f64,
    /// The least share of distinct provisions or documents among the sources.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub diversity_min: f64,
    /// The largest share of the question's telling words that may be in no source.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub drift_max: f64,
    /// The probability of being unsupported from which a sentence is flagged.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub grounding_threshold: f64,
    /// The probability that something in it is unsupported from which an answer out of prose is flagged: of sources
    /// that lay down no rules, it is weighed as a whole.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub answer_threshold: f64,
    /// The risk from which a model may be asked.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub risk_threshold: f64,
    /// How much each thing adds to the risk.
    pub risk: RiskWeights,
    /// From which severity on a stage is not ok.
    pub gate_severity: IssueSeverity,
    /// What an answer that was not held against its sources means: `unsettled` (exit code 2), `pass` or `fail`.
    pub unchecked_answer: UncheckedAnswer,
    /// What is known to be good without being among the sources.
    pub allowlist: AuditAllowlist,
    /// Blocks that an answer must have.
    pub required_blocks: Vec<String>,
    /// Sizes of the final blocks.
    pub bounds: BlockBounds,
    /// Targets of readability by language code.
    pub readability: BTreeMap<String, ReadabilityLimits>,
    /// The plan of an answer.
    pub plan: PlanPolicy,
    /// What a model may be asked at most.
    pub checklist: ChecklistBudget,
    /// The largest share of the states of a batch that may be `not_ok`, or have a code; beyond it
    /// there is an alert.
    #[schemars(extend("additionalProperties" = {"type": "number", "minimum": 0.0, "maximum": 1.0}))]
    pub alerts: BTreeMap<String, f64>,
    /// Codes that are not looked for.
    pub off: BTreeSet<String>,
    /// Severities that differ from those of the checks.
    pub severity: BTreeMap<String, IssueSeverity>,
    /// How much is read of a state.
    pub limits: StateReadLimits,
}

impl Default for AuditPolicy {
    fn default() -> Self {
        Self {
            schema: None,
            mode: AuditModes::All(Enforcement::Advisory),
            thresholds: AuditThresholds::default(),
            sampling: 0,
            operation: AuditTiming::Synchronous,
            min_score: 0.3,
            diversity_min: 0.3,
            drift_max: 0.75,
            grounding_threshold: 0.4,
            answer_threshold: 0.42,
            risk_threshold: 0.5,
            risk: RiskWeights::default(),
            gate_severity: IssueSeverity::Error,
            unchecked_answer: UncheckedAnswer::Unsettled,
            allowlist: AuditAllowlist::default(),
            required_blocks: vec!["summary".to_owned()],
            bounds: BlockBounds::default(),
            readability: ReadabilityLimits::by_language(),
            plan: PlanPolicy::default(),
            checklist: ChecklistBudget::default(),
            alerts: BTreeMap::new(),
            off: BTreeSet::new(),
            severity: BTreeMap::new(),
            limits: StateReadLimits::default(),
        }
    }
}

impl AuditPolicy {
    /// What applies to a stage.
    pub fn mode(&self, stage: PipelineStage) -> Enforcement {
        match &self.mode {
            AuditModes::All(mode) => *mode,
            AuditModes::PerStage(modes) => modes.of(stage),
        }
    }

    /// Whether a code is looked for.
    pub fn is_on(&self, code: &str) -> bool {
        !self.off.contains(code)
    }

    /// Whether request `number`, counted from 1, gets the costly checks.
    pub const fn is_sampled(&self, number: u64) -> bool {
        self.sampling != 0 && number.is_multiple_of(self.sampling)
    }
}
