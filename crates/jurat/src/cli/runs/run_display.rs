//! What a run and its events look like from outside, as JSON and as words.

use jiff::Timestamp;
use jurat_engine::{RunMode, RunRow, RunStatus, SealedEvent};
use serde_json::{Value as Json, json};

use crate::run_driver;

/// A run as JSON.
pub(super) fn row(row: &RunRow) -> Json {
    let parent = row.new_run.parent.map(|(run, seq)| json!({ "run": run, "seq": seq }));
    json!({
        "run": row.run,
        "workflow": row.new_run.workflow,
        "definition": row.new_run.definition,
        "mode": row.new_run.mode,
        "parent": parent,
        "status": row.summary.status,
        "outcome": row.summary.outcome,
        "completed": row.summary.completed,
        "total": row.summary.total,
        "at": row.summary.at,
        "created": time(row.created_ms),
        "updated": time(row.updated_ms),
        "head_seq": row.head_seq,
        "head_hash": row.head_hash,
        "owned": row.owned,
    })
}

/// An event as JSON.
pub(super) fn event(event: &SealedEvent) -> Json {
    let payload = event.payload.as_ref();
    let payload: Option<Json> = payload.and_then(|bytes| serde_json::from_slice(bytes).ok());
    json!({
        "seq": event.seq,
        "kind": event.kind,
        "subject": event.subject,
        "at_ms": event.at_ms,
        "payload_hash": event.payload_hash,
        "hash": event.hash,
        "payload": payload,
    })
}

/// An event in a line.
pub(super) fn line(event: &SealedEvent) -> String {
    let line =
        format!("{:>5}  {}  {} {}", event.seq, time(event.at_ms), event.kind, event.subject);
    line.trim_end().to_owned()
}

/// Where a run stands, in a few words.
pub(super) fn status(row: &RunRow) -> String {
    match row.summary.status {
        RunStatus::Ended => run_driver::word(row.summary.outcome).to_owned(),
        RunStatus::Waiting => "waiting".to_owned(),
        // Nobody is meant to be at work on it: whoever asks for its stages does them.
        RunStatus::Running if row.new_run.mode == RunMode::Pull => "pull".to_owned(),
        RunStatus::Running if row.owned => "at work".to_owned(),
        RunStatus::Running => "stopped".to_owned(),
    }
}

/// A moment, in UTC.
pub(super) fn time(ms: i64) -> String {
    Timestamp::from_millisecond(ms).map_or_else(|_| format!("{ms} ms"), |at| format!("{at:.3}"))
}
