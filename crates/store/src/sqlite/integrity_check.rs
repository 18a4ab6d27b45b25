//! What is wrong with a database, as far as it can be seen without knowing what events mean.
//!
//! Absent: the hash chain, which is the engine's.

use std::fmt::{self, Display};

use rusqlite::{Connection, Result};

use jurat_canon::Blob;

use super::row_values::{as_u64, hash, run_id};

const HEADS: &str = "SELECT id FROM runs LEFT JOIN events ON run = key AND seq = head_seq \
     WHERE 0 < head_seq AND hash IS NOT head_hash";
const GAPS: &str = "SELECT id FROM runs WHERE head_seq <> (SELECT count(*) FROM events \
     WHERE run = key AND seq BETWEEN 1 AND head_seq) \
     OR EXISTS (SELECT 1 FROM events WHERE run = key AND head_seq < seq)";
const TIMES: &str = "SELECT id FROM runs JOIN events AS first ON first.run = key AND first.seq = 1 \
     JOIN events AS last ON last.run = key AND last.seq = head_seq \
     WHERE first.at_ms <> created_ms OR last.at_ms <> updated_ms";
const MISSING: &str = "SELECT id, run_blobs.hash FROM run_blobs JOIN runs ON key = run \
     WHERE NOT EXISTS (SELECT 1 FROM blobs WHERE blobs.hash = run_blobs.hash)";
const UNHELD_SNAPSHOTS: &str = "SELECT id, snapshots.hash FROM snapshots JOIN runs ON key = run \
     WHERE NOT EXISTS (SELECT 1 FROM run_blobs AS held \
     WHERE held.run = snapshots.run AND held.hash = snapshots.hash)";
const UNHELD_BLOBS: &str = "SELECT hash FROM blobs WHERE NOT EXISTS \
     (SELECT 1 FROM run_blobs WHERE run_blobs.hash = blobs.hash)";
const STRAY: &str = "SELECT run FROM (SELECT run FROM events UNION SELECT run FROM run_blobs \
     UNION SELECT run FROM snapshots UNION SELECT run FROM inbox) \
     WHERE run NOT IN (SELECT key FROM runs)";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseProblem {
    /// Where: a table, a run, a blob, a file.
    pub place: String,
    pub what: String,
}

impl DatabaseProblem {
    pub(super) fn of(place: impl Display, what: impl Display) -> Self {
        Self { place: place.to_string(), what: what.to_string() }
    }
}

impl Display for DatabaseProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

pub(super) fn problems(db: &Connection) -> Result<Vec<DatabaseProblem>> {
    let mut problems = structure(db)?;
    // On a broken file the queries below would only repeat in other words what is known now.
    if problems.is_empty() {
        problems.extend(runs(db)?);
        problems.extend(holdings(db)?);
        problems.extend(blobs(db)?);
    }
    Ok(problems)
}

fn structure(db: &Connection) -> Result<Vec<DatabaseProblem>> {
    let mut check = db.prepare("PRAGMA integrity_check")?;
    let lines = check.query_map([], |row| row.get::<_, String>(0))?;
    let wrong = lines.filter(|line| line.as_ref().map_or(true, |line| line != "ok"));
    wrong.map(|line| Ok(DatabaseProblem::of("database", line?))).collect()
}

fn runs(db: &Connection) -> Result<Vec<DatabaseProblem>> {
    let of_run = |sql, what: &str| {
        list(db, sql, |row| Ok(DatabaseProblem::of(format!("run {}", run_id(row, 0)?), what)))
    };
    let mut problems = of_run(HEADS, "the head is not the last event")?;
    problems.extend(of_run(GAPS, "events are missing or left over")?);
    problems.extend(of_run(TIMES, "lists show other times than its events have")?);
    problems.extend(list(db, STRAY, |row| {
        Ok(DatabaseProblem::of(
            format!("run with key {}", row.get::<_, i64>(0)?),
            "rows without a run",
        ))
    })?);
    Ok(problems)
}

fn holdings(db: &Connection) -> Result<Vec<DatabaseProblem>> {
    let of_run = |sql, what: &str| {
        list(db, sql, |row| {
            Ok(DatabaseProblem::of(
                format!("run {}", run_id(row, 0)?),
                format!("{what} {}", hash(row, 1)?),
            ))
        })
    };
    let mut problems = of_run(MISSING, "there is no blob")?;
    problems.extend(of_run(UNHELD_SNAPSHOTS, "nothing holds the snapshot")?);
    problems.extend(list(db, UNHELD_BLOBS, |row| {
        Ok(DatabaseProblem::of(format!("blob {}", hash(row, 0)?), "no run holds it"))
    })?);
    Ok(problems)
}

fn blobs(db: &Connection) -> Result<Vec<DatabaseProblem>> {
    let checked = list(db, "SELECT hash, size, encoded FROM blobs", |row| {
        let name = hash(row, 0)?;
        let decoded = Blob::decode(name, as_u64(row, 1)?, row.get_ref(2)?.as_blob()?);
        Ok(decoded.err().map(|error| DatabaseProblem::of("blobs", error)))
    })?;
    Ok(checked.into_iter().flatten().collect())
}

fn list<T>(
    db: &Connection,
    sql: &str,
    decode: impl FnMut(&rusqlite::Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    db.prepare(sql)?.query_map([], decode)?.collect()
}
