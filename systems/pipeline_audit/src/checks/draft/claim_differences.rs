//! What the checks of numbers, dates, names, modal words, negations and conditions have in common:
//! each looks for one kind of difference between a claim and the sentence nearest to it.

use jurat_model::{
    ByteSpan,
    audit::{Issue, IssueSeverity},
};

use super::{claim_support::NearestSentence, comparable, quotes::QuoteOutcome, short};
use crate::audit::{AuditSubject, IssueCode};
use jurat_verify::grounding::GroundingDifference;

/// Bytes of a quote that is long enough to be known by.
const SHORTEST: usize = 12;

/// What is said of a difference.
pub(super) struct DifferenceMessage {
    /// The message, up to the words of the nearest sentence.
    pub(super) msg: String,
    /// What would mend it, where that is not to say what the source says.
    pub(super) fix: Option<String>,
    /// How bad it is.
    pub(super) severity: IssueSeverity,
}

/// Issues for those differences that `tell` has words for. It gets the difference, the
/// nearest sentence and the pointer of its source.
pub(super) fn issues_of_difference(
    subject: &AuditSubject,
    code: IssueCode,
    tell: impl Fn(&GroundingDifference, &NearestSentence, &str) -> Option<DifferenceMessage>,
) -> Vec<Issue> {
    let hits = match comparable(subject, code) {
        Ok((_, hits)) => hits,
        Err(unchecked) => return unchecked,
    };
    if hits.is_empty() {
        return Vec::new();
    }
    let view = &subject.views.draft;
    let texts = subject.draft_texts().iter().zip(view.standings(subject));
    let mut issues = Vec::new();
    for (at, (text, standings)) in texts.enumerate() {
        for standing in standings {
            let Some(near) = &standing.nearest else { continue };
            let pointer = near.pointer(subject);
            for difference in &standing.differences {
                if is_asked(difference, subject) || is_quoted(difference, at, subject) {
                    continue;
                }
                let Some(told) = tell(difference, near, &pointer) else { continue };
                let msg = format!("{}: “{}”", told.msg, short(&near.words));
                // The source's own sentence, never a value: what is missing there may be the law of another case.
                let fix = told.fix.unwrap_or_else(|| as_source_says(near, &pointer));
                let most = if near.decides(difference) {
                    IssueSeverity::Error
                } else {
                    IssueSeverity::Warn
                };
                let issue = code.issue(told.severity.min(most), msg, fix).at(&text.at);
                issues.push(pointing(issue, difference.span(), &pointer, near));
            }
        }
    }
    issues
}

/// The longest sentence that is shown whole.
const WHOLE: usize = 600;

/// To say what the source says, with its words.
pub(super) fn as_source_says(near: &NearestSentence, pointer: &str) -> String {
    let words: Vec<&str> = near.words.split_whitespace().collect();
    let words = words.join(" ");
    let shown = if words.len() <= WHOLE { words } else { short(&words) };
    let place = near.span.map_or_else(
        || pointer.to_owned(),
        |span| format!("{pointer}, bytes {}-{}", span.start, span.end),
    );
    format!("say what the source says ({place}): “{shown}”")
}

/// Whether the question says so: to repeat a name, or a number that no source has, is not to make
/// it up.
fn is_asked(difference: &GroundingDifference, subject: &AuditSubject) -> bool {
    let Some(query) = &subject.query else { return false };
    match difference {
        GroundingDifference::Entity { said, .. } => query.text.contains(said.as_str()),
        GroundingDifference::Number { said, nearest: None, .. }
        | GroundingDifference::Date { said, nearest: None, .. } => {
            let digits: String = said.chars().filter(char::is_ascii_digit).collect();
            !digits.is_empty() && query.text.contains(&digits)
        }
        _ => false,
    }
}

/// Whether it stands in a quote of a source: whose words they are, those of the nearest sentence
/// need not be.
fn is_quoted(difference: &GroundingDifference, text: usize, subject: &AuditSubject) -> bool {
    let quotes = subject.views.draft.quotes(subject);
    let span = difference.span();
    quotes.iter().any(|quote| {
        quote.text == text
            && quote.fate == QuoteOutcome::Fine
            && SHORTEST <= quote.range.len()
            && quote.range.start <= span.start
            && span.end <= quote.range.end
    })
}

fn pointing(issue: Issue, span: ByteSpan, pointer: &str, near: &NearestSentence) -> Issue {
    let issue = issue.with_span(span).with_evidence(pointer);
    match near.span {
        Some(span) => issue.with_evidence(format!("{pointer}:{}-{}", span.start, span.end)),
        None => issue,
    }
}
