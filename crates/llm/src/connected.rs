//! A chat model on a server: a provider's form, a line to the server, and the gate before it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::{
    call,
    chat::{
        ChatError, ChatFuture, ChatModel, ChatReply, ChatRequest, DeltaSink, ModelIdentity,
        ModelLimits,
    },
    providers::{self, Encoding, Wire},
    settings::{Address, ModelSettings, Price, SchemaSupport, SettingsError, key_of},
    transport::{
        self,
        gate::{Gate, GateOptions},
        http::{Line, LineOptions},
        timer::{RealTimer, Timer},
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
    timer: Arc<dyn Timer>,
) -> Result<Arc<dyn ChatModel>, SettingsError> {
    let wire = provider(settings)?;
    let (line, host) = line(settings, keys, wire, wire.path())?;
    Ok(Arc::new(Connected {
        identity: ModelIdentity {
            provider: settings.provider.clone(),
            model: settings.model.clone(),
        },
        limits: ModelLimits {
            context_tokens: settings.context_tokens,
            output_tokens: settings.output_tokens,
            images: settings.images,
            json_schema: settings.json_schema != SchemaSupport::Never,
            seed: wire.takes_seed(),
        },
        temperature: settings.temperature,
        seed: settings.seed,
        shared: Arc::new(Shared {
            wire,
            line,
            gate: gate(settings, timer),
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

pub(crate) fn provider(settings: &ModelSettings) -> Result<&'static dyn Wire, SettingsError> {
    settings.check()?;
    providers::find(&settings.provider).ok_or_else(|| SettingsError::UnknownProvider {
        name: settings.provider.clone(),
        known: providers::provider_names().join(", "),
    })
}

pub(crate) fn line(
    settings: &ModelSettings,
    keys: &dyn Fn(&str) -> Option<String>,
    wire: &dyn Wire,
    path: &str,
) -> Result<(Line, String), SettingsError> {
    let address = Address::of(settings, wire.base_url())?;
    let key = key_of(settings, keys)?;
    let setup = |message| SettingsError::Setup { message };
    transport::ready().map_err(setup)?;
    let line = Line::new(LineOptions {
        url: address.join(path),
        loopback: address.loopback,
        headers: wire.headers(key.as_ref()),
        key,
        timeout: Duration::from_secs(settings.timeout_s),
        most: settings.max_reply_bytes,
    });
    Ok((line.map_err(setup)?, address.host().to_owned()))
}

pub(crate) fn gate(settings: &ModelSettings, timer: Arc<dyn Timer>) -> Gate {
    let options = GateOptions {
        concurrency: settings.concurrency,
        requests_per_minute: settings.requests_per_minute,
        tokens_per_minute: settings.tokens_per_minute,
        max_tries: settings.max_tries,
    };
    Gate::new(&options, timer)
}

struct Connected {
    identity: ModelIdentity,
    limits: ModelLimits,
    temperature: Option<f64>,
    seed: Option<u64>,
    shared: Arc<Shared>,
}

/// What the calls under way need.
pub(crate) struct Shared {
    pub(crate) wire: &'static dyn Wire,
    pub(crate) line: Line,
    pub(crate) gate: Gate,
    pub(crate) price: Option<Price>,
    pub(crate) model: String,
    host: String,
    context_tokens: Option<u64>,
    native_schemas: bool,
    /// Whether a server that knows no schemas is asked in words.
    pub(crate) falls_back: bool,
    /// The server has said that it knows none.
    pub(crate) no_schemas: AtomicBool,
}

/// Who holds a reply to its schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemaIs {
    /// The server.
    Held,
    /// Nobody: the prompt asks for it, if one is wanted at all.
    InWords,
}

/// One call, ready to be sent.
pub(crate) struct Call {
    pub(crate) request: ChatRequest,
    pub(crate) output_tokens: u64,
    pub(crate) deltas: Option<Sender<String>>,
}

impl ChatModel for Connected {
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

impl Connected {
    fn prepare(
        &self,
        request: &ChatRequest,
        deltas: Option<Sender<String>>,
    ) -> Result<Call, ChatError> {
        self.limits.admit(request)?;
        let request = self.completed(request);
        let output_tokens = request.max_output_tokens.unwrap_or(self.limits.output_tokens);
        Ok(Call { request, output_tokens, deltas })
    }
}

impl Shared {
    /// The body of a call, and whether the server is asked to hold the reply to its schema.
    pub(crate) fn encode(&self, call: &Call) -> Result<(Vec<u8>, SchemaIs), ChatError> {
        let native = self.native_schemas && !self.no_schemas.load(Ordering::Relaxed);
        let body = self.wire.encode(
            &call.request,
            &Encoding {
                model: &self.model,
                host: &self.host,
                output_tokens: call.output_tokens,
                context_tokens: self.context_tokens,
                stream: call.deltas.is_some(),
                native_schema: native,
            },
        );
        let sent = serde_json::to_vec(&body);
        let sent = sent.map_err(|error| ChatError::invalid(error.to_string()))?;
        let native = native && call.request.schema.is_some();
        Ok((sent, if native { SchemaIs::Held } else { SchemaIs::InWords }))
    }
}

/// What a reply cost.
pub(crate) fn cost(price: Option<&Price>, reply: &ChatReply) -> Option<crate::chat::Cost> {
    let price = price?;
    #[expect(clippy::cast_precision_loss, reason = "no call has 2^52 tokens")]
    let micros = reply.usage.input_tokens as f64 * price.input_per_million
        + reply.usage.output_tokens as f64 * price.output_per_million;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a float that is too large becomes the largest number, and none is below 0"
    )]
    let micros = micros.round() as u64;
    Some(crate::chat::Cost { micros, currency: price.currency.clone() })
}
