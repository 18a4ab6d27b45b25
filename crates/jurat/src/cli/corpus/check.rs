//! `jurat corpus check`: says what is wrong with a corpus, and makes anew what is derived.

use jurat_intake::CorpusFindings;
use jurat_retrieve::CorpusName;
use serde_json::json;

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusCheckArgs {
    /// The corpus
    #[arg(value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Make anew what is derived, where it does not agree with the log
    #[arg(long)]
    repair: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CorpusCheckArgs,
) -> Result<CommandExit, CommandFailure> {
    let folder = corpus_access::folder(app);
    let mut findings = folder.check(&args.corpus)?;
    if args.repair && findings.is_repairable() {
        for problem in findings.derived() {
            app.out.note(&format!("found: {problem}"));
        }
        folder.repair(&args.corpus, &findings, &corpus_access::tell(app))?;
        app.out.note("the index was made anew");
        if !findings.vectors.is_empty() {
            app.out
                .note("the vectors were removed: the next `jurat ingest` makes them");
        }
        // What is said now is what is so now.
        findings = folder.check(&args.corpus)?;
    }
    report(app, args, &findings)?;
    if !findings.unfinished.is_empty() {
        app.out.hint(&corpus_access::goes_on(&args.corpus));
    }
    Ok(if findings.problems().is_empty() { CommandExit::Done } else { CommandExit::Refused })
}

fn report(
    app: &AppContext,
    args: &CorpusCheckArgs,
    findings: &CorpusFindings,
) -> Result<(), CommandFailure> {
    let (corpus, sources) = (args.corpus.as_str(), findings.sources);
    let problems = findings.problems();
    if app.out.json {
        let ok = problems.is_empty();
        return output::value(
            &json!({ "corpus": corpus, "ok": ok, "sources": sources, "problems": problems }),
        );
    }
    for problem in &problems {
        output::text(problem)?;
    }
    let word = if problems.is_empty() { "sound" } else { "not sound" };
    output::text(&format!("{word}: {sources} sources, {} problems", problems.len()))
}
