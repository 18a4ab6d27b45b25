//! What a finished run yields for people, in every format that it has.

use jurat_compose::{Report, court::CourtReport};
use jurat_model::Exhibit;
use jurat_report::court::COURT_FORMATS;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::failure::Failure;

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
    /// The formats that it has.
    fn faces() -> Vec<Face>;

    /// Out of the final state of a run.
    fn of(state: &Json) -> Result<Self, Failure>;

    /// Its bytes in a format.
    fn render(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// An answer with the texts it rests on.
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) exhibits: Vec<Exhibit>,
}

impl Product for Answer {
    fn faces() -> Vec<Face> {
        let formats = jurat_report::ALL.iter();
        formats
            .map(|it| Face {
                name: it.name,
                extension: it.extension,
                media: it.media,
            })
            .collect()
    }

    fn of(state: &Json) -> Result<Self, Failure> {
        Ok(Self {
            report: channel(state, "report")?,
            exhibits: channel(state, "exhibits")?,
        })
    }

    fn render(&self, name: &str) -> Result<Vec<u8>, String> {
        jurat_report::render(&self.report, &self.exhibits, name)
            .map_err(|error| error.to_string())
    }
}

impl Product for CourtReport {
    fn faces() -> Vec<Face> {
        let formats = COURT_FORMATS.iter();
        formats
            .map(|it| Face {
                name: it.name,
                extension: it.extension,
                media: it.media,
            })
            .collect()
    }

    fn of(state: &Json) -> Result<Self, Failure> {
        channel(state, "final_report")
    }

    fn render(&self, name: &str) -> Result<Vec<u8>, String> {
        let format = COURT_FORMATS.iter().find(|format| format.name == name);
        let format = format.ok_or_else(|| format!("no report of a court is `{name}`"))?;
        (format.render)(self).map_err(|error| error.to_string())
    }
}

fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> Result<T, Failure> {
    let value = state.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| Failure::ours(format!("channel `{name}` cannot be read: {error}")))
}
