//! How well decisions are read off their text: fields of whole decisions, entries of dockets, citations in their contexts.

use std::{collections::BTreeMap, path::Path};

use jurat_citator::{CourtTable, DecisionRecord, ShortNames, read_decision};
use jurat_text::citations::Citation;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{DatasetSplit, EvalError, jsonl, scores::share};

/// A row of any of the three shapes.
#[derive(Debug, Deserialize)]
struct DecisionRow {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    group: Option<String>,
    /// The text, or the file beside the data that holds it.
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    citation: Option<String>,
    #[serde(default)]
    court: Option<String>,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    judge: Option<Value>,
    #[serde(default)]
    outcome: Option<String>,
    // Entries of dockets.
    #[serde(default)]
    task: Option<String>,
    #[serde(default)]
    label: Option<String>,
    // Citations in their contexts.
    #[serde(default)]
    source_citation: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    citation_text: Option<String>,
    #[serde(default)]
    target: Option<String>,
    #[serde(default)]
    context: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct DecisionFigures {
    pub items: usize,
    /// For each field, the share that was read right of those that the data tell.
    pub accuracy: BTreeMap<String, f64>,
    /// How many rows tell each field.
    pub rows: BTreeMap<String, usize>,
    /// Rows read otherwise, the first few of each field.
    pub wrong: BTreeMap<String, Vec<String>>,
}

/// Rows shown of each field that was read otherwise.
const MOST_SHOWN: usize = 12;

#[derive(Debug, Default)]
struct FieldCounts {
    right: BTreeMap<String, usize>,
    rows: BTreeMap<String, usize>,
    wrong: BTreeMap<String, Vec<String>>,
}

impl FieldCounts {
    fn count(&mut self, field: &str, id: &str, right: bool, told: &str) {
        *self.rows.entry(field.to_owned()).or_default() += 1;
        *self.right.entry(field.to_owned()).or_default() += usize::from(right);
        let wrong = self.wrong.entry(field.to_owned()).or_default();
        if !right && wrong.len() < MOST_SHOWN {
            wrong.push(format!("{id}: {told}"));
        }
    }
}

/// Measures citation, court, date, judge and outcome; of contexts kind and target.
pub fn decisions(
    data: &Path,
    part: DatasetSplit,
    courts: &CourtTable,
) -> Result<DecisionFigures, EvalError> {
    let all: Vec<DecisionRow> = jsonl::read_rows(data)?;
    let names = short_names(&all, courts);
    let mut counts = FieldCounts::default();
    let mut items = 0;
    for row in &all {
        let text = whole_text(data, row)?;
        let key = row.group.as_deref().or(row.id.as_deref());
        if !part.holds(key.unwrap_or(&text)) {
            continue;
        }
        items += 1;
        let id = row
            .id
            .clone()
            .or_else(|| row.citation.clone())
            .unwrap_or_else(|| text.chars().take(40).collect());
        if row.context.is_some() {
            count_context(&mut counts, row, &id, courts, &names);
        } else if row.task.is_some() {
            count_entry(&mut counts, row, &id, &read_decision(&text, courts));
        } else {
            count_decision(&mut counts, row, &id, &read_decision(&text, courts), courts);
        }
    }
    if items == 0 {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    let FieldCounts { right, rows, wrong } = counts;
    let accuracy = rows
        .iter()
        .map(|(field, rows)| {
            (field.clone(), share(right.get(field).copied().unwrap_or(0), *rows))
        })
        .collect();
    Ok(DecisionFigures { items, accuracy, rows, wrong })
}

fn whole_text(data: &Path, row: &DecisionRow) -> Result<String, EvalError> {
    match (&row.text, &row.file) {
        (Some(text), _) => Ok(text.clone()),
        (None, Some(file)) => {
            let path = data.parent().unwrap_or(Path::new(".")).join(file);
            std::fs::read_to_string(&path).map_err(|error| EvalError::File { path, error })
        }
        _ => Ok(row.context.clone().unwrap_or_default()),
    }
}

fn count_decision(
    counts: &mut FieldCounts,
    row: &DecisionRow,
    id: &str,
    read: &DecisionRecord,
    courts: &CourtTable,
) {
    let given = row.key.as_deref().or(row.citation.as_deref()).unwrap_or_default();
    if let Some(want) = courts.extract(given, None).first().and_then(|one| one.normal.first())
        && courts.extract(given, None)[0].kind == jurat_text::citations::CitationKind::Neutral
    {
        let got = read.citation.as_ref().map(|one| one.value.as_str());
        counts.count("citation", id, got == Some(want), &format!("{got:?}"));
    }
    if let Some(want) = &row.court {
        let got = read.court.as_ref().map(|one| one.value.as_str());
        let want = courts.find(want).map_or(want.as_str(), |court| court.code.as_str());
        counts.count("court", id, got == Some(want), &format!("{got:?}, not {want}"));
    }
    if let Some(want) = &row.date {
        let got = read.date.as_ref().map(|one| one.value.as_str());
        counts.count("date", id, got == Some(want), &format!("{got:?}, not {want}"));
    }
    let judges = names_of(row.judge.as_ref());
    if !judges.is_empty() {
        let got = read.judge.as_ref().map(|one| one.value.clone());
        let right = got
            .as_ref()
            .is_some_and(|got| judges.iter().any(|one| same_person(one, got)));
        counts.count("judge", id, right, &format!("{got:?}, not {judges:?}"));
    }
    if let Some(want) = row.outcome.as_deref().and_then(coarse) {
        let got = read.outcome.as_ref().map(|one| one.outcome.result().word());
        counts.count("outcome", id, got == Some(want), &format!("{got:?}, not {want}"));
    }
}

/// The coarse class of an outcome as data write it.
fn coarse(outcome: &str) -> Option<&'static str> {
    match outcome {
        "allowed" | "accepted" | "granted" | "set_aside_returned" => Some("allowed"),
        "dismissed" | "rejected" | "denied" => Some("dismissed"),
        "allowed_in_part" | "varied" => Some("allowed_in_part"),
        _ => None,
    }
}

/// One name, a list, or a bench in one line.
fn names_of(given: Option<&Value>) -> Vec<String> {
    let lines: Vec<&str> = match given {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let parts = lines
        .iter()
        .flat_map(|line| line.split(", "))
        .flat_map(|part| part.split(" and "));
    let trimmed = parts.map(|part| {
        let part = part.trim().trim_end_matches(['*', ',']);
        let part = ["C.J.", "JJ.A.", "JJ.", "J.A.", "J."]
            .iter()
            .find_map(|end| part.strip_suffix(end))
            .unwrap_or(part);
        part.trim().trim_end_matches(['*', ',']).to_owned()
    });
    trimmed.filter(|name| !name.is_empty()).collect()
}

/// The same last name, whatever its capitals and accents.
fn same_person(one: &str, other: &str) -> bool {
    let last = |name: &str| {
        let folded = jurat_text::fold::fold(name).to_lowercase();
        folded.split_whitespace().last().map(str::to_owned)
    };
    last(one).is_some() && last(one) == last(other)
}

/// An entry of a docket: what no judge decided, or what decides nothing, is `other`.
fn count_entry(counts: &mut FieldCounts, row: &DecisionRow, id: &str, read: &DecisionRecord) {
    let want = row.label.as_deref().unwrap_or_default();
    match row.task.as_deref() {
        Some("judge") => {
            let got = read.judge.as_ref().map(|one| one.value.as_str());
            let right = match got {
                None => want == "other",
                Some(got) => want != "other" && same_person(want, got),
            };
            counts.count("judge", id, right, &format!("{got:?}, not {want}"));
        }
        Some("order_outcome") => {
            let got = read
                .outcome
                .as_ref()
                .map_or("other", |one| one.outcome.result().word());
            let want = coarse(want).unwrap_or("other");
            let right = got == want || (got == "allowed_in_part" && want == "allowed");
            counts.count("outcome", id, right, &format!("{got}, not {want}"));
        }
        _ => {}
    }
}

/// The short names of each source, over all the contexts that the data have of it.
fn short_names(all: &[DecisionRow], courts: &CourtTable) -> BTreeMap<String, ShortNames> {
    let mut names: BTreeMap<String, ShortNames> = BTreeMap::new();
    for row in all {
        if let (Some(source), Some(context)) = (&row.source_citation, &row.context) {
            names.entry(source.clone()).or_default().gather(context, courts);
        }
    }
    names
}

fn count_context(
    counts: &mut FieldCounts,
    row: &DecisionRow,
    id: &str,
    courts: &CourtTable,
    names: &BTreeMap<String, ShortNames>,
) {
    let (Some(kind), Some(written), Some(context)) =
        (row.kind.as_deref(), row.citation_text.as_deref(), row.context.as_deref())
    else {
        return;
    };
    let Some(start) = context.find(written) else { return };
    let span = start..start + written.len();
    let found = courts.extract(context, None);
    let within: Vec<&Citation> = found
        .iter()
        .filter(|one| one.whole.start < span.end && span.start < one.whole.end)
        .collect();
    let full = within
        .iter()
        .find(|one| one.kind.is_decision() && !one.normal.is_empty());
    let short = names
        .get(row.source_citation.as_deref().unwrap_or_default())
        .and_then(|names| names.resolve(written));
    let told = if full.is_some() {
        "case"
    } else if within.iter().any(|one| one.kind.is_law()) {
        "statute"
    } else if short.is_some() || within.iter().any(|one| !one.kind.is_law()) {
        "case_short"
    } else {
        "none"
    };
    // A treaty is cited like an act; a citation without its name is a case all the same.
    let want = match kind {
        "neutral" => "case",
        "instrument" => "statute",
        other => other,
    };
    counts.count("kind", id, told == want, &format!("{told}, not {kind}: {written}"));
    if let Some(target) = &row.target {
        let cited = full.map(|one| one.normal.as_slice()).or(short).unwrap_or_default();
        let right = cited.iter().any(|one| one == target);
        counts.count("target", id, right, &format!("{cited:?}, not {target}: {written}"));
    }
}
