//! The corpus that a question is put to: one that is named, or one that is made of files for this question alone.

use std::path::PathBuf;

use jurat_engine::RunId;
use jurat_intake::{QuestionCorpus, no_index};
use jurat_model::SourceKind;
use jurat_retrieve::{CorpusName, IndexError, open_index};
use jurat_system::parameters::RunValues;

use super::ingest;
use crate::{app::AppContext, corpus_access, failure::CommandFailure};

/// Files that a question is put to.
#[derive(Debug, clap::Args)]
pub(crate) struct SourceArgs {
    /// Files and folders to ask; they are read into a corpus that is gone afterwards
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// What sort of authority the files are, whatever they say of themselves: `statute`,
    /// `policy_manual` and what else `jurat ingest --kind` takes
    #[arg(long, value_name = "KIND", requires = "paths")]
    kind: Option<SourceKind>,
}

/// The corpus that is asked. One made for this question is gone when this is dropped.
pub(crate) enum AskedCorpus {
    Named(CorpusName),
    Made(QuestionCorpus),
}

impl AskedCorpus {
    pub(crate) fn open(
        app: &AppContext,
        values: &RunValues,
        args: &SourceArgs,
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
        check(app, asked.name())?;
        Ok(asked)
    }

    /// Reads files into a corpus of their own.
    fn made(app: &AppContext, args: &SourceArgs, run: RunId) -> Result<Self, CommandFailure> {
        let name = format!("ask-{run}");
        let name: CorpusName = corpus_access::name(&name).map_err(CommandFailure::ours)?;
        let asked = corpus_access::folder(app).for_question(name)?;
        let into = (&asked.name, args.kind);
        for refused in ingest::for_one_question(app, &args.paths, into)? {
            app.out.note(&format!("not read: {refused}"));
        }
        Ok(Self::Made(asked))
    }

    pub(crate) const fn name(&self) -> &CorpusName {
        match self {
            Self::Named(name) => name,
            Self::Made(corpus) => &corpus.name,
        }
    }

    /// What filters name is in it: better said now than by a failed run.
    pub(crate) fn check_filters(
        &self,
        app: &AppContext,
        values: &RunValues,
        keys: &[&str],
    ) -> Result<(), CommandFailure> {
        let given = keys.iter().filter_map(|key| Some((*key, values.text(key)?)));
        let given: Vec<(&str, &str)> = given.collect();
        if given.is_empty() {
            return Ok(());
        }
        let store = corpus_access::open_to_read(app, self.name())?;
        let (index, _) = open_index(&store)?;
        let index = index.ok_or_else(|| no_index(&store))?;
        for (key, value) in given {
            let known: Vec<String> = index.values(key)?.into_keys().collect();
            if !known.iter().any(|one| one == value) {
                let (key, value) = (key.to_owned(), value.to_owned());
                return Err(IndexError::UnknownValue { key, value, known }.into());
            }
        }
        Ok(())
    }
}

/// The corpus is there and holds something.
fn check(app: &AppContext, name: &CorpusName) -> Result<(), CommandFailure> {
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
    Ok(())
}
