//! How well it is told what a document says to a statement: that it holds, that it does not, or
//! nothing.

use std::path::Path;

use jurat_verify::relation::{EntailmentRelation, PremiseDocument};
use serde::{Deserialize, Serialize};

use crate::{
    DatasetSplit, EvalError, jsonl,
    word_overlap_baseline::{containment, share, threshold},
};

/// A document with its statements. Offsets count characters.
#[derive(Debug, Deserialize)]
struct ContractNliRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    text: String,
    spans: Vec<(usize, usize)>,
    items: Vec<NliHypothesisRow>,
}

#[derive(Debug, Deserialize)]
struct NliHypothesisRow {
    hypothesis: String,
    label: NliLabel,
    #[serde(default)]
    evidence_span_idx: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum NliLabel {
    Entailment,
    Contradiction,
    NotMentioned,
}

#[derive(Debug, Clone, Serialize)]
pub struct ContractNliFigures {
    pub documents: usize,
    pub items: usize,
    pub accuracy: f64,
    /// The mean of the three labels' F1.
    pub macro_f1: f64,
    /// Of the statements of which nothing is said, those told so.
    pub not_mentioned_recall: f64,
    /// Of the passages that prove a label, those named as evidence.
    pub evidence_recall: f64,
    /// Of the passages named as evidence, those that prove a label.
    pub evidence_precision: f64,
    /// Always `Entailment` or `NotMentioned`, by the share of words in the best passage.
    pub baseline: NliBaseline,
}

/// What word counting alone would do.
#[derive(Debug, Clone, Serialize)]
pub struct NliBaseline {
    /// The share of words from which a statement is said to hold; best on the tune part.
    pub threshold: f64,
    pub accuracy: f64,
    /// The mean of the three labels' F1.
    pub macro_f1: f64,
    /// Of the statements of which nothing is said, those told so.
    pub not_mentioned_recall: f64,
}

/// What was told of one statement.
struct NliPrediction {
    tune: bool,
    measured: bool,
    gold: NliLabel,
    said: NliLabel,
    contained: f64,
    proofs: usize,
    named: usize,
    right: usize,
}

/// Measures what is told of every statement of a part.
pub fn contract_nli(data: &Path, part: DatasetSplit) -> Result<ContractNliFigures, EvalError> {
    let all: Vec<ContractNliRow> = jsonl::read_rows(data)?;
    let told: Vec<NliPrediction> = all.iter().flat_map(|row| told(row, part)).collect();
    let measured: Vec<&NliPrediction> = told.iter().filter(|one| one.measured).collect();
    if measured.is_empty() {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    let tune: Vec<&NliPrediction> = told.iter().filter(|one| one.tune).collect();
    let by_words = |from: f64| {
        move |one: &NliPrediction| {
            if from <= one.contained { NliLabel::Entailment } else { NliLabel::NotMentioned }
        }
    };
    let threshold = threshold(|from| ConfusionMatrix::of(&tune, by_words(from)).macro_f1());
    let (ours, baseline) = (
        ConfusionMatrix::of(&measured, |one| one.said),
        ConfusionMatrix::of(&measured, by_words(threshold)),
    );
    let sum = |count: fn(&NliPrediction) -> usize| {
        measured.iter().map(|one| count(one)).sum::<usize>()
    };
    Ok(ContractNliFigures {
        documents: all.iter().filter(|row| part.holds(row.key())).count(),
        items: measured.len(),
        accuracy: ours.accuracy(),
        macro_f1: ours.macro_f1(),
        not_mentioned_recall: ours.recall(NliLabel::NotMentioned),
        evidence_recall: share(sum(|one| one.right), sum(|one| one.proofs)),
        evidence_precision: share(sum(|one| one.right), sum(|one| one.named)),
        baseline: NliBaseline {
            threshold,
            accuracy: baseline.accuracy(),
            macro_f1: baseline.macro_f1(),
            not_mentioned_recall: baseline.recall(NliLabel::NotMentioned),
        },
    })
}

impl ContractNliRow {
    fn key(&self) -> &str {
        self.group.as_deref().unwrap_or(&self.id)
    }

    /// The passages; one that does not fit the text is empty.
    fn passages(&self) -> Vec<&str> {
        let mut borders: Vec<usize> = self.text.char_indices().map(|(at, _)| at).collect();
        borders.push(self.text.len());
        let passage = |(start, end): &(usize, usize)| {
            let (start, end) = (*borders.get(*start)?, *borders.get(*end)?);
            self.text.get(start..end)
        };
        self.spans
            .iter()
            .map(|span| passage(span).unwrap_or_default())
            .collect()
    }
}

fn told(row: &ContractNliRow, part: DatasetSplit) -> Vec<NliPrediction> {
    let (tune, measured) = (DatasetSplit::Tune.holds(row.key()), part.holds(row.key()));
    if !tune && !measured {
        return Vec::new();
    }
    let passages = row.passages();
    let document = PremiseDocument::read(&passages);
    let told = row.items.iter().map(|item| {
        let (relation, named) = document.relation(&item.hypothesis);
        let gold = &item.evidence_span_idx;
        NliPrediction {
            tune,
            measured,
            gold: item.label,
            said: label(relation),
            contained: containment(&item.hypothesis, passages.iter().copied()),
            proofs: gold.len(),
            right: named.iter().filter(|at| gold.contains(at)).count(),
            named: named.len(),
        }
    });
    told.collect()
}

const fn label(relation: EntailmentRelation) -> NliLabel {
    match relation {
        EntailmentRelation::Entailment => NliLabel::Entailment,
        EntailmentRelation::Contradiction => NliLabel::Contradiction,
        EntailmentRelation::NotMentioned => NliLabel::NotMentioned,
    }
}

/// How often each label was taken for each.
struct ConfusionMatrix([[usize; 3]; 3]);

impl ConfusionMatrix {
    fn of(told: &[&NliPrediction], said: impl Fn(&NliPrediction) -> NliLabel) -> Self {
        let mut counts = [[0; 3]; 3];
        for one in told {
            counts[one.gold as usize][said(one) as usize] += 1;
        }
        Self(counts)
    }

    fn accuracy(&self) -> f64 {
        let right = (0..3).map(|at| self.0[at][at]).sum();
        share(right, self.0.iter().flatten().sum())
    }

    fn recall(&self, label: NliLabel) -> f64 {
        let row = &self.0[label as usize];
        share(row[label as usize], row.iter().sum())
    }

    fn macro_f1(&self) -> f64 {
        let f1 = (0..3).map(|at| {
            let said: usize = self.0.iter().map(|row| row[at]).sum();
            let there: usize = self.0[at].iter().sum();
            share(2 * self.0[at][at], said + there)
        });
        f1.sum::<f64>() / 3.0
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfusionMatrix, ContractNliRow, NliHypothesisRow, NliLabel, told};
    use crate::DatasetSplit;

    #[test]
    fn passages_are_cut_at_characters() {
        let row = ContractNliRow {
            id: "a".into(),
            group: None,
            text: "É só. The holder shall keep the records for ten years.".into(),
            spans: vec![(0, 5), (6, 54), (50, 900)],
            items: vec![NliHypothesisRow {
                hypothesis: "The holder shall keep the records.".into(),
                label: NliLabel::Entailment,
                evidence_span_idx: vec![1],
            }],
        };
        assert_eq!(row.passages()[0], "É só.");
        assert_eq!(row.passages()[2], "");
        let told = told(&row, DatasetSplit::All);
        assert_eq!((told.len(), told[0].proofs), (1, 1));
        assert!((told[0].contained - 1.0).abs() < 1e-9);
    }

    #[test]
    fn figures_come_from_the_counts() {
        let counts = ConfusionMatrix([[8, 1, 1], [2, 2, 0], [0, 0, 6]]);
        assert!((counts.accuracy() - 0.8).abs() < 1e-9);
        assert!((counts.recall(NliLabel::NotMentioned) - 1.0).abs() < 1e-9);
        let f1 = (16.0 / 20.0 + 4.0 / 7.0 + 12.0 / 13.0) / 3.0;
        assert!((counts.macro_f1() - f1).abs() < 1e-9);
    }
}
