//! `jurat run`: starts a run and takes it to its end.

use jurat_engine::RunRequest;

use crate::{
    app::App,
    drive,
    exit::Exit,
    failure::Failure,
    given::{self, Pair},
    wiring,
};

/// What to run.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
    #[command(flatten)]
    given: Given,
    /// Answer a question of the run beforehand
    #[arg(long = "answer", value_name = "STAGE=VALUE", value_parser = given::pair)]
    answers: Vec<Pair>,
}

/// What a run is started with.
#[derive(Debug, clap::Args)]
pub(crate) struct Given {
    /// Set a parameter; lists and objects are written as JSON
    #[arg(long = "param", short = 'p', value_name = "NAME=VALUE", value_parser = given::pair)]
    pub(crate) params: Vec<Pair>,
    /// A JSON object of channels in a file, or `-` for stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<String>,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workflow = app.catalog.workflow(&args.workflow)?;
    let definition = workflow.plan().definition();
    let mut params = app.models.params_for(definition, &app.settings)?;
    params.extend(given::params(definition, &args.given.params));
    let request = RunRequest {
        run: wiring::new_run_id(),
        params,
        input: given::input(args.given.input.as_deref())?,
    };
    let store = app.store()?;
    let engine = app.engine(&store)?;
    let handle = engine.start(&workflow, request)?;
    drive::to_rest(app, &store, &handle, &args.answers, &|| Ok(None))
}
