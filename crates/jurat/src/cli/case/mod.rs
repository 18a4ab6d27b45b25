//! `jurat case`: what is kept of audited matters, and what people say of them.

mod correct;
mod erase;
mod export;
mod list;
mod outcome;
mod people;
mod show;
mod sign;
mod sign_off_run;
mod verify;

use clap::Subcommand;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

pub(crate) use people::people_of;

/// Who says something where nobody is named.
const NOBODY: &str = "command line";

/// What to do with cases.
#[derive(Debug, Subcommand)]
pub(crate) enum CaseCommand {
    /// List all cases, those that were erased too
    List,
    /// Show what is kept of a case: audits, corrections, answers, decisions, what is still asked
    Show(show::CaseShowArgs),
    /// Write what is kept of a case into a folder, in plain text
    Export(export::CaseExportArgs),
    /// Take everything of a case off the disk but its chain of events
    Erase(erase::CaseEraseArgs),
    /// Check that chains of events hold, those of erased cases too
    ///
    /// Exit codes: 0 all hold; 1 one does not; 2 without the key, contents were not compared.
    Verify(verify::CaseVerifyArgs),
    /// Put a value of the profile right; the next audit goes by it
    Correct(correct::CaseCorrectArgs),
    /// Answer a question that the last audit has for the client
    Answer(sign::CaseAnswerArgs),
    /// Let the decision of the last audit stand
    Approve(sign::CaseApproveArgs),
    /// Decide otherwise than the last audit, with a reason; its report shows both
    Override(sign::CaseOverrideArgs),
    /// Sign a decision as the second person, or refuse to
    Sign(sign::CaseSignArgs),
    /// Record what became of the application; `jurat eval outcomes` holds scores against it
    Outcome(outcome::CaseOutcomeArgs),
}

pub(crate) fn execute(
    app: &AppContext,
    verb: CaseCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        CaseCommand::List => list::execute(app),
        CaseCommand::Show(args) => show::execute(app, &args),
        CaseCommand::Export(args) => export::execute(app, &args),
        CaseCommand::Erase(args) => erase::execute(app, &args),
        CaseCommand::Verify(args) => verify::execute(app, &args),
        CaseCommand::Correct(args) => correct::execute(app, &args),
        CaseCommand::Answer(args) => sign::answer(app, &args),
        CaseCommand::Approve(args) => sign::approve(app, &args),
        CaseCommand::Override(args) => sign::decide_otherwise(app, &args),
        CaseCommand::Sign(args) => sign::sign(app, &args),
        CaseCommand::Outcome(args) => outcome::execute(app, &args),
    }
}

/// The day of a moment, in universal time.
fn day_of(at_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(at_ms)
        .map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string())
        .unwrap_or_default()
}
