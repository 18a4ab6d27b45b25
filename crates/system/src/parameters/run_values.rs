//! From what a surface was given to what a run is started with: checked, named documents found, defaults filled in.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::{NamedDocument, ParameterDefault, ParameterKind, ParameterTable, SystemParameter};

/// What a surface was given for a parameter.
#[derive(Debug, Clone)]
pub enum GivenValue {
    /// As JSON: what came in a request, or what a flag stands for.
    Value(Json),
    /// A document of the caller's own, and the name that it goes by.
    Document { name: String, text: String },
}

/// What was given cannot start a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    #[error("`{workflow}` has no parameter `{name}`; it knows {}", known.join(", "))]
    Unknown { workflow: &'static str, name: String, known: Vec<&'static str> },
    #[error("parameter `{0}` must be given")]
    Missing(&'static str),
    #[error("parameter `{name}` or `{other}` must be given")]
    MissingBoth { name: &'static str, other: &'static str },
    #[error("parameter `{name}`: {message}")]
    Wrong { name: &'static str, message: String },
}

/// What a run is started with.
#[derive(Debug, Clone, PartialEq)]
pub struct RunStart {
    pub params: BTreeMap<String, Json>,
    /// Channels before any stage.
    pub input: BTreeMap<String, Json>,
}

/// The values of a run to be, each checked when it is given.
#[derive(Debug, Clone)]
pub struct RunValues {
    table: &'static ParameterTable,
    given: BTreeMap<&'static str, Json>,
}

impl RunValues {
    pub const fn new(table: &'static ParameterTable) -> Self {
        Self { table, given: BTreeMap::new() }
    }

    /// Takes a value; one given before gives way to it.
    pub fn give(&mut self, name: &str, given: GivenValue) -> Result<(), ParameterError> {
        let parameter = self.parameter(name)?;
        let read = match given {
            GivenValue::Value(value) => parameter.read(value),
            GivenValue::Document { name, text } => parameter.read_document(&name, &text),
        };
        let name = parameter.name;
        let value = read.map_err(|message| ParameterError::Wrong { name, message })?;
        self.given.insert(name, value);
        Ok(())
    }

    /// The same for a value that is JSON.
    pub fn set(&mut self, name: &str, value: impl Into<Json>) -> Result<(), ParameterError> {
        self.give(name, GivenValue::Value(value.into()))
    }

    /// The same for some.
    pub fn set_all(
        &mut self,
        values: impl IntoIterator<Item = (String, Json)>,
    ) -> Result<(), ParameterError> {
        values
            .into_iter()
            .try_for_each(|(name, value)| self.set(&name, value))
    }

    /// The text that was given, if one was.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.given.get(name)?.as_str()
    }

    /// What the run will go by, given or not.
    pub fn value(&self, name: &str) -> Result<Json, ParameterError> {
        let parameter = self.parameter(name)?;
        let name = parameter.name;
        if let Some(value) = self.given.get(name) {
            return Ok(value.clone());
        }
        let default = match parameter.default {
            ParameterDefault::Required => return Err(ParameterError::Missing(name)),
            ParameterDefault::RequiredUnless(other) if !self.given.contains_key(other) => {
                return Err(ParameterError::MissingBoth { name, other });
            }
            _ => parameter.read(parameter.default.value()),
        };
        default.map_err(|message| ParameterError::Wrong { name, message })
    }

    /// The same as a type of Rust.
    pub fn decoded<T: DeserializeOwned>(
        &self,
        name: &'static str,
    ) -> Result<T, ParameterError> {
        serde_json::from_value(self.value(name)?)
            .map_err(|error| ParameterError::Wrong { name, message: error.to_string() })
    }

    /// What the run is started with, once all is given.
    pub fn complete(&self) -> Result<RunStart, ParameterError> {
        let mut start = RunStart { params: BTreeMap::new(), input: BTreeMap::new() };
        for parameter in self.table.parameters {
            let into = match parameter.kind {
                ParameterKind::Channel => &mut start.input,
                _ => &mut start.params,
            };
            into.insert(parameter.name.to_owned(), self.value(parameter.name)?);
        }
        Ok(start)
    }

    fn parameter(&self, name: &str) -> Result<&'static SystemParameter, ParameterError> {
        self.table.parameter(name).ok_or_else(|| ParameterError::Unknown {
            workflow: self.table.workflow,
            name: name.to_owned(),
            known: self.table.parameters.iter().map(|it| it.name).collect(),
        })
    }
}

impl SystemParameter {
    fn read(&self, value: Json) -> Result<Json, String> {
        // Whoever writes out that a thing is left empty leaves it empty.
        let is_empty = value == self.default.value() && is_empty(&value);
        if is_empty { Ok(value) } else { self.kind.read(value) }
    }

    fn read_document(&self, name: &str, text: &str) -> Result<Json, String> {
        match self.kind {
            ParameterKind::Document(kind) => (kind.read)(&NamedDocument { name, text }),
            _ => Err("expected no document".to_owned()),
        }
    }
}

impl ParameterDefault {
    /// As a surface would give it; nothing where it must be given.
    pub fn value(&self) -> Json {
        match self {
            Self::Required => Json::Null,
            Self::RequiredUnless(_) => json!(""),
            Self::Text(text) => json!(text),
            Self::Number(number) => json!(number),
            Self::Off => json!(false),
            Self::Texts(texts) => json!(texts),
            Self::EmptyObject => json!({}),
        }
    }
}

/// An empty text or an empty object.
pub(super) fn is_empty(value: &Json) -> bool {
    value.as_str().is_some_and(str::is_empty)
        || value.as_object().is_some_and(serde_json::Map::is_empty)
}
