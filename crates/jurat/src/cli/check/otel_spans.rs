//! Spans of audits for an OpenTelemetry collector: one for each state, one below it for each stage.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jurat_engine::{Clock, SystemClock};
use jurat_model::audit::{PipelineStage, StageOutcome};
use opentelemetry::{
    Context, KeyValue,
    trace::{Span, SpanBuilder, Status, TraceContextExt, Tracer, TracerProvider},
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};

use super::CheckedState;
use crate::{failure::CommandFailure, output::CliOutput};

/// The way to a collector.
pub(super) struct AuditSpanExporter {
    provider: SdkTracerProvider,
}

impl AuditSpanExporter {
    /// Spans go to this address, such as `http://127.0.0.1:4318/v1/traces`, and that is said.
    pub(super) fn to(url: &str, out: CliOutput) -> Result<Self, CommandFailure> {
        let exporter = SpanExporter::builder().with_http().with_endpoint(url).build();
        let exporter = exporter
            .map_err(|error| CommandFailure::input(format!("`--otel {url}`: {error}")))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_service_name("jurat").build())
            .build();
        out.note_once(&format!("spans go to {}", place(url)));
        Ok(Self { provider })
    }

    /// Tells of one state that was audited just now.
    pub(super) fn tell(&self, name: &str, checked: &CheckedState) {
        let tracer = self.provider.tracer("jurat check");
        let took = Duration::from_secs_f64(checked.millis.max(0.0) / 1e3);
        let (audit, end) = (&checked.examined.audit, now());
        let began = end.checked_sub(took).unwrap_or(end);
        let built = SpanBuilder::from_name("check")
            .with_start_time(began)
            .with_attributes([
                KeyValue::new("jurat.state", name.to_owned()),
                KeyValue::new("jurat.risk", checked.examined.risk),
                KeyValue::new("jurat.not_checked", count(audit.not_checked.len())),
            ]);
        let whole = Context::new().with_span(tracer.build_with_context(built, &Context::new()));
        for stage in PipelineStage::ALL {
            let Some((outcome, _)) = audit.outcome_of(stage) else { continue };
            let codes: Vec<&str> =
                audit.issues(stage).iter().map(|issue| issue.code.as_str()).collect();
            let attributes = [
                KeyValue::new("jurat.ok", outcome == StageOutcome::Ok),
                KeyValue::new("jurat.outcome", outcome.in_words()),
                KeyValue::new("jurat.issues", count(codes.len())),
                KeyValue::new("jurat.codes", codes.join(" ")),
            ];
            let built = SpanBuilder::from_name(format!("check {}", stage.name()))
                .with_start_time(began)
                .with_attributes(attributes);
            let mut span = tracer.build_with_context(built, &whole);
            if outcome == StageOutcome::NotOk {
                span.set_status(Status::error("not ok"));
            }
            span.end_with_timestamp(end);
        }
        whole.span().end_with_timestamp(end);
    }

    /// Sends what is left.
    pub(super) fn end(self) -> Result<(), CommandFailure> {
        self.provider
            .shutdown()
            .map_err(|error| CommandFailure::ours(format!("spans could not be sent: {error}")))
    }
}

/// An address as it may be printed: what it says of a user, and what stands behind the host, is nobody's business.
fn place(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}")
}

fn now() -> SystemTime {
    let millis = u64::try_from(SystemClock.now_ms()).unwrap_or(0);
    UNIX_EPOCH + Duration::from_millis(millis)
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_collector_is_named_by_its_host_alone() {
        for (url, expected) in [
            ("http://127.0.0.1:4318/v1/traces", "http://127.0.0.1:4318"),
            ("https://me:secret@spans.example/v1?key=1", "https://spans.example"),
            ("https://spans.example#top", "https://spans.example"),
        ] {
            assert_eq!(place(url), expected);
        }
    }
}
