//! Answers that are harder to read than the policy allows.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::readability::ReadabilityCounts;
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, ReadabilityLimits},
    checks::{AuditCheck, draft::short},
};

const LOW_READABILITY: IssueCode = IssueCode::new("LOW_READABILITY");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LOW_READABILITY],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

/// Words below which a formula says nothing.
const FEWEST_WORDS: u32 = 30;

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let at = match super::answer(subject, LOW_READABILITY) {
        Ok(at) => at,
        Err(unchecked) => return unchecked,
    };
    let unchecked = |missing: String, fix: &str| vec![LOW_READABILITY.unchecked(missing, fix)];
    let Some(language) = subject.language() else {
        return unchecked("the language is not known".to_owned(), "write in whole sentences");
    };
    let Some(target) = policy.readability.get(language.code()) else {
        let missing = format!("the policy has no target for `{}`", language.code());
        return unchecked(missing, "add the language to `readability`");
    };
    let counts = counts(subject, language);
    let mut issues = long_sentences(subject, *target);
    let Some(grade) = counts.grade(language) else {
        let missing = format!("there is no formula for `{}`", language.code());
        return unchecked(missing, "leave the language out of `readability`");
    };
    if counts.words < FEWEST_WORDS {
        let missing = format!("{} words are too few for a formula", counts.words);
        issues.push(LOW_READABILITY.unchecked(missing, "nothing: short texts read easily"));
    } else if target.max_grade < grade {
        let msg = format!(
            "the answer needs {grade:.1} years of school, at most {} are wanted",
            target.max_grade
        );
        let fix = "use shorter sentences and shorter words";
        issues.push(LOW_READABILITY.issue(CHECK.severity, msg, fix).at(at));
    }
    issues
}

fn counts(subject: &AuditSubject, language: jurat_text::Language) -> ReadabilityCounts {
    let mut counts = ReadabilityCounts::default();
    for (text, prose) in super::read_texts(subject) {
        for range in &prose.sentences {
            let words = prose.words_in(range).iter();
            let words = words.map(|word| text.text[word.range.clone()].to_lowercase());
            let words: Vec<String> = words.collect();
            counts.add(words.iter().map(String::as_str), language);
        }
    }
    counts
}

fn long_sentences(subject: &AuditSubject, target: ReadabilityLimits) -> Vec<Issue> {
    let mut issues = Vec::new();
    for (text, prose) in super::read_texts(subject) {
        for range in &prose.sentences {
            let count = prose.words_in(range).len();
            if target.max_sentence_words < count {
                let said = short(&text.text[range.clone()]);
                let most = target.max_sentence_words;
                let msg = format!("“{said}” has {count} words, at most {most} are wanted");
                let fix = "cut the sentence in two";
                let issue = LOW_READABILITY.issue(CHECK.severity, msg, fix).at(&text.at);
                issues.push(issue.with_span(range.clone()));
            }
        }
    }
    issues
}
