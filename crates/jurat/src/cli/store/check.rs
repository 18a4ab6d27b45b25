//! `jurat store check`: the database, the hash chain of every run in it, and what lists show of each.

use std::sync::Arc;

use jurat_engine::{
    RunRow, RunStanding, RunStore, RunSummary, StoreError, WorkflowPlan, chain_faults, load_run,
};
use jurat_store::SqliteStore;
use jurat_system::catalog::pinned;
use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// What to do about it.
#[derive(Debug, clap::Args)]
pub(crate) struct StoreCheckArgs {
    /// Put right what lists show of a run, where its journal says otherwise
    #[arg(long)]
    repair: bool,
}

#[derive(Default)]
struct StoreCheckReport {
    runs: usize,
    problems: Vec<String>,
    /// Summaries that are not what the journals come to.
    summaries: Vec<SummaryFault>,
    /// How many of these were put right.
    repaired: usize,
    /// Runs that were pruned: all their payloads are gone, as was asked for.
    pruned: usize,
    /// Their payloads.
    pruned_payloads: u64,
    /// Payloads that are gone from runs that were not pruned.
    erased: u64,
}

/// A run of which lists show something else than its journal comes to.
struct SummaryFault {
    row: RunRow,
    true_one: RunSummary,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &StoreCheckArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut findings = match app.open_database() {
        Ok(store) => {
            let mut findings = examine(&store)?;
            if args.repair {
                findings.repair(&store)?;
            }
            findings
        }
        Err(StoreError::Damaged(what)) => StoreCheckReport {
            problems: vec![what],
            ..StoreCheckReport::default()
        },
        Err(error) => return Err(error.into()),
    };
    findings.tell_summaries();
    report(app, &findings)?;
    let left = findings.problems.len() - findings.repaired;
    Ok(match (left, findings.erased) {
        (1.., _) => CommandExit::Refused,
        // What could not be checked is no pass.
        (0, 1..) => CommandExit::Unsettled,
        (0, 0) => CommandExit::Done,
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
                findings.count_erased(erased, row.head_seq);
                // A journal that is broken or erased cannot say what lists must show.
                if faults.is_empty() && erased == 0 {
                    findings.summary(store, row);
                }
            }
            Err(error) => findings.problems.push(format!("run {}: {error}", row.run)),
        }
    }
    Ok(findings)
}

impl StoreCheckReport {
    /// Retention erases all payloads of a run. Where only some are gone, it was not that.
    fn count_erased(&mut self, erased: u64, events: u64) {
        if 0 < erased && erased == events {
            self.pruned += 1;
            self.pruned_payloads += erased;
        } else {
            self.erased += erased;
        }
    }

    /// Holds what lists show of a run against its journal.
    fn summary(&mut self, store: &dyn RunStore, row: RunRow) {
        match derived_summary(store, &row) {
            Ok(true_one) if true_one == row.summary || has_moved_on(store, &row) => {}
            Ok(true_one) => self.summaries.push(SummaryFault { row, true_one }),
            Err(failure) => {
                self.problems.push(format!("run {}: {}", row.run, failure.message));
            }
        }
    }

    fn repair(&mut self, store: &SqliteStore) -> Result<(), CommandFailure> {
        for fault in &self.summaries {
            store.repair_summary(fault.row.run, &fault.true_one)?;
            self.repaired += 1;
        }
        Ok(())
    }

    fn tell_summaries(&mut self) {
        let told = self.summaries.iter().map(SummaryFault::text);
        self.problems.extend(told);
    }
}

impl SummaryFault {
    fn text(&self) -> String {
        let truth = RunRow { summary: self.true_one.clone(), ..self.row.clone() };
        let words = |row: &RunRow| {
            let RunSummary { outcome, completed, total, at, .. } = &row.summary;
            let at = if at.is_empty() { String::new() } else { format!(", at `{at}`") };
            let so_far = match row.standing() {
                RunStanding::Ended(_) => String::new(),
                _ => format!(", {} so far", outcome.word()),
            };
            let status = row.standing().word();
            format!("{status}{so_far}, {completed} of {total} stages{}", output::plain(&at))
        };
        let (run, found) = (self.row.run, words(&self.row));
        format!("run {run}: lists show {found}; its journal says {}", words(&truth))
    }
}

/// What lists show of a run, where its journal says something else.
pub(crate) fn summary_fault(store: &dyn RunStore, row: RunRow) -> Option<String> {
    let mut report = StoreCheckReport::default();
    report.summary(store, row);
    report.summaries.first().map(SummaryFault::text)
}

/// What the journal of a run comes to.
fn derived_summary(store: &dyn RunStore, row: &RunRow) -> Result<RunSummary, CommandFailure> {
    let plan = Arc::new(WorkflowPlan::new(pinned(store, row)?));
    Ok(load_run(store, row.run, &plan, Some(row.head_seq))?.summary())
}

/// Whether somebody works on the run just now: then the two were read at different times.
fn has_moved_on(store: &dyn RunStore, row: &RunRow) -> bool {
    let now = store.run(row.run).ok().flatten();
    now.is_none_or(|now| now.owned || now.head_seq != row.head_seq)
}

fn report(app: &AppContext, findings: &StoreCheckReport) -> Result<(), CommandFailure> {
    let StoreCheckReport { runs, problems, repaired, erased, summaries, .. } = findings;
    let left = problems.len() - repaired;
    if app.out.json {
        return output::value(&json!({
            "ok": left == 0 && *erased == 0, "runs": runs, "problems": problems,
            "repaired": repaired, "pruned": findings.pruned,
            "not_checkable": erased + findings.pruned_payloads,
        }));
    }
    for problem in problems {
        output::text(problem)?;
    }
    if 0 < findings.pruned {
        let pruned = findings.pruned;
        output::text(&format!(
            "of {pruned} pruned runs the hash chain holds, and nothing else is left to check"
        ))?;
    }
    if 0 < *erased {
        output::text(&format!(
            "{erased} payloads are gone from runs that were not pruned: not checkable"
        ))?;
    }
    let word = match (left, *erased) {
        (1.., _) => "not sound",
        (0, 1..) => "sound as far as it can be checked",
        (0, 0) => "sound",
    };
    output::text(&format!("{word}: {runs} runs, {left} problems"))?;
    if 0 < *repaired {
        app.out.note(&format!("put right what lists show of {repaired} runs"));
    } else if !summaries.is_empty() {
        app.out
            .hint("`jurat store check --repair` makes lists show what the journals say");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::StoreCheckReport;

    #[test]
    fn a_run_is_pruned_where_all_its_payloads_are_gone_and_only_then() {
        let mut report = StoreCheckReport::default();
        for (erased, events) in [(0, 3), (3, 3), (1, 3)] {
            report.count_erased(erased, events);
        }
        assert_eq!((report.pruned, report.pruned_payloads, report.erased), (1, 3, 1));
    }
}
