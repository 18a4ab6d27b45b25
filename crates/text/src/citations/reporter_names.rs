//! What a reporter's name may and may not be.

/// `Harv. L. Rev.`, `Duke L.J.`, `Marquette Law Review`.
pub(super) fn is_review(name: &str) -> bool {
    let plain = name.replace(". ", ".");
    [" L.Rev.", ".L.Rev.", " L.J.", ".L.J.", " L.Q.", ".L.Q.", " Law Review", " Law Journal"]
        .iter()
        .any(|ending| plain.ends_with(ending))
}

/// A name of one short word or letter without its point is a word: `3 Or 5`, `4 Me 12`, `1 Day 2`.
pub(super) fn is_word(name: &str) -> bool {
    const WHOLE: &[&str] = &["Ohio", "Iowa", "Utah", "Guam"];
    let one = name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let small = name.len() == 1 || name.bytes().any(|byte| byte.is_ascii_lowercase());
    one && small && name.len() <= 4 && !WHOLE.contains(&name)
}

/// `12 Mar. 2019` is a day.
pub(super) fn is_date(name: &str, page: &str) -> bool {
    const MONTHS: &[&str] = &[
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov",
        "Dec", "June", "July", "March", "April", "August",
    ];
    MONTHS.contains(&name.trim_end_matches('.'))
        && page.len() == 4
        && ("1500".."2200").contains(&page)
}

/// Whether a reporter of the United States may have a year for a volume: neutral citations are in
/// capitals, databases and reviews say what they are.
pub(super) fn by_year(name: &str) -> bool {
    const SIGNS: &[&str] = &[
        "L.", "Law", "Rev", "LEXIS", "Lexis", "Super", "App", "Memo", "Op", "Ct", "Reg",
        "Dist", "Cas",
    ];
    !name.bytes().any(|byte| byte.is_ascii_lowercase())
        || SIGNS.iter().any(|sign| name.contains(sign))
}

/// `DLR (4th)` is DLR in its fourth series.
pub(super) fn without_series(name: &str) -> (&str, Option<String>) {
    const SERIES: &[(&str, &str)] = &[
        ("(2d)", "(2d)"),
        ("(2nd)", "(2d)"),
        ("(2e)", "(2d)"),
        ("(3d)", "(3d)"),
        ("(3rd)", "(3d)"),
        ("(3e)", "(3d)"),
        ("(4th)", "(4th)"),
        ("(4e)", "(4th)"),
        ("(5th)", "(5th)"),
        ("(5e)", "(5th)"),
        ("(6th)", "(6th)"),
        ("(6e)", "(6th)"),
        ("(7th)", "(7th)"),
    ];
    let found = SERIES.iter().find_map(|(written, normal)| {
        Some((name.strip_suffix(written)?.trim_end(), Some((*normal).to_owned())))
    });
    found.unwrap_or((name, None))
}
