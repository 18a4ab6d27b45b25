//! What a deployment asks of an audit: modes, thresholds, bounds, what is known to be good.
//!
//! Every key has a default, so a policy says only what it changes.

mod parts;
mod read;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use jurat_model::audit::{Mode, Severity, Stage};

pub use parts::{
    Allowlist, Bound, Bounds, Checklist, Limits, Modes, Operation, PlanPolicy, Readability,
    RiskWeights, StageModes, Thresholds,
};

/// The policy of an audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AuditPolicy {
    /// Where its schema is, for editors.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What follows from a stage that is not ok: one mode for all, or one per stage.
    pub mode: Modes,
    /// Numbers above or below which something is wrong.
    pub thresholds: Thresholds,
    /// Every Nth request gets the costly checks; 1 is each, 0 is none.
    pub sampling: u64,
    /// Whether the pipeline waits for the audit.
    pub operation: Operation,
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
    /// The risk from which a model may be asked.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub risk_threshold: f64,
    /// How much each thing adds to the risk.
    pub risk: RiskWeights,
    /// From which severity on a stage is not ok.
    pub gate_severity: Severity,
    /// What is known to be good without being among the sources.
    pub allowlist: Allowlist,
    /// Blocks that an answer must have.
    pub required_blocks: Vec<String>,
    /// Sizes of the final blocks.
    pub bounds: Bounds,
    /// Targets of readability by language code.
    pub readability: BTreeMap<String, Readability>,
    /// The plan of an answer.
    pub plan: PlanPolicy,
    /// What a model may be asked at most.
    pub checklist: Checklist,
    /// The largest share of the states of a batch that may be `not_ok`, or have a code; beyond it
    /// there is an alert.
    #[schemars(extend("additionalProperties" = {"type": "number", "minimum": 0.0, "maximum": 1.0}))]
    pub alerts: BTreeMap<String, f64>,
    /// Codes that are not looked for.
    pub off: BTreeSet<String>,
    /// Severities that differ from those of the checks.
    pub severity: BTreeMap<String, Severity>,
    /// How much is read of a state.
    pub limits: Limits,
}

impl Default for AuditPolicy {
    fn default() -> Self {
        Self {
            schema: None,
            mode: Modes::All(Mode::Advisory),
            thresholds: Thresholds::default(),
            sampling: 0,
            operation: Operation::Synchronous,
            min_score: 0.3,
            diversity_min: 0.3,
            drift_max: 0.75,
            grounding_threshold: 0.4,
            risk_threshold: 0.5,
            risk: RiskWeights::default(),
            gate_severity: Severity::Error,
            allowlist: Allowlist::default(),
            required_blocks: vec!["summary".to_owned()],
            bounds: Bounds::default(),
            readability: Readability::by_language(),
            plan: PlanPolicy::default(),
            checklist: Checklist::default(),
            alerts: BTreeMap::new(),
            off: BTreeSet::new(),
            severity: BTreeMap::new(),
            limits: Limits::default(),
        }
    }
}

impl AuditPolicy {
    /// What applies to a stage.
    pub fn mode(&self, stage: Stage) -> Mode {
        match &self.mode {
            Modes::All(mode) => *mode,
            Modes::PerStage(modes) => modes.of(stage),
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
