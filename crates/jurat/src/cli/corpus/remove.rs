//! `jurat corpus remove`: takes sources out of search, or removes a whole corpus.

use jurat_intake::{chosen_sources, remove_sources};
use jurat_retrieve::{CorpusName, remove};
use serde_json::json;

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

/// What to remove.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusRemoveArgs {
    /// The corpus
    #[arg(value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Only these sources, by name; by the beginning of a hash, under all names
    #[arg(value_name = "SOURCE")]
    sources: Vec<String>,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CorpusRemoveArgs,
) -> Result<CommandExit, CommandFailure> {
    if args.sources.is_empty() {
        remove(&corpus_access::root(app), &args.corpus)?;
        return report(app, args, &[]);
    }
    let store = corpus_access::open_to_write(app, &args.corpus)?;
    let chosen = chosen_sources(&store, &args.sources)?;
    let names: Vec<String> = chosen.into_iter().map(|entry| entry.name).collect();
    remove_sources(store, &names)?;
    report(app, args, &names)?;
    let corpus = &args.corpus;
    app.out.hint(&format!(
        "their bytes stay in the pack until `jurat erase --corpus {corpus} --removed`"
    ));
    Ok(CommandExit::Done)
}

fn report(
    app: &AppContext,
    args: &CorpusRemoveArgs,
    names: &[String],
) -> Result<CommandExit, CommandFailure> {
    let corpus = args.corpus.as_str();
    if app.out.json {
        output::value(
            &json!({ "corpus": corpus, "whole": names.is_empty(), "removed": names }),
        )?;
    } else if names.is_empty() {
        output::text(&format!("removed corpus {corpus}"))?;
    } else {
        let lines: Vec<String> = names.iter().map(|name| output::plain(name)).collect();
        output::text(&lines.join("\n"))?;
    }
    Ok(CommandExit::Done)
}
