//! The data that may train: answers and claims with what is known of them.

use std::{fs, path::Path};

use jurat_model::ByteSpan;
use jurat_verify::grounding::{EvidenceIndex, FEATURES};
use serde_json::Value;

use crate::writing_habits::{self, STYLE};

/// A claim, or a corrupted sentence, as one row.
pub(crate) struct Row {
    /// Where it comes from.
    pub(crate) set: &'static str,
    /// Rows of one group are never on both sides of a fold.
    pub(crate) group: String,
    pub(crate) features: [f64; FEATURES],
    pub(crate) positive: bool,
}

/// A sentence of an answer.
pub(crate) struct Piece {
    pub(crate) span: ByteSpan,
    pub(crate) unsupported: Vec<ByteSpan>,
    pub(crate) features: [f64; FEATURES],
    /// As a claim, without the question.
    pub(crate) alone: [f64; FEATURES],
    pub(crate) style: [f64; STYLE],
    /// The share of it that is labelled as unsupported.
    pub(crate) labelled: f64,
}

/// An answer with its labelled spans, in bytes.
pub(crate) struct Answer {
    pub(crate) group: String,
    pub(crate) gold: Vec<ByteSpan>,
    pub(crate) pieces: Vec<Piece>,
}

impl Answer {
    pub(crate) fn positive(&self) -> bool {
        !self.gold.is_empty()
    }
}

/// Rows of a JSONL file; lines end at `\n` alone.
pub(crate) fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(crate) fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(string).collect()
}

/// The answers of `RAGTruth`, folded by source.
pub(crate) fn answers(data: &Path) -> Vec<Answer> {
    let sources = rows(&data.join("ragtruth_qa/ragtruth_qa_train.jsonl"));
    let mut answers = Vec::new();
    for source in &sources {
        let context = string(&source["passages"]);
        let bare = EvidenceIndex::read([context]);
        let evidence = bare.clone().about(string(&source["question"]));
        for response in source["responses"].as_array().unwrap() {
            let text = string(&response["response"]);
            let gold = spans(text, &response["spans"]);
            answers.push(answer(
                string(&source["id"]),
                context,
                (&evidence, &bare),
                text,
                gold,
            ));
        }
    }
    answers
}

fn answer(
    group: &str,
    context: &str,
    (evidence, bare): (&EvidenceIndex, &EvidenceIndex),
    text: &str,
    gold: Vec<ByteSpan>,
) -> Answer {
    let measured = evidence.measure(text);
    let count = measured.len();
    let pieces = measured.into_iter().enumerate().map(|(at, one)| Piece {
        style: writing_habits::of(text, one.span, at, count, context),
        labelled: shared(one.span, &gold) as f64 / one.span.len().max(1) as f64,
        alone: bare.measure_claim(&text[one.span.range()]).features,
        span: one.span,
        features: one.features,
        unsupported: one.unsupported,
    });
    Answer {
        group: group.to_owned(),
        pieces: pieces.collect(),
        gold,
    }
}

/// Bytes of a span that lie in any of others.
pub(crate) fn shared(span: ByteSpan, others: &[ByteSpan]) -> usize {
    let mut last = span.start;
    let mut sum = 0;
    for other in others {
        let (start, end) = (other.start.max(last), other.end.min(span.end));
        if start < end {
            sum += end - start;
            last = end;
        }
    }
    sum
}

/// Labelled spans in bytes, merged and in order. The data counts characters.
pub(crate) fn spans(text: &str, labelled: &Value) -> Vec<ByteSpan> {
    let mut borders: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    borders.push(text.len());
    let at = |value: &Value| {
        let at = usize::try_from(value.as_u64().unwrap_or(0)).unwrap();
        borders[at.min(borders.len() - 1)]
    };
    let all = labelled.as_array().into_iter().flatten();
    let mut spans: Vec<ByteSpan> = all
        .map(|one| ByteSpan::from(at(&one["start"])..at(&one["end"])))
        .collect();
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable();
    let mut merged: Vec<ByteSpan> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// Claims of `grounding.jsonl` of one data set.
pub(crate) fn claims(data: &Path, set: &'static str) -> Vec<Row> {
    let all = rows(&data.join("dev/grounding.jsonl"));
    let own = all.iter().filter(|row| string(&row["dataset"]).starts_with(set));
    let judged = own
        .filter(|row| !matches!(string(&row["label"]), "questionable" | "benign_unsupported"));
    judged
        .map(|row| Row {
            set,
            group: string(&row["id"]).to_owned(),
            features: EvidenceIndex::read(strings(&row["evidence"]))
                .measure_claim(string(&row["claim"]))
                .features,
            positive: string(&row["label"]) != "supported",
        })
        .collect()
}

/// Statements about contracts; what is not entailed is not supported.
pub(crate) fn contracts(data: &Path) -> Vec<Row> {
    let mut found = Vec::new();
    for row in rows(&data.join("dev/contract_nli.jsonl")) {
        let clauses = clauses(&row);
        let evidence = EvidenceIndex::read(clauses.iter().map(String::as_str));
        for item in row["items"].as_array().unwrap() {
            found.push(Row {
                set: "contracts",
                group: string(&row["id"]).to_owned(),
                features: evidence.measure_claim(string(&item["hypothesis"])).features,
                positive: string(&item["label"]) != "Entailment",
            });
        }
    }
    found
}

/// The clauses of a contract.
pub(crate) fn clauses(row: &Value) -> Vec<String> {
    let text: Vec<char> = string(&row["text"]).chars().collect();
    let spans = row["spans"].as_array().unwrap().iter();
    spans
        .map(|span| {
            let at = |index: usize| usize::try_from(span[index].as_u64().unwrap()).unwrap();
            text[at(0)..at(1)].iter().collect()
        })
        .collect()
}

/// Sentences of human answers beside their contexts, and the same without the passage that they
/// lean on most.
pub(crate) fn references(data: &Path) -> Vec<Row> {
    let mut found = Vec::new();
    for row in rows(&data.join("dev/answerability.jsonl")) {
        let contexts: Vec<&str> = row["contexts"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| string(&one["text"]))
            .collect();
        if string(&row["answerability"]) != "ANSWERABLE" || contexts.len() < 2 {
            continue;
        }
        for reference in strings(&row["reference_answers"]) {
            let with = EvidenceIndex::read(contexts.iter().copied());
            for one in with.measure(reference) {
                let group = string(&row["id"]).to_owned();
                let features = one.features;
                found.push(Row {
                    set: "references",
                    group: group.clone(),
                    features,
                    positive: false,
                });
                let sentence = &reference[one.span.range()];
                let Some(nearest) = contexts.iter().min_by(|a, b| {
                    let miss = |text: &str| {
                        EvidenceIndex::read([text]).measure_claim(sentence).features[2]
                    };
                    miss(a).total_cmp(&miss(b))
                }) else {
                    continue;
                };
                let rest =
                    EvidenceIndex::read(contexts.iter().copied().filter(|one| one != nearest));
                found.push(Row {
                    set: "references",
                    group,
                    features: rest.measure_claim(sentence).features,
                    positive: true,
                });
            }
        }
    }
    found
}

/// Sentences of answers as claims, of both kinds about as many.
pub(crate) fn sentences(answers: &[Answer]) -> Vec<Row> {
    let mut found = Vec::new();
    let mut passed = 0;
    for answer in answers {
        for piece in &answer.pieces {
            let positive = 0.5 < piece.labelled;
            passed += usize::from(piece.labelled <= 0.0);
            let kept = positive || piece.labelled <= 0.0 && passed % 8 == 0;
            if kept {
                let (group, features) = (answer.group.clone(), piece.alone);
                found.push(Row { set: "sentences", group, features, positive });
            }
        }
    }
    found
}
