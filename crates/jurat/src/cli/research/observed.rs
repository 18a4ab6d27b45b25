//! What is told of a run beside its report: the trace file, and spans for a collector.

use std::path::{Path, PathBuf};

use jurat_engine::{RunId, RunStore};
use jurat_legal_research::{
    report::ResearchReport,
    trace::{ResearchTrace, StageMoment},
};
use serde::Deserialize as _;
use serde_json::Value as Json;

use super::WORKFLOW;
use crate::{app::AppContext, failure::CommandFailure, publish};

/// Where a run is told of.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ObservedArgs {
    /// Write what was done, stage by stage with its times, calls and tokens, as JSON
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Send spans to an OpenTelemetry collector, such as <http://127.0.0.1:4318/v1/traces>
    #[cfg(feature = "otel")]
    #[arg(long, value_name = "URL")]
    otel: Option<String>,
}

impl ObservedArgs {
    /// Says before anything runs that only research is told of so.
    pub(crate) fn check_for(&self, workflow: &str) -> Result<(), CommandFailure> {
        if !self.is_wanted() || workflow == WORKFLOW {
            return Ok(());
        }
        let message = format!("a run of `{workflow}` has no trace; those of `{WORKFLOW}` have");
        Err(CommandFailure::input(message)
            .hint("`jurat runs show RUN --events` lists what was done"))
    }

    /// Tells of a run by what its channels hold and by its whole journal, whoever did its stages and however often it was
    /// taken up again.
    pub(crate) fn tell(
        &self,
        app: &AppContext,
        run: RunId,
        (store, state): (&dyn RunStore, &Json),
    ) -> Result<(), CommandFailure> {
        if !self.is_wanted() {
            return Ok(());
        }
        let report = &state["report"];
        if report.is_null() {
            let message = format!("run {run} came to no report that a trace could tell of");
            return Err(CommandFailure::unsettled(message));
        }
        let report = ResearchReport::deserialize(report)
            .map_err(|error| CommandFailure::ours(error.to_string()))?;
        let moments = moments(store, run)?;
        let trace = ResearchTrace::of(run.to_string(), &report, &moments);
        if let Some(path) = &self.trace {
            write(path, &trace)?;
            app.out.note(&format!("trace     {}", path.display()));
        }
        #[cfg(feature = "otel")]
        if let Some(url) = &self.otel {
            let spans = crate::otel::SpanSender::to(url, app.out)?;
            super::otel_spans::tell(&spans, &trace);
            spans.end()?;
        }
        Ok(())
    }

    pub(crate) const fn is_wanted(&self) -> bool {
        #[cfg(feature = "otel")]
        if self.otel.is_some() {
            return true;
        }
        self.trace.is_some()
    }
}

/// When stages began and ended, as the journal has it.
fn moments(store: &dyn RunStore, run: RunId) -> Result<Vec<StageMoment>, CommandFailure> {
    let events = store.headers(run, 1, usize::MAX)?.into_iter();
    let moments = events.map(|event| StageMoment {
        kind: event.kind.to_string(),
        subject: event.subject.to_string(),
        at_ms: event.at_ms,
    });
    Ok(moments.collect())
}

fn write(path: &Path, trace: &ResearchTrace<'_>) -> Result<(), CommandFailure> {
    let mut bytes = serde_json::to_vec_pretty(&trace.json())
        .map_err(|error| CommandFailure::ours(error.to_string()))?;
    bytes.push(b'\n');
    publish::write(path, &bytes)
}
