//! Many states, one after the other in the order given, some at a time.

use std::{panic::resume_unwind, thread, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};
use jurat_model::audit::StageOutcome;
use jurat_pipeline_audit::AuditStateError;
use jurat_pipeline_audit::{AuditTotals, UnreadableState};
use jurat_pipeline_audit::{audit::IssueCode, checks};

use super::{
    CheckOutputFormat, CheckTask, CheckedState, StateAuditArgs, model_audit, policy,
    state_reader, telemetry,
};
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, model_args::ModelArgs, output,
};

/// States that are held at a time, for each thread.
const HELD: usize = 64;

/// One state by its name, or why it could not be read.
struct BatchInput {
    name: String,
    place: InputLocation,
    state: Result<serde_json::Value, String>,
}

/// Where a state came from.
#[derive(Clone, Copy)]
enum InputLocation {
    /// A file of its own.
    File,
    /// A line among others.
    Line,
}

pub(super) fn execute(
    app: &AppContext,
    task: &CheckTask,
    args: &StateAuditArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut run = CheckBatch {
        app,
        task,
        by_model: model_audit::asked(&app.models, app)?,
        totals: AuditTotals::default(),
        timers: telemetry::LatencyHistogram::default(),
        exit: CommandExit::Done,
        bar: bar(app, args),
        alone: !args.jsonl && args.states.len() == 1,
        only_line: None,
        #[cfg(feature = "otel")]
        spans: args
            .otel
            .as_deref()
            .map(|url| crate::otel::SpanSender::to(url, app.out))
            .transpose()?,
    };
    if let CheckOutputFormat::Format(format) = task.shape {
        let codes: Vec<&str> = checks::codes().map(IssueCode::name).collect();
        task.print(&(format.begin)(&codes))?;
    }
    for name in &args.states {
        if args.jsonl {
            run.lines(name)?;
        } else {
            let state = state_reader::whole(name)?;
            let (name, place) = (name.clone(), InputLocation::File);
            run.all(vec![BatchInput { name, place, state: Ok(state) }])?;
        }
    }
    if let CheckOutputFormat::Format(format) = task.shape {
        task.print(&(format.end)(&run.totals))?;
    }
    run.told();
    #[cfg(feature = "otel")]
    run.spans.take().map_or(Ok(()), crate::otel::SpanSender::end)?;
    Ok(run.exit)
}

struct CheckBatch<'a> {
    app: &'a AppContext,
    task: &'a CheckTask,
    by_model: Option<ModelArgs>,
    totals: AuditTotals,
    timers: telemetry::LatencyHistogram,
    exit: CommandExit,
    bar: ProgressBar,
    /// Whether one state was asked for.
    alone: bool,
    /// The line of the first state of many, should it be the only one.
    only_line: Option<String>,
    #[cfg(feature = "otel")]
    spans: Option<crate::otel::SpanSender>,
}

impl CheckBatch<'_> {
    fn lines(&mut self, name: &str) -> Result<(), CommandFailure> {
        let most = HELD * self.app.settings.workers.max(1);
        let mut held = Vec::with_capacity(most);
        for line in state_reader::StateLineReader::of(name)? {
            let state = line.bytes.and_then(|bytes| state_reader::parsed(&bytes));
            let name = format!("{name}:{}", line.number);
            held.push(BatchInput { name, place: InputLocation::Line, state });
            if held.len() == most {
                self.all(std::mem::take(&mut held))?;
            }
        }
        self.all(held)
    }

    /// Audits what is held, on all threads, and writes it in order.
    fn all(&mut self, held: Vec<BatchInput>) -> Result<(), CommandFailure> {
        if self.by_model.is_some() {
            return held.into_iter().try_for_each(|one| {
                let checked = self.by_run(one);
                self.one(checked)
            });
        }
        let task = self.task;
        let size = held.len().div_ceil(self.app.settings.workers.max(1)).max(1);
        let mut shares: Vec<Vec<BatchInput>> = Vec::new();
        let mut rest = held;
        while !rest.is_empty() {
            let more = rest.split_off(size.min(rest.len()));
            shares.push(std::mem::replace(&mut rest, more));
        }
        let done: Vec<Vec<BatchResult>> = thread::scope(|scope| {
            let threads: Vec<_> = shares
                .into_iter()
                .map(|share| {
                    scope.spawn(move || share.into_iter().map(|one| done(task, one)).collect())
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        done.into_iter().flatten().try_for_each(|one| self.one(one))
    }

    fn by_run(&self, BatchInput { name, place, state }: BatchInput) -> BatchResult {
        let checked = state.map_err(BatchError::Read).and_then(|state| {
            model_audit::check(self.app, self.task, state).map_err(BatchError::Failed)
        });
        BatchResult { name, place, checked }
    }

    fn one(&mut self, done: BatchResult) -> Result<(), CommandFailure> {
        let BatchResult { name, place, checked } = done;
        let checked = match checked {
            Ok(checked) => checked,
            Err(BatchError::Failed(failure)) => return Err(failure),
            Err(wrong) => return self.unreadable(&name, place, wrong),
        };
        self.task.print(&self.task.write(&checked, &name, &self.totals))?;
        let audit = &checked.examined.audit;
        self.totals.add(audit);
        self.timers.add(checked.millis, &name);
        self.bar.inc(1);
        #[cfg(feature = "otel")]
        if let Some(spans) = &self.spans {
            super::otel_spans::tell(spans, &name, &checked);
        }
        self.log(&name, &checked);
        if audit.outcome == StageOutcome::NotChecked {
            let hint = "`--explain-mapping` shows what is taken from the state, and from where";
            self.app.out.note_once(&format!("hint: {hint}"));
        }
        self.raise(self.task.exit(self.app, &checked));
        Ok(())
    }

    /// A state that was asked for alone leaves its line at once. Of many lines the first is kept until it is known whether
    /// it has company: a batch leaves its totals, and nobody wants a line for each of a million.
    fn log(&mut self, name: &str, checked: &CheckedState) {
        if self.alone {
            self.app.out.note(&telemetry::line(name, checked));
        } else if self.totals.states == 1 {
            self.only_line = Some(telemetry::line(name, checked));
        }
    }

    /// A line that cannot be read costs only itself; a file of its own ends the command.
    fn unreadable(
        &mut self,
        name: &str,
        place: InputLocation,
        wrong: BatchError,
    ) -> Result<(), CommandFailure> {
        let failure = match wrong {
            BatchError::Read(error) => {
                CommandFailure::input(format!("`{name}` is no JSON: {error}"))
            }
            BatchError::State(AuditStateError::Invalid(invalid)) => {
                policy::wrong_with(name, &invalid)
            }
            BatchError::State(AuditStateError::Undetected(error)) => CommandFailure::input(
                format!("`{name}`: {error}"),
            )
            .hint("`--from NAME` says which mapping to take; a file of yours can be one"),
            BatchError::Failed(failure) => failure,
        };
        if let InputLocation::File = place {
            return Err(failure);
        }
        if let CheckOutputFormat::Format(format) = self.task.shape {
            self.task.print(&(format.unreadable)(&UnreadableState {
                name,
                reason: &failure.message,
                index: self.totals.states + self.totals.unreadable,
                results_before: self.totals.results,
            }))?;
        }
        self.totals.add_unreadable();
        self.app.out.note(&format!("unreadable: {}", failure.message));
        self.raise(CommandExit::BadInput);
        Ok(())
    }

    fn raise(&mut self, exit: CommandExit) {
        if (self.exit as u8) < exit as u8 {
            self.exit = exit;
        }
    }

    /// Says what all states together came to, and raises the alarm where the policy wants it.
    fn told(&mut self) {
        output::cleared(&self.bar);
        if 1 < self.totals.states + self.totals.unreadable {
            self.app.out.note(&self.timers.told(&self.totals));
        } else if let Some(line) = self.only_line.take() {
            self.app.out.note(&line);
        }
        for alert in self.totals.alerts(&self.task.kit.policy.alerts) {
            self.app.out.note(&format!("alert: {alert}"));
            self.raise(CommandExit::Refused);
        }
    }
}

/// How far a batch has come; hidden where nobody looks, or where the results themselves show it.
fn bar(app: &AppContext, args: &StateAuditArgs) -> ProgressBar {
    let looks = output::stderr_is_terminal() && !output::stdout_is_terminal();
    if app.out.quiet || !args.jsonl || !looks {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos} states, {per_sec}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = output::drawn(ProgressBar::new_spinner().with_style(style));
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// One state at its end.
struct BatchResult {
    name: String,
    place: InputLocation,
    checked: Result<CheckedState, BatchError>,
}

enum BatchError {
    Read(String),
    State(AuditStateError),
    Failed(CommandFailure),
}

fn done(task: &CheckTask, BatchInput { name, place, state }: BatchInput) -> BatchResult {
    let checked = state
        .map_err(BatchError::Read)
        .and_then(|state| task.check(state).map_err(BatchError::State));
    BatchResult { name, place, checked }
}
