//! What is wrong with a state, a mapping or a policy, each with its JSON path.

use std::fmt;

use serde_json::Value;

/// Problems that are told; more are counted.
const MOST: usize = 50;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where, as in `$.sources[3].score`.
    pub path: String,
    /// What, as in `expected a number, found "high"`.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// That a value is of the wrong type.
    pub(crate) fn expected(path: impl Into<String>, what: &str, found: &Value) -> Self {
        Self::new(path, format!("expected {what}, found {}", shown(found)))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Everything that is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be used: {}", listed(problems))]
pub struct Invalid {
    /// What was read: `the state`, `the policy`, `the mapping`.
    pub what: &'static str,
    /// In the order in which they stand.
    pub problems: Vec<Problem>,
}

impl Invalid {
    /// An error, if anything is wrong.
    pub(crate) fn unless_none(what: &'static str, problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { what, problems }) }
    }
}

fn listed(problems: &[Problem]) -> String {
    let mut lines: Vec<String> = problems.iter().take(MOST).map(ToString::to_string).collect();
    if MOST < problems.len() {
        lines.push(format!("and {} more", problems.len() - MOST));
    }
    lines.join("; ")
}

/// A value in a message: short, and by its kind where it is large.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) if text.chars().count() <= 40 => value.to_string(),
        Value::String(text) => {
            let head: String = text.chars().take(37).collect();
            format!("{:?}", head + "…")
        }
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// The name nearest to what was written, where one is near.
pub(crate) fn nearest<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let written: Vec<char> = written.to_lowercase().chars().take(64).collect();
    known
        .into_iter()
        .map(|name| {
            (distance(&written, &name.to_lowercase().chars().collect::<Vec<_>>()), name)
        })
        .filter(|(far, name)| *far <= 1 + name.len() / 4)
        .min()
        .map(|(_, name)| name)
}

/// Letters to change, add or drop.
fn distance(one: &[char], two: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, a) in one.iter().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (to, b) in two.iter().enumerate() {
            let changed = before + usize::from(a != b);
            before = row[to + 1];
            row[to + 1] = changed.min(before + 1).min(row[to] + 1);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_pen_has_a_nearest_name() {
        let known = ["thresholds", "mode", "sampling"];
        assert_eq!(nearest("treshold", known), Some("thresholds"));
        assert_eq!(nearest("Mode", known), Some("mode"));
        assert_eq!(nearest("zebra", known), None);
    }
}
