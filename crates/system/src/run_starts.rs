//! How runs begin, go on and part: by the name of a workflow, by the definition that a run is pinned to.

use jurat_engine::{Engine, RunHandle, RunId, RunMode, RunRequest, RunRow, RunStore};

use crate::{
    SystemSet,
    catalog::{CatalogError, WorkflowCatalog},
};

/// Where a new run parts from an old one.
#[derive(Debug, Clone, Copy)]
pub struct RunFork {
    /// The new run.
    pub run: RunId,
    /// The last event that both share; the last there is where none is named.
    pub at: Option<u64>,
    /// Whether calls that the old run has paid are paid again.
    pub pay_again: bool,
}

impl RunFork {
    /// The last event that both share.
    pub fn last_shared(&self, row: &RunRow) -> u64 {
        self.at.unwrap_or(row.head_seq)
    }
}

impl WorkflowCatalog {
    /// Starts a run of a workflow, by name or by path.
    pub fn start(
        &self,
        engine: &Engine,
        workflow: &str,
        request: RunRequest,
    ) -> Result<RunHandle, CatalogError> {
        Ok(engine.start(&self.workflow(workflow)?, request)?)
    }

    /// Takes a run over, under the definition that it is pinned to.
    pub fn resume(
        &self,
        (engine, store): (&Engine, &dyn RunStore),
        row: &RunRow,
    ) -> Result<RunHandle, CatalogError> {
        if row.new_run.mode == RunMode::Pull {
            return Err(CatalogError::DoneOutside(row.run));
        }
        Ok(engine.resume(row.run, &self.pinned(store, row)?)?)
    }

    /// Starts a new run from an event of an old one that does its stages itself.
    pub fn fork(
        &self,
        (engine, store): (&Engine, &dyn RunStore),
        row: &RunRow,
        fork: RunFork,
    ) -> Result<RunHandle, CatalogError> {
        if row.new_run.mode == RunMode::Pull {
            return Err(CatalogError::DoneOutside(row.run));
        }
        let (at, new) = (fork.last_shared(row), (fork.run, fork.pay_again));
        Ok(engine.fork(row.run, at, &self.pinned(store, row)?, new)?)
    }
}

impl SystemSet {
    /// Whether a built-in workflow is another than the one that a run is pinned to.
    pub fn has_changed(self, row: &RunRow) -> Result<bool, CatalogError> {
        let name = &row.new_run.workflow;
        if self.builtin(name).is_none() {
            return Ok(false);
        }
        Ok(self.definition(name)?.hash != row.new_run.definition)
    }
}
