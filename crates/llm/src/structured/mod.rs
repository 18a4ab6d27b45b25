//! Replies as Rust values: the type gives the schema, a wrong shape is reprompted.
//!
//! What comes back is data of the wanted type. Nothing here opens, runs, fetches or expands it.

mod extract;

use jurat_canon::schema_faults;
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::chat::{
    CallCost, ChatError, ChatMessage, ChatModel, ChatReply, ChatRequest, FinishReason,
    ReplySchema, TokenUsage,
};

const MOST_NAME: usize = 64;
/// Of a validator's message, which may quote the reply.
const MOST_REASON: usize = 600;
/// A wrong reply is shown to the model again, but not all of a very long one.
const MOST_SHOWN: usize = 16 * 1024;

#[derive(Clone, Debug, PartialEq)]
pub struct StructuredReply<T> {
    pub value: T,
    pub reply: ChatReply,
    /// How often the model was asked again for a valid shape.
    pub reprompts: u32,
    pub usage: TokenUsage,
    /// Money of all replies together, where prices are set.
    pub cost: Option<CallCost>,
}

/// Asks for a value. The request's own schema, if any, is replaced by the type's.
pub async fn ask<T: DeserializeOwned + JsonSchema>(
    model: &dyn ChatModel,
    mut request: ChatRequest,
    max_reprompts: u32,
) -> Result<StructuredReply<T>, ChatError> {
    let schema = schema_of::<T>();
    request.schema = Some(schema.clone());
    let mut spent: Option<(TokenUsage, Option<CallCost>)> = None;
    let mut reprompts = 0;
    loop {
        let reply = model.chat(&request).await?;
        let total = plus(spent.take(), &reply);
        if reply.finish == FinishReason::Declined {
            return Err(ChatError::Declined);
        }
        let reason = match parse_reply(&reply, &schema.schema) {
            Ok(value) => {
                return Ok(StructuredReply {
                    value,
                    reply,
                    reprompts,
                    usage: total.0,
                    cost: total.1,
                });
            }
            Err(reason) => reason,
        };
        if max_reprompts <= reprompts {
            return Err(ChatError::SchemaNotMet { tries: reprompts + 1, reason });
        }
        reprompts += 1;
        spent = Some(total);
        reprompt(&mut request, &reply, &reason, reprompts);
    }
}

fn schema_of<T: JsonSchema>() -> ReplySchema {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name = T::schema_name().chars().take(MOST_NAME).map(plain).collect();
    ReplySchema { name, schema: schema_for!(T).to_value() }
}

/// The value in a reply, or what is wrong with it in words for the model.
fn parse_reply<T: DeserializeOwned>(reply: &ChatReply, schema: &Value) -> Result<T, String> {
    let json = extract::only_json(&reply.text).map_err(|problem| match reply.finish {
        FinishReason::Length => "it was cut at the limit of tokens; answer more briefly".into(),
        FinishReason::Stop | FinishReason::Declined => problem.to_string(),
    })?;
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    if let Some(fault) = schema_faults(schema, &value, 1).first() {
        return Err(short(&format!("at `{}`: {}", fault.pointer(), fault.kind)));
    }
    // From the text, not from the value: a key that is there twice is refused here.
    serde_json::from_str(json).map_err(|error| short(&error.to_string()))
}

/// The conversation grows by the last wrong reply only, however often it is wrong.
fn reprompt(request: &mut ChatRequest, reply: &ChatReply, reason: &str, reprompts: u32) {
    const PROMPT: &str = include_str!("../prompts/reprompt.md");
    if 1 < reprompts {
        request.messages.truncate(request.messages.len().saturating_sub(2));
    }
    let shown: String = reply.text.chars().take(MOST_SHOWN).collect();
    // Servers refuse an empty turn.
    let shown = if shown.trim().is_empty() { "(nothing)".into() } else { shown };
    // Only the prompt is looked at for the mark, so that no reply can hold another.
    let (before, after) = PROMPT.split_once("{{reason}}").unwrap_or((PROMPT, ""));
    request.messages.push(ChatMessage::assistant(shown));
    request
        .messages
        .push(ChatMessage::user(format!("{before}{reason}{after}").trim_end()));
}

fn plus(
    spent: Option<(TokenUsage, Option<CallCost>)>,
    reply: &ChatReply,
) -> (TokenUsage, Option<CallCost>) {
    let Some((usage, cost)) = spent else { return (reply.usage, reply.cost.clone()) };
    let cost = cost.zip(reply.cost.as_ref()).map(|(sum, more)| CallCost {
        micros: sum.micros.saturating_add(more.micros),
        currency: sum.currency,
    });
    (usage.plus(reply.usage), cost)
}

fn short(reason: &str) -> String {
    reason.chars().take(MOST_REASON).collect()
}
