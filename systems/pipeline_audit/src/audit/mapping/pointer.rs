//! Pointers into a state: JSON Pointer with two steps more, `*` for each element of an array or
//! each value of an object, and `?role=user` for those elements, or that object, that have this
//! value.

use std::fmt;

use jurat_canon::child_path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where something may stand: `/sources`, `/messages/?role=user/content`, `/choices/*/message`.
/// Empty is the value itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct StatePointer(Vec<StatePointerStep>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum StatePointerStep {
    Key(String),
    Each,
    Where(String, String),
}

/// A value that a pointer found, and its path.
#[derive(Debug, Clone)]
pub(crate) struct PointedValue<'v> {
    pub(crate) at: String,
    pub(crate) value: &'v Value,
}

/// Elements that a pointer may find; the state's own limits are far lower.
const MOST: usize = 1 << 20;

impl StatePointer {
    /// What it finds below a value whose path is `at`, nulls left out, in order.
    pub(crate) fn find<'v>(&self, value: &'v Value, at: &str) -> Vec<PointedValue<'v>> {
        let mut found = vec![PointedValue { at: at.to_owned(), value }];
        for step in &self.0 {
            found = found.iter().flat_map(|one| step.of(one)).take(MOST).collect();
        }
        found.retain(|one| !one.value.is_null());
        found
    }

    /// Whether it finds anything.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        fits(&self.0, value)
    }

    /// The key that it begins with; none where it begins with a choice.
    pub(super) fn first_key(&self) -> Option<&str> {
        match self.0.first() {
            Some(StatePointerStep::Key(key)) => Some(key),
            _ => None,
        }
    }

    pub(super) fn without_first(&self) -> Self {
        Self(self.0.iter().skip(1).cloned().collect())
    }

    /// The same, from what stands under some keys.
    pub(super) fn under<'k>(&self, keys: impl IntoIterator<Item = &'k str>) -> Self {
        let keys = keys.into_iter().map(|key| StatePointerStep::Key(key.to_owned()));
        Self(keys.chain(self.0.iter().cloned()).collect())
    }
}

impl StatePointerStep {
    fn of<'v>(&self, from: &PointedValue<'v>) -> Vec<PointedValue<'v>> {
        match (self, from.value) {
            (Self::Key(key), Value::Object(fields)) => {
                let found = |value| PointedValue { at: child_path(&from.at, key), value };
                fields.get(key).map(found).into_iter().collect()
            }
            (Self::Key(key), Value::Array(items)) => {
                let index = key.parse::<usize>().ok();
                let found = |index| Some((index, items.get(index)?));
                index
                    .and_then(found)
                    .map(|one| element(from, one))
                    .into_iter()
                    .collect()
            }
            (Self::Each, Value::Array(items)) => {
                items.iter().enumerate().map(|one| element(from, one)).collect()
            }
            (Self::Each, Value::Object(fields)) => fields
                .iter()
                .map(|(key, value)| PointedValue { at: child_path(&from.at, key), value })
                .collect(),
            (Self::Where(key, wanted), Value::Array(items)) => items
                .iter()
                .enumerate()
                .filter(|(_, item)| has(item, key, wanted))
                .map(|one| element(from, one))
                .collect(),
            (Self::Where(key, wanted), value) if has(value, key, wanted) => vec![from.clone()],
            _ => Vec::new(),
        }
    }
}

fn fits(steps: &[StatePointerStep], value: &Value) -> bool {
    let Some((first, rest)) = steps.split_first() else { return !value.is_null() };
    match (first, value) {
        (StatePointerStep::Key(key), Value::Object(fields)) => {
            fields.get(key).is_some_and(|value| fits(rest, value))
        }
        (StatePointerStep::Key(key), Value::Array(items)) => {
            let item = key.parse::<usize>().ok().and_then(|index| items.get(index));
            item.is_some_and(|value| fits(rest, value))
        }
        (StatePointerStep::Each, Value::Array(items)) => {
            items.iter().any(|item| fits(rest, item))
        }
        (StatePointerStep::Each, Value::Object(fields)) => {
            fields.values().any(|item| fits(rest, item))
        }
        (StatePointerStep::Where(key, wanted), Value::Array(items)) => {
            items.iter().any(|item| has(item, key, wanted) && fits(rest, item))
        }
        (StatePointerStep::Where(key, wanted), value) => {
            has(value, key, wanted) && fits(rest, value)
        }
        _ => false,
    }
}

fn element<'v>(
    from: &PointedValue<'v>,
    (index, value): (usize, &'v Value),
) -> PointedValue<'v> {
    PointedValue { at: format!("{}[{index}]", from.at), value }
}

fn has(item: &Value, key: &str, wanted: &str) -> bool {
    item.get(key).and_then(Value::as_str) == Some(wanted)
}

impl TryFrom<String> for StatePointer {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let Some(steps) = text.strip_prefix('/') else {
            return Err(format!("a pointer begins with `/`: did you mean `/{text}`?"));
        };
        steps.split('/').map(step).collect::<Result<_, _>>().map(Self)
    }
}

fn step(text: &str) -> Result<StatePointerStep, String> {
    if text == "*" {
        return Ok(StatePointerStep::Each);
    }
    let Some(condition) = text.strip_prefix('?') else {
        return Ok(StatePointerStep::Key(text.replace("~1", "/").replace("~0", "~")));
    };
    let parts = condition.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = parts.ok_or_else(|| format!("`?{condition}` is not `?key=value`"))?;
    Ok(StatePointerStep::Where(key.to_owned(), value.to_owned()))
}

impl From<StatePointer> for String {
    fn from(pointer: StatePointer) -> Self {
        pointer.to_string()
    }
}

impl fmt::Display for StatePointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| match step {
            StatePointerStep::Key(key) => {
                write!(f, "/{}", key.replace('~', "~0").replace('/', "~1"))
            }
            StatePointerStep::Each => f.write_str("/*"),
            StatePointerStep::Where(key, value) => write!(f, "/?{key}={value}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::StatePointer;

    #[track_caller]
    fn check(pointer: &str, expected: &[&str]) {
        let said = |role: &str, text: &str| json!({ "role": role, "text": text });
        let inner =
            |role: &str, text: &str| json!({ "type": "said", "inner": said(role, text) });
        let state = json!({
            "flat": [said("user", "a"), said("model", "b"), said("user", "c"), 7],
            "deep": [inner("user", "d"), inner("model", "e"), inner("user", "f"), null],
        });
        let paths = |pointer: StatePointer| {
            assert_eq!(pointer.fits(&state), !expected.is_empty());
            pointer
                .find(&state, "$")
                .into_iter()
                .map(|one| one.at)
                .collect::<Vec<_>>()
        };
        let found = StatePointer::try_from(pointer.to_owned()).map(paths);
        assert_eq!(found, Ok(expected.iter().map(ToString::to_string).collect()));
    }

    #[test]
    fn elements_are_told_apart_by_a_value_of_theirs() {
        check("/flat/?role=user/text", &["$.flat[0].text", "$.flat[2].text"]);
        check("/flat/?role=nobody/text", &[]);
    }

    #[test]
    fn an_object_stays_if_it_has_the_value() {
        let user = ["$.deep[0].inner.text", "$.deep[2].inner.text"];
        check("/deep/*/inner/?role=user/text", &user);
        check("/deep/*/inner/?role=nobody/text", &[]);
        check("/deep/?role=user/inner/text", &[]);
    }
}
