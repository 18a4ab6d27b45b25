//! How well questions that the passages do not answer are refused.

use std::path::Path;

use jurat_verify::{ANSWERS_MIN, answerable};
use serde::{Deserialize, Serialize};

use crate::{
    DatasetSplit, EvalError, jsonl,
    word_overlap_baseline::{containment, share, threshold},
};

/// A conversation, with what was retrieved for its last turn.
#[derive(Debug, Deserialize)]
struct AnswerabilityRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    messages: Vec<ConversationTurn>,
    #[serde(default)]
    contexts: Vec<RetrievedContext>,
    answerability: String,
}

#[derive(Debug, Deserialize)]
struct ConversationTurn {
    speaker: String,
    text: String,
}

#[derive(Debug, Deserialize)]
struct RetrievedContext {
    text: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct AnswerabilityFigures {
    #[serde(flatten)]
    pub all: RefusalFigures,
    /// Over rows that have passages: to refuse without any proves nothing.
    pub with_context: RefusalFigures,
    /// What word counting alone would do.
    pub baseline: RefusalBaseline,
}

/// How well refusals are told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RefusalFigures {
    pub rows: usize,
    pub accuracy: f64,
    /// Of the refusals, those that were right.
    pub refusal_precision: f64,
    /// Of the rows to refuse, those that were refused.
    pub refusal_recall: f64,
}

/// What word counting alone would do.
#[derive(Debug, Clone, Serialize)]
pub struct RefusalBaseline {
    /// The share of words below which a question is refused; most accurate on the tune part's rows
    /// with passages.
    pub threshold: f64,
    #[serde(flatten)]
    pub all: RefusalFigures,
    /// Over rows that have passages.
    pub with_context: RefusalFigures,
}

/// What was told of one row.
#[derive(Debug, Clone, Copy)]
struct RefusalPrediction {
    tune: bool,
    measured: bool,
    refuse: bool,
    /// How likely the passages address the question.
    likely: f64,
    /// The share of its words that the best passage has; nothing where there is none.
    contained: Option<f64>,
}

/// Measures refusals on the rows of a part. A row is to be refused where it is labelled
/// `UNANSWERABLE` or `UNDERSPECIFIED`.
pub fn answerability(
    data: &Path,
    part: DatasetSplit,
) -> Result<AnswerabilityFigures, EvalError> {
    let all: Vec<AnswerabilityRow> = jsonl::read_rows(data)?;
    let told: Vec<RefusalPrediction> = all.iter().map(|row| told(row, part)).collect();
    let measured: Vec<RefusalPrediction> =
        told.iter().filter(|one| one.measured).copied().collect();
    if measured.is_empty() {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    let tune: Vec<RefusalPrediction> = told
        .iter()
        .filter(|one| one.tune && one.contained.is_some())
        .copied()
        .collect();
    let threshold = threshold(|below| figures(&tune, |one| lacks(one, below)).accuracy);
    let with: Vec<RefusalPrediction> = measured
        .iter()
        .filter(|one| one.contained.is_some())
        .copied()
        .collect();
    let by_words = |one: &RefusalPrediction| lacks(one, threshold);
    Ok(AnswerabilityFigures {
        all: figures(&measured, refused),
        with_context: figures(&with, refused),
        baseline: RefusalBaseline {
            threshold,
            all: figures(&measured, by_words),
            with_context: figures(&with, by_words),
        },
    })
}

fn told(row: &AnswerabilityRow, part: DatasetSplit) -> RefusalPrediction {
    let key = row.group.as_deref().unwrap_or(&row.id);
    let turns = row.messages.iter().filter(|message| message.speaker == "user");
    let turns: Vec<&str> = turns.map(|message| message.text.as_str()).collect();
    let contexts: Vec<&str> =
        row.contexts.iter().map(|context| context.text.as_str()).collect();
    let last = turns.last().copied().unwrap_or_default();
    RefusalPrediction {
        tune: DatasetSplit::Tune.holds(key),
        measured: part.holds(key),
        refuse: matches!(row.answerability.as_str(), "UNANSWERABLE" | "UNDERSPECIFIED"),
        likely: answerable(&turns, &contexts),
        contained: (!contexts.is_empty()).then(|| containment(last, contexts.iter().copied())),
    }
}

fn refused(one: &RefusalPrediction) -> bool {
    one.likely < ANSWERS_MIN
}

/// Whether the best passage has fewer of the words, or there is none.
fn lacks(one: &RefusalPrediction, threshold: f64) -> bool {
    one.contained.is_none_or(|contained| contained < threshold)
}

fn figures(
    rows: &[RefusalPrediction],
    said: impl Fn(&RefusalPrediction) -> bool,
) -> RefusalFigures {
    let count =
        |test: &dyn Fn(&RefusalPrediction) -> bool| rows.iter().filter(|one| test(one)).count();
    let right = count(&|one| said(one) && one.refuse);
    RefusalFigures {
        rows: rows.len(),
        accuracy: share(count(&|one| said(one) == one.refuse), rows.len()),
        refusal_precision: share(right, count(&|one| said(one))),
        refusal_recall: share(right, count(&|one| one.refuse)),
    }
}

#[cfg(test)]
mod tests {
    use super::{RefusalPrediction, figures, refused};

    #[test]
    fn refusals_are_counted() {
        let row = |refuse, likely| RefusalPrediction {
            tune: false,
            measured: true,
            refuse,
            likely,
            contained: None,
        };
        let rows = [row(true, 0.0), row(true, 0.9), row(false, 0.0), row(false, 0.9)];
        let found = figures(&rows, refused);
        assert_eq!((found.rows, found.accuracy), (4, 0.5));
        assert_eq!((found.refusal_precision, found.refusal_recall), (0.5, 0.5));
    }
}
