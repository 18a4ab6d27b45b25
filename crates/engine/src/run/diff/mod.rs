//! Where two runs part, and why, as far as their journals show it. Reads both and runs nothing.

mod compare;
mod divergence_reason;
mod run_history;
mod value_diff;

use std::fmt;

use serde::Serialize;

use jurat_canon::Hash;

use self::run_history::RunHistory;
use super::EngineError;
use crate::{RunId, RunStore};

const MAX_LISTED: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunDiff {
    pub a: RunId,
    pub b: RunId,
    /// Whether both were started under one definition.
    pub same_definition: bool,
    pub params: Vec<ValueDiff>,
    /// Channels that were set otherwise before any stage.
    pub input: Vec<ValueDiff>,
    /// Where they part, causes before effects: the first is where it began.
    pub partings: Vec<RunDivergence>,
    /// Partings that are not listed, since there are too many.
    pub left_out: usize,
    /// Events that both have and that cannot be compared, since a payload was erased.
    pub not_comparable: usize,
    /// Whether nothing parts them and all could be compared.
    pub same: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunDivergence {
    /// `stage@epoch#index` for what an instance did, `stage@epoch` for what was decided.
    pub at: String,
    #[serde(flatten)]
    pub what: DivergenceKind,
    /// Why, as far as the journals show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<DivergenceReason>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DivergenceKind {
    OnlyA {
        did: String,
    },
    OnlyB {
        did: String,
    },
    /// Both came here and it went otherwise.
    Went {
        a: String,
        b: String,
    },
    Patch {
        channels: Vec<ValueDiff>,
    },
    Decision {
        a: String,
        b: String,
    },
}

/// A value that differs, at the first place where it does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ValueDiff {
    pub name: String,
    /// The place within it, as a JSON pointer; empty for the whole.
    pub path: String,
    pub a: String,
    pub b: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum DivergenceReason {
    OtherDefinition,
    OtherStart,
    OtherReply {
        calls: Vec<Hash>,
    },
    OtherCall {
        a: Vec<Hash>,
        b: Vec<Hash>,
    },
    OtherRead,
    OtherEffect,
    OtherAnswer,
    OtherOutput,
    /// The same stage on the same input gave something else: its function was changed since, or is
    /// not pure.
    OtherFunction,
    /// Time or a budget decided otherwise: nothing before it differs.
    OtherTiming,
}

impl fmt::Display for DivergenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyA { did } => write!(f, "only in A: {did}"),
            Self::OnlyB { did } => write!(f, "only in B: {did}"),
            Self::Went { a, b } | Self::Decision { a, b } => write!(f, "A: {a}; B: {b}"),
            Self::Patch { channels } => {
                let names: Vec<&str> = channels.iter().map(|one| one.name.as_str()).collect();
                let noun = if names.len() == 1 { "channel" } else { "channels" };
                write!(f, "{noun} {}", names.join(", "))
            }
        }
    }
}

impl fmt::Display for DivergenceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherDefinition => "they were started under other definitions",
            Self::OtherStart => "they were started with other parameters or another input",
            Self::OtherReply { .. } => "the same call was answered otherwise",
            Self::OtherCall { .. } => "another call was made: the request differs",
            Self::OtherRead => "what was read had changed",
            Self::OtherEffect => "what was done outside came to something else",
            Self::OtherAnswer => "a person answered otherwise",
            Self::OtherOutput => "something else was handed in from outside",
            Self::OtherFunction => {
                "the same stage on the same input: its function was changed, or is not pure"
            }
            Self::OtherTiming => "time or a budget decided otherwise",
        })
    }
}

/// Compares two runs.
///
/// A fork is compared with all that its parents did before it parted, as far as they are there. A
/// run that was pruned is compared by what its headers still tell: which instances were done and
/// which failed.
pub fn diff(store: &dyn RunStore, a: RunId, b: RunId) -> Result<RunDiff, EngineError> {
    let (one, other) = (RunHistory::of(store, a)?, RunHistory::of(store, b)?);
    compare::compare(store, &one, &other)
}
