//! What a run and its events look like from outside, as JSON and as words.

use jiff::Timestamp;
use jurat_engine::{RunOutcome, RunRow, RunStanding, SealedEvent};
use serde_json::{Value as Json, json};

/// A run as JSON.
pub(super) fn row(row: &RunRow) -> Json {
    let parent = row.new_run.parent.map(|(run, seq)| json!({ "run": run, "seq": seq }));
    json!({
        "run": row.run,
        "workflow": row.new_run.workflow,
        "definition": row.new_run.definition,
        "mode": row.new_run.mode,
        "parent": parent,
        "status": row.standing(),
        "outcome": outcome(row),
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

/// How a run ended; nothing while it has not.
fn outcome(row: &RunRow) -> Option<RunOutcome> {
    match row.standing() {
        RunStanding::Ended(outcome) => Some(outcome),
        RunStanding::Running | RunStanding::Waiting | RunStanding::Stopped => None,
    }
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

/// A moment, in UTC.
pub(crate) fn time(ms: i64) -> String {
    Timestamp::from_millisecond(ms).map_or_else(|_| format!("{ms} ms"), |at| format!("{at:.3}"))
}
