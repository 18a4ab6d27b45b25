//! `jurat runs prune`: forgets runs that have ended.

use jurat_engine::{Clock, ForgetScope, RunRow, RunStatus, RunStore, SystemClock};
use serde_json::json;

use super::run_display;
use jurat_system::catalog::is_pruned;

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
};

/// What to forget.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsPruneArgs {
    /// These runs; without any, all that the options choose
    runs: Vec<String>,
    /// Only runs whose last event is older, as in `30d`, `12h`, `10m` or `5s`
    #[arg(long, value_name = "AGE", value_parser = age)]
    older_than: Option<i64>,
    /// Keep the newest so many
    #[arg(long, value_name = "N")]
    keep: Option<usize>,
    /// Forget what was said and keep that it was: the hash chain still holds (the default)
    #[arg(long)]
    payloads: bool,
    /// Forget the whole run
    #[arg(long, conflicts_with = "payloads")]
    everything: bool,
    /// Only say what would be forgotten
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsPruneArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let what = if args.everything { ForgetScope::Everything } else { ForgetScope::Payloads };
    let mut chosen = chosen(&*store, args)?;
    if what == ForgetScope::Payloads {
        let mut left = Vec::new();
        for row in chosen {
            if !is_pruned(&*store, &row)? {
                left.push(row);
            }
        }
        chosen = left;
    }
    for row in chosen.iter().filter(|_| !args.dry_run) {
        store.forget(row.run, what)?;
    }
    report(app, args, &chosen)?;
    Ok(CommandExit::Done)
}

fn chosen(store: &dyn RunStore, args: &RunsPruneArgs) -> Result<Vec<RunRow>, CommandFailure> {
    if args.runs.is_empty() && args.older_than.is_none() && args.keep.is_none() {
        return Err(CommandFailure::input("nothing says which runs to forget")
            .hint("give runs, `--older-than 30d` or `--keep 100`"));
    }
    let mut rows = Vec::new();
    if args.runs.is_empty() {
        rows = store.runs()?;
        rows.retain(|row| row.summary.status == RunStatus::Ended);
    }
    for text in &args.runs {
        rows.push(ended(run_selector::select_run(store, text)?)?);
    }
    rows.drain(..args.keep.unwrap_or(0).min(rows.len()));
    if let Some(age) = args.older_than {
        let before = SystemClock.now_ms().saturating_sub(age);
        rows.retain(|row| row.updated_ms < before);
    }
    Ok(rows)
}

fn ended(row: RunRow) -> Result<RunRow, CommandFailure> {
    if row.summary.status == RunStatus::Ended {
        return Ok(row);
    }
    let message = format!("run {} has not ended: only runs that have are forgotten", row.run);
    Err(CommandFailure::input(message).hint(format!("`jurat runs cancel {}` ends it", row.run)))
}

fn report(
    app: &AppContext,
    args: &RunsPruneArgs,
    chosen: &[RunRow],
) -> Result<(), CommandFailure> {
    let what = if args.everything { "everything" } else { "payloads" };
    if app.out.json {
        let runs: Vec<_> = chosen.iter().map(|row| row.run).collect();
        let report = json!({ "forgot": what, "dry_run": args.dry_run, "runs": runs });
        return output::value(&report);
    }
    for row in chosen {
        let name = &row.new_run.workflow;
        output::text(&format!("{}  {name}  {}", row.run, run_display::time(row.updated_ms)))?;
    }
    let would = if args.dry_run { "would forget" } else { "forgot" };
    app.out.note(&format!("{would} {what} of {} runs", chosen.len()));
    Ok(())
}

/// Reads an age into milliseconds.
fn age(text: &str) -> Result<i64, String> {
    let wrong = || "expected a number and d, h, m or s, as in 30d".to_owned();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let ms: i64 = match unit {
        'd' => 86_400_000,
        'h' => 3_600_000,
        'm' => 60_000,
        's' => 1000,
        _ => return Err(wrong()),
    };
    let number: i64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    number.checked_mul(ms).filter(|ms| 0 <= *ms).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(text: &str, expected: Option<i64>) {
        assert_eq!(super::age(text).ok(), expected);
    }

    #[test]
    fn ages_have_a_unit() {
        check("30d", Some(2_592_000_000));
        check("0s", Some(0));
        check("30", None);
        check("d", None);
        check("-1d", None);
        check("30é", None);
    }
}
