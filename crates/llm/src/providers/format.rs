//! What a provider must say about itself, and what all of them share.

use reqwest::{
    StatusCode,
    header::{AUTHORIZATION, HeaderMap},
};
use serde_json::Value;

use crate::{
    chat::{ChatError, ChatMessage, ChatRequest, ChatRole, FinishReason, ReplySchema},
    settings::SecretApiKey,
    transport::frames::StreamFraming,
};

/// The form of one provider's requests and replies.
pub(crate) trait ProviderFormat: Send + Sync {
    fn profile(&self) -> &'static ProviderProfile;

    /// Headers, the key among them.
    fn headers(&self, key: Option<&SecretApiKey>) -> HeaderMap {
        let value = key.and_then(|key| key.header("Bearer "));
        value.into_iter().map(|value| (AUTHORIZATION, value)).collect()
    }

    /// The body of a request.
    fn encode(&self, request: &ChatRequest, encoding: &EncodingOptions<'_>) -> Value;

    /// Reads a whole reply.
    fn decode(&self, body: &Value, into: &mut PartialReply) -> Result<(), ChatError>;

    /// Reads one message of a stream.
    fn fold(&self, message: &str, into: &mut PartialReply) -> Result<(), ChatError>;

    /// Reads what the server says instead of a reply.
    fn sorry(&self, status: StatusCode, body: &Value) -> RefusalReason;
}

pub(crate) struct ProviderProfile {
    /// In settings.
    pub(crate) name: &'static str,
    /// Where it is, unless settings say otherwise.
    pub(crate) base_url: &'static str,
    /// Where chats go, under the base.
    pub(crate) path: &'static str,
    pub(crate) takes_seed: bool,
    pub(crate) framing: StreamFraming,
}

pub(crate) struct EncodingOptions<'a> {
    pub(crate) model: &'a str,
    pub(crate) host: &'a str,
    pub(crate) output_tokens: u64,
    pub(crate) context_tokens: Option<u64>,
    pub(crate) stream: bool,
    /// Whether the server is asked to hold the reply to the schema.
    pub(crate) native_schema: bool,
}

#[derive(Debug, Default)]
pub(crate) struct PartialReply {
    pub(crate) text: String,
    pub(crate) finish: Option<FinishReason>,
    pub(crate) input_tokens: Option<u64>,
    pub(crate) output_tokens: Option<u64>,
    pub(crate) model: Option<String>,
    /// The server said that nothing more comes.
    pub(crate) done: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RefusalReason {
    Words(String),
    TooLong { limit: Option<u64>, needed: Option<u64> },
    QuotaSpent,
    NoSchemas(String),
}

/// The messages, with the schema put in words where the server does not hold replies to it.
pub(crate) fn messages<'a>(
    request: &'a ChatRequest,
    encoding: &EncodingOptions<'_>,
) -> std::borrow::Cow<'a, [ChatMessage]> {
    match &request.schema {
        Some(wanted) if !encoding.native_schema => {
            let mut messages = request.messages.clone();
            let at = messages
                .iter()
                .take_while(|message| message.role == ChatRole::System)
                .count();
            messages.insert(at, ChatMessage::system(schema_prompt(wanted)));
            messages.into()
        }
        _ => (&request.messages[..]).into(),
    }
}

/// The words that ask for a schema.
fn schema_prompt(wanted: &ReplySchema) -> String {
    const PROMPT: &str = include_str!("../prompts/schema.md");
    // Only the prompt is looked at for the mark, so that no schema can hold another.
    let (before, after) = PROMPT.split_once("{{schema}}").unwrap_or((PROMPT, ""));
    format!("{before}{:#}{after}", wanted.schema).trim_end().to_owned()
}

/// The first number of three digits and more after a word, as servers put limits into words.
pub(crate) fn number_after(text: &str, word: &str) -> Option<u64> {
    let rest = text.split_once(word)?.1;
    let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|run| 2 < run.len());
    numbers.next()?.parse().ok()
}

/// The words of an error body in any of the known forms.
pub(crate) fn words(body: &Value) -> String {
    let places = ["/error/message", "/message", "/error", "/detail"];
    let found = places.iter().find_map(|place| body.pointer(place)?.as_str());
    found.unwrap_or("no reason given").to_owned()
}

pub(crate) fn tokens(value: &Value, place: &str) -> Option<u64> {
    value.pointer(place)?.as_u64()
}

pub(crate) fn unwanted_call() -> ChatError {
    ChatError::Unwanted { what: "a tool call".into() }
}

pub(crate) fn parse(message: &str) -> Result<Value, ChatError> {
    let parsed = serde_json::from_str(message);
    parsed.map_err(|error| ChatError::invalid(format!("a message of the stream: {error}")))
}
