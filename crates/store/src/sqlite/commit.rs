//! Appending for several runs in one transaction.

use rusqlite::{CachedStatement, Connection, OptionalExtension, Result, params};

use jurat_canon::{Blob, Hash};
use jurat_engine::{
    AppendError, FencingToken, NewRun, RunAppend, RunId, RunSummary, SealedEvent,
};

use super::{
    error::bad_value,
    row_values::{as_i64, as_u64, mode_name},
    transaction::immediate,
};

const HEAD: &str = "SELECT key, fence, head_seq FROM runs WHERE id = ?1";
const ADVANCE: &str = "UPDATE runs SET head_seq = ?2, head_hash = ifnull(?3, head_hash), \
     updated_ms = ifnull(?4, updated_ms), summary = ?5 WHERE key = ?1";
const EVENT: &str = "INSERT INTO events \
     (run, seq, at_ms, kind, subject, payload_hash, hash, payload) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
const START: &str = "INSERT INTO runs (id, fence, head_seq, head_hash, updated_ms, summary, \
     created_ms, workflow, definition, mode, parent, parent_seq) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
const BLOB: &str = "INSERT INTO blobs (hash, size, encoded) VALUES (?1, ?2, ?3) \
     ON CONFLICT (hash) DO NOTHING";
const HOLD: &str = "INSERT OR IGNORE INTO run_blobs (run, hash) VALUES (?1, ?2)";
const SNAPSHOT: &str = "INSERT OR REPLACE INTO snapshots (run, seq, hash) VALUES (?1, ?2, ?3)";
const TAKE: &str = "DELETE FROM inbox WHERE id = ?1 AND run = ?2";

pub(super) fn commit(
    db: &Connection,
    batch: &[RunAppend],
) -> Result<Vec<std::result::Result<(), AppendError>>> {
    immediate(db, |db| {
        let mut frequent = CommitStatements::prepare(db)?;
        batch.iter().map(|append| frequent.append(db, append)).collect()
    })
}

/// The statements of every commit, looked up once for the whole batch.
struct CommitStatements<'db> {
    head: CachedStatement<'db>,
    advance: CachedStatement<'db>,
    event: CachedStatement<'db>,
}

struct StoredRunHead {
    key: i64,
    fence: FencingToken,
    seq: u64,
}

impl<'db> CommitStatements<'db> {
    fn prepare(db: &'db Connection) -> Result<Self> {
        Ok(Self {
            head: db.prepare_cached(HEAD)?,
            advance: db.prepare_cached(ADVANCE)?,
            event: db.prepare_cached(EVENT)?,
        })
    }

    fn append(
        &mut self,
        db: &Connection,
        append: &RunAppend,
    ) -> Result<std::result::Result<(), AppendError>> {
        let head = self.head(append.run)?;
        if let Err(refused) = allowed(append, head.as_ref()) {
            return Ok(Err(refused));
        }
        let key = match (&head, &append.new_run) {
            (None, Some(new_run)) => start(db, append, new_run)?,
            (Some(head), _) => self.advance(append, head)?,
            (None, None) => return Ok(Err(fenced(append, 0))),
        };
        for event in &append.events {
            self.event(key, event)?;
        }
        store_rest(db, key, append)?;
        Ok(Ok(()))
    }

    fn head(&mut self, run: RunId) -> Result<Option<StoredRunHead>> {
        let read = |row: &rusqlite::Row<'_>| {
            Ok(StoredRunHead {
                key: row.get(0)?,
                fence: as_u64(row, 1)?,
                seq: as_u64(row, 2)?,
            })
        };
        self.head.query_row([run.as_bytes()], read).optional()
    }

    fn advance(&mut self, append: &RunAppend, head: &StoredRunHead) -> Result<i64> {
        let last = append.events.last();
        self.advance.execute(params![
            head.key,
            as_i64(last.map_or(head.seq, |event| event.seq)),
            last.map(|event| event.hash.as_bytes()),
            last.map(|event| event.at_ms),
            summary_text(&append.summary)?,
        ])?;
        Ok(head.key)
    }

    fn event(&mut self, key: i64, event: &SealedEvent) -> Result<()> {
        self.event.execute(params![
            key,
            as_i64(event.seq),
            event.at_ms,
            event.kind,
            event.subject,
            event.payload_hash.as_bytes(),
            event.hash.as_bytes(),
            event.payload.as_deref(),
        ])?;
        Ok(())
    }
}

fn allowed(
    append: &RunAppend,
    head: Option<&StoredRunHead>,
) -> std::result::Result<(), AppendError> {
    match (head, &append.new_run) {
        (Some(_), Some(_)) => Err(AppendError::Exists(append.run)),
        (Some(head), None) if head.fence != append.fence => Err(fenced(append, head.fence)),
        (head, _) => append.follows(head.map_or(0, |head| head.seq)),
    }
}

fn fenced(append: &RunAppend, current: FencingToken) -> AppendError {
    AppendError::Fenced { run: append.run, ours: append.fence, current }
}

fn start(db: &Connection, append: &RunAppend, new_run: &NewRun) -> Result<i64> {
    let (first, last) = (append.events.first(), append.events.last());
    db.prepare_cached(START)?.insert(params![
        append.run.as_bytes(),
        as_i64(append.fence),
        as_i64(last.map_or(0, |event| event.seq)),
        last.map_or(Hash::ZERO, |event| event.hash).as_bytes(),
        last.map_or(0, |event| event.at_ms),
        summary_text(&append.summary)?,
        first.map_or(0, |event| event.at_ms),
        new_run.workflow,
        new_run.definition.as_bytes(),
        mode_name(new_run.mode),
        new_run.parent.as_ref().map(|(run, _)| run.as_bytes()),
        new_run.parent.map(|(_, seq)| as_i64(seq)),
    ])
}

pub(super) fn summary_text(summary: &RunSummary) -> Result<String> {
    serde_json::to_string(summary).map_err(|error| bad_value(error.to_string()))
}

fn store_rest(db: &Connection, key: i64, append: &RunAppend) -> Result<()> {
    for blob in &append.blobs {
        store_blob(db, blob)?;
    }
    for hash in append.held_blobs() {
        db.prepare_cached(HOLD)?.execute(params![key, hash.as_bytes()])?;
    }
    if let Some((seq, hash)) = append.snapshot {
        db.prepare_cached(SNAPSHOT)?
            .execute(params![key, as_i64(seq), hash.as_bytes()])?;
    }
    for id in &append.taken {
        db.prepare_cached(TAKE)?.execute(params![as_i64(*id), key])?;
    }
    Ok(())
}

fn store_blob(db: &Connection, blob: &Blob) -> Result<()> {
    let row = params![blob.hash.as_bytes(), as_i64(blob.size), blob.encoded];
    db.prepare_cached(BLOB)?.execute(row).map(drop)
}
