//! Keeping and forgetting: an answer, its terms and their counts change together or not at all.

use jurat_canon::Hash;
use jurat_retrieve::memory::{MemoryKey, MemoryQuestion, MemoryScope, RememberedAnswer};
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use crate::sqlite::bad_value;

pub(super) fn remember(
    database: &mut Connection,
    answer: &RememberedAnswer,
) -> rusqlite::Result<()> {
    let question = MemoryQuestion::read(&answer.question, Some(answer.language));
    let key = MemoryKey::of(&question, &answer.scope);
    let record = serde_json::to_string(answer).map_err(|error| bad_value(error.to_string()))?;
    let work = database.transaction()?;
    forget(&work, answer.id)?;
    let scope = counted_scope(&work, &scope_name(&key.scope, key.language))?;
    let at_ms = i64::try_from(answer.remembered_at_ms).unwrap_or(i64::MAX);
    work.prepare_cached(
        "INSERT INTO answers (id, scope, at_ms, record) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![answer.id.to_string(), scope, at_ms, record])?;
    let number = work.last_insert_rowid();
    for term in &key.terms {
        let sql = "INSERT INTO terms (scope, term, answers) VALUES (?1, ?2, 1)
            ON CONFLICT DO UPDATE SET answers = answers + 1 RETURNING number";
        let term: i64 = work
            .prepare_cached(sql)?
            .query_row(params![scope, term], |row| row.get(0))?;
        work.prepare_cached("INSERT INTO postings (term, answer) VALUES (?1, ?2)")?
            .execute(params![term, number])?;
    }
    work.commit()
}

/// Whether there was one to forget.
pub(super) fn forget(work: &Transaction<'_>, id: Hash) -> rusqlite::Result<bool> {
    let sql = "DELETE FROM answers WHERE id = ?1 RETURNING number, scope";
    let found = work
        .prepare_cached(sql)?
        .query_row([id.to_string()], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
        .optional()?;
    let Some((number, scope)) = found else { return Ok(false) };
    let its_terms = "number IN (SELECT term FROM postings WHERE answer = ?1)";
    let sql = format!("UPDATE terms SET answers = answers - 1 WHERE {its_terms}");
    work.prepare_cached(&sql)?.execute([number])?;
    // What a question was about is forgotten with it.
    let sql = format!("DELETE FROM terms WHERE answers = 0 AND {its_terms}");
    work.prepare_cached(&sql)?.execute([number])?;
    work.prepare_cached("DELETE FROM postings WHERE answer = ?1")?
        .execute([number])?;
    work.prepare_cached("UPDATE scopes SET answers = answers - 1 WHERE number = ?1")?
        .execute([scope])?;
    Ok(true)
}

/// How many there were.
pub(super) fn forget_all(database: &mut Connection) -> rusqlite::Result<u64> {
    let work = database.transaction()?;
    let count = work.execute("DELETE FROM answers", ())?;
    for table in ["postings", "terms", "scopes"] {
        work.execute(&format!("DELETE FROM {table}"), ())?;
    }
    work.commit()?;
    Ok(count as u64)
}

/// A scope and a language as one name: answers of two are never looked at together.
pub(super) fn scope_name(scope: &MemoryScope, language: impl std::fmt::Display) -> String {
    let MemoryScope { corpus, preset, jurisdiction, as_of } = scope;
    serde_json::json!([corpus, preset, jurisdiction, as_of, language.to_string()]).to_string()
}

/// The number of a scope, with one answer more.
fn counted_scope(work: &Transaction<'_>, name: &str) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO scopes (name, answers) VALUES (?1, 1)
        ON CONFLICT DO UPDATE SET answers = answers + 1 RETURNING number";
    work.prepare_cached(sql)?.query_row([name], |row| row.get(0))
}
