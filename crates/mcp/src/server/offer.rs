//! What a server offers: tools, prompts and resources, as data.

use std::sync::Arc;

use jurat_tools::{
    ServiceTool, ToolAnswer, ToolEffect, ToolFailure, ToolService, ToolServices,
};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{McpFailure, ResourceShelf};
use crate::client::RemoteService;

/// What answers a call.
pub type ServedCall = Arc<dyn Fn(Json) -> Result<ToolAnswer, ToolFailure> + Send + Sync>;

/// A tool as a host sees it.
#[derive(Clone)]
pub struct ServedTool {
    pub name: String,
    pub about: String,
    pub input: Json,
    pub output: Json,
    pub effect: ToolEffect,
    pub call: ServedCall,
}

/// A prompt that a host can put before its model. Its text names arguments as `{name}`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServedPrompt {
    pub name: String,
    pub title: String,
    pub about: String,
    pub arguments: Vec<ServedPromptArgument>,
    pub text: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServedPromptArgument {
    pub name: String,
    pub about: String,
    pub required: bool,
}

/// All that one server offers.
pub struct McpOffer {
    /// How it calls itself.
    pub name: String,
    pub version: String,
    /// What a host may tell its model about it.
    pub about: String,
    pub tools: Vec<ServedTool>,
    pub prompts: Vec<ServedPrompt>,
    pub shelves: Vec<Box<dyn ResourceShelf>>,
}

/// The tools of some services, in the order of the table.
pub fn served_services(
    services: &Arc<ToolServices>,
    chosen: &[&'static ToolService],
) -> Vec<ServedTool> {
    let tools = chosen.iter().flat_map(|service| service.tools);
    tools.map(|tool| served(services, tool)).collect()
}

fn served(services: &Arc<ToolServices>, tool: &'static ServiceTool) -> ServedTool {
    let own = Arc::clone(services);
    ServedTool {
        name: tool.name.to_owned(),
        about: tool.about.to_owned(),
        input: tool.input_schema(services),
        output: tool.output_schema(),
        effect: tool.effect,
        call: Arc::new(move |arguments| tool.call(&own, arguments)),
    }
}

/// The tools of a service that lives elsewhere. An answer that gives orders is none: a host would put it before its model.
pub fn served_remote(
    services: &Arc<ToolServices>,
    service: &'static ToolService,
    remote: RemoteService,
) -> Vec<ServedTool> {
    let remote = Arc::new(remote);
    let tools = service.tools.iter().map(|tool| {
        let (remote, own) = (Arc::clone(&remote), Arc::clone(services));
        let call = move |arguments: Json| {
            let answer = remote.call(tool, &own, &arguments)?;
            match answer.suspect.first() {
                None => Ok(answer.into()),
                Some(words) => Err(ToolFailure::ServiceFailed {
                    service: service.name.to_owned(),
                    why: format!(
                        "`{}` of its answer gives orders to its reader",
                        words.pointer
                    ),
                }),
            }
        };
        ServedTool { call: Arc::new(call), ..served(services, tool) }
    });
    tools.collect()
}

/// The prompts that come with the program.
pub fn shipped_prompts() -> Result<Vec<ServedPrompt>, McpFailure> {
    let shipped = [
        include_str!("../../prompts/check_citation.json"),
        include_str!("../../prompts/compute_points.json"),
    ];
    let prompt = |text| serde_json::from_str(text);
    let prompts: Result<Vec<ServedPrompt>, _> = shipped.into_iter().map(prompt).collect();
    prompts.map_err(|error| McpFailure::Broken(format!("a shipped prompt: {error}")))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_prompt_names_the_arguments_that_it_declares() {
        for prompt in shipped_prompts().unwrap() {
            for argument in &prompt.arguments {
                let hole = format!("{{{}}}", argument.name);
                assert!(prompt.text.contains(&hole), "{}: {hole}", prompt.name);
            }
        }
    }
}
