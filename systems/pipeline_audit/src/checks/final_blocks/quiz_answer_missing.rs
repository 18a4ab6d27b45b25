//! Questions of a quiz whose answer is not among their options.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, BlockItem, IssueCode, StateText},
    checks::{AuditCheck, draft::short},
};

const QUIZ_ANSWER_MISSING: IssueCode = IssueCode::new("QUIZ_ANSWER_MISSING");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[QUIZ_ANSWER_MISSING],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

jurat_text::word_lists! {
    "quiz_keys" [en, pt, fr];
    /// Keys of the right answer, as pipelines call it.
    static ANSWERS;
    static OPTIONS;
    static QUESTIONS;
}

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let blocks = match super::blocks(subject, QUIZ_ANSWER_MISSING) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    blocks.quiz.iter().flatten().filter_map(of_item).collect()
}

fn of_item(item: &BlockItem) -> Option<Issue> {
    let options: Vec<&StateText> = item
        .texts
        .iter()
        .filter(|text| has_key(text, &item.at, &OPTIONS))
        .collect();
    if options.is_empty() {
        return None;
    }
    let Some(answer) = item.texts.iter().find(|text| has_key(text, &item.at, &ANSWERS)) else {
        let missing = format!("the question at {} has no answer in words", item.at);
        return Some(
            QUIZ_ANSWER_MISSING.unchecked(missing, "give the answer as one of the options"),
        );
    };
    if options.iter().any(|option| same(option, answer, &item.at))
        || letter(answer, options.len()).is_some()
    {
        return None;
    }
    let msg = format!(
        "the answer `{}` is none of the {} options",
        short(&answer.text),
        options.len()
    );
    let fix = "make the answer one of the options, word for word";
    Some(QUIZ_ANSWER_MISSING.issue(CHECK.severity, msg, fix).at(&answer.at))
}

/// What an item of a quiz teaches: its right answer in words, and what explains it. Its question asks, and its other
/// options are meant to be wrong.
pub(super) fn taught(item: &BlockItem) -> Vec<&StateText> {
    let of = |keys: &[&str]| -> Vec<&StateText> {
        item.texts
            .iter()
            .filter(|text| has_key(text, &item.at, keys))
            .collect()
    };
    let (options, answers) = (of(&OPTIONS), of(&ANSWERS));
    let right = |answer: &StateText, at: usize, option: &StateText| {
        same(option, answer, &item.at) || letter(answer, options.len()) == Some(at)
    };
    let told = |text: &&StateText| {
        let keys: [&[&str]; 3] = [&OPTIONS, &ANSWERS, &QUESTIONS];
        text.at != item.at && !keys.iter().any(|keys| has_key(text, &item.at, keys))
    };
    let mut taught = Vec::new();
    for answer in answers {
        let mut known = options.iter().enumerate();
        let found = known.find(|(at, option)| right(answer, *at, option));
        taught.push(found.map_or(answer, |(_, option)| *option));
    }
    taught.extend(item.texts.iter().filter(told));
    taught
}

/// Whether a text stands under one of the keys, right below its item.
fn has_key(text: &StateText, item: &str, keys: &[&str]) -> bool {
    let Some(path) = text.at.strip_prefix(item).and_then(|path| path.strip_prefix('.')) else {
        return false;
    };
    let key = path.split(['.', '[']).next().unwrap_or_default();
    keys.contains(&key)
}

/// Whether an option is the answer: its words, or its key where options are an object.
fn same(option: &StateText, answer: &StateText, item: &str) -> bool {
    let key = option.at.strip_prefix(item).and_then(|path| path.rsplit('.').next());
    let (option, answer) = (bare(&option.text), bare(&answer.text));
    !answer.is_empty()
        && (option == answer
            || option.strip_prefix(&answer).is_some_and(|rest| rest.starts_with(' '))
            || answer
                .strip_suffix(&option)
                .is_some_and(|head| head.trim().len() <= 2)
            || key.is_some_and(|key| key.to_lowercase() == answer))
}

/// The option that `B`, `b)` or `2` names, from 0, where there are so many.
fn letter(answer: &StateText, options: usize) -> Option<usize> {
    let bare = bare(&answer.text);
    let mut letters = bare.chars();
    let named = match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => (letter as usize) - ('a' as usize),
        // Counted from 0 or from 1: which, cannot be told.
        (Some('0'..='9'), _) => bare.parse::<usize>().ok()?.saturating_sub(1),
        _ => return None,
    };
    (named < options).then_some(named)
}

/// Small letters and digits, gaps as one space.
fn bare(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}
