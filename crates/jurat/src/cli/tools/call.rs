//! `jurat tools call`: a tool, with its arguments as JSON.

use std::{
    io::{self, Read as _},
    sync::Arc,
};

use jurat_engine::{Clock as _, SystemClock};
use jurat_pack::PackShelf;
use jurat_tools::{AnswerOutcome, PackAccess, ToolServices, answer_text, tool_named};
use serde_json::{Map, Value as Json};

use crate::{
    app::AppContext,
    corpus_access, embedder,
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    wiring,
};

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
    (out, app): (CliOutput, &dyn Fn() -> Result<AppContext, CommandFailure>),
    args: &ToolCallArgs,
) -> Result<CommandExit, CommandFailure> {
    let (service, tool) = tool_named(&args.name)?;
    let mut services = ToolServices::built_in()?;
    if service.needs_packs {
        services = services.with_packs(pack_access(&app()?));
    }
    let mut arguments = arguments(&args.arguments)?;
    if !arguments.contains_key(DAY)
        && let Some(today) = today()
    {
        out.note(&format!(
            "no `{DAY}` is given: the rules of {today}, which is today, are used"
        ));
        arguments.insert(DAY.to_owned(), Json::String(today));
    }
    let answer = tool.call(&services, Json::Object(arguments))?;
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

/// Where the packs of this store lie.
fn pack_access(app: &AppContext) -> PackAccess {
    let embedder = embedder::source(&app.settings, app.out);
    PackAccess {
        shelf: PackShelf { root: wiring::packs(&app.settings.store) },
        corpora: corpus_access::root(app),
        embedder: Arc::new(move || embedder().map_err(|error| error.to_string())),
    }
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

fn today() -> Option<String> {
    let now = jiff::Timestamp::from_millisecond(SystemClock.now_ms()).ok()?;
    Some(now.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
}
