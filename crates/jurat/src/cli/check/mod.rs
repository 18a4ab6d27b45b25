//! `jurat check`: audits the answers of any RAG pipeline, from the states that it leaves.

mod batch;
mod by_run;
mod given;
mod policy;
mod profile;
#[cfg(feature = "otel")]
mod spans;
mod telemetry;
mod watch;

use std::time::Instant;

use clap::Subcommand;
use jurat_model::audit::{Audit, Mode, Severity, Stage};
use jurat_pipeline_audit::audit::Operation;
use jurat_pipeline_audit::{AUDIT_FORMATS, AuditFormat, AuditTotals, Audited};
use jurat_pipeline_audit::{Examined, Kit, Opinions, Unread};
use serde_json::Value as Json;

use crate::{app::App, exit::Exit, failure::Failure, output};

/// What to audit, or what else to do.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    audit: AuditArgs,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Check the sentences of an answer as they arrive on standard input
    Watch(watch::Args),
    /// Print a policy or a mapping that is built in, or the JSON Schema of one
    Print(policy::Args),
}

#[derive(Debug, clap::Args)]
struct AuditArgs {
    /// States of a pipeline as JSON; `-` is standard input
    #[arg(value_name = "STATE", required = true)]
    states: Vec<String>,
    #[command(flatten)]
    by: policy::By,
    /// Audit after these stages only: search, draft, final, pipeline or all
    #[arg(long = "stage", value_name = "STAGE", value_delimiter = ',', value_parser = stage_named)]
    stages: Vec<Stages>,
    /// How to write it: text, json, junit, sarif or state [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json", "junit", "sarif", "state"])]
    format: Option<String>,
    /// Each file holds one state a line
    #[arg(long)]
    jsonl: bool,
    /// Exit with 1 from this severity on, whatever the policy's mode
    #[arg(long, value_name = "SEVERITY", value_parser = severity_named)]
    fail_on: Option<Severity>,
    /// Exit with 2 if a check could not run
    #[arg(long)]
    strict: bool,
    /// The number of the request, for sampling
    #[arg(long, value_name = "N")]
    request: Option<u64>,
    /// Say which checks take how long
    #[arg(long)]
    profile: bool,
    /// Send spans to an OpenTelemetry collector, such as <http://127.0.0.1:4318/v1/traces>
    #[cfg(feature = "otel")]
    #[arg(long, value_name = "URL")]
    otel: Option<String>,
}

/// One stage, or all.
#[derive(Debug, Clone)]
struct Stages(Vec<Stage>);

fn stage_named(word: &str) -> Result<Stages, String> {
    if word == "all" {
        return Ok(Stages(Stage::ALL.to_vec()));
    }
    serde_json::from_value(Json::from(word))
        .map(|stage| Stages(vec![stage]))
        .map_err(|_| "it is one of search, draft, final, pipeline, all".to_owned())
}

fn severity_named(word: &str) -> Result<Severity, String> {
    serde_json::from_value(Json::from(word))
        .map_err(|_| "it is one of info, warn, error".to_owned())
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.verb {
        Some(Verb::Watch(args)) => return watch::execute(app, args),
        Some(Verb::Print(args)) => return policy::print(args),
        None => {}
    }
    let args = &args.audit;
    let task = Task::new(app, args)?;
    if args.profile {
        return profile::execute(app, &task, args);
    }
    batch::execute(app, &task, args)
}

/// What is asked of every state.
struct Task {
    kit: Kit,
    stages: Vec<Stage>,
    shape: Shape,
    fail_on: Option<Severity>,
    strict: bool,
    request: Option<u64>,
}

/// How results are written.
enum Shape {
    Format(&'static AuditFormat),
    /// The state with the audit in it.
    State,
}

/// One state, audited.
struct Checked {
    examined: Examined,
    state: Json,
    millis: f64,
}

impl Task {
    fn new(app: &App, args: &AuditArgs) -> Result<Self, Failure> {
        let json = if app.out.json { "json" } else { "text" };
        let name = args.format.as_deref().unwrap_or(json);
        let format = AUDIT_FORMATS.iter().find(|format| format.name == name);
        let mut stages: Vec<Stage> = args.stages.iter().flat_map(|one| one.0.clone()).collect();
        if stages.is_empty() {
            stages = Stage::ALL.to_vec();
        }
        let mut kit = args.by.kit()?;
        // Whoever names a model wants it asked, unless the policy goes by risk.
        if app.models.model.is_some() && kit.policy.operation != Operation::Hybrid {
            kit.policy.sampling = 1;
        }
        Ok(Self {
            kit,
            stages,
            shape: format.map_or(Shape::State, Shape::Format),
            fail_on: args.fail_on,
            strict: args.strict,
            request: args.request,
        })
    }

    /// Audits a state with the deterministic checks alone.
    fn check(&self, state: Json) -> Result<Checked, Unread> {
        let began = Instant::now();
        let mut watch = || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let examined =
            self.kit
                .examine(&state, &self.stages, &Opinions::default(), &mut watch)?;
        let millis = began.elapsed().as_secs_f64() * 1e3;
        Ok(Checked { examined, state, millis })
    }

    /// What a state comes to, as text.
    fn write(&self, checked: &Checked, name: &str, before: &AuditTotals) -> String {
        let examined = &checked.examined;
        match self.shape {
            Shape::Format(format) => (format.one)(&Audited {
                name,
                audit: &examined.audit,
                risk: examined.risk,
                index: before.states + before.unreadable,
                issues_before: before.codes.values().sum(),
            }),
            Shape::State => format!("{}\n", self.kit.enforced(checked.state.clone(), examined)),
        }
    }

    /// The exit code that an audit stands for.
    fn exit(&self, audit: &Audit) -> Exit {
        let severe = self.fail_on.is_some_and(|least| {
            audit
                .all()
                .any(|(_, issue)| least <= issue.severity && issue.code != "NOT_CHECKED")
        });
        let parallel = self.kit.policy.operation == Operation::Parallel;
        let stopped = Stage::ALL.into_iter().any(|stage| {
            audit.ok(stage) == Some(false) && audit.mode_of(stage) != Some(Mode::Advisory)
        });
        if severe || (stopped && !parallel) {
            Exit::Refused
        } else if self.strict && !audit.not_checked.is_empty() {
            Exit::Unsettled
        } else {
            Exit::Done
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    if text.is_empty() { Ok(()) } else { output::text(text) }
}
