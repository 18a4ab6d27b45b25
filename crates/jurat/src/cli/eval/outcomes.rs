//! `jurat eval outcomes`: scores of one's own audits against what `jurat case outcome` recorded, those of erased cases too.

use jurat_eval::OutcomeRow;

use super::tell;
use crate::{
    app::AppContext, case_vault::CaseVault, exit::CommandExit, failure::CommandFailure,
};

/// Needs no key: what is held against each other names nobody.
pub(super) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let kept = CaseVault::of(app).folder.remainders()?;
    let rows = kept.into_iter().map(serde_json::from_value::<OutcomeRow>);
    let rows: Vec<OutcomeRow> = rows.collect::<Result<_, _>>().map_err(|error| {
        CommandFailure::ours(format!("what was recorded of outcomes cannot be read: {error}"))
    })?;
    if rows.is_empty() {
        return Err(CommandFailure::input("no outcome is recorded")
            .hint("`jurat case outcome CASE approved --on DATE` records one"));
    }
    tell(app, || Ok(jurat_eval::outcomes(&rows)))
}
