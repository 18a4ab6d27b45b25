//! The first place at which two values differ, shown in few characters.

use serde_json::Value as Json;

use super::ValueDiff;

/// Longest text shown of a value, in characters.
const LONGEST: usize = 160;
/// Characters shown before the first that differs.
const BEFORE: usize = 24;

/// Two values that differ, or one that is not there.
pub(super) fn parted(name: &str, a: Option<&Json>, b: Option<&Json>) -> ValueDiff {
    let mut path = String::new();
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => {
            let (a, b) = descend(a, b, &mut path);
            shown(a, b)
        }
        (a, b) => (text(a), text(b)),
    };
    ValueDiff { name: name.to_owned(), path, a, b }
}

/// Down to the first part that differs.
fn descend<'a>(
    mut a: &'a Json,
    mut b: &'a Json,
    path: &mut String,
) -> (Option<&'a Json>, Option<&'a Json>) {
    loop {
        let (step, one, other) = match (a, b) {
            (Json::Array(one), Json::Array(other)) => {
                let place = (0..one.len().max(other.len()))
                    .find(|place| one.get(*place) != other.get(*place));
                let Some(place) = place else { return (Some(a), Some(b)) };
                (place.to_string(), one.get(place), other.get(place))
            }
            (Json::Object(one), Json::Object(other)) => {
                let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
                keys.sort_unstable();
                let key = keys.into_iter().find(|key| one.get(*key) != other.get(*key));
                let Some(key) = key else { return (Some(a), Some(b)) };
                let step = key.replace('~', "~0").replace('/', "~1");
                (step, one.get(key), other.get(key))
            }
            _ => return (Some(a), Some(b)),
        };
        path.push('/');
        path.push_str(&step);
        match (one, other) {
            (Some(one), Some(other)) => (a, b) = (one, other),
            pair => return pair,
        }
    }
}

fn shown(a: Option<&Json>, b: Option<&Json>) -> (String, String) {
    let (Some(Json::String(a)), Some(Json::String(b))) = (a, b) else {
        return (text(a), text(b));
    };
    let alike = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let from = alike.saturating_sub(BEFORE);
    let part = |text: &str| {
        let dots = if 0 < from { "…" } else { "" };
        let rest: String = text.chars().skip(from).collect();
        shortened(&format!("{dots}{rest}"))
    };
    (format!("\"{}\"", part(a)), format!("\"{}\"", part(b)))
}

fn text(value: Option<&Json>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| shortened(&value.to_string()))
}

pub(super) fn shortened(text: &str) -> String {
    let line: String = text.chars().take(LONGEST + 1).collect();
    let line = line.replace(['\n', '\r', '\t'], " ");
    if LONGEST < line.chars().count() {
        let cut: String = line.chars().take(LONGEST).collect();
        return format!("{cut}…");
    }
    line
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, path: &str, shown: (&str, &str)) {
        let (a, b): (Json, Json) =
            (serde_json::from_str(a).unwrap(), serde_json::from_str(b).unwrap());
        let found = parted("c", Some(&a), Some(&b));
        assert_eq!(
            (found.path.as_str(), found.a.as_str(), found.b.as_str()),
            (path, shown.0, shown.1)
        );
    }

    #[test]
    fn the_first_part_that_differs_is_named() {
        check(r#"{"a": [1, 2], "b": 1}"#, r#"{"a": [1, 3], "b": 2}"#, "/a/1", ("2", "3"));
    }

    #[test]
    fn what_is_only_on_one_side_stands_beside_nothing() {
        check("[1]", "[1, 2]", "/1", ("nothing", "2"));
        check(r#"{"a/b": 1}"#, "{}", "/a~1b", ("1", "nothing"));
    }

    #[test]
    fn long_texts_are_shown_where_they_differ() {
        let long = "x".repeat(500);
        let (a, b) = (format!("\"{long}é1\""), format!("\"{long}é2\""));
        let tail = format!("…{}é", "x".repeat(23));
        check(&a, &b, "", (&format!("\"{tail}1\""), &format!("\"{tail}2\"")));
    }

    #[test]
    fn long_values_are_cut() {
        let found = parted("c", Some(&Json::from("y".repeat(1000))), None);
        assert_eq!(found.a.chars().count(), LONGEST + 1);
    }
}
