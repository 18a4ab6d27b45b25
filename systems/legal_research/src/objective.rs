//! What is asked: the question, the answer choices where it has any, and whether the wrong one is wanted.

use jurat_text::{Language, fold::fold};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes of a question with its choices: no person asks more.
const LONGEST: usize = 16_000;
/// Choices that a question may have: as many as there are letters.
const MOST_CHOICES: usize = 26;

/// A question, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResearchObjective {
    /// Without its choices: what is researched.
    pub question: String,
    /// The story that it is asked about, and what is asked in the end.
    pub facts: String,
    pub asks: String,
    pub choices: Vec<AnswerChoice>,
    /// Whether the choice that is wrong is wanted.
    pub wants_wrong: bool,
    /// As `en`.
    pub language: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerChoice {
    /// `A`, `B`, … in the order given.
    pub letter: String,
    /// As it was marked: `a)`, `(1)`.
    pub marker: String,
    pub text: String,
}

impl ResearchObjective {
    /// Reads a question, or says why it cannot be asked.
    pub fn read(given: &str) -> Result<Self, String> {
        if LONGEST < given.len() {
            let bytes = given.len();
            return Err(format!("the question has {bytes} bytes; at most {LONGEST} are read"));
        }
        let shown = |char: &char| !char.is_control() || char.is_whitespace();
        let given: String = given.chars().filter(shown).collect();
        let (question, choices) = split_choices(&given);
        let question = one_line(question);
        let is_said = |text: &str| text.chars().any(char::is_alphanumeric);
        if !is_said(&question) {
            let why = if choices.is_empty() {
                "the question is empty"
            } else {
                "there are answer choices, and no question before them"
            };
            return Err(why.to_owned());
        }
        if let Some(marker) = marked_twice(&given, !choices.is_empty()) {
            return Err(format!("two answer choices are marked `{marker}`"));
        }
        if choices.len() == 1 {
            return Err(format!(
                "there is one answer choice, `{}`: give two or more, or none",
                choices[0].marker
            ));
        }
        if MOST_CHOICES < choices.len() {
            let count = choices.len();
            return Err(format!("{count} answer choices; at most {MOST_CHOICES} are read"));
        }
        if let Some(empty) = choices.iter().find(|choice| !is_said(&choice.text)) {
            return Err(format!("answer choice `{}` has no words", empty.marker));
        }
        let language = language_of(&question).ok_or_else(|| {
            "the language of the question is none that is read here: ask in English, French or Portuguese".to_owned()
        })?;
        let (facts, asks) = story(&question);
        Ok(Self {
            wants_wrong: wants_wrong(&asks),
            facts,
            asks,
            question,
            choices,
            language: language.code().to_owned(),
        })
    }

    /// What is told before anything is asked.
    pub(crate) fn story(&self) -> String {
        let told = jurat_text::sentences::sentences(&self.facts);
        let told = told.into_iter().map(|one| self.facts[one.range].trim());
        let told: Vec<&str> = told.filter(|it| !it.ends_with('?')).collect();
        told.join(" ")
    }

    pub(crate) fn language(&self) -> Language {
        Language::from_code(&self.language).unwrap_or(Language::English)
    }
}

/// Words from which a question's language can be told for sure.
const TELLING_WORDS: usize = 5;

/// The language of a question, where it is one that is read here. A short one in Latin letters is taken for English.
fn language_of(question: &str) -> Option<Language> {
    let letters = question.chars().filter(|char| char.is_alphabetic());
    let (latin, other): (Vec<char>, Vec<char>) = letters.partition(|char| *char < '\u{250}');
    let is_latin = other.len() < latin.len();
    let known = Language::of(question).filter(|_| is_latin);
    match known {
        Some(Language::German | Language::Spanish) => {
            let short = question.split_whitespace().count() < TELLING_WORDS;
            short.then_some(Language::English)
        }
        Some(language) => Some(language),
        None => is_latin.then_some(Language::English),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands before the choices, and the choices.
fn split_choices(text: &str) -> (&str, Vec<AnswerChoice>) {
    let marks = line_marks(text);
    let marks = longest_run(&marks);
    let inline = longest_run(&inline_marks(text));
    let marks = if marks.len() < inline.len() { inline } else { marks };
    // One mark is a choice only under a heading that says so, or right after what is asked.
    let marks = match marks.as_slice() {
        [only]
            if heading_before(text, only.start).is_none() && !is_after_question(text, only) =>
        {
            Vec::new()
        }
        _ => marks,
    };
    let Some(first) = marks.first() else {
        return match heading_at_end(text) {
            Some(at) => (&text[..at], Vec::new()),
            None => (text, Vec::new()),
        };
    };
    let question = &text[..heading_before(text, first.start).unwrap_or(first.start)];
    let ends = marks.iter().skip(1).map(|mark| mark.start).chain([text.len()]);
    let choices = marks
        .iter()
        .zip(ends)
        .zip('A'..)
        .map(|((mark, end), letter)| AnswerChoice {
            letter: letter.to_string(),
            marker: text[mark.start..mark.text].trim_matches(BULLETS).trim().to_owned(),
            text: one_line(&text[mark.text..end]),
        });
    (question, choices.collect())
}

/// Whether a mark is the first that may be, and stands right after what is asked.
fn is_after_question(text: &str, mark: &ChoiceMark) -> bool {
    mark.place == 0 && text[..mark.start].trim_end().ends_with('?')
}

/// A marker that two choices have, if there is one. Where no choices were made out, they are known by what they stand after.
fn marked_twice(text: &str, has_choices: bool) -> Option<String> {
    let marks = line_marks(text);
    let twice = marks.windows(2).find(|pair| {
        let same = pair[0].style == pair[1].style && pair[0].place == pair[1].place;
        same && (has_choices || is_after_question(text, &pair[0]))
    })?;
    Some(text[twice[1].start..twice[1].text].trim().to_owned())
}

/// A mark of a choice: where it begins, where its text does, and which of the row it is, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ChoiceMark {
    start: usize,
    text: usize,
    place: u32,
    style: MarkStyle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MarkStyle {
    kind: char,
    open: bool,
    close: char,
}

/// What may stand before a mark.
const BULLETS: [char; 5] = [' ', '\t', '-', '*', '\u{2022}'];

/// Marks at the beginnings of lines.
fn line_marks(text: &str) -> Vec<ChoiceMark> {
    let mut at = 0;
    let mut marks = Vec::new();
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches(BULLETS);
        let indent = line.len() - body.len();
        marks.extend(mark(body).map(|(length, place, style)| ChoiceMark {
            start: at,
            text: at + indent + length,
            place,
            style,
        }));
        at += line.len();
    }
    marks
}

/// Marks within a line, in brackets only: `(A) yes (B) no`. Others are too like words.
fn inline_marks(text: &str) -> Vec<ChoiceMark> {
    let starts = text.match_indices('(').map(|(at, _)| at);
    let found = starts.filter_map(|at| {
        let (length, place, style) = mark(&text[at..])?;
        let parted = text[..at].chars().next_back().is_none_or(char::is_whitespace);
        (style.open && parted).then_some(ChoiceMark {
            start: at,
            text: at + length,
            place,
            style,
        })
    });
    found.collect()
}

/// A mark at the beginning: its length, its place and its style.
fn mark(text: &str) -> Option<(usize, u32, MarkStyle)> {
    let open = text.starts_with(['(', '[']);
    let body = if open { &text[1..] } else { text };
    let kind = body.chars().next()?;
    let name_length = match kind {
        'a'..='z' | 'A'..='Z' => 1,
        '1'..='9' => body.find(|char: char| !char.is_ascii_digit()).unwrap_or(body.len()),
        _ => return None,
    };
    let (name, rest) = body.split_at(name_length);
    let close = rest.chars().next()?;
    let ends = if open { [')', ']', ')', ')'] } else { [')', '.', ':', '-'] };
    if !ends.contains(&close) {
        return None;
    }
    let place = match kind {
        'a'..='z' => u32::from(kind) - u32::from('a'),
        'A'..='Z' => u32::from(kind) - u32::from('A'),
        _ => name.parse::<u32>().ok()?.checked_sub(1)?,
    };
    let class = match kind {
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        _ => '1',
    };
    let length = usize::from(open) + name_length + close.len_utf8();
    let after = text[length..].chars().next();
    let parted = after.is_none_or(char::is_whitespace);
    parted.then_some((length, place, MarkStyle { kind: class, open, close }))
}

/// The last row of marks that counts from the first on in one style.
fn longest_run(marks: &[ChoiceMark]) -> Vec<ChoiceMark> {
    let mut best: Vec<ChoiceMark> = Vec::new();
    for (at, first) in marks.iter().enumerate().filter(|(_, mark)| mark.place == 0) {
        let mut run = vec![*first];
        for mark in &marks[at + 1..] {
            let next = run.last().map_or(0, |last| last.place + 1);
            if mark.style == first.style && mark.place == next {
                run.push(*mark);
            }
        }
        if best.len() <= run.len() {
            best = run;
        }
    }
    best
}

/// Where a heading such as `Answer choices:` begins that stands right before a place.
fn heading_before(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end();
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let head = before[line..].trim();
    let words = head.split_whitespace().count();
    let is_heading = head.ends_with(':') && words <= HEADING_WORDS && names_choices(head);
    is_heading.then_some(line)
}

/// Words of such a heading at most.
const HEADING_WORDS: usize = 4;

/// Where a heading begins after which nothing comes.
fn heading_at_end(text: &str) -> Option<usize> {
    heading_before(text, text.len()).filter(|at| text[..*at].contains(char::is_alphanumeric))
}

fn names_choices(head: &str) -> bool {
    let folded = fold(head);
    folded
        .split(|char: char| !char.is_alphanumeric())
        .any(|word| CHOICES.contains(word))
}

jurat_text::word_lists! {
    "objective" [en, fr, pt];

    /// What a heading over choices speaks of.
    static CHOICES;

    /// What asks for the wrong one.
    static WRONG;
}

/// The story, and what is asked in the end.
fn story(question: &str) -> (String, String) {
    let sentences = jurat_text::sentences::sentences(question);
    let asking =
        |range: &std::ops::Range<usize>| question[range.clone()].trim_end().ends_with('?');
    let last = sentences.iter().map(|one| one.range.clone()).rfind(asking);
    // A stem that choices complete ends in no question mark.
    let asks = last.or_else(|| sentences.last().map(|one| one.range.clone()));
    let Some(asks) = asks else { return (String::new(), question.to_owned()) };
    let facts = format!("{} {}", &question[..asks.start], &question[asks.end..]);
    (one_line(&facts), question[asks].trim().to_owned())
}

/// Whether the wrong one is asked for: by a word that says so, or by a `NOT` that is shouted.
fn wants_wrong(asks: &str) -> bool {
    let words = || {
        asks.split(|char: char| !char.is_alphanumeric())
            .filter(|it| !it.is_empty())
    };
    let shouted =
        words().any(|word| matches!(word, "NOT" | "EXCEPT" | "LEAST" | "NÃO" | "PAS"));
    let which = words().any(|word| WRONG.contains(&fold(word)));
    shouted || which
}

#[cfg(test)]
#[expect(clippy::unwrap_used)]
mod tests {
    use super::ResearchObjective;

    #[track_caller]
    fn check(given: &str, question: &str, choices: &[(&str, &str)]) {
        let read = ResearchObjective::read(given).unwrap();
        assert_eq!(read.question, question);
        let found: Vec<(&str, &str)> = read
            .choices
            .iter()
            .map(|choice| (choice.letter.as_str(), choice.text.as_str()))
            .collect();
        assert_eq!(found, choices);
    }

    #[test]
    fn choices_are_known_by_any_marker() {
        let yes_no = [("A", "Yes, he is."), ("B", "No, he is not.")];
        let asks = "Is the guard liable for the shot?";
        for block in [
            "A. Yes, he is.\nB. No, he is not.",
            "(a) Yes, he is.\n(b) No, he is not.",
            "1) Yes, he is.\n2) No, he is not.",
            "  a) Yes, he is.\n  b) No,\n     he is not.",
            "- A: Yes, he is.\n- B: No, he is not.",
            "(A) Yes, he is. (B) No, he is not.",
        ] {
            check(&format!("{asks}\n{block}"), asks, &yes_no);
            check(&format!("{asks}\n\nAnswer choices:\n{block}"), asks, &yes_no);
        }
    }

    #[test]
    fn a_question_without_choices_has_none() {
        check(
            "Is the rule in section 12(a) of the act a duty?",
            "Is the rule in section 12(a) of the act a duty?",
            &[],
        );
    }

    #[test]
    fn the_story_and_what_is_asked_are_told_apart() {
        let read = ResearchObjective::read(
            "A guard fired. The bullet hit a man. Is the guard liable to him?",
        )
        .unwrap();
        assert_eq!(read.facts, "A guard fired. The bullet hit a man.");
        assert_eq!(read.asks, "Is the guard liable to him?");
    }

    #[test]
    fn the_wrong_one_may_be_wanted() {
        let wrong = |asks: &str| {
            ResearchObjective::read(&format!("{asks}\nA. The first one.\nB. The other one."))
                .unwrap()
                .wants_wrong
        };
        assert!(wrong("Which of these acts would be constitutionally IMPROPER?"));
        assert!(wrong("All of the following are defences EXCEPT"));
        assert!(wrong("Which is NOT an element of the tort of battery?"));
        assert!(!wrong("Which is not required where the seller knows of it?"));
    }

    #[test]
    fn what_cannot_be_asked_says_why() {
        let many: Vec<String> = (1..=40)
            .map(|number| format!("\n{number}) choice {number}"))
            .collect();
        let many = many.concat();
        for (given, why) in [
            ("", "empty"),
            (" \n?!", "empty"),
            ("A. Yes, he is.\nB. No, he is not.", "no question before"),
            ("Is the guard liable?\nAnswer choices:\nA. Yes.", "one answer choice"),
            ("Is the guard liable?\nA. Yes.", "one answer choice"),
            ("Is the guard liable? (A) Yes.", "one answer choice"),
            ("Is the guard liable?\nA. Yes.\nA. No.\nB. Perhaps.", "two answer choices"),
            ("Is the guard liable?\nA. Yes.\nA. No.", "two answer choices"),
            ("Wer darf einen Antrag auf die Lampe am Hafen stellen?", "language"),
            ("¿Quién puede presentar la solicitud de la lámpara del puerto?", "language"),
            (&format!("Which of the choices is right here?{many}"), "40 answer choices"),
        ] {
            let said = ResearchObjective::read(given).unwrap_err();
            assert!(said.contains(why), "{given}: {said}");
        }
    }
}
