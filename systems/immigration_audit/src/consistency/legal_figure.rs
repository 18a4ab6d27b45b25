//! Minima and times of validity, asked of the shipped tables for the day of the audit.

use std::sync::OnceLock;

use jurat_tools::{ToolServices, tool_named};
use serde_json::{Value as Json, json};

use crate::model::PartialDate;

/// A fact of the law as it stood on a day.
#[derive(Debug, Clone)]
pub(super) struct LegalFigure {
    pub(super) value: Json,
    /// The amount for the size of family that was asked for.
    pub(super) for_family: Option<u64>,
    /// Its provisions, else the words of its source.
    pub(super) source: String,
    /// The first day of the version used, and the last that it is known to hold on.
    pub(super) table_of: String,
    pub(super) known_until: String,
}

impl LegalFigure {
    /// A whole number of its value.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.value[name].as_i64()
    }

    /// Where the figure is from, in brackets after a sentence.
    pub(super) fn basis(&self) -> String {
        format!(
            "{}, in force since {}, known until {}",
            self.source, self.table_of, self.known_until
        )
    }
}

/// A fact of the shipped table of minima; nothing where it has none for that day.
pub(super) fn figure(id: &str, as_of: PartialDate, family_size: u32) -> Option<LegalFigure> {
    static SERVICES: OnceLock<Option<ToolServices>> = OnceLock::new();
    let services = SERVICES.get_or_init(|| ToolServices::built_in().ok()).as_ref()?;
    let (_, tool) = tool_named("minimum_lookup").ok()?;
    let day = as_of.first_day().to_string();
    let arguments =
        json!({ "as_of": day, "fact": id, "family_size": family_size.clamp(1, 100) });
    let answer = tool.call(services, arguments).ok()?.content;
    let fact = answer["facts"].as_array()?.first()?;
    let text = |name: &str| fact[name].as_str().unwrap_or_default().to_owned();
    let provisions: Vec<&str> = fact["provision"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let source = if provisions.is_empty() { text("title") } else { provisions.join(", ") };
    Some(LegalFigure {
        value: fact["value"].clone(),
        for_family: fact["for_family"].as_u64(),
        source,
        table_of: text("table_of"),
        known_until: text("known_until"),
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::figure;

    #[test]
    fn the_figure_is_that_of_the_day() {
        let day = "2026-02-01".parse().unwrap();
        let two = figure("study_funds", day, 2).unwrap();
        assert_eq!(two.for_family, Some(28_502));
        assert_eq!(two.table_of, "2025-09-01");
        let earlier = figure("study_funds", "2024-06-01".parse().unwrap(), 1).unwrap();
        assert_eq!(earlier.for_family, Some(20_635));
        assert_eq!(
            figure("language_test_validity", day, 1).unwrap().number("months"),
            Some(24)
        );
        assert!(figure("no_such_fact", day, 1).is_none());
    }
}
