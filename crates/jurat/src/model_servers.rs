//! Model servers as the settings name them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_llm::{ChatModel, ModelSettings, connect};
use jurat_system::ModelProvider;

use crate::settings;

/// The word for no model at all.
pub(crate) const OFFLINE: &str = "offline";

/// Servers by name, each connected when it is first asked for.
pub(crate) struct ModelServers {
    settings: BTreeMap<String, ModelSettings>,
    open: Mutex<BTreeMap<String, Arc<dyn ChatModel>>>,
}

impl ModelServers {
    pub(crate) fn new(settings: BTreeMap<String, ModelSettings>) -> Self {
        Self { settings, open: Mutex::new(BTreeMap::new()) }
    }
}

impl ModelProvider for ModelServers {
    fn open(&self, name: &str) -> Result<Arc<dyn ChatModel>, String> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = open.get(name) {
            return Ok(Arc::clone(model));
        }
        let settings = self.settings.get(name).ok_or_else(|| unknown(name, &self.settings))?;
        let model = connect(settings, &settings::key).map_err(|error| error.to_string())?;
        open.insert(name.to_owned(), Arc::clone(&model));
        Ok(model)
    }
}

/// No such model, and which there are.
pub(crate) fn unknown(name: &str, known: &BTreeMap<String, ModelSettings>) -> String {
    if known.is_empty() {
        return format!("no model `{name}` is set up: jurat.toml has no [models.{name}]");
    }
    let known: Vec<&str> = known.keys().map(String::as_str).collect();
    format!("no model `{name}` is set up; there are {}", known.join(", "))
}
