//! A tool, a service of tools, and how a tool is called: the arguments are held against the schema before anything runs.

use jurat_canon::{
    FaultKind, SchemaFault, canonical_json, nearest, schema_faults, shown_value,
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use crate::{ALL, CivilDay, ToolFailure, ToolServices};

/// What a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolEffect {
    ReadOnly,
    /// Adds to what is kept on this machine, and takes nothing away.
    Adds,
}

/// What a tool takes and gives at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolLimits {
    /// Bytes of the arguments as canonical JSON.
    pub input_bytes: usize,
    /// Results of a list; none where there is no list.
    pub results: Option<usize>,
}

/// Whether there was anything to give. An empty list is an answer, and not a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerOutcome {
    Found,
    Empty,
}

impl AnswerOutcome {
    /// Of a list of results.
    pub(crate) const fn of<T>(results: &[T]) -> Self {
        if results.is_empty() { Self::Empty } else { Self::Found }
    }
}

/// A tool as its file writes it.
pub(crate) trait TypedTool {
    const NAME: &'static str;
    /// What it does, its units, defaults and limits, in a line or two.
    const ABOUT: &'static str;
    const LIMITS: ToolLimits = ToolLimits { input_bytes: 20_000, results: None };
    type Input: DeserializeOwned + JsonSchema;
    type Output: Serialize + JsonSchema;

    fn run(services: &ToolServices, input: Self::Input) -> Result<Self::Output, ToolFailure>;

    /// Fits the schema to what the tables say where a type alone cannot.
    fn narrow(_services: &ToolServices, _schema: &mut Json) {}

    fn outcome(_output: &Self::Output) -> AnswerOutcome {
        AnswerOutcome::Found
    }
}

/// A tool as every surface sees it.
#[derive(Clone, Copy)]
pub struct ServiceTool {
    pub name: &'static str,
    pub about: &'static str,
    pub effect: ToolEffect,
    pub limits: ToolLimits,
    input: fn(&ToolServices) -> Json,
    output: fn() -> Json,
    run: fn(&ToolServices, Json) -> Result<ToolAnswer, ToolFailure>,
}

/// A folder of tools.
#[derive(Clone, Copy)]
pub struct ToolService {
    pub name: &'static str,
    /// Where it is served by default.
    pub port: u16,
    pub about: &'static str,
    pub tools: &'static [ServiceTool],
}

/// What a tool gave.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolAnswer {
    pub outcome: AnswerOutcome,
    pub content: Json,
}

impl ToolAnswer {
    /// The one text of it: the same request gives the same bytes.
    pub fn bytes(&self) -> Result<Vec<u8>, ToolFailure> {
        canonical_json(&self.content)
            .map_err(|error| ToolFailure::ours("canonical JSON", &error))
    }
}

impl ServiceTool {
    pub(crate) const fn of<T: TypedTool>() -> Self {
        Self {
            name: T::NAME,
            about: T::ABOUT,
            effect: ToolEffect::ReadOnly,
            limits: T::LIMITS,
            input: input_schema::<T>,
            output: output_schema::<T::Output>,
            run: run::<T>,
        }
    }

    /// What it takes, as JSON Schema (2020-12).
    pub fn input_schema(&self, services: &ToolServices) -> Json {
        (self.input)(services)
    }

    /// What it gives, as JSON Schema (2020-12).
    pub fn output_schema(&self) -> Json {
        (self.output)()
    }

    /// Calls it.
    pub fn call(
        &self,
        services: &ToolServices,
        arguments: Json,
    ) -> Result<ToolAnswer, ToolFailure> {
        let schema = self.input_schema(services);
        check_arguments(&schema, &arguments, self.limits)?;
        (self.run)(services, arguments)
    }
}

/// Holds arguments against a schema, so that every surface refuses with the same words.
pub fn check_arguments(
    schema: &Json,
    arguments: &Json,
    limits: ToolLimits,
) -> Result<(), ToolFailure> {
    let size = canonical_json(arguments).map_or(usize::MAX, |bytes| bytes.len());
    if limits.input_bytes < size {
        let allowed = format!("at most {} bytes", limits.input_bytes);
        return Err(ToolFailure::bad("arguments", format!("{size} bytes"), [allowed]));
    }
    if let Some(fault) = schema_faults(schema, arguments, 1).first() {
        return Err(bad_argument(fault, arguments));
    }
    check_days(schema, arguments)
}

/// The tool of that name, whichever service has it.
pub fn tool_named(
    name: &str,
) -> Result<(&'static ToolService, &'static ServiceTool), ToolFailure> {
    let all = || {
        ALL.iter()
            .flat_map(|service| service.tools.iter().map(move |tool| (service, tool)))
    };
    let found = all().find(|(_, tool)| tool.name == name);
    found.ok_or_else(|| {
        let near = nearest(name, all().map(|(_, tool)| tool.name));
        let names = all().map(|(_, tool)| tool.name).filter(|it| Some(*it) != near);
        ToolFailure::bad("tool", format!("{name:?}"), near.into_iter().chain(names))
    })
}

fn output_schema<T: JsonSchema>() -> Json {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn input_schema<T: TypedTool>(services: &ToolServices) -> Json {
    let settings = SchemaSettings::draft2020_12();
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T::Input>()
        .to_value();
    T::narrow(services, &mut schema);
    schema
}

fn run<T: TypedTool>(
    services: &ToolServices,
    arguments: Json,
) -> Result<ToolAnswer, ToolFailure> {
    let input = serde_json::from_value(arguments).map_err(|error| {
        ToolFailure::bad("arguments", error.to_string(), ["the input schema"])
    })?;
    let output = T::run(services, input)?;
    let content =
        serde_json::to_value(&output).map_err(|error| ToolFailure::ours(T::NAME, &error))?;
    Ok(ToolAnswer { outcome: T::outcome(&output), content })
}

/// A fault of the schema as an error that names the argument, what was given and what is allowed.
fn bad_argument(fault: &SchemaFault<'_>, arguments: &Json) -> ToolFailure {
    let pointer = fault.pointer();
    let place = pointer.trim_start_matches('/').replace('/', ".");
    let given = arguments
        .pointer(&pointer)
        .map_or_else(|| "nothing".to_owned(), shown_value);
    let at = if place.is_empty() { "arguments".to_owned() } else { place.clone() };
    match &fault.kind {
        FaultKind::MissingKey { key } => {
            let dot = if place.is_empty() { "" } else { "." };
            ToolFailure::bad(
                format!("{place}{dot}{key}"),
                "nothing",
                ["a value: it is required"],
            )
        }
        FaultKind::UnknownKey { known, .. } => {
            let near = nearest(fault.last_key(), known.iter().copied());
            let rest = known.iter().copied().filter(|name| Some(*name) != near);
            ToolFailure::bad(at, "an argument of this name", near.into_iter().chain(rest))
        }
        FaultKind::Mismatch { words, .. } if !words.is_empty() => {
            ToolFailure::bad(at, given, words.iter().copied())
        }
        FaultKind::Mismatch { types, .. } => ToolFailure::bad(at, given, types.iter().copied()),
        FaultKind::Range { least, most, .. } => {
            let least = least.map(|it| format!("at least {it}"));
            let most = most.map(|it| format!("at most {it}"));
            ToolFailure::bad(at, given, least.into_iter().chain(most))
        }
        kind @ FaultKind::Count { .. } => ToolFailure::bad(at, given, [kind.to_string()]),
    }
}

/// The checker of schemas does not know formats, and a reader of JSON does not say which argument it was.
fn check_days(schema: &Json, arguments: &Json) -> Result<(), ToolFailure> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    for (name, _) in fields.filter(|(_, field)| field["format"] == "date") {
        if let Some(text) = arguments[name].as_str()
            && text.parse::<CivilDay>().is_err()
        {
            let allowed = ["a day as YYYY-MM-DD, from 1800 to 2300"];
            return Err(ToolFailure::bad(name, format!("{text:?}"), allowed));
        }
    }
    Ok(())
}
