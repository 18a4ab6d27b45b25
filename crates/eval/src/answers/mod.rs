//! Answers: whether the provisions that an answer rests on are those that answer, and whether a refusal is right.

mod answer_tally;
mod provision_citation;

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use crate::{DatasetSplit, EvalError, jsonl};
use answer_tally::AnswerTally;
pub use answer_tally::{AnswerFigures, KindFigures};

/// Words of law as they are shown, and how they are cited.
#[derive(Debug, Clone, Serialize)]
pub struct CitedProvision {
    /// The document's title, and its file's name.
    pub names: [String; 2],
    /// How the place is cited within it.
    pub labels: Vec<String>,
    pub text: String,
}

/// A provision that was looked at, with what speaks for it.
#[derive(Debug, Clone, Serialize)]
pub struct ScoredProvision {
    #[serde(flatten)]
    pub shown: CitedProvision,
    /// What was measured of it.
    pub features: Vec<f64>,
    /// How likely it answers.
    pub probability: f64,
}

/// What came of a question.
#[derive(Debug, Clone, Default)]
pub struct ProvidedAnswer {
    /// Whether there is an answer.
    pub answered: bool,
    pub direct: String,
    /// What it rests on, the most important first.
    pub rests_on: Vec<CitedProvision>,
    /// All provisions on the page, in order.
    pub shown: Vec<CitedProvision>,
    /// All that were looked at, the likeliest first.
    pub weighed: Vec<ScoredProvision>,
}

pub trait AnswerProvider {
    fn ask(&self, question: &str) -> Result<ProvidedAnswer, String>;
    /// The best hits of plain search.
    fn search(&self, question: &str) -> Result<Vec<CitedProvision>, String>;
}

pub struct AnswersOptions {
    pub data: PathBuf,
    /// The rows to report.
    pub part: DatasetSplit,
    /// Where to write what was weighed for each question.
    pub trace: Option<PathBuf>,
}

#[derive(Deserialize)]
struct AnswerQuestionRow {
    id: String,
    question: String,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default = "yes")]
    answerable: bool,
    #[serde(default)]
    gold: Vec<String>,
    #[serde(default)]
    places: Vec<String>,
    #[serde(default)]
    value: Vec<String>,
}

const fn yes() -> bool {
    true
}

/// What counts as the answer to a question.
struct GoldAnswer {
    words: Vec<Regex>,
    places: Vec<provision_citation::ProvisionCitation>,
    values: Vec<Regex>,
}

impl GoldAnswer {
    fn of(row: &AnswerQuestionRow, path: &Path, line: usize) -> Result<Self, EvalError> {
        let expression = |text: &String| {
            let built = RegexBuilder::new(text).case_insensitive(true).build();
            built.map_err(|error| EvalError::Row {
                path: path.to_path_buf(),
                line,
                message: error.to_string(),
            })
        };
        Ok(Self {
            words: row.gold.iter().map(expression).collect::<Result<_, _>>()?,
            places: row
                .places
                .iter()
                .filter_map(|text| provision_citation::ProvisionCitation::read(text))
                .collect(),
            values: row.value.iter().map(expression).collect::<Result<_, _>>()?,
        })
    }

    fn is(&self, shown: &CitedProvision) -> bool {
        let text = normal(&shown.text);
        self.words.iter().any(|words| words.is_match(&text))
            || self.places.iter().any(|place| place.is(shown))
    }

    fn has_value(&self, direct: &str) -> bool {
        let direct = normal(direct);
        self.values.is_empty() || self.values.iter().any(|value| value.is_match(&direct))
    }
}

fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What was weighed for one question, to fit weights on.
#[derive(Serialize)]
struct AnswerTraceRow<'a> {
    id: &'a str,
    part: &'static str,
    answerable: bool,
    answered: bool,
    outcome: &'static str,
    direct: &'a str,
    weighed: Vec<(bool, &'a ScoredProvision)>,
}

/// Measures answers, and search alone on the same corpus.
pub fn answers(
    options: &AnswersOptions,
    respondent: &dyn AnswerProvider,
) -> Result<AnswerFigures, EvalError> {
    let rows: Vec<AnswerQuestionRow> = jsonl::read_rows(&options.data)?;
    let mut trace = options.trace.as_ref().map(|path| open(path)).transpose()?;
    let mut tally = AnswerTally::default();
    for (line, row) in (1..).zip(&rows) {
        let key = row.group.as_deref().unwrap_or(&row.id);
        if !options.part.holds(key) {
            continue;
        }
        let gold = GoldAnswer::of(row, &options.data, line)?;
        let answered = respondent.ask(&row.question).map_err(EvalError::Subject)?;
        let hits = respondent.search(&row.question).map_err(EvalError::Subject)?;
        let outcome = tally.count(row, &gold, &answered, &hits);
        if let Some((file, path)) = &mut trace {
            let weighed = answered
                .weighed
                .iter()
                .map(|one| (gold.is(&one.shown), one))
                .collect();
            let traced = AnswerTraceRow {
                id: &row.id,
                part: if DatasetSplit::Tune.holds(key) { "tune" } else { "report" },
                answerable: row.answerable,
                answered: answered.answered,
                outcome,
                direct: &answered.direct,
                weighed,
            };
            let line = serde_json::to_string(&traced).unwrap_or_default();
            writeln!(file, "{line}")
                .map_err(|error| EvalError::File { path: path.clone(), error })?;
        }
    }
    if tally.items() == 0 {
        let of = format!(" of part {:?}", options.part).to_lowercase();
        return Err(EvalError::Empty { path: options.data.clone(), of });
    }
    Ok(tally.figures())
}

fn open(path: &Path) -> Result<(std::fs::File, PathBuf), EvalError> {
    let file = std::fs::File::create(path)
        .map_err(|error| EvalError::File { path: path.to_path_buf(), error })?;
    Ok((file, path.to_path_buf()))
}
