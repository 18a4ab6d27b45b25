//! Says how a request differs from those on a tape.

use serde_json::Value;

use super::tape::ExchangeRow;
use crate::chat::ChatRequest;

/// Differences beyond this many are counted, not shown.
const MOST: usize = 3;
const MOST_TEXT: usize = 60;

pub(super) fn explain<'a>(
    key: &(String, u32),
    request: &ChatRequest,
    exchanges: impl Iterator<Item = &'a ExchangeRow>,
) -> String {
    let exchanges: Vec<&ExchangeRow> = exchanges.collect();
    let same = exchanges.iter().filter(|one| one.hash == key.0).count();
    if 0 < same {
        return format!("it was recorded {same} times and is asked once more");
    }
    let asked = serde_json::to_value(request).unwrap_or_default();
    let all = exchanges.iter().map(|one| {
        let taped = serde_json::to_value(&one.request).unwrap_or_default();
        let mut found = Vec::new();
        differences(&taped, &asked, "", &mut found);
        found
    });
    let Some(nearest) = all.min_by_key(Vec::len) else { return "the tape is empty".into() };
    if nearest.is_empty() {
        return "the same request was recorded from another model".into();
    }
    let shown = nearest[..nearest.len().min(MOST)].join("; ");
    let more = nearest.len().saturating_sub(MOST);
    let more = if 0 < more { format!("; {more} more") } else { String::new() };
    format!("the nearest request differs at {shown}{more}")
}

fn differences(taped: &Value, asked: &Value, place: &str, found: &mut Vec<String>) {
    match (taped, asked) {
        (Value::Object(one), Value::Object(two)) => {
            let only_asked = two.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(only_asked) {
                let (left, right) = (one.get(key), two.get(key));
                let none = &Value::Null;
                let place = format!("{place}/{key}");
                differences(left.unwrap_or(none), right.unwrap_or(none), &place, found);
            }
        }
        (Value::Array(one), Value::Array(two)) => {
            for at in 0..one.len().max(two.len()) {
                let (left, right) = (one.get(at), two.get(at));
                let none = &Value::Null;
                let place = format!("{place}/{at}");
                differences(left.unwrap_or(none), right.unwrap_or(none), &place, found);
            }
        }
        _ if taped == asked => {}
        _ => found.push(format!(
            "{place}: `{}` on the tape, `{}` asked",
            cut(taped, asked),
            cut(asked, taped)
        )),
    }
}

/// A value from a little before where it departs from the other.
fn cut(value: &Value, other: &Value) -> String {
    let (text, other) = (value.to_string(), other.to_string());
    let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let from = same.saturating_sub(10);
    let part: String = text.chars().skip(from).take(MOST_TEXT).collect();
    if 0 < from { format!("…{part}") } else { part }
}
