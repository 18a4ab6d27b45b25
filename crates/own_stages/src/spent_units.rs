//! The units in which stages of one's own say what they cost: those of budgets, and no others.
//!
//! A misspelt unit would be counted by nobody, and the budget that it was meant for would never be spent.

use std::collections::BTreeMap;

use jurat_engine::{BudgetDef, ENGINE_UNITS, StageError, UnitAmounts};

pub(crate) type DeclaredBudgets = BTreeMap<String, BudgetDef>;

/// Refuses a reply that spends in a unit that nobody counts. Where no budget counts what stages report, there is none that
/// could be missed.
pub(crate) fn check_spend(
    spend: &UnitAmounts,
    budgets: &DeclaredBudgets,
) -> Result<(), StageError> {
    let counted = reported(budgets).next().is_some();
    let looked_at = spend
        .keys()
        .filter(|unit| counted || ENGINE_UNITS.contains(&unit.as_str()));
    match looked_at.into_iter().find_map(|unit| unit_fault(unit, budgets)) {
        Some(fault) => Err(StageError::permanent(format!("its `spend` is refused: {fault}"))),
        None => Ok(()),
    }
}

/// Why costs cannot be told in a unit; none where a budget counts it.
pub(crate) fn unit_fault(unit: &str, budgets: &DeclaredBudgets) -> Option<String> {
    if ENGINE_UNITS.contains(&unit) {
        return Some(format!("`{unit}` is counted by the engine alone"));
    }
    let mut there = reported(budgets);
    if there.any(|(_, known)| known == unit) {
        return None;
    }
    let known: Vec<String> = reported(budgets)
        .map(|(name, unit)| format!("`{name}` counts `{unit}`"))
        .collect();
    let known =
        if known.is_empty() { "none does so by report".into() } else { known.join(", ") };
    Some(format!("no budget counts `{unit}`; of the budgets {known}"))
}

/// Budgets that count what stages report, each with its unit.
fn reported(budgets: &DeclaredBudgets) -> impl Iterator<Item = (&str, &str)> {
    let all = budgets
        .iter()
        .map(|(name, budget)| (name.as_str(), budget.unit.as_str()));
    all.filter(|(_, unit)| !ENGINE_UNITS.contains(unit))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use serde_json::json;

    use super::{DeclaredBudgets, check_spend};

    fn check(budgets: &serde_json::Value, unit: &str) -> String {
        let budgets: DeclaredBudgets = serde_json::from_value(budgets.clone()).unwrap();
        let spend = [(unit.to_owned(), 1)].into();
        check_spend(&spend, &budgets)
            .err()
            .map_or_else(String::new, |error| error.message)
    }

    #[test]
    fn a_unit_is_that_of_a_budget() {
        let budgets =
            json!({"b": {"unit": "tokens", "limit": 9}, "c": {"unit": "wall_ms", "limit": 9}});
        assert_eq!(check(&budgets, "tokens"), "");
        let expected = "its `spend` is refused: no budget counts `token`; of the budgets `b` counts `tokens`";
        assert_eq!(check(&budgets, "token"), expected);
        assert!(check(&budgets, "wall_ms").contains("by the engine alone"));
    }

    #[test]
    fn where_no_budget_counts_reports_none_is_missed() {
        assert_eq!(check(&json!({}), "tokens"), "");
        assert_eq!(check(&json!({"c": {"unit": "dispatches", "limit": 9}}), "tokens"), "");
    }
}
