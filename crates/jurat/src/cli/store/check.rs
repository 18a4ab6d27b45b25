//! `jurat store check`: the database, and the hash chain of every run in it.

use jurat_engine::{RunStore, StoreError, chain_faults};
use jurat_store::{SqliteOptions, SqliteStore};
use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

#[derive(Default)]
struct StoreCheckReport {
    runs: usize,
    problems: Vec<String>,
    /// Payloads that retention has erased.
    erased: u64,
}

pub(crate) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let options = SqliteOptions { durability: app.settings.durability };
    let findings = match SqliteStore::open(&app.settings.store, options) {
        Ok(store) => examine(&store)?,
        Err(StoreError::Damaged(what)) => StoreCheckReport {
            problems: vec![what],
            ..StoreCheckReport::default()
        },
        Err(error) => return Err(error.into()),
    };
    report(app, &findings)?;
    Ok(match (findings.problems.is_empty(), findings.erased) {
        (false, _) => CommandExit::Refused,
        // What could not be checked is no pass.
        (true, 1..) => CommandExit::Unsettled,
        (true, 0) => CommandExit::Done,
    })
}

fn examine(store: &SqliteStore) -> Result<StoreCheckReport, CommandFailure> {
    let problems = store.check().iter().map(ToString::to_string).collect();
    let mut findings = StoreCheckReport { problems, ..StoreCheckReport::default() };
    if !findings.problems.is_empty() && store.runs().is_err() {
        return Ok(findings);
    }
    for row in store.runs()? {
        findings.runs += 1;
        match chain_faults(store, row.run) {
            Ok((faults, erased)) => {
                let named = faults.iter().map(|fault| format!("run {}: {fault}", row.run));
                findings.problems.extend(named);
                findings.erased += erased;
            }
            Err(error) => findings.problems.push(format!("run {}: {error}", row.run)),
        }
    }
    Ok(findings)
}

fn report(app: &AppContext, findings: &StoreCheckReport) -> Result<(), CommandFailure> {
    let StoreCheckReport { runs, problems, erased } = findings;
    if app.out.json {
        return output::value(&json!({
            "ok": problems.is_empty() && *erased == 0, "runs": runs, "problems": problems,
            "not_checkable": erased,
        }));
    }
    for problem in problems {
        output::text(problem)?;
    }
    if 0 < *erased {
        output::text(&format!("{erased} payloads were erased: not checkable"))?;
    }
    let word = match (problems.is_empty(), *erased) {
        (false, _) => "not sound",
        (true, 1..) => "sound as far as it can be checked",
        (true, 0) => "sound",
    };
    output::text(&format!("{word}: {runs} runs, {} problems", problems.len()))
}
