//! How good a set of verdicts is.

/// The share of pairs of a positive and a negative that are in the right order.
pub(crate) fn auc(rows: &[(f64, bool)]) -> f64 {
    let mut sorted: Vec<&(f64, bool)> = rows.iter().collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut right, mut below) = (0.0, 0.0);
    for tie in sorted.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let high = tie.iter().filter(|row| row.1).count() as f64;
        let low = tie.len() as f64 - high;
        right += high * (below + low / 2.0);
        below += low;
    }
    let high = rows.iter().filter(|row| row.1).count() as f64;
    right / (high * below).max(1.0)
}

/// F1 of the positives and of the negatives at a threshold.
pub(crate) fn f1(rows: &[(f64, bool)], threshold: f64) -> (f64, f64) {
    let count = |said: bool, there: bool| {
        rows.iter()
            .filter(|row| (threshold <= row.0) == said && row.1 == there)
            .count() as f64
    };
    let (hit, alarm, miss, pass) =
        (count(true, true), count(true, false), count(false, true), count(false, false));
    let f1 = |right: f64| 2.0 * right / (2.0 * right + alarm + miss).max(1.0);
    (f1(hit), f1(pass))
}

pub(crate) fn macro_f1(rows: &[(f64, bool)], threshold: f64) -> f64 {
    let (one, other) = f1(rows, threshold);
    f64::midpoint(one, other)
}

/// The mean gap between what is said and what is so, over ten bins.
pub(crate) fn ece(rows: &[(f64, bool)]) -> f64 {
    let mut bins = [(0.0, 0.0); 10];
    for (risk, positive) in rows {
        let bin = &mut bins[((risk * 10.0) as usize).min(9)];
        *bin = (bin.0 + risk, bin.1 + f64::from(u8::from(*positive)));
    }
    bins.iter().map(|bin| (bin.0 - bin.1).abs()).sum::<f64>() / rows.len() as f64
}

/// The threshold, in hundredths, at which a figure is highest.
pub(crate) fn best(figure: impl Fn(f64) -> f64) -> f64 {
    let steps = (1..100).map(|step| f64::from(step) / 100.0);
    steps.max_by(|a, b| figure(*a).total_cmp(&figure(*b))).unwrap()
}
