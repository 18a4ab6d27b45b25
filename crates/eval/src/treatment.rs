//! How well it is told what a decision does with those it cites.

use std::{collections::BTreeMap, path::Path};

use jurat_citator::{CourtTable, TreatmentKind, citing_treatments};
use serde::{Deserialize, Serialize};

use crate::{DatasetSplit, EvalError, jsonl, scores::share};

#[derive(Debug, Deserialize)]
struct TreatmentRow {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    group: Option<String>,
    /// A row may say itself which part it is in.
    #[serde(default)]
    part: Option<String>,
    #[serde(alias = "context")]
    text: String,
    #[serde(alias = "citation_text")]
    citation: String,
    #[serde(alias = "kind")]
    label: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct TreatmentFigures {
    pub items: usize,
    pub accuracy: f64,
    /// Over the kinds that occur.
    pub macro_f1: f64,
    /// Mentions that were called a treatment or history.
    pub false_treatments: usize,
    pub by_kind: BTreeMap<String, TreatmentKindFigures>,
    /// What was told otherwise.
    pub wrong: Vec<String>,
}

/// The figures of one kind.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TreatmentKindFigures {
    pub items: usize,
    pub right: usize,
    /// How often it was told, rightly or not.
    pub told: usize,
}

/// Measures the kinds of treatment.
pub fn treatment(data: &Path, part: DatasetSplit) -> Result<TreatmentFigures, EvalError> {
    let courts = CourtTable::canada();
    let all: Vec<TreatmentRow> = jsonl::read_rows(data)?;
    let mut by_kind: BTreeMap<String, TreatmentKindFigures> = BTreeMap::new();
    let (mut items, mut right, mut false_treatments) = (0, 0, 0);
    let mut wrong = Vec::new();
    for row in all.iter().filter(|row| is_held(row, part)) {
        let want = kind_of(&row.label);
        let got = told(row, &courts);
        items += 1;
        by_kind.entry(want.word().to_owned()).or_default().items += 1;
        by_kind.entry(got.word().to_owned()).or_default().told += 1;
        if want == got {
            right += 1;
            by_kind.entry(want.word().to_owned()).or_default().right += 1;
        } else {
            let id = row.id.as_deref().unwrap_or_default();
            wrong.push(format!("{id}: {}, not {}", got.word(), want.word()));
            false_treatments += usize::from(want == TreatmentKind::Mentioned);
        }
    }
    if items == 0 {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    let scores: Vec<f64> = by_kind
        .values()
        .filter(|one| 0 < one.items)
        .map(|one| share(2 * one.right, one.items + one.told))
        .collect();
    let macro_f1 = scores.iter().sum::<f64>() / crate::scores::count(scores.len());
    Ok(TreatmentFigures {
        items,
        accuracy: share(right, items),
        macro_f1,
        false_treatments,
        by_kind,
        wrong,
    })
}

fn is_held(row: &TreatmentRow, part: DatasetSplit) -> bool {
    if let Some(Ok(own)) = row.part.as_deref().map(str::parse::<DatasetSplit>) {
        return part == DatasetSplit::All || own == part;
    }
    let key = row.group.as_deref().or(row.id.as_deref());
    part.holds(key.unwrap_or(&row.text))
}

/// The kind of a label. What the cited case does to another is no treatment of it.
fn kind_of(label: &str) -> TreatmentKind {
    if label == "approved" {
        return TreatmentKind::Followed;
    }
    let word = label.strip_prefix("history_").unwrap_or(label);
    TreatmentKind::from_word(word).unwrap_or(TreatmentKind::Mentioned)
}

/// What the text does with the case that the row cites.
fn told(row: &TreatmentRow, courts: &CourtTable) -> TreatmentKind {
    let Some(start) = row.text.find(&row.citation) else { return TreatmentKind::Mentioned };
    // A citation with its name ends with the number that tells it.
    let end = start + row.citation.len();
    let contexts = citing_treatments(&row.text, courts, None);
    let found = contexts
        .iter()
        .filter(|one| one.mention.start < end && start < one.mention.end)
        .max_by_key(|one| one.mention.start);
    match found {
        Some(found) => found.kind,
        None => named(row, start, courts),
    }
}

/// A short form whose full citation is not in the row: the name is read as if it had been given before.
fn named(row: &TreatmentRow, start: usize, courts: &CourtTable) -> TreatmentKind {
    let name: String = row.citation.chars().take_while(|c| !matches!(c, ',' | ' ')).collect();
    let lead = format!("{name} v Canada, 1901 CanLII 1 [{name}].\n");
    let text = format!("{lead}{}", row.text);
    let contexts = citing_treatments(&text, courts, None);
    let at = lead.len() + start;
    contexts
        .iter()
        .find(|one| one.mention.start <= at && at < one.mention.end)
        .map_or(TreatmentKind::Mentioned, |one| one.kind)
}
