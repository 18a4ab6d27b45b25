//! Which rows are for tuning and which for reporting.

use std::str::FromStr;

use jurat_canon::Hash;

/// Rows to measure on: tune on one part, report on the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatasetSplit {
    /// Rows on which thresholds and weights may be chosen.
    Tune,
    /// Rows that nothing was chosen on.
    Report,
    All,
}

impl DatasetSplit {
    /// Whether a row belongs to this part. Its key is its `group` where it has one, else its id.
    pub fn holds(self, key: &str) -> bool {
        match self {
            Self::All => true,
            Self::Tune => Self::of(key) == Self::Tune,
            Self::Report => Self::of(key) == Self::Report,
        }
    }

    /// The part that a row belongs to.
    pub fn of(key: &str) -> Self {
        let first = Hash::of(key.as_bytes()).to_string();
        // The hash is even or odd by its first hexadecimal digit.
        match first.chars().next().and_then(|digit| digit.to_digit(16)) {
            Some(digit) if digit % 2 == 0 => Self::Tune,
            _ => Self::Report,
        }
    }
}

impl FromStr for DatasetSplit {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, String> {
        match given {
            "tune" => Ok(Self::Tune),
            "report" => Ok(Self::Report),
            "all" => Ok(Self::All),
            other => Err(format!("`{other}` is none of tune, report, all")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DatasetSplit;

    #[test]
    fn a_row_is_in_one_part() {
        let tuned = (0..1000).filter(|n| DatasetSplit::Tune.holds(&n.to_string())).count();
        let reported = (0..1000)
            .filter(|n| DatasetSplit::Report.holds(&n.to_string()))
            .count();
        assert_eq!(tuned + reported, 1000);
        assert!((400..600).contains(&tuned), "{tuned}");
    }
}
