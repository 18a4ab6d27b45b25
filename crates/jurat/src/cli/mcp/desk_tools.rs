//! Tools of this program itself, described in files beside the code: their schemas are held against what is given, and
//! failures of commands become failures of tools.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use jurat_engine::RunStore;
use jurat_mcp::ServedTool;
use jurat_store::{SqliteOptions, SqliteStore};
use jurat_tools::{
    AnswerOutcome, ToolAnswer, ToolEffect, ToolFailure, ToolLimits, check_arguments,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use super::audit_task::OwnAttempts;
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, model_args::ModelArgs,
    output::CliOutput, settings::CliSettings,
};

/// The arguments of a call, written out.
const LIMITS: ToolLimits = ToolLimits { input_bytes: 1_000_000, results: None };

/// What the tools of this program work on.
pub(super) struct ToolDesk {
    settings: CliSettings,
    models: ModelArgs,
    /// Folders whose files may be read.
    folders: Vec<PathBuf>,
    /// The store of runs, opened when a tool first asks for it.
    store: Mutex<Option<Arc<SqliteStore>>>,
    /// What our own agents came to.
    attempts: OwnAttempts,
}

impl ToolDesk {
    pub(super) fn new(app: &AppContext, folders: &[PathBuf]) -> Result<Self, CommandFailure> {
        let whole = |folder: &PathBuf| {
            fs::canonicalize(folder).map_err(|error| {
                CommandFailure::input(format!("cannot allow {}: {error}", folder.display()))
            })
        };
        Ok(Self {
            settings: app.settings.clone(),
            models: app.models.clone(),
            folders: folders.iter().map(whole).collect::<Result<_, _>>()?,
            store: Mutex::new(None),
            attempts: OwnAttempts::default(),
        })
    }

    /// A command's view of the same settings, for one call. It says nothing: its answer does.
    pub(super) fn app(&self) -> Result<AppContext, CommandFailure> {
        let out = CliOutput { json: true, quiet: true };
        AppContext::new((Some(&self.settings.store), &[]), self.models.clone(), out)
    }

    pub(super) fn store(&self) -> Result<Arc<dyn RunStore>, CommandFailure> {
        let mut opened = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*opened {
            return Ok(Arc::clone(store) as _);
        }
        let options = SqliteOptions { durability: self.settings.durability };
        let store = Arc::new(SqliteStore::open(&self.settings.store, options)?);
        store.keep_reserve();
        *opened = Some(Arc::clone(&store));
        Ok(store)
    }

    /// The folder of everything that is kept.
    pub(super) fn store_folder(&self) -> &Path {
        &self.settings.store
    }

    pub(super) const fn attempts(&self) -> &OwnAttempts {
        &self.attempts
    }

    /// Whether there is a store at all: listing what is in it must not make one.
    pub(super) fn has_store(&self) -> bool {
        self.settings.store.exists()
    }

    /// A file in one of the folders that are allowed, links followed.
    pub(super) fn allowed_file(&self, given: &str) -> Result<PathBuf, DeskRefusal> {
        let allowed = self.allowed("path", given)?;
        if allowed.is_file() {
            return Ok(allowed);
        }
        Err(self.not_allowed("path", given))
    }

    /// The same of a file or a folder.
    pub(super) fn allowed(&self, argument: &str, given: &str) -> Result<PathBuf, DeskRefusal> {
        let whole = fs::canonicalize(Path::new(given)).ok();
        whole
            .filter(|path| self.folders.iter().any(|folder| path.starts_with(folder)))
            .ok_or_else(|| self.not_allowed(argument, given))
    }

    fn not_allowed(&self, argument: &str, given: &str) -> DeskRefusal {
        let folders = self.folders.iter();
        let mut allowed: Vec<String> = folders
            .map(|folder| format!("a file in {}", folder.display()))
            .collect();
        if allowed.is_empty() {
            allowed.push("none: the server was started without `--allow DIR`".to_owned());
        }
        DeskRefusal::Tool(ToolFailure::BadArgument {
            argument: argument.to_owned(),
            given: format!("{given:?}"),
            allowed,
        })
    }
}

/// A tool as its file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DescribedTool {
    name: String,
    effect: DescribedEffect,
    about: String,
    input: Json,
    output: Json,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DescribedEffect {
    ReadOnly,
    Adds,
}

/// What answers a call of one.
pub(super) type DeskCall = fn(&ToolDesk, Json) -> Result<Json, DeskRefusal>;

/// Tools in the order of their description, with their functions.
pub(super) struct DeskTools {
    pub(super) described: &'static str,
    pub(super) calls: &'static [(&'static str, DeskCall)],
}

/// Why there is no answer.
pub(super) enum DeskRefusal {
    Tool(ToolFailure),
    Command(CommandFailure),
}

impl From<CommandFailure> for DeskRefusal {
    fn from(failure: CommandFailure) -> Self {
        Self::Command(failure)
    }
}

impl DeskTools {
    pub(super) fn served(
        &self,
        desk: &Arc<ToolDesk>,
    ) -> Result<Vec<ServedTool>, CommandFailure> {
        let tools: Vec<DescribedTool> =
            serde_json::from_str(self.described).map_err(|error| {
                CommandFailure::ours(format!("a description of tools: {error}"))
            })?;
        let served = tools.into_iter().filter_map(|tool| {
            let call = self.calls.iter().find(|(name, _)| *name == tool.name)?.1;
            Some(served_tool(desk, tool, call))
        });
        Ok(served.collect())
    }
}

fn served_tool(desk: &Arc<ToolDesk>, tool: DescribedTool, call: DeskCall) -> ServedTool {
    let (desk, schema, name) = (Arc::clone(desk), tool.input.clone(), tool.name.clone());
    ServedTool {
        name: tool.name,
        about: tool.about,
        input: tool.input,
        output: tool.output,
        effect: match tool.effect {
            DescribedEffect::ReadOnly => ToolEffect::ReadOnly,
            DescribedEffect::Adds => ToolEffect::Adds,
        },
        call: Arc::new(move |arguments| {
            check_arguments(&schema, &arguments, LIMITS)?;
            let content = call(&desk, arguments.clone());
            let content = content.map_err(|refusal| match refusal {
                DeskRefusal::Tool(failure) => failure,
                DeskRefusal::Command(failure) => told(&name, &failure, &arguments),
            })?;
            let is_empty = content["outcome"] == "empty";
            let outcome = if is_empty { AnswerOutcome::Empty } else { AnswerOutcome::Found };
            Ok(ToolAnswer { outcome, content })
        }),
    }
}

pub(super) fn request<T: DeserializeOwned>(arguments: Json) -> Result<T, DeskRefusal> {
    serde_json::from_value(arguments)
        .map_err(|error| CommandFailure::input(error.to_string()).into())
}

pub(super) fn data(value: &impl Serialize) -> Result<Json, DeskRefusal> {
    serde_json::to_value(value)
        .map_err(|error| CommandFailure::ours(format!("cannot write JSON: {error}")).into())
}

/// The failure of a command as that of a tool: which argument it is about, and what is due or allowed instead.
fn told(tool: &str, failure: &CommandFailure, arguments: &Json) -> ToolFailure {
    let error = &failure.to_json()["error"];
    let about = |name: &str| format!("{} ({})", arguments[name], failure.message);
    if error["code"] == "unknown_run" {
        return ToolFailure::NotFound {
            argument: "session_id".to_owned(),
            given: arguments["session_id"].to_string(),
            looked_in: "the store of runs".to_owned(),
        };
    }
    if error["code"] == "no_function" || error["code"] == "acts_outside" {
        return ToolFailure::BadArgument {
            argument: "subagent_type".to_owned(),
            given: about("subagent_type"),
            allowed: vec!["an agent that a function of this program stands for".to_owned()],
        };
    }
    let due = error["due"].as_array().filter(|due| !due.is_empty());
    if let Some(due) = due {
        let due = due.iter().filter_map(Json::as_str);
        if error["code"] == "bad_output" {
            return ToolFailure::BadArgument {
                argument: "output".to_owned(),
                given: failure.message.clone(),
                allowed: due
                    .map(|stage| format!("an object of the channels of {stage}"))
                    .collect(),
            };
        }
        return ToolFailure::BadArgument {
            argument: "stage_id".to_owned(),
            given: about("stage_id"),
            allowed: due.map(str::to_owned).collect(),
        };
    }
    match failure.exit {
        CommandExit::Failed => ToolFailure::ServiceFailed {
            service: tool.to_owned(),
            why: failure.message.clone(),
        },
        _ => ToolFailure::BadArgument {
            argument: "arguments".to_owned(),
            given: failure.message.clone(),
            allowed: failure.hint.clone().into_iter().collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;
    use crate::cli::mcp::{own_tools, workflow_tools};

    #[test]
    fn every_described_tool_has_its_function() {
        for tools in [workflow_tools::TOOLS, own_tools::TOOLS] {
            let described: Vec<DescribedTool> = serde_json::from_str(tools.described).unwrap();
            let names: Vec<&str> = described.iter().map(|tool| tool.name.as_str()).collect();
            let calls: Vec<&str> = tools.calls.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, calls);
        }
    }
}
