//! `jurat ask`: an answer whose every statement carries its proof, or none.

use std::path::PathBuf;

use jurat_evidence_first::PARAMETERS;
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

/// Parameters that leave sources out by their metadata.
const FILTERS: [&str; 3] = ["topic", "sub_section", "category"];

/// The workflow that answers.
pub(crate) const WORKFLOW: &str = "evidence_first";

/// What is asked, of what, and where the answer goes.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    question: ParameterArgs<AskFlags>,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    places: OutputArgs,
}

impl AskArgs {
    /// What is asked.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        self.sources.paths.clone()
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
    let asked = AskedCorpus::open(app, &values, &args.sources, run)?;
    asked.check_filters(app, &values, &FILTERS)?;
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
