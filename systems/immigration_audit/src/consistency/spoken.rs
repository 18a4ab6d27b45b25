//! Fields and values as a person would say them.

use crate::model::FieldValue;

/// `applicant.birth_date` as "the applicant's birth date".
pub(super) fn field_words(field: &str) -> String {
    let (role, name) = field.split_once('.').unwrap_or(("matter", field));
    let name = name.replace('_', " ");
    match role {
        "matter" => format!("the {name}"),
        "relationship" => format!("the relationship's {name}"),
        _ => format!("{}'s {name}", role_words(role)),
    }
}

/// `child1` as "child 1", `applicant` as "the applicant".
pub(super) fn role_words(role: &str) -> String {
    let split = role.find(|c: char| c.is_ascii_digit());
    match split {
        Some(at) => {
            let (name, number) = role.split_at(at);
            format!("{} {number}", name.replace('_', " "))
        }
        None => format!("the {}", role.replace('_', " ")),
    }
}

/// With its first letter as a sentence begins.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    first + letters.as_str()
}

/// "a, b and c".
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} and {last}", many.join(", ")),
    }
}

/// A value in quotes where it is words.
pub(super) fn value_words(value: &FieldValue) -> String {
    match value {
        FieldValue::Text(text) => format!("`{text}`"),
        FieldValue::Choice { label, .. } => format!("`{label}`"),
        FieldValue::Date(_)
        | FieldValue::Number(_)
        | FieldValue::Flag(_)
        | FieldValue::Money { .. } => value.to_string(),
    }
}

/// Cents as "CAD 12 345.00" would be read aloud: thousands apart.
pub(super) fn money(cents: i64, currency: &str) -> String {
    let whole = (cents / 100).abs().to_string();
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index != 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if cents < 0 { "-" } else { "" };
    match (cents % 100).abs() {
        0 => format!("{sign}{currency} {grouped}"),
        rest => format!("{sign}{currency} {grouped}.{rest:02}"),
    }
}
