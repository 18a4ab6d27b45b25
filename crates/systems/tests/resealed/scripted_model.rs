//! A model that says what it is told to: quotes of the county's code, or an answer that rests on nothing.

use std::sync::Arc;

use jurat_llm::{
    ChatFuture, ChatModel, ChatReply, ChatRequest, FinishReason, MessagePart, ModelIdentity,
    ModelLimits, TokenUsage,
};
use jurat_system::ModelProvider;
use serde_json::json;

/// Words that stand in the code, from one of its sentences.
const QUOTE: &str = "A provider shall keep each client record for seven years after the last service to the client.";
/// What no review lets through.
const UNMARKED: &str = "Records may be thrown away after nine days.";

pub(crate) struct ScriptedModels;

impl ModelProvider for ScriptedModels {
    fn open(&self, _: &str) -> Result<Arc<dyn ChatModel>, String> {
        Ok(Arc::new(ScriptedModel {
            identity: ModelIdentity { provider: "none".into(), model: "scripted".into() },
            limits: ModelLimits {
                context_tokens: Some(32_000),
                output_tokens: 256,
                images: false,
                json_schema: true,
                seed: true,
            },
        }))
    }
}

struct ScriptedModel {
    identity: ModelIdentity,
    limits: ModelLimits,
}

impl ChatModel for ScriptedModel {
    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    fn limits(&self) -> &ModelLimits {
        &self.limits
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a> {
        let text = if request.schema.is_some() { quotes(request) } else { UNMARKED.to_owned() };
        let usage = TokenUsage {
            input_tokens: 10,
            output_tokens: 10,
            estimated: false,
        };
        let (finish, model) = (FinishReason::Stop, self.identity.model.clone());
        let reply = ChatReply { text, finish, usage, cost: None, model, tries: 1 };
        Box::pin(async move { Ok(reply) })
    }
}

/// The quote out of the passage that has it, where it is shown, and one that stands nowhere.
fn quotes(request: &ChatRequest) -> String {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    let texts = parts.filter_map(|part| match part {
        MessagePart::Text { text } => Some(text.as_str()),
        MessagePart::Image { .. } => None,
    });
    let shown: String = texts.collect();
    let before = shown.split_once("seven years after the last service");
    let named = before.and_then(|(before, _)| {
        let (_, name) = before.rsplit_once(" S")?;
        Some(format!("S{}", name.split_once('>')?.0))
    });
    let passage = named.unwrap_or_else(|| "S1".to_owned());
    let of = |words: &str| json!({ "passage": passage, "exact_quote": words });
    let made_up = "A provider shall burn each client record nine days after the last service";
    json!({ "requirements": [of(QUOTE), of(made_up)] }).to_string()
}
