//! `jurat ask`: an answer whose every statement carries its proof, or none.

use std::path::PathBuf;

use jurat_engine::RunId;
use jurat_evidence_first::PARAMETERS;
use jurat_intake::{QuestionCorpus, no_index};
use jurat_model::SourceKind;
use jurat_retrieve::{CorpusName, IndexError, open_index};
use jurat_system::parameters::{ParameterTable, RunValues};

use crate::{
    app::AppContext,
    cli::ingest,
    corpus_access,
    exit::CommandExit,
    failure::CommandFailure,
    parameter_args::{FlagTable, ParameterArgs},
    publish::OutputArgs,
    run_driver, wiring,
};

/// The workflow that answers.
pub(crate) const WORKFLOW: &str = "evidence_first";

/// What is asked, of what, and where the answer goes.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    question: ParameterArgs<AskFlags>,
    /// Files and folders to ask; they are read into a corpus that is gone afterwards
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What sort of authority the files are, whatever they say of themselves: `statute`,
    /// `policy_manual` and what else `jurat ingest --kind` takes
    #[arg(long, value_name = "KIND", requires = "paths")]
    kind: Option<SourceKind>,
    #[command(flatten)]
    places: OutputArgs,
}

impl AskArgs {
    /// What is asked.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        self.paths.clone()
    }
}

/// The flags of a question.
enum AskFlags {}

impl FlagTable for AskFlags {
    const TABLE: &'static ParameterTable = &PARAMETERS;
    // Paths make one.
    const OTHERWISE: &'static [&'static str] = &["corpus"];
}

pub(crate) fn execute(app: &AppContext, args: &AskArgs) -> Result<CommandExit, CommandFailure> {
    let mut values = args.question.values()?;
    args.places.check_for(WORKFLOW)?;
    values.set_all(app.models.params(&app.settings)?)?;
    let run = wiring::new_run_id();
    let asked = AskedCorpus::open(app, (&values, args), run)?;
    values.set("corpus", asked.name().as_str())?;
    let params = values.complete()?.params;
    let answered = run_driver::to_report(app, (WORKFLOW, run), params)?;
    drop(asked);
    answered.finished.publish(app.out, &*answered.store, &args.places)?;
    answered.finished.show(app)?;
    if !args.places.has_proof() {
        app.out
            .hint("`--bundle FILE` writes the proof, `--report FILE.html` a page to read");
    }
    Ok(answered.exit(app.out, answered.finished.verdict()))
}

/// The corpus that is asked. One made for this question is gone when this is dropped.
enum AskedCorpus {
    Named(CorpusName),
    Made(QuestionCorpus),
}

impl AskedCorpus {
    fn open(
        app: &AppContext,
        (values, args): (&RunValues, &AskArgs),
        run: RunId,
    ) -> Result<Self, CommandFailure> {
        let asked = match (values.text("corpus"), args.paths.as_slice()) {
            (Some(name), []) => Self::Named(name.parse()?),
            (None, [_, ..]) => Self::made(app, args, run)?,
            (Some(_), _) => {
                return Err(CommandFailure::input("a corpus and paths were given")
                    .hint("ask one or the other"));
            }
            (None, []) => {
                return Err(CommandFailure::input("there is nothing to ask")
                    .hint("give files or folders, or `--corpus NAME`; `jurat demo` shows how it works"));
            }
        };
        check(app, asked.name(), values)?;
        Ok(asked)
    }

    /// Reads files into a corpus of their own.
    fn made(app: &AppContext, args: &AskArgs, run: RunId) -> Result<Self, CommandFailure> {
        let name = format!("ask-{run}");
        let name: CorpusName = corpus_access::name(&name).map_err(CommandFailure::ours)?;
        let asked = corpus_access::folder(app).for_question(name)?;
        let into = (&asked.name, args.kind);
        for refused in ingest::for_one_question(app, &args.paths, into)? {
            app.out.note(&format!("not read: {refused}"));
        }
        Ok(Self::Made(asked))
    }

    const fn name(&self) -> &CorpusName {
        match self {
            Self::Named(name) => name,
            Self::Made(corpus) => &corpus.name,
        }
    }
}

/// The corpus is there and the filters name something in it: better said now than by a failed run.
fn check(
    app: &AppContext,
    name: &CorpusName,
    values: &RunValues,
) -> Result<(), CommandFailure> {
    let store = corpus_access::open_to_read(app, name)?;
    corpus_access::say_unfinished(app, &store);
    let (index, current) = open_index(&store)?;
    let index = index.ok_or_else(|| no_index(&store))?;
    if !current {
        app.out
            .note("the index is behind the corpus: the next `jurat ingest` brings it up");
    }
    if index.is_empty() {
        return Err(CommandFailure::input(format!("corpus `{name}` is empty"))
            .hint("jurat ingest PATH --corpus NAME"));
    }
    corpus_access::say_vectors(app, &store);
    for key in ["topic", "sub_section", "category"] {
        let Some(value) = values.text(key) else { continue };
        let known: Vec<String> = index.values(key)?.into_keys().collect();
        if !known.iter().any(|one| one == value) {
            let (key, value) = (key.to_owned(), value.to_owned());
            return Err(IndexError::UnknownValue { key, value, known }.into());
        }
    }
    Ok(())
}
