//! Sources that are about something else than the question.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use jurat_text::Language;

use crate::{
    audit::{
        AuditPolicy, AuditSubject, AuditedHit, IssueCode,
        content_words::{ContentWordBag, StemmedTerm, terms},
    },
    checks::AuditCheck,
};

const RETRIEVAL_DRIFT: IssueCode = IssueCode::new("RETRIEVAL_DRIFT");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[RETRIEVAL_DRIFT],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Warn,
    find,
};

/// Fewer telling words say nothing about what a question is about.
const FEWEST_WORDS: usize = 2;
/// Words of a question that are looked for.
const MOST_WORDS: usize = 64;
/// Sources whose language is asked for.
const TOLD: usize = 3;

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::hits(subject, RETRIEVAL_DRIFT) {
        Ok([]) => return Vec::new(),
        Ok(hits) => hits,
        Err(unchecked) => return unchecked,
    };
    let Some(query) = &subject.query else {
        let fix = "map the question's field";
        return vec![RETRIEVAL_DRIFT.unchecked("the state has no question", fix)];
    };
    let language = subject.language();
    let mut words = terms(&query.text, language);
    words.truncate(MOST_WORDS);
    if words.len() < FEWEST_WORDS {
        return Vec::new();
    }
    let bags = subject.hit_words();
    let absent: Vec<&StemmedTerm> = words
        .iter()
        .filter(|word| !bags.iter().any(|bag| bag.knows(word)))
        .collect();
    let issues: Vec<Issue> = absent_words(&absent, words.len(), policy)
        .into_iter()
        .chain(first_elsewhere(hits, bags, &words))
        .collect();
    // Only what looks like drift is worth asking whether it is a matter of languages.
    if !issues.is_empty()
        && let Some(other) = foreign(hits, Language::of(&query.text))
    {
        let missing = format!("question and sources are in two languages ({other})");
        return vec![
            RETRIEVAL_DRIFT.unchecked(missing, "translate the question for this check"),
        ];
    }
    issues
}

#[expect(clippy::cast_precision_loss, reason = "counts of words fit")]
fn absent_words(absent: &[&StemmedTerm], all: usize, policy: &AuditPolicy) -> Option<Issue> {
    if absent.len() as f64 / all as f64 <= policy.drift_max {
        return None;
    }
    let listed: Vec<&str> = absent.iter().take(8).map(|term| term.word.as_str()).collect();
    let msg = format!(
        "{} of {all} telling words of the question stand in no source: {}",
        absent.len(),
        listed.join(", ")
    );
    let fix = format!("search again for {}", listed.join(", "));
    let issue = RETRIEVAL_DRIFT.issue(CHECK.severity, msg, fix);
    Some(
        listed
            .into_iter()
            .fold(issue, |issue, word| issue.with_evidence(format!("word:{word}"))),
    )
}

/// A first source without a word of the question, where a later one has half of them.
fn first_elsewhere(
    hits: &[AuditedHit],
    bags: &[ContentWordBag],
    words: &[StemmedTerm],
) -> Option<Issue> {
    let shared = |bag: &ContentWordBag| words.iter().filter(|word| bag.knows(word)).count();
    let (first, rest) = bags.split_first()?;
    if 0 < shared(first) {
        return None;
    }
    let better = rest.iter().position(|bag| words.len() <= 2 * shared(bag))? + 1;
    let (first, better) = (&hits[0], &hits[better]);
    let msg = format!(
        "{} stands first and has no telling word of the question; {} has half of them",
        first.pointer(),
        better.pointer()
    );
    let fix = "rank sources by how well they fit the question";
    let issue = RETRIEVAL_DRIFT.issue(CHECK.severity, msg, fix);
    Some(issue.with_evidence(first.pointer()).with_evidence(better.pointer()))
}

/// The two languages, if question and first sources are plainly in different ones.
fn foreign(hits: &[AuditedHit], asked: Option<Language>) -> Option<String> {
    let asked = asked?;
    let found: Vec<Language> = hits
        .iter()
        .take(TOLD)
        .filter_map(|hit| Language::of(&hit.text))
        .collect();
    let (first, rest) = found.split_first()?;
    let foreign = *first != asked && rest.iter().all(|one| *one != asked);
    foreign.then(|| format!("{} and {}", asked.code(), first.code()))
}
