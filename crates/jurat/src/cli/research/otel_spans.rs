//! Spans of research for an OpenTelemetry collector: one for the run with its numbers, one below it for each stage.

use jurat_legal_research::trace::{ResearchTrace, TracedStage};
use opentelemetry::{
    Context, KeyValue,
    trace::{Span, SpanBuilder, Status, TraceContextExt, Tracer},
};

use crate::otel::{SpanSender, count, moment};

/// Tells of a run at its end.
pub(super) fn tell(spans: &SpanSender, trace: &ResearchTrace<'_>) {
    let tracer = spans.tracer("jurat research");
    let built = SpanBuilder::from_name("research")
        .with_start_time(moment(trace.began_ms))
        .with_attributes(of_run(trace));
    let whole = Context::new().with_span(tracer.build_with_context(built, &Context::new()));
    for stage in &trace.stages {
        let built = SpanBuilder::from_name(format!("research {}", stage.entry.stage))
            .with_start_time(moment(stage.began_ms))
            .with_attributes(of_stage(stage));
        let mut span = tracer.build_with_context(built, &whole);
        let failure = stage.entry.model.as_ref().map(|it| it.failure.clone());
        if let Some(failure) = failure.filter(|it| !it.is_empty()) {
            span.set_status(Status::error(failure));
        }
        span.end_with_timestamp(moment(stage.ended_ms));
    }
    whole.span().end_with_timestamp(moment(trace.ended_ms));
}

/// The question is not among them: whoever collects spans need not read it.
fn of_run(trace: &ResearchTrace<'_>) -> Vec<KeyValue> {
    let metrics = trace.metrics();
    let kind = metrics.query_type.and_then(|it| serde_json::to_value(it).ok());
    let kind = kind.as_ref().and_then(|it| it.as_str()).unwrap_or_default();
    vec![
        KeyValue::new("jurat.run", trace.label.clone()),
        KeyValue::new("jurat.llm_calls", count(metrics.total_llm_calls)),
        KeyValue::new("jurat.send_backs", count(metrics.send_backs)),
        KeyValue::new("jurat.characters_in", count(metrics.input_chars)),
        KeyValue::new("jurat.characters_out", count(metrics.output_chars)),
        KeyValue::new("jurat.tokens_in", count(metrics.input_tokens)),
        KeyValue::new("jurat.tokens_out", count(metrics.output_tokens)),
        KeyValue::new("jurat.parse_failures", count(metrics.parse_failures)),
        KeyValue::new("jurat.iterations", count(metrics.iteration_count)),
        KeyValue::new("jurat.steps_completed", count(metrics.steps_completed)),
        KeyValue::new("jurat.steps_failed", count(metrics.steps_failed)),
        KeyValue::new("jurat.steps_pending", count(metrics.steps_pending)),
        KeyValue::new("jurat.query_type", kind.to_owned()),
        KeyValue::new("jurat.memory_hit", metrics.memory_hit),
        KeyValue::new("jurat.has_answer", metrics.has_answer),
        KeyValue::new("jurat.injection_safe", metrics.injection_safe),
    ]
}

fn of_stage(stage: &TracedStage) -> Vec<KeyValue> {
    let entry = &stage.entry;
    let mut all = vec![
        KeyValue::new("jurat.stage", entry.stage),
        KeyValue::new("jurat.node", entry.node),
    ];
    all.extend(entry.step_id.map(|step| KeyValue::new("jurat.step", count(step))));
    if let Some(row) = &entry.model {
        all.extend([
            KeyValue::new("jurat.role", row.role.clone()),
            KeyValue::new("gen_ai.system", row.provider.clone()),
            KeyValue::new("gen_ai.request.model", row.model.clone()),
            KeyValue::new("gen_ai.usage.input_tokens", count(row.tokens_in)),
            KeyValue::new("gen_ai.usage.output_tokens", count(row.tokens_out)),
            KeyValue::new("jurat.llm_calls", count(row.calls)),
            KeyValue::new("jurat.characters_in", count(row.characters_in)),
            KeyValue::new("jurat.characters_out", count(row.characters_out)),
            KeyValue::new("jurat.parse_failures", count(row.parse_failures)),
        ]);
    }
    all
}
