//! Where workflows are found: built in by name, in a file by path, in the store by hash.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_engine::{
    BindError, CheckedDefinition, DefinitionDiagnostic, DefinitionError, DefinitionFinding,
    EngineError, RunId, RunRow, RunStore, StageRegistry, StoreError, Workflow,
    WorkflowDefinition, load, load_with, located, pinned_definition, unfilled_channels,
};
use jurat_own_stages::{NoStageHost, StageHost, own_stage_findings, schemes, with_whole_paths};
use serde_json::Value as Json;

use crate::{
    ServiceRegistry, SystemSet,
    attach_audits::{AttachError, attached},
};

/// Why a workflow cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// No workflow has the name.
    #[error("there is no workflow `{name}`; built in are `{}`", known.join("`, `"))]
    Unknown {
        name: String,
        /// Those that are built in.
        known: Vec<&'static str>,
    },
    /// Its file cannot be read.
    #[error("cannot read `{name}`: {why}")]
    Unreadable { name: String, why: std::io::Error },
    /// An audit cannot be attached to one of its stages.
    #[error("workflow `{name}`: {why}")]
    Attach { name: String, why: AttachError },
    /// Its definition is not sound.
    #[error("{}", defects(name, wrong))]
    Defects { name: String, wrong: DefinitionError },
    /// Its channels have other types than its stages hold in them.
    #[error("workflow `{name}`: {}", wrong.join("; "))]
    Channels { name: String, wrong: Vec<String> },
    /// Stages of someone's own name channels or units that are not there.
    #[error("workflow `{name}`: {}", wrong.join("; "))]
    OwnStages { name: String, wrong: Vec<String> },
    /// It is someone's own, and has the name of one that is built in.
    #[error(
        "`{file}` calls itself `{name}`, and is not the workflow that is built in under this name"
    )]
    NameTaken { file: String, name: String },
    /// A stage names a function that is not there.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another program does the stages of the run.
    #[error("run {0} is done from outside: nothing runs by itself")]
    DoneOutside(RunId),
    /// The engine refused, or could not read the pinned definition.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The workflows and stage functions there are.
pub struct WorkflowCatalog {
    systems: SystemSet,
    registry: StageRegistry,
}

impl WorkflowCatalog {
    /// Those of systems, with what their stages reach outside by.
    pub fn new(systems: SystemSet, services: &ServiceRegistry) -> Self {
        let host = services.port::<dyn StageHost>(|| Arc::new(NoStageHost));
        let registry = systems.registry(services).with_schemes(schemes(&host));
        Self { systems, registry }
    }

    /// The names of all stage functions that are built in.
    pub fn functions(&self) -> impl Iterator<Item = &'static str> {
        self.registry.names()
    }

    /// A workflow ready to run, by name or by path.
    pub fn workflow(&self, name: &str) -> Result<Arc<Workflow>, CatalogError> {
        let checked = self.systems.definition(name)?;
        let own = own_stage_findings(&checked.definition).defects;
        if own.is_empty() {
            return self.bind(checked);
        }
        let wrong = own.into_iter().map(|found| found.message).collect();
        Err(CatalogError::OwnStages { name: name.to_owned(), wrong })
    }

    /// Finds the stage functions of a definition, whose channels must hold what they read and write.
    pub fn bind(&self, checked: CheckedDefinition) -> Result<Arc<Workflow>, CatalogError> {
        let wrong = self.systems.channel_disagreements(&checked.definition);
        if !wrong.is_empty() {
            let name = checked.definition.name.clone();
            return Err(CatalogError::Channels { name, wrong });
        }
        Ok(Arc::new(Workflow::bind(checked, &self.registry)?))
    }

    /// A checked definition, or everything that is wrong with it in one list: with its text, and with
    /// the functions and channels that it relies on.
    pub fn lint(&self, text: &str) -> Result<CheckedDefinition, DefinitionError> {
        load_with(text, &|definition| {
            let missing = Workflow::unbound(definition, &self.registry).into_iter();
            let missing = missing.map(|(place, wrong)| {
                let settings = matches!(wrong, BindError::BadSettings { .. });
                let key = if settings { "with" } else { "run" };
                DefinitionFinding {
                    code: "no-function",
                    pointer: format!("/stages/{place}/{key}"),
                    message: wrong.to_string(),
                    hint: None,
                }
            });
            let channels = self.systems.disagreeing_channels(definition).into_iter();
            let channels = channels.map(|(name, message)| DefinitionFinding {
                code: "channel-type",
                pointer: format!("/channels/{name}/type"),
                message,
                hint: None,
            });
            let names = self.systems.taken_name(definition).into_iter();
            let names = names.map(|name| DefinitionFinding {
                code: "name-taken",
                pointer: "/name".to_owned(),
                message: format!(
                    "another workflow is built in as `{name}`: give it a name of its own"
                ),
                hint: None,
            });
            missing
                .chain(channels)
                .chain(names)
                .chain(unattached(text, definition))
                .chain(own_stage_findings(definition).defects)
                .collect()
        })
    }

    /// What is allowed in a sound definition and hardly meant, each with its place.
    pub fn warnings(
        &self,
        text: &str,
        checked: &CheckedDefinition,
    ) -> Vec<DefinitionDiagnostic> {
        let own = own_stage_findings(&checked.definition).warnings;
        located(text, unfilled_channels(checked).into_iter().chain(own).collect())
    }

    /// The workflow that a run was started under, from the store.
    pub fn pinned(
        &self,
        store: &dyn RunStore,
        row: &RunRow,
    ) -> Result<Arc<Workflow>, CatalogError> {
        self.bind(pinned(store, row)?)
    }
}

impl SystemSet {
    /// The text of a built-in workflow.
    pub fn builtin(self, name: &str) -> Option<&'static str> {
        self.workflows()
            .find(|workflow| workflow.name == name)
            .map(|workflow| workflow.text)
    }

    /// The text of a workflow, by name or by path. Programs of one's own are named in it by whole paths.
    pub fn text(self, name: &str) -> Result<String, CatalogError> {
        if let Some(text) = self.builtin(name) {
            return Ok(text.to_owned());
        }
        if is_path(name) {
            let text = fs::read_to_string(name)
                .map_err(|why| CatalogError::Unreadable { name: name.to_owned(), why })?;
            let folder = Path::new(name).parent().unwrap_or(Path::new(""));
            return Ok(with_whole_paths(&text, &from_here(folder)));
        }
        let known = self.workflows().map(|workflow| workflow.name).collect();
        Err(CatalogError::Unknown { name: name.to_owned(), known })
    }

    /// A checked definition, by name or by path, with the audits that its stages ask for.
    pub fn definition(self, name: &str) -> Result<CheckedDefinition, CatalogError> {
        let text = self.text(name)?;
        let named = name.to_owned();
        let whole =
            attached(&text).map_err(|why| CatalogError::Attach { name: named.clone(), why })?;
        // Defects are told by the lines that were written, where those have them too.
        let checked = load(&whole).map_err(|wrong| CatalogError::Defects {
            name: named,
            wrong: load(&text).err().unwrap_or(wrong),
        })?;
        match self.taken_name(&checked.definition) {
            Some(taken) => {
                Err(CatalogError::NameTaken { file: name.to_owned(), name: taken.to_owned() })
            }
            None => Ok(checked),
        }
    }

    /// The name of a definition, where it is that of a built-in one and the definition another. Runs are listed, resumed and
    /// verified by it, so two may not share it.
    fn taken_name(self, definition: &WorkflowDefinition) -> Option<&str> {
        let text = self.builtin(&definition.name)?;
        let is_it = |text: &str| load(text).is_ok_and(|it| it.definition == *definition);
        let same = is_it(text) || attached(text).is_ok_and(|whole| is_it(&whole));
        (!same).then_some(definition.name.as_str())
    }

    /// What a workflow takes, by name or by path, as JSON Schema: by its table where it is built in.
    pub fn input_schema(self, name: &str) -> Result<Json, CatalogError> {
        let definition = self.definition(name)?.definition;
        let table = self.builtin(name).and_then(|_| self.parameters(name));
        Ok(table.map_or_else(
            || definition.input_schema(),
            |table| table.input_schema(&definition.description),
        ))
    }
}

/// An audit that cannot be attached to a stage, where there is one.
fn unattached(text: &str, definition: &WorkflowDefinition) -> Option<DefinitionFinding> {
    let wrong = attached(text).err()?;
    let place = definition.stages.iter().position(|stage| stage.id == wrong.stage())?;
    Some(DefinitionFinding {
        code: "no-audit",
        pointer: format!("/stages/{place}"),
        message: wrong.to_string(),
        hint: None,
    })
}

/// The definition that a run was started under, from the store.
pub fn pinned(store: &dyn RunStore, row: &RunRow) -> Result<CheckedDefinition, CatalogError> {
    if is_pruned(store, row)? {
        return Err(EngineError::Pruned(row.run).into());
    }
    let text = pinned_definition(store, row.new_run.definition)?;
    // It was sound when the run began: this jurat is stricter, or the store was changed.
    load(&text).map_err(|wrong| CatalogError::Defects {
        name: format!("{} of run {}", row.new_run.workflow, row.run),
        wrong,
    })
}

/// Whether the payloads of a run are gone.
pub fn is_pruned(store: &dyn RunStore, row: &RunRow) -> Result<bool, StoreError> {
    let first = store.events(row.run, 1, 1)?;
    Ok(first.first().is_some_and(|event| event.payload.is_none()))
}

/// What is wrong with a definition, a line each.
pub fn defects(name: &str, wrong: &DefinitionError) -> String {
    let count = wrong.count();
    let noun = if count == 1 { "defect" } else { "defects" };
    let lines: Vec<String> = wrong
        .iter()
        .map(|one| one.to_string().replace('\n', "\n    "))
        .collect();
    format!("workflow `{name}` has {count} {noun}\n  {}", lines.join("\n  "))
}

/// A folder as a whole path, so that it means the same from anywhere.
fn from_here(folder: &Path) -> PathBuf {
    // The folder of a bare name is empty.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf())
}

fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    1 < path.components().count() || path.extension().is_some() || path.exists()
}
