//! Texts of several statements with what is known of them, and how their claims make one verdict.

use std::path::Path;

use jurat_text::sentences::sentences;
use jurat_verify::grounding::{
    EvidenceIndex,
    fitting::{ClaimLinearModel, LogOddsCalibration, any, logistic},
};

use crate::{
    common_stems::{bare, laws},
    corrupt::changed,
    figures::{auc, ece, macro_f1},
    logistic::calibration,
    training_sets::{claims, clauses, rows, string},
};

/// A text: the risks of its sentences as claims, and whether any is unsupported.
struct Text {
    set: &'static str,
    risks: Vec<f64>,
    positive: bool,
}

/// How the risks of sentences are made one.
type Joined = fn(&[f64]) -> f64;

/// Fits on all sets; says on stderr what is found on each that is left out. The highest risk travels
/// better from set to set than the risk of any, so it is what is shipped.
pub(crate) fn fit(data: &Path, line: &ClaimLinearModel) -> LogOddsCalibration {
    let sets =
        [answers(data, line), statements(data, line), contracts(data, line), law(data, line)];
    let ways: [(&str, Joined); 2] =
        [("any", |risks| any(risks.iter().copied())), ("highest", highest)];
    for (name, join) in ways {
        for left in 0..sets.len() {
            let rest = sets.iter().enumerate().filter(|(at, _)| *at != left);
            let fitted = levelled(rest.map(|(_, set)| set.as_slice()), join);
            let told: Vec<(f64, bool)> = sets[left]
                .iter()
                .map(|text| {
                    let odds = fitted.slope * join(&text.risks) + fitted.shift;
                    (logistic(odds), text.positive)
                })
                .collect();
            eprintln!(
                "texts of {}, {name}, without it: {} texts, {} positive; AUC {:.4}, macro-F1 {:.4} \
                 at 0.5, ECE {:.4}",
                sets[left][0].set,
                told.len(),
                told.iter().filter(|one| one.1).count(),
                auc(&told),
                macro_f1(&told, 0.5),
                ece(&told),
            );
        }
    }
    levelled(sets.iter().map(Vec::as_slice), highest)
}

fn highest(risks: &[f64]) -> f64 {
    any(risks.iter().copied().reduce(f64::max))
}

/// Gives the sets and their two kinds about the same weight, by repeating the fewer.
fn levelled<'a>(sets: impl Iterator<Item = &'a [Text]>, join: Joined) -> LogOddsCalibration {
    const EACH: usize = 4_000;
    let mut rows = Vec::new();
    for set in sets {
        for kind in [false, true] {
            let all = set.iter().filter(|text| text.positive == kind);
            let odds: Vec<f64> = all.map(|text| join(&text.risks)).collect();
            rows.extend(odds.iter().cycle().take(EACH).map(|odds| (*odds, kind)));
        }
    }
    calibration(&rows)
}

fn risks(evidence: &EvidenceIndex, text: &str, line: &ClaimLinearModel) -> Vec<f64> {
    let cut = sentences(text).into_iter();
    cut.map(|one| line.risk(&evidence.measure_claim(&text[one.range]).features))
        .collect()
}

/// Answers, taken without their questions.
fn answers(data: &Path, line: &ClaimLinearModel) -> Vec<Text> {
    let mut found = Vec::new();
    for source in rows(&data.join("ragtruth_qa/ragtruth_qa_train.jsonl")) {
        let evidence = EvidenceIndex::read([string(&source["passages"])]);
        for response in source["responses"].as_array().unwrap() {
            found.push(Text {
                set: "answers",
                risks: risks(&evidence, string(&response["response"]), line),
                positive: !response["spans"].as_array().unwrap().is_empty(),
            });
        }
    }
    found
}

fn statements(data: &Path, line: &ClaimLinearModel) -> Vec<Text> {
    let single = claims(data, "wice").into_iter().map(|row| Text {
        set: "statements",
        risks: vec![line.risk(&row.features)],
        positive: row.positive,
    });
    single.collect()
}

/// Two to six statements about a contract: all entailed, or all but one.
fn contracts(data: &Path, line: &ClaimLinearModel) -> Vec<Text> {
    let mut found = Vec::new();
    for row in rows(&data.join("dev/contract_nli.jsonl")) {
        let clauses = clauses(&row);
        let evidence = EvidenceIndex::read(clauses.iter().map(String::as_str));
        let items = row["items"].as_array().unwrap().iter();
        let (good, bad): (Vec<_>, Vec<_>) =
            items.partition(|item| string(&item["label"]) == "Entailment");
        let risk = |item: &&serde_json::Value| {
            line.risk(&evidence.measure_claim(string(&item["hypothesis"])).features)
        };
        let good: Vec<f64> = good.iter().map(risk).collect();
        let bad: Vec<f64> = bad.iter().map(risk).collect();
        for size in 2..=good.len().min(6) {
            let mut all = good.clone();
            all.rotate_left(size);
            all.truncate(size);
            found.push(Text {
                set: "contracts",
                risks: all.clone(),
                positive: false,
            });
            let Some(one) = bad.get(size % bad.len().max(1)) else { continue };
            all[size / 2] = *one;
            found.push(Text { set: "contracts", risks: all, positive: true });
        }
    }
    found
}

/// Two to six sentences of a section beside it, as they are and with one thing changed.
fn law(data: &Path, line: &ClaimLinearModel) -> Vec<Text> {
    let mut found = Vec::new();
    for text in laws(&data.join("canada_laws/eng")) {
        for (turn, section) in text.split("</Section>").enumerate() {
            let section = bare(section).split_whitespace().collect::<Vec<_>>().join(" ");
            let cut: Vec<&str> = sentences(&section)
                .into_iter()
                .map(|one| &section[one.range])
                .collect();
            if cut.len() < 2 {
                continue;
            }
            let evidence = EvidenceIndex::read([section.as_str()]);
            let mut kept: Vec<String> =
                cut.iter().take(6).map(|one| (*one).to_owned()).collect();
            let changes = changed(&kept[turn % kept.len()]);
            let whole = risks(&evidence, &kept.join(" "), line);
            found.push(Text { set: "law", risks: whole, positive: false });
            let Some(change) = changes.get(turn % changes.len().max(1)) else { continue };
            let at = turn % kept.len();
            kept[at].clone_from(change);
            let whole = risks(&evidence, &kept.join(" "), line);
            found.push(Text { set: "law", risks: whole, positive: true });
        }
    }
    found
}
