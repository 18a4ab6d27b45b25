//! What every command gets: settings, a voice, the workflows, and a store when it asks for one.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_digital_courtroom::submission_reader::LocalSubmissionReader;
use jurat_engine::{Engine, RunStore, StoreError};
use jurat_store::{SqliteOptions, SqliteStore};
use jurat_system::catalog::WorkflowCatalog;
use jurat_systems::ALL;

use crate::{
    case_vault,
    failure::CommandFailure,
    leftovers,
    model_args::ModelArgs,
    output::CliOutput,
    private_files, services,
    settings::{CliSettings, SettingsQuery},
    wiring,
};

pub(crate) struct AppContext {
    pub(crate) settings: CliSettings,
    pub(crate) out: CliOutput,
    pub(crate) catalog: WorkflowCatalog,
    pub(crate) models: ModelArgs,
    /// Who takes in what is submitted to a court, for the runs of this command.
    pub(crate) submissions: Arc<LocalSubmissionReader>,
}

impl AppContext {
    /// Of the folder and the models that the command line names. No settings are taken from what it looks at.
    pub(crate) fn new(
        (store, subjects): (Option<&Path>, &[PathBuf]),
        models: ModelArgs,
        out: CliOutput,
    ) -> Result<Self, CommandFailure> {
        let tell = |text: &str| out.note(text);
        let query = SettingsQuery { store, subjects, tell: &tell };
        Ok(Self::with(CliSettings::read(&query)?, models, out))
    }

    /// The same, with another folder for everything that is kept.
    pub(crate) fn at(&self, store: PathBuf) -> Self {
        let settings = CliSettings { store, ..self.settings.clone() };
        Self::with(settings, self.models.clone(), self.out)
    }

    fn with(settings: CliSettings, models: ModelArgs, out: CliOutput) -> Self {
        if let Err(error) = private_files::tighten_store(&settings.store) {
            let store = settings.store.display();
            out.note(&format!("others may be able to read {store}: {error}"));
        }
        leftovers::sweep(&settings);
        case_vault::erase_expired(&settings, out);
        let submissions = wiring::submissions(&settings.store);
        let submissions = Arc::new(services::submission_reader(submissions));
        let services = services::services(&settings, &submissions, out);
        let catalog = WorkflowCatalog::new(ALL, &services);
        Self { settings, out, catalog, models, submissions }
    }

    /// Opens the store, and makes it where there is none. Nothing else chooses one.
    pub(crate) fn store(&self) -> Result<Arc<dyn RunStore>, CommandFailure> {
        Ok(self.database()?)
    }

    /// The store as the database that it is, for the verbs that look after one.
    pub(crate) fn database(&self) -> Result<Arc<SqliteStore>, CommandFailure> {
        let store = self.bare_database()?;
        store.keep_reserve();
        Ok(store)
    }

    /// The same without room set aside, for who is to make room.
    pub(crate) fn bare_database(&self) -> Result<Arc<SqliteStore>, CommandFailure> {
        Ok(Arc::new(self.open_database()?))
    }

    /// The same, with what is wrong with it in the store's own words.
    pub(crate) fn open_database(&self) -> Result<SqliteStore, StoreError> {
        let options = SqliteOptions { durability: self.settings.durability };
        SqliteStore::open(&self.settings.store, options)
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
