//! The trees for sentences of answers, and what makes one verdict of them.
//!
//! Nothing that is reported was chosen on the rows it is reported on: for each part of the sources,
//! trees, weights and thresholds come from the other parts alone.

use std::collections::BTreeMap;

use jurat_verify::grounding::{
    FEATURES,
    fitting::{LogOddsCalibration, NeighbourModel, TreeEnsemble, any, logistic, views},
};

use crate::{
    FOLDS,
    boost::{self, Growth},
    figures::{auc, best, ece, f1, macro_f1},
    fold,
    logistic::{around, calibration},
    spans,
    training_sets::{Answer, Piece},
};

/// Whether risk may only rise with a feature, or only fall; 0 leaves it free.
#[rustfmt::skip]
const SIGNS: [i8; FEATURES] = [
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, 0, 1, 0, 0, 1, 1, 1,
    1, -1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1,
];

const GROWTH: Growth = Growth { trees: 130, rate: 0.07, least: 10.0, shrink: 10.0 };

/// Which of the numbers of a sentence are used.
pub(crate) type Features = dyn Fn(&Piece) -> Vec<f64>;

/// All that makes a verdict.
pub(crate) struct Fitted {
    pub(crate) forest: TreeEnsemble,
    pub(crate) rest: Rest,
}

/// What is chosen once the sentences are weighed.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    pub(crate) around: NeighbourModel,
    pub(crate) calibration: LogOddsCalibration,
    pub(crate) answer: f64,
    pub(crate) sentence: f64,
}

/// Fits on all answers; says on stderr what is found on those left out.
pub(crate) fn fit(name: &str, answers: &[Answer], features: &Features) -> Fitted {
    let folds: Vec<usize> = answers.iter().map(|answer| fold(&answer.group)).collect();
    let without = |one: usize, other: usize| {
        let rest = answers
            .iter()
            .zip(&folds)
            .filter(|(_, fold)| ![one, other].contains(fold));
        grown(&rest.flat_map(|(answer, _)| &answer.pieces).collect::<Vec<_>>(), features)
    };
    // Of each pair of parts, what trees say that saw neither.
    let pairs = (0..FOLDS).flat_map(|one| (one..FOLDS).map(move |other| (one, other)));
    let pairs: BTreeMap<(usize, usize), TreeEnsemble> = pairs
        .map(|(one, other)| ((one, other), without(one, other)))
        .collect();
    let odds = |at: usize, left: usize| -> Vec<f64> {
        let own = folds[at];
        let forest = &pairs[&(own.min(left), own.max(left))];
        answers[at]
            .pieces
            .iter()
            .map(|piece| forest.odds(&features(piece)))
            .collect()
    };
    let mut told = Vec::new();
    for left in 0..FOLDS {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..answers.len()).partition(|at| folds[*at] != left);
        let rows: Vec<(&Answer, Vec<f64>)> =
            inside.iter().map(|at| (&answers[*at], odds(*at, left))).collect();
        let rest = chosen(&rows);
        told.extend(outside.iter().map(|at| (&answers[*at], odds(*at, left), rest)));
    }
    say(name, &told);
    let rows: Vec<(&Answer, Vec<f64>)> = (0..answers.len())
        .map(|at| (&answers[at], odds(at, folds[at])))
        .collect();
    Fitted { forest: without(FOLDS, FOLDS), rest: chosen(&rows) }
}

/// Trees learn whether anything of a sentence is unsupported and how much of it, in equal parts.
fn grown(pieces: &[&Piece], features: &Features) -> TreeEnsemble {
    let rows: Vec<Vec<f64>> = pieces.iter().map(|piece| features(piece)).collect();
    let targets: Vec<f64> = pieces.iter().map(|piece| target(piece)).collect();
    let mut signs = SIGNS.to_vec();
    signs.resize(rows[0].len(), 0);
    boost::grow(&rows, &targets, &signs, GROWTH)
}

fn target(piece: &Piece) -> f64 {
    f64::midpoint(f64::from(u8::from(0.0 < piece.labelled)), piece.labelled)
}

fn chosen(rows: &[(&Answer, Vec<f64>)]) -> Rest {
    let seen = rows.iter().flat_map(|(answer, odds)| {
        views(odds).into_iter().zip(answer.pieces.iter().map(target))
    });
    let around = around(&seen.collect::<Vec<_>>());
    let whole: Vec<(f64, bool)> = rows
        .iter()
        .map(|(answer, odds)| (any(odds.iter().map(|odds| logistic(*odds))), answer.positive()))
        .collect();
    let calibration = calibration(&whole);
    let risks: Vec<(f64, bool)> = rows
        .iter()
        .map(|(answer, odds)| (risk(&calibration, odds), answer.positive()))
        .collect();
    let marked: Vec<(&Answer, Vec<f64>)> = rows
        .iter()
        .map(|(answer, odds)| (*answer, around.risks(odds)))
        .collect();
    Rest {
        around,
        calibration,
        answer: best(|from| f1(&risks, from).0),
        sentence: best(|from| spans::Counts::of(&marked, from).f1()),
    }
}

fn risk(calibration: &LogOddsCalibration, odds: &[f64]) -> f64 {
    calibration.any(odds.iter().map(|odds| logistic(*odds)))
}

fn say(name: &str, told: &[(&Answer, Vec<f64>, Rest)]) {
    let rows: Vec<(f64, bool)> = told
        .iter()
        .map(|(answer, odds, rest)| (risk(&rest.calibration, odds), answer.positive()))
        .collect();
    // Verdicts at the threshold of each part's own fit.
    let verdicts: Vec<(f64, bool)> = told
        .iter()
        .zip(&rows)
        .map(|((_, _, rest), row)| (f64::from(u8::from(rest.answer <= row.0)), row.1))
        .collect();
    let (mut narrowed, mut whole) = (spans::Counts::default(), spans::Counts::default());
    let mut pieces = Vec::new();
    for (answer, odds, rest) in told {
        let risks = rest.around.risks(odds);
        narrowed.add(answer, &risks, rest.sentence, |piece| &piece.unsupported);
        whole.add(answer, &risks, rest.sentence, |piece| std::slice::from_ref(&piece.span));
        pieces.extend(
            risks
                .into_iter()
                .zip(answer.pieces.iter().map(|one| 0.0 < one.labelled)),
        );
    }
    eprintln!(
        "{name}: {} answers, {} positive; AUC {:.4}, F1 {:.4} and macro-F1 {:.4}, ECE {:.4}; \
         span F1 {:.4}, of whole sentences {:.4}; sentences AUC {:.4}, ECE {:.4}",
        rows.len(),
        rows.iter().filter(|row| row.1).count(),
        auc(&rows),
        f1(&verdicts, 0.5).0,
        macro_f1(&verdicts, 0.5),
        ece(&rows),
        narrowed.f1(),
        whole.f1(),
        auc(&pieces),
        ece(&pieces),
    );
    let thresholds: Vec<(f64, f64)> = told
        .chunk_by(|a, b| {
            a.2.answer.to_bits() == b.2.answer.to_bits()
                && a.2.sentence.to_bits() == b.2.sentence.to_bits()
        })
        .map(|part| (part[0].2.answer, part[0].2.sentence))
        .collect();
    eprintln!("thresholds of answers and of sentences, by part: {thresholds:?}");
}
