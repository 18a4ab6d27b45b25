//! The hash chain: each event's hash covers its header, its payload's hash and all before it.

use std::{fmt, sync::Arc};

use jurat_canon::Hash;

use crate::{RunId, RunStore, SealedEvent, StoreError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainHead {
    pub seq: u64,
    pub head: Hash,
}

impl ChainHead {
    pub const START: Self = Self { seq: 0, head: Hash::ZERO };

    /// Hashes one more event onto the chain.
    pub fn seal(
        &mut self,
        run: RunId,
        (kind, subject): (Arc<str>, Arc<str>),
        at_ms: i64,
        payload: Arc<[u8]>,
    ) -> SealedEvent {
        let payload_hash = Hash::of(&payload);
        self.seq += 1;
        self.head = link(self.head, run, self.seq, &kind, &subject, at_ms, payload_hash);
        let (seq, hash) = (self.seq, self.head);
        SealedEvent {
            seq,
            kind,
            subject,
            at_ms,
            payload_hash,
            hash,
            payload: Some(payload),
        }
    }
}

fn link(
    prev: Hash,
    run: RunId,
    seq: u64,
    kind: &str,
    subject: &str,
    at_ms: i64,
    payload_hash: Hash,
) -> Hash {
    let mut header = Vec::with_capacity(160);
    header.extend_from_slice(prev.as_bytes());
    header.extend_from_slice(run.as_bytes());
    header.extend_from_slice(&seq.to_le_bytes());
    header.extend_from_slice(&at_ms.to_le_bytes());
    for text in [kind, subject] {
        header.extend_from_slice(&(text.len() as u64).to_le_bytes());
        header.extend_from_slice(text.as_bytes());
    }
    header.extend_from_slice(payload_hash.as_bytes());
    Hash::of(&header)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainFault {
    pub seq: u64,
    pub what: &'static str,
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.seq, self.what)
    }
}

/// Checks the whole chain of a run. Returns how many payloads were erased, so not checkable.
pub fn chain_faults(
    store: &dyn RunStore,
    run: RunId,
) -> Result<(Vec<ChainFault>, u64), StoreError> {
    const PAGE: usize = 1000;
    let Some(row) = store.run(run)? else { return Err(StoreError::UnknownRun(run)) };
    let mut walk = ChainCheck {
        run,
        chain: ChainHead::START,
        faults: Vec::new(),
        erased: 0,
    };
    loop {
        let page = store.events(run, walk.chain.seq + 1, PAGE)?;
        for event in &page {
            walk.step(event);
        }
        if page.len() < PAGE {
            break;
        }
    }
    if walk.chain != (ChainHead { seq: row.head_seq, head: row.head_hash }) {
        let what = "the journal's end is not the end that the run records";
        walk.faults.push(ChainFault { seq: row.head_seq, what });
    }
    Ok((walk.faults, walk.erased))
}

struct ChainCheck {
    run: RunId,
    chain: ChainHead,
    faults: Vec<ChainFault>,
    erased: u64,
}

impl ChainCheck {
    fn step(&mut self, event: &SealedEvent) {
        if event.seq != self.chain.seq + 1 {
            self.fault(event.seq, "events before it are missing");
        }
        match &event.payload {
            None => self.erased += 1,
            Some(payload) if Hash::of(payload) != event.payload_hash => {
                self.fault(event.seq, "its payload was changed");
            }
            Some(payload) if !agrees(event, payload) => {
                self.fault(event.seq, "its header does not agree with its payload");
            }
            Some(_) => {}
        }
        let (kind, subject, at) = (&event.kind, &event.subject, event.at_ms);
        let prev = self.chain.head;
        let hash = link(prev, self.run, event.seq, kind, subject, at, event.payload_hash);
        if hash != event.hash {
            self.fault(event.seq, "its header, its hash or an event before it was changed");
        }
        self.chain = ChainHead { seq: event.seq, head: event.hash };
    }

    fn fault(&mut self, seq: u64, what: &'static str) {
        self.faults.push(ChainFault { seq, what });
    }
}

fn agrees(event: &SealedEvent, payload: &Arc<[u8]>) -> bool {
    let parsed: Result<super::Event, _> = serde_json::from_slice(payload);
    parsed.is_ok_and(|parsed| {
        parsed.cause.kind() == &*event.kind && parsed.cause.subject() == &*event.subject
    })
}
