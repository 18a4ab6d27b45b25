//! Fits the weights by which the gate for provisions makes a probability of what it measures.
//!
//! ```sh
//! jurat eval answers --data systems/evidence_first/questions/canada_en.jsonl --corpus en --part tune --trace en.jsonl
//! jurat eval answers --data systems/evidence_first/questions/canada_fr.jsonl --corpus fr --part tune --trace fr.jsonl
//! cargo run --release -p jurat-eval --example fit_answers -- en.jsonl fr.jsonl --far far.jsonl
//! ```
//!
//! `far.jsonl` is the trace of the same questions, marked as not answerable, put to texts of another field: without
//! them nothing says how near the best must be.
//! Rows of the report part are left out whatever the files hold. Traces of corpora without vectors give the
//! weights by words alone.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for people who develop"
)]

use std::{env, fs};

use serde_json::Value as Json;

/// How strongly weights are held near nothing.
const RIDGE: f64 = 1.0;
const STEPS: usize = 60;
/// What a question counts that was put to texts of another field: one in six that people ask is such.
const FAR: f64 = 0.2;

/// A provision that was weighed for a question.
struct Row {
    features: Vec<f64>,
    /// 1 where it answers.
    is: f64,
    weight: f64,
}

fn main() {
    let mut rows: Vec<Row> = Vec::new();
    let mut weight = 1.0;
    for path in env::args().skip(1) {
        if path == "--far" {
            weight = FAR;
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let question: Json = serde_json::from_str(line).unwrap();
            if question["part"] == "tune" {
                rows.extend(rows_of(&question, weight));
            }
        }
    }
    let weights = fit(&rows);
    let shown: Vec<String> = weights.iter().map(|weight| format!("{weight:.3}")).collect();
    let answers = rows.iter().filter(|row| 0.5 < row.is).count();
    println!("{} provisions, {answers} of them answers", rows.len());
    println!("[{}]", shown.join(", "));
}

/// The provisions of one question; none answers one that has no answer.
fn rows_of(question: &Json, weight: f64) -> Vec<Row> {
    let answerable = question["answerable"].as_bool().unwrap();
    let weighed = question["weighed"].as_array().unwrap();
    let row = |one: &Json| {
        let features = one[1]["features"].as_array().unwrap();
        let features = features.iter().map(|value| value.as_f64().unwrap()).collect();
        let is = f64::from(u8::from(answerable && one[0].as_bool().unwrap()));
        Row { features, is, weight }
    };
    weighed.iter().map(row).collect()
}

/// Logistic regression by Newton's method.
fn fit(rows: &[Row]) -> Vec<f64> {
    let count = rows[0].features.len();
    let mut weights = vec![0.0; count];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; count];
        let mut bend = vec![vec![0.0; count]; count];
        for Row { features, is, weight } in rows {
            let sum: f64 = weights.iter().zip(features).map(|(a, b)| a * b).sum();
            let said = 1.0 / (1.0 + (-sum).exp());
            for at in 0..count {
                slope[at] += weight * (said - is) * features[at];
                for to in 0..count {
                    bend[at][to] += weight * said * (1.0 - said) * features[at] * features[to];
                }
            }
        }
        for at in 0..count {
            let held = if at == 0 { 1e-6 } else { RIDGE };
            slope[at] += held * weights[at];
            bend[at][at] += held;
        }
        for (weight, step) in weights.iter_mut().zip(solved(bend, slope)) {
            *weight -= step;
        }
    }
    weights
}

/// The solution of a system of equations, by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for at in 0..count {
        let pivot = (at..count)
            .max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs()))
            .unwrap();
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for row in at + 1..count {
            let factor = matrix[row][at] / matrix[at][at];
            let above = matrix[at].clone();
            for (value, above) in matrix[row].iter_mut().zip(above) {
                *value -= factor * above;
            }
            right[row] -= factor * right[at];
        }
    }
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}
