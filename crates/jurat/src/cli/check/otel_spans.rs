//! Spans of audits for an OpenTelemetry collector: one for each state, one below it for each stage.

use std::time::Duration;

use jurat_engine::{Clock, SystemClock};
use jurat_model::audit::{PipelineStage, StageOutcome};
use opentelemetry::{
    Context, KeyValue,
    trace::{Span, SpanBuilder, Status, TraceContextExt, Tracer},
};

use super::CheckedState;
use crate::otel::{SpanSender, count, moment};

/// Tells of one state that was audited just now.
pub(super) fn tell(spans: &SpanSender, name: &str, checked: &CheckedState) {
    let tracer = spans.tracer("jurat check");
    let took = Duration::from_secs_f64(checked.millis.max(0.0) / 1e3);
    let (audit, end) = (&checked.examined.audit, moment(SystemClock.now_ms()));
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
