//! `jurat worker`: does the stages that runs leave to others.

use std::{
    process,
    sync::{Arc, atomic::Ordering},
    thread,
    time::Duration,
};

use jurat_engine::TaskQueue;
use jurat_ingest::ChildLauncher;
use jurat_own_stages::{
    WorkerAct, WorkerProgram, WorkerService, WorkerStdio, check_worker_name, guard_own_group,
};

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, private_files,
    sandbox_launcher::guard_launcher, signal,
};

/// What to serve, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// The name that stages give: `"run": "worker:NAME"`
    name: String,
    /// Tasks at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Seconds of silence after which a task goes to another worker
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    lease: u64,
    /// End after so many seconds without a task
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
    /// Leave tasks to the process that started this one: a task is a line on stdout, its reply a line on stdin
    #[arg(long, conflicts_with_all = ["command", "jobs"])]
    stdio: bool,
    /// What does a task: gets a request on its stdin, gives a reply on its stdout
    #[arg(last = true, required_unless_present = "stdio", value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &WorkerArgs,
) -> Result<CommandExit, CommandFailure> {
    check_worker_name(&args.name).map_err(|rule| {
        let name = output::plain(&args.name);
        CommandFailure::input(format!("no workflow can name a worker `{name}`: {rule}"))
            .hint("give the NAME of a stage's `\"run\": \"worker:NAME\"`")
    })?;
    signal::listen();
    let queue: Arc<dyn TaskQueue> = app.database()?;
    let served = if args.stdio {
        let mut stdio = WorkerStdio::default();
        let alone = stdio.alone();
        let stopped = move || signal::pressed() || alone.load(Ordering::Acquire);
        serve(app, args, &*queue, (&mut stdio, &stopped))
    } else {
        app.out
            .note(&format!("serves `worker:{}`; Ctrl-C ends it", args.name));
        // What the command makes is the user's, and the open store sets the modes of its files itself.
        private_files::give_back_umask();
        by_command(app, args, (&*queue, &guard_launcher()?))
    };
    served.map_err(CommandFailure::ours)?;
    Ok(if signal::pressed() { CommandExit::Interrupted } else { CommandExit::Done })
}

/// `jurat worker-guard`, which no one types: ends the command of a worker that is gone.
pub(crate) fn guard() -> CommandExit {
    guard_own_group();
    CommandExit::Done
}

fn by_command(
    app: &AppContext,
    args: &WorkerArgs,
    (queue, guard): (&dyn TaskQueue, &ChildLauncher),
) -> Result<(), String> {
    let Some((program, rest)) = args.command.split_first() else { return Ok(()) };
    thread::scope(|scope| {
        let one = || {
            let mut act = WorkerProgram {
                program: program.clone(),
                args: rest.to_vec(),
                guard: guard.clone(),
                tell: output::pass_on,
            };
            serve(app, args, queue, (&mut act, &signal::pressed))
        };
        let workers: Vec<_> = (0..args.jobs).map(|_| scope.spawn(one)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err("a worker broke off".into()))
        })
    })
}

fn serve(
    app: &AppContext,
    args: &WorkerArgs,
    queue: &dyn TaskQueue,
    (act, stopped): (&mut dyn WorkerAct, &(dyn Fn() -> bool + Sync)),
) -> Result<(), String> {
    let by = format!("process {}", process::id());
    let service = WorkerService {
        queue,
        name: &args.name,
        by: &by,
        lease: Duration::from_secs(args.lease),
        idle: args.idle.map(Duration::from_secs),
        stopped,
    };
    service.serve(act, &|words| app.out.note(words))
}
