//! The one JSON value in a reply. Between two it never chooses.

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ExtractError {
    #[error("there is no JSON in it")]
    None,
    #[error("there is more than one JSON value in it")]
    Several,
    #[error("its JSON is broken: {0}")]
    Broken(String),
}

/// The value: the whole text, the one fenced block, or the one object or list among words.
pub(super) fn only_json(text: &str) -> Result<&str, ExtractError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if whole(text).is_ok() {
        return Ok(text);
    }
    match &fenced(text)[..] {
        [] => among_words(text),
        [block] => whole(block).map(|()| *block).map_err(ExtractError::Broken),
        _ => Err(ExtractError::Several),
    }
}

fn whole(text: &str) -> Result<(), String> {
    let parsed: Result<serde::de::IgnoredAny, _> = serde_json::from_str(text);
    parsed.map(|_| ()).map_err(|error| error.to_string())
}

/// The blocks between lines of three backticks that are JSON by their name or have none.
fn fenced(text: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, opened)) = rest.split_once("```") {
        let (name, body) = opened.split_once('\n').unwrap_or((opened, ""));
        let Some((block, after)) = body.split_once("```") else { break };
        let name = name.trim();
        if name.is_empty() || name.eq_ignore_ascii_case("json") {
            blocks.push(block.trim());
        }
        rest = after;
    }
    blocks
}

fn among_words(text: &str) -> Result<&str, ExtractError> {
    let mut found = None;
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '[']) {
        let start = at + next;
        let candidate = &text[start..];
        if !looks_like_json(candidate) {
            at = start + 1;
            continue;
        }
        let mut values =
            serde_json::Deserializer::from_str(candidate).into_iter::<serde::de::IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => {}
            // What stands inside a broken value is not the value.
            Some(Err(error)) => return Err(ExtractError::Broken(error.to_string())),
            None => return Err(ExtractError::None),
        }
        at = start + values.byte_offset();
        if found.replace(&text[start..at]).is_some() {
            return Err(ExtractError::Several);
        }
    }
    found.ok_or(ExtractError::None)
}

/// Words have braces and brackets too: `{name}`, `[REQ-S001]`.
fn looks_like_json(text: &str) -> bool {
    let inner = text[1..].trim_start().chars().next();
    match text.as_bytes().first() {
        Some(b'{') => matches!(inner, Some('"' | '}')),
        _ => matches!(inner, Some('{' | '[')),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let found = only_json(text).map_err(|problem| problem.to_string());
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(part)) => assert!(found.contains(part), "{found}"),
            (found, _) => assert_eq!(found, expected.map_err(String::from)),
        }
    }

    /// Any words, rich in those that replies are made of.
    fn replies() -> impl Strategy<Value = String> {
        let pieces = prop_oneof![
            "[{}\\[\\]\",:`\\\\0-9eE \\n]{1,4}",
            Just("```json\n".to_owned()),
            Just("\n```\n".to_owned()),
            Just("{\"a\":[1,{}]}".to_owned()),
            Just("[REQ-S001]".to_owned()),
            "\\PC{0,4}",
        ];
        prop::collection::vec(pieces, 0..16).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn what_is_taken_for_json_is_json_and_stands_in_the_reply(text in replies()) {
            if let Ok(json) = only_json(&text) {
                prop_assert!(text.contains(json));
                prop_assert!(whole(json).is_ok(), "{}", json);
            }
        }
    }

    #[test]
    fn what_servers_put_around_a_value_is_taken_off() {
        check(r#"{"a":1}"#, Ok(r#"{"a":1}"#));
        check("\u{feff} {\"a\":1}\n", Ok(r#"{"a":1}"#));
        check("```json\n{\"a\":1}\n```", Ok(r#"{"a":1}"#));
        check("Here it is:\n```\n{\"a\":1}\n```\nDone.", Ok(r#"{"a":1}"#));
        check(r#"Sure! {"a":"}{"} as {you} asked [REQ-1]."#, Ok(r#"{"a":"}{"}"#));
        check(r#"The list: [{"a":1},{"a":2}]"#, Ok(r#"[{"a":1},{"a":2}]"#));
        check("[1,2]", Ok("[1,2]"));
    }

    #[test]
    fn between_two_values_nobody_chooses() {
        check(r#"{"a":1} or {"a":2}"#, Err("more than one"));
        check(r#"{"a":1}{"a":1}"#, Err("more than one"));
        check("```json\n{\"a\":1}\n```\n```json\n{\"a\":2}\n```", Err("more than one"));
    }

    #[test]
    fn what_is_inside_a_broken_value_is_not_the_value() {
        check(r#"{"a": {"b":1}, oops}"#, Err("broken"));
        check(r#"[{"a":1}, oops]"#, Err("broken"));
        check(r#"{"a": {"b":1}"#, Err("broken"));
        check("```json\n{\"a\":\n```", Err("broken"));
    }

    #[test]
    fn words_are_no_json() {
        check("", Err("no JSON"));
        check("I cannot do {that}.", Err("no JSON"));
        check("```python\nprint({1})\n```", Err("no JSON"));
    }

    #[test]
    fn long_hostile_texts_cost_little() {
        check(&"{".repeat(1_000_000), Err("no JSON"));
        check(&"{\"a\":".repeat(200_000), Err("broken"));
        check(&"[".repeat(1_000_000), Err("broken"));
        check(&"```\n".repeat(200_000), Err("more than one"));
    }
}
