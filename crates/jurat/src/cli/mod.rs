//! The verbs of the command line, one file each.

mod ask;
mod asked_corpus;
mod audit;
mod case;
mod check;
mod citations;
mod cite;
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
mod man;
mod mcp;
mod memory;
mod models;
mod pack;
mod research;
mod resume;
mod run;
mod runs;
mod sandbox;
mod schema;
mod search;
mod show;
mod store;
mod tools;
mod trust;
mod verify;
mod worker;
mod workflow;

use std::{ffi::OsStr, path::PathBuf};

use clap::{
    Args as _, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    builder::Styles,
    error::{ContextKind, ContextValue, ErrorKind},
};
use jurat_canon::nearest;
use jurat_engine::{Clock as _, SystemClock};

use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::CommandFailure,
    model_args::ModelArgs,
    output::{self, CliOutput},
    version,
};

/// Answers legal and compliance questions, audits AI pipelines and repositories, and proves what it says: anyone
/// can check it afterwards.
///
/// Exit codes: 0 done; 1 done, and the answer is no; 2 incomplete, waiting for a person or
/// cancelled; 3 bad input or usage; 4 we failed; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "jurat", version, long_version = version::long(), propagate_version = true)]
#[command(max_term_width = 100)]
pub(crate) struct CommandLine {
    /// Folder of the run database [default: `JURAT_HOME`, then your `jurat.toml`, then your data
    /// folder]
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
    /// Whether a model can have a part in the verb.
    #[arg(skip)]
    asks_models: bool,
    #[command(subcommand)]
    pub(crate) verb: JuratCommand,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum JuratCommand {
    /// See every system work on a sample, with reports and proofs
    Demo(demo::DemoArgs),
    /// Ask a question; every statement of the answer carries its proof
    Ask(ask::AskArgs),
    /// Audit a client's immigration file: score, verdict, evidence plan, verified authorities
    Audit(audit::AuditArgs),
    /// Look after what is kept of audited matters; correct, decide, sign, erase
    #[command(subcommand)]
    Case(case::CaseCommand),
    /// Research a legal question in several steps: rule, elements, exceptions, application
    Research(research::ResearchArgs),
    /// Audit the answers of any RAG pipeline from the states that it leaves
    Check(check::CheckArgs),
    /// Audit a repository and the paper about it by a rubric
    Court(court::CourtArgs),
    /// Check a finished answer again, with no network and no trust in us
    Verify(verify::VerifyArgs),
    /// Follow a statement of a finished answer down to the bytes of its sources
    Show(show::ShowArgs),
    /// Make keys that sign bundles
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Start a run and take it to its end
    ///
    /// `--out`, `--report`, `--bundle` and `--sign` are for built-in workflows, which make a report. A
    /// workflow of your own makes none and has no bundle: `jurat runs export` writes its run.
    Run(run::RunArgs),
    /// Go on with a run that was interrupted, that waited or that failed
    Resume(resume::ResumeArgs),
    /// Look after runs; drive one from outside
    #[command(subcommand)]
    Runs(runs::RunsCommand),
    /// Do stages that runs leave to others (`"run": "worker:NAME"`)
    Worker(worker::WorkerArgs),
    /// Make workflows, look at them and check them
    #[command(subcommand)]
    Workflow(workflow::WorkflowCommand),
    /// Look after the run database
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Get models that run here, and look after them
    #[command(subcommand)]
    Models(models::ModelsCommand),
    /// See what is set up and reachable, and what each missing part would add
    Doctor(doctor::DoctorArgs),
    /// Measure how good our own parts are
    #[command(subcommand)]
    Eval(eval::EvalCommand),
    /// Say what is known of one citation: the card of five layers
    Cite(cite::CiteArgs),
    /// Find citations in a text; check them against an index
    Citations(citations::CitationsArgs),
    /// Read files into a corpus
    Ingest(ingest::IngestArgs),
    /// Find passages of a corpus
    Search(search::SearchArgs),
    /// Look after corpora
    #[command(subcommand)]
    Corpus(corpus::CorpusCommand),
    /// Look after remembered answers
    #[command(subcommand)]
    Memory(memory::MemoryCommand),
    /// Load what the tools search: decisions, acts, manuals and help pages, as packs
    #[command(subcommand)]
    Pack(pack::PackCommand),
    /// Look things up: points, levels, deadlines and fees of immigration law, occupations
    #[command(subcommand)]
    Tools(tools::ToolsCommand),
    /// Serve tools to any host of the Model Context Protocol, by stdio or HTTP
    Mcp(mcp::McpArgs),
    /// Take sources, or a whole corpus, off the disk
    Erase(erase::EraseArgs),
    /// Write a commented `jurat.toml`
    Init(init::InitArgs),
    /// Take the settings of a project at their word, until they are edited
    Trust(trust::TrustArgs),
    #[command(flatten)]
    Standalone(StandaloneCommand),
    /// Print the JSON Schema of workflows, or of what one takes
    Schema(schema::SchemaArgs),
}

impl JuratCommand {
    /// Whether `--json` goes for failures too: for verbs that programs drive.
    pub(crate) fn fails_in_json(&self) -> bool {
        matches!(self, Self::Runs(_) | Self::Resume(_) | Self::Tools(_))
    }
}

/// What a limited child or a packager does, who may not even have a home.
#[derive(Debug, Subcommand)]
pub(crate) enum StandaloneCommand {
    /// Print completions for a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page, or write those of all verbs
    Man(man::ManArgs),
    /// Read one file under limits, for this program itself
    #[command(hide = true)]
    Sandbox,
    /// End the command of a worker that is gone, for this program itself
    #[command(hide = true)]
    WorkerGuard,
}

impl StandaloneCommand {
    pub(crate) fn execute(&self, out: CliOutput) -> Result<CommandExit, CommandFailure> {
        match self {
            Self::Completions(args) => completions::execute(args),
            Self::Man(args) => man::execute(out, args),
            Self::Sandbox => Ok(sandbox::execute()),
            Self::WorkerGuard => Ok(worker::guard()),
        }
    }
}

/// Verbs in whose help models stand: those that a model can have a part in.
const ASKING: [&str; 7] = ["ask", "check", "court", "demo", "doctor", "research", "run"];

const NO_MODEL: &str =
    "no model has a part in this command: `--model` and `--budget` change nothing";

/// Reads the command line of this process.
pub(crate) fn parse() -> Result<CommandLine, clap::Error> {
    let matches = command()
        .try_get_matches()
        .map_err(|error| with_nearest_verb(error, &command()))?;
    let verb = matches.subcommand_name().unwrap_or_default();
    let line = CommandLine::from_arg_matches(&matches)?;
    Ok(CommandLine { asks_models: ASKING.contains(&verb), ..line })
}

/// The command line. Every verb takes a model, so that a line can be changed in one word; only those
/// that can ask one have it in their help.
pub(crate) fn command() -> Command {
    let mut command = CommandLine::command();
    if output::arguments_steer() {
        command = command.styles(Styles::plain());
    }
    for flag in ["model", "budget"] {
        command = command.mut_arg(flag, |flag| flag.hide(true));
    }
    for verb in ASKING {
        command = command.mut_subcommand(verb, ModelArgs::augment_args);
    }
    command
}

/// Suggests the verb with the fewest slips, a swap of two letters being one.
fn with_nearest_verb(mut error: clap::Error, command: &Command) -> clap::Error {
    let given = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(given)) if error.kind() == ErrorKind::InvalidSubcommand => {
            given.clone()
        }
        _ => return error,
    };
    let words = std::env::args_os()
        .skip(1)
        .take_while(|word| *word != *OsStr::new(&given));
    let group = words.fold(command, |group, word| group.find_subcommand(word).unwrap_or(group));
    let verbs = group.get_subcommands().filter(|verb| !verb.is_hide_set());
    if let Some(name) = nearest(&given, verbs.map(Command::get_name)) {
        let name = ContextValue::Strings(vec![name.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, name);
    }
    error
}

/// Does it. Verbs that need no settings read none: a proof is checked and a schema printed in any folder.
pub(crate) fn execute(line: CommandLine) -> Result<CommandExit, CommandFailure> {
    let out = CliOutput { json: line.json, quiet: line.quiet };
    let subjects = line.verb.subjects();
    let app = || {
        let app =
            AppContext::new((line.store.as_deref(), &subjects), line.models.clone(), out)?;
        if app.models.given() && !line.asks_models {
            app.models.named(&app.settings)?;
            out.note(NO_MODEL);
        }
        Ok::<_, CommandFailure>(app)
    };
    match line.verb {
        JuratCommand::Demo(args) => demo::execute(&app()?, &args),
        JuratCommand::Ask(args) => ask::execute(&app()?, &args),
        JuratCommand::Audit(args) => audit::execute(&app()?, &args),
        JuratCommand::Case(verb) => case::execute(&app()?, verb),
        JuratCommand::Research(args) => research::execute(&app()?, &args),
        JuratCommand::Check(args) => check::execute(&app()?, &args),
        JuratCommand::Court(args) => court::execute(&app()?, &args),
        JuratCommand::Verify(args) => verify::execute(out, &args),
        JuratCommand::Show(args) => show::execute(out, &args),
        JuratCommand::Keys(verb) => keys::execute(out, verb),
        JuratCommand::Run(args) => run::execute(&app()?, &args),
        JuratCommand::Resume(args) => resume::execute(&app()?, &args),
        JuratCommand::Runs(verb) => runs::execute(&app()?, verb),
        JuratCommand::Worker(args) => worker::execute(&app()?, &args),
        JuratCommand::Workflow(verb) => workflow::execute(&app()?, verb),
        JuratCommand::Store(verb) => store::execute(&app()?, verb),
        JuratCommand::Models(verb) => models::execute(&app()?, verb),
        JuratCommand::Doctor(args) => doctor::execute(&app()?, &args),
        JuratCommand::Eval(verb) => eval::execute(&app()?, verb),
        JuratCommand::Cite(args) => cite::execute(&app()?, &args),
        JuratCommand::Citations(args) => citations::execute(&app()?, &args),
        JuratCommand::Ingest(args) => ingest::execute(&app()?, &args),
        JuratCommand::Search(args) => search::execute(&app()?, &args),
        JuratCommand::Corpus(verb) => corpus::execute(&app()?, verb),
        JuratCommand::Memory(verb) => memory::execute(&app()?, verb),
        JuratCommand::Pack(verb) => pack::execute(&app()?, verb),
        JuratCommand::Tools(verb) => tools::execute(&app()?, verb),
        JuratCommand::Mcp(args) => mcp::execute(&app()?, &args),
        JuratCommand::Erase(args) => erase::execute(&app()?, &args),
        JuratCommand::Init(args) => init::execute(out, &args),
        JuratCommand::Trust(args) => trust::execute(out, &args),
        JuratCommand::Standalone(verb) => verb.execute(out),
        JuratCommand::Schema(args) => schema::execute(&args),
    }
}

impl JuratCommand {
    /// What it looks at. What lies there has no say in how it is looked at.
    fn subjects(&self) -> Vec<PathBuf> {
        match self {
            Self::Ask(args) => args.subjects(),
            Self::Audit(args) => args.subjects(),
            Self::Research(args) => args.subjects(),
            Self::Court(args) => args.subjects(),
            Self::Ingest(args) => args.subjects(),
            Self::Run(args) => args.subjects(),
            Self::Pack(verb) => verb.subjects(),
            _ => Vec::new(),
        }
    }
}

/// The day that it is.
fn today() -> Option<String> {
    let now = jiff::Timestamp::from_millisecond(SystemClock.now_ms()).ok()?;
    Some(now.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
}
