//! Whether an answer says anything that its evidence does not. Pure: it reads words, not minds.

mod marks;
mod omissions;
mod readability;
mod support;
mod verbatim;

use std::collections::BTreeMap;

use jurat_model::{
    AnswerReview, ComposedAnswer, Quote, Requirement, RequirementId, ReviewIssue, ReviewStatus,
    Statement, StatementRole,
};
use jurat_text::Language;
use jurat_verify::Grounded;

use crate::{
    answer::without_enumerator,
    content_tokens::{ContentToken, content_tokens},
    framing_phrases,
};

/// Statements that are looked at; no answer of ours comes near.
const MOST_STATEMENTS: usize = 200;

/// Bytes of a statement that are looked at.
const LONGEST_STATEMENT: usize = 4000;

/// Reviews an answer. Any defect fails it.
pub fn review(answer: &ComposedAnswer, evidence: &[Grounded<Requirement>]) -> AnswerReview {
    let verified: BTreeMap<RequirementId, &Requirement> =
        evidence.iter().map(|one| (one.requirement_id, one.get())).collect();
    let mut issues = Vec::new();
    let statements = &answer.statements[..answer.statements.len().min(MOST_STATEMENTS)];
    let mut clean = 0;
    for (number, statement) in (1..).zip(statements) {
        let found = statement_issues(statement, &verified);
        clean += usize::from(found.is_empty());
        issues.extend(found.into_iter().map(|found| found.issue(number, statement)));
    }
    issues.extend(whole(answer));
    let status = if issues.is_empty() { ReviewStatus::Pass } else { ReviewStatus::Fail };
    let score = readability::score(statements, clean);
    AnswerReview { status, score, issues }
}

fn whole(answer: &ComposedAnswer) -> Option<ReviewIssue> {
    let (code, message, hint) = match answer.statements.len() {
        0 => ("no_statement", "the answer says nothing", "say that there is no evidence"),
        1..=MOST_STATEMENTS => return None,
        _ => ("too_many_statements", "the answer is too long to be checked", "say less"),
    };
    let [code, message, hint] = [code, message, hint].map(str::to_owned);
    Some(ReviewIssue { code, statement: None, message, hint })
}

/// A defect of one statement.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StatementDefect {
    code: &'static str,
    message: String,
    hint: &'static str,
}

impl StatementDefect {
    fn new(code: &'static str, message: impl Into<String>, hint: &'static str) -> Self {
        Self { code, message: message.into(), hint }
    }

    /// The marks go into the message: whoever mends the statement knows by them what it rests on.
    fn issue(self, number: usize, statement: &Statement) -> ReviewIssue {
        let marks: Vec<String> = statement.marks.iter().map(ToString::to_string).collect();
        let message = if marks.is_empty() {
            self.message
        } else {
            format!("{} [{}]", self.message, marks.join(", "))
        };
        let (code, hint) = (self.code.to_owned(), self.hint.to_owned());
        ReviewIssue { code, statement: Some(number), message, hint }
    }
}

/// A quote that a statement rests on, as read.
struct TokenizedQuote {
    tokens: Vec<ContentToken>,
    /// The same without the marks of a list.
    core: Vec<ContentToken>,
    /// How many of the tokens belong to a lead-in that another mark's quote shares.
    shared: usize,
}

fn statement_issues(
    statement: &Statement,
    verified: &BTreeMap<RequirementId, &Requirement>,
) -> Vec<StatementDefect> {
    let mut found = marks::check(statement, verified);
    if LONGEST_STATEMENT < statement.text.len() {
        found.push(StatementDefect::new(
            "statement_too_long",
            "too long to be checked",
            "cut it",
        ));
        return found;
    }
    let quoted: Vec<&Requirement> = statement
        .marks
        .iter()
        .filter_map(|mark| verified.get(mark).copied())
        .take(MOST_STATEMENTS)
        .collect();
    let Some(first) = quoted.first() else { return found };
    if let Some(quote) = &statement.quote {
        found.extend(verbatim::check(statement, quote, &quoted));
        return found;
    }
    let language = Language::from_code(&first.language).unwrap_or(Language::English);
    let said = content_tokens(framed(statement), language);
    if said.is_empty() {
        found.push(StatementDefect::new(
            "empty_statement",
            "the statement says nothing",
            "drop it",
        ));
        return found;
    }
    let grounds = grounds(&quoted);
    let supported = support::check(&said, &grounds);
    found.extend(omissions::check(&said, &supported, &grounds));
    found.extend(supported.found);
    found
}

/// The words that need support: all but our own frame.
fn framed(statement: &Statement) -> &str {
    let within = framing_phrases::within_conflict(&statement.text);
    match (statement.role, within) {
        (StatementRole::Conflict, Some(within)) if 1 < statement.marks.len() => within,
        _ => &statement.text,
    }
}

fn grounds(quoted: &[&Requirement]) -> Vec<TokenizedQuote> {
    let mut grounds = Vec::with_capacity(quoted.len());
    for (at, requirement) in quoted.iter().enumerate() {
        let language = Language::from_code(&requirement.language).unwrap_or(Language::English);
        let lead = |one: &Requirement| (one.quote.rendition, one.quote.ranges.first().copied());
        let shares = 1 < requirement.quote.ranges.len()
            && quoted[..at].iter().any(|other| lead(other) == lead(requirement));
        let stretches = || requirement.exact_quote.split(Quote::GAP);
        let shared = stretches().next().filter(|_| shares);
        let shared = shared.map_or(0, |words| content_tokens(words, language).len());
        let core =
            stretches().flat_map(|words| content_tokens(without_enumerator(words), language));
        let core = core.collect();
        let tokens = content_tokens(&requirement.exact_quote, language);
        grounds.push(TokenizedQuote { tokens, core, shared });
    }
    grounds
}
