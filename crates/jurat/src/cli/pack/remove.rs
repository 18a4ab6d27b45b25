//! `jurat pack remove`: removes a pack and its own corpora.

use serde_json::json;

use super::shelf;
use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

/// Which pack.
#[derive(Debug, clap::Args)]
pub(crate) struct PackRemoveArgs {
    /// The pack, as `jurat pack list` names it
    name: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &PackRemoveArgs,
) -> Result<CommandExit, CommandFailure> {
    let record = corpus_access::folder(app).remove_pack(&shelf(app), &args.name)?;
    let corpora: Vec<&str> = record.corpora.iter().map(|it| it.corpus.as_str()).collect();
    if app.out.json {
        output::value(&json!({ "pack": args.name, "removed": corpora }))?;
    } else {
        output::text(&format!("removed {} and {}", args.name, corpora.join(", ")))?;
    }
    Ok(CommandExit::Done)
}
