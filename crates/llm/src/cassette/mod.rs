//! Tapes of real exchanges: recorded once, replayed in tests without a server.
//!
//! A tape is JSON lines that a person can read. No key can be on it: requests hold none, and
//! replies come with theirs masked.

mod request_diff;
mod tape;

use std::{
    collections::BTreeMap,
    fs::File,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jurat_canon::{Hash, canonical_json};

use crate::chat::{
    ChatError, ChatFuture, ChatModel, ChatReply, ChatRequest, DeltaSink, ModelIdentity,
    ModelLimits,
};
use tape::{CassetteHeader, ExchangeRow};

pub use tape::CassetteError;

pub struct ChatCassette {
    header: CassetteHeader,
    side: CassetteMode,
    asked: Mutex<BTreeMap<String, u32>>,
}

enum CassetteMode {
    Record { inner: Arc<dyn ChatModel>, tape: Mutex<File> },
    Replay { exchanges: BTreeMap<(String, u32), ExchangeRow> },
}

impl ChatCassette {
    /// Asks `inner` and writes down what is said. An existing tape is never written over.
    pub fn record(inner: Arc<dyn ChatModel>, path: &Path) -> Result<Self, CassetteError> {
        let header = CassetteHeader::new(inner.identity().clone(), inner.limits().clone());
        let tape = tape::create(path, &header)?;
        Ok(Self::new(header, CassetteMode::Record { inner, tape: Mutex::new(tape) }))
    }

    /// Answers from the tape and from nowhere else.
    pub fn replay(path: &Path) -> Result<Self, CassetteError> {
        let (header, exchanges) = tape::read_cassette(path)?;
        let keyed = exchanges
            .into_iter()
            .map(|one| ((one.hash.clone(), one.occurrence), one));
        Ok(Self::new(header, CassetteMode::Replay { exchanges: keyed.collect() }))
    }

    fn new(header: CassetteHeader, side: CassetteMode) -> Self {
        Self { header, side, asked: Mutex::new(BTreeMap::new()) }
    }

    /// The hash of a request, and how often it was made before.
    fn key(&self, request: &ChatRequest) -> Result<(String, u32), ChatError> {
        let hash = request_hash(&self.header.identity, request)?;
        let mut asked = lock(&self.asked);
        let count = asked.entry(hash.clone()).or_insert(0);
        *count += 1;
        Ok((hash, *count - 1))
    }

    async fn exchange(
        &self,
        request: &ChatRequest,
        sink: Option<DeltaSink<'_>>,
    ) -> Result<ChatReply, ChatError> {
        let (inner, tape) = match &self.side {
            CassetteMode::Record { inner, tape } => (inner, tape),
            CassetteMode::Replay { exchanges } => {
                let reply = self.play(exchanges, request)?;
                if let Some(sink) = sink {
                    sink(&reply.text);
                }
                return Ok(reply);
            }
        };
        let key = self.key(request)?;
        let outcome = match sink {
            Some(sink) => inner.chat_stream(request, sink).await,
            None => inner.chat(request).await,
        };
        let exchange = ExchangeRow::new(key, request.clone(), outcome.clone());
        tape::append(&mut lock(tape), &exchange)
            .map_err(|message| ChatError::NotRecorded { message })?;
        outcome
    }

    fn play(
        &self,
        exchanges: &BTreeMap<(String, u32), ExchangeRow>,
        request: &ChatRequest,
    ) -> Result<ChatReply, ChatError> {
        let key = self.key(request)?;
        if let Some(exchange) = exchanges.get(&key) {
            return exchange.outcome();
        }
        let differs = request_diff::explain(&key, request, exchanges.values());
        Err(ChatError::NotOnTape { differs })
    }
}

impl ChatModel for ChatCassette {
    fn identity(&self) -> &ModelIdentity {
        &self.header.identity
    }

    fn limits(&self) -> &ModelLimits {
        &self.header.limits
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a> {
        Box::pin(self.exchange(request, None))
    }

    fn chat_stream<'a>(
        &'a self,
        request: &'a ChatRequest,
        sink: DeltaSink<'a>,
    ) -> ChatFuture<'a> {
        Box::pin(self.exchange(request, Some(sink)))
    }
}

/// The name of a request to a model: the hash of its canonical form.
pub fn request_hash(
    identity: &ModelIdentity,
    request: &ChatRequest,
) -> Result<String, ChatError> {
    let whole = serde_json::json!({ "identity": identity, "request": request });
    let bytes =
        canonical_json(&whole).map_err(|error| ChatError::invalid(error.to_string()))?;
    Ok(Hash::of(&bytes).to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
