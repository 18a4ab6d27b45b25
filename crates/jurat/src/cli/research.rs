//! `jurat research`: a legal question of several steps, each answered in the words of its sources.

mod estimate;
pub(crate) mod observed;
#[cfg(feature = "otel")]
mod otel_spans;

use std::path::PathBuf;

use jurat_legal_research::PARAMETERS;
use jurat_system::parameters::ParameterTable;

use super::asked_corpus::{AskedCorpus, SourceArgs};
use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::CommandFailure,
    parameter_args::{FlagTable, ParameterArgs},
    publish::OutputArgs,
    run_driver, wiring,
};

/// The workflow that researches.
pub(crate) const WORKFLOW: &str = "legal_research";

/// What is asked, of what, and where the research goes.
#[derive(Debug, clap::Args)]
pub(crate) struct ResearchArgs {
    #[command(flatten)]
    question: ParameterArgs<ResearchFlags>,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    places: OutputArgs,
    #[command(flatten)]
    observed: observed::ObservedArgs,
    /// Say how many calls, tokens and what cost models would take, and ask nobody
    #[arg(long)]
    estimate: bool,
}

impl ResearchArgs {
    /// What is asked.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        self.sources.paths.clone()
    }
}

/// The flags of research.
enum ResearchFlags {}

impl FlagTable for ResearchFlags {
    const TABLE: &'static ParameterTable = &PARAMETERS;
    // Paths make one.
    const OTHERWISE: &'static [&'static str] = &["corpus"];
}

pub(crate) fn execute(
    app: &AppContext,
    args: &ResearchArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut values = args.question.values()?;
    args.places.check_for(WORKFLOW)?;
    values.set_all(app.models.params(&app.settings)?)?;
    if args.estimate {
        return estimate::show(app, &values);
    }
    let run = wiring::new_run_id();
    let asked = AskedCorpus::open(app, &values, &args.sources, run)?;
    values.set("corpus", asked.name().as_str())?;
    let params = values.complete()?.params;
    let researched = run_driver::to_report(app, (WORKFLOW, run), params)?;
    drop(asked);
    researched
        .finished
        .publish(app.out, &*researched.store, &args.places)?;
    args.observed
        .tell(app, run, (&*researched.store, &researched.state))?;
    researched.finished.show(app)?;
    if !args.places.has_proof() {
        app.out
            .hint("`--bundle FILE` writes the proof, `--report FILE.html` a page to read");
    }
    Ok(researched.exit(app.out, researched.finished.verdict()))
}
