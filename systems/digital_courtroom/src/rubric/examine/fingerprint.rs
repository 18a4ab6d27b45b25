//! A check and what it looks at, hashed, so that two audits can be compared.
//!
//! Lines, commits and ids are left out: code may move without becoming another finding.

use jurat_canon::{Hash, canonical_json};
use jurat_model::court::{Check, Criterion, Evidence, Fact};

/// 32 hex digits.
pub(super) fn of(criterion: &Criterion, check: &Check, evidence: &[&Evidence]) -> String {
    // A query is plain data: it can always be written.
    let query = canonical_json(&check.query).unwrap_or_default();
    let given = check.given.as_ref().map(|given| (&given.query, given.expect));
    let given = given.and_then(|given| canonical_json(&given).ok());
    let mut content: Vec<String> = evidence.iter().map(|one| said(one)).collect();
    content.sort();
    content.dedup();
    let rule = [criterion.id.as_bytes(), check.id.as_bytes(), &query];
    let parts: Vec<&[u8]> = rule
        .into_iter()
        .chain(given.as_deref())
        .chain(content.iter().map(String::as_bytes))
        .collect();
    Hash::of_parts(&parts).to_string()[..32].to_owned()
}

/// What evidence says, without where: the words that stand there, else the name of the thing.
fn said(evidence: &Evidence) -> String {
    let path = &evidence.location.path;
    let name = match &evidence.fact {
        Fact::Repository(_) | Fact::History(_) | Fact::Paper(_) => "",
        Fact::Commit(commit) => &commit.subject,
        Fact::Security(finding) => &finding.rule,
        Fact::CheckedClaim(claim) => &claim.name,
        Fact::Term(term) => &term.term,
        Fact::Nothing { sought } => sought,
        _ => path,
    };
    let words: Vec<&str> = evidence.content.split_whitespace().collect();
    format!("{}\n{name}\n{}", evidence.kind, words.join(" "))
}
