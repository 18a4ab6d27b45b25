//! The verbs of the command line, one file each.

mod ask;
mod check;
mod citations;
mod completions;
mod corpus;
mod court;
mod demo;
mod doctor;
mod erase;
mod eval;
mod ingest;
mod init;
mod keys;
mod models;
mod resume;
mod run;
mod runs;
pub(crate) mod sandbox;
mod schema;
mod search;
mod show;
mod store;
mod verify;
mod workflow;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::{app::App, exit::Exit, failure::Failure, models::ModelArgs};

/// Runs workflows so that they survive a crash and can be checked afterwards.
///
/// Exit codes: 0 done; 1 done, and the answer is no; 2 incomplete, waiting for a person or
/// cancelled; 3 bad input or usage; 4 we failed; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "jurat", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    /// Folder of the run database [default: `JURAT_HOME`, then `jurat.toml`, then your data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// Print data for programs
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print nothing on stderr but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) models: ModelArgs,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// See it work: questions to a sample corpus, answered and proven
    Demo(demo::Args),
    /// Ask a question; every statement of the answer carries its proof
    Ask(ask::Args),
    /// Audit the answers of any RAG pipeline from the states that it leaves
    Check(check::Args),
    /// Audit a repository and the paper about it by a rubric
    Court(court::Args),
    /// Check a finished answer again, with no network and no trust in us
    Verify(verify::Args),
    /// Follow a statement of a finished answer down to the bytes of its sources
    Show(show::Args),
    /// Make keys that sign bundles
    #[command(subcommand)]
    Keys(keys::Verb),
    /// Start a run and take it to its end
    Run(run::Args),
    /// Go on with a run that was interrupted, that waited or that failed
    Resume(resume::Args),
    /// Look after runs; drive one from outside
    #[command(subcommand)]
    Runs(runs::Verb),
    /// Look at workflows and check them
    #[command(subcommand)]
    Workflow(workflow::Verb),
    /// Look after the run database
    #[command(subcommand)]
    Store(store::Verb),
    /// Get models that run here, and look after them
    #[command(subcommand)]
    Models(models::Verb),
    /// See what is set up and reachable, and what each missing part would add
    Doctor(doctor::Args),
    /// Measure how good our own parts are
    #[command(subcommand)]
    Eval(eval::Verb),
    /// Find citations in a text; check them against an index
    Citations(citations::Args),
    /// Read files into a corpus
    Ingest(ingest::Args),
    /// Find passages of a corpus
    Search(search::Args),
    /// Look after corpora
    #[command(subcommand)]
    Corpus(corpus::Verb),
    /// Take sources, or a whole corpus, off the disk
    Erase(erase::Args),
    /// Write a commented `jurat.toml`
    Init(init::Args),
    /// Print completions for a shell
    Completions(completions::Args),
    /// Print the JSON Schema of workflows
    Schema,
    /// Read one file under limits, for this program itself
    #[command(hide = true)]
    Sandbox,
}

impl Verb {
    /// Whether a model can have a part in it.
    const fn asks_models(&self) -> bool {
        matches!(
            self,
            Self::Ask(_)
                | Self::Check(_)
                | Self::Court(_)
                | Self::Demo(_)
                | Self::Run(_)
                | Self::Doctor(_)
        )
    }
}

/// Does it.
pub(crate) fn execute(app: &App, verb: Verb) -> Result<Exit, Failure> {
    if app.models.given() && !verb.asks_models() {
        app.models.named(&app.settings)?;
        app.out.note(
            "no model has a part in this command: `--model` and `--budget` change nothing",
        );
    }
    match verb {
        Verb::Demo(args) => demo::execute(app, &args),
        Verb::Ask(args) => ask::execute(app, &args),
        Verb::Check(args) => check::execute(app, &args),
        Verb::Court(args) => court::execute(app, &args),
        Verb::Verify(args) => verify::execute(app, &args),
        Verb::Show(args) => show::execute(app, &args),
        Verb::Keys(verb) => keys::execute(app, verb),
        Verb::Run(args) => run::execute(app, &args),
        Verb::Resume(args) => resume::execute(app, &args),
        Verb::Runs(verb) => runs::execute(app, verb),
        Verb::Workflow(verb) => workflow::execute(app, verb),
        Verb::Store(verb) => store::execute(app, verb),
        Verb::Models(verb) => models::execute(app, verb),
        Verb::Doctor(args) => doctor::execute(app, &args),
        Verb::Eval(verb) => eval::execute(app, verb),
        Verb::Citations(args) => citations::execute(app, &args),
        Verb::Ingest(args) => ingest::execute(app, &args),
        Verb::Search(args) => search::execute(app, &args),
        Verb::Corpus(verb) => corpus::execute(app, verb),
        Verb::Erase(args) => erase::execute(app, &args),
        Verb::Init(args) => init::execute(app, &args),
        Verb::Completions(args) => completions::execute(&args),
        Verb::Schema => schema::execute(),
        Verb::Sandbox => Ok(sandbox::execute()),
    }
}
