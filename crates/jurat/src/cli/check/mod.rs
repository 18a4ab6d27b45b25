//! `jurat check`: audits the answers of any RAG pipeline, from the states that it leaves.

mod batch;
mod mapping_report;
mod model_audit;
#[cfg(feature = "otel")]
mod otel_spans;
mod policy;
mod profile;
mod state_reader;
mod telemetry;
mod watch;

use std::time::Instant;

use clap::Subcommand;
use jurat_engine::{RunEnd, RunId, RunOutcome};
use jurat_model::audit::{Enforcement, IssueSeverity, PipelineStage, StageOutcome};
use jurat_pipeline_audit::PARAMETERS;
use jurat_pipeline_audit::audit::{AuditTiming, UncheckedAnswer};
use jurat_pipeline_audit::{AUDIT_FORMATS, AuditFormat, AuditTotals, AuditedState};
use jurat_pipeline_audit::{AuditConfig, AuditOutcome, AuditStateError, ModelReview};
use jurat_system::{
    parameters::{ParameterTable, RunValues},
    reports::ReportVerdict,
};
use serde_json::Value as Json;

use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::CommandFailure,
    output,
    parameter_args::{FlagTable, ParameterArgs},
    run_driver,
};

/// What to audit, or what else to do.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct CheckArgs {
    #[command(subcommand)]
    verb: Option<CheckCommand>,
    #[command(flatten)]
    audit: StateAuditArgs,
}

#[derive(Debug, Subcommand)]
enum CheckCommand {
    /// Check the sentences of an answer as they arrive on standard input
    Watch(watch::CheckWatchArgs),
    /// Print a policy or a mapping that is built in, or the JSON Schema of one
    Print(policy::CheckPrintArgs),
}

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct StateAuditArgs {
    /// States of a pipeline as JSON; `-` is standard input
    #[arg(value_name = "STATE", required = true)]
    states: Vec<String>,
    #[command(flatten)]
    by: ParameterArgs<CheckFlags>,
    /// How to write it: text, json, junit, sarif or state [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json", "junit", "sarif", "state"])]
    format: Option<String>,
    /// Each file holds one state a line
    #[arg(long)]
    jsonl: bool,
    /// Exit with 1 from this severity on, whatever the policy's mode
    #[arg(long, value_name = "SEVERITY", value_parser = severity_named)]
    fail_on: Option<IssueSeverity>,
    /// Exit with 2 if a check could not run
    #[arg(long)]
    strict: bool,
    /// Say which checks take how long
    #[arg(long)]
    profile: bool,
    /// Show which mapping a state fits and what it takes from where; audit nothing
    #[arg(long, conflicts_with = "profile")]
    explain_mapping: bool,
    /// Send spans to an OpenTelemetry collector, such as <http://127.0.0.1:4318/v1/traces>
    #[cfg(feature = "otel")]
    #[arg(long, value_name = "URL")]
    otel: Option<String>,
}

/// The flags of an audit.
enum CheckFlags {}

impl FlagTable for CheckFlags {
    const TABLE: &'static ParameterTable = &PARAMETERS;
}

fn severity_named(word: &str) -> Result<IssueSeverity, String> {
    serde_json::from_value(Json::from(word))
        .map_err(|_| "it is one of info, warn, error".to_owned())
}

pub(crate) fn execute(
    app: &AppContext,
    args: &CheckArgs,
) -> Result<CommandExit, CommandFailure> {
    match &args.verb {
        Some(CheckCommand::Watch(args)) => return watch::execute(app, args),
        Some(CheckCommand::Print(args)) => return policy::print(args),
        None => {}
    }
    let args = &args.audit;
    let task = CheckTask::new(app, args)?;
    if args.profile {
        return profile::execute(app, &task, args);
    }
    if args.explain_mapping {
        return mapping_report::execute(app, &task, args);
    }
    batch::execute(app, &task, args)
}

/// Formats that are JSON: what steers a terminal is spelled in them as JSON spells it.
const JSON: [&str; 2] = ["json", "sarif"];

/// What is asked of every state.
struct CheckTask {
    kit: AuditConfig,
    stages: Vec<PipelineStage>,
    shape: CheckOutputFormat,
    fail_on: Option<IssueSeverity>,
    strict: bool,
    /// What a run of it is told, but for the state.
    values: RunValues,
}

/// How results are written.
enum CheckOutputFormat {
    Format(&'static AuditFormat),
    /// The state with the audit in it.
    State,
}

/// One state, audited.
struct CheckedState {
    examined: AuditOutcome,
    /// The run that audited it, where one did, and how it ended.
    by_run: Option<(RunId, RunEnd)>,
    state: Json,
    millis: f64,
}

impl CheckTask {
    fn new(app: &AppContext, args: &StateAuditArgs) -> Result<Self, CommandFailure> {
        let json = if app.out.json { "json" } else { "text" };
        let name = args.format.as_deref().unwrap_or(json);
        let format = AUDIT_FORMATS.iter().find(|format| format.name == name);
        let values = args.by.values()?;
        let stages = values.decoded("stages")?;
        let mut kit = policy::audit_config(&values)?;
        // Whoever names a model wants it asked, unless the policy goes by risk.
        if app.models.model.is_some() && kit.policy.operation != AuditTiming::Hybrid {
            kit.policy.sampling = 1;
        }
        Ok(Self {
            kit,
            stages,
            shape: format.map_or(CheckOutputFormat::State, CheckOutputFormat::Format),
            fail_on: args.fail_on,
            strict: args.strict,
            values,
        })
    }

    /// Audits a state with the deterministic checks alone.
    fn check(&self, state: Json) -> Result<CheckedState, AuditStateError> {
        let began = Instant::now();
        let mut watch = || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let examined =
            self.kit
                .examine(&state, &self.stages, &ModelReview::default(), &mut watch)?;
        let millis = began.elapsed().as_secs_f64() * 1e3;
        Ok(CheckedState { examined, by_run: None, state, millis })
    }

    /// What a state comes to, as text.
    fn write(&self, checked: &CheckedState, name: &str, before: &AuditTotals) -> String {
        let examined = &checked.examined;
        match self.shape {
            CheckOutputFormat::Format(format) => (format.one)(&AuditedState {
                name,
                audit: &examined.audit,
                risk: examined.risk,
                index: before.states + before.unreadable,
                again: self.kit.retry_due(&checked.state, examined),
                results_before: before.results,
            }),
            CheckOutputFormat::State => {
                format!("{}\n", self.kit.enforced(checked.state.clone(), examined))
            }
        }
    }

    /// Prints a part of what is written.
    fn print(&self, text: &str) -> Result<(), CommandFailure> {
        match self.shape {
            _ if text.is_empty() => Ok(()),
            CheckOutputFormat::Format(format) if !JSON.contains(&format.name) => {
                output::text(text)
            }
            CheckOutputFormat::Format(_) | CheckOutputFormat::State => output::json_text(text),
        }
    }

    /// The exit code that an audited state stands for.
    fn exit(&self, app: &AppContext, checked: &CheckedState) -> CommandExit {
        let verdict = self.verdict(checked);
        match &checked.by_run {
            Some((run, end)) => run_driver::reported(app.out, *run, end, verdict),
            None => CommandExit::of_report(verdict, RunOutcome::Completed),
        }
    }

    /// What an audit comes to.
    fn verdict(&self, checked: &CheckedState) -> ReportVerdict {
        let audit = &checked.examined.audit;
        let severe = self.fail_on.is_some_and(|least| {
            audit
                .all()
                .any(|(_, issue)| least <= issue.severity && issue.code != "NOT_CHECKED")
        });
        let parallel = self.kit.policy.operation == AuditTiming::Parallel;
        let stopped = PipelineStage::ALL.into_iter().any(|stage| {
            audit.has_failed(stage) && audit.mode_of(stage) == Some(Enforcement::Gate)
        });
        // A retry that was made leaves advice.
        let stopped =
            stopped || self.kit.retry_due(&checked.state, &checked.examined).is_some();
        let is_open = PipelineStage::ALL.into_iter().any(|stage| {
            audit
                .outcome_of(stage)
                .is_some_and(|(it, _)| it == StageOutcome::NotChecked)
        });
        let unchecked = match self.kit.policy.unchecked_answer {
            _ if !is_open => ReportVerdict::Done,
            UncheckedAnswer::Unsettled => ReportVerdict::Unsettled,
            UncheckedAnswer::Pass => ReportVerdict::Done,
            UncheckedAnswer::Fail => ReportVerdict::Refused,
        };
        if severe || (stopped && !parallel) {
            ReportVerdict::Refused
        } else if self.strict && !audit.not_checked.is_empty() {
            ReportVerdict::Unsettled
        } else {
            unchecked
        }
    }
}
