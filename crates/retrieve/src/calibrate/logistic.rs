//! Logistic regression by Newton's method: few numbers, exact, no chance involved.

/// Pulls weights towards nothing, so that a sign that parts all hits keeps a finite weight.
const RIDGE: f64 = 1.0;
const ROUNDS: usize = 50;

pub(super) fn probability<const N: usize>(
    bias: f64,
    weights: &[f64; N],
    signs: &[f64; N],
) -> f64 {
    let sum: f64 = weights.iter().zip(signs).map(|(weight, sign)| weight * sign).sum();
    1.0 / (1.0 + (-(bias + sum)).exp())
}

/// The bias and the weights that make what was seen most likely. Nothing where only one outcome
/// was seen.
pub(super) fn fit<const N: usize>(rows: &[([f64; N], bool)]) -> Option<(f64, [f64; N])> {
    let positive = rows.iter().filter(|(_, relevant)| *relevant).count();
    if positive == 0 || positive == rows.len() {
        return None;
    }
    // The bias stands first.
    let mut all = vec![0.0; N + 1];
    for _ in 0..ROUNDS {
        let (gradient, hessian) = slopes(rows, &all);
        let step = solve(hessian, gradient)?;
        all.iter_mut().zip(&step).for_each(|(value, step)| *value += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mut weights = [0.0; N];
    weights.copy_from_slice(&all[1..]);
    all.iter().all(|value| value.is_finite()).then_some((all[0], weights))
}

fn slopes<const N: usize>(rows: &[([f64; N], bool)], all: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = N + 1;
    let mut gradient: Vec<f64> = all.iter().map(|value| -RIDGE * value).collect();
    gradient[0] = 0.0;
    let mut hessian = vec![vec![0.0; size]; size];
    (1..size).for_each(|at| hessian[at][at] = RIDGE);
    for (signs, relevant) in rows {
        let with_bias: Vec<f64> = [1.0].into_iter().chain(signs.iter().copied()).collect();
        let sum: f64 = all.iter().zip(&with_bias).map(|(a, b)| a * b).sum();
        let chance = 1.0 / (1.0 + (-sum).exp());
        let (miss, spread) = (f64::from(u8::from(*relevant)) - chance, chance * (1.0 - chance));
        for (i, a) in with_bias.iter().enumerate() {
            gradient[i] += miss * a;
            for (j, b) in with_bias.iter().enumerate() {
                hessian[i][j] += spread * a * b;
            }
        }
    }
    // A hair on the diagonal keeps the bias solvable when all chances are near 0 or 1.
    hessian[0][0] += 1e-9;
    (gradient, hessian)
}

/// Solves a symmetric system by elimination with the largest pivot first.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (upper, lower) = matrix.split_at_mut(column + 1);
        let lead = &upper[column];
        for (offset, row) in lower.iter_mut().enumerate() {
            let factor = row[column] / lead[column];
            row.iter_mut()
                .zip(lead)
                .skip(column)
                .for_each(|(value, lead)| *value -= factor * lead);
            right[column + 1 + offset] -= factor * right[column];
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row][at] * solution[at]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{fit, probability};

    #[test]
    fn a_sign_that_matters_gets_its_weight() {
        let rows: Vec<([f64; 2], bool)> = (0..400_u32)
            .map(|n| {
                let sign = f64::from(n % 10) / 10.0;
                ([sign, f64::from(n % 3)], n * 7 % 10 < n % 10)
            })
            .collect();
        let (bias, weights) = fit(&rows).unwrap();
        assert!(weights[1].abs() < 0.3 && 1.0 < weights[0], "{weights:?}");
        assert!(
            probability(bias, &weights, &[0.0, 1.0]) < probability(bias, &weights, &[0.9, 1.0])
        );
    }

    #[test]
    fn one_outcome_alone_teaches_nothing() {
        assert_eq!(fit(&[([1.0], true), ([0.0], true)]), None);
        assert_eq!(fit::<1>(&[]), None);
    }

    #[test]
    fn a_sign_that_parts_all_stays_finite() {
        let rows: Vec<([f64; 1], bool)> =
            (0..20_u8).map(|n| ([f64::from(n)], 10 <= n)).collect();
        let (bias, weights) = fit(&rows).unwrap();
        assert!(bias.is_finite() && weights[0].is_finite());
    }
}
