//! A date as far as it was given: a year, a month, a day.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A date as far as it was given, written `2019`, `2019-08` or `2019-08-17`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct PartialDate {
    year: i16,
    /// From 1; 0 where it was not given.
    month: u8,
    /// From 1; 0 where it was not given.
    day: u8,
}

impl PartialDate {
    /// A date that the calendar has; nothing where it has none such.
    pub fn new(year: i16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let (month, day) = (month.unwrap_or(0), day.unwrap_or(0));
        let exists = (1000..=2999).contains(&year)
            && month <= 12
            && (day == 0 || (month != 0 && day <= days_in(year, month)));
        exists.then_some(Self { year, month, day })
    }

    pub const fn year(self) -> i16 {
        self.year
    }

    pub const fn month(self) -> Option<u8> {
        if self.month == 0 { None } else { Some(self.month) }
    }

    pub const fn day(self) -> Option<u8> {
        if self.day == 0 { None } else { Some(self.day) }
    }

    /// Whether a day was given.
    pub const fn is_whole(self) -> bool {
        self.day != 0
    }

    /// The first day that it may mean.
    #[must_use]
    pub fn first_day(self) -> Self {
        Self {
            year: self.year,
            month: self.month.max(1),
            day: self.day.max(1),
        }
    }

    /// The last day that it may mean.
    #[must_use]
    pub fn last_day(self) -> Self {
        let month = if self.month == 0 { 12 } else { self.month };
        let day = if self.day == 0 { days_in(self.year, month) } else { self.day };
        Self { year: self.year, month, day }
    }

    /// Whether it lies before another, whatever was left open in either.
    pub fn is_surely_before(self, other: Self) -> bool {
        self.last_day() < other.first_day()
    }

    /// Whether both may mean one day.
    pub fn may_be(self, other: Self) -> bool {
        self.first_day() <= other.last_day() && other.first_day() <= self.last_day()
    }

    /// Days since the beginning of the calendar, of its first day.
    pub fn day_number(self) -> i64 {
        let first = self.first_day();
        // Counted from March, so that the leap day is a year's last.
        let (year, month) = if first.month <= 2 {
            (i64::from(first.year) - 1, i64::from(first.month) + 9)
        } else {
            (i64::from(first.year), i64::from(first.month) - 3)
        };
        365 * year + year / 4 - year / 100
            + year / 400
            + (153 * month + 2) / 5
            + i64::from(first.day)
    }

    /// Days from the first day of this to the first day of another; negative where that lies before.
    pub fn days_until(self, other: Self) -> i64 {
        other.day_number() - self.day_number()
    }
}

fn days_in(year: i16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month != 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day != 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

impl FromStr for PartialDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let mut parts = text.splitn(3, '-');
            let year = parts.next().filter(|it| it.len() == 4)?.parse().ok()?;
            let mut two = || match parts.next() {
                None => Some(None),
                Some(part) if part.len() == 2 => {
                    part.parse().ok().filter(|it| *it != 0).map(Some)
                }
                Some(_) => None,
            };
            Self::new(year, two()?, two()?)
        };
        read().ok_or_else(|| format!("`{text}` is no date such as 2019, 2019-08 or 2019-08-17"))
    }
}

impl TryFrom<String> for PartialDate {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<PartialDate> for String {
    fn from(date: PartialDate) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::PartialDate;

    fn date(text: &str) -> PartialDate {
        text.parse().unwrap()
    }

    #[test]
    fn what_was_left_open_stays_open() {
        for text in ["2019", "2019-08", "2019-08-17", "2024-02-29"] {
            assert_eq!(date(text).to_string(), text);
        }
        for text in ["19", "2019-13", "2019-02-29", "2019-00", "2019-08-17-1", "2019-8-1", ""] {
            assert!(text.parse::<PartialDate>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_open_may_be_many_days() {
        assert!(date("2019").may_be(date("2019-08-17")));
        assert!(date("2019-07").is_surely_before(date("2019-08")));
        assert!(!date("2019").is_surely_before(date("2019-08")));
        assert_eq!(date("2024-02-28").days_until(date("2024-03-01")), 2);
        assert_eq!(date("2023-12-31").days_until(date("2024-01-01")), 1);
    }
}
