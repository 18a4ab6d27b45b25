//! `jurat pack show`: what a pack holds and how far it reaches.

use jurat_pack::{CoverageClaim, CoverageEnd, CoverageExtent, PackRecord};

use super::{face, shelf};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Which pack.
#[derive(Debug, clap::Args)]
pub(crate) struct PackShowArgs {
    /// The pack, as `jurat pack list` names it
    name: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &PackShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let record = shelf(app).required(&args.name)?;
    if app.out.json {
        output::value(&face(&record))?;
    } else {
        output::text(&lines(&record).join("\n"))?;
    }
    Ok(CommandExit::Done)
}

fn lines(record: &PackRecord) -> Vec<String> {
    let manifest = &record.manifest;
    let fictional = if manifest.fictional { " (fictional)" } else { "" };
    let mut lines = vec![
        format!("{} {}: {}{fictional}", manifest.name, manifest.version, manifest.title),
        format!("as of {}, licence {}", manifest.as_of, manifest.licence),
        format!("hash {}, from {}", record.hash, record.source),
    ];
    for part in &manifest.parts {
        let corpus = record.corpora.iter().find(|it| it.part == part.name);
        let corpus = corpus.map_or("a table", |it| it.corpus.as_str());
        let kind = part.kind.word();
        lines.push(format!("{}: {kind}, {} files, {corpus}", part.name, part.files.len()));
        lines.extend(part.coverage.iter().map(|claim| format!("  {}", reach(claim))));
    }
    lines.iter().map(|line| output::plain(line)).collect()
}

fn reach(claim: &CoverageClaim) -> String {
    let what = claim.court.as_ref().or(claim.statute.as_ref());
    let what = what.map_or_else(|| "all of the part".to_owned(), Clone::clone);
    let end = |end: Option<String>| end.unwrap_or_else(|| "open".to_owned());
    let from = end(claim.from.as_ref().map(CoverageEnd::first_day));
    let to = end(claim.to.as_ref().map(CoverageEnd::last_day));
    let extent = match claim.extent {
        CoverageExtent::Whole => "whole: what is not here does not exist",
        CoverageExtent::Part => "part: what is not here may exist",
    };
    let days = if from == to { String::new() } else { format!(" from {from} to {to}") };
    format!("{what}{days}, {extent}")
}
