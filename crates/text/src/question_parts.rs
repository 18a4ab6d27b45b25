//! The parts of a question that ask for several things.

use crate::fold::fold;

/// More parts than a person asks at once.
const MOST: usize = 5;
/// A part of fewer words leans on what stands before it: `and why?`
const FEWEST_WORDS: usize = 3;

/// The parts that ask, in order; the question itself where it asks for one thing. What merely tells a story is in
/// none of them.
pub fn parts(question: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for sentence in question.split_inclusive('?') {
        // `I was refused. May I appeal?` asks after its last full stop.
        let asking = sentence.rsplit_once(". ").map_or(sentence, |(_, last)| last);
        if sentence.contains('?') {
            parts.extend(joined(asking.trim()));
        }
    }
    let whole = parts.len() < 2 || MOST < parts.len();
    let short = |part: &&str| part.split_whitespace().count() < FEWEST_WORDS;
    if whole || parts.iter().any(short) { vec![question.trim()] } else { parts }
}

/// What stands in quotation marks, straight or curved.
pub fn quoted(question: &str) -> impl Iterator<Item = &str> {
    let mut rest = question;
    std::iter::from_fn(move || {
        let from = rest.find(['"', '\u{201c}', '\u{ab}'])?;
        let mark = rest[from..].chars().next()?;
        let inner = &rest[from + mark.len_utf8()..];
        let close = match mark {
            '"' => '"',
            '\u{ab}' => '\u{bb}',
            _ => '\u{201d}',
        };
        let end = inner.find(close)?;
        rest = &inner[end + close.len_utf8()..];
        Some(&inner[..end])
    })
}

/// `By when must it be filed, and what does it cost?` is two.
fn joined(sentence: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in sentence.match_indices([',', ';']) {
        let after = sentence[at + 1..].trim_start();
        let first = after.split_whitespace().next().unwrap_or_default();
        if joins(after) {
            parts.push(sentence[from..at].trim());
            from = sentence.len() - after.len() + first.len();
        }
    }
    parts.push(sentence[from..].trim());
    parts
}

/// The first word of a clause: `qu'est-ce` as `qu`, `Est-ce` as `est`.
fn begin(word: &str) -> String {
    let folded = fold(word);
    let end = folded.find(|c: char| !c.is_alphanumeric());
    folded[..end.unwrap_or(folded.len())].to_owned()
}

/// Whether words go on with one more question: `and who …`, `and by when …`, `and does …`.
fn joins(words: &str) -> bool {
    let mut words = words.split_whitespace().map(begin);
    let mut next = || words.next().unwrap_or_default();
    let (first, second, third) = (next(), next(), next());
    let asks = ASK.contains(&second) || ASK.contains(&third);
    AND.contains(&first) && (asks || VERB.contains(&second))
}

crate::word_lists! {
    "question_parts" [en, fr, pt];

    /// What joins questions.
    static AND;

    /// What asks.
    static ASK;

    /// Verbs that begin a question.
    static VERB;
}

#[cfg(test)]
mod tests {
    use super::{parts, quoted};

    #[test]
    fn quotation_marks_make_phrases() {
        let found: Vec<&str> =
            quoted("a \"b c\" d \u{201c}e\u{201d} \u{ab}f\u{bb} \"open").collect();
        assert_eq!(found, ["b c", "e", "f"]);
    }

    #[track_caller]
    fn check(question: &str, expected: &[&str]) {
        assert_eq!(parts(question), expected);
    }

    #[test]
    fn what_is_asked_twice_is_two_questions() {
        check(
            "How soon must the keeper answer, and who pays for the lamp?",
            &["How soon must the keeper answer", "who pays for the lamp?"],
        );
        check(
            "Who is a keeper? Are boatmen covered?",
            &["Who is a keeper?", "Are boatmen covered?"],
        );
        check(
            "Quel est le délai pour répondre, et qui paie la lampe ?",
            &["Quel est le délai pour répondre", "qui paie la lampe ?"],
        );
        check(
            "My boat was refused. May I appeal, and by what day?",
            &["May I appeal", "by what day?"],
        );
    }

    #[test]
    fn one_question_stays_whole() {
        for one in [
            "How long must records be kept?",
            "keepers, boatmen and what they carry",
            "I lost my lamp. What must I do?",
            "May a keeper, and a boatman, leave the pier?",
            "Why? And when?",
            "",
        ] {
            check(one, &[one]);
        }
    }
}
