//! The province of a school, out of the letter of the school or of the province: told where one alone is named.

use std::ops::Range;

/// Codes with the names that letters write.
const PROVINCES: [(&str, &[&str]); 13] = [
    ("AB", &["Alberta"]),
    ("BC", &["British Columbia", "Colombie-Britannique"]),
    ("MB", &["Manitoba"]),
    ("NB", &["New Brunswick", "Nouveau-Brunswick"]),
    ("NL", &["Newfoundland and Labrador", "Terre-Neuve-et-Labrador"]),
    ("NS", &["Nova Scotia", "Nouvelle-Écosse"]),
    ("NT", &["Northwest Territories", "Territoires du Nord-Ouest"]),
    ("NU", &["Nunavut"]),
    ("ON", &["Ontario"]),
    ("PE", &["Prince Edward Island", "Île-du-Prince-Édouard"]),
    ("QC", &["Quebec", "Québec"]),
    ("SK", &["Saskatchewan"]),
    ("YT", &["Yukon"]),
];
/// Kinds of letters that name the school's province.
const KINDS: [&str; 2] = ["acceptance_letter", "provincial_attestation"];
/// The field that it is told in.
pub(super) const SCHOOL_PROVINCE: &str = "matter.school_province";

/// The province's code with its bytes; nothing where none or several are named.
pub(super) fn school_province(kind: &str, text: &str) -> Option<(Range<usize>, &'static str)> {
    if !KINDS.contains(&kind) {
        return None;
    }
    let named = |(code, names): &(&'static str, &[&str])| {
        let by_name = names.iter().find_map(|name| word_at(text, name));
        by_name.or_else(|| code_at(text, code)).map(|bytes| (bytes, *code))
    };
    let mut found = PROVINCES.iter().filter_map(named);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The code behind a comma, as addresses have it.
fn code_at(text: &str, code: &str) -> Option<Range<usize>> {
    text.match_indices(',').find_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let from = at + 1 + (rest.len() - rest.trim_start_matches(' ').len());
        let bytes = from..from + code.len();
        (text.get(bytes.clone()) == Some(code) && ends_word(text, bytes.end)).then_some(bytes)
    })
}

fn word_at(text: &str, name: &str) -> Option<Range<usize>> {
    let mut places = text.match_indices(name);
    let is_whole = |at: usize| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        before.is_none_or(|it| !it.is_alphanumeric()) && ends_word(text, at + name.len())
    };
    places
        .find(|(at, _)| is_whole(*at))
        .map(|(at, _)| at..at + name.len())
}

fn ends_word(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|it| it.chars().next());
    next.is_none_or(|it| !it.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::school_province;

    #[test]
    fn one_province_is_told_and_two_are_not() {
        let told = |kind: &str, text: &str| school_province(kind, text).map(|(_, code)| code);
        let letter = "acceptance_letter";
        assert_eq!(told(letter, "Fern College\n4 Quay Road, Halden, SK\nWelcome"), Some("SK"));
        assert_eq!(told(letter, "Fern College, Halden, Nova Scotia B0B 0B0"), Some("NS"));
        assert_eq!(told(letter, "Halden, Québec. Also taught in Manitoba."), None);
        assert_eq!(told(letter, "Halden, ONE of many; the Ontarian way"), None);
        assert_eq!(told("bank_statement", "Halden, SK"), None);
    }
}
