//! `jurat show`: where a statement of a finished answer comes from, down to the bytes.

use std::path::PathBuf;

use jurat_evidence_first::lineage::{StatementLineage, lineage};
use jurat_proof::ProofError;

use crate::{
    cli::verify,
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput, plain},
};

/// Which statement of which bundle.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// The bundle
    file: PathBuf,
    /// The statement, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    statement: usize,
}

pub(crate) fn execute(out: CliOutput, args: &ShowArgs) -> Result<CommandExit, CommandFailure> {
    let bytes = verify::read_bundle(&args.file)?;
    let lineage = lineage(&bytes, args.statement).map_err(|error| match error {
        ProofError::NotABundle(_) | ProofError::NotShown(_) => {
            CommandFailure::input(error.to_string())
        }
        other => CommandFailure::ours(other.to_string()),
    })?;
    if out.json {
        output::value(&lineage)?;
    } else {
        output::text(&shown(&lineage))?;
    }
    out.hint("this reads the bundle and judges nothing: `jurat verify` does");
    Ok(CommandExit::Done)
}

fn shown(lineage: &StatementLineage) -> String {
    let mut lines = vec![format!(
        "statement {} of {}: {}",
        lineage.number,
        lineage.of,
        lineage.statement.marked()
    )];
    for ground in &lineage.requirements {
        lines.push(format!("  {}  {}", ground.requirement_id, plain(&ground.document_id)));
        if !ground.section_heading.is_empty() {
            lines.push(format!("    heading    {}", plain(&ground.section_heading)));
        }
        lines.push(format!("    quote      \u{201c}{}\u{201d}", ground.quote));
        let ranges: Vec<String> = ground
            .ranges
            .iter()
            .map(|range| format!("{}..{}", range.start, range.end))
            .collect();
        lines.push(format!("    bytes      {}", ranges.join(", ")));
        lines.push(format!("    in context …{}[…]{}…", ground.before, ground.after));
        lines.push(format!("    text       {}", ground.rendition));
        if let Some(source) = &ground.source {
            let reader = &source.reader;
            lines.push(format!("    source     {}  {}", plain(&source.name), source.hash));
            lines.push(format!("    read by    {} {}", reader.name, reader.version));
        }
        if let Some(rationale) = &ground.rationale {
            lines.push(format!("    admitted   {rationale}"));
        }
    }
    if let Some(corpus) = &lineage.corpus {
        let (name, sources, state) = (&corpus.name, corpus.sources, corpus.state);
        lines.push(format!("  corpus {name}, {sources} sources, state {state}"));
    }
    if let Some(read) = &lineage.read {
        let when = jiff::Timestamp::from_millisecond(read.at_ms)
            .map_or_else(|_| read.at_ms.to_string(), |time| time.to_string());
        lines.push(format!(
            "  taken into the run by {} (event {}) at {when}",
            read.instance, read.seq
        ));
    }
    lines.push(format!("  run {}, root {}", lineage.run, lineage.root));
    lines.join("\n")
}
