//! How well the same question is found again in other words, and another one is not.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use jurat_llm::Embedder;
use jurat_retrieve::memory::{
    AnswerMemory as _, MemoryKey, MemoryMatcher, MemoryQuestion, MemoryScope, MemoryVerdict,
    RememberedAnswer, ResidentMemory,
};
use jurat_text::Language;
use serde::{Deserialize, Serialize};

use crate::{DatasetSplit, EvalError, jsonl};

/// What to measure on, and with what.
pub struct MemoryOptions {
    pub data: PathBuf,
    pub part: DatasetSplit,
    /// Without one, only nearly the same words are the same question.
    pub embedder: Option<Arc<dyn Embedder>>,
}

/// Two questions, and whether they are one.
#[derive(Debug, Deserialize)]
struct MemoryRow {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    group: Option<String>,
    a: String,
    b: String,
    same: bool,
    /// What sets them apart.
    #[serde(default)]
    apart: String,
    #[serde(default)]
    lang: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MemoryFigures {
    pub rows: usize,
    pub same: usize,
    /// How many pairs of two questions were taken for one.
    pub false_hits: usize,
    /// Of the pairs of one question, the share that was.
    pub true_hits: f64,
    /// How often the second question hit the first of another row.
    pub stray_hits: usize,
    /// Why the same question was not known again: what set its two wordings apart.
    pub missed_for: BTreeMap<String, usize>,
    pub by_kind: BTreeMap<String, PairFigures>,
    pub by_lang: BTreeMap<String, PairFigures>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PairFigures {
    pub rows: usize,
    pub hits: usize,
}

/// Remembers the first question of every row, asks the second, and counts what is served.
pub fn memory(options: &MemoryOptions) -> Result<MemoryFigures, EvalError> {
    let all: Vec<MemoryRow> = jsonl::read_rows(&options.data)?;
    let rows: Vec<&MemoryRow> =
        all.iter().filter(|row| options.part.holds(row.key())).collect();
    if rows.is_empty() {
        let of = format!(" of {:?}", options.part);
        return Err(EvalError::Empty { path: options.data.clone(), of });
    }
    let memory = ResidentMemory::default();
    for row in &rows {
        memory.remember(&row.answered()).map_err(failed)?;
    }
    let matcher = MemoryMatcher { meaning: options.embedder.as_deref() };
    let mut figures = MemoryFigures::empty(&rows);
    let mut found = 0_usize;
    for row in &rows {
        let asked = MemoryQuestion::read(&row.b, row.language());
        let (is_hit, strays) = served(&memory, matcher, row, &asked)?;
        figures.stray_hits += strays;
        if row.same && !is_hit {
            let earlier = MemoryQuestion::read(&row.a, row.language());
            let why = match matcher.verdict(&asked, &earlier).map_err(failed)? {
                MemoryVerdict::Apart { why } => why.to_string(),
                MemoryVerdict::Hit { .. } => "not looked up".to_owned(),
            };
            *figures.missed_for.entry(why).or_default() += 1;
        }
        figures.count(row, is_hit);
        found += usize::from(is_hit && row.same);
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    let share = found as f64 / figures.same.max(1) as f64;
    figures.true_hits = share;
    Ok(figures)
}

/// Whether a row's second question is served the answer to its first, and how many of other rows it could be.
fn served(
    memory: &ResidentMemory,
    matcher: MemoryMatcher<'_>,
    row: &MemoryRow,
    asked: &MemoryQuestion,
) -> Result<(bool, usize), EvalError> {
    let own = row.answered().id;
    let (mut is_hit, mut strays) = (false, 0);
    for candidate in memory.candidates(&MemoryKey::of(asked, &scope())).map_err(failed)? {
        let earlier = MemoryQuestion::read(&candidate.question, Some(candidate.language));
        let verdict = matcher.verdict(asked, &earlier).map_err(failed)?;
        if matches!(verdict, MemoryVerdict::Hit { .. }) {
            is_hit |= candidate.id == own;
            strays += usize::from(candidate.id != own);
        }
    }
    Ok((is_hit, strays))
}

impl MemoryRow {
    fn key(&self) -> &str {
        self.group.as_deref().or(self.id.as_deref()).unwrap_or(&self.a)
    }

    fn language(&self) -> Option<Language> {
        Language::from_code(&self.lang).or_else(|| Language::of(&self.a))
    }

    fn answered(&self) -> RememberedAnswer {
        RememberedAnswer {
            id: RememberedAnswer::id_of(&self.a, &scope()),
            question: self.a.clone(),
            language: self.language().unwrap_or_default(),
            scope: scope(),
            sources: Vec::new(),
            run: String::new(),
            remembered_at_ms: 0,
            confidence: 1.0,
            proof: String::new(),
            answer: serde_json::Value::Null,
        }
    }
}

impl MemoryFigures {
    fn empty(rows: &[&MemoryRow]) -> Self {
        Self {
            rows: rows.len(),
            same: rows.iter().filter(|row| row.same).count(),
            false_hits: 0,
            true_hits: 0.0,
            stray_hits: 0,
            missed_for: BTreeMap::new(),
            by_kind: BTreeMap::new(),
            by_lang: BTreeMap::new(),
        }
    }

    fn count(&mut self, row: &MemoryRow, is_hit: bool) {
        self.false_hits += usize::from(is_hit && !row.same);
        let kind = match (row.same, row.apart.as_str()) {
            (true, _) => "same",
            (false, "") => "apart",
            (false, kind) => kind,
        };
        let lang =
            if row.same { format!("{} same", row.lang) } else { format!("{} apart", row.lang) };
        let kind = self.by_kind.entry(kind.to_owned()).or_default();
        let lang = self.by_lang.entry(lang.trim().to_owned()).or_default();
        for figures in [kind, lang] {
            figures.rows += 1;
            figures.hits += usize::from(is_hit);
        }
    }
}

fn scope() -> MemoryScope {
    MemoryScope {
        corpus: String::new(),
        preset: String::new(),
        jurisdiction: String::new(),
        as_of: String::new(),
    }
}

fn failed(error: impl std::fmt::Display) -> EvalError {
    EvalError::Subject(error.to_string())
}
