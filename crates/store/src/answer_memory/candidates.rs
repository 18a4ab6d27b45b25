//! The answers that share the rarest terms of a question.

use std::collections::BTreeMap;

use jurat_retrieve::memory::{MemoryKey, RememberedAnswer};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{record, writing::scope_name};

/// Postings that one look-up reads at most.
const MOST_ROWS: u32 = 1000;
/// Answers that are looked up one by one among those of common terms, at most.
const MOST_LOOKED_UP: usize = 200;
/// Candidates that are handed out at most: each is compared word by word.
const MOST: usize = 16;

/// A term of the question that is held.
struct HeldTerm {
    number: i64,
    answers: u32,
}

pub(super) fn found(
    database: &Connection,
    asked: &MemoryKey,
) -> rusqlite::Result<Vec<RememberedAnswer>> {
    let sql = "SELECT number, answers FROM scopes WHERE name = ?1";
    let scope = database
        .prepare_cached(sql)?
        .query_row([scope_name(&asked.scope, asked.language)], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, u32>(1)?))
        })
        .optional()?;
    let Some((scope, answers)) = scope else { return Ok(Vec::new()) };
    let terms = held_terms(database, scope, &asked.terms)?;
    let mut best: Vec<(i64, f64)> = weighed(database, &terms, answers)?.into_iter().collect();
    // The newest first among those that share as much.
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then(other.0.cmp(&one.0)));
    best.truncate(MOST);
    let mut row = database.prepare_cached("SELECT record FROM answers WHERE number = ?1")?;
    best.iter()
        .map(|(answer, _)| row.query_row([answer], |row| record(&row.get::<_, String>(0)?)))
        .collect()
}

/// The terms that any answer of the scope has, the rarest first.
fn held_terms(
    database: &Connection,
    scope: i64,
    terms: &[String],
) -> rusqlite::Result<Vec<HeldTerm>> {
    let sql = "SELECT number, answers FROM terms WHERE scope = ?1 AND term = ?2";
    let mut row = database.prepare_cached(sql)?;
    let mut held = Vec::new();
    for term in terms {
        let found = row.query_row(params![scope, term], |row| {
            Ok(HeldTerm { number: row.get(0)?, answers: row.get(1)? })
        });
        held.extend(found.optional()?.filter(|term| 0 < term.answers));
    }
    held.sort_by_key(|term| (term.answers, term.number));
    Ok(held)
}

/// What each answer shares with the question, rarer terms counting for more.
fn weighed(
    database: &Connection,
    terms: &[HeldTerm],
    answers: u32,
) -> rusqlite::Result<BTreeMap<i64, f64>> {
    let sql = "SELECT answer FROM postings WHERE term = ?1 ORDER BY answer DESC LIMIT ?2";
    let mut rows = database.prepare_cached(sql)?;
    let mut weights: BTreeMap<i64, f64> = BTreeMap::new();
    let mut left = MOST_ROWS;
    let mut common = Vec::new();
    for term in terms {
        let weight = (1.0 + f64::from(answers) / f64::from(term.answers)).ln();
        // Of a term that many have, the newest alone say little once rarer ones have found something.
        if left < term.answers && !weights.is_empty() {
            common.push((term.number, weight));
            continue;
        }
        let read = rows.query_map(params![term.number, left], |row| row.get::<_, i64>(0))?;
        for answer in read {
            *weights.entry(answer?).or_default() += weight;
            left = left.saturating_sub(1);
        }
    }
    if weights.len() <= MOST_LOOKED_UP {
        let mut row = database
            .prepare_cached("SELECT 1 FROM postings WHERE term = ?1 AND answer = ?2")?;
        for (term, weight) in common {
            for (answer, weighed) in &mut weights {
                if row.exists(params![term, answer])? {
                    *weighed += weight;
                }
            }
        }
    }
    Ok(weights)
}
