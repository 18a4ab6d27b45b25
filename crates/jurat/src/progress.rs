//! Bars on a terminal: one for the run, one for each stage at work. They listen to the run.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use jurat_engine::{Event, EventCause, HeardEvent, RunHandle, RunProgress, StateOperation};
use jurat_system::journal_follower::read_event;

use crate::output::{self, CliOutput};

/// How often the marks of stages at work turn.
const TURN: Duration = Duration::from_millis(80);

/// Bars that follow a run until they are dropped.
pub(crate) struct RunProgressBars {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl RunProgressBars {
    /// Follows a run, if anyone is looking.
    pub(crate) fn start(out: CliOutput, handle: &RunHandle) -> Option<Self> {
        if !out.draws() {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let (progress, events) = handle.listen();
        let thread = thread::spawn(move || draw(progress, &events, &stopped));
        Some(Self { stop, thread: Some(thread) })
    }
}

impl Drop for RunProgressBars {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // Bars that broke are no reason to lose the run's result.
            let _ = thread.join();
        }
    }
}

fn draw(progress: RunProgress, events: &Receiver<HeardEvent>, stop: &AtomicBool) {
    let run = ProgressBar::new(0).with_style(style("{bar:20} {pos}/{len} stages"));
    let run = output::drawn(run);
    let show = |progress: RunProgress| {
        run.set_length(progress.total.into());
        run.set_position(progress.completed.into());
    };
    show(progress);
    let mut stages: BTreeMap<String, ProgressBar> = BTreeMap::new();
    while !stop.load(Ordering::Acquire) {
        match events.recv_timeout(TURN) {
            Ok(heard) => {
                if let Some(event) = read_event(&heard.event) {
                    note(&event, &mut stages);
                }
                show(heard.progress);
            }
            Err(RecvTimeoutError::Timeout) => stages.values().for_each(ProgressBar::tick),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    stages.values().for_each(output::cleared);
    output::cleared(&run);
}

fn note(event: &Event, stages: &mut BTreeMap<String, ProgressBar>) {
    let settled = match &event.cause {
        EventCause::Completed(done) => Some(&done.at),
        EventCause::Failed(failed) if failed.retry_in_ms.is_none() => Some(&failed.at),
        _ => None,
    };
    if let Some(at) = settled {
        settle(stages, at);
    }
    for op in &event.ops {
        match op {
            StateOperation::Start(start) => {
                let bar = ProgressBar::new(start.width.into());
                let bar = output::drawn(bar.with_style(style("  {spinner} {msg} {pos}/{len}")));
                output::label(&bar, &start.stage);
                stages.insert(start.stage.to_string(), bar);
            }
            // Some of its instances may have been given up.
            StateOperation::Release { stage, .. } => remove(stages, stage),
            StateOperation::Cancel { instances } => {
                for at in instances {
                    settle(stages, at);
                }
            }
            StateOperation::Skip(leave) | StateOperation::Pass(leave) => {
                remove(stages, &leave.stage);
            }
            _ => {}
        }
    }
}

fn settle(stages: &mut BTreeMap<String, ProgressBar>, at: &str) {
    let stage = at.split('@').next().unwrap_or_default();
    let Some(bar) = stages.get(stage) else { return };
    bar.inc(1);
    if bar.length() <= Some(bar.position()) {
        remove(stages, stage);
    }
}

fn remove(stages: &mut BTreeMap<String, ProgressBar>, stage: &str) {
    if let Some(bar) = stages.remove(stage) {
        output::cleared(&bar);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
