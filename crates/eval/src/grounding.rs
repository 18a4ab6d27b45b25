//! How well it is told whether a text is supported by the evidence given.

use std::{collections::BTreeMap, path::Path};

use jurat_model::ByteSpan;
use jurat_verify::grounding::{
    ANSWER_THRESHOLD, AnswerGrounding, CLAIM_THRESHOLD, EvidenceIndex, SENTENCE_THRESHOLD,
    STATEMENTS_THRESHOLD,
};
use serde::{Deserialize, Serialize};

use crate::{
    DatasetSplit, EvalError,
    cost::cpu_seconds,
    jsonl,
    scores::{LabelledSpan, SpanCounts, auc, count, ece, span_counts},
};

/// A text with its evidence, or a source with many answers. Offsets count characters.
#[derive(Debug, Deserialize)]
struct GroundingRow {
    id: String,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    dataset: Option<String>,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    evidence: Vec<String>,
    #[serde(default)]
    passages: Option<String>,
    #[serde(default)]
    claim: Option<String>,
    #[serde(default)]
    response: Option<String>,
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    spans: Vec<HallucinatedSpan>,
    #[serde(default)]
    responses: Option<Vec<LabelledResponse>>,
}

#[derive(Debug, Deserialize)]
struct LabelledResponse {
    response: String,
    #[serde(default)]
    spans: Vec<HallucinatedSpan>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct HallucinatedSpan {
    start: usize,
    end: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct GroundingFigures {
    pub items: usize,
    /// The mean of the F1 of both classes at the shipped threshold.
    pub macro_f1: f64,
    /// The share of pairs of an unsupported and a supported text that are in the right order.
    pub auc: f64,
    /// The mean gap between the risk told and the share that was unsupported, over ten bins.
    pub ece: f64,
    /// F1 of the answers with something unsupported; nothing where no spans are labelled.
    pub example_f1: Option<f64>,
    /// F1 of the characters marked; nothing where no spans are labelled.
    pub span_f1: Option<f64>,
    /// Processor time per text, its evidence read anew for each row.
    pub ms_per_item: f64,
    /// The figures of each data set.
    pub by_dataset: BTreeMap<String, GroundingSetFigures>,
}

/// The figures of one data set.
#[derive(Debug, Clone, Serialize)]
pub struct GroundingSetFigures {
    pub items: usize,
    /// Texts that are not fully supported.
    pub unsupported: usize,
    /// The mean of the F1 of both classes at the shipped threshold.
    pub macro_f1: f64,
    /// The share of pairs that are in the right order.
    pub auc: f64,
    /// The mean gap between the risk told and what was so.
    pub ece: f64,
    /// F1 of the characters marked; nothing where no spans are labelled.
    pub span_f1: Option<f64>,
}

/// What was told of one text.
struct GroundingPrediction {
    dataset: String,
    risk: f64,
    flagged: bool,
    positive: bool,
    /// Of an answer; a claim is judged as a whole.
    spans: Option<SpanCounts>,
}

/// Measures every text of a part.
pub fn grounding(data: &Path, part: DatasetSplit) -> Result<GroundingFigures, EvalError> {
    let all: Vec<GroundingRow> = jsonl::read_rows(data)?;
    let began = cpu_seconds();
    let measured = all.iter().filter(|row| part.holds(row.key()));
    let told: Vec<GroundingPrediction> = measured.flat_map(GroundingRow::told).collect();
    let seconds = cpu_seconds() - began;
    if told.is_empty() {
        return Err(EvalError::Empty { path: data.to_owned(), of: format!(" of {part:?}") });
    }
    let mut sets: BTreeMap<String, Vec<&GroundingPrediction>> = BTreeMap::new();
    for one in &told {
        sets.entry(one.dataset.clone()).or_default().push(one);
    }
    let whole: Vec<&GroundingPrediction> = told.iter().collect();
    let figures = set_figures(&whole);
    let answers = told.iter().filter(|one| one.spans.is_some());
    let verdicts: Vec<(bool, bool)> = answers.map(|one| (one.flagged, one.positive)).collect();
    Ok(GroundingFigures {
        items: figures.items,
        macro_f1: figures.macro_f1,
        auc: figures.auc,
        ece: figures.ece,
        example_f1: figures.span_f1.map(|_| f1(&verdicts, true)),
        span_f1: figures.span_f1,
        ms_per_item: seconds * 1e3 / count(told.len()),
        by_dataset: sets
            .iter()
            .map(|(name, told)| (name.clone(), set_figures(told)))
            .collect(),
    })
}

impl GroundingRow {
    fn key(&self) -> &str {
        self.group.as_deref().unwrap_or(&self.id)
    }

    /// What is told of its texts; of those that nobody could label, nothing. A claim stands by
    /// itself, whatever was asked; a text that answers no question is a set of statements.
    fn told(&self) -> Vec<GroundingPrediction> {
        let label = self.label.as_deref().unwrap_or_default();
        if matches!(label, "questionable" | "benign_unsupported") {
            return Vec::new();
        }
        let passages = self.evidence.iter().map(String::as_str);
        let evidence = EvidenceIndex::read(passages.chain(self.passages.as_deref()));
        if let (Some(claim), None) = (&self.claim, &self.responses) {
            return vec![self.claim(&evidence, claim)];
        }
        let asked = self
            .question
            .as_deref()
            .filter(|question| !question.trim().is_empty());
        let evidence = match asked {
            Some(question) => evidence.about(question),
            None => evidence,
        };
        let of = |text: &str, spans: &[HallucinatedSpan]| {
            if asked.is_some() {
                self.answer(&evidence, text, spans)
            } else {
                self.statements(&evidence, text, spans)
            }
        };
        match (&self.responses, &self.response) {
            (Some(all), _) => all.iter().map(|one| of(&one.response, &one.spans)).collect(),
            (None, Some(response)) => vec![of(response, &self.spans)],
            (None, None) => Vec::new(),
        }
    }

    fn claim(&self, evidence: &EvidenceIndex, claim: &str) -> GroundingPrediction {
        let risk = evidence.claim(claim).risk;
        GroundingPrediction {
            dataset: self.dataset.clone().unwrap_or_default(),
            risk,
            flagged: CLAIM_THRESHOLD <= risk,
            positive: self.is_positive(&self.spans),
            spans: None,
        }
    }

    fn answer(
        &self,
        evidence: &EvidenceIndex,
        text: &str,
        labelled: &[HallucinatedSpan],
    ) -> GroundingPrediction {
        let found = evidence.answer(text);
        self.text(text, labelled, &found, (ANSWER_THRESHOLD, SENTENCE_THRESHOLD))
    }

    fn statements(
        &self,
        evidence: &EvidenceIndex,
        text: &str,
        labelled: &[HallucinatedSpan],
    ) -> GroundingPrediction {
        let found = evidence.statements(text);
        self.text(text, labelled, &found, (STATEMENTS_THRESHOLD, CLAIM_THRESHOLD))
    }

    /// What is told of a text, with the thresholds of the whole and of a sentence.
    fn text(
        &self,
        text: &str,
        spans: &[HallucinatedSpan],
        found: &AnswerGrounding,
        (whole, sentence): (f64, f64),
    ) -> GroundingPrediction {
        let flagged = found.sentences.iter().filter(|one| sentence <= one.risk);
        let marked: Vec<ByteSpan> =
            flagged.flat_map(|one| one.unsupported.iter().copied()).collect();
        let labelled: Vec<LabelledSpan> =
            spans.iter().map(|span| (span.start, span.end)).collect();
        GroundingPrediction {
            dataset: self.dataset.clone().unwrap_or_default(),
            risk: found.risk,
            flagged: whole <= found.risk,
            positive: self.is_positive(spans),
            spans: Some(span_counts(text, &labelled, &marked)),
        }
    }

    fn is_positive(&self, labelled: &[HallucinatedSpan]) -> bool {
        match self.label.as_deref() {
            Some(label) => label != "supported",
            None => !labelled.is_empty(),
        }
    }
}

fn set_figures(told: &[&GroundingPrediction]) -> GroundingSetFigures {
    let verdicts: Vec<(bool, bool)> =
        told.iter().map(|one| (one.flagged, one.positive)).collect();
    let risks: Vec<(f64, bool)> = told.iter().map(|one| (one.risk, one.positive)).collect();
    let spans = SpanCounts::sum(told.iter().filter_map(|one| one.spans));
    GroundingSetFigures {
        items: told.len(),
        unsupported: verdicts.iter().filter(|one| one.1).count(),
        macro_f1: f64::midpoint(f1(&verdicts, true), f1(&verdicts, false)),
        auc: auc(&risks),
        ece: ece(&risks),
        span_f1: spans.f1(),
    }
}

/// F1 of one class, from what was said and what is so; 0 where neither has it.
fn f1(verdicts: &[(bool, bool)], class: bool) -> f64 {
    let right = verdicts.iter().filter(|one| one.0 == class && one.1 == class).count();
    let said = verdicts.iter().filter(|one| one.0 == class).count();
    let there = verdicts.iter().filter(|one| one.1 == class).count();
    if said + there == 0 { 0.0 } else { 2.0 * count(right) / count(said + there) }
}

#[cfg(test)]
mod tests {
    use super::{GroundingRow, f1};

    #[test]
    fn figures_come_from_the_counts() {
        let verdicts = [(true, true), (true, false), (false, true), (false, false)];
        assert!((f1(&verdicts, true) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn both_shapes_of_rows_are_read() {
        let flat = r#"{"id":"a","evidence":["The lamp is lit."],"claim":"The lamp is lit.",
            "label":"supported"}"#;
        let nested = r#"{"id":"b","question":"Is the lamp lit?","passages":"The lamp is lit.","responses":[
            {"response":"Ships sink daily.","spans":[{"start":0,"end":5}]},
            {"response":"The lamp is lit."}]}"#;
        let told =
            |row: &str| serde_json::from_str::<GroundingRow>(row).map(|row| row.told()).ok();
        let flat = told(flat).unwrap_or_default();
        assert_eq!((flat.len(), flat[0].positive), (1, false));
        let nested = told(nested).unwrap_or_default();
        let positive: Vec<bool> = nested.iter().map(|one| one.positive).collect();
        assert_eq!(positive, [true, false]);
        let bare = r#"{"id":"d","evidence":["The lamp is lit."],"response":"Ships sink daily.",
            "spans":[{"start":0,"end":5}]}"#;
        let bare = told(bare).unwrap_or_default();
        assert!(bare.len() == 1 && bare[0].positive && bare[0].spans.is_some());
        let left_out = r#"{"id":"c","claim":"x","label":"questionable"}"#;
        assert_eq!(told(left_out).map(|told| told.len()), Some(0));
    }
}
