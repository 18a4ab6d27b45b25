//! How far a number meets what is expected of it.

use crate::model::ExpectedRange;

/// From 0 to 100. Between `partly` and a bound it grows evenly; at `partly` it is more than 0,
/// short of the bound less than 100.
pub(super) fn degree_of(expect: ExpectedRange, number: u64) -> u8 {
    let ExpectedRange { min, max, partly } = expect;
    if let Some(min) = min
        && number < min
    {
        let partly = partly.filter(|partly| *partly <= number);
        return partly.map_or(0, |partly| even(number - partly, min - partly));
    }
    if let Some(max) = max
        && max < number
    {
        let partly = partly.filter(|partly| number <= *partly);
        return partly.map_or(0, |partly| even(partly - number, partly - max));
    }
    100
}

/// Steps from the outer end, counted from one, out of all up to the bound.
fn even(step: u64, all: u64) -> u8 {
    let (step, all) = (u128::from(step) + 1, u128::from(all) + 1);
    let degree = (step * 200 + all) / (all * 2);
    u8::try_from(degree).unwrap_or(99).clamp(1, 99)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn expect(min: Option<u64>, max: Option<u64>, partly: Option<u64>) -> ExpectedRange {
        ExpectedRange { min, max, partly }
    }

    #[test]
    fn a_degree_grows_evenly_from_partly_to_the_bound() {
        let up = expect(Some(4), None, Some(2));
        assert_eq!([0, 1, 2, 3, 4, 9].map(|n| degree_of(up, n)), [0, 0, 33, 67, 100, 100]);
        let down = expect(None, Some(0), Some(2));
        assert_eq!([0, 1, 2, 3].map(|n| degree_of(down, n)), [100, 67, 33, 0]);
        let all_or_nothing = expect(Some(2), Some(3), None);
        assert_eq!([1, 2, 3, 4].map(|n| degree_of(all_or_nothing, n)), [0, 100, 100, 0]);
        let wide = expect(Some(u64::MAX), None, Some(0));
        assert_eq!(
            [degree_of(wide, 0), degree_of(wide, u64::MAX - 1), degree_of(wide, u64::MAX)],
            [1, 99, 100]
        );
    }
}
