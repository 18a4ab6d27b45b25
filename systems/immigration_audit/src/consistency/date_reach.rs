//! Arithmetic on dates that may be open: only what holds whatever was left open is said to hold.

use crate::model::PartialDate;

/// The same day so many years later; 28 February where the year has no 29th.
pub(super) fn years_after(date: PartialDate, years: i16) -> PartialDate {
    let year = date.year().saturating_add(years);
    let (month, day) = (date.month(), date.day());
    PartialDate::new(year, month, day)
        .or_else(|| PartialDate::new(year, month, Some(28)))
        .unwrap_or(date)
}

/// The same day so many months later; the last of the month where it has no such day.
pub(super) fn months_after(date: PartialDate, months: i64) -> PartialDate {
    let Some(month) = date.month() else {
        return years_after(date, i16::try_from(months / 12).unwrap_or(0));
    };
    let all = i64::from(date.year()) * 12 + i64::from(month) - 1 + months;
    let year = i16::try_from(all.div_euclid(12)).unwrap_or(date.year());
    let month = u8::try_from(all.rem_euclid(12) + 1).unwrap_or(month);
    let days = date.day().into_iter().flat_map(|day| (28..=day).rev().chain([day]));
    days.map(Some)
        .chain([None])
        .find_map(|day| PartialDate::new(year, Some(month), day))
        .unwrap_or(date)
}

/// Whether someone born then has surely not reached an age on the other day.
pub(super) fn is_surely_younger(birth: PartialDate, age: i16, day: PartialDate) -> bool {
    day.last_day() < years_after(birth.first_day(), age)
}

/// The least number of days that two dates lie apart; 0 where they may be one.
pub(super) fn days_apart(a: PartialDate, b: PartialDate) -> i64 {
    let (a, b) = if a.first_day() <= b.first_day() { (a, b) } else { (b, a) };
    a.last_day().days_until(b.first_day()).max(0)
}

/// Whether day and month were changed round.
pub(super) fn is_swapped(a: PartialDate, b: PartialDate) -> bool {
    a.is_whole()
        && b.is_whole()
        && a != b
        && a.year() == b.year()
        && a.month() == b.day()
        && a.day() == b.month()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{days_apart, is_surely_younger, is_swapped, months_after};
    use crate::model::PartialDate;

    fn date(text: &str) -> PartialDate {
        text.parse().unwrap()
    }

    #[test]
    fn only_what_is_sure_holds() {
        assert!(is_surely_younger(date("2003"), 18, date("2020-12-31")));
        assert!(!is_surely_younger(date("2003"), 18, date("2021")));
        assert!(is_surely_younger(date("2003-06-02"), 18, date("2021-06-01")));
        assert!(!is_surely_younger(date("2003-06-02"), 18, date("2021-06-02")));
    }

    #[test]
    fn days_and_months() {
        assert_eq!(days_apart(date("2019-03"), date("2019-05-02")), 32);
        assert_eq!(days_apart(date("2019-05-02"), date("2019-03")), 32);
        assert_eq!(days_apart(date("2019"), date("2019-05-02")), 0);
        assert_eq!(months_after(date("2025-08-31"), 6), date("2026-02-28"));
        assert_eq!(months_after(date("2025-11-05"), 3), date("2026-02-05"));
        assert_eq!(months_after(date("2025"), 24), date("2027"));
        assert!(is_swapped(date("2019-03-05"), date("2019-05-03")));
        assert!(!is_swapped(date("2019-03-03"), date("2019-03-03")));
    }
}
