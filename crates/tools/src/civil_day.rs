//! A day of the calendar as tools take and give it: `2026-01-15`.

use std::{borrow::Cow, fmt, str::FromStr};

use jiff::{
    ToSpan as _,
    civil::{Date, Weekday},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A day, with no time and no zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CivilDay(pub Date);

/// Years that arithmetic may lead to: beyond them no table of ours says anything.
const YEARS: std::ops::RangeInclusive<i16> = 1800..=2300;

impl CivilDay {
    /// The day so many days later, or earlier.
    pub(crate) fn plus_days(self, days: i32) -> Option<Self> {
        self.0
            .checked_add(days.days())
            .ok()
            .filter(|date| is_near(*date))
            .map(Self)
    }

    /// The same day so many months later; the last of the month where it has no such day.
    pub(crate) fn plus_months(self, months: i32) -> Option<Self> {
        self.0
            .checked_add(months.months())
            .ok()
            .filter(|date| is_near(*date))
            .map(Self)
    }

    /// Days from this day to another; negative where that lies before.
    pub(crate) fn days_until(self, other: Self) -> i32 {
        self.0.until(other.0).map_or(0, |span| span.get_days())
    }

    pub(crate) fn weekday(self) -> &'static str {
        match self.0.weekday() {
            Weekday::Monday => "monday",
            Weekday::Tuesday => "tuesday",
            Weekday::Wednesday => "wednesday",
            Weekday::Thursday => "thursday",
            Weekday::Friday => "friday",
            Weekday::Saturday => "saturday",
            Weekday::Sunday => "sunday",
        }
    }
}

fn is_near(date: Date) -> bool {
    YEARS.contains(&date.year())
}

impl fmt::Display for CivilDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// `2026-01-15` and nothing else: no time, no shorter form.
impl FromStr for CivilDay {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let date: Date = text.parse().map_err(|_| ())?;
        let same = is_near(date) && date.to_string() == text;
        if same { Ok(Self(date)) } else { Err(()) }
    }
}

impl Serialize for CivilDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CivilDay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|()| D::Error::custom(format!("`{text}` is no day")))
    }
}

impl JsonSchema for CivilDay {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "CivilDay".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date" })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_whole_days_are_read() {
        assert_eq!("2026-01-15".parse::<CivilDay>().unwrap().weekday(), "thursday");
        for given in ["2026-1-15", "2026-01-15T00:00", "2026-02-30", "1066-10-14", "today", ""]
        {
            assert!(given.parse::<CivilDay>().is_err(), "{given}");
        }
    }

    #[test]
    fn a_month_ends_on_its_last_day() {
        let day: CivilDay = "2024-01-31".parse().unwrap();
        assert_eq!(day.plus_months(1).unwrap().to_string(), "2024-02-29");
        assert_eq!(day.plus_months(13).unwrap().to_string(), "2025-02-28");
        assert_eq!(day.plus_days(400_000), None);
    }
}
