//! Conditions on the values of a profile: ends are part of a range, a missing end is open.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{ToolFailure, grid::profile::GridProfile};

/// Conditions that must all hold, by the name of the value.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct GridConditions(BTreeMap<String, ValueCondition>);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueCondition {
    min: Option<i64>,
    max: Option<i64>,
    #[serde(rename = "in")]
    words: Option<Vec<String>>,
    is: Option<bool>,
}

/// A value of a profile.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GridValue {
    Whole(i64),
    Word(String),
    Truth(bool),
    /// By ability.
    Levels(BTreeMap<String, i64>),
}

impl GridConditions {
    /// Whether all hold, and for a reader what each was held against.
    pub(super) fn hold(
        &self,
        profile: &GridProfile,
    ) -> Result<(bool, Vec<String>), ToolFailure> {
        let mut because = Vec::new();
        let mut all = true;
        for (name, condition) in &self.0 {
            let value = profile.value(name)?;
            all &= condition.holds(value);
            because.push(format!("{name} is {}: {}", value.shown(), condition.shown()));
        }
        Ok((all, because))
    }

    /// Whether the one condition, on the level of an ability, holds.
    pub(super) fn hold_for_level(&self, level: i64) -> bool {
        self.0
            .values()
            .all(|condition| condition.holds(&GridValue::Whole(level)))
    }
}

impl ValueCondition {
    fn holds(&self, value: &GridValue) -> bool {
        match value {
            GridValue::Whole(number) => {
                self.min.is_none_or(|min| min <= *number)
                    && self.max.is_none_or(|max| *number <= max)
                    && self.words.is_none()
                    && self.is.is_none()
            }
            GridValue::Word(word) => self.words.as_ref().is_some_and(|it| it.contains(word)),
            GridValue::Truth(truth) => self.is == Some(*truth),
            GridValue::Levels(_) => false,
        }
    }

    fn shown(&self) -> String {
        match (self.min, self.max, &self.words, self.is) {
            (Some(min), Some(max), ..) if min == max => format!("exactly {min}"),
            (Some(min), Some(max), ..) => format!("{min} to {max}"),
            (Some(min), None, ..) => format!("{min} or more"),
            (None, Some(max), ..) => format!("{max} or less"),
            (_, _, Some(words), _) => format!("one of {}", words.join(", ")),
            (.., Some(truth)) => truth.to_string(),
            _ => "anything".to_owned(),
        }
    }
}

impl GridValue {
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Word(word) => word.clone(),
            Self::Truth(truth) => truth.to_string(),
            Self::Levels(levels) => {
                let shown = levels.iter().map(|(ability, level)| format!("{ability} {level}"));
                shown.collect::<Vec<_>>().join(", ")
            }
        }
    }
}
