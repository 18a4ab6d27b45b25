//! `jurat case outcome`: what became of the application.

use jurat_eval::{KnownOutcome, OutcomeRow};
use jurat_immigration_audit::model::PartialDate;
use serde_json::json;

use super::NOBODY;
use crate::{
    app::AppContext,
    case_vault::{CaseVault, OUTCOME, OutcomeEvent},
    exit::CommandExit,
    failure::CommandFailure,
    output,
};

/// What, and when.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseOutcomeArgs {
    /// The case: its id, the beginning of it, or the folder that was audited
    case: String,
    /// What became of it: approved, refused, withdrawn, returned
    outcome: KnownOutcome,
    /// The day of it, as 2026-01-09
    #[arg(long, value_name = "DATE")]
    on: String,
    /// Who says so
    #[arg(long, value_name = "NAME", default_value = NOBODY)]
    by: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CaseOutcomeArgs,
) -> Result<CommandExit, CommandFailure> {
    let whole = args.on.parse::<PartialDate>().ok().filter(|day| day.is_whole());
    let Some((day, month)) = whole.and_then(|day| Some((day, day.month()?))) else {
        return Err(CommandFailure::input("`--on` is no day").hint("as in `--on 2026-01-09`"));
    };
    let vault = CaseVault::of(app);
    let case = vault.open(&args.case)?;
    let (_, audited) = case.last_audit()?;
    let told = OutcomeEvent {
        outcome: args.outcome.word().to_owned(),
        on: args.on.clone(),
    };
    vault.add(&case, OUTCOME, Some(&args.by), &told)?;
    // What stays when the case is erased: a number and a word in a quarter, of nobody.
    let row = OutcomeRow {
        score: audited.result.score,
        outcome: args.outcome,
        quarter: format!("{}-Q{}", day.year(), month.div_ceil(3)),
    };
    vault.folder.set_remainder(&case.id, &json!(row))?;
    if app.out.json {
        output::value(&json!({ "case": case.id, "outcome": told }))?;
    } else {
        output::text(&format!("case {}: {} on {}", case.id, told.outcome, told.on))?;
    }
    Ok(CommandExit::Done)
}
