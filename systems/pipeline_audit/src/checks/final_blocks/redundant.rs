//! Steps and sentences of one section that say the same.

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, content_words::content_words},
    checks::{AuditCheck, draft::short},
};
use jurat_text::sentence_reading::is_negation;

const REDUNDANT: IssueCode = IssueCode::new("REDUNDANT");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[REDUNDANT],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

/// Sentences of one section that are compared.
const MOST: usize = 100;
/// Words that say something below which two sentences are not compared.
const FEWEST_WORDS: usize = 5;
/// Of the words of both, the share in common from which two say the same, in percent.
const ALIKE: usize = 80;

/// A sentence as it is compared.
struct ComparedSentence<'s> {
    at: &'s str,
    text: &'s str,
    range: std::ops::Range<usize>,
    words: BTreeSet<String>,
    /// How often it denies something.
    negations: usize,
}

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::answer(subject, REDUNDANT) {
        return unchecked;
    }
    let language = subject.language();
    let mut sections: BTreeMap<&str, Vec<ComparedSentence<'_>>> = BTreeMap::new();
    for (text, prose) in super::read_texts(subject) {
        let section = sections.entry(prose.section.as_str()).or_default();
        for range in prose.sentences.iter().take(MOST.saturating_sub(section.len())) {
            let words = content_words(&text.text[range.clone()], language);
            let negates = |word: &std::ops::Range<usize>| {
                is_negation(&text.text[word.clone()].to_lowercase(), language)
            };
            let spoken = prose.words_in(range).iter().map(|word| word.range.clone());
            let said = ComparedSentence {
                negations: spoken.filter(negates).count(),
                at: &text.at,
                text: &text.text,
                range: range.clone(),
                words: words.into_iter().collect(),
            };
            section.push(said);
        }
    }
    sections.values().flat_map(|section| repeated(section)).collect()
}

/// Each sentence that says what an earlier one of its section says.
fn repeated(section: &[ComparedSentence<'_>]) -> Vec<Issue> {
    let mut issues = Vec::new();
    for (at, later) in section.iter().enumerate() {
        let Some(earlier) = section[..at].iter().find(|one| alike(one, later)) else {
            continue;
        };
        let msg = format!(
            "“{}” says what “{}” says",
            short(&later.text[later.range.clone()]),
            short(&earlier.text[earlier.range.clone()])
        );
        let fix = "leave one of the two out";
        let issue = REDUNDANT.issue(CHECK.severity, msg, fix).at(later.at);
        let issue = issue.with_span(later.range.clone());
        let ComparedSentence { at, range, .. } = earlier;
        issues.push(issue.with_evidence(format!("{at}:{}-{}", range.start, range.end)));
    }
    issues
}

/// Whether two share nearly all words, all numbers, and deny as often.
fn alike(one: &ComparedSentence<'_>, two: &ComparedSentence<'_>) -> bool {
    if one.words.len() < FEWEST_WORDS || two.words.len() < FEWEST_WORDS {
        return false;
    }
    let shared = one.words.intersection(&two.words).count();
    let all = one.words.len() + two.words.len() - shared;
    let numbered = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
    let same_numbers = one
        .words
        .iter()
        .filter(numbered)
        .eq(two.words.iter().filter(numbered));
    all * ALIKE <= shared * 100 && same_numbers && one.negations == two.negations
}
