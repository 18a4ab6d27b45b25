//! `jurat check watch`: the sentences of an answer, each checked as it arrives.

use std::{
    io::{self, Read},
    time::Instant,
};

use jurat_model::audit::{Issue, PipelineStage, StageOutcome};
use jurat_pipeline_audit::audit::{AuditSubject, audit};
use jurat_text::sentences::sentences;
use serde::Serialize;
use serde_json::json;

use super::{policy, state_reader};
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output,
    parameter_args::ParameterArgs,
};

/// Bytes of a sentence that has no end; beyond it is checked as it stands.
const LONGEST: usize = 16 << 10;

/// Codes of a whole answer, which one sentence cannot be held to.
const WHOLE: [&str; 5] =
    ["PLAN_GAP", "LOW_COVERAGE", "MISSING_KEY", "SCHEMA_INVALID", "OFF_FOCUS"];

/// What to check against.
#[derive(Debug, clap::Args)]
pub(super) struct CheckWatchArgs {
    /// A state with the sources, as JSON
    #[arg(long, value_name = "STATE")]
    sources: String,
    #[command(flatten)]
    by: ParameterArgs<policy::PolicyFlags>,
}

/// One sentence, checked.
#[derive(Debug, Serialize)]
struct SentenceVerdict<'a> {
    number: usize,
    sentence: &'a str,
    ok: bool,
    outcome: StageOutcome,
    issues: &'a [Issue],
    elapsed_us: u128,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CheckWatchArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut kit = policy::audit_config(&args.by.values()?)?;
    kit.policy.off.extend(WHOLE.map(str::to_owned));
    let state = state_reader::whole(&args.sources)?;
    let subject = kit
        .read(&state)
        .map_err(|error| CommandFailure::input(format!("`{}`: {error}", args.sources)))?;
    let mut watch = SentenceWatcher {
        app,
        kit: &kit,
        subject,
        number: 0,
        held: 0,
        exit: CommandExit::Done,
    };
    let mut pending = String::new();
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    let mut stdin = io::stdin().lock();
    loop {
        let count = stdin.read(&mut piece);
        let count =
            count.map_err(|error| CommandFailure::input(format!("cannot read on: {error}")))?;
        bytes.extend_from_slice(&piece[..count]);
        pending.push_str(&whole_characters(&mut bytes, count == 0));
        watch.sentences(&mut pending, count == 0)?;
        if count == 0 {
            return Ok(watch.exit());
        }
    }
}

/// The characters that are whole; the bytes of one that is not stay until the end.
fn whole_characters(bytes: &mut Vec<u8>, at_end: bool) -> String {
    let whole = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() && !at_end => error.valid_up_to(),
        Ok(_) | Err(_) => bytes.len(),
    };
    let rest = bytes.split_off(whole);
    let text = String::from_utf8_lossy(bytes).into_owned();
    *bytes = rest;
    text
}

struct SentenceWatcher<'a> {
    app: &'a AppContext,
    kit: &'a jurat_pipeline_audit::AuditConfig,
    subject: AuditSubject,
    number: usize,
    /// Sentences that were held against the sources.
    held: usize,
    exit: CommandExit,
}

impl SentenceWatcher<'_> {
    /// What all sentences come to. Where none was held against a source, nothing is settled.
    const fn exit(&self) -> CommandExit {
        if self.held == 0 && 0 < self.number { CommandExit::Unsettled } else { self.exit }
    }

    /// Checks all sentences that are complete: the last is not, until something follows it.
    fn sentences(&mut self, pending: &mut String, at_end: bool) -> Result<(), CommandFailure> {
        let found = sentences(pending);
        let mut complete = found.len();
        if !at_end && pending.len() < LONGEST && !pending.ends_with('\n') {
            complete = complete.saturating_sub(1);
        }
        let mut end = 0;
        for sentence in &found[..complete] {
            self.one(&pending[sentence.range.clone()])?;
            end = sentence.range.end;
        }
        pending.drain(..end);
        Ok(())
    }

    fn one(&mut self, sentence: &str) -> Result<(), CommandFailure> {
        let began = Instant::now();
        self.number += 1;
        self.subject.redrafted(sentence);
        let found = audit(&self.subject, &self.kit.policy, &[PipelineStage::Draft], &mut || 0);
        let issues: Vec<Issue> = found
            .issues(PipelineStage::Draft)
            .iter()
            .filter(|issue| issue.code != "NOT_CHECKED")
            .cloned()
            .collect();
        let outcome = found.outcome;
        self.held += usize::from(outcome != StageOutcome::NotChecked);
        if outcome == StageOutcome::NotOk {
            self.exit = CommandExit::Refused;
        }
        let verdict = SentenceVerdict {
            number: self.number,
            sentence,
            ok: outcome == StageOutcome::Ok,
            outcome,
            issues: &issues,
            elapsed_us: began.elapsed().as_micros(),
        };
        if self.app.out.json {
            return output::line(&json!(verdict));
        }
        let mut lines = vec![format!("{:<11} {}", outcome.in_words(), one_line(sentence))];
        for issue in &issues {
            lines.push(format!("              {} {}", issue.code, one_line(&issue.msg)));
        }
        output::text(&lines.join("\n"))
    }
}

/// On one line: an answer is wrapped anywhere.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n', '\t'], " ")
}
