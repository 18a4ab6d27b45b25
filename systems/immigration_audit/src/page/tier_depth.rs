//! How much of each part a tier's report shows, out of `data/report_tiers.json`.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use crate::model::AuditTier;

/// Rows of each part at most; everything stands in the report's JSON.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TierDepth {
    pub(super) facts: usize,
    pub(super) risks: usize,
    pub(super) strengths: usize,
    pub(super) contradictions: usize,
    pub(super) timeline: usize,
    /// Of each of the three parts of the plan.
    pub(super) plan: usize,
    pub(super) changes: usize,
    pub(super) requirements: usize,
    pub(super) files: usize,
    /// Whether the legal framework and the table of citations are told.
    pub(super) has_framework: bool,
}

/// The text of the figures.
pub(super) const DEPTHS: &str = include_str!("../../data/report_tiers.json");

pub(super) fn depth(tier: AuditTier) -> TierDepth {
    static READ: OnceLock<BTreeMap<AuditTier, TierDepth>> = OnceLock::new();
    let read = READ.get_or_init(|| serde_json::from_str(DEPTHS).unwrap_or_default());
    read.get(&tier).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::depth;
    use crate::model::AuditTier::{Guest, Pro, Ultra};

    #[test]
    fn a_higher_tier_shows_no_less() {
        let risks = [Guest, Pro, Ultra].map(|it| depth(it).risks);
        assert!(0 < risks[0] && risks.is_sorted());
        assert!(depth(Ultra).has_framework && !depth(Guest).has_framework);
    }
}
