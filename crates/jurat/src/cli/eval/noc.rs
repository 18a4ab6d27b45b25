//! `jurat eval noc`: whether job titles find their unit group. Titles that the program holds are for tuning, all others are reported.

use std::fs;

use jurat_eval::{DatasetSplit, EvalError};
use jurat_tools::{TitleQuery, ToolServices, is_shipped_title, measure_titles};
use serde::Serialize;

use super::{DataArgs, tell};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

#[derive(Debug, Serialize)]
struct NocFigures {
    queries: usize,
    /// Of the whole file: titles that are part of the program.
    shipped: usize,
    top1: f64,
    top5: f64,
}

pub(super) fn execute(
    app: &AppContext,
    args: &DataArgs,
) -> Result<CommandExit, CommandFailure> {
    let services = ToolServices::built_in()?;
    tell(app, || figures(&services, args))
}

fn figures(services: &ToolServices, args: &DataArgs) -> Result<NocFigures, EvalError> {
    let all = rows(args)?;
    let is_shipped = |row: &TitleQuery| is_shipped_title(services, row);
    let shipped = all.iter().filter(|row| is_shipped(row)).count();
    let asked = all.into_iter().filter(|row| match args.part {
        DatasetSplit::Tune => is_shipped(row),
        DatasetSplit::Report => !is_shipped(row),
        DatasetSplit::All => true,
    });
    let asked: Vec<TitleQuery> = asked.collect();
    if asked.is_empty() {
        let of = format!(" of {:?}", args.part);
        return Err(EvalError::Empty { path: args.data.clone(), of });
    }
    let measured = measure_titles(services, &asked);
    Ok(NocFigures {
        queries: measured.queries,
        shipped,
        top1: measured.top_1,
        top5: measured.top_5,
    })
}

fn rows(args: &DataArgs) -> Result<Vec<TitleQuery>, EvalError> {
    let path = || args.data.clone();
    let text = fs::read_to_string(&args.data)
        .map_err(|error| EvalError::File { path: path(), error })?;
    let filled = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    filled
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|error| EvalError::Row {
                path: path(),
                line: at + 1,
                message: error.to_string(),
            })
        })
        .collect()
}
