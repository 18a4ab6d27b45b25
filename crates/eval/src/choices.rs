//! Questions with answer choices: how often the right one is chosen, beside chance and the longest choice.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use crate::{
    DatasetSplit, EvalError, jsonl,
    scores::{count, share},
};

#[derive(Deserialize)]
struct ChoiceQuestionRow {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    dataset: Option<String>,
    #[serde(alias = "query")]
    question: String,
    /// By letter.
    choices: BTreeMap<String, String>,
    /// The letter of the right one.
    answer: String,
}

impl ChoiceQuestionRow {
    fn key(&self) -> &str {
        let id = self.group.as_deref().or(self.id.as_deref());
        id.unwrap_or(&self.question)
    }

    /// As a person would put it, with its choices below.
    fn text(&self) -> String {
        let lines = self.choices.values().zip('A'..);
        let lines: Vec<String> = lines
            .map(|(text, letter)| format!("{letter}. {}", one_line(text)))
            .collect();
        format!("{}\n\n{}", self.question.trim(), lines.join("\n"))
    }

    /// The letter that a row's choice has in the text.
    fn letter(&self, own: &str) -> Option<String> {
        let place = self.choices.keys().position(|key| key == own)?;
        ('A'..='Z').nth(place).map(String::from)
    }

    fn longest(&self) -> Option<String> {
        let longest = self.choices.iter().max_by_key(|(_, text)| text.chars().count())?;
        self.letter(longest.0)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub trait ChoiceProvider {
    /// The letter that is chosen; nothing where none is.
    fn choose(&self, question: &str) -> Result<Option<String>, String>;
}

#[derive(Debug, Clone, Serialize)]
pub struct ChoiceFigures {
    #[serde(flatten)]
    pub all: ChoiceShares,
    /// Between which accuracies nineteen of twenty samples as large lie (Wilson).
    pub accuracy_low: f64,
    pub accuracy_high: f64,
    pub by_dataset: BTreeMap<String, ChoiceShares>,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct ChoiceShares {
    pub items: usize,
    /// Of all; one that was left undecided is wrong.
    pub accuracy: f64,
    pub abstained: f64,
    /// Of those that were decided.
    pub accuracy_decided: f64,
    /// What the longest choice would come to, and chance.
    pub longest_choice: f64,
    pub chance: f64,
}

#[derive(Default)]
struct ChoiceCounts {
    items: usize,
    right: usize,
    abstained: usize,
    longest: usize,
    chance: f64,
}

impl ChoiceCounts {
    fn shares(&self) -> ChoiceShares {
        ChoiceShares {
            items: self.items,
            accuracy: share(self.right, self.items),
            abstained: share(self.abstained, self.items),
            accuracy_decided: share(self.right, self.items - self.abstained),
            longest_choice: share(self.longest, self.items),
            chance: self.chance / count(self.items.max(1)),
        }
    }
}

/// Puts every question with its choices to the product and counts.
pub fn choices(
    path: &Path,
    part: DatasetSplit,
    respondent: &dyn ChoiceProvider,
) -> Result<ChoiceFigures, EvalError> {
    let rows: Vec<ChoiceQuestionRow> = jsonl::read_rows(path)?;
    let mut all = ChoiceCounts::default();
    let mut by_dataset: BTreeMap<String, ChoiceCounts> = BTreeMap::new();
    for (line, row) in (1..).zip(&rows).filter(|(_, row)| part.holds(row.key())) {
        let right = row.letter(&row.answer).ok_or_else(|| EvalError::Row {
            path: path.to_path_buf(),
            line,
            message: format!("the answer `{}` is none of the choices", row.answer),
        })?;
        let chosen = respondent.choose(&row.text()).map_err(EvalError::Subject)?;
        let own = row.dataset.clone().unwrap_or_else(|| "none".to_owned());
        for counts in [&mut all, by_dataset.entry(own).or_default()] {
            counts.items += 1;
            counts.right += usize::from(chosen.as_ref() == Some(&right));
            counts.abstained += usize::from(chosen.is_none());
            counts.longest += usize::from(row.longest().as_ref() == Some(&right));
            counts.chance += 1.0 / count(row.choices.len());
        }
    }
    if all.items == 0 {
        let of = format!(" of part {part:?}").to_lowercase();
        return Err(EvalError::Empty { path: path.to_path_buf(), of });
    }
    let (accuracy_low, accuracy_high) = wilson(all.right, all.items);
    let by_dataset = by_dataset.into_iter().map(|(name, counts)| (name, counts.shares()));
    Ok(ChoiceFigures {
        all: all.shares(),
        accuracy_low,
        accuracy_high,
        by_dataset: by_dataset.collect(),
    })
}

/// Wilson's interval of a share, at 95 %.
fn wilson(part: usize, all: usize) -> (f64, f64) {
    const Z: f64 = 1.96;
    let (n, p) = (count(all), share(part, all));
    let middle = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    ((middle - spread) / whole, (middle + spread) / whole)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::fs;

    use super::{ChoiceProvider, choices};
    use crate::DatasetSplit;

    struct FirstOrNone;

    impl ChoiceProvider for FirstOrNone {
        fn choose(&self, question: &str) -> Result<Option<String>, String> {
            Ok((!question.contains("night")).then(|| "A".to_owned()))
        }
    }

    #[test]
    fn an_abstention_is_wrong_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.jsonl");
        let rows = r#"{"id":"1","query":"At day?","choices":{"1":"yes","2":"no, never"},"answer":"1"}
{"id":"2","dataset":"d","question":"At night?","choices":{"A":"yes","B":"no, never"},"answer":"B"}"#;
        fs::write(&path, rows).unwrap();
        let found = choices(&path, DatasetSplit::All, &FirstOrNone).unwrap();
        let shares = found.all;
        assert_eq!((shares.items, shares.accuracy, shares.abstained), (2, 0.5, 0.5));
        assert_eq!((shares.accuracy_decided, shares.longest_choice), (1.0, 0.5));
        assert!(found.by_dataset["d"].accuracy.abs() < 1e-9);
        assert!(found.accuracy_low < 0.5 && 0.5 < found.accuracy_high);
    }
}
