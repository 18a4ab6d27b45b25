//! What a finished run yields for people, in every format that it has.

mod answer;
pub(crate) mod court;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

pub(crate) use self::answer::Answer;
use crate::{exit::Exit, failure::Failure};

/// A format, as far as names go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Face {
    pub(crate) name: &'static str,
    pub(crate) extension: &'static str,
    pub(crate) media: &'static str,
}

/// What every bundle holds: each is made in no time.
const ALWAYS: [&str; 5] = ["markdown", "html", "json", "sarif", "badge"];

impl Face {
    /// The name of its file in a bundle.
    pub(crate) fn file(&self) -> String {
        format!("report.{}", self.extension)
    }

    /// Whether every bundle holds it.
    pub(crate) fn always(&self) -> bool {
        ALWAYS.contains(&self.name)
    }
}

/// Something that can be rendered.
pub(crate) trait Product: Sized {
    /// The workflow that makes it.
    const WORKFLOW: &'static str;

    /// The channel that holds it when it is done.
    const CHANNEL: &'static str;

    /// The name of its bundle in a folder of its own.
    const BUNDLE: &'static str;

    /// The formats that it has.
    fn faces() -> Vec<Face>;

    /// Out of the final state of a run.
    fn of(state: &Json) -> Result<Self, Failure>;

    /// Its bytes in a format.
    fn render(&self, name: &str) -> Result<Vec<u8>, String>;

    /// What programs read.
    fn data(&self) -> &impl Serialize;

    /// What a person wants to see first.
    fn in_short(&self) -> String;

    /// What a folder's manifest says of it.
    fn about(&self) -> Json;

    /// The exit code that it stands for.
    fn exit(&self) -> Exit;
}

fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> Result<T, Failure> {
    let value = state.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| Failure::ours(format!("channel `{name}` cannot be read: {error}")))
}
