//! The journal as JSON lines: one event each, its header and its payload as they were sealed.

use std::sync::Arc;

use jurat_canon::Hash;
use jurat_engine::{RunId, SealedEvent};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ProofError;

/// A line. The payload stays byte for byte what it was: its hash is in the chain.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalLine<'a> {
    seq: u64,
    kind: String,
    subject: String,
    at_ms: i64,
    payload_hash: Hash,
    hash: Hash,
    /// Nothing once it was erased.
    #[serde(borrow)]
    payload: Option<&'a RawValue>,
}

pub(crate) fn encode(run: RunId, events: &[SealedEvent]) -> Result<Vec<u8>, ProofError> {
    let mut out = Vec::new();
    for event in events {
        let wrong = |what: String| ProofError::Event { run, seq: event.seq, what };
        line(event, &mut out).map_err(wrong)?;
    }
    Ok(out)
}

fn line(event: &SealedEvent, out: &mut Vec<u8>) -> Result<(), String> {
    let text = event.payload.as_deref().map(std::str::from_utf8).transpose();
    let text = text.map_err(|error| error.to_string())?;
    let payload = text.map(serde_json::from_str::<&RawValue>).transpose();
    let payload = payload.map_err(|error| error.to_string())?;
    // Spaces around a value would be lost, and a line feed would end the line.
    if payload.map(RawValue::get) != text || text.is_some_and(|text| text.contains('\n')) {
        return Err("its payload is not JSON on one line".to_owned());
    }
    let line = JournalLine {
        seq: event.seq,
        kind: event.kind.to_string(),
        subject: event.subject.to_string(),
        at_ms: event.at_ms,
        payload_hash: event.payload_hash,
        hash: event.hash,
        payload,
    };
    serde_json::to_writer(&mut *out, &line).map_err(|error| error.to_string())?;
    out.push(b'\n');
    Ok(())
}

/// The events of these lines, or the line that is none and why.
pub(crate) fn decode(bytes: &[u8]) -> Result<Vec<SealedEvent>, (usize, String)> {
    let Some(body) = bytes.strip_suffix(b"\n") else {
        return Err((0, "it does not end with a line".to_owned()));
    };
    let lines = body.split(|byte| *byte == b'\n').enumerate();
    lines
        .map(|(at, line)| event(line).map_err(|what| (at + 1, what)))
        .collect()
}

/// The same without a look at how they are written, for who writes them anew.
pub(crate) fn loose(bytes: &[u8]) -> Option<Vec<SealedEvent>> {
    let lines = bytes.strip_suffix(b"\n")?.split(|byte| *byte == b'\n');
    lines.map(|line| sealed_event(line).ok()).collect()
}

fn sealed_event(bytes: &[u8]) -> Result<SealedEvent, String> {
    let line: JournalLine<'_> =
        serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    Ok(SealedEvent {
        seq: line.seq,
        kind: line.kind.into(),
        subject: line.subject.into(),
        at_ms: line.at_ms,
        payload_hash: line.payload_hash,
        hash: line.hash,
        payload: line.payload.map(|raw| Arc::from(raw.get().as_bytes())),
    })
}

fn event(bytes: &[u8]) -> Result<SealedEvent, String> {
    let event = sealed_event(bytes)?;
    let mut again = Vec::with_capacity(bytes.len() + 1);
    self::line(&event, &mut again)?;
    let same = again.strip_suffix(b"\n") == Some(bytes);
    if same { Ok(event) } else { Err("it is not written as we write it".to_owned()) }
}
