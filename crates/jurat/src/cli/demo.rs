//! `jurat demo`: questions to a sample corpus, answered and proven, with no set-up.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use jurat_evidence_first::{PARAMETERS, sample::FILES};
use jurat_retrieve::CorpusName;
use serde_json::Value as Json;

use super::{ask, ingest};
use jurat_system::{parameters::RunValues, publish::BundleAcceptance};
use jurat_systems::ALL;

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
    publish, run_driver, wiring,
};

/// The corpus that the sample is read into.
const CORPUS: &str = "larkmere";

/// What is asked: a conflict, a list, and what the sources do not say.
const QUESTIONS: [&str; 3] = [
    "How long must client records be kept after the last service?",
    "What must a crisis worker do when answering a call to the Night Bell?",
    "Where may bicycles be parked?",
];

/// Where to put it.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    /// Folder for the sample, the reports and the bundles
    #[arg(long, value_name = "DIR", default_value = "jurat-demo")]
    out: PathBuf,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &DemoArgs,
) -> Result<CommandExit, CommandFailure> {
    let sample = args.out.join("sample");
    let models = app.models.params(&app.settings)?;
    write_sample(&sample)?;
    // The demo keeps everything in its own folder and leaves your corpora and runs alone.
    let app = app.at(args.out.join("store"));
    let corpus: CorpusName = corpus_access::name(CORPUS).map_err(CommandFailure::ours)?;
    let refused = ingest::for_one_question(&app, std::slice::from_ref(&sample), &corpus)?;
    if let Some(refused) = refused.first() {
        return Err(CommandFailure::ours(format!("the sample cannot be read: {refused}")));
    }
    app.out
        .note(&format!("sample    {} (an imaginary county)", sample.display()));
    for (question, number) in QUESTIONS.iter().zip(1..) {
        one(&app, (&args.out, &models), question, number)?;
    }
    app.out.note("");
    app.out
        .hint(&format!("open {} or .html", args.out.join("answer-1.pdf").display()));
    app.out.hint(&format!(
        "jurat show {} --statement 1",
        args.out.join("answer-1.jurat").display()
    ));
    app.out
        .hint(&format!("jurat ask \"Your question?\" {}", sample.display()));
    Ok(CommandExit::Done)
}

fn write_sample(folder: &Path) -> Result<(), CommandFailure> {
    let failed =
        |error| CommandFailure::input(format!("cannot write {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for file in FILES {
        publish::write(&folder.join(file.name), file.text.as_bytes())?;
    }
    Ok(())
}

/// Asks, shows, writes, and checks what was written by reading it again.
fn one(
    app: &AppContext,
    (out, models): (&Path, &BTreeMap<String, Json>),
    question: &str,
    number: usize,
) -> Result<(), CommandFailure> {
    let mut values = RunValues::new(&PARAMETERS);
    values.set_all(models.clone())?;
    values.set("question", question)?;
    values.set("corpus", CORPUS)?;
    let params = values.complete()?.params;
    let answered = run_driver::to_report(app, (ask::WORKFLOW, wiring::new_run_id()), params)?;
    let file = |ending: &str| out.join(format!("answer-{number}.{ending}"));
    let places = publish::OutputArgs {
        reports: vec![file("md"), file("html"), file("pdf"), file("json")],
        bundle: Some(file("jurat")),
        ..publish::OutputArgs::default()
    };
    output::text(&format!("\n{question}\n\n{}\n", answered.finished.in_short()))?;
    answered.finished.publish(app, &*answered.store, &places)?;
    let bytes = super::verify::read_bundle(&file("jurat"))?;
    let verdict =
        ALL.verify(&bytes, &BundleAcceptance { strict: true, ..BundleAcceptance::default() });
    app.out.note(&format!("verified  {}", verdict.summary()));
    Ok(())
}
