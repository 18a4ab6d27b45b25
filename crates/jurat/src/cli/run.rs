//! `jurat run`: starts a run and takes it to its end.

use jurat_engine::RunRequest;

use crate::{
    app::AppContext,
    cli_values::{self, NameValuePair},
    exit::CommandExit,
    failure::CommandFailure,
    publish::{OutputArgs, PublishableRun},
    run_driver, wiring,
};

use super::resume;

/// What to run.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
    #[command(flatten)]
    given: RunInputArgs,
    /// Answer a question of the run beforehand
    #[arg(long = "answer", value_name = "STAGE=VALUE", value_parser = cli_values::pair)]
    answers: Vec<NameValuePair>,
    #[command(flatten)]
    places: OutputArgs,
}

/// What a run is started with.
#[derive(Debug, clap::Args)]
pub(crate) struct RunInputArgs {
    /// Set a parameter; lists and objects are written as JSON
    #[arg(long = "param", short = 'p', value_name = "NAME=VALUE", value_parser = cli_values::pair)]
    pub(crate) params: Vec<NameValuePair>,
    /// A JSON object of channels in a file, or `-` for stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<String>,
}

pub(crate) fn execute(app: &AppContext, args: &RunArgs) -> Result<CommandExit, CommandFailure> {
    let workflow = app.catalog.workflow(&args.workflow)?;
    let definition = workflow.plan().definition();
    resume::check_places(&definition.name, &args.places)?;
    let mut params = app.models.params_for(definition, &app.settings)?;
    params.extend(cli_values::params(definition, &args.given.params));
    let request = RunRequest {
        run: wiring::new_run_id(),
        params,
        input: cli_values::input(args.given.input.as_deref())?,
    };
    let store = app.store()?;
    let engine = app.engine(&store)?;
    let handle = engine.start(&workflow, request)?;
    let publish = || {
        if args.places.is_anywhere() {
            let ended = (handle.run(), definition.name.as_str());
            if let Some(finished) = PublishableRun::of(ended, &handle.state())? {
                finished.publish(app.out, &*store, &args.places)?;
            }
        }
        Ok(None)
    };
    run_driver::to_rest(app, &store, &handle, &args.answers, &publish)
}
