//! When a server wants to be asked again. A date is read against the server's own `Date`: its
//! clock may be wrong, and then it is wrong in both.

use std::time::Duration;

use jiff::{Timestamp, fmt::rfc2822::DateTimeParser};
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// The pause that a server asks for. `now_s`, seconds since 1970, is for one that does not say what time it has.
pub fn retry_after(headers: &HeaderMap, now_s: Option<i64>) -> Option<Duration> {
    let text = text(headers, &RETRY_AFTER)?;
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let ours = || now_s.and_then(|seconds| Timestamp::from_second(seconds).ok());
    let now = self::text(headers, &DATE).map_or_else(ours, date)?;
    Some(date(text)?.duration_since(now).try_into().unwrap_or_default())
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send.
fn date(text: &str) -> Option<Timestamp> {
    let parser = DateTimeParser::new().relaxed_weekday(true);
    parser.parse_timestamp(text).ok().filter(|_| text.ends_with(" GMT"))
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
        assert_eq!(retry_after(&headers, None), expected.map(Duration::from_secs), "{after}");
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
    fn our_clock_stands_in_for_one_that_is_not_told() {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, "Sun, 06 Nov 1994 08:50:07 GMT".parse().unwrap());
        let pause = |headers: &HeaderMap| retry_after(headers, Some(784_111_777));
        assert_eq!(pause(&headers), Some(Duration::from_secs(30)));
        headers.insert(DATE, "Sun, 06 Nov 1994 08:50:00 GMT".parse().unwrap());
        assert_eq!(pause(&headers), Some(Duration::from_secs(7)));
        headers.insert(DATE, "yesterday".parse().unwrap());
        assert_eq!(pause(&headers), None);
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        let seconds = |text: &str| date(text).map(Timestamp::as_second);
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("Thu, 29 Feb 2024 12:00:00 GMT"), Some(1_709_208_000));
    }
}
