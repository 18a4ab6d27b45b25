//! Model servers as the settings name them. The first request to one says where it goes.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_llm::{
    ChatFuture, ChatModel, ChatRequest, DeltaSink, ModelIdentity, ModelLimits, ModelSettings,
    connect, server_origin,
};
use jurat_system::ModelProvider;

use crate::{output::CliOutput, settings};

/// The word for no model at all.
pub(crate) const OFFLINE: &str = "offline";

/// Servers by name, each connected when it is first asked for.
pub(crate) struct ModelServers {
    settings: BTreeMap<String, ModelSettings>,
    open: Mutex<BTreeMap<String, Arc<dyn ChatModel>>>,
    out: CliOutput,
}

impl ModelServers {
    pub(crate) fn new(settings: BTreeMap<String, ModelSettings>, out: CliOutput) -> Self {
        Self { settings, open: Mutex::new(BTreeMap::new()), out }
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
        let told = server_line(name, settings);
        let model: Arc<dyn ChatModel> = Arc::new(NamedModel { model, told, out: self.out });
        open.insert(name.to_owned(), Arc::clone(&model));
        Ok(model)
    }
}

/// Which model is asked, and where it is.
pub(crate) fn server_line(name: &str, settings: &ModelSettings) -> String {
    let origin = server_origin(settings).unwrap_or_else(|error| error.to_string());
    format!("model {name}: {} at {origin}", settings.model)
}

/// No such model, and which there are.
pub(crate) fn unknown(name: &str, known: &BTreeMap<String, ModelSettings>) -> String {
    if known.is_empty() {
        return format!("no model `{name}` is set up: jurat.toml has no [models.{name}]");
    }
    let known: Vec<&str> = known.keys().map(String::as_str).collect();
    format!("no model `{name}` is set up; there are {}", known.join(", "))
}

/// A model that is named when it is asked, and not when a replay only looks at it.
struct NamedModel {
    model: Arc<dyn ChatModel>,
    told: String,
    out: CliOutput,
}

impl ChatModel for NamedModel {
    fn identity(&self) -> &ModelIdentity {
        self.model.identity()
    }

    fn limits(&self) -> &ModelLimits {
        self.model.limits()
    }

    fn completed(&self, request: &ChatRequest) -> ChatRequest {
        self.model.completed(request)
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a> {
        self.out.note_once(&self.told);
        self.model.chat(request)
    }

    fn chat_stream<'a>(
        &'a self,
        request: &'a ChatRequest,
        sink: DeltaSink<'a>,
    ) -> ChatFuture<'a> {
        self.out.note_once(&self.told);
        self.model.chat_stream(request, sink)
    }
}
