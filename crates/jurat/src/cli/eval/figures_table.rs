//! Figures as a table: one line a figure, and a small table for each group of them.

use serde_json::{Map, Value};

use crate::output;

/// Figures for people.
pub(super) fn table(value: &Value) -> String {
    let Value::Object(figures) = value else { return plain(value) };
    let (groups, single): (Vec<_>, Vec<_>) =
        figures.iter().partition(|(_, value)| value.is_object());
    let rows = single.iter().map(|(name, value)| vec![(*name).clone(), plain(value)]);
    let mut text = output::table(&["figure", "value"], rows);
    for (name, group) in groups {
        if let Value::Object(group) = group {
            text.push_str("\n\n");
            text.push_str(&grouped(name, group));
        }
    }
    text
}

/// A row for each member; members that are groups themselves spread over columns.
fn grouped(name: &str, group: &Map<String, Value>) -> String {
    let columns = columns(group);
    if columns.is_empty() {
        let rows = group.iter().map(|(key, value)| vec![key.clone(), plain(value)]);
        return output::table(&[name, "value"], rows);
    }
    let mut head = vec![name];
    head.extend(columns.iter().map(String::as_str));
    let rows = group.iter().map(|(key, value)| {
        let cells = columns
            .iter()
            .map(|column| value.get(column).map_or_else(String::new, plain));
        std::iter::once(key.clone()).chain(cells).collect()
    });
    output::table(&head, rows)
}

fn columns(group: &Map<String, Value>) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for key in group.values().filter_map(Value::as_object).flat_map(Map::keys) {
        if !columns.contains(key) {
            columns.push(key.clone());
        }
    }
    columns
}

/// Shares with four digits, larger numbers with as many as matter.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            Some(large) if 100.0 <= large.abs() => format!("{large:.1}"),
            Some(small) => format!("{small:.4}"),
            None => number.to_string(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::table;

    #[track_caller]
    fn check(value: &serde_json::Value, lines: &[&str]) {
        let text = table(value);
        for line in lines {
            assert!(text.lines().any(|other| other == *line), "{line:?} is not in\n{text}");
        }
    }

    #[test]
    fn a_share_has_four_digits() {
        check(&json!({"f1": 0.5, "rows": 12}), &["f1      0.5000", "rows    12"]);
    }

    #[test]
    fn groups_spread_over_columns() {
        let value = json!({"by": {"a": {"f1": 1.0, "n": 3}, "b": {"f1": 0.25, "n": null}}});
        check(&value, &["by  f1      n", "a   1.0000  3", "b   0.2500  -"]);
    }
}
