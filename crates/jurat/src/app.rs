//! What every command gets: settings, a voice, the workflows, and a store when it asks for one.

use std::{path::PathBuf, sync::Arc};

use jurat_engine::{Engine, RunStore};
use jurat_store::{Options, SqliteStore};
use jurat_system::catalog::Catalog;
use jurat_systems::ALL;

use crate::{
    cli::Cli, failure::Failure, library, models::ModelArgs, output::Out, settings::Settings,
    wiring,
};

/// The wired parts.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) out: Out,
    pub(crate) catalog: Catalog,
    pub(crate) models: ModelArgs,
}

impl App {
    pub(crate) fn new(cli: &Cli, out: Out) -> Result<Self, Failure> {
        let settings = Settings::read(cli.store.as_deref())?;
        let catalog = Catalog::new(ALL, &library::services(&settings));
        Ok(Self { settings, out, catalog, models: cli.models.clone() })
    }

    /// The same, with another folder for everything that is kept.
    pub(crate) fn at(&self, store: PathBuf) -> Self {
        let settings = Settings { store, ..self.settings.clone() };
        let catalog = Catalog::new(ALL, &library::services(&settings));
        Self {
            settings,
            out: self.out,
            catalog,
            models: self.models.clone(),
        }
    }

    /// Opens the store, and makes it where there is none.
    pub(crate) fn store(&self) -> Result<Arc<SqliteStore>, Failure> {
        let options = Options { durability: self.settings.durability };
        Ok(Arc::new(SqliteStore::open(&self.settings.store, options)?))
    }

    /// Refuses to look after a store that is not there: opening would make one.
    pub(crate) fn require_store(&self) -> Result<(), Failure> {
        let folder = &self.settings.store;
        if folder.exists() {
            return Ok(());
        }
        Err(Failure::input(format!("there is no store in {}", folder.display()))
            .hint("`--store DIR` or JURAT_HOME says where it is"))
    }

    /// An engine on this store.
    pub(crate) fn engine(&self, store: &Arc<SqliteStore>) -> Result<Engine, Failure> {
        let store: Arc<dyn RunStore> = Arc::clone(store) as Arc<dyn RunStore>;
        Ok(Engine::new(store, wiring::engine_options(self.settings.workers))?)
    }
}
