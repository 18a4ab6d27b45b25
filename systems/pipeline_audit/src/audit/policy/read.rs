//! A policy read from JSON, with all that is wrong told at once.

use std::sync::LazyLock;

use jurat_canon::{child_path, nearest};
use serde_json::Value;

use super::{AuditPolicy, CountBound};
use crate::{
    audit::{
        ProvisionMention,
        input_problem::{InputProblem, InvalidInputError, problems},
    },
    checks,
};

const WHAT: &str = "the policy";

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| schemars::schema_for!(AuditPolicy).to_value());

impl AuditPolicy {
    /// Reads a policy. Keys that it does not have keep their defaults.
    pub fn read(text: &str) -> Result<Self, InvalidInputError> {
        let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        Self::from_value(&value)
    }

    /// Reads a policy that is JSON already.
    pub fn from_value(value: &Value) -> Result<Self, InvalidInputError> {
        InvalidInputError::unless_none(WHAT, problems(&SCHEMA, value, "$"))?;
        let policy: Self =
            serde_json::from_value(value.clone()).map_err(|error| not_json(&error))?;
        InvalidInputError::unless_none(WHAT, policy.problems())?;
        Ok(policy)
    }

    /// The JSON Schema of a policy.
    pub fn schema() -> &'static Value {
        &SCHEMA
    }

    /// What the shape alone does not tell.
    fn problems(&self) -> Vec<InputProblem> {
        let mut problems = Vec::new();
        problems.extend(self.off.iter().filter_map(|code| unknown(code, "$.off".to_owned())));
        let alerts = self.alerts.keys().filter(|code| *code != "not_ok");
        problems.extend(alerts.filter_map(|code| unknown(code, child_path("$.alerts", code))));
        let overridden = self.severity.keys();
        problems.extend(
            overridden.filter_map(|code| unknown(code, child_path("$.severity", code))),
        );
        for (keyword, articles) in &self.thresholds.required_articles_by_keyword {
            let at = child_path("$.thresholds.required_articles_by_keyword", keyword);
            if keyword.trim().is_empty() {
                problems.push(InputProblem::new(&at, "a keyword must have a letter"));
            }
            for (index, article) in articles.iter().enumerate() {
                if ProvisionMention::of_label(article).is_none() {
                    let message = format!("{article:?} names no provision, as `Art. 49` does");
                    problems.push(InputProblem::new(format!("{at}[{index}]"), message));
                }
            }
        }
        problems.extend(self.bounds.problems());
        problems
    }
}

impl super::BlockBounds {
    fn problems(&self) -> Vec<InputProblem> {
        let bounds = [
            ("summary_lines", self.summary_lines),
            ("steps", self.steps),
            ("follow_ups", self.follow_ups),
            ("quiz", self.quiz),
            ("glossary", self.glossary),
        ];
        let wrong = |(_, bound): &(&str, CountBound)| bound.max() < bound.min();
        let problem = |(key, bound): (&str, CountBound)| {
            let message = format!("{} is more than {}", bound.min(), bound.max());
            InputProblem::new(format!("$.bounds.{key}"), message)
        };
        bounds.into_iter().filter(wrong).map(problem).collect()
    }
}

fn unknown(code: &str, at: String) -> Option<InputProblem> {
    if checks::codes().any(|known| known.name() == code) {
        return None;
    }
    let near = nearest(code, checks::codes().map(super::super::IssueCode::name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Some(InputProblem::new(at, format!("there is no code {code:?}{hint}")))
}

fn not_json(error: &serde_json::Error) -> InvalidInputError {
    InvalidInputError {
        what: WHAT,
        problems: vec![InputProblem::new("$", error.to_string())],
    }
}
