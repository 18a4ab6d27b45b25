//! `jurat runs prune`: forgets runs that have ended.

use indicatif::HumanBytes;
use jurat_engine::{Clock, ForgetScope, RunId, RunRow, RunStatus, RunStore, SystemClock};
use jurat_store::{SqliteStore, release_reserve};
use serde_json::json;

use super::run_display;

use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::{CommandFailure, MAKE_ROOM},
    output, run_selector,
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
    #[command(flatten)]
    consent: PruneConsent,
}

/// Whether it is meant.
#[derive(Debug, clap::Args)]
struct PruneConsent {
    /// Only say what would be forgotten
    #[arg(long)]
    dry_run: bool,
    /// Do not ask, not even where no run would be left
    #[arg(long, short)]
    yes: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsPruneArgs,
) -> Result<CommandExit, CommandFailure> {
    if args.runs.is_empty() && args.older_than.is_none() && args.keep.is_none() {
        return Err(CommandFailure::input("nothing says which runs to forget").hint(
            "`jurat runs prune --older-than 30d` forgets old ones, \
             `jurat runs prune --keep 100` all but the newest",
        ));
    }
    prune(app, args).map_err(|failure| without_itself(app, failure))
}

/// On a disk too full even for this, the usual advice would be to do the same again.
fn without_itself(app: &AppContext, failure: CommandFailure) -> CommandFailure {
    if failure.hint.as_deref() != Some(MAKE_ROOM) {
        return failure;
    }
    let store = app.settings.store.display();
    failure.hint(format!(
        "free some room elsewhere on this disk and try again; all else failing, to delete {store} \
         forgets every run and corpus in it"
    ))
}

fn prune(app: &AppContext, args: &RunsPruneArgs) -> Result<CommandExit, CommandFailure> {
    if !args.consent.dry_run {
        release_reserve(&app.settings.store);
    }
    let store = app.bare_database()?;
    let what = if args.everything { ForgetScope::Everything } else { ForgetScope::Payloads };
    let mut chosen = chosen(&*store, args)?;
    if what == ForgetScope::Payloads {
        let pruned = store.pruned()?;
        chosen.retain(|row| !pruned.contains(&row.run));
    }
    let freed =
        if args.consent.dry_run { Ok(0) } else { forget(args, &store, (&chosen, what)) };
    store.keep_reserve();
    report(app, args, (&chosen, freed?))?;
    Ok(CommandExit::Done)
}

/// Forgets them, and gives the number of bytes that went back to the disk.
fn forget(
    args: &RunsPruneArgs,
    store: &SqliteStore,
    (chosen, what): (&[RunRow], ForgetScope),
) -> Result<u64, CommandFailure> {
    if chosen.is_empty() {
        return Ok(0);
    }
    if args.is_unlimited() && !args.consent.yes {
        confirm(chosen.len())?;
    }
    let runs: Vec<RunId> = chosen.iter().map(|row| row.run).collect();
    Ok(store.forget_all(&runs, what)?)
}

impl RunsPruneArgs {
    /// Whether every run that has ended is chosen.
    fn is_unlimited(&self) -> bool {
        let all = self.older_than.unwrap_or(0) == 0 && self.keep.unwrap_or(0) == 0;
        all && self.runs.is_empty()
    }
}

/// Asks a person; where there is none, `--yes` must say it.
fn confirm(count: usize) -> Result<(), CommandFailure> {
    match output::asked_yes(&format!("forget all {count} runs that have ended?")) {
        Some(true) => Ok(()),
        Some(false) => Err(CommandFailure::input("nothing was forgotten")),
        None => {
            let message = format!("this forgets all {count} runs that have ended");
            Err(CommandFailure::input(message)
                .hint("say `--yes` to do it without being asked, `--dry-run` to see which"))
        }
    }
}

fn chosen(store: &dyn RunStore, args: &RunsPruneArgs) -> Result<Vec<RunRow>, CommandFailure> {
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
    (chosen, freed): (&[RunRow], u64),
) -> Result<(), CommandFailure> {
    let what = if args.everything { "everything" } else { "payloads" };
    if app.out.json {
        let runs: Vec<_> = chosen.iter().map(|row| row.run).collect();
        let report = json!({
            "forgot": what, "dry_run": args.consent.dry_run, "runs": runs, "freed_bytes": freed,
        });
        return output::value(&report);
    }
    for row in chosen {
        let name = &row.new_run.workflow;
        output::text(&format!("{}  {name}  {}", row.run, run_display::time(row.updated_ms)))?;
    }
    let would = if args.consent.dry_run { "would forget" } else { "forgot" };
    app.out.note(&format!("{would} {what} of {} runs", chosen.len()));
    if 0 < freed {
        app.out.note(&format!("{} went back to the disk", HumanBytes(freed)));
    }
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
