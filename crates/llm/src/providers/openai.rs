//! Chat completions as `OpenAI` has them: also vLLM, llama.cpp, LM Studio, and most gateways.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use super::format::{
    EncodingOptions, PartialReply, ProviderFormat, ProviderProfile, RefusalReason, messages,
    number_after, parse, tokens, unwanted_call, words,
};
use crate::{
    chat::{ChatError, ChatMessage, ChatRequest, FinishReason, MessagePart, ReplySchema},
    transport::frames::StreamFraming,
};

pub(crate) struct OpenAiFormat;

impl ProviderFormat for OpenAiFormat {
    fn profile(&self) -> &'static ProviderProfile {
        &ProviderProfile {
            name: "openai",
            base_url: "https://api.openai.com/v1",
            path: "chat/completions",
            takes_seed: true,
            framing: StreamFraming::Events,
        }
    }

    fn encode(&self, request: &ChatRequest, encoding: &EncodingOptions<'_>) -> Value {
        let turns = messages(request, encoding);
        let turns: Vec<Value> = turns.iter().map(turn).collect();
        let mut body = json!({ "model": encoding.model, "messages": turns });
        // OpenAI's newer models refuse the old name; other servers know the old one best.
        let limit = match encoding.host {
            "api.openai.com" => "max_completion_tokens",
            _ => "max_tokens",
        };
        body[limit] = json!(encoding.output_tokens);
        if let Some(temperature) = request.temperature {
            body["temperature"] = json!(temperature);
        }
        if let Some(seed) = request.seed {
            body["seed"] = json!(seed);
        }
        if !request.stop.is_empty() {
            body["stop"] = json!(request.stop);
        }
        if let Some(wanted) = request.schema.as_ref().filter(|_| encoding.native_schema) {
            body["response_format"] = response_format(wanted);
        }
        if encoding.stream {
            body["stream"] = json!(true);
            body["stream_options"] = json!({ "include_usage": true });
        }
        body
    }

    fn decode(&self, body: &Value, into: &mut PartialReply) -> Result<(), ChatError> {
        let choice = &body["choices"][0];
        let message = &choice["message"];
        refuse_calls(message)?;
        note(body, into);
        into.finish = finish(choice)?;
        match (text(&message["content"]), message["refusal"].as_str()) {
            (_, Some(refusal)) => {
                into.text = refusal.to_owned();
                into.finish = Some(FinishReason::Declined);
            }
            (Some(text), None) => into.text = text,
            (None, None) => return Err(ChatError::invalid("there is no text in the reply")),
        }
        into.done = true;
        Ok(())
    }

    fn fold(&self, message: &str, into: &mut PartialReply) -> Result<(), ChatError> {
        if message.trim() == "[DONE]" {
            into.done = true;
            return Ok(());
        }
        let body = parse(message)?;
        if body.get("error").is_some_and(|error| !error.is_null()) {
            return Err(ChatError::Server { status: 200, message: words(&body), tries: 1 });
        }
        note(&body, into);
        let choice = &body["choices"][0];
        refuse_calls(&choice["delta"])?;
        if let Some(text) = text(&choice["delta"]["content"]) {
            into.text.push_str(&text);
        }
        if let Some(refusal) = choice["delta"]["refusal"].as_str() {
            into.text.push_str(refusal);
            into.finish = Some(FinishReason::Declined);
        }
        let ended = finish(choice)?;
        into.finish = into.finish.or(ended);
        Ok(())
    }

    fn sorry(&self, status: StatusCode, body: &Value) -> RefusalReason {
        let text = words(body);
        let code = body
            .pointer("/error/code")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let kind = body
            .pointer("/error/type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if code == "insufficient_quota" || kind == "insufficient_quota" {
            return RefusalReason::QuotaSpent;
        }
        let too_long = code == "context_length_exceeded"
            || kind == "exceed_context_size_error"
            || text.contains("maximum context length")
            || text.contains("context size");
        if too_long && status.is_client_error() {
            return RefusalReason::TooLong {
                limit: tokens(body, "/error/n_ctx")
                    .or_else(|| number_after(&text, "maximum context length")),
                needed: tokens(body, "/error/n_prompt_tokens")
                    .or_else(|| number_after(&text, "requested"))
                    .or_else(|| number_after(&text, "resulted in")),
            };
        }
        let of_schema = ["response_format", "json_schema", "guided", "grammar"];
        if of_schema.iter().any(|word| text.contains(word)) {
            return RefusalReason::NoSchemas(text);
        }
        RefusalReason::Words(text)
    }
}

fn turn(message: &ChatMessage) -> Value {
    let role = message.role;
    // Many servers take a list of parts only where there is a picture.
    if let [MessagePart::Text { text }] = &message.parts[..] {
        return json!({ "role": role, "content": text });
    }
    let parts = message.parts.iter().map(|part| match part {
        MessagePart::Text { text } => json!({ "type": "text", "text": text }),
        MessagePart::Image { media, base64 } => {
            let url = format!("data:{};base64,{base64}", media.name());
            json!({ "type": "image_url", "image_url": { "url": url } })
        }
    });
    json!({ "role": role, "content": parts.collect::<Vec<_>>() })
}

/// `strict` where the schema is of the kind that strict servers take.
fn response_format(wanted: &ReplySchema) -> Value {
    let closed = closed(&wanted.schema);
    let strict = closed.is_some();
    let schema = closed.unwrap_or_else(|| wanted.schema.clone());
    json!({
        "type": "json_schema",
        "json_schema": { "name": wanted.name, "schema": schema, "strict": strict },
    })
}

/// The schema with every object closed and every property required, which strictness wants.
/// None where an object is open on purpose, or a keyword is not taken.
fn closed(schema: &Value) -> Option<Value> {
    const NOT_TAKEN: &[&str] =
        &["allOf", "not", "if", "oneOf", "patternProperties", "prefixItems"];
    match schema {
        Value::Object(map) if NOT_TAKEN.iter().any(|word| map.contains_key(*word)) => None,
        Value::Object(map) => closed_object(map).map(Value::Object),
        Value::Array(items) => {
            items.iter().map(closed).collect::<Option<_>>().map(Value::Array)
        }
        other => Some(other.clone()),
    }
}

fn closed_object(map: &Map<String, Value>) -> Option<Map<String, Value>> {
    let mut closed_map = Map::new();
    for (word, value) in map {
        let value = match word.as_str() {
            "$schema" | "title" | "default" | "format" => continue,
            "properties" | "$defs" => Value::Object(each_closed(value.as_object()?)?),
            "enum" | "const" | "required" | "description" => value.clone(),
            "additionalProperties" if value != &Value::Bool(false) => return None,
            _ => closed(value)?,
        };
        closed_map.insert(word.clone(), value);
    }
    if let Some(properties) = map.get("properties").and_then(Value::as_object) {
        let names: BTreeSet<&String> = properties.keys().collect();
        closed_map.insert("required".into(), json!(names));
        closed_map.insert("additionalProperties".into(), json!(false));
    } else if map.get("type").is_some_and(|kind| kind == "object") {
        return None;
    }
    Some(closed_map)
}

fn each_closed(map: &Map<String, Value>) -> Option<Map<String, Value>> {
    map.iter()
        .map(|(name, value)| Some((name.clone(), closed(value)?)))
        .collect()
}

fn note(body: &Value, into: &mut PartialReply) {
    let usage = &body["usage"];
    into.input_tokens = tokens(usage, "/prompt_tokens").or(into.input_tokens);
    into.output_tokens = tokens(usage, "/completion_tokens").or(into.output_tokens);
    if into.model.is_none() {
        into.model = body["model"].as_str().map(str::to_owned);
    }
}

fn refuse_calls(message: &Value) -> Result<(), ChatError> {
    let tools = message["tool_calls"]
        .as_array()
        .is_some_and(|calls| !calls.is_empty());
    if tools || message["function_call"].is_object() {
        return Err(unwanted_call());
    }
    Ok(())
}

fn finish(choice: &Value) -> Result<Option<FinishReason>, ChatError> {
    match choice["finish_reason"].as_str() {
        None => Ok(None),
        Some("length") => Ok(Some(FinishReason::Length)),
        Some("content_filter") => Ok(Some(FinishReason::Declined)),
        Some("tool_calls" | "function_call") => Err(unwanted_call()),
        Some(_) => Ok(Some(FinishReason::Stop)),
    }
}

/// A text, or the texts of a list of parts, as some servers send them.
fn text(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts: Vec<&str> =
                parts.iter().filter_map(|part| part["text"].as_str()).collect();
            (!texts.is_empty()).then(|| texts.concat())
        }
        _ => None,
    }
}
