//! `jurat court`: audits a repository and the paper about it by a rubric.

mod baseline;
mod diff;
mod rubric;
mod rubric_choice;
mod submission_check;
mod table;

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use jurat_digital_courtroom::{
    PARAMETERS, fails, model::CourtVerdict, report::CourtReport, report_of, verdict,
};
use jurat_system::parameters::{ParameterTable, RunStart};

use crate::{
    app::AppContext,
    exit::CommandExit,
    failure::CommandFailure,
    parameter_args::{FlagTable, ParameterArgs},
    publish::OutputArgs,
    run_driver, wiring,
};

pub(super) use submission_check::{check_address, repository_root};

/// The workflow that audits.
const WORKFLOW: &str = "digital_courtroom";

/// What to audit, or what else to do.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct CourtArgs {
    #[command(subcommand)]
    verb: Option<CourtCommand>,
    #[command(flatten)]
    audit: CourtAuditArgs,
}

#[derive(Debug, Subcommand)]
enum CourtCommand {
    /// Tell what changed between two audits, whatever lines have moved
    Diff(diff::CourtDiffArgs),
    /// Show many audits side by side; each bundle is verified before it counts
    Table(table::CourtTableArgs),
    /// Look at rubrics and check them
    #[command(subcommand)]
    Rubric(rubric::RubricCommand),
}

#[derive(Debug, clap::Args)]
struct CourtAuditArgs {
    #[command(flatten)]
    submission: ParameterArgs<CourtFlags>,
    /// An earlier audit: a bundle or a JSON report
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Exit with 1 from this on
    #[arg(long, value_name = "WHAT", default_value = "fail")]
    fail_on: FailOn,
    #[command(flatten)]
    places: OutputArgs,
}

impl CourtArgs {
    /// The whole repository that is audited, also where only a folder of it is named.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        let given = self.audit.submission.given_text("repo");
        given
            .map(|repo| repository_root(Path::new(repo)))
            .into_iter()
            .collect()
    }
}

/// The flags of an audit.
enum CourtFlags {}

impl FlagTable for CourtFlags {
    const TABLE: &'static ParameterTable = &PARAMETERS;

    fn hint(parameter: &str, given: &str) -> Option<String> {
        let hint = format!("`jurat court rubric lint {given}` tells all that is wrong");
        (parameter == "rubric").then_some(hint)
    }
}

/// What makes an audit fail, for whoever reads exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// The verdict on the whole is FAIL, or a grave security finding is confirmed
    Fail,
    /// The same, or the verdict is PARTIAL
    Partial,
    /// There is a finding that the baseline has not
    New,
    /// Nothing
    Never,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &CourtArgs,
) -> Result<CommandExit, CommandFailure> {
    match &args.verb {
        Some(CourtCommand::Diff(args)) => diff::execute(app, args),
        Some(CourtCommand::Table(args)) => table::execute(app, args),
        Some(CourtCommand::Rubric(verb)) => rubric::execute(app, verb),
        None => audit(app, &args.audit),
    }
}

fn audit(app: &AppContext, args: &CourtAuditArgs) -> Result<CommandExit, CommandFailure> {
    let params = args.start(app)?.params;
    args.places.check_for(WORKFLOW)?;
    let baseline = args.baseline.as_deref().map(baseline::read_baseline).transpose()?;
    if args.fail_on == FailOn::New && baseline.is_none() {
        return Err(CommandFailure::input("`--fail-on new` needs something to compare with")
            .hint("give the earlier audit with `--baseline FILE`"));
    }
    let heard = run_driver::to_report(app, (WORKFLOW, wiring::new_run_id()), params)?;
    let report = report_of(&heard.state).map_err(CommandFailure::ours)?;
    heard.finished.publish(app.out, &*heard.store, &args.places)?;
    heard.finished.show(app)?;
    let news = baseline
        .map(|before| baseline::tell(app, &before, &report))
        .transpose()?;
    if !args.places.has_proof() {
        app.out
            .hint("`--out DIR` writes the report in every format with its proof");
    }
    let failed = failed(&report, args.fail_on, news.unwrap_or_default());
    Ok(heard.exit(app.out, verdict(&report, failed)))
}

impl CourtAuditArgs {
    /// Checked before anything runs.
    fn start(&self, app: &AppContext) -> Result<RunStart, CommandFailure> {
        let mut values = self.submission.values()?;
        let hosts: Vec<String> = values.decoded("hosts")?;
        if let Some(repo) = values.text("repo") {
            let repo = submission_check::check_address(repo, &hosts)?;
            if self.submission.given_text("rubric").is_none() {
                rubric_choice::choose(app, &mut values, (&repo, &hosts))?;
            }
            values.set("repo", repo)?;
        }
        values.set_all(app.models.params(&app.settings)?)?;
        Ok(values.complete()?)
    }
}

/// Whether what `--fail-on` names came up.
fn failed(report: &CourtReport, fail_on: FailOn, news: bool) -> bool {
    let verdict = report.audit.overall.verdict;
    match fail_on {
        FailOn::Fail => fails(report),
        FailOn::Partial => fails(report) || verdict == CourtVerdict::Partial,
        FailOn::New => news,
        FailOn::Never => false,
    }
}
