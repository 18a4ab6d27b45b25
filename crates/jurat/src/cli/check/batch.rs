//! Many states, one after the other in the order given, some at a time.

use std::{panic::resume_unwind, thread, time::Duration};

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use jurat_pipeline_audit::AuditTotals;
use jurat_pipeline_audit::Unread;
use jurat_pipeline_audit::{audit::Code, checks};

use super::{AuditArgs, Checked, Shape, Task, by_run, given, policy, print, telemetry};
use crate::{app::App, exit::Exit, failure::Failure, models::ModelArgs};

/// States that are held at a time, for each thread.
const HELD: usize = 64;

/// One state by its name, or why it could not be read.
struct Read {
    name: String,
    place: Place,
    state: Result<serde_json::Value, String>,
}

/// Where a state came from.
#[derive(Clone, Copy)]
enum Place {
    /// A file of its own.
    File,
    /// A line among others.
    Line,
}

pub(super) fn execute(app: &App, task: &Task, args: &AuditArgs) -> Result<Exit, Failure> {
    let mut run = Run {
        app,
        task,
        by_model: by_run::asked(&app.models, app)?,
        totals: AuditTotals::default(),
        timers: telemetry::Timers::default(),
        exit: Exit::Done,
        bar: bar(app, args),
        #[cfg(feature = "otel")]
        spans: args.otel.as_deref().map(super::spans::Spans::to).transpose()?,
    };
    if let Shape::Format(format) = task.shape {
        let codes: Vec<&str> = checks::codes().map(Code::name).collect();
        print(&(format.begin)(&codes))?;
    }
    for name in &args.states {
        if args.jsonl {
            run.lines(name)?;
        } else {
            let state = given::whole(name)?;
            let (name, place) = (name.clone(), Place::File);
            run.all(vec![Read { name, place, state: Ok(state) }])?;
        }
    }
    if let Shape::Format(format) = task.shape {
        print(&(format.end)(&run.totals))?;
    }
    run.told();
    #[cfg(feature = "otel")]
    run.spans.take().map_or(Ok(()), super::spans::Spans::end)?;
    Ok(run.exit)
}

struct Run<'a> {
    app: &'a App,
    task: &'a Task,
    by_model: Option<ModelArgs>,
    totals: AuditTotals,
    timers: telemetry::Timers,
    exit: Exit,
    bar: ProgressBar,
    #[cfg(feature = "otel")]
    spans: Option<super::spans::Spans>,
}

impl Run<'_> {
    fn lines(&mut self, name: &str) -> Result<(), Failure> {
        let most = HELD * self.app.settings.workers.max(1);
        let mut held = Vec::with_capacity(most);
        for line in given::Lines::of(name)? {
            let state = line.bytes.and_then(|bytes| given::parsed(&bytes));
            let name = format!("{name}:{}", line.number);
            held.push(Read { name, place: Place::Line, state });
            if held.len() == most {
                self.all(std::mem::take(&mut held))?;
            }
        }
        self.all(held)
    }

    /// Audits what is held, on all threads, and writes it in order.
    fn all(&mut self, held: Vec<Read>) -> Result<(), Failure> {
        if self.by_model.is_some() {
            return held.into_iter().try_for_each(|one| {
                let checked = self.by_run(one);
                self.one(checked)
            });
        }
        let task = self.task;
        let size = held.len().div_ceil(self.app.settings.workers.max(1)).max(1);
        let mut shares: Vec<Vec<Read>> = Vec::new();
        let mut rest = held;
        while !rest.is_empty() {
            let more = rest.split_off(size.min(rest.len()));
            shares.push(std::mem::replace(&mut rest, more));
        }
        let done: Vec<Vec<Done>> = thread::scope(|scope| {
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

    fn by_run(&self, Read { name, place, state }: Read) -> Done {
        let checked = state
            .map_err(Wrong::Read)
            .and_then(|state| by_run::check(self.app, self.task, state).map_err(Wrong::Failed));
        Done { name, place, checked }
    }

    fn one(&mut self, done: Done) -> Result<(), Failure> {
        let Done { name, place, checked } = done;
        let checked = match checked {
            Ok(checked) => checked,
            Err(Wrong::Failed(failure)) => return Err(failure),
            Err(wrong) => return self.unreadable(&name, place, wrong),
        };
        print(&self.task.write(&checked, &name, &self.totals))?;
        let audit = &checked.examined.audit;
        self.totals.add(audit);
        self.timers.add(checked.millis, &name);
        self.bar.inc(1);
        #[cfg(feature = "otel")]
        if let Some(spans) = &self.spans {
            spans.tell(&name, &checked);
        }
        if self.totals.states == 1 {
            self.app.out.note(&telemetry::line(&name, &checked));
        }
        self.raise(self.task.exit(audit));
        Ok(())
    }

    /// A line that cannot be read costs only itself; a file of its own ends the command.
    fn unreadable(&mut self, name: &str, place: Place, wrong: Wrong) -> Result<(), Failure> {
        let failure = match wrong {
            Wrong::Read(error) => Failure::input(format!("`{name}` is no JSON: {error}")),
            Wrong::State(Unread::Invalid(invalid)) => policy::wrong_with(name, &invalid),
            Wrong::State(Unread::Undetected(error)) => Failure::input(format!(
                "`{name}`: {error}"
            ))
            .hint("`--from NAME` says which mapping to take; a file of yours can be one"),
            Wrong::Failed(failure) => failure,
        };
        if let Place::File = place {
            return Err(failure);
        }
        self.totals.unreadable += 1;
        let note = || self.app.out.note(&format!("unreadable: {}", failure.message));
        self.bar.suspend(note);
        self.raise(Exit::BadInput);
        Ok(())
    }

    fn raise(&mut self, exit: Exit) {
        if (self.exit as u8) < exit as u8 {
            self.exit = exit;
        }
    }

    /// Says what all states together came to, and raises the alarm where the policy wants it.
    fn told(&mut self) {
        self.bar.finish_and_clear();
        if 1 < self.totals.states + self.totals.unreadable {
            self.app.out.note(&self.timers.told(&self.totals));
        }
        for alert in self.totals.alerts(&self.task.kit.policy.alerts) {
            self.app.out.note(&format!("alert: {alert}"));
            self.raise(Exit::Refused);
        }
    }
}

/// How far a batch has come; hidden where nobody looks, or where the results themselves show it.
fn bar(app: &App, args: &AuditArgs) -> ProgressBar {
    let looks = Term::stderr().is_term() && !Term::stdout().is_term();
    if app.out.quiet || !args.jsonl || !looks {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos} states, {per_sec}");
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(120));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// One state at its end.
struct Done {
    name: String,
    place: Place,
    checked: Result<Checked, Wrong>,
}

enum Wrong {
    Read(String),
    State(Unread),
    Failed(Failure),
}

fn done(task: &Task, Read { name, place, state }: Read) -> Done {
    let checked = state
        .map_err(Wrong::Read)
        .and_then(|state| task.check(state).map_err(Wrong::State));
    Done { name, place, checked }
}
