//! Words from outside, until the owner of the run folds them into its journal.

use rusqlite::{Connection, Result, params};

use jurat_engine::{InboxMessage, RunId, StoreError};

use super::{row_values::as_u64, store::SqliteStore, transaction::immediate};

const SEND: &str = "INSERT INTO inbox (run, message) SELECT key, ?2 FROM runs WHERE id = ?1";
const WAITING: &str = "SELECT id, message FROM inbox \
     WHERE run = (SELECT key FROM runs WHERE id = ?1) ORDER BY id";

pub(super) fn send(
    store: &SqliteStore,
    run: RunId,
    message: &InboxMessage,
) -> std::result::Result<u64, StoreError> {
    let text = serde_json::to_string(message).map_err(|error| {
        StoreError::Unavailable(format!("the message cannot be kept: {error}"))
    })?;
    let id = store.write(|db| {
        immediate(db, |db| {
            let sent = db.prepare_cached(SEND)?.execute(params![run.as_bytes(), text])?;
            Ok((sent == 1).then(|| db.last_insert_rowid()))
        })
    })?;
    Ok(id.ok_or(StoreError::UnknownRun(run))?.cast_unsigned())
}

pub(super) fn waiting(db: &Connection, run: RunId) -> Result<Vec<(u64, InboxMessage)>> {
    let mut select = db.prepare_cached(WAITING)?;
    let messages = select.query_map([run.as_bytes()], |row| {
        // One word that cannot be read must not silence the others.
        let message = serde_json::from_str(row.get_ref(1)?.as_str()?)
            .unwrap_or_else(|error| InboxMessage::Unreadable { why: error.to_string() });
        Ok((as_u64(row, 0)?, message))
    })?;
    messages.collect()
}
