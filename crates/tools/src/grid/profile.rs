//! The values that a grid is computed from: those given, those that default, and those derived from both.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::{ToolFailure, grid::condition::GridValue};

/// The largest whole number that an input may be; no table has one near it.
const LARGEST: i64 = 200;

/// An input that a table names.
#[derive(Debug, Deserialize)]
pub(super) struct GridInput {
    name: String,
    #[serde(rename = "type")]
    kind: InputKind,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    abilities: Vec<String>,
    range: Option<(i64, i64)>,
    default: Option<Json>,
    meaning: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum InputKind {
    Bool,
    Int,
    Enum,
    Levels,
}

/// A value that follows from others.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum DerivedValue {
    Choose { name: String, by: String, cases: BTreeMap<String, String> },
    MinOfAbilities { name: String, of: String },
}

/// All values of a profile.
pub(super) struct GridProfile {
    values: BTreeMap<String, GridValue>,
    pub(super) defaults_used: Vec<String>,
}

impl GridProfile {
    pub(super) fn read(
        inputs: &[GridInput],
        derived: &[DerivedValue],
        given: &Map<String, Json>,
    ) -> Result<Self, ToolFailure> {
        let mut profile = Self { values: BTreeMap::new(), defaults_used: Vec::new() };
        for input in inputs {
            let value = given.get(&input.name).or(input.default.as_ref());
            if !given.contains_key(&input.name) {
                profile.defaults_used.push(input.name.clone());
            }
            let value = value.and_then(|value| input.value(value)).ok_or_else(|| {
                let given = value.map_or_else(|| "nothing".to_owned(), Json::to_string);
                ToolFailure::bad(format!("profile.{}", input.name), given, [input.allowed()])
            })?;
            profile.values.insert(input.name.clone(), value);
        }
        for value in derived {
            profile.derive(value)?;
        }
        Ok(profile)
    }

    fn derive(&mut self, derived: &DerivedValue) -> Result<(), ToolFailure> {
        let (name, value) = match derived {
            DerivedValue::Choose { name, by, cases } => {
                let case = cases.get(&self.value(by)?.shown());
                let from = case.ok_or_else(|| unusable(name))?;
                (name, self.value(from)?.clone())
            }
            DerivedValue::MinOfAbilities { name, of } => {
                let GridValue::Levels(levels) = self.value(of)? else {
                    return Err(unusable(name));
                };
                let least = levels.values().min().copied().unwrap_or(0);
                (name, GridValue::Whole(least))
            }
        };
        self.values.insert(name.clone(), value);
        Ok(())
    }

    pub(super) fn value(&self, name: &str) -> Result<&GridValue, ToolFailure> {
        self.values.get(name).ok_or_else(|| unusable(name))
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        self.values.get(name) == Some(&GridValue::Truth(true))
    }
}

/// The table names a value that it does not define.
fn unusable(name: &str) -> ToolFailure {
    ToolFailure::ours(
        "a points table",
        &format!("it has no value `{name}` of the kind it needs"),
    )
}

impl GridInput {
    fn value(&self, given: &Json) -> Option<GridValue> {
        match self.kind {
            InputKind::Bool => given.as_bool().map(GridValue::Truth),
            InputKind::Int => given.as_i64().map(GridValue::Whole),
            InputKind::Enum => given.as_str().map(|word| GridValue::Word(word.to_owned())),
            InputKind::Levels => {
                let level = |ability: &String| {
                    // A default is one number for all abilities.
                    let level = given.as_i64().or_else(|| given[ability].as_i64());
                    level.map(|level| (ability.clone(), level))
                };
                let levels: Option<BTreeMap<_, _>> = self.abilities.iter().map(level).collect();
                levels.map(GridValue::Levels)
            }
        }
    }

    fn allowed(&self) -> String {
        match self.kind {
            InputKind::Bool => "true or false".to_owned(),
            InputKind::Int => "a whole number".to_owned(),
            InputKind::Enum => self.values.join(", "),
            InputKind::Levels => format!("levels of {}", self.abilities.join(", ")),
        }
    }

    fn schema(&self) -> Json {
        let mut schema = match self.kind {
            InputKind::Bool => json!({ "type": "boolean" }),
            InputKind::Int => json!({ "type": "integer", "minimum": 0, "maximum": LARGEST }),
            InputKind::Enum => json!({ "type": "string", "enum": self.values }),
            InputKind::Levels => self.levels_schema(),
        };
        if let Some(meaning) = &self.meaning {
            schema["description"] = json!(meaning);
        }
        if let Some(default) = self.default.as_ref().filter(|it| self.value(it).is_some()) {
            schema["default"] = match self.kind {
                InputKind::Levels => self
                    .abilities
                    .iter()
                    .map(|it| (it.clone(), default.clone()))
                    .collect::<Map<_, _>>()
                    .into(),
                _ => default.clone(),
            };
        }
        schema
    }

    fn levels_schema(&self) -> Json {
        let (least, most) = self.range.unwrap_or((0, LARGEST));
        let level = json!({ "type": "integer", "minimum": least, "maximum": most });
        let levels = self.abilities.iter().map(|ability| (ability.clone(), level.clone()));
        json!({
            "type": "object",
            "properties": levels.collect::<Map<_, _>>(),
            "required": self.abilities,
            "additionalProperties": false,
        })
    }
}

/// What a profile may hold, as JSON Schema.
pub(super) fn schema_of_inputs(inputs: &[GridInput]) -> Json {
    let fields = inputs.iter().map(|input| (input.name.clone(), input.schema()));
    let required = inputs.iter().filter(|input| input.default.is_none());
    json!({
        "type": "object",
        "properties": fields.collect::<Map<_, _>>(),
        "required": required.map(|input| &input.name).collect::<Vec<_>>(),
        "additionalProperties": false,
    })
}
