//! The port for chat models. Agents see `&dyn ChatModel` and nothing of servers.

mod error;
mod reply;
mod request;

use std::{future::Future, pin::Pin};

use serde::{Deserialize, Serialize};

pub use error::{ChatError, ErrorClass};
pub use reply::{CallCost, ChatReply, FinishReason, TokenUsage};
pub(crate) use request::estimated_tokens;
pub use request::{ChatMessage, ChatRequest, ChatRole, ImageMedia, MessagePart, ReplySchema};

/// A reply under way. Dropping it aborts the call.
pub type ChatFuture<'a> =
    Pin<Box<dyn Future<Output = Result<ChatReply, ChatError>> + Send + 'a>>;

/// Takes the words of a reply as they come.
pub type DeltaSink<'a> = &'a mut (dyn FnMut(&str) + Send);

/// Answers requests. Its futures may be awaited on any executor.
pub trait ChatModel: Send + Sync {
    fn identity(&self) -> &ModelIdentity;

    /// What it can take.
    fn limits(&self) -> &ModelLimits;

    /// The request with everything that the settings of the model add to it, so that a journal
    /// holds what was truly asked.
    fn completed(&self, request: &ChatRequest) -> ChatRequest {
        request.clone()
    }

    /// One request, one reply.
    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a>;

    /// The same reply, its words given to `sink` as they come.
    fn chat_stream<'a>(
        &'a self,
        request: &'a ChatRequest,
        sink: DeltaSink<'a>,
    ) -> ChatFuture<'a> {
        Box::pin(async move {
            let reply = self.chat(request).await?;
            sink(&reply.text);
            Ok(reply)
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelIdentity {
    /// A name of the table of providers.
    pub provider: String,
    pub model: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelLimits {
    /// Tokens of request and reply together, where known.
    pub context_tokens: Option<u64>,
    pub output_tokens: u64,
    pub images: bool,
    /// Whether the server itself holds replies to a schema; otherwise the prompt asks for it.
    pub json_schema: bool,
    /// Whether the server takes a seed; otherwise the request's is left out.
    pub seed: bool,
}

impl ModelLimits {
    /// Tokens that are left for more input, by our estimate. None where the context is unknown.
    pub fn room(&self, request: &ChatRequest) -> Option<u64> {
        let output = request.max_output_tokens.unwrap_or(self.output_tokens);
        let context = self.context_tokens?;
        Some(
            context
                .saturating_sub(output)
                .saturating_sub(request.estimated_tokens()),
        )
    }

    pub fn admit(&self, request: &ChatRequest) -> Result<(), ChatError> {
        if !self.images && request.has_images() {
            return Err(ChatError::NotSupported { what: "images".into() });
        }
        let Some(limit) = self.context_tokens else { return Ok(()) };
        let output = request.max_output_tokens.unwrap_or(self.output_tokens);
        let needed = request.estimated_tokens().saturating_add(output);
        if limit < needed {
            return Err(ChatError::ContextTooLong { limit: Some(limit), needed: Some(needed) });
        }
        Ok(())
    }
}
