//! How well the status of citations is told, against an index that is all that exists.

use std::{collections::BTreeMap, path::Path};

use jurat_model::{CitationLayer, CitationOutcome};
use jurat_text::citations::{Citation, CitationOptions, extract};
use jurat_verify::citations::{
    CitationStatusOptions, CitationStatusRequest, DecisionIndex, IndexCompleteness, read_index,
    status,
};
use serde::{Deserialize, Serialize};

use crate::{DatasetSplit, EvalError, jsonl};

/// One citation with its label.
#[derive(Debug, Deserialize)]
struct CitationStatusRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    cite: String,
    label: String,
    #[serde(default)]
    as_of: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct CitationStatusFigures {
    pub rows: usize,
    /// Rows whose label was told.
    pub accuracy: f64,
    /// For each label, how many there are and how many were told.
    pub by_label: BTreeMap<String, LabelFigures>,
}

/// The figures of one label.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LabelFigures {
    pub rows: usize,
    pub right: usize,
    pub accuracy: f64,
    /// What was said instead, and how often.
    pub instead: BTreeMap<String, usize>,
}

/// Measures the labels `valid`, `not_in_index`, `name_mismatch` and `overruled`.
pub fn citation_status(
    data: &Path,
    index: &Path,
    part: DatasetSplit,
) -> Result<CitationStatusFigures, EvalError> {
    let text = std::fs::read_to_string(index)
        .map_err(|error| EvalError::File { path: index.to_owned(), error })?;
    let known = read_index(&text).map_err(|error| EvalError::Row {
        path: index.to_owned(),
        line: error.line,
        message: error.message,
    })?;
    let all: Vec<CitationStatusRow> = jsonl::read_rows(data)?;
    let mut by_label: BTreeMap<String, LabelFigures> = BTreeMap::new();
    for row in &all {
        if !part.holds(row.group.as_deref().unwrap_or(&row.id)) {
            continue;
        }
        let said = label(&row.cite, row.as_of.as_deref(), &known);
        let figures = by_label.entry(row.label.clone()).or_default();
        figures.rows += 1;
        if said == row.label {
            figures.right += 1;
        } else {
            *figures.instead.entry(said.to_owned()).or_default() += 1;
        }
    }
    let total: usize = by_label.values().map(|figures| figures.rows).sum();
    if total == 0 {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    for figures in by_label.values_mut() {
        figures.accuracy = share(figures.right, figures.rows);
    }
    let right = by_label.values().map(|figures| figures.right).sum();
    Ok(CitationStatusFigures {
        rows: total,
        accuracy: share(right, total),
        by_label,
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows are small")]
fn share(right: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { right as f64 / of as f64 }
}

/// The label that the status of a citation amounts to. What stands before the citation is its name.
fn label(cite: &str, as_of: Option<&str>, index: &DecisionIndex) -> &'static str {
    let found: Option<Citation> = extract(cite, CitationOptions { now: None })
        .into_iter()
        .find(|one| one.kind.is_decision());
    let (written, before) = match &found {
        Some(citation) => {
            (cite.get(citation.span.clone()).unwrap_or(cite), cite.get(..citation.span.start))
        }
        None => match cite.rsplit_once(',') {
            Some((name, written)) => (written.trim(), Some(name)),
            None => (cite, None),
        },
    };
    let name = before.map(|name| name.trim().trim_end_matches([',', '(']).trim());
    let asked = CitationStatusRequest {
        written,
        citation: found.as_ref(),
        parallel: &[],
        name: name.filter(|name| !name.is_empty()),
        quote: None,
    };
    let status = status(
        &asked,
        index,
        CitationStatusOptions { world: IndexCompleteness::Closed, as_of },
    );
    let failed = |layer| {
        status
            .layer(layer)
            .is_some_and(|one| one.outcome == CitationOutcome::Failed)
    };
    if failed(CitationLayer::Exists) {
        "not_in_index"
    } else if failed(CitationLayer::NameMatches) {
        "name_mismatch"
    } else if failed(CitationLayer::GoodLaw) {
        "overruled"
    } else {
        "valid"
    }
}
