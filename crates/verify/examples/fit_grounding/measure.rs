//! What the shipped weights do, set by set.

use std::{collections::BTreeMap, path::Path};

use jurat_verify::grounding::{
    ANSWER_THRESHOLD, CLAIM_THRESHOLD, EvidenceIndex, STATEMENTS_THRESHOLD,
};

use crate::{
    figures::{auc, ece, macro_f1},
    training_sets::{rows, string, strings},
};

pub(crate) fn print(data: &Path) {
    let mut sets: BTreeMap<String, (f64, Vec<(f64, bool)>)> = BTreeMap::new();
    for row in rows(&data.join("dev/grounding.jsonl")) {
        let label = string(&row["label"]);
        if matches!(label, "questionable" | "benign_unsupported") {
            continue;
        }
        let evidence = EvidenceIndex::read(strings(&row["evidence"]));
        let response = string(&row["response"]);
        let (risk, threshold) = match (row["claim"].as_str(), row["question"].as_str()) {
            (Some(claim), _) => (evidence.claim(claim).risk, CLAIM_THRESHOLD),
            (None, Some(question)) => {
                (evidence.about(question).answer(response).risk, ANSWER_THRESHOLD)
            }
            (None, None) => (evidence.statements(response).risk, STATEMENTS_THRESHOLD),
        };
        let name = string(&row["dataset"]);
        let family = name.split('/').next().unwrap_or(name).to_owned();
        let mut names = vec![family.clone()];
        if family != name {
            names.push(name.to_owned());
        }
        for name in names {
            let set = sets.entry(name).or_insert((threshold, Vec::new()));
            set.1.push((risk, label != "supported"));
        }
    }
    for (name, (threshold, rows)) in sets {
        println!(
            "{name}: {} rows, {} positive; AUC {:.4}, macro-F1 {:.4} at {threshold}, ECE {:.4}",
            rows.len(),
            rows.iter().filter(|row| row.1).count(),
            auc(&rows),
            macro_f1(&rows, threshold),
            ece(&rows),
        );
    }
}
