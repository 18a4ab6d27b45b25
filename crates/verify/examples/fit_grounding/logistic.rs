//! Logistic regression with shrinkage, in which no weight may have the wrong sign.

use jurat_verify::grounding::FEATURES;
use jurat_verify::grounding::fitting::{
    ClaimLinearModel, LogOddsCalibration, NeighbourModel, VIEW, logistic,
};

/// A row with its worth.
pub(crate) struct Weighed {
    pub(crate) features: [f64; FEATURES],
    pub(crate) positive: bool,
    pub(crate) weight: f64,
}

/// Fits a line. A sign of 0 leaves a feature out.
pub(crate) fn line(rows: &[Weighed], signs: &[i8; FEATURES], shrink: f64) -> ClaimLinearModel {
    let all: f64 = rows.iter().map(|row| row.weight).sum();
    let mean = |value: &dyn Fn(&Weighed) -> f64| {
        rows.iter().map(|row| row.weight * value(row)).sum::<f64>() / all
    };
    let means: Vec<f64> = (0..FEATURES).map(|at| mean(&|row| row.features[at])).collect();
    let spreads: Vec<f64> = (0..FEATURES)
        .map(|at| mean(&|row| (row.features[at] - means[at]).powi(2)).sqrt().max(1e-6))
        .collect();
    let scaled: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| {
            (0..FEATURES)
                .map(|at| (row.features[at] - means[at]) / spreads[at])
                .collect()
        })
        .collect();
    let (mut base, mut weights) = (0.0, [0.0; FEATURES]);
    for _ in 0..3000 {
        let (mut lean, mut slopes) = (0.0, [0.0; FEATURES]);
        for (row, values) in rows.iter().zip(&scaled) {
            let odds: f64 = base + weights.iter().zip(values).map(|(w, v)| w * v).sum::<f64>();
            let target = f64::from(u8::from(row.positive));
            let error = (logistic(odds) - target) * row.weight / all;
            lean += error;
            for (slope, value) in slopes.iter_mut().zip(values) {
                *slope += error * value;
            }
        }
        base -= 0.5 * lean;
        for at in 0..FEATURES {
            weights[at] -= 0.5 * (slopes[at] + shrink * weights[at]);
            let wrong = f64::from(signs[at]) * weights[at] <= 0.0;
            if wrong {
                weights[at] = 0.0;
            }
        }
    }
    for at in 0..FEATURES {
        weights[at] = round(weights[at] / spreads[at]);
        base -= weights[at] * means[at];
    }
    ClaimLinearModel { base: round(base), weights }
}

/// Fits how much the sentences around one tell of it.
pub(crate) fn around(rows: &[([f64; VIEW], f64)]) -> NeighbourModel {
    let count = rows.len() as f64;
    let mean = |value: &dyn Fn(&[f64; VIEW]) -> f64| {
        rows.iter().map(|row| value(&row.0)).sum::<f64>() / count
    };
    let means: [f64; VIEW] = std::array::from_fn(|at| mean(&|row| row[at]));
    let spreads: [f64; VIEW] =
        std::array::from_fn(|at| mean(&|row| (row[at] - means[at]).powi(2)).sqrt().max(1e-6));
    let (mut base, mut weights) = (0.0, [0.0; VIEW]);
    for _ in 0..1500 {
        let (mut lean, mut slopes) = (0.0, [0.0; VIEW]);
        for (row, target) in rows {
            let scaled: [f64; VIEW] =
                std::array::from_fn(|at| (row[at] - means[at]) / spreads[at]);
            let odds = base + weights.iter().zip(scaled).map(|(w, v)| w * v).sum::<f64>();
            let error = (logistic(odds) - target) / count;
            lean += error;
            for (slope, value) in slopes.iter_mut().zip(scaled) {
                *slope += error * value;
            }
        }
        base -= 2.0 * lean;
        for (weight, slope) in weights.iter_mut().zip(slopes) {
            *weight -= 2.0 * slope;
        }
    }
    for at in 0..VIEW {
        weights[at] = round(weights[at] / spreads[at]);
        base -= weights[at] * means[at];
    }
    NeighbourModel { base: round(base), weights }
}

/// Fits the straight line from log odds to calibrated log odds.
pub(crate) fn calibration(rows: &[(f64, bool)]) -> LogOddsCalibration {
    let (mut slope, mut shift) = (0.0, 0.0);
    for _ in 0..50 {
        // Newton's method on two unknowns.
        let (mut g, mut h) = ([0.0; 2], [[1e-9, 0.0], [0.0, 1e-9]]);
        for (odds, positive) in rows {
            let likely = logistic(slope * odds + shift);
            let (error, bend) =
                (likely - f64::from(u8::from(*positive)), likely * (1.0 - likely));
            g[0] += error * odds;
            g[1] += error;
            h[0][0] += bend * odds * odds;
            h[0][1] += bend * odds;
            h[1][1] += bend;
        }
        let det = h[0][0] * h[1][1] - h[0][1] * h[0][1];
        slope -= (h[1][1] * g[0] - h[0][1] * g[1]) / det;
        shift -= (h[0][0] * g[1] - h[0][1] * g[0]) / det;
    }
    LogOddsCalibration { slope: round(slope), shift: round(shift) }
}

fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
