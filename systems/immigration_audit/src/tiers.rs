//! The limits of each tier, out of `data/tiers.json`.

use std::collections::BTreeMap;

use crate::model::{AuditTier, TierLimits};

/// What a tier may do.
pub fn limits_of(tier: AuditTier) -> Result<TierLimits, String> {
    let mut all: BTreeMap<AuditTier, TierLimits> =
        serde_json::from_str(include_str!("../data/tiers.json"))
            .map_err(|error| format!("data/tiers.json: {error}"))?;
    all.remove(&tier)
        .ok_or_else(|| "data/tiers.json lacks a tier".to_owned())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::limits_of;
    use crate::model::AuditTier;

    #[test]
    fn a_higher_tier_never_allows_less() {
        let [guest, pro, ultra] = [AuditTier::Guest, AuditTier::Pro, AuditTier::Ultra]
            .map(|tier| limits_of(tier).unwrap());
        for (less, more) in [(&guest, &pro), (&pro, &ultra)] {
            assert!(less.max_citations < more.max_citations);
            assert!(less.max_agent_calls < more.max_agent_calls);
            assert!(less.max_verify_iterations < more.max_verify_iterations);
            assert!(less.max_report_lines < more.max_report_lines);
        }
    }
}
