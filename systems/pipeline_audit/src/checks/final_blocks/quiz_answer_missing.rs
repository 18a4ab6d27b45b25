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
        || is_letter(answer, options.len())
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

/// `B`, `b)` or `2`, where there are so many options.
fn is_letter(answer: &StateText, options: usize) -> bool {
    let bare = bare(&answer.text);
    let mut letters = bare.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => (letter as usize) - ('a' as usize) < options,
        (Some('0'..='9'), _) => bare.parse::<usize>().is_ok_and(|number| number <= options),
        _ => false,
    }
}

/// Small letters and digits, gaps as one space.
fn bare(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}
