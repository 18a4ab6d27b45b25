//! Dates as people write them.

use super::TextForm;

/// A year, a month or a day: `2019`, `2019-05`, `2019-05-08`.
pub const DATE: TextForm = TextForm {
    pattern: Some("^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"),
    read: date,
};

fn date(text: &str) -> Result<String, String> {
    let lengths = [4, 2, 2];
    let parts: Vec<&str> = text.split('-').collect();
    let good = parts.len() <= 3
        && parts.iter().zip(lengths).all(|(part, length)| {
            part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    if good && is_day(&parts) {
        Ok(text.to_owned())
    } else {
        Err("expected a date, as 2019-05-08".to_owned())
    }
}

/// Whether the calendar has it; what is not given is the first.
fn is_day(parts: &[&str]) -> bool {
    let number = |at: usize| parts.get(at).map_or(Some(1), |part| part.parse::<i16>().ok());
    let (Some(year), Some(month), Some(day)) = (number(0), number(1), number(2)) else {
        return false;
    };
    let small = |number: i16| i8::try_from(number).ok();
    let (month, day) = (small(month), small(day));
    month
        .zip(day)
        .is_some_and(|(month, day)| jiff::civil::Date::new(year, month, day).is_ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_date_is_one_of_the_calendar() {
        for good in ["2019", "2019-05", "2019-05-08", "2024-02-29"] {
            assert_eq!(super::date(good), Ok(good.to_owned()));
        }
        for wrong in ["", "soon", "2019-13", "2023-02-29", "2019-5-8", "2019-05-08-01"] {
            assert!(super::date(wrong).is_err(), "{wrong:?}");
        }
    }
}
