//! What stages of one's own may do here: as the user's own settings say.

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use jurat_engine::TaskQueue;
use jurat_ingest::ChildLauncher;
use jurat_own_stages::{StageHost, address_covers};
use jurat_proof::{SigningKey, keys};
use jurat_store::{SqliteOptions, SqliteStore};

use crate::{
    output::CliOutput,
    sandbox_launcher::sandbox_launcher,
    settings::{CliSettings, StageSettings},
};

/// The key that signs requests, where the settings name none: made when it is first needed.
const KEY: &str = "stage_key.json";

pub(crate) struct CliStageHost {
    store: PathBuf,
    options: SqliteOptions,
    stages: StageSettings,
    out: CliOutput,
    queue: OnceLock<Arc<SqliteStore>>,
    told: Mutex<BTreeSet<String>>,
}

impl CliStageHost {
    pub(crate) fn new(settings: &CliSettings, out: CliOutput) -> Self {
        Self {
            store: settings.store.clone(),
            options: SqliteOptions { durability: settings.durability },
            stages: settings.stages.clone(),
            out,
            queue: OnceLock::new(),
            told: Mutex::default(),
        }
    }

    fn key(&self) -> Result<SigningKey, String> {
        let path = self.stages.key.clone().unwrap_or_else(|| self.store.join(KEY));
        if self.stages.key.is_none() && !path.exists() {
            let key = keys::generate().map_err(|error| error.to_string())?;
            fs::create_dir_all(&self.store).map_err(|error| error.to_string())?;
            // Another stage may have been quicker; then its key is read.
            let _ = key.write(&path);
        }
        SigningKey::read(&path).map_err(|error| error.to_string())
    }
}

impl StageHost for CliStageHost {
    fn launcher(&self) -> Result<ChildLauncher, String> {
        sandbox_launcher().map_err(|failure| failure.message)
    }

    fn queue(&self) -> Result<Arc<dyn TaskQueue>, String> {
        if let Some(queue) = self.queue.get() {
            return Ok(Arc::clone(queue) as Arc<dyn TaskQueue>);
        }
        let opened = SqliteStore::open(&self.store, self.options);
        let opened = Arc::new(opened.map_err(|error| error.to_string())?);
        Ok(Arc::clone(self.queue.get_or_init(|| opened)) as Arc<dyn TaskQueue>)
    }

    fn may_call(&self, url: &str) -> Result<(), String> {
        if self.stages.allow.iter().any(|allowed| address_covers(allowed, url)) {
            return Ok(());
        }
        Err(format!(
            "your settings do not let stages call {url}; to allow it, write under [stages]: allow = [\"{url}\"]"
        ))
    }

    fn sign(&self, message: &[u8]) -> Result<[u8; 64], String> {
        Ok(self.key()?.sign_message(message))
    }

    fn tell(&self, words: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.insert(words.to_owned()) {
            self.out.note(words);
        }
    }
}
