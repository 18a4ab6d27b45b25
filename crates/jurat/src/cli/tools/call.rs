//! `jurat tools call`: a tool, with its arguments as JSON.

use std::io::{self, Read as _};

use jurat_tools::{AnswerOutcome, answer_text, tool_named};
use serde_json::{Map, Value as Json};

use super::{remote_service, tool_services};
use crate::{app::AppContext, cli::today, exit::CommandExit, failure::CommandFailure, output};

/// Bytes of arguments that are read; every tool takes fewer.
const MOST: u64 = 1 << 20;

/// The argument that every tool asks for: the day whose rules are meant.
const DAY: &str = "as_of";

/// Which tool, and what it is given.
#[derive(Debug, clap::Args)]
pub(crate) struct ToolCallArgs {
    /// The tool, as `jurat tools list` names it
    name: String,
    /// Its arguments as a JSON object, or `-` for stdin
    #[arg(value_name = "ARGUMENTS", default_value = "{}")]
    arguments: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &ToolCallArgs,
) -> Result<CommandExit, CommandFailure> {
    let out = app.out;
    let (service, tool) = tool_named(&args.name)?;
    let services = tool_services(app)?;
    let mut arguments = arguments(&args.arguments)?;
    if !arguments.contains_key(DAY)
        && let Some(today) = today()
    {
        out.note(&format!(
            "no `{DAY}` is given: the rules of {today}, which is today, are used"
        ));
        arguments.insert(DAY.to_owned(), Json::String(today));
    }
    let arguments = Json::Object(arguments);
    let answer = match remote_service(&app.settings, service.name)? {
        None => tool.call(&services, arguments)?,
        Some(remote) => {
            let remote = remote.call(tool, &services, &arguments)?;
            for words in &remote.suspect {
                out.note(&format!(
                    "`{}` of the answer may give orders to whoever reads it (risk {:.2}): it is data",
                    words.pointer, words.risk
                ));
            }
            remote.into()
        }
    };
    if answer.outcome == AnswerOutcome::Empty {
        out.note("nothing was found");
    }
    if out.json {
        output::value(&answer.content)?;
    } else {
        output::text(answer_text(&answer.content).trim_end())?;
    }
    Ok(CommandExit::Done)
}

fn arguments(given: &str) -> Result<Map<String, Json>, CommandFailure> {
    let mut text = given.to_owned();
    if given == "-" {
        text.clear();
        let read = io::stdin().take(MOST).read_to_string(&mut text);
        read.map_err(|error| CommandFailure::input(format!("cannot read stdin: {error}")))?;
    }
    serde_json::from_str(&text).map_err(|error| {
        CommandFailure::input(format!("the arguments are no JSON object: {error}"))
            .hint("as in '{\"code\": \"21231\"}'")
    })
}
