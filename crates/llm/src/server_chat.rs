//! A chat model on a server: a provider's form, a line to the server, and the gate before it.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::{
    call,
    chat::{
        ChatError, ChatFuture, ChatModel, ChatRequest, DeltaSink, ModelIdentity, ModelLimits,
    },
    providers::{self, ProviderFormat},
    server_connection::{PreparedCall, ServerConnection},
    settings::{ModelSettings, SchemaSupport, ServerAddress, SettingsError, key_of},
    transport::{
        self,
        http::{ModelEndpoint, shared_client},
        rate_limiter::RateLimiter,
        timer::{RealTimer, RetryTimer},
    },
};

/// Words on their way to a sink; a slow sink slows the server down.
const DELTAS_AHEAD: usize = 64;

/// A model that the settings describe. Nothing is sent yet. `keys` gives the value of a variable.
pub fn connect(
    settings: &ModelSettings,
    keys: &dyn Fn(&str) -> Option<String>,
) -> Result<Arc<dyn ChatModel>, SettingsError> {
    connect_with_timer(settings, keys, Arc::new(RealTimer::start()))
}

/// The same with another way of waiting between tries.
pub fn connect_with_timer(
    settings: &ModelSettings,
    keys: &dyn Fn(&str) -> Option<String>,
    timer: Arc<dyn RetryTimer>,
) -> Result<Arc<dyn ChatModel>, SettingsError> {
    let wire = provider(settings)?;
    let (line, host) = line(settings, keys, wire, wire.profile().path)?;
    Ok(Arc::new(ServerChatModel {
        identity: ModelIdentity {
            provider: settings.provider.clone(),
            model: settings.model.clone(),
        },
        limits: ModelLimits {
            context_tokens: settings.context_tokens,
            output_tokens: settings.output_tokens,
            images: settings.images,
            json_schema: settings.json_schema != SchemaSupport::Never,
            seed: wire.profile().takes_seed,
        },
        temperature: settings.temperature,
        seed: settings.seed,
        shared: Arc::new(ServerConnection {
            wire,
            line,
            gate: RateLimiter::new(settings, timer),
            price: settings.price.clone(),
            model: settings.model.clone(),
            host,
            context_tokens: settings.context_tokens,
            native_schemas: settings.json_schema != SchemaSupport::Never,
            falls_back: settings.json_schema == SchemaSupport::Auto,
            no_schemas: AtomicBool::new(false),
        }),
    }))
}

/// Where requests for a model go, as `https://host:port`: for people to see before anything is sent.
pub fn server_origin(settings: &ModelSettings) -> Result<String, SettingsError> {
    let wire = provider(settings)?;
    Ok(ServerAddress::of(settings, wire.profile().base_url)?.origin())
}

pub(crate) fn provider(
    settings: &ModelSettings,
) -> Result<&'static dyn ProviderFormat, SettingsError> {
    settings.check()?;
    providers::provider_format(&settings.provider).ok_or_else(|| {
        SettingsError::UnknownProvider {
            name: settings.provider.clone(),
            known: providers::provider_names().join(", "),
        }
    })
}

pub(crate) fn line(
    settings: &ModelSettings,
    keys: &dyn Fn(&str) -> Option<String>,
    wire: &dyn ProviderFormat,
    path: &str,
) -> Result<(ModelEndpoint, String), SettingsError> {
    let address = ServerAddress::of(settings, wire.profile().base_url)?;
    let key = key_of(settings, keys)?;
    let setup = |message| SettingsError::Setup { message };
    transport::ready().map_err(setup)?;
    let line = ModelEndpoint {
        client: shared_client(address.loopback).map_err(setup)?,
        url: address.join(path),
        headers: wire.headers(key.as_ref()),
        key,
        timeout: Duration::from_secs(settings.timeout_s),
        most: settings.max_reply_bytes,
    };
    Ok((line, address.host().to_owned()))
}

struct ServerChatModel {
    identity: ModelIdentity,
    limits: ModelLimits,
    temperature: Option<f64>,
    seed: Option<u64>,
    shared: Arc<ServerConnection>,
}

impl ChatModel for ServerChatModel {
    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    fn limits(&self) -> &ModelLimits {
        &self.limits
    }

    fn completed(&self, request: &ChatRequest) -> ChatRequest {
        let mut request = request.clone();
        request.temperature = request.temperature.or(self.temperature);
        request.seed = request.seed.or(self.seed);
        request
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a> {
        Box::pin(async move {
            let call = self.prepare(request, None)?;
            transport::spawn(call::answer(Arc::clone(&self.shared), call))?.await?
        })
    }

    fn chat_stream<'a>(
        &'a self,
        request: &'a ChatRequest,
        sink: DeltaSink<'a>,
    ) -> ChatFuture<'a> {
        Box::pin(async move {
            let (give, take) = channel(DELTAS_AHEAD);
            let call = self.prepare(request, Some(give))?;
            let task = transport::spawn(call::answer(Arc::clone(&self.shared), call))?;
            pass_on(take, sink).await;
            task.await?
        })
    }
}

async fn pass_on(mut deltas: Receiver<String>, sink: DeltaSink<'_>) {
    while let Some(delta) = deltas.recv().await {
        sink(&delta);
    }
}

impl ServerChatModel {
    fn prepare(
        &self,
        request: &ChatRequest,
        deltas: Option<Sender<String>>,
    ) -> Result<PreparedCall, ChatError> {
        self.limits.admit(request)?;
        let request = self.completed(request);
        let output_tokens = request.max_output_tokens.unwrap_or(self.limits.output_tokens);
        Ok(PreparedCall { request, output_tokens, deltas })
    }
}
