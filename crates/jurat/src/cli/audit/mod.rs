//! `jurat audit`: a client's folder, read, held against the law and scored; packs of applications; what changed between audits.

mod diff;
mod kept_case;
mod pack;

use std::{path::PathBuf, sync::Arc};

use clap::{Subcommand, ValueEnum};
use jurat_engine::{MemoryStore, RunRequest};
use jurat_immigration_audit::{PARAMETERS, matter_reader::OWN_FOLDER};
use jurat_system::parameters::ParameterTable;

use self::kept_case::KeptCase;
use super::today;
use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::CommandFailure,
    parameter_args::{FlagTable, ParameterArgs},
    publish::OutputArgs,
    run_driver, wiring,
};

/// What to audit, or what else to do.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct AuditArgs {
    #[command(subcommand)]
    verb: Option<AuditCommand>,
    #[command(flatten)]
    matter: MatterArgs,
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    /// Tell what changed between two audits, and why
    Diff(diff::AuditDiffArgs),
    /// Look at the packs of applications and check them
    #[command(subcommand)]
    Pack(pack::AuditPackCommand),
}

#[derive(Debug, clap::Args)]
struct MatterArgs {
    #[command(flatten)]
    matter: ParameterArgs<AuditFlags>,
    /// What kind of work it is
    #[arg(long, value_name = "NAME", default_value = "risk-audit")]
    workflow: AuditWorkflow,
    /// Keep nothing of it: no case is made, and what people said of an earlier one is not taken up
    #[arg(long)]
    keep_nothing: bool,
    #[command(flatten)]
    places: OutputArgs,
}

/// The workflows by the names of their files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AuditWorkflow {
    /// Before it goes out: score, evidence plan, compliance, final decision
    RiskAudit,
    /// A first look: whether to take it on
    InitialAssessment,
    /// The last look before filing
    FinalReview,
    /// After a refusal: appeal, apply again, or let it be
    RefusalAnalysis,
    /// Which papers are asked for, which are there
    DocumentList,
    /// A letter to the client
    ClientGuidance,
}

impl AuditWorkflow {
    const fn name(self) -> &'static str {
        match self {
            Self::RiskAudit => "risk_audit",
            Self::InitialAssessment => "initial_assessment",
            Self::FinalReview => "final_review",
            Self::RefusalAnalysis => "refusal_analysis",
            Self::DocumentList => "document_list",
            Self::ClientGuidance => "client_guidance",
        }
    }
}

impl AuditArgs {
    /// The folder that is audited.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        let folder = self.matter.matter.given_text("folder");
        folder.map(PathBuf::from).into_iter().collect()
    }
}

/// The flags of an audit: all six workflows have the same.
enum AuditFlags {}

impl FlagTable for AuditFlags {
    const TABLE: &'static ParameterTable = &PARAMETERS[0];
    // Where no day is given it is today.
    const OTHERWISE: &'static [&'static str] = &["as_of"];
    const FOLDERS: &'static [&'static str] = &["folder"];
}

pub(crate) fn execute(
    app: &AppContext,
    args: &AuditArgs,
) -> Result<CommandExit, CommandFailure> {
    match &args.verb {
        Some(AuditCommand::Diff(args)) => diff::execute(app, args),
        Some(AuditCommand::Pack(verb)) => pack::execute(app, verb),
        None => audit(app, &args.matter),
    }
}

fn audit(app: &AppContext, args: &MatterArgs) -> Result<CommandExit, CommandFailure> {
    let workflow = args.workflow.name();
    let mut values = args.matter.values()?;
    let Some(folder) = values.text("folder").map(PathBuf::from) else {
        return Err(CommandFailure::input("no folder is given"));
    };
    if !folder.is_dir() {
        let message = format!("{} is no folder", folder.display());
        return Err(
            CommandFailure::input(message).hint("give the folder of the client's papers")
        );
    }
    if let Some(own) = args.matter.given_text("pack") {
        pack::check_own(own)?;
    }
    if args.matter.given_text("as_of").is_none()
        && let Some(today) = today()
    {
        app.out.note(&format!(
            "no `--as-of` is given: the rules of {today}, which is today, are used"
        ));
        values.set("as_of", today)?;
    }
    // What is written without a word lies beside the papers, where the next audit passes it over.
    let mut places = args.places.clone();
    if !places.is_anywhere() {
        places.out = Some(folder.join(OWN_FOLDER));
    }
    places.check_for(workflow)?;
    let params = values.complete()?.params;
    let case = (!args.keep_nothing)
        .then(|| KeptCase::begin(app, &folder))
        .transpose()?;
    let input = case.as_ref().map(KeptCase::input).unwrap_or_default();
    let request = RunRequest { run: wiring::new_run_id(), params, input };
    // Papers of clients do not go into the database of runs, which is not sealed.
    let memory = Arc::new(MemoryStore::default());
    let audited = run_driver::to_report_in(app, memory, workflow, request)?;
    audited.finished.publish(app.out, &*audited.store, &places)?;
    if let Some(case) = case {
        case.keep(&audited, &places)?;
    }
    audited.finished.show(app)?;
    Ok(audited.exit(app.out, audited.finished.verdict()))
}
