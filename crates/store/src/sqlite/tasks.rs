//! What runs leave to other processes.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use jurat_engine::{
    CLAIM_LIMIT, ClaimAnswer, ClaimedTask, OfferedTask, RunId, StoreError, TaskId, TaskQueue,
    TaskStatus,
};

use super::{store::SqliteStore, transaction::immediate};

/// Tasks of runs that have ended: nobody takes their replies any more.
const SWEEP: &str = "DELETE FROM tasks WHERE EXISTS (SELECT 1 FROM runs \
     WHERE runs.id = tasks.run AND json_extract(runs.summary, '$.status') = 'ended')";
const OFFER: &str = "INSERT INTO tasks (run, instance, attempt, worker, act, request) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
     ON CONFLICT (run, instance, attempt) DO UPDATE SET worker = excluded.worker, \
     act = excluded.act, request = excluded.request, token = NULL, holder = NULL, \
     until_ms = NULL, claims = 0, reply = NULL WHERE act <> excluded.act";
const STATUS: &str = "SELECT reply, holder, until_ms, claims FROM tasks \
     WHERE run = ?1 AND instance = ?2 AND attempt = ?3";
const WITHDRAW: &str = "DELETE FROM tasks WHERE run = ?1 AND instance = ?2 AND attempt = ?3";
const FREE: &str = "SELECT id FROM tasks WHERE worker = ?1 AND reply IS NULL \
     AND (token IS NULL OR until_ms < ?2) AND (token IS NULL OR claims < ?3) \
     ORDER BY id LIMIT 1";
const CLAIM: &str = "UPDATE tasks SET token = lower(hex(randomblob(16))), holder = ?2, \
     until_ms = ?3, claims = claims + 1 WHERE id = ?1 \
     RETURNING run, instance, attempt, token, claims, request";
const KEEP: &str = "UPDATE tasks SET until_ms = ?2 WHERE token = ?1 AND reply IS NULL";
const TOLD: &str = "SELECT reply FROM tasks WHERE token = ?1";
const REPLY: &str = "UPDATE tasks SET reply = ?2 WHERE token = ?1";
const GIVE_BACK: &str = "UPDATE tasks SET token = NULL, holder = NULL, until_ms = NULL, \
     claims = claims - 1 WHERE token = ?1 AND reply IS NULL";

impl TaskQueue for SqliteStore {
    fn offer(&self, task: &OfferedTask) -> std::result::Result<(), StoreError> {
        let OfferedTask { id, worker, key, request } = task;
        let TaskId { run, instance, attempt } = id;
        self.write(|db| {
            immediate(db, |db| {
                db.prepare_cached(SWEEP)?.execute([])?;
                let (run, act) = (run.as_bytes(), key.as_bytes());
                let row = params![run, instance, attempt, worker, act, request];
                db.prepare_cached(OFFER)?.execute(row).map(drop)
            })
        })
    }

    fn status(&self, id: &TaskId, now_ms: i64) -> std::result::Result<TaskStatus, StoreError> {
        let found = self.read(|db| {
            let mut select = db.prepare_cached(STATUS)?;
            let place = params![id.run.as_bytes(), id.instance, id.attempt];
            select.query_row(place, |row| status(row, now_ms)).optional()
        })?;
        Ok(found.unwrap_or(TaskStatus::Absent))
    }

    fn withdraw(&self, id: &TaskId) -> std::result::Result<(), StoreError> {
        let place = params![id.run.as_bytes(), id.instance, id.attempt];
        self.write(|db| db.prepare_cached(WITHDRAW)?.execute(place).map(drop))
    }

    fn take(
        &self,
        worker: &str,
        by: &str,
        (now_ms, until_ms): (i64, i64),
    ) -> std::result::Result<Option<ClaimedTask>, StoreError> {
        // Whoever asks often and finds nothing must not keep writers waiting.
        if self.read(|db| free(db, worker, now_ms))?.is_none() {
            return Ok(None);
        }
        self.write(|db| {
            immediate(db, |db| {
                db.prepare_cached(SWEEP)?.execute([])?;
                let Some(id) = free(db, worker, now_ms)? else { return Ok(None) };
                let mut update = db.prepare_cached(CLAIM)?;
                update.query_row(params![id, by, until_ms], claimed).optional()
            })
        })
    }

    fn keep(&self, token: &str, until_ms: i64) -> std::result::Result<ClaimAnswer, StoreError> {
        self.write(|db| {
            immediate(db, |db| {
                // The owner may have ended its run and gone before it could take the task back.
                db.prepare_cached(SWEEP)?.execute([])?;
                db.prepare_cached(KEEP)?.execute(params![token, until_ms]).map(answer)
            })
        })
    }

    fn reply(&self, token: &str, reply: &str) -> std::result::Result<ClaimAnswer, StoreError> {
        self.write(|db| {
            immediate(db, |db| {
                let mut select = db.prepare_cached(TOLD)?;
                let told: Option<Option<String>> =
                    select.query_row([token], |row| row.get(0)).optional()?;
                match told {
                    Some(Some(told)) if told == reply => Ok(ClaimAnswer::Repeated),
                    Some(Some(_)) | None => Ok(ClaimAnswer::Lost),
                    Some(None) => {
                        // The owner may have ended its run and gone before it could take the task back.
                        db.prepare_cached(SWEEP)?.execute([])?;
                        let row = params![token, reply];
                        db.prepare_cached(REPLY)?.execute(row).map(answer)
                    }
                }
            })
        })
    }

    fn give_back(&self, token: &str) -> std::result::Result<ClaimAnswer, StoreError> {
        let given = self.write(|db| db.prepare_cached(GIVE_BACK)?.execute([token]))?;
        Ok(answer(given))
    }
}

fn free(db: &Connection, worker: &str, now_ms: i64) -> Result<Option<i64>> {
    let mut select = db.prepare_cached(FREE)?;
    let wanted = params![worker, now_ms, CLAIM_LIMIT];
    select.query_row(wanted, |row| row.get(0)).optional()
}

fn status(row: &Row<'_>, now_ms: i64) -> Result<TaskStatus> {
    let (reply, holder): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
    let (until, claims): (Option<i64>, u32) = (row.get(2)?, row.get(3)?);
    Ok(match (reply, holder, until) {
        (Some(reply), _, _) => TaskStatus::Done { reply },
        (None, Some(by), Some(until)) if now_ms <= until => TaskStatus::Claimed { by },
        (None, Some(_), _) if CLAIM_LIMIT <= claims => TaskStatus::Abandoned,
        (None, _, _) => TaskStatus::Offered,
    })
}

fn claimed(row: &Row<'_>) -> Result<ClaimedTask> {
    let run = RunId::from_bytes(row.get(0)?);
    let id = TaskId { run, instance: row.get(1)?, attempt: row.get(2)? };
    Ok(ClaimedTask {
        id,
        token: row.get(3)?,
        delivery: row.get(4)?,
        request: row.get(5)?,
    })
}

/// By the number of rows that a word reached.
fn answer(reached: usize) -> ClaimAnswer {
    if reached == 1 { ClaimAnswer::Accepted } else { ClaimAnswer::Lost }
}
