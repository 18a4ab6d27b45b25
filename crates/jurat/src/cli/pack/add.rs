//! `jurat pack add`: takes a pack in.

use jurat_intake::{FileReadOutcome, PackIntakeOutcome, PackIntakeRequest};
use jurat_pack::CheckedPack;
use serde_json::json;

use super::{checked, face, found, shelf};
use crate::{
    app::AppContext, cli::ingest::progress_bar::IngestProgress, corpus_access,
    exit::CommandExit, failure::CommandFailure, output, sandbox_launcher::sandbox_launcher,
    signal,
};

/// Which pack.
#[derive(Debug, clap::Args)]
pub(crate) struct PackAddArgs {
    /// A folder or zip archive with `pack.json`, or the name of a pack that is part of the program
    #[arg(value_name = "PATH|NAME")]
    pub(super) pack: String,
    /// Make no vectors, even where a model is installed
    #[arg(long)]
    no_vectors: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &PackAddArgs,
) -> Result<CommandExit, CommandFailure> {
    let (source, from) = found(&args.pack)?;
    let request = PackIntakeRequest {
        source: from,
        with_vectors: !args.no_vectors,
        reader: Some(jurat_tools::DECISION_READER),
    };
    take_in(app, &checked(source)?, &request)
}

/// Takes a checked pack in, and says what became of it.
pub(super) fn take_in(
    app: &AppContext,
    pack: &CheckedPack,
    request: &PackIntakeRequest,
) -> Result<CommandExit, CommandFailure> {
    for (file, rows) in &pack.left_out {
        app.out.note(&format!(
            "{}: {rows} rows have no words and are left out",
            output::plain(file)
        ));
    }
    signal::listen();
    let progress = IngestProgress::new(app.out);
    let outcome = corpus_access::folder(app).add_pack(
        &shelf(app),
        (pack, request),
        &sandbox_launcher()?,
        &progress,
    )?;
    progress.finish();
    report(app, &outcome)
}

fn report(
    app: &AppContext,
    outcome: &PackIntakeOutcome,
) -> Result<CommandExit, CommandFailure> {
    let record = &outcome.record;
    let name = &record.manifest.name;
    if app.out.json {
        let mut shown = face(record);
        shown["was_there"] = json!(outcome.was_there);
        shown["read"] = json!(outcome.parts);
        output::value(&shown)?;
    } else if outcome.was_there {
        output::text(&format!("{name} {} is there already", record.manifest.version))?;
    } else {
        for part in &outcome.parts {
            output::text(&format!(
                "{}: {} files, {} documents, {} passages indexed, {} vectors made",
                part.corpus,
                part.files.len(),
                part.sources,
                part.indexed.passages,
                part.vectors
            ))?;
        }
    }
    if outcome.interrupted {
        app.out
            .note("interrupted: what was read is kept, what is missing is made next time");
        app.out.hint("the same command goes on where this stopped");
        return Ok(CommandExit::Interrupted);
    }
    let mut unread = 0;
    for file in outcome.parts.iter().flat_map(|part| &part.files) {
        if matches!(file.outcome, FileReadOutcome::Refused | FileReadOutcome::Partly) {
            unread += 1;
        }
        for refused in &file.refused {
            app.out.note(&format!(
                "not read: {}: {}",
                output::plain(&refused.name),
                output::plain(&refused.reason)
            ));
        }
    }
    if unread == 0 && !outcome.was_there {
        app.out.hint(&format!("`jurat pack show {name}`; `jurat tools list`"));
    }
    Ok(if unread == 0 { CommandExit::Done } else { CommandExit::Unsettled })
}
