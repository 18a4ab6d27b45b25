//! Anthropic's messages.

use reqwest::{
    StatusCode,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use serde_json::{Value, json};

use super::format::{
    EncodingOptions, PartialReply, ProviderFormat, ProviderProfile, RefusalReason, messages,
    number_after, parse, tokens, unwanted_call, words,
};
use crate::{
    chat::{ChatError, ChatMessage, ChatRequest, ChatRole, FinishReason, MessagePart},
    settings::SecretApiKey,
    transport::frames::StreamFraming,
};

const VERSION: &str = "2023-06-01";

pub(crate) struct AnthropicFormat;

impl ProviderFormat for AnthropicFormat {
    fn profile(&self) -> &'static ProviderProfile {
        &ProviderProfile {
            name: "anthropic",
            base_url: "https://api.anthropic.com",
            path: "v1/messages",
            takes_seed: false,
            framing: StreamFraming::Events,
        }
    }

    fn headers(&self, key: Option<&SecretApiKey>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let version = HeaderName::from_static("anthropic-version");
        headers.insert(version, HeaderValue::from_static(VERSION));
        if let Some(value) = key.and_then(|key| key.header("")) {
            headers.insert(HeaderName::from_static("x-api-key"), value);
        }
        headers
    }

    fn encode(&self, request: &ChatRequest, encoding: &EncodingOptions<'_>) -> Value {
        let all = messages(request, encoding);
        let system = all.iter().filter(|message| message.role == ChatRole::System);
        let system: Vec<String> = system.map(ChatMessage::text).collect();
        let turns = all.iter().filter(|message| message.role != ChatRole::System);
        let turns: Vec<Value> = turns.map(turn).collect();
        let mut body = json!({
            "model": encoding.model,
            "max_tokens": encoding.output_tokens,
            "messages": turns,
        });
        if !system.is_empty() {
            body["system"] = json!(system.join("\n\n"));
        }
        if let Some(temperature) = request.temperature {
            body["temperature"] = json!(temperature);
        }
        if !request.stop.is_empty() {
            body["stop_sequences"] = json!(request.stop);
        }
        if let Some(wanted) = request.schema.as_ref().filter(|_| encoding.native_schema) {
            let format = json!({ "type": "json_schema", "schema": wanted.schema });
            body["output_config"] = json!({ "format": format });
        }
        if encoding.stream {
            body["stream"] = json!(true);
        }
        body
    }

    fn decode(&self, body: &Value, into: &mut PartialReply) -> Result<(), ChatError> {
        note(body, into);
        into.finish = finish(&body["stop_reason"])?;
        let Some(blocks) = body["content"].as_array() else {
            return Err(ChatError::invalid("there is no content in the reply"));
        };
        for block in blocks {
            refuse_calls(block)?;
            if block["type"] == "text" {
                into.text.push_str(block["text"].as_str().unwrap_or_default());
            }
        }
        into.done = true;
        Ok(())
    }

    fn fold(&self, message: &str, into: &mut PartialReply) -> Result<(), ChatError> {
        let body = parse(message)?;
        match body["type"].as_str() {
            Some("message_start") => note(&body["message"], into),
            Some("content_block_start") => refuse_calls(&body["content_block"])?,
            // Thoughts and signatures come as other kinds of deltas, and are not the reply.
            Some("content_block_delta") if body["delta"]["type"] == "text_delta" => {
                into.text.push_str(body["delta"]["text"].as_str().unwrap_or_default());
            }
            Some("message_delta") => {
                into.finish = finish(&body["delta"]["stop_reason"])?.or(into.finish);
                let usage = &body["usage"];
                into.output_tokens = tokens(usage, "/output_tokens").or(into.output_tokens);
            }
            Some("message_stop") => into.done = true,
            Some("error") => {
                let busy = body["error"]["type"] == "overloaded_error";
                let status = if busy { 529 } else { 500 };
                return Err(ChatError::Server { status, message: words(&body), tries: 1 });
            }
            _ => {}
        }
        Ok(())
    }

    fn sorry(&self, status: StatusCode, body: &Value) -> RefusalReason {
        let text = words(body);
        if text.contains("prompt is too long") || text.contains("exceed context limit") {
            let limit = number_after(&text, ">");
            let needed = number_after(&text, "too long");
            return RefusalReason::TooLong { limit, needed };
        }
        if text.contains("credit balance is too low") {
            return RefusalReason::QuotaSpent;
        }
        if status.is_client_error() && text.contains("output_config") {
            return RefusalReason::NoSchemas(text);
        }
        RefusalReason::Words(text)
    }
}

fn turn(message: &ChatMessage) -> Value {
    let role = if message.role == ChatRole::Assistant { "assistant" } else { "user" };
    let parts = message.parts.iter().map(|part| match part {
        MessagePart::Text { text } => json!({ "type": "text", "text": text }),
        MessagePart::Image { media, base64 } => {
            let source =
                json!({ "type": "base64", "media_type": media.name(), "data": base64 });
            json!({ "type": "image", "source": source })
        }
    });
    json!({ "role": role, "content": parts.collect::<Vec<_>>() })
}

/// Tokens read from and written to the provider's cache are input like any other.
fn note(body: &Value, into: &mut PartialReply) {
    let usage = &body["usage"];
    let cached = ["/cache_creation_input_tokens", "/cache_read_input_tokens"];
    let cached: u64 = cached.iter().filter_map(|place| tokens(usage, place)).sum();
    into.input_tokens = tokens(usage, "/input_tokens").map(|read| read.saturating_add(cached));
    into.output_tokens = tokens(usage, "/output_tokens");
    into.model = body["model"].as_str().map(str::to_owned);
}

fn refuse_calls(block: &Value) -> Result<(), ChatError> {
    let kind = block["type"].as_str().unwrap_or_default();
    if kind.ends_with("tool_use") || kind.ends_with("tool_result") {
        return Err(unwanted_call());
    }
    Ok(())
}

fn finish(reason: &Value) -> Result<Option<FinishReason>, ChatError> {
    match reason.as_str() {
        None => Ok(None),
        Some("max_tokens" | "model_context_window_exceeded") => Ok(Some(FinishReason::Length)),
        Some("refusal") => Ok(Some(FinishReason::Declined)),
        Some("tool_use" | "pause_turn") => Err(unwanted_call()),
        Some(_) => Ok(Some(FinishReason::Stop)),
    }
}
