//! `jurat demo`: every system on a sample of its own, with reports, proofs and a page that leads to them.

mod demo_folder;
mod index_page;

use std::path::PathBuf;

use jurat_document::StatusTone;
use jurat_engine::RunRequest;
use jurat_system::{
    demo::{DemoCase, DemoOutcome, DemoRun, DemoValue, SystemDemo},
    parameters::RunValues,
    publish::BundleAcceptance,
};
use jurat_systems::ALL;
use serde::Serialize;
use serde_json::Value as Json;

use self::demo_folder::DemoFolder;
use super::{ingest, verify::read_bundle};
use crate::{
    app::AppContext,
    corpus_access,
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    publish::{OutputArgs, PublishableRun},
    run_driver::{self, EndedRun},
    wiring,
};

/// Where to put it.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    /// Folder for samples, reports and proofs
    #[arg(long, value_name = "DIR", default_value = "jurat-demo")]
    out: PathBuf,
}

/// A case as it was shown.
#[derive(Serialize)]
struct ShownCase {
    system: &'static str,
    case: &'static str,
    title: &'static str,
    verdict: String,
    #[serde(skip)]
    tone: StatusTone,
    line: String,
    /// Its files, from the folder of the demonstration, parted by `/`.
    files: Vec<ShownFile>,
    /// What checking the proof came to, where there is one.
    proof: Option<String>,
    /// What to type oneself.
    commands: Vec<String>,
}

/// A file to look at.
#[derive(Serialize)]
struct ShownFile {
    /// What is in it.
    what: &'static str,
    path: String,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &DemoArgs,
) -> Result<CommandExit, CommandFailure> {
    // The demo keeps everything in its own folder and leaves your corpora and runs alone.
    let folder = DemoFolder { out: args.out.clone() };
    let app = app.at(folder.store());
    let mut shown = Vec::new();
    for system in ALL.0 {
        let stage = DemoStage {
            app: &app,
            folder: &folder,
            system: system.name,
            demo: &system.demo,
        };
        stage.prepare()?;
        if !app.out.json {
            output::text(&format!("\n{}\n{}\n", system.demo.title, system.demo.about))?;
        }
        for case in system.demo.cases {
            let case = stage.show(case)?;
            if !app.out.json {
                output::text(&told(&case, &folder))?;
            }
            shown.push(case);
        }
    }
    folder.write_document("index", &index_page::page(&shown))?;
    let index = folder.path("index.html");
    if app.out.json {
        output::value(&serde_json::json!({ "index": index, "cases": shown }))?;
    }
    app.out.note("");
    app.out.note(&format!("open {} to see it all", index.display()));
    Ok(CommandExit::Done)
}

/// One system on its sample.
struct DemoStage<'a> {
    app: &'a AppContext,
    folder: &'a DemoFolder,
    system: &'static str,
    demo: &'static SystemDemo,
}

impl DemoStage<'_> {
    /// Writes the sample, and reads it into the corpora that its cases ask.
    fn prepare(&self) -> Result<(), CommandFailure> {
        for file in self.demo.files {
            let name = format!("{}/sample/{}", self.system, file.name);
            self.folder.write(&name, file.text.as_bytes())?;
        }
        let values = self.demo.cases.iter().flat_map(|case| case.values);
        let mut corpora: Vec<&str> = values
            .filter_map(|(_, value)| match value {
                DemoValue::Corpus(name) => Some(*name),
                _ => None,
            })
            .collect();
        corpora.dedup();
        corpora.into_iter().try_for_each(|name| self.read_sample(name))
    }

    fn read_sample(&self, corpus: &str) -> Result<(), CommandFailure> {
        let corpus = corpus_access::name(corpus).map_err(CommandFailure::ours)?;
        let sample = self.folder.sample(self.system);
        let refused = ingest::for_one_question(self.app, &[sample], (&corpus, None))?;
        match refused.first() {
            None => Ok(()),
            Some(refused) => {
                Err(CommandFailure::ours(format!("the sample cannot be read: {refused}")))
            }
        }
    }

    /// Runs a case, writes what came of it, and checks the proof by reading it again.
    fn show(&self, case: &'static DemoCase) -> Result<ShownCase, CommandFailure> {
        let run = wiring::new_run_id();
        let start = self.values(case)?.complete()?;
        let request = RunRequest { run, params: start.params, input: start.input };
        let ended = run_driver::to_state(self.app, case.workflow, request)?;
        let of = DemoRun {
            title: case.title,
            end: &ended.end,
            state: &ended.state,
        };
        let outcome = (self.demo.outcome)(&of).map_err(CommandFailure::ours)?;
        let name = format!("{}/{}", self.system, case.name);
        let bundle = match PublishableRun::of((run, case.workflow), &ended.state)? {
            Some(finished) => Some(self.publish(&name, &finished, &ended)?),
            None => self.write_page(&name, &outcome, &ended).map(|()| None)?,
        };
        let proof = bundle.as_deref().map(|bundle| self.verified(bundle)).transpose()?;
        Ok(ShownCase {
            system: self.system,
            case: case.name,
            title: case.title,
            verdict: outcome.verdict,
            tone: outcome.tone,
            line: outcome.line,
            commands: self.folder.commands((self.system, case), bundle.as_deref()),
            files: self.folder.files(&name, bundle),
            proof,
        })
    }

    /// Writes the report in every format, and the bundle, whose name it gives.
    fn publish(
        &self,
        name: &str,
        finished: &PublishableRun,
        run: &EndedRun,
    ) -> Result<String, CommandFailure> {
        let places = OutputArgs {
            out: Some(self.folder.path(name)),
            ..OutputArgs::default()
        };
        // What is written is told with the case.
        let out = CliOutput { quiet: true, ..self.app.out };
        finished.publish(out, &*run.store, &places)?;
        Ok(format!("{name}/{}", finished.bundle_name()))
    }

    /// What a case is started with. Models have a part where the workflow gives them one.
    fn values(&self, case: &DemoCase) -> Result<RunValues, CommandFailure> {
        let table = ALL.parameters(case.workflow).ok_or_else(|| {
            CommandFailure::ours(format!("workflow `{}` has no parameters", case.workflow))
        })?;
        let mut values = RunValues::new(table);
        let models = self.app.models.params(&self.app.settings)?;
        values
            .set_all(models.into_iter().filter(|(name, _)| table.parameter(name).is_some()))?;
        for (name, value) in case.values {
            values.set(name, self.value(value)?)?;
        }
        Ok(values)
    }

    fn value(&self, value: &DemoValue) -> Result<Json, CommandFailure> {
        Ok(match value {
            DemoValue::Text(text) | DemoValue::Corpus(text) => Json::from(*text),
            DemoValue::Path(name) => self.folder.full_path(self.system, name)?,
            DemoValue::Json(name) => {
                let text = self.demo.text(name).unwrap_or_default();
                serde_json::from_str(text)
                    .map_err(|error| CommandFailure::ours(format!("{name}: {error}")))?
            }
        })
    }

    /// The page of a run that comes to no report, and what it gave.
    fn write_page(
        &self,
        name: &str,
        outcome: &DemoOutcome,
        run: &EndedRun,
    ) -> Result<(), CommandFailure> {
        let outputs = run.end.outputs.clone().map_err(CommandFailure::ours)?;
        let data = serde_json::to_vec_pretty(&outputs)
            .map_err(|error| CommandFailure::ours(error.to_string()))?;
        self.folder.write(&format!("{name}/report.json"), &data)?;
        let Some(page) = &outcome.page else { return Ok(()) };
        self.folder.write_document(&format!("{name}/report"), page)
    }

    /// What a stranger would find out about the bundle.
    fn verified(&self, bundle: &str) -> Result<String, CommandFailure> {
        let path = self.folder.path(bundle);
        let demands = BundleAcceptance { strict: true, ..BundleAcceptance::default() };
        let verdict = ALL.verify(&read_bundle(&path)?, &demands);
        match verdict.exit() {
            0 => Ok(verdict.summary()),
            _ => Err(CommandFailure::ours(format!(
                "the proof {} does not hold: {}",
                path.display(),
                verdict.lines().join("\n  ")
            ))),
        }
    }
}

/// A case in a few lines: what was asked, what came of it, where to look, what to try.
fn told(case: &ShownCase, folder: &DemoFolder) -> String {
    let mut rows = vec![
        format!("  {}", output::plain(case.title)),
        format!("    {}: {}", output::plain(&case.verdict), output::plain(&case.line)),
    ];
    if let Some(page) = case.files.first() {
        rows.push(format!("    look   {}", folder.path(&page.path).display()));
    }
    if let Some(proof) = &case.proof {
        rows.push(format!("    proof  {proof} (nobody signed it)"));
    }
    if let Some(command) = case.commands.first() {
        rows.push(format!("    try    {command}"));
    }
    rows.join("\n") + "\n"
}
