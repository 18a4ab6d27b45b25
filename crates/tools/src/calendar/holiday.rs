//! On which day of a year a holiday falls.

use jiff::civil::{Date, Weekday, date};
use serde::Deserialize;

use crate::{CivilDay, calendar::HolidayLaw};

/// A holiday of every year.
#[derive(Debug, Deserialize)]
pub(super) struct YearlyHoliday {
    pub(super) en: String,
    rule: HolidayRule,
    first_year: i16,
    interpretation_act: bool,
    labour_code: bool,
}

/// A day that was a holiday once.
#[derive(Debug, Deserialize)]
pub(super) struct OnceHoliday {
    pub(super) date: CivilDay,
    pub(super) en: String,
    interpretation_act: bool,
    labour_code: bool,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum HolidayRule {
    Fixed { month: i8, day: i8, if_sunday: Option<SundayRule> },
    NthWeekday { weekday: WeekdayName, month: i8, n: i8 },
    WeekdayBefore { weekday: WeekdayName, month: i8, day: i8 },
    Easter { offset: i32 },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SundayRule {
    NextDay,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WeekdayName {
    Monday,
}

impl YearlyHoliday {
    pub(super) fn falls_on(&self, day: CivilDay) -> bool {
        let year = day.0.year();
        self.first_year <= year && self.rule.day_in(year) == Some(day.0)
    }

    pub(super) fn counts_for(&self, laws: &[HolidayLaw]) -> bool {
        counts(laws, self.interpretation_act, self.labour_code)
    }
}

impl OnceHoliday {
    pub(super) fn counts_for(&self, laws: &[HolidayLaw]) -> bool {
        counts(laws, self.interpretation_act, self.labour_code)
    }
}

fn counts(laws: &[HolidayLaw], interpretation_act: bool, labour_code: bool) -> bool {
    laws.contains(&HolidayLaw::InterpretationAct) && interpretation_act
        || laws.contains(&HolidayLaw::LabourCode) && labour_code
}

impl HolidayRule {
    fn day_in(&self, year: i16) -> Option<Date> {
        match self {
            Self::Fixed { month, day, if_sunday } => {
                let day = Date::new(year, *month, *day).ok()?;
                match (day.weekday(), if_sunday) {
                    (Weekday::Sunday, Some(SundayRule::NextDay)) => day.tomorrow().ok(),
                    _ => Some(day),
                }
            }
            Self::NthWeekday { weekday, month, n } => {
                let first = Date::new(year, *month, 1).ok()?;
                first.nth_weekday_of_month(*n, weekday.to_jiff()).ok()
            }
            Self::WeekdayBefore { weekday, month, day } => Date::new(year, *month, *day)
                .ok()?
                .nth_weekday(-1, weekday.to_jiff())
                .ok(),
            Self::Easter { offset } => CivilDay(easter(year)).plus_days(*offset).map(|it| it.0),
        }
    }
}

impl WeekdayName {
    const fn to_jiff(self) -> Weekday {
        match self {
            Self::Monday => Weekday::Monday,
        }
    }
}

/// Easter Sunday of the Gregorian calendar, by the anonymous algorithm; its names are the letters it is known by.
#[expect(clippy::many_single_char_names, reason = "the algorithm is published with these")]
fn easter(year: i16) -> Date {
    let y = i32::from(year);
    let (a, b, c) = (y % 19, y / 100, y % 100);
    let (d, e) = (b / 4, b % 4);
    let g = (b - (b + 8) / 25 + 1) / 3;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let days = h + l - 7 * m + 114;
    let small = |number: i32| i8::try_from(number).unwrap_or(1);
    date(year, small(days / 31), small(days % 31 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easter_falls_on_known_days() {
        for (year, month, day) in [
            (2016, 3, 27),
            (2024, 3, 31),
            (2025, 4, 20),
            (2026, 4, 5),
            (2027, 3, 28),
            (2038, 4, 25),
        ] {
            assert_eq!(easter(year), date(year, month, day));
        }
    }
}
