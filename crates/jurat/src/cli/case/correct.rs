//! `jurat case correct`: a person puts a value of the profile right, as an event of its own.

use jurat_engine::{Clock as _, SystemClock};
use jurat_immigration_audit::people::correction_of;
use serde_json::json;

use super::{NOBODY, day_of};
use crate::{
    app::AppContext,
    case_vault::{CORRECTED, CaseVault},
    exit::CommandExit,
    failure::CommandFailure,
    output,
};

/// What is right, and why.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseCorrectArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// The field, as `applicant.birth_date`
    field: String,
    /// What is right
    value: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Who says so
    #[arg(long, value_name = "NAME", default_value = NOBODY)]
    by: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CaseCorrectArgs,
) -> Result<CommandExit, CommandFailure> {
    if args.reason.trim().is_empty() {
        return Err(CommandFailure::input("a correction needs a reason"));
    }
    let vault = CaseVault::of(app);
    let case = vault.open(&args.case)?;
    let report = case.last_report(&vault)?;
    let today = day_of(SystemClock.now_ms());
    let said = (args.by.as_str(), args.reason.as_str(), today.as_str());
    let correction = correction_of(&report, (&args.field, &args.value), said)
        .map_err(CommandFailure::input)?;
    vault.add(&case, CORRECTED, Some(&args.by), &correction)?;
    if app.out.json {
        output::value(&json!({ "case": case.id, "corrected": correction }))?;
    } else {
        let mut lines =
            vec![format!("{} is {} from the next audit on", args.field, correction.value)];
        let was = correction.was.iter();
        lines.extend(was.map(|was| format!("  {} says {}", was.file, was.value)));
        if correction.was.is_empty() {
            lines.push("  no document says anything of it".to_owned());
        }
        output::text(&lines.join("\n"))?;
    }
    app.out.hint("`jurat audit` of the same folder goes by it");
    Ok(CommandExit::Done)
}
