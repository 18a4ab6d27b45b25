//! Where workflows are found: built in by name, in a file by path, in the store by hash.

use std::{fs, path::Path, sync::Arc};

use jurat_engine::{
    Checked, Diagnostics, EngineError, Registry, RunRow, RunStore, Workflow, load,
    pinned_definition,
};

use jurat_system::{Services, attach::attached};
use jurat_systems::ALL;

use crate::{failure::Failure, wiring};

/// The workflows and stage functions there are.
pub(crate) struct Catalog {
    registry: Registry,
}

impl Catalog {
    pub(crate) fn new(services: &Services) -> Self {
        Self { registry: wiring::registry(services) }
    }

    /// The names of the built-in workflows.
    pub(crate) fn names() -> Vec<&'static str> {
        let workflows = ALL.workflows();
        workflows.into_iter().map(|workflow| workflow.name).collect()
    }

    /// The text of a workflow, by name or by path.
    pub(crate) fn text(name: &str) -> Result<String, Failure> {
        if let Some(text) = wiring::builtin(name) {
            return Ok(text.to_owned());
        }
        if is_path(name) {
            return fs::read_to_string(name)
                .map_err(|error| Failure::input(format!("cannot read `{name}`: {error}")));
        }
        let known = Self::names().join("`, `");
        Err(Failure::input(format!("there is no workflow `{name}`; built in are `{known}`"))
            .hint("give one of these names, or the path of a JSON file"))
    }

    /// A checked definition, by name or by path, with the audits that its stages ask for.
    pub(crate) fn checked(name: &str) -> Result<Checked, Failure> {
        let text = Self::text(name)?;
        let whole = attached(&text)
            .map_err(|error| Failure::input(format!("workflow `{name}`: {error}")))?;
        // Defects are told by the lines that were written, where those have them too.
        load(&whole).map_err(|wrong| defects(name, &load(&text).err().unwrap_or(wrong)))
    }

    /// A workflow ready to run, by name or by path.
    pub(crate) fn workflow(&self, name: &str) -> Result<Arc<Workflow>, Failure> {
        self.bind(Self::checked(name)?)
    }

    /// Finds the stage functions of a definition.
    pub(crate) fn bind(&self, checked: Checked) -> Result<Arc<Workflow>, Failure> {
        Ok(Arc::new(Workflow::bind(checked, &self.registry)?))
    }

    /// The workflow that a run was started under, from the store.
    pub(crate) fn pinned(
        &self,
        store: &dyn RunStore,
        row: &RunRow,
    ) -> Result<Arc<Workflow>, Failure> {
        self.bind(Self::pinned_checked(store, row)?)
    }

    /// The definition that a run was started under, from the store.
    pub(crate) fn pinned_checked(
        store: &dyn RunStore,
        row: &RunRow,
    ) -> Result<Checked, Failure> {
        if is_erased(store, row)? {
            return Err(EngineError::Pruned(row.run).into());
        }
        let text = pinned_definition(store, row.new_run.definition)?;
        load(&text).map_err(|wrong| {
            // It was sound when the run began: this jurat is stricter, or the store was changed.
            defects(&format!("{} of run {}", row.new_run.workflow, row.run), &wrong)
        })
    }
}

/// Whether the payloads of a run are gone.
pub(crate) fn is_erased(store: &dyn RunStore, row: &RunRow) -> Result<bool, Failure> {
    let first = store.events(row.run, 1, 1)?;
    Ok(first.first().is_some_and(|event| event.payload.is_none()))
}

/// What is wrong with a definition, as an error.
pub(crate) fn defects(name: &str, wrong: &Diagnostics) -> Failure {
    let count = wrong.iter().count();
    let noun = if count == 1 { "defect" } else { "defects" };
    let lines: Vec<String> = wrong
        .iter()
        .map(|one| one.to_string().replace('\n', "\n    "))
        .collect();
    let lines = lines.join("\n  ");
    Failure::input(format!("workflow `{name}` has {count} {noun}\n  {lines}"))
}

fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    1 < path.components().count() || path.extension().is_some() || path.exists()
}
