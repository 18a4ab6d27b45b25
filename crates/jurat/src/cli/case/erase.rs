//! `jurat case erase`: takes everything of a case off the disk but its chain of events.

use std::path::PathBuf;

use jurat_engine::{Clock as _, SystemClock};
use jurat_vault::ERASED;
use serde_json::json;

use crate::{
    app::AppContext,
    case_vault::{AUDITED, AuditedEvent, CaseVault, body_of},
    exit::CommandExit,
    failure::CommandFailure,
    output,
};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseEraseArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CaseEraseArgs,
) -> Result<CommandExit, CommandFailure> {
    let vault = CaseVault::of(app);
    // A case whose key is lost can be erased too; only its reports are not known then.
    let key = vault.known_key().unwrap_or_default();
    let id = vault.id_of(key.as_ref(), &args.case)?;
    let record = key.and_then(|key| vault.folder.open(&key, &id).ok());
    let audits = record.iter().flat_map(|record| record.of_kind(AUDITED));
    let audits = audits.filter_map(|event| body_of::<AuditedEvent>(event).ok());
    let mut reports: Vec<PathBuf> = audits.flat_map(|audit| audit.reports).collect();
    reports.sort();
    reports.dedup();
    reports.retain(|path| path.exists());
    if !args.yes {
        match output::asked_yes(&format!("erase all that is kept of case {id}?")) {
            Some(true) => {}
            Some(false) => return Err(CommandFailure::input("nothing is erased")),
            None => {
                return Err(CommandFailure::input("nobody is there to be asked")
                    .hint("say `--yes` to erase it without being asked"));
            }
        }
    }
    let chain = vault.folder.erase(&id, ERASED, SystemClock.now_ms())?;
    if app.out.json {
        output::value(&json!({
            "erased": id, "events": chain.links().len(), "head": chain.head(),
            "reports_left": reports,
        }))?;
        return Ok(CommandExit::Done);
    }
    output::text(&format!(
        "case {id} is erased; its chain of {} events stays, head {}",
        chain.links().len(),
        chain.head()
    ))?;
    for path in &reports {
        app.out.note(&format!(
            "left      {}: reports that were written elsewhere are yours",
            path.display()
        ));
    }
    Ok(CommandExit::Done)
}
