//! JSON of others, read to the last digit or not at all.

use serde_json::Value as Json;

/// The value that a text stands for. A whole number of more than 64 bits would be rounded in silence, so it is refused.
pub fn exact_json(text: &[u8]) -> Result<Json, String> {
    let value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    match rounded_number(text) {
        Some(number) => Err(format!(
            "the whole number {number} has more digits than are kept: write it as a text"
        )),
        None => Ok(value),
    }
}

/// The first whole number of a JSON text that 64 bits cannot hold.
fn rounded_number(text: &[u8]) -> Option<&str> {
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'"' => at += string_length(&text[at..]),
            b'-' | b'0'..=b'9' => {
                let number = number_at(&text[at..]);
                if is_rounded(number) {
                    return Some(number);
                }
                at += number.len().max(1);
            }
            _ => at += 1,
        }
    }
    None
}

/// How many bytes a string takes, its quotes included.
fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

fn number_at(text: &[u8]) -> &str {
    let part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    let end = text.iter().position(|byte| !part(byte)).unwrap_or(text.len());
    str::from_utf8(&text[..end]).unwrap_or_default()
}

fn is_rounded(number: &str) -> bool {
    let whole = !number.contains(['.', 'e', 'E']);
    whole && number.parse::<i64>().is_err() && number.parse::<u64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::exact_json;

    #[test]
    fn whole_numbers_keep_their_digits_or_are_refused() {
        for kept in [
            "[18446744073709551615, -9223372036854775808]",
            "1e30",
            "[0.1, \"99999999999999999999\"]",
            r#"{"a\"9": "\\\\", "b": 1}"#,
        ] {
            assert!(exact_json(kept.as_bytes()).is_ok(), "{kept}");
        }
        for (lost, number) in [
            ("18446744073709551616", "18446744073709551616"),
            (r#"{"a": [1, -9223372036854775809]}"#, "-9223372036854775809"),
        ] {
            let told = exact_json(lost.as_bytes()).err().unwrap_or_default();
            assert!(told.contains(number), "{lost}: {told}");
        }
    }
}
