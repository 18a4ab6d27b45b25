//! Dated tables: what every table says of itself, which version is in force on a day, and the stamp that answers carry.

mod stamp;
mod version;

pub(crate) use stamp::{AnswerBasis, TableStamp};
pub(crate) use version::{DatedVersion, in_force};

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::ToolFailure;

/// A table, and what it says of itself.
pub(crate) struct RuleTable<T> {
    pub(crate) head: TableHead,
    /// Of the bytes that it was read from.
    pub(crate) hash: Hash,
    pub(crate) body: T,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct TableHead {
    pub(crate) table: String,
    pub(crate) title: String,
    pub(crate) source: Vec<TableSource>,
    #[serde(default)]
    pub(crate) doubts: Vec<TableDoubt>,
}

/// Where a table is from, by what it is, its address and the day it was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TableSource {
    /// By which a part of a table names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    pub(crate) what: String,
    pub(crate) url: String,
    /// The day it was looked at; none where it is named and was not read.
    pub(crate) seen: Option<String>,
    /// How it was looked at, where that was not the thing itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seen_as: Option<String>,
}

/// What the makers of a table could not settle.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct TableDoubt {
    /// Where it is about a part that names it; else it goes for the whole table.
    pub(crate) id: Option<String>,
    pub(crate) what: String,
}

impl<T: DeserializeOwned> RuleTable<T> {
    pub(crate) fn read(name: &str, text: &str) -> Result<Self, ToolFailure> {
        let failed = |error| ToolFailure::ours(format!("the table {name}"), &error);
        Ok(Self {
            head: serde_json::from_str(text).map_err(failed)?,
            hash: Hash::of(text.as_bytes()),
            body: serde_json::from_str(text).map_err(failed)?,
        })
    }
}
