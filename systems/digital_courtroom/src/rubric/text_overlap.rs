//! How much text two prompts have in common: personas that are told the same think the same.
//!
//! Two scales, and the larger counts. Runs of three words find what was copied; single words of
//! content find what was copied and shuffled. What only gives an answer its form does not count:
//! schemas in fences or braces, and places to fill in. At most half of a text is form; prose counts
//! wherever it stands.

use std::collections::BTreeSet;

use serde_json::Value;

/// Words that run together for a match to count.
const RUN: usize = 3;
/// Words of a text that are looked at.
const MOST_WORDS: usize = 20_000;
/// Words that must be left beside the form; a text with fewer is compared whole.
const FEWEST_LEFT: usize = 8;
/// Places to fill in that a text may have; further ones count as text.
const MOST_PLACES: usize = 12;
/// Parts of the name of a place to fill in.
const PLACE_PARTS: usize = 4;
/// Words that tell what a field of a schema holds, and words of a value that has no name.
const MOST_TOLD: usize = 12;
const MOST_BARE: usize = 3;
/// What opens and ends a fenced block.
const FENCE: &str = "```";

jurat_text::word_lists! {
    "text_overlap" [en];

    /// Words that any two English texts share.
    static EMPTY_WORDS;
}

/// The share of text that two prompts have in common, in per cent, rounded down: of the words of
/// the shorter that stand in runs of three which the other has too, or of the distinct words of
/// content in both among those in either, whichever is larger. Case, marks and white space do not
/// count. A text without words has nothing in common with any.
pub fn prompt_overlap(one: &str, two: &str) -> u8 {
    let (one, two) = (words(one), words(two));
    let percent = in_runs(&one, &two).max(in_words(&one, &two));
    u8::try_from(percent).unwrap_or(100)
}

fn words(text: &str) -> Vec<String> {
    let bare = split(&without_form(text));
    if bare.len() < FEWEST_LEFT { split(text) } else { bare }
}

fn split(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .map(str::to_lowercase)
        .collect()
}

/// Without schemas in fences and braces, and without places to fill in. What opens and never ends
/// is text.
fn without_form(text: &str) -> String {
    let mut left = BoilerplateBudget { words: split(text).len() / 2, places: MOST_PLACES };
    let prose = without_fences(text, &mut left);
    let open = |c: char| i64::from(c == '{') - i64::from(c == '}');
    if prose.chars().map(open).sum::<i64>() == 0 {
        without_braces(&prose, &mut left)
    } else {
        prose
    }
}

fn without_fences(text: &str, left: &mut BoilerplateBudget) -> String {
    let mut parts = text.split(FENCE);
    let mut prose = parts.next().unwrap_or_default().to_owned();
    while let Some(fenced) = parts.next() {
        let after = parts.next();
        if after.is_none() || !left.takes(untagged(fenced)) {
            prose.push('\n');
            prose.push_str(fenced);
        }
        prose.push('\n');
        prose.push_str(after.unwrap_or_default());
    }
    prose
}

/// A fenced block without the language in its first line.
fn untagged(fenced: &str) -> &str {
    match fenced.split_once('\n') {
        Some((tag, rest)) if tag.trim().chars().all(char::is_alphanumeric) => rest,
        _ => fenced,
    }
}

fn without_braces(prose: &str, left: &mut BoilerplateBudget) -> String {
    let mut kept = String::with_capacity(prose.len());
    let (mut depth, mut start) = (0_usize, 0);
    for (at, mark) in prose.char_indices() {
        match mark {
            '{' if depth == 0 => {
                kept.push_str(&prose[start..at]);
                (depth, start) = (1, at);
            }
            '{' => depth += 1,
            '}' if depth == 1 => {
                let group = &prose[start..=at];
                kept.push_str(if left.takes(group) { " " } else { group });
                (depth, start) = (0, at + 1);
            }
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    kept.push_str(&prose[start..]);
    kept
}

/// How much of a text may still be left out.
struct BoilerplateBudget {
    words: usize,
    places: usize,
}

impl BoilerplateBudget {
    /// Whether a block is form, and may be left out.
    fn takes(&mut self, block: &str) -> bool {
        if is_place(block) {
            let takes = 0 < self.places;
            self.places = self.places.saturating_sub(1);
            return takes;
        }
        let count = split(block).len();
        let takes = count <= self.words && (is_json(block) || is_fields(block));
        self.words -= if takes { count } else { 0 };
        takes
    }
}

/// `{criterion}`, `{{ evidence.text }}`.
fn is_place(block: &str) -> bool {
    let bare = block.trim_matches(['{', '}']).trim();
    block.starts_with('{')
        && !bare.contains(char::is_whitespace)
        && split(bare).len() <= PLACE_PARTS
}

/// JSON whose texts are short.
fn is_json(block: &str) -> bool {
    fn is_short(value: &Value, most: usize) -> bool {
        match value {
            Value::String(text) => split(text).len() <= most,
            Value::Array(values) => values.iter().all(|value| is_short(value, MOST_BARE)),
            Value::Object(fields) => fields.iter().all(|(name, value)| {
                split(name).len() <= MOST_BARE && is_short(value, MOST_TOLD)
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        }
    }
    serde_json::from_str(block).is_ok_and(|value| is_short(&value, MOST_BARE))
}

/// Fields with a name and a few words each, as in YAML or in a sketch of JSON.
fn is_fields(block: &str) -> bool {
    let mut pieces = block.split(['{', '}', '[', ']', ',', '\n']);
    pieces.all(|piece| match piece.split_once(':') {
        Some((name, told)) => split(name).len() <= MOST_BARE && split(told).len() <= MOST_TOLD,
        None => split(piece).len() <= MOST_BARE,
    })
}

/// The share of the shorter text's words that stand in runs which the other has too.
fn in_runs(one: &[String], two: &[String]) -> usize {
    let (short, long) = if one.len() <= two.len() { (one, two) } else { (two, one) };
    if short.is_empty() {
        return 0;
    }
    let run = RUN.min(short.len());
    let known: BTreeSet<&[String]> = long.windows(run).collect();
    let mut covered = vec![false; short.len()];
    for (at, words) in short.windows(run).enumerate() {
        if known.contains(words) {
            covered[at..at + run].fill(true);
        }
    }
    let covered = covered.into_iter().filter(|is| *is).count();
    covered * 100 / short.len()
}

/// The share of words of content in either text that are in both.
fn in_words(one: &[String], two: &[String]) -> usize {
    let content = |words: &[String]| -> BTreeSet<String> {
        let told = words.iter().filter(|word| !EMPTY_WORDS.contains(word.as_str()));
        told.cloned().collect()
    };
    let (one, two) = (content(one), content(two));
    let either = one.union(&two).count();
    one.intersection(&two).count() * 100 / either.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, two: &str, expected: u8) {
        assert_eq!(prompt_overlap(one, two), expected, "{one} | {two}");
        assert_eq!(prompt_overlap(two, one), expected, "whichever comes first");
    }

    const STRICT: &str =
        "Look for every gap in the record, trust nothing, and charge what is missing.";
    const KIND: &str = "Find the merit that people earned, and forgive what is only half done.";

    #[test]
    fn copied_text_counts_by_its_runs() {
        check("look for every gap in it", "Look, for every GAP in it!", 100);
        check("look for every gap here", "look for every merit there", 60);
        check("one two", "one two three four", 100);
        check(STRICT, &format!("{STRICT} {KIND}"), 100);
        check("", "one two three", 0);
        check("", "", 0);
    }

    #[test]
    fn shuffled_text_counts_by_its_words() {
        let mut words: Vec<&str> = STRICT.trim_end_matches('.').split(' ').collect();
        words.reverse();
        check(STRICT, &words.join(" "), 100);
        check("gap record charge", "charge record gap", 100);
    }

    #[test]
    fn different_aims_share_nothing() {
        check(STRICT, KIND, 0);
        check("you who are in it with all of them", "them of all with it in are who you", 0);
    }

    #[test]
    fn what_all_prompts_must_hold_does_not_count() {
        let form =
            "```json\n{\"score\": 3, \"argument\": \"why it is so\", \"cited\": [\"a\"]}\n```";
        let place = "{{criterion}} {{evidence}} {\"score\": {\"type\": \"integer\"}}";
        check(&format!("{STRICT} {form} {place}"), &format!("{KIND} {form} {place}"), 0);
        check(&format!("{STRICT} {form}"), &format!("{STRICT} {place}"), 100);
        // Braces and fences that never end hide nothing.
        check(&format!("{{ {STRICT}"), &format!("{{ {STRICT}"), 100);
        check(&format!("``` {STRICT}"), &format!("``` {STRICT}"), 100);
        // A prompt that is all form is compared whole.
        check(&format!("{{{STRICT}}}"), &format!("{{{STRICT}}}"), 100);
    }

    /// Prose of a hundred and more words, all different.
    fn prose() -> String {
        let word = |number: u32| format!("shared{number}");
        (0..120).map(word).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check_most(one: &str, two: &str, least: u8) {
        let share = prompt_overlap(one, two);
        assert!(least <= share, "{share} of {least}: {one} | {two}");
    }

    #[test]
    fn prose_counts_wherever_it_stands() {
        let prose = prose();
        let lines = prose.replace(" shared5", ",\nshared5");
        let single: Vec<String> = prose.split(' ').map(|word| format!("{{{word}}}")).collect();
        let fields: Vec<String> = prose.split(' ').map(|word| format!("{word}: of")).collect();
        for hidden in [
            format!("```\n{prose}\n```"),
            format!("```json\n{lines}\n```"),
            format!("{{{prose}}}"),
            format!("{{{{ {prose} }}}}"),
            format!("{{\"rules\": \"{prose}\"}}"),
            format!("```json\n{{\"rules\": [\"{prose}\"]}}\n```"),
            single.join(" "),
            fields.join("\n"),
            format!("```yaml\n{}\n```", fields.join("\n")),
        ] {
            let with = |own: &str| format!("{own}\n{hidden}\n");
            check_most(&with(STRICT), &with(KIND), 70);
        }
    }

    #[test]
    fn a_schema_that_is_no_json_is_form_too() {
        let form = "```yaml\nscore: 1-5\nargument: why it is so\ncited: [ids]\n```";
        check(&format!("{STRICT} {form}"), &format!("{KIND} {form}"), 0);
        let form = "{score: <1-5>, argument: <why it is so>}";
        check(&format!("{STRICT} {form}"), &format!("{KIND} {form}"), 0);
    }
}
