//! `jurat ingest`: reads files into a corpus. What was read before and has not changed is left alone.

mod metadata_args;
pub(super) mod progress_bar;
mod report;

use std::path::PathBuf;

use jurat_intake::{CorpusLifetime, IntakeOutcome, IntakeRequest};
use jurat_model::SourceKind;
use jurat_retrieve::CorpusName;

use self::{metadata_args::MetadataArgs, progress_bar::IngestProgress, report::IngestReport};
use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure,
    sandbox_launcher::sandbox_launcher, signal,
};

/// What to read, and into which corpus.
#[derive(Debug, clap::Args)]
pub(crate) struct IngestArgs {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The corpus; it is made where there is none
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    #[command(flatten)]
    given: MetadataArgs,
    /// Take out what was read from these folders before and is no longer there
    #[arg(long)]
    prune: bool,
    /// Read everything again, changed or not
    #[arg(long)]
    again: bool,
    /// Make no vectors, even where a model is installed
    #[arg(long)]
    no_vectors: bool,
    #[command(flatten)]
    limits: metadata_args::LimitArgs,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &IngestArgs,
) -> Result<CommandExit, CommandFailure> {
    let outcome = take_in(app, &args.request())?;
    IngestReport { outcome: &outcome, prune: args.prune }.print(app)
}

/// Reads files into a corpus that is asked once, in silence. Says what could not be read.
pub(crate) fn for_one_question(
    app: &AppContext,
    paths: &[PathBuf],
    (corpus, kind): (&CorpusName, Option<SourceKind>),
) -> Result<Vec<String>, CommandFailure> {
    let mut request = IntakeRequest::for_question(paths, corpus);
    request.metadata.kind = kind;
    let outcome = take_in(app, &request)?;
    if outcome.interrupted {
        return Err(CommandFailure::interrupted("reading was interrupted"));
    }
    Ok(report::refusals(&outcome))
}

impl IngestArgs {
    /// What is read.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        self.paths.clone()
    }

    fn request(&self) -> IntakeRequest {
        IntakeRequest {
            paths: self.paths.clone(),
            corpus: self.corpus.clone(),
            metadata: self.given.overlay(),
            describer: None,
            limits: self.limits.limits(),
            prune: self.prune,
            again: self.again,
            with_vectors: !self.no_vectors,
            lifetime: CorpusLifetime::Corpus,
        }
    }
}

fn take_in(app: &AppContext, request: &IntakeRequest) -> Result<IntakeOutcome, CommandFailure> {
    signal::listen();
    let progress = IngestProgress::new(app.out);
    let outcome =
        corpus_access::folder(app).take_in(request, &sandbox_launcher()?, &progress)?;
    progress.finish();
    Ok(outcome)
}
