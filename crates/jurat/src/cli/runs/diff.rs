//! `jurat runs diff`: where two runs part, and why.

use jurat_engine::{DivergenceKind, RunDiff, RunDivergence, ValueDiff};

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
};

/// How many further partings people are shown.
const LISTED: usize = 20;

/// What to compare.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsDiffArgs {
    /// The one run: its id, the beginning or the end of it, or `last`
    a: String,
    /// The other run
    b: String,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsDiffArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let (a, b) = (
        run_selector::select_run(&*store, &args.a)?,
        run_selector::select_run(&*store, &args.b)?,
    );
    let found = jurat_engine::diff(&*store, a.run, b.run)?;
    if app.out.json {
        output::value(&found)?;
        return Ok(exit(&found));
    }
    output::text(&lines(&found).join("\n"))?;
    if 0 < found.not_comparable {
        let count = found.not_comparable;
        app.out
            .note(&format!("{count} instances cannot be compared: their payloads were erased"));
    }
    if !found.partings.is_empty() {
        app.out.hint("`--json` lists every parting and its reasons");
    }
    Ok(exit(&found))
}

fn exit(found: &RunDiff) -> CommandExit {
    let starts = found.params.len() + found.input.len();
    match (found.same, found.partings.len() + starts) {
        (true, _) => CommandExit::Done,
        (false, 0) if found.same_definition => CommandExit::Unsettled,
        (false, _) => CommandExit::Refused,
    }
}

fn lines(found: &RunDiff) -> Vec<String> {
    let definition = if found.same_definition { "the same" } else { "differs" };
    let mut lines = vec![
        format!("A           {}", found.a),
        format!("B           {}", found.b),
        format!("definition  {definition}"),
    ];
    lines.extend(
        found
            .params
            .iter()
            .map(|param| format!("parameter   {}", value(param))),
    );
    lines.extend(
        found
            .input
            .iter()
            .map(|input| format!("input       {}", value(input))),
    );
    let Some((first, more)) = found.partings.split_first() else {
        let verdict = if found.same { "the runs are the same" } else { "no stage parts them" };
        lines.push(verdict.to_owned());
        return lines;
    };
    lines.push(format!("they part at {}", point(first)));
    if let DivergenceKind::Patch { channels } = &first.what {
        lines.extend(channels.iter().map(|channel| format!("  {}", value(channel))));
    }
    lines.extend(first.why.iter().map(|why| format!("  why: {why}")));
    lines.extend(more.iter().take(LISTED).map(|one| format!("then at {}", point(one))));
    let unlisted = more.len().saturating_sub(LISTED) + found.left_out;
    if 0 < unlisted {
        lines.push(format!("and at {unlisted} more"));
    }
    lines
}

fn point(parting: &RunDivergence) -> String {
    format!("{}: {}", parting.at, parting.what)
}

fn value(diff: &ValueDiff) -> String {
    format!("{}{}: A {}, B {}", diff.name, diff.path, diff.a, diff.b)
}
