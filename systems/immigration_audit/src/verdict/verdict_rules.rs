//! The rules of verdicts, out of `data/verdicts.json`.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use crate::model::{FinalRecommendation, VerdictWord, WorkflowName};

/// The text of the rules, for hashes and proofs.
pub const VERDICTS: &str = include_str!("../../data/verdicts.json");

/// What `data/verdicts.json` holds.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerdictRules {
    /// How rules are read.
    #[expect(dead_code, reason = "for those who read the file")]
    about: String,
    /// The scale of each workflow.
    workflows: BTreeMap<WorkflowName, String>,
    scales: BTreeMap<String, VerdictScale>,
    recommendations: BTreeMap<String, FinalRecommendation>,
    scenarios: BTreeMap<String, String>,
    /// With more of the files not read than this, nothing is decided.
    pub(super) not_read_share: f64,
}

/// Verdicts of a kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerdictScale {
    /// What a pill forces.
    pub(super) worst: VerdictWord,
    /// The first that holds decides.
    pub(super) rules: Vec<VerdictRule>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerdictRule {
    pub(super) id: String,
    pub(super) words: String,
    pub(super) when: VerdictCondition,
    pub(super) verdict: VerdictWord,
}

/// All that is named has to hold; nothing named holds always.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct VerdictCondition {
    score_below: Option<u32>,
    /// The low end of its range: what could not be told may take it there.
    range_from_below: Option<u32>,
    critical_from: Option<u32>,
    high_from: Option<u32>,
    inadmissible_from: Option<u32>,
    unverified_from: Option<u32>,
    quality_faults_from: Option<u32>,
    lacking_from: Option<u32>,
    missing_from: Option<u32>,
    promises_from: Option<u32>,
    /// At most as many as the tier may cite.
    precedents_below: Option<u32>,
}

/// What conditions are held against.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct VerdictCounts {
    pub(super) score: u32,
    pub(super) range_from: u32,
    pub(super) critical: u32,
    pub(super) high: u32,
    pub(super) inadmissible: u32,
    pub(super) unverified: u32,
    pub(super) quality_faults: u32,
    pub(super) lacking: u32,
    pub(super) missing: u32,
    pub(super) promises: u32,
    pub(super) precedents: u32,
    pub(super) max_citations: u32,
}

impl VerdictCondition {
    pub(super) fn holds(&self, counts: VerdictCounts) -> bool {
        let below = |most: Option<u32>, it: u32| most.is_none_or(|most| it < most);
        let from = |least: Option<u32>, it: u32| least.is_none_or(|least| least <= it);
        let precedents = self.precedents_below.map(|it| it.min(counts.max_citations));
        below(self.score_below, counts.score)
            && below(self.range_from_below, counts.range_from)
            && below(precedents, counts.precedents)
            && from(self.critical_from, counts.critical)
            && from(self.high_from, counts.high)
            && from(self.inadmissible_from, counts.inadmissible)
            && from(self.unverified_from, counts.unverified)
            && from(self.quality_faults_from, counts.quality_faults)
            && from(self.lacking_from, counts.lacking)
            && from(self.missing_from, counts.missing)
            && from(self.promises_from, counts.promises)
    }
}

impl VerdictRules {
    /// The rules that ship; nothing where the file cannot be read, which a test forbids.
    pub(super) fn shipped() -> Option<&'static Self> {
        static READ: OnceLock<Option<VerdictRules>> = OnceLock::new();
        READ.get_or_init(|| serde_json::from_str(VERDICTS).ok()).as_ref()
    }

    pub(super) fn scale(&self, workflow: WorkflowName) -> Option<&VerdictScale> {
        self.scales.get(self.workflows.get(&workflow)?)
    }

    pub(super) fn recommendation(&self, verdict: VerdictWord) -> FinalRecommendation {
        let told = self.recommendations.get(&word(verdict)).copied();
        told.unwrap_or(FinalRecommendation::NotAssessable)
    }

    pub(super) fn scenario(&self, verdict: VerdictWord) -> String {
        self.scenarios.get(&word(verdict)).cloned().unwrap_or_default()
    }
}

/// A verdict as it is written: `NO-GO`.
pub fn word(verdict: VerdictWord) -> String {
    serde_json::to_value(verdict)
        .ok()
        .and_then(|it| it.as_str().map(str::to_owned))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{VerdictRules, word};
    use crate::model::WorkflowName::{
        ClientGuidance, DocumentList, FinalReview, InitialAssessment, RefusalAnalysis,
        RiskAudit,
    };

    #[test]
    fn every_workflow_has_a_scale_that_ends_in_a_verdict() {
        let rules = VerdictRules::shipped().unwrap();
        for workflow in [
            RiskAudit,
            InitialAssessment,
            FinalReview,
            RefusalAnalysis,
            DocumentList,
            ClientGuidance,
        ] {
            let scale = rules.scale(workflow).unwrap();
            let last = scale.rules.last().unwrap();
            assert!(last.when.holds(super::VerdictCounts::default()), "{}", last.id);
            for rule in &scale.rules {
                assert!(rules.recommendations.contains_key(&word(rule.verdict)), "{}", rule.id);
                assert!(!rules.scenario(rule.verdict).is_empty(), "{}", rule.id);
            }
        }
    }
}
