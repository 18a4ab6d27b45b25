//! What a call to a chat model on a server needs, and the body that is sent.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::Sender;

use crate::{
    chat::{ChatError, ChatRequest},
    providers::{EncodingOptions, ProviderFormat},
    settings::TokenPrice,
    transport::{http::ModelEndpoint, rate_limiter::RateLimiter},
};

pub(crate) struct ServerConnection {
    pub(crate) wire: &'static dyn ProviderFormat,
    pub(crate) line: ModelEndpoint,
    pub(crate) gate: RateLimiter,
    pub(crate) price: Option<TokenPrice>,
    pub(crate) model: String,
    pub(crate) host: String,
    pub(crate) context_tokens: Option<u64>,
    pub(crate) native_schemas: bool,
    /// Whether a server that knows no schemas is asked in words.
    pub(crate) falls_back: bool,
    /// The server has said that it knows none.
    pub(crate) no_schemas: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemaMode {
    Held,
    /// Nobody: the prompt asks for it, if one is wanted at all.
    InWords,
}

pub(crate) struct PreparedCall {
    pub(crate) request: ChatRequest,
    pub(crate) output_tokens: u64,
    pub(crate) deltas: Option<Sender<String>>,
}

impl ServerConnection {
    /// The body of a call, and whether the server is asked to hold the reply to its schema.
    pub(crate) fn encode(
        &self,
        call: &PreparedCall,
    ) -> Result<(Vec<u8>, SchemaMode), ChatError> {
        let native = self.native_schemas && !self.no_schemas.load(Ordering::Relaxed);
        let body = self.wire.encode(
            &call.request,
            &EncodingOptions {
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
        Ok((sent, if native { SchemaMode::Held } else { SchemaMode::InWords }))
    }
}
