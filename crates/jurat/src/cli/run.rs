//! `jurat run`: starts a run and takes it to its end.

use std::path::{Path, PathBuf};

use jurat_engine::{EngineError, RunRequest, StartError};

use crate::{
    app::AppContext,
    cli_values::{self, NameValuePair},
    exit::CommandExit,
    failure::CommandFailure,
    publish::{OutputArgs, PublishableRun},
    run_driver, wiring,
};

use super::{court::repository_root, resume};

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

impl RunArgs {
    /// The repository that is audited, where one is.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        let repositories = self.given.params.iter().filter(|pair| pair.name == "repo");
        repositories
            .map(|pair| repository_root(Path::new(&pair.value)))
            .collect()
    }
}

pub(crate) fn execute(app: &AppContext, args: &RunArgs) -> Result<CommandExit, CommandFailure> {
    let workflow = app.catalog.workflow(&args.workflow)?;
    let definition = workflow.plan().definition();
    resume::check_places(&definition.name, &args.places)?;
    cli_values::check_answers(definition, &args.answers)?;
    let mut params = app.models.params_for(definition, &app.settings)?;
    params.extend(cli_values::params(definition, &args.given.params));
    let request = RunRequest {
        run: wiring::new_run_id(),
        params,
        input: cli_values::input(args.given.input.as_deref())?,
    };
    let store = app.store()?;
    let engine = app.engine(&store)?;
    let handle = engine
        .start(&workflow, request)
        .map_err(|error| by_given_name(error, &args.workflow))?;
    // Whoever wants to watch, answer or stop it needs its name now, not at its end.
    app.out.note(&format!("run {} begins", handle.run()));
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

/// A hint names a workflow as it was given: one in a file is found by its path alone.
pub(super) fn by_given_name(error: EngineError, name: &str) -> CommandFailure {
    match error {
        EngineError::DoneOutside { stage, .. } => {
            EngineError::DoneOutside { workflow: name.to_owned(), stage }.into()
        }
        EngineError::Start(StartError::UnknownParam { name: param, known, .. }) => {
            StartError::UnknownParam { workflow: name.to_owned(), name: param, known }.into()
        }
        other => other.into(),
    }
}
