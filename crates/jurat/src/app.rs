//! What every command gets: settings, a voice, the workflows, and a store when it asks for one.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_engine::{Engine, RunStore};
use jurat_store::{SqliteOptions, SqliteStore};
use jurat_system::catalog::WorkflowCatalog;
use jurat_systems::ALL;

use crate::{
    failure::CommandFailure, model_args::ModelArgs, output::CliOutput, services,
    settings::CliSettings, wiring,
};

pub(crate) struct AppContext {
    pub(crate) settings: CliSettings,
    pub(crate) out: CliOutput,
    pub(crate) catalog: WorkflowCatalog,
    pub(crate) models: ModelArgs,
}

impl AppContext {
    /// Of the folder and the models that the command line names.
    pub(crate) fn new(
        store: Option<&Path>,
        models: ModelArgs,
        out: CliOutput,
    ) -> Result<Self, CommandFailure> {
        let settings = CliSettings::read(store)?;
        let catalog = WorkflowCatalog::new(ALL, &services::services(&settings));
        Ok(Self { settings, out, catalog, models })
    }

    /// The same, with another folder for everything that is kept.
    pub(crate) fn at(&self, store: PathBuf) -> Self {
        let settings = CliSettings { store, ..self.settings.clone() };
        let catalog = WorkflowCatalog::new(ALL, &services::services(&settings));
        Self {
            settings,
            out: self.out,
            catalog,
            models: self.models.clone(),
        }
    }

    /// Opens the store, and makes it where there is none. Nothing else chooses one.
    pub(crate) fn store(&self) -> Result<Arc<dyn RunStore>, CommandFailure> {
        Ok(self.database()?)
    }

    /// The store as the database that it is, for the verbs that look after one.
    pub(crate) fn database(&self) -> Result<Arc<SqliteStore>, CommandFailure> {
        let options = SqliteOptions { durability: self.settings.durability };
        Ok(Arc::new(SqliteStore::open(&self.settings.store, options)?))
    }

    /// Refuses to look after a store that is not there: opening would make one.
    pub(crate) fn require_store(&self) -> Result<(), CommandFailure> {
        let folder = &self.settings.store;
        if folder.exists() {
            return Ok(());
        }
        Err(CommandFailure::input(format!("there is no store in {}", folder.display()))
            .hint("`--store DIR` or JURAT_HOME says where it is"))
    }

    /// An engine on this store.
    pub(crate) fn engine(&self, store: &Arc<dyn RunStore>) -> Result<Engine, CommandFailure> {
        Ok(Engine::new(Arc::clone(store), wiring::engine_options(self.settings.workers))?)
    }
}
