//! `jurat ask`: an answer whose every statement carries its proof, or none.

use std::{collections::BTreeMap, path::PathBuf};

use jurat_engine::RunId;
use jurat_evidence_first::tidy;
use jurat_intake::QuestionCorpus;
use jurat_retrieve::{CorpusName, IndexError, open_index};
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, cli::ingest, corpus_access, exit::CommandExit, failure::CommandFailure,
    publish::OutputArgs, run_driver, wiring,
};

/// The workflow that answers.
pub(crate) const WORKFLOW: &str = "evidence_first";

/// What is asked, of what, and where the answer goes.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    /// The question, in quotation marks
    question: String,
    /// Files and folders to ask; they are read into a corpus that is gone afterwards
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The corpus to ask
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name)]
    corpus: Option<CorpusName>,
    /// Only sources on this topic
    #[arg(long, value_name = "TEXT")]
    topic: Option<String>,
    /// Only this part of the sources
    #[arg(long, value_name = "TEXT")]
    sub_section: Option<String>,
    /// Only sources of this category
    #[arg(long, value_name = "TEXT")]
    category: Option<String>,
    /// The day that the report is dated to, as 2026-01-09
    #[arg(long, value_name = "DATE", value_parser = ingest::date)]
    as_of: Option<String>,
    /// What counts as evidence: `default` takes provisions whole, `seed` only sentences that demand or forbid
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = ["default", "seed"])]
    policy: String,
    #[command(flatten)]
    places: OutputArgs,
}

pub(crate) fn execute(app: &AppContext, args: &AskArgs) -> Result<CommandExit, CommandFailure> {
    let question = tidy(&args.question).map_err(CommandFailure::input)?;
    args.places.check_for(WORKFLOW)?;
    let models = app.models.params(&app.settings)?;
    let run = wiring::new_run_id();
    let asked = AskedCorpus::open(app, args, run)?;
    let mut params = args.params(&question, asked.name());
    params.extend(models);
    let answered = run_driver::to_report(app, (WORKFLOW, run), params)?;
    drop(asked);
    answered.finished.publish(app, &*answered.store, &args.places)?;
    answered.finished.show(app)?;
    if !args.places.has_proof() {
        app.out
            .hint("`--bundle FILE` writes the proof, `--report FILE.html` a page to read");
    }
    Ok(answered.finished.verdict().into())
}

impl AskArgs {
    fn params(&self, question: &str, corpus: &CorpusName) -> BTreeMap<String, Json> {
        let given = |value: &Option<String>| value.clone().unwrap_or_default();
        let params = [
            ("question", question.to_owned()),
            ("corpus", corpus.to_string()),
            ("topic", given(&self.topic)),
            ("sub_section", given(&self.sub_section)),
            ("category", given(&self.category)),
            ("as_of", given(&self.as_of)),
            ("policy", self.policy.clone()),
        ];
        params.map(|(name, value)| (name.to_owned(), json!(value))).into()
    }
}

/// The corpus that is asked. One made for this question is gone when this is dropped.
enum AskedCorpus {
    Named(CorpusName),
    Made(QuestionCorpus),
}

impl AskedCorpus {
    fn open(app: &AppContext, args: &AskArgs, run: RunId) -> Result<Self, CommandFailure> {
        let asked = match (&args.corpus, args.paths.as_slice()) {
            (Some(name), []) => Self::Named(name.clone()),
            (None, paths @ [_, ..]) => Self::made(app, paths, run)?,
            (Some(_), _) => {
                return Err(CommandFailure::input("a corpus and paths were given")
                    .hint("ask one or the other"));
            }
            (None, []) => {
                return Err(CommandFailure::input("there is nothing to ask")
                    .hint("give files or folders, or `--corpus NAME`; `jurat demo` shows how it works"));
            }
        };
        check(app, asked.name(), args)?;
        Ok(asked)
    }

    /// Reads files into a corpus of their own.
    fn made(app: &AppContext, paths: &[PathBuf], run: RunId) -> Result<Self, CommandFailure> {
        let name = format!("ask-{run}");
        let name: CorpusName = corpus_access::name(&name).map_err(CommandFailure::ours)?;
        let asked = corpus_access::folder(app).for_question(name);
        for refused in ingest::for_one_question(app, paths, &asked.name)? {
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
fn check(app: &AppContext, name: &CorpusName, args: &AskArgs) -> Result<(), CommandFailure> {
    let store = corpus_access::read(app, name)?;
    let (index, current) = open_index(&store)?;
    let Some(index) = index else {
        return Err(CommandFailure::input(format!("corpus `{name}` has no index yet"))
            .hint("jurat ingest PATH --corpus NAME"));
    };
    if !current {
        app.out
            .note("the index is behind the corpus: the next `jurat ingest` brings it up");
    }
    if index.is_empty() {
        return Err(CommandFailure::input(format!("corpus `{name}` is empty"))
            .hint("jurat ingest PATH --corpus NAME"));
    }
    corpus_access::say_vectors(app, &store);
    let filters = [
        ("topic", &args.topic),
        ("sub_section", &args.sub_section),
        ("category", &args.category),
    ];
    for (key, value) in filters {
        let Some(value) = value else { continue };
        let known: Vec<String> = index.values(key)?.into_keys().collect();
        if !known.contains(value) {
            let (key, value) = (key.to_owned(), value.clone());
            return Err(IndexError::UnknownValue { key, value, known }.into());
        }
    }
    Ok(())
}
