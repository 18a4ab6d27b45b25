//! `jurat court`: audits a repository and the paper about it by a rubric.

mod baseline;
mod diff;
mod rubric;
mod submission_check;

use std::{collections::BTreeMap, path::PathBuf};

use clap::{Subcommand, ValueEnum};
use jurat_digital_courtroom::{model::CourtVerdict, report::CourtReport, report_of, verdict};
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, cli::ingest, exit::CommandExit, failure::CommandFailure,
    publish::OutputArgs, run_driver, wiring,
};

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
    /// Look at rubrics and check them
    #[command(subcommand)]
    Rubric(rubric::RubricCommand),
}

#[derive(Debug, clap::Args)]
struct CourtAuditArgs {
    /// The repository: an https address, a path, a git bundle or an archive
    #[arg(value_name = "REPO", required_unless_present = "paper")]
    repo: Option<String>,
    /// The report about it: a PDF, or any file that `jurat ingest` reads
    #[arg(long, value_name = "FILE")]
    paper: Option<PathBuf>,
    /// The rubric: a name of `jurat court rubric list`, or a file
    #[arg(long, value_name = "RUBRIC", default_value = "agent_graph")]
    rubric: String,
    /// Leave pictures and drawings out
    #[arg(long)]
    skip_vision: bool,
    /// A host that may be cloned from [default: github.com]
    #[arg(long = "host", value_name = "HOST")]
    hosts: Vec<String>,
    /// How often a model is asked for each opinion; the median counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    samples: u32,
    /// The day that the report is dated to, as 2026-01-09
    #[arg(long, value_name = "DATE", value_parser = ingest::date)]
    as_of: Option<String>,
    /// An earlier audit: a bundle or a JSON report
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Exit with 1 from this on
    #[arg(long, value_name = "WHAT", default_value = "fail")]
    fail_on: FailOn,
    #[command(flatten)]
    places: OutputArgs,
}

/// What makes an audit fail, for whoever reads exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// The verdict on the whole is FAIL
    Fail,
    /// It is FAIL or PARTIAL
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
        Some(CourtCommand::Rubric(verb)) => rubric::execute(app, verb),
        None => audit(app, &args.audit),
    }
}

fn audit(app: &AppContext, args: &CourtAuditArgs) -> Result<CommandExit, CommandFailure> {
    let params = args.params(app)?;
    args.places.check_for(WORKFLOW)?;
    let baseline = args.baseline.as_deref().map(baseline::read).transpose()?;
    if args.fail_on == FailOn::New && baseline.is_none() {
        return Err(CommandFailure::input("`--fail-on new` needs something to compare with")
            .hint("give the earlier audit with `--baseline FILE`"));
    }
    let heard = run_driver::to_report(app, (WORKFLOW, wiring::new_run_id()), params)?;
    let report = report_of(&heard.state).map_err(CommandFailure::ours)?;
    heard.finished.publish(app, &*heard.store, &args.places)?;
    heard.finished.show(app)?;
    let news = baseline
        .map(|before| baseline::tell(app, &before, &report))
        .transpose()?;
    if !args.places.has_proof() {
        app.out
            .hint("`--out DIR` writes the report in every format with its proof");
    }
    let failed = failed(&report, args.fail_on, news.unwrap_or_default());
    Ok(verdict(&report, failed).into())
}

impl CourtAuditArgs {
    /// Checked before anything runs.
    fn params(&self, app: &AppContext) -> Result<BTreeMap<String, Json>, CommandFailure> {
        let hosts = if self.hosts.is_empty() {
            vec!["github.com".to_owned()]
        } else {
            self.hosts.clone()
        };
        let repo = self
            .repo
            .as_deref()
            .map(|repo| submission_check::check_address(repo, &hosts));
        let repo = repo.transpose()?;
        let paper = self.paper.as_deref().map(submission_check::check_paper).transpose()?;
        let rubric = rubric::text_of(&self.rubric)?;
        let mut params = BTreeMap::from([
            ("repo".to_owned(), json!(repo.unwrap_or_default())),
            ("paper".to_owned(), json!(paper.unwrap_or_default())),
            ("rubric".to_owned(), json!(rubric)),
            ("skip_vision".to_owned(), json!(self.skip_vision)),
            ("hosts".to_owned(), json!(hosts)),
            ("samples".to_owned(), json!(self.samples)),
            ("as_of".to_owned(), json!(self.as_of.clone().unwrap_or_default())),
        ]);
        params.extend(app.models.params(&app.settings)?);
        Ok(params)
    }
}

/// Whether what `--fail-on` names came up.
fn failed(report: &CourtReport, fail_on: FailOn, news: bool) -> bool {
    let verdict = report.audit.overall.verdict;
    match fail_on {
        FailOn::Fail => verdict == CourtVerdict::Fail,
        FailOn::Partial => matches!(verdict, CourtVerdict::Fail | CourtVerdict::Partial),
        FailOn::New => news,
        FailOn::Never => false,
    }
}
