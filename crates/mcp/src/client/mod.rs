//! A service that lives elsewhere: asked by address or by a command in the sandbox, and believed in nothing.
//!
//! What comes back is held against our own schema, its size and its time are limited, its words are screened, and
//! whatever is wrong with it is a failed service.

mod by_command;
mod by_http;
mod conversation;
mod returned_answer;

use std::{path::PathBuf, time::Duration};

use jurat_ingest::ChildLauncher;
use jurat_tools::{ServiceTool, ToolAnswer, ToolFailure, ToolServices, check_arguments};
use serde::Deserialize;
use serde_json::Value as Json;

pub use returned_answer::{RemoteAnswer, SuspectWords};

/// A service as `[services.NAME]` in `jurat.toml` tells of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteSettings {
    /// Its address, as `https://law.example/mcp`. No other address is ever asked.
    pub url: Option<String>,
    /// The program that serves it by stdio, and its arguments.
    pub command: Option<Vec<String>>,
    /// Files and folders that the program may read.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// Tools that may be asked for; all of the service where it is not said.
    pub tools: Option<Vec<String>>,
    /// The file of the token that is shown to it.
    pub token_file: Option<PathBuf>,
    /// Seconds for a whole call, 1 to 600.
    #[serde(default = "usual_seconds")]
    pub timeout_s: u64,
    /// Megabytes of an answer, 1 to 64.
    #[serde(default = "usual_megabytes")]
    pub answer_mb: u64,
}

const fn usual_seconds() -> u64 {
    30
}

const fn usual_megabytes() -> u64 {
    4
}

/// Where a service lives.
#[derive(Debug, Clone)]
enum RemotePlace {
    Address(reqwest::Url, Option<String>),
    Program(PathBuf, Vec<String>),
}

/// A service that lives elsewhere.
pub struct RemoteService {
    name: String,
    place: RemotePlace,
    settings: RemoteSettings,
    /// How a program is started in the sandbox.
    launcher: ChildLauncher,
}

/// What a call may take.
#[derive(Debug, Clone, Copy)]
struct CallLimits {
    time: Duration,
    bytes: usize,
}

impl RemoteService {
    /// The service of that name. The token was read by who may read files.
    pub fn new(
        name: &str,
        settings: RemoteSettings,
        token: Option<String>,
        launcher: ChildLauncher,
    ) -> Result<Self, String> {
        if !(1..=600).contains(&settings.timeout_s) || !(1..=64).contains(&settings.answer_mb) {
            return Err("`timeout_s` is 1 to 600, `answer_mb` 1 to 64".to_owned());
        }
        let place = match (&settings.url, &settings.command) {
            (Some(url), None) => RemotePlace::Address(by_http::address(url)?, token),
            (None, Some(command)) => {
                let (program, rest) = command.split_first().ok_or("`command` is empty")?;
                let program = PathBuf::from(program);
                if !program.is_absolute() {
                    return Err("`command` names a program by its whole path".to_owned());
                }
                RemotePlace::Program(program, rest.to_vec())
            }
            _ => return Err("it has either `url` or `command`".to_owned()),
        };
        Ok(Self { name: name.to_owned(), place, settings, launcher })
    }

    /// Calls a tool of it. The schemas are ours: what the other side says of itself counts for nothing.
    pub fn call(
        &self,
        tool: &ServiceTool,
        services: &ToolServices,
        arguments: &Json,
    ) -> Result<RemoteAnswer, ToolFailure> {
        check_arguments(&tool.input_schema(services), arguments, tool.limits)?;
        let listed = self.settings.tools.as_ref();
        if listed.is_some_and(|tools| !tools.iter().any(|name| name == tool.name)) {
            return Err(self.failed(format!("`{}` is not among its `tools`", tool.name)));
        }
        let messages = conversation::messages(tool.name, arguments);
        let limits = CallLimits {
            time: Duration::from_secs(self.settings.timeout_s),
            bytes: usize::try_from(self.settings.answer_mb << 20).unwrap_or(usize::MAX),
        };
        let returned = match &self.place {
            RemotePlace::Address(url, token) => {
                by_http::converse(url, token.as_deref(), &messages, limits)
            }
            RemotePlace::Program(program, args) => {
                let called = by_command::CalledProgram {
                    program,
                    args,
                    files: &self.settings.files,
                    launcher: &self.launcher,
                };
                by_command::converse(&called, &messages, limits)
            }
        };
        let returned = returned.map_err(|why| self.failed(why))?;
        returned_answer::accepted(&self.name, &returned, &tool.output_schema())
    }

    fn failed(&self, why: impl Into<String>) -> ToolFailure {
        ToolFailure::ServiceFailed { service: self.name.clone(), why: why.into() }
    }
}

impl From<RemoteAnswer> for ToolAnswer {
    fn from(answer: RemoteAnswer) -> Self {
        answer.answer
    }
}
