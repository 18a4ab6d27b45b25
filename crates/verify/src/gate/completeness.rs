//! Whether a quote can be understood alone.

use jurat_model::Requirement;
use jurat_text::sentence_reading::{SentenceReading, SentenceWord};

use super::{gate_tokens::terms, policy::GatePolicy};

/// What is missing, in words; nothing where the quote, which is read so, is whole.
pub(super) fn missing(
    requirement: &Requirement,
    reading: SentenceReading<'_>,
    policy: &GatePolicy,
) -> Option<String> {
    let quote = requirement.exact_quote.as_str();
    length(quote, policy)
        .or_else(|| beginning(reading))
        .or_else(|| end(quote))
        .or_else(|| mere_reference(requirement, reading))
}

/// What must be said of a reference that was not found, though the quote stands without it.
pub(super) fn note(requirement: &Requirement) -> Option<String> {
    let open = requirement.points_to.iter().find(|points| points.target.is_none())?;
    Some(format!("It points to `{}`, which is not among the sources.", open.reference))
}

fn length(quote: &str, policy: &GatePolicy) -> Option<String> {
    let count = quote
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric))
        .take(policy.most_words.saturating_add(1))
        .count();
    if count < policy.fewest_words {
        Some(format!(
            "It has {count} words; fewer than {} prove nothing alone.",
            policy.fewest_words
        ))
    } else if policy.most_words < count {
        Some(format!("It has more than {} words.", policy.most_words))
    } else {
        None
    }
}

/// A beginning that leans on words outside the quote.
fn beginning(reading: SentenceReading<'_>) -> Option<String> {
    let quote = reading.text();
    let skipped = enumerator(reading.words());
    let item = 0 < skipped || quote.trim_start().starts_with(['-', '•', '*', '–']);
    let reading = reading.after(skipped);
    let words = reading.words();
    let marks = reading.modals();
    if item && marks.is_empty() {
        return Some("It is an item of a list without the words that lead into it.".to_owned());
    }
    if leans(reading) {
        let first = quote.get(words.first()?.range.start..words.get(1)?.range.end)?;
        return Some(format!(
            "It begins with `{first}`, and what that means stands elsewhere."
        ));
    }
    let first = marks.first()?;
    let impersonal = words.first().is_some_and(|word| IMPERSONAL.contains(&word.lower));
    let begun_small = quote[words[0].range.start..].starts_with(char::is_lowercase);
    let no_subject = words[..first.at].iter().all(|word| word.term.is_none());
    if begun_small && no_subject && !impersonal {
        return Some("It does not say who is meant.".to_owned());
    }
    None
}

/// Words of a list mark at the beginning: `(a)`, `1.`.
fn enumerator(words: &[SentenceWord]) -> usize {
    let mark = |word: &SentenceWord| {
        let short = word.lower.len() <= 4;
        let digits = word.lower.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let roman = word.lower.bytes().all(|byte| b"ivx".contains(&byte));
        let letter = word.lower.len() == 1 && word.range.start == 1;
        short && (digits || roman && word.range.start == 1 || letter)
    };
    usize::from(
        words.first().is_some_and(mark)
            && words.first().is_some_and(|word| word.range.start <= 1),
    )
}

/// Whether words begin with a pronoun or a connective that points outside.
fn leans(reading: SentenceReading<'_>) -> bool {
    let words = reading.words();
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let (first, second, third) = (lower(0), lower(1), lower(2));
    match first {
        "it" => !(matches!(second, "is" | "shall" | "will") && expletive(reading.after(1))),
        "il" => {
            let general = matches!(second, "faut" | "incombe" | "appartient");
            !(general || second == "est" && expletive(reading.after(1)))
        }
        "this" | "these" | "those" | "that" | "ce" | "cet" | "cette" | "ces" | "este"
        | "esta" | "estes" | "estas" | "esse" | "essa" | "esses" | "essas" => {
            !UNITS.contains(second)
        }
        "the" | "o" | "a" => {
            matches!(
                second,
                "foregoing"
                    | "above"
                    | "same"
                    | "said"
                    | "latter"
                    | "former"
                    | "aforesaid"
                    | "referido"
                    | "mencionado"
                    | "citado"
            )
        }
        "for" | "in" | "to" | "under" => {
            matches!((second, third), ("this" | "that", "purpose" | "reason" | "case" | "end"))
        }
        _ => LEANING.contains(first),
    }
}

/// Whether `it is` or `il est` stands for what follows: `It is the duty of`, `Il est interdit de`.
fn expletive(reading: SentenceReading<'_>) -> bool {
    let words = reading.words();
    let stands_for = |at: usize| {
        let lower = words[at].lower.as_str();
        reading.is_deontic(at)
            || matches!(lower, "duty" | "offence" | "responsibility" | "policy")
    };
    (1..words.len().min(4)).any(stands_for)
        && !words.iter().take(3).any(|word| {
            matches!(
                word.lower.as_str(),
                "required" | "responsible" | "tenu" | "tenue" | "expected" | "entitled"
            )
        })
}

/// An end that leaves something open.
fn end(quote: &str) -> Option<String> {
    let shut = quote.trim_end().trim_end_matches(['"', '”', '»', '\'']).trim_end();
    if let Some(mark) = shut.chars().next_back().filter(|c| ":-–—([{".contains(*c)) {
        return Some(format!("It ends in `{mark}`, and goes on elsewhere."));
    }
    let open = shut.chars().filter(|c| "([".contains(*c)).count();
    let closed = shut.chars().filter(|c| ")]".contains(*c)).count();
    if closed < open {
        return Some("A bracket in it is never closed.".to_owned());
    }
    let last = shut.trim_end_matches([',', ';', '…']).trim_end();
    let last = last.rsplit(char::is_whitespace).next().unwrap_or(last).to_lowercase();
    // `; and` between items of a list leans on nothing.
    let listed = shut
        .strip_suffix(last.as_str())
        .is_some_and(|rest| rest.trim_end().ends_with(';'));
    let dangling = DANGLING.contains(&last) && !listed;
    dangling.then(|| format!("It ends in `{last}`, and goes on elsewhere."))
}

/// A duty whose whole content is a reference that was not found.
fn mere_reference(requirement: &Requirement, reading: SentenceReading<'_>) -> Option<String> {
    let (quote, words) = (reading.text(), reading.words());
    let open = requirement.points_to.iter().find(|points| points.target.is_none())?;
    let at = quote
        .find(open.reference.as_str())
        .filter(|_| !open.reference.is_empty())?;
    let marks = reading.modals();
    let before_reference = marks
        .iter()
        .rev()
        .find(|mark| words[mark.at].range.start < at)
        .or(marks.first());
    let from = before_reference.map_or(0, |mark| mark.at + 1);
    let reference = at..at + open.reference.len();
    let said: Vec<SentenceWord> = words[from.min(words.len())..]
        .iter()
        .filter(|word| !reference.contains(&word.range.start))
        .filter(|word| !REFERRING.contains(&word.lower))
        .cloned()
        .collect();
    (terms(&said).len() < 2).then(|| {
        format!(
            "All that it demands stands in `{}`, which is not among the sources.",
            open.reference
        )
    })
}

jurat_text::word_lists! {
    "completeness" [en, fr, pt];
    static LEANING;

    /// A norm may begin so without naming anyone.
    static IMPERSONAL;

    /// `This Act` is at hand wherever the quote is.
    static UNITS;
    static DANGLING;

    /// Words that lead to a reference and say nothing themselves.
    static REFERRING;
}
