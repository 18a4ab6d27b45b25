//! `jurat eval`: how good our own parts are, measured on data.

mod answers;
mod choices;
mod figures_table;
mod noc;
mod outcomes;
mod question_pipeline;
mod research;

use std::path::PathBuf;

use clap::Subcommand;
use jurat_citator::CourtTable;
use jurat_eval::{ChangesOptions, DatasetSplit, EvalError, MemoryOptions, RetrievalOptions};
use jurat_ingest::FileLimits;
use jurat_retrieve::SearchLegs;
use serde::Serialize;

use crate::sandbox_launcher::sandbox_launcher;
use crate::{app::AppContext, embedder, exit::CommandExit, failure::CommandFailure, output};

/// What to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum EvalCommand {
    /// Whether questions get the provisions that answer them
    Answers(answers::EvalAnswersArgs),
    /// Whether sentences of law with one thing changed are stopped by `jurat check`
    Changes(EvalChangesArgs),
    /// Whether faulty answers are stopped by `jurat check`, and sound ones pass
    Check(DataArgs),
    /// Whether the right one of several answers is chosen
    Choices(choices::EvalChoicesArgs),
    /// Whether the steps of research find what a question rests on
    Research(research::EvalResearchArgs),
    /// Whether the right passages are found
    Retrieval(RetrievalArgs),
    /// Whether citations are found, to the character
    Citations(DataArgs),
    /// Whether citations are told from invented ones
    CitationStatus(CitationStatusArgs),
    /// Whether decisions, entries of dockets and citing sentences are read as people read them
    Decisions(DecisionsArgs),
    /// Whether it is told what decisions do with those they cite
    Treatment(DataArgs),
    /// Whether quotes are found again in noisy text, and altered ones refused
    Quotes(DataArgs),
    /// Whether text that its evidence does not support is told
    Grounding(DataArgs),
    /// Whether it is told what a contract says to a statement
    ContractNli(DataArgs),
    /// Whether questions that the passages do not answer are refused
    Answerability(DataArgs),
    /// Whether texts that give orders to a model are stopped, and others pass
    Injection(DataArgs),
    /// Whether the same question is known in other words, and another one is not taken for it
    Memory(DataArgs),
    /// Whether job titles find their occupation
    Noc(DataArgs),
    /// Whether the words of PDFs are read
    Pdf(PdfArgs),
    /// Whether the scores of your own audits say what becomes of applications
    Outcomes,
    /// Whether filled forms are read by their paths, and blank ones give no answers
    Forms(FormsArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct DataArgs {
    /// The file or folder of the data
    #[arg(long, value_name = "PATH")]
    data: PathBuf,
    /// Rows to measure on: `tune`, `report` or `all`
    #[arg(long, value_name = "PART", default_value = "all")]
    part: DatasetSplit,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DecisionsArgs {
    #[command(flatten)]
    rows: DataArgs,
    /// Courts beside those of Canada: a JSON list, or a manifest that has one as `courts`
    #[arg(long, value_name = "FILE")]
    courts: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EvalChangesArgs {
    /// Files and folders of statutes
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Statutes to measure on: `tune`, `report` or `all`
    #[arg(long, value_name = "PART", default_value = "all")]
    part: DatasetSplit,
    /// How many cases of each kind are made in each part
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    cases: usize,
    /// Write the cases of the tuning part, a line each
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CitationStatusArgs {
    #[command(flatten)]
    rows: DataArgs,
    /// All citations that exist, one row each
    #[arg(long, value_name = "FILE")]
    index: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PdfArgs {
    /// The folder that the reference's paths start from
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// What another reader made of each file
    #[arg(long, value_name = "FILE")]
    reference: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FormsArgs {
    /// The folder with `forms/`, `forms_filled/` and `forms_filled_gold.json`
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RetrievalArgs {
    #[command(flatten)]
    rows: DataArgs,
    /// Questions with their relevant passages [default: `queries.jsonl` beside the corpus]
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// What to search with: `bm25`, `dense`, `hybrid` or `auto`
    #[arg(long, default_value = "auto")]
    legs: SearchLegs,
    /// Fields of a passage that are searched
    #[arg(long, value_delimiter = ',', default_value = "text")]
    fields: Vec<String>,
    /// Fields of a question that are searched with
    #[arg(long, value_delimiter = ',', default_value = "query")]
    query_fields: Vec<String>,
}

pub(crate) fn execute(
    app: &AppContext,
    verb: EvalCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        EvalCommand::Answers(args) => answers::execute(app, args),
        EvalCommand::Changes(args) => changes(app, args),
        EvalCommand::Choices(args) => choices::execute(app, &args),
        EvalCommand::Research(args) => research::execute(app, args),
        EvalCommand::Check(args) => tell(app, || jurat_eval::check(&args.data, args.part)),
        EvalCommand::Retrieval(args) => retrieval(app, args),
        EvalCommand::Citations(args) => {
            tell(app, || jurat_eval::citations(&args.data, args.part))
        }
        EvalCommand::CitationStatus(args) => tell(app, || {
            jurat_eval::citation_status(&args.rows.data, &args.index, args.rows.part)
        }),
        EvalCommand::Decisions(args) => {
            let courts =
                super::cite::known_courts(CourtTable::canada(), args.courts.as_deref())?;
            tell(app, || jurat_eval::decisions(&args.rows.data, args.rows.part, &courts))
        }
        EvalCommand::Treatment(args) => {
            tell(app, || jurat_eval::treatment(&args.data, args.part))
        }
        EvalCommand::Quotes(args) => tell(app, || jurat_eval::quotes(&args.data, args.part)),
        EvalCommand::Grounding(args) => {
            tell(app, || jurat_eval::grounding(&args.data, args.part))
        }
        EvalCommand::ContractNli(args) => {
            tell(app, || jurat_eval::contract_nli(&args.data, args.part))
        }
        EvalCommand::Answerability(args) => {
            tell(app, || jurat_eval::answerability(&args.data, args.part))
        }
        EvalCommand::Injection(args) => {
            tell(app, || jurat_eval::injection(&args.data, args.part))
        }
        EvalCommand::Memory(args) => {
            let DataArgs { data, part } = args;
            let embedder = embedder::installed(app)?;
            tell(app, || jurat_eval::memory(&MemoryOptions { data, part, embedder }))
        }
        EvalCommand::Noc(args) => noc::execute(app, &args),
        EvalCommand::Outcomes => outcomes::execute(app),
        EvalCommand::Pdf(args) => {
            let (launcher, limits) = (sandbox_launcher()?, FileLimits::default());
            tell(app, || jurat_eval::pdf(&launcher, &args.data, &args.reference, &limits))
        }
        EvalCommand::Forms(args) => {
            let (launcher, limits) = (sandbox_launcher()?, FileLimits::default());
            tell(app, || jurat_eval::forms(&launcher, &args.data, &limits))
        }
    }
}

fn changes(app: &AppContext, args: EvalChangesArgs) -> Result<CommandExit, CommandFailure> {
    let EvalChangesArgs { data, part, cases, trace } = args;
    if let Some(missing) = data.iter().find(|path| !path.exists()) {
        let message = format!("there is no {}", missing.display());
        return Err(CommandFailure::input(message).hint("--data names files or folders"));
    }
    let launcher = Some(sandbox_launcher()?);
    let options = ChangesOptions { data, part, cases, launcher, trace };
    tell(app, || jurat_eval::changes(&options))
}

fn retrieval(app: &AppContext, args: RetrievalArgs) -> Result<CommandExit, CommandFailure> {
    let options = RetrievalOptions {
        data: args.rows.data,
        queries: args.queries,
        legs: args.legs,
        fields: args.fields,
        query_fields: args.query_fields,
        part: args.rows.part,
        embedder: embedder::installed(app)?,
        cache: app.settings.store.join("eval"),
    };
    tell(app, || jurat_eval::retrieval(&options))
}

/// Takes a measure and says what came out, to people on stderr and to programs on stdout.
fn tell<T: Serialize>(
    app: &AppContext,
    measure: impl FnOnce() -> Result<T, EvalError>,
) -> Result<CommandExit, CommandFailure> {
    let measured = jurat_eval::measured(measure)?;
    let value = serde_json::to_value(&measured)
        .map_err(|error| CommandFailure::ours(format!("cannot write figures: {error}")))?;
    app.out.note(&figures_table::table(&value));
    if app.out.json {
        output::value(&value)?;
    }
    Ok(CommandExit::Done)
}

impl From<EvalError> for CommandFailure {
    fn from(error: EvalError) -> Self {
        let message = error.to_string();
        match error {
            EvalError::Subject(_) => Self::ours(message),
            _ => Self::input(message),
        }
    }
}
