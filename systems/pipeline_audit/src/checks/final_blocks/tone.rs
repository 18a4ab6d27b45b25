//! A tone that does not fit: shouting, exclamation, emoji, promises in the first person.

use std::{ops::Range, sync::LazyLock};

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::BlockProse;
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, StateText},
    checks::{
        AuditCheck,
        draft::phrases::{PhraseList, not_in_sources},
    },
};

const TONE: IssueCode = IssueCode::new("TONE");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[TONE],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

/// Words in capitals in a row from which on it is shouting.
const SHOUTED: usize = 2;
/// Letters below which a word in capitals is an abbreviation.
const FEWEST_LETTERS: usize = 4;

static PROMISES: LazyLock<PhraseList> =
    LazyLock::new(|| PhraseList::of(include_str!("data/tone.txt")));

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::answer(subject, TONE) {
        return unchecked;
    }
    let mut issues = Vec::new();
    for (text, prose) in super::read_texts(subject) {
        let told = |msg: String, fix: &str, range: Range<usize>, severity| {
            TONE.issue(severity, msg, fix).at(&text.at).with_span(range)
        };
        if let Some(range) = shouted(text, prose) {
            let msg = format!("`{}` is written in capitals", &text.text[range.clone()]);
            issues.push(told(msg, "write it in small letters", range, CHECK.severity));
        }
        if let Some((range, count)) = exclaimed(&text.text) {
            let severity = if 1 < count { CHECK.severity } else { IssueSeverity::Info };
            let msg = "the text exclaims".to_owned();
            issues.push(told(msg, "end the sentence with a full stop", range, severity));
        }
        if let Some(range) = emoji(&text.text) {
            let msg = "the text has an emoji".to_owned();
            issues.push(told(msg, "say it in words", range, CHECK.severity));
        }
        let found = PROMISES.found(&prose.words, subject.language());
        let sources = subject.hits().iter().map(|hit| hit.text.as_str());
        for one in not_in_sources(found, &prose.words, sources) {
            let msg =
                format!("`{}` is a promise in the first person", &text.text[one.range.clone()]);
            let fix = "say what the law says, not what the writer promises";
            issues.push(told(msg, fix, one.range, CHECK.severity));
        }
    }
    issues
}

/// The first run of words in capitals.
fn shouted(text: &StateText, prose: &BlockProse) -> Option<Range<usize>> {
    let mut run: Option<(Range<usize>, usize)> = None;
    for word in &prose.words {
        let written = &text.text[word.range.clone()];
        let letters = written.chars().count();
        let loud = FEWEST_LETTERS <= letters && written.chars().all(char::is_uppercase);
        run = match run {
            Some((range, count)) if loud => Some((range.start..word.range.end, count + 1)),
            Some((range, count)) if SHOUTED <= count => return Some(range),
            _ if loud => Some((word.range.clone(), 1)),
            _ => None,
        };
    }
    run.filter(|(_, count)| SHOUTED <= *count).map(|(range, _)| range)
}

/// The first exclamation mark, and how many there are.
fn exclaimed(text: &str) -> Option<(Range<usize>, usize)> {
    // `!=` and `!important` are no exclamations.
    let ends = |at: &usize| {
        let next = text[at + 1..].chars().next();
        next.is_none_or(|c| {
            c.is_whitespace() || matches!(c, '!' | '?' | '"' | '”' | ')' | '»' | '*')
        })
    };
    let mut all = text.match_indices('!').map(|(at, _)| at).filter(ends);
    let first = all.next()?;
    Some((first..first + 1, 1 + all.count()))
}

fn emoji(text: &str) -> Option<Range<usize>> {
    let (at, c) = text.char_indices().find(|(_, c)| is_emoji(*c))?;
    Some(at..at + c.len_utf8())
}

/// Pictures; not the ticks, boxes and arrows of lists.
const fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{1F300}'..='\u{1FAFF}' | '\u{1F1E6}'..='\u{1F1FF}' | '\u{2600}'..='\u{260F}'
        | '\u{2614}'..='\u{26FF}' | '\u{2728}' | '\u{2757}' | '\u{2753}' | '\u{2764}' | '\u{274C}'
        | '\u{2705}' | '\u{2B50}')
}
