//! The line for claims: fitted on five sets, and tried on each that it was not fitted on.

use std::path::Path;

use jurat_verify::grounding::{FEATURES, fitting::ClaimLinearModel};

use crate::{
    corrupt,
    figures::{auc, ece, macro_f1},
    fold,
    logistic::{Weighed, line},
    training_sets::{self, Answer, Row},
};

/// Which features a claim is weighed by: shares and counts, no sums, which grow with its length.
const SIGNS: [i8; FEATURES] = [
    0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, -1, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

const SHRINK: f64 = 3e-3;

/// Fits on all sets; says on stderr what is found on each that is left out.
pub(crate) fn fit(data: &Path, answers: &[Answer]) -> ClaimLinearModel {
    let sets: Vec<Vec<Row>> = vec![
        training_sets::claims(data, "wice"),
        training_sets::contracts(data),
        training_sets::references(data),
        training_sets::sentences(answers),
        corrupt::law(data),
    ];
    for left in 0..sets.len() {
        let rest = sets.iter().enumerate().filter(|(at, _)| *at != left);
        let fitted = line(
            &levelled(rest.map(|(_, set)| set.iter().collect()).collect()),
            &SIGNS,
            SHRINK,
        );
        say("without it", &sets[left], &|_| fitted);
    }
    let folds: Vec<ClaimLinearModel> = (0..crate::FOLDS)
        .map(|part| {
            let rest = sets
                .iter()
                .map(|set| set.iter().filter(|row| fold(&row.group) != part).collect());
            line(&levelled(rest.collect()), &SIGNS, SHRINK)
        })
        .collect();
    for set in &sets {
        say("out of fold", set, &|row| folds[fold(&row.group)]);
    }
    line(&levelled(sets.iter().map(|set| set.iter().collect()).collect()), &SIGNS, SHRINK)
}

fn say(how: &str, set: &[Row], fitted: &dyn Fn(&Row) -> ClaimLinearModel) {
    let rows: Vec<(f64, bool)> = set
        .iter()
        .map(|row| (fitted(row).risk(&row.features), row.positive))
        .collect();
    eprintln!(
        "claims of {}, {how}: {} rows, {} positive; AUC {:.4}, macro-F1 {:.4} at 0.5, ECE {:.4}",
        set[0].set,
        rows.len(),
        rows.iter().filter(|row| row.1).count(),
        auc(&rows),
        macro_f1(&rows, 0.5),
        ece(&rows),
    );
}

/// Gives the sets the same weight, and in each set the two kinds.
fn levelled(sets: Vec<Vec<&Row>>) -> Vec<Weighed> {
    let mut rows = Vec::new();
    for set in sets {
        let positives = set.iter().filter(|row| row.positive).count().max(1) as f64;
        let negatives = set.iter().filter(|row| !row.positive).count().max(1) as f64;
        rows.extend(set.into_iter().map(|row| Weighed {
            features: row.features,
            positive: row.positive,
            weight: if row.set == "law" { 0.5 } else { 1.0 }
                / if row.positive { positives } else { negatives },
        }));
    }
    rows
}
