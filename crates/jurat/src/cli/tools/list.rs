//! `jurat tools list`: all tools, by service.

use jurat_tools::ALL;
use serde_json::json;

use crate::{
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
};

pub(super) fn execute(out: CliOutput) -> Result<CommandExit, CommandFailure> {
    let all = || {
        ALL.iter()
            .flat_map(|service| service.tools.iter().map(move |tool| (service, tool)))
    };
    if out.json {
        let row = |(service, tool): (&jurat_tools::ToolService, &jurat_tools::ServiceTool)| {
            json!({
                "name": tool.name,
                "service": service.name,
                "port": service.port,
                "about": tool.about,
                "read_only": tool.effect == jurat_tools::ToolEffect::ReadOnly,
                "input_bytes": tool.limits.input_bytes,
                "results": tool.limits.results,
            })
        };
        output::value(&all().map(row).collect::<Vec<_>>())?;
        return Ok(CommandExit::Done);
    }
    let rows = all().map(|(service, tool)| {
        vec![tool.name.to_owned(), service.name.to_owned(), tool.about.to_owned()]
    });
    output::text(&output::table(&["NAME", "SERVICE", "WHAT IT DOES"], rows))?;
    Ok(CommandExit::Done)
}
