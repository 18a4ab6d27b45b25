//! Why a requirement addresses the question or does not, in words.

use super::addressing::{AddressingScore, PassageInContext};

/// Words named in one list.
const MOST_NAMED: usize = 8;

/// What makes it an answer.
pub(super) fn admitted(found: &AddressingScore, passage: PassageInContext<'_>) -> String {
    let mut said = if found.shared.is_empty() {
        "Stands where the question points".to_owned()
    } else {
        format!("Shares {} with the question", names(&found.shared))
    };
    if !found.around.is_empty() {
        let place = if passage.heading.is_empty() { passage.document } else { passage.heading };
        said = format!("{said}, under the heading `{}`", one_line(place));
    }
    said.push('.');
    said
}

/// What keeps it from being one.
pub(super) fn rejected(found: &AddressingScore) -> String {
    if !found.out_of_scope.is_empty() {
        return format!("Says nothing of {}, of whom is asked.", names(&found.out_of_scope));
    }
    if let Some(wanted) = found.wanting {
        return format!("The question asks for {wanted}, and the quote has none.");
    }
    if found.missing.is_empty() && found.around.is_empty() && found.shared.is_empty() {
        return "The question names nothing that could be looked for.".to_owned();
    }
    if found.missing.is_empty() && found.around.is_empty() {
        return "Shares words with the question, but does not answer it.".to_owned();
    }
    let missing = if found.missing.is_empty() { &found.around } else { &found.missing };
    format!("Says nothing of {}.", names(missing))
}

fn names(words: &[String]) -> String {
    let named = words
        .iter()
        .take(MOST_NAMED)
        .map(|word| format!("`{}`", one_line(word)));
    named.collect::<Vec<_>>().join(", ")
}

/// No more than a line's worth, without control characters or marks of ours.
fn one_line(text: &str) -> String {
    let plain = text
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '`' | '[' | ']'));
    let mut line: String = plain.take(LONGEST).collect();
    if LONGEST <= line.chars().count() {
        line.push('…');
    }
    line
}

const LONGEST: usize = 80;
