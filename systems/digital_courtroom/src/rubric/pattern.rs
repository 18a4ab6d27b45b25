//! Patterns with `*`, and names that are nearly the same.

use jurat_text::WildcardPattern;

/// Tells whether a name fits one of several, in which `*` stands for anything.
pub(crate) fn fits_any(patterns: &[String]) -> impl Fn(&str) -> bool {
    let patterns: Vec<_> = patterns.iter().map(|one| WildcardPattern::of_names(one)).collect();
    move |text| patterns.iter().any(|pattern| pattern.fits(text))
}

/// The same, where no pattern asks for any name.
pub(crate) fn fits_any_or_all(patterns: &[String]) -> impl Fn(&str) -> bool {
    let (all, fits) = (patterns.is_empty(), fits_any(patterns));
    move |text| all || fits(text)
}

/// Letters to change, add or drop, if they are not more than `most`.
pub(crate) fn near(one: &str, two: &str, most: usize) -> Option<usize> {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    if most < one.len().abs_diff(two.len()) {
        return None;
    }
    let beyond = most + 1;
    let mut row: Vec<usize> = (0..=two.len()).map(|far| far.min(beyond)).collect();
    for (at, a) in one.iter().enumerate() {
        // Only a band around the diagonal can stay within `most`.
        let (from, until) = (at.saturating_sub(most), (at + most + 1).min(two.len()));
        let mut before = row[from];
        row[from] = if from == 0 { at + 1 } else { beyond };
        let mut least = row[from];
        for to in from..until {
            let changed = before + usize::from(*a != two[to]);
            before = row[to + 1];
            row[to + 1] = changed.min(before + 1).min(row[to] + 1).min(beyond);
            least = least.min(row[to + 1]);
        }
        if let Some(after) = row.get_mut(until + 1) {
            *after = beyond;
        }
        if most < least {
            return None;
        }
    }
    Some(row[two.len()]).filter(|far| *far <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted_up_to_a_limit() {
        for (one, two, most, expected) in [
            ("aggregator", "aggregator", 2, Some(0)),
            ("aggregator", "aggregatcr", 2, Some(1)),
            ("aggregator", "agregatr", 2, Some(2)),
            ("agregatr", "aggregator", 2, Some(2)),
            ("aggregator", "xggregatyz", 2, None),
            ("kitten", "sitting", 3, Some(3)),
            ("kitten", "sitting", 2, None),
            ("", "ab", 2, Some(2)),
            ("ab", "", 1, None),
            ("abcd", "bcda", 2, Some(2)),
        ] {
            assert_eq!(near(one, two, most), expected, "{one} {two}");
        }
    }
}
