//! Which checks take how long on a state.

use std::time::Instant;

use jurat_pipeline_audit::AuditStateError;
use jurat_pipeline_audit::checks;
use serde_json::json;

use super::{CheckTask, StateAuditArgs, policy, state_reader};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// How often each check runs; the quickest counts, since the first pays for what all share.
const ROUNDS: u32 = 5;

pub(super) fn execute(
    app: &AppContext,
    task: &CheckTask,
    args: &StateAuditArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut rows = Vec::new();
    for name in &args.states {
        let state = state_reader::whole(name)?;
        let subject = task.kit.read(&state).map_err(|unread| match unread {
            AuditStateError::Invalid(invalid) => policy::wrong_with(name, &invalid),
            AuditStateError::Undetected(error) => {
                CommandFailure::input(format!("`{name}`: {error}"))
            }
        })?;
        for check in checks::all().filter(|check| task.stages.contains(&check.stage)) {
            let first = timed(|| (check.find)(&subject, &task.kit.policy));
            let again = (1..ROUNDS).map(|_| timed(|| (check.find)(&subject, &task.kit.policy)));
            let again = again.min_by(f64::total_cmp).unwrap_or(first);
            rows.push((name, check, first, again));
        }
    }
    rows.sort_by(|one, other| other.2.total_cmp(&one.2));
    if app.out.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(name, check, first, again)| {
                let codes: Vec<&str> = check.codes.iter().map(|code| code.name()).collect();
                json!({
                    "state": name, "stage": check.stage, "codes": codes,
                    "first_us": first, "again_us": again,
                })
            })
            .collect();
        output::value(&rows)?;
        return Ok(CommandExit::Done);
    }
    let rows = rows.into_iter().map(|(name, check, first, again)| {
        let codes: Vec<&str> = check.codes.iter().map(|code| code.name()).collect();
        vec![
            name.clone(),
            check.stage.name().to_owned(),
            codes.join(" "),
            format!("{first:.1}"),
            format!("{again:.1}"),
        ]
    });
    output::text(&output::table(&["STATE", "STAGE", "CODES", "FIRST µs", "AGAIN µs"], rows))?;
    Ok(CommandExit::Done)
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    let _ = std::hint::black_box(work());
    began.elapsed().as_secs_f64() * 1e6
}
