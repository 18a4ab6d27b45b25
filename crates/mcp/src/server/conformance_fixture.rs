//! What the conformance suite of the protocol expects to find: its tools, resources and prompts by their names, served by
//! the same code as ours.

use std::sync::Arc;

use jurat_tools::{AnswerOutcome, ToolAnswer, ToolEffect, ToolFailure};
use serde_json::{Value as Json, json};

use super::{
    McpOffer, ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText, ServedCall,
    ServedPrompt, ServedTool, offer::ServedPromptArgument,
};

/// The fixture, for a server that nobody lists.
pub fn conformance_fixture() -> McpOffer {
    let answer = |content: Json| -> ServedCall {
        Arc::new(move |_| {
            Ok(ToolAnswer {
                outcome: AnswerOutcome::Found,
                content: content.clone(),
            })
        })
    };
    let failure: ServedCall = Arc::new(|_| {
        Err(ToolFailure::ServiceFailed {
            service: "test_error_handling".to_owned(),
            why: "This tool intentionally returns an error for testing".to_owned(),
        })
    });
    let said = json!({ "text": "This is a simple text response for testing." });
    McpOffer {
        name: "jurat-conformance-fixture".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        about: "What the conformance suite expects to find.".to_owned(),
        tools: vec![
            tool("test_simple_text", no_arguments(), answer(said)),
            tool("test_error_handling", no_arguments(), failure),
            tool("json_schema_2020_12_tool", dialect_schema(), answer(json!({}))),
        ],
        prompts: vec![
            prompt("test_simple_prompt", &[], "This is a simple prompt for testing."),
            prompt(
                "test_prompt_with_arguments",
                &["arg1", "arg2"],
                "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'",
            ),
        ],
        shelves: vec![Box::new(StaticText)],
    }
}

fn tool(name: &str, input: Json, call: ServedCall) -> ServedTool {
    ServedTool {
        name: name.to_owned(),
        about: "For the conformance suite.".to_owned(),
        input,
        output: json!({ "type": "object" }),
        effect: ToolEffect::ReadOnly,
        call,
    }
}

fn no_arguments() -> Json {
    json!({ "type": "object", "properties": {} })
}

/// Keywords of the dialect that a server must not lose on the way.
fn dialect_schema() -> Json {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

fn prompt(name: &str, arguments: &[&str], text: &str) -> ServedPrompt {
    let argument = |name: &&str| ServedPromptArgument {
        name: (*name).to_owned(),
        about: "For the conformance suite.".to_owned(),
        required: true,
    };
    ServedPrompt {
        name: name.to_owned(),
        title: name.to_owned(),
        about: "For the conformance suite.".to_owned(),
        arguments: arguments.iter().map(argument).collect(),
        text: text.to_owned(),
    }
}

struct StaticText;

const STATIC_TEXT: &str = "test://static-text";

const TEMPLATES: &[ResourceTemplateCard] = &[ResourceTemplateCard {
    template: "test://template/{id}/data",
    name: "template-data",
    title: "Data by id",
    about: "For the conformance suite.",
    mime: "application/json",
}];

impl ResourceShelf for StaticText {
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure> {
        Ok(vec![ResourceCard {
            uri: STATIC_TEXT.to_owned(),
            name: "static-text".to_owned(),
            title: "Static text".to_owned(),
            mime: "text/plain",
            size: None,
            hash: None,
        }])
    }

    fn templates(&self) -> &[ResourceTemplateCard] {
        TEMPLATES
    }

    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure> {
        let id = uri.strip_prefix("test://template/");
        if let Some(id) = id.and_then(|rest| rest.strip_suffix("/data")) {
            let data = format!("Data for ID: {id}");
            let text = json!({ "id": id, "templateTest": true, "data": data }).to_string();
            return Ok(Some(ResourceText { mime: "application/json", text }));
        }
        let text = "This is the content of the static text resource.".to_owned();
        Ok((uri == STATIC_TEXT).then_some(ResourceText { mime: "text/plain", text }))
    }
}
