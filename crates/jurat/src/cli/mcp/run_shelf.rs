//! Runs that are over, as resources: what they were asked, how they ended, and all that they wrote.

use std::sync::Arc;

use jurat_engine::{RunRow, RunStatus, RunStore};
use jurat_mcp::{ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText};
use jurat_tools::ToolFailure;

use super::desk_tools::ToolDesk;
use crate::{cli::runs::show, failure::CommandFailure};

const RUNS: &str = "jurat://runs/";
const JSON: &str = "application/json";
/// How many are listed, the latest first; all can be read.
const LISTED: usize = 100;

const TEMPLATES: &[ResourceTemplateCard] = &[ResourceTemplateCard {
    template: "jurat://runs/{run}",
    name: "run",
    title: "A run that is over",
    about: "What it was asked, how it ended and why, its outputs, and all that its channels hold. The latest 100 are listed.",
    mime: JSON,
}];

pub(super) struct RunShelf {
    desk: Arc<ToolDesk>,
}

impl RunShelf {
    pub(super) fn new(desk: &Arc<ToolDesk>) -> Self {
        Self { desk: Arc::clone(desk) }
    }

    fn rows(store: &dyn RunStore) -> Result<Vec<RunRow>, CommandFailure> {
        let rows = store.runs()?;
        Ok(rows
            .into_iter()
            .filter(|row| row.summary.status == RunStatus::Ended)
            .take(LISTED)
            .collect())
    }

    fn ended(&self, id: &str) -> Result<Option<String>, CommandFailure> {
        let store = self.desk.store()?;
        let Ok(run) = id.parse() else { return Ok(None) };
        let Some(row) = store.run(run)? else { return Ok(None) };
        let ended = show::ended(&*store, &row)?;
        Ok(ended.map(|run| format!("{run:#}\n")))
    }
}

impl ResourceShelf for RunShelf {
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure> {
        if !self.desk.has_store() {
            return Ok(Vec::new());
        }
        let rows = self
            .desk
            .store()
            .and_then(|store| Self::rows(&*store))
            .map_err(failed)?;
        let card = |row: &RunRow| ResourceCard {
            uri: format!("{RUNS}{}", row.run),
            name: row.run.to_string(),
            title: format!("{}: {}", row.new_run.workflow, row.standing().word()),
            mime: JSON,
            size: None,
            hash: None,
        };
        Ok(rows.iter().map(card).collect())
    }

    fn templates(&self) -> &[ResourceTemplateCard] {
        TEMPLATES
    }

    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure> {
        let Some(id) = uri.strip_prefix(RUNS).filter(|_| self.desk.has_store()) else {
            return Ok(None);
        };
        let text = self.ended(id).map_err(failed)?;
        Ok(text.map(|text| ResourceText { mime: JSON, text }))
    }
}

fn failed(failure: CommandFailure) -> ToolFailure {
    ToolFailure::ServiceFailed {
        service: "the store of runs".to_owned(),
        why: failure.message,
    }
}
