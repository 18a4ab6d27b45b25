//! When a server wants to be asked again. A date is read against the server's own `Date`: its
//! clock may be wrong, and then it is wrong in both.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};

const DAY: u64 = 86_400;
const MONTHS: &[&str] =
    &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER).and_then(text)?;
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now = headers.get(DATE).and_then(text_of_date)?;
    let then = seconds(text)?;
    Some(Duration::from_secs(then.saturating_sub(now)))
}

fn text_of_date(value: &HeaderValue) -> Option<u64> {
    seconds(text(value)?)
}

fn text(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok().map(str::trim)
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send.
fn seconds(date: &str) -> Option<u64> {
    let mut words = date.split_once(", ")?.1.split(' ');
    let day: u64 = words.next()?.parse().ok()?;
    let month = words.next()?;
    let month = MONTHS.iter().position(|name| *name == month)? as u64;
    let year: u64 = words.next()?.parse().ok()?;
    let mut clock = words.next()?.split(':');
    let (hour, minute, second) = (clock.next()?, clock.next()?, clock.next()?);
    let (hour, minute, second): (u64, u64, u64) =
        (hour.parse().ok()?, minute.parse().ok()?, second.parse().ok()?);
    let sane = (1..=31).contains(&day)
        && (1970..10_000).contains(&year)
        && hour < 24
        && minute < 60
        && second <= 60;
    if words.next()? != "GMT" || clock.next().is_some() || !sane {
        return None;
    }
    Some(days(year, month, day) * DAY + hour * 3600 + minute * 60 + second)
}

/// Days since 1970, counted in years that begin in March so that leap days come last.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let leaps = year / 4 - year / 100 + year / 400;
    year * 365 + leaps + (month * 153 + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[track_caller]
    fn check(after: &str, date: Option<&str>, expected: Option<u64>) {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, after.parse().unwrap());
        if let Some(date) = date {
            headers.insert(DATE, date.parse().unwrap());
        }
        assert_eq!(retry_after(&headers), expected.map(Duration::from_secs), "{after}");
    }

    #[test]
    fn seconds_are_read() {
        check("7", None, Some(7));
        check(" 0 ", None, Some(0));
        check("-3", None, None);
        check("soon", None, None);
        check("99999999999999999999999", None, None);
    }

    #[test]
    fn a_date_is_read_against_the_servers_own_clock() {
        let now = Some("Sun, 06 Nov 1994 08:49:37 GMT");
        check("Sun, 06 Nov 1994 08:50:07 GMT", now, Some(30));
        check("Mon, 07 Nov 1994 08:49:37 GMT", now, Some(86_400));
        check("Sun, 06 Nov 1994 08:49:00 GMT", now, Some(0));
        check("Sun, 06 Nov 1994 08:50:07 GMT", None, None);
        check("Sun, 32 Nov 1994 08:50:07 GMT", now, None);
        check("Sun, 06 Nov 1994 08:50:07 CET", now, None);
        check("Sunday, 06-Nov-94 08:49:37 GMT", now, None);
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("Thu, 29 Feb 2024 12:00:00 GMT"), Some(1_709_208_000));
    }
}
