//! Fits what the signs of a step weigh: `cargo run -p jurat-legal-research --example fit_confidence -- TRACE…`.
//!
//! Traces are written by `jurat eval research --data DIR --part tune --trace FILE`, and once more with `--without-answers`, so
//! that half of the questions have no answer. Printed are how far what the steps told can be believed and how many questions
//! of either sort were taken for answered; then the weights for steps that ask for the first time and for those that ask
//! again, as `data/confidence.json` has them. No chance is involved.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "an example for the terminal")]

use std::{env, fs};

use jurat_retrieve::ReliabilityFigures;
use serde_json::{Value as Json, json};

/// The constant, and the log odds of what a step tells of itself.
const SIGNS: [&str; 4] = ["best", "second", "coverage", "relevance"];
const WEIGHTS: usize = SIGNS.len() + 1;
/// Pulls weights towards nothing, so that a sign that parts all steps keeps a finite one.
const RIDGE: f64 = 1.0;
const ROUNDS: u32 = 50_000;
const PACE: f64 = 0.5;

type JudgedStep = ([f64; WEIGHTS], f64);

fn main() {
    let mut lines: Vec<Json> = Vec::new();
    for path in env::args().skip(1) {
        let text = fs::read_to_string(path).unwrap();
        let read = text.split('\n').filter(|line| !line.is_empty());
        lines.extend(read.map(|line| serde_json::from_str::<Json>(line).unwrap()));
    }
    println!("{}", believed(&lines));
    for is_again in [false, true] {
        let steps = executed(&lines).filter(|step| {
            let aim = step["aim"].as_str().unwrap();
            is_again == matches!(aim, "beside" | "other_side")
        });
        let steps: Vec<JudgedStep> = steps.map(judged).collect();
        let name = if is_again { "again" } else { "first" };
        let found = steps.iter().filter(|(_, found)| 0.0 < *found).count();
        let weights = fitted(&steps);
        let named = ["bias"].into_iter().chain(SIGNS).zip(weights);
        let named: serde_json::Map<String, Json> = named
            .map(|(name, weight)| (name.to_owned(), json!(rounded(weight))))
            .collect();
        println!(
            "{}",
            json!({ "of": name, "steps": steps.len(), "found": found, "weights": named })
        );
    }
}

fn executed(lines: &[Json]) -> impl Iterator<Item = &Json> {
    let steps = lines.iter().flat_map(|line| line["steps"].as_array().unwrap());
    steps.filter(|step| step["confidence"].is_f64())
}

/// What steps told beside what they found, in tens of percents, and the share of questions with a completed step.
fn believed(lines: &[Json]) -> Json {
    let told: Vec<(f64, bool)> = executed(lines)
        .map(|step| (step["confidence"].as_f64().unwrap(), step["gold"].as_bool().unwrap()))
        .collect();
    let bins = (0..10_u8).filter_map(|bin| {
        let (least, most) = (f64::from(bin) / 10.0, f64::from(bin + 1) / 10.0);
        let is_in = |told: f64| least <= told && (told < most || bin == 9);
        let held = told.iter().copied().filter(|(told, _)| is_in(*told));
        let found = ReliabilityFigures::of(held.clone());
        let sum: f64 = held.map(|(told, _)| told).sum();
        let count = f64::from(u32::try_from(found.hits).unwrap());
        (0 < found.hits).then(|| {
            json!({ "steps": found.hits, "told": rounded(sum / count), "found": rounded(found.share) })
        })
    });
    let bins: Vec<Json> = bins.collect();
    let answered = [true, false].map(|answerable| {
        let asked = lines.iter().filter(|line| line["answerable"] == answerable);
        let completed = |line: &Json| {
            let mut steps = line["steps"].as_array().unwrap().iter();
            steps.any(|step| step["completed"] == true)
        };
        ReliabilityFigures::of(asked.map(|line| (0.0, completed(line))))
    });
    let answered =
        answered.map(|of| json!({ "questions": of.hits, "answered": rounded(of.share) }));
    json!({
        "reliability": ReliabilityFigures::of(told.iter().copied()), "bins": bins,
        "answerable": answered[0], "unanswerable": answered[1],
    })
}

fn judged(step: &Json) -> JudgedStep {
    let mut values = [1.0; WEIGHTS];
    for (value, sign) in values[1..].iter_mut().zip(SIGNS) {
        *value = logit(step["signs"][sign].as_f64().unwrap());
    }
    (values, f64::from(u8::from(step["gold"].as_bool().unwrap())))
}

/// As the confidence model has it.
fn logit(probability: f64) -> f64 {
    let kept = probability.clamp(0.01, 0.99);
    (kept / (1.0 - kept)).ln()
}

/// Logistic regression, downhill until it is flat.
fn fitted(steps: &[JudgedStep]) -> [f64; WEIGHTS] {
    let mut weights = [0.0; WEIGHTS];
    let count = f64::from(u32::try_from(steps.len()).unwrap()).max(1.0);
    for _ in 0..ROUNDS {
        let mut slopes = weights.map(|weight| -RIDGE * weight);
        slopes[0] = 0.0;
        for (values, found) in steps {
            let sum: f64 = values.iter().zip(weights).map(|(a, b)| a * b).sum();
            let missed = found - 1.0 / (1.0 + (-sum).exp());
            for (slope, value) in slopes.iter_mut().zip(values) {
                *slope += missed * value;
            }
        }
        for (weight, slope) in weights.iter_mut().zip(slopes) {
            *weight += PACE * slope / (count * 4.0);
        }
    }
    weights
}

fn rounded(weight: f64) -> f64 {
    (weight * 1000.0).round() / 1000.0
}
