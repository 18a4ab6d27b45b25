//! `jurat case export`: what is kept of a case, in plain text, for its owner or for whoever it is about.

use std::path::PathBuf;

use serde_json::json;

use crate::{
    app::AppContext,
    case_vault::{BUNDLE, CaseVault},
    exit::CommandExit,
    failure::CommandFailure,
    output, private_files, publish,
};

/// Which one, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseExportArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// The folder to write into
    #[arg(value_name = "DIR")]
    to: PathBuf,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CaseExportArgs,
) -> Result<CommandExit, CommandFailure> {
    let vault = CaseVault::of(app);
    let case = vault.open(&args.case)?;
    let chain = vault.folder.chain(&case.id)?;
    let record = json!({
        "case": case.id, "folder": case.record.name, "events": case.record.events,
        "chain": chain.links(), "head": chain.head(),
    });
    let record = serde_json::to_vec_pretty(&record)
        .map_err(|_| CommandFailure::ours("the case cannot be written as JSON"))?;
    let bundle = vault.folder.file(&case.key, &case.id, BUNDLE)?;
    private_files::make_folders_for_user(&args.to).map_err(|error| {
        CommandFailure::input(format!("cannot make {}: {error}", args.to.display()))
    })?;
    let files = [("case.json", record), ("audit.jurat", bundle)];
    for (name, bytes) in &files {
        let path = args.to.join(name);
        publish::write(&path, bytes)?;
        app.out.note(&format!("written   {}", path.display()));
    }
    app.out
        .note("these files are in plain text: no time to live and no erasure reaches them");
    if app.out.json {
        let names = files.map(|(name, _)| args.to.join(name));
        output::value(&json!({ "case": case.id, "files": names }))?;
    }
    Ok(CommandExit::Done)
}
