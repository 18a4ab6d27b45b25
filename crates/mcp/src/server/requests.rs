//! How requests are answered, whichever transport they came by.

use std::{borrow::Cow, sync::Arc};

use jurat_canon::nearest;
use jurat_tools::{ToolAnswer, ToolEffect, ToolFailure, answer_text};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
        GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        MetaObject, PaginatedRequestParams, Prompt, PromptArgument, PromptMessage,
        ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
        Resource, ResourceContents, ResourceTemplate, Role, ServerCapabilities, ServerConfig,
        Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use serde_json::{Map, Value as Json};
use tokio::{sync::Semaphore, task, time};

use super::{
    McpOffer, ResourceCard, ResourceTemplateCard, ResourceText, ServedPrompt, ServedTool,
    ServerLimits,
};

/// Revisions that are spoken, oldest first.
const REVISIONS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// The key of a hash beside a resource.
const HASH_KEY: &str = "jurat/blake3";

/// Answers requests. Its clones are one server.
#[derive(Clone)]
pub struct McpServer {
    offer: Arc<McpOffer>,
    tools: Arc<Vec<Tool>>,
    turns: Arc<Semaphore>,
    pub(super) limits: ServerLimits,
}

impl McpServer {
    pub fn new(offer: McpOffer, limits: ServerLimits) -> Self {
        let tools = offer.tools.iter().map(tool_card).collect();
        Self {
            tools: Arc::new(tools),
            offer: Arc::new(offer),
            turns: Arc::new(Semaphore::new(limits.calls)),
            limits,
        }
    }

    /// The answer of a tool, once it is its turn. A call that takes too long keeps its place until it is over, so that
    /// no more than the limit ever run.
    async fn answer(
        &self,
        tool: &ServedTool,
        arguments: Json,
    ) -> Result<ToolAnswer, ToolFailure> {
        let failed =
            |why: String| ToolFailure::ServiceFailed { service: tool.name.clone(), why };
        let seconds = self.limits.call_time.as_secs();
        let turn =
            time::timeout(self.limits.call_time, Arc::clone(&self.turns).acquire_owned());
        let Ok(Ok(turn)) = turn.await else {
            return Err(failed(format!("its turn did not come within {seconds} s")));
        };
        let call = Arc::clone(&tool.call);
        let work = task::spawn_blocking(move || {
            let answer = call(arguments);
            drop(turn);
            answer
        });
        match time::timeout(self.limits.call_time, work).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(failed("it broke off".to_owned())),
            Err(_) => Err(failed(format!("it took longer than {seconds} s"))),
        }
    }

    /// A resource that is not too large to be sent.
    fn bounded(&self, found: ResourceText) -> Result<ResourceText, ToolFailure> {
        let (size, most) = (found.text.len(), self.limits.resource_bytes);
        if size <= most {
            return Ok(found);
        }
        Err(ToolFailure::BadArgument {
            argument: "uri".to_owned(),
            given: format!("a resource of {size} bytes"),
            allowed: vec![format!("at most {most} bytes; tools give parts of it")],
        })
    }

    /// Reads from the shelves, off the threads that answer.
    async fn on_shelves<T: Send + 'static>(
        &self,
        look: impl FnOnce(&McpOffer) -> Result<T, ToolFailure> + Send + 'static,
    ) -> Result<Result<T, ToolFailure>, ErrorData> {
        let offer = Arc::clone(&self.offer);
        let looked = task::spawn_blocking(move || look(&offer));
        match time::timeout(self.limits.call_time, looked).await {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(_)) | Err(_) => {
                Err(ErrorData::internal_error("the resources cannot be read", None))
            }
        }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_server_info(Implementation::new(
                self.offer.name.clone(),
                self.offer.version.clone(),
            ))
            .with_instructions(self.offer.about.clone())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(REVISIONS)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        refuse_cursor(request.as_ref())?;
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let names = || self.offer.tools.iter().map(|tool| tool.name.as_str());
        let tool = self.offer.tools.iter().find(|tool| tool.name == request.name);
        let tool = tool.ok_or_else(|| unknown("tool", &request.name, names()))?;
        let arguments = Json::Object(request.arguments.unwrap_or_default());
        Ok(result(self.answer(tool, arguments).await).into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        refuse_cursor(request.as_ref())?;
        let prompts = self.offer.prompts.iter().map(prompt_card);
        Ok(ListPromptsResult::with_all_items(prompts.collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let names = || self.offer.prompts.iter().map(|prompt| prompt.name.as_str());
        let prompt = self.offer.prompts.iter().find(|prompt| prompt.name == request.name);
        let prompt = prompt.ok_or_else(|| unknown("prompt", &request.name, names()))?;
        let text = filled(prompt, &request.arguments.unwrap_or_default())?;
        let message = PromptMessage::new_text(Role::User, text);
        let got = GetPromptResult::new(vec![message]).with_description(prompt.about.clone());
        Ok(got.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        refuse_cursor(request.as_ref())?;
        let cards = self.on_shelves(|offer| {
            let cards: Result<Vec<_>, _> = offer.shelves.iter().map(|it| it.cards()).collect();
            Ok(cards?.concat())
        });
        let cards = cards.await?.map_err(|failure| internal(&failure))?;
        Ok(ListResourcesResult::with_all_items(cards.iter().map(resource_card).collect()))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        refuse_cursor(request.as_ref())?;
        let templates = self.offer.shelves.iter().flat_map(|shelf| shelf.templates());
        let cards = templates.map(template_card);
        Ok(ListResourceTemplatesResult::with_all_items(cards.collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let found = self.on_shelves(move |offer| {
            let read = offer.shelves.iter().map(|shelf| shelf.text(&uri));
            let mut found = read.filter_map(Result::transpose);
            found.next().transpose()
        });
        let absent = || ToolFailure::NotFound {
            argument: "uri".to_owned(),
            given: format!("{:?}", request.uri),
            looked_in: "the resources of this server".to_owned(),
        };
        let found = found.await?.and_then(|found| found.ok_or_else(absent));
        let found = found.and_then(|found| self.bounded(found));
        let found = found.map_err(|failure| unread(&failure, &request.uri))?;
        let contents =
            ResourceContents::text(found.text, request.uri).with_mime_type(found.mime);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// An answer as data, with the same in words; a failure as data, with its sentence. Both say the same by every transport.
fn result(answer: Result<ToolAnswer, ToolFailure>) -> CallToolResult {
    match answer {
        Ok(answer) => {
            let text = ContentBlock::text(answer_text(&answer.content));
            let mut result = CallToolResult::success(vec![text]);
            result.structured_content = Some(answer.content);
            result
        }
        Err(failure) => {
            let text = ContentBlock::text(failure.to_string());
            let mut result = CallToolResult::error(vec![text]);
            result.structured_content = Some(failure.to_json());
            result
        }
    }
}

fn tool_card(tool: &ServedTool) -> Tool {
    let object = |schema: &Json| Arc::new(schema.as_object().cloned().unwrap_or_default());
    let is_read_only = tool.effect == ToolEffect::ReadOnly;
    let annotations = ToolAnnotations::new()
        .read_only(is_read_only)
        .destructive(false)
        .idempotent(is_read_only)
        .open_world(false);
    Tool::new(tool.name.clone(), tool.about.clone(), object(&tool.input))
        .with_raw_output_schema(object(&tool.output))
        .with_annotations(annotations)
}

fn prompt_card(prompt: &ServedPrompt) -> Prompt {
    let arguments = prompt.arguments.iter().map(|argument| {
        PromptArgument::new(&argument.name)
            .with_description(&argument.about)
            .with_required(argument.required)
    });
    Prompt::new(&prompt.name, Some(&prompt.about), Some(arguments.collect()))
        .with_title(&prompt.title)
}

fn resource_card(card: &ResourceCard) -> Resource {
    let mut resource = Resource::new(&card.uri, &card.name)
        .with_title(&card.title)
        .with_mime_type(card.mime);
    if let Some(size) = card.size {
        resource = resource.with_size(size);
    }
    match card.hash {
        Some(hash) => {
            let mut meta = MetaObject::new();
            meta.0.insert(HASH_KEY.to_owned(), Json::String(hash.to_string()));
            resource.with_meta(meta)
        }
        None => resource,
    }
}

fn template_card(card: &ResourceTemplateCard) -> ResourceTemplate {
    ResourceTemplate::new(card.template, card.name)
        .with_title(card.title)
        .with_description(card.about)
        .with_mime_type(card.mime)
}

/// Why a resource is not read. That it is not there is an error of its own; so is that nothing follows from it.
fn unread(failure: &ToolFailure, uri: &str) -> ErrorData {
    match failure {
        ToolFailure::NotFound { .. } | ToolFailure::OutsideCoverage { .. } => {
            let mut data = failure.to_json();
            // Clients look for it there.
            data["uri"] = Json::String(uri.to_owned());
            ErrorData::resource_not_found(failure.to_string(), Some(data))
        }
        ToolFailure::BadArgument { .. } => refused(failure),
        ToolFailure::ServiceFailed { .. } => internal(failure),
    }
}

/// The text of a prompt with what was given in its holes.
fn filled(prompt: &ServedPrompt, given: &Map<String, Json>) -> Result<String, ErrorData> {
    let known = || prompt.arguments.iter().map(|argument| argument.name.as_str());
    if let Some(name) = given.keys().find(|name| !known().any(|known| known == name.as_str())) {
        return Err(unknown("argument", name, known()));
    }
    let mut text = String::new();
    let mut rest = prompt.text.as_str();
    // One pass: what was given is never looked at for holes.
    while let Some((before, (argument, after))) = next_hole(rest, prompt) {
        let value = given.get(&argument.name).and_then(Json::as_str);
        if argument.required && value.is_none_or(|value| value.trim().is_empty()) {
            return Err(refused(&ToolFailure::BadArgument {
                argument: argument.name.clone(),
                given: "nothing".to_owned(),
                allowed: vec![argument.about.clone()],
            }));
        }
        text.push_str(before);
        text.push_str(value.unwrap_or("nothing was given"));
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

type PromptHole<'t> = (&'t str, (&'t super::offer::ServedPromptArgument, &'t str));

/// What stands before the next hole, whose argument it is, and what follows.
fn next_hole<'t>(text: &'t str, prompt: &'t ServedPrompt) -> Option<PromptHole<'t>> {
    let holes = prompt.arguments.iter().filter_map(|argument| {
        let hole = format!("{{{}}}", argument.name);
        let at = text.find(&hole)?;
        Some((at, (&text[..at], (argument, &text[at + hole.len()..]))))
    });
    holes.min_by_key(|(at, _)| *at).map(|(_, hole)| hole)
}

/// Lists come whole: there is no next page to ask for.
fn refuse_cursor(request: Option<&PaginatedRequestParams>) -> Result<(), ErrorData> {
    let Some(cursor) = request.and_then(|request| request.cursor.as_deref()) else {
        return Ok(());
    };
    Err(refused(&ToolFailure::BadArgument {
        argument: "cursor".to_owned(),
        given: format!("{cursor:?}"),
        allowed: vec!["none: lists come whole".to_owned()],
    }))
}

fn unknown<'n>(
    what: &str,
    given: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> ErrorData {
    let near = nearest(given, names.clone());
    let rest = names.filter(|name| Some(*name) != near);
    refused(&ToolFailure::BadArgument {
        argument: what.to_owned(),
        given: format!("{given:?}"),
        allowed: near.into_iter().chain(rest).map(str::to_owned).collect(),
    })
}

fn refused(failure: &ToolFailure) -> ErrorData {
    ErrorData::invalid_params(failure.to_string(), Some(failure.to_json()))
}

fn internal(failure: &ToolFailure) -> ErrorData {
    ErrorData::internal_error(failure.to_string(), Some(failure.to_json()))
}
