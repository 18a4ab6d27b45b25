//! Ollama's own chat, which unlike its `/v1` lets the request set the context.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::format::{
    EncodingOptions, PartialReply, ProviderFormat, ProviderProfile, RefusalReason, messages,
    parse, tokens, unwanted_call, words,
};
use crate::{
    chat::{ChatError, ChatMessage, ChatRequest, FinishReason, MessagePart},
    transport::frames::StreamFraming,
};

pub(crate) struct OllamaFormat;

impl ProviderFormat for OllamaFormat {
    fn profile(&self) -> &'static ProviderProfile {
        &ProviderProfile {
            name: "ollama",
            base_url: "http://127.0.0.1:11434",
            path: "api/chat",
            takes_seed: true,
            framing: StreamFraming::Lines,
        }
    }

    fn encode(&self, request: &ChatRequest, encoding: &EncodingOptions<'_>) -> Value {
        let turns = messages(request, encoding);
        let turns: Vec<Value> = turns.iter().map(turn).collect();
        let mut options = json!({ "num_predict": encoding.output_tokens });
        if let Some(context) = encoding.context_tokens {
            options["num_ctx"] = json!(context);
        }
        if let Some(temperature) = request.temperature {
            options["temperature"] = json!(temperature);
        }
        if let Some(seed) = request.seed {
            options["seed"] = json!(seed);
        }
        if !request.stop.is_empty() {
            options["stop"] = json!(request.stop);
        }
        let mut body = json!({
            "model": encoding.model,
            "messages": turns,
            "stream": encoding.stream,
            // A prompt that does not fit must fail, not lose its start.
            "truncate": false,
            "options": options,
        });
        if let Some(wanted) = request.schema.as_ref().filter(|_| encoding.native_schema) {
            body["format"] = wanted.schema.clone();
        }
        body
    }

    fn decode(&self, body: &Value, into: &mut PartialReply) -> Result<(), ChatError> {
        if !body["message"]["content"].is_string() {
            return Err(ChatError::invalid("there is no text in the reply"));
        }
        fold_body(body, into)
    }

    fn fold(&self, message: &str, into: &mut PartialReply) -> Result<(), ChatError> {
        fold_body(&parse(message)?, into)
    }

    fn sorry(&self, status: StatusCode, body: &Value) -> RefusalReason {
        let text = words(body);
        let long = ["exceeds the context", "exceeds maximum context", "context length"];
        if status.is_client_error() && long.iter().any(|words| text.contains(words)) {
            return RefusalReason::TooLong { limit: None, needed: None };
        }
        if status.is_client_error() && text.contains("format") {
            return RefusalReason::NoSchemas(text);
        }
        RefusalReason::Words(text)
    }
}

fn turn(message: &ChatMessage) -> Value {
    let role = message.role;
    let mut turn = json!({ "role": role, "content": message.text() });
    let images = message.parts.iter().filter_map(|part| match part {
        MessagePart::Image { base64, .. } => Some(base64),
        MessagePart::Text { .. } => None,
    });
    let images: Vec<&String> = images.collect();
    if !images.is_empty() {
        turn["images"] = json!(images);
    }
    turn
}

fn fold_body(body: &Value, into: &mut PartialReply) -> Result<(), ChatError> {
    if body["error"].is_string() {
        return Err(ChatError::Server { status: 200, message: words(body), tries: 1 });
    }
    let message = &body["message"];
    if message["tool_calls"]
        .as_array()
        .is_some_and(|calls| !calls.is_empty())
    {
        return Err(unwanted_call());
    }
    into.text.push_str(message["content"].as_str().unwrap_or_default());
    if into.model.is_none() {
        into.model = body["model"].as_str().map(str::to_owned);
    }
    into.input_tokens = tokens(body, "/prompt_eval_count").or(into.input_tokens);
    into.output_tokens = tokens(body, "/eval_count").or(into.output_tokens);
    if body["done"] == true {
        into.done = true;
        into.finish = Some(match body["done_reason"].as_str() {
            Some("length") => FinishReason::Length,
            _ => FinishReason::Stop,
        });
    }
    Ok(())
}
