//! A check and what it looks at, hashed, so that two audits can be compared.
//!
//! Lines, commits and ids are left out: code may move without becoming another finding.

use jurat_canon::{Hash, canonical_json};

use crate::model::{Criterion, Evidence, EvidenceFact, RubricCheck};

/// 32 hex digits.
pub(super) fn fingerprint(
    criterion: &Criterion,
    check: &RubricCheck,
    evidence: &[&Evidence],
) -> String {
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
        EvidenceFact::Repository(_) | EvidenceFact::History(_) | EvidenceFact::Paper(_) => "",
        EvidenceFact::Commit(commit) => &commit.subject,
        EvidenceFact::Security(finding) => &finding.rule,
        EvidenceFact::CheckedClaim(claim) => &claim.name,
        EvidenceFact::Term(term) => &term.term,
        EvidenceFact::Nothing { sought } => sought,
        _ => path,
    };
    let words: Vec<&str> = evidence.content.split_whitespace().collect();
    format!("{}\n{name}\n{}", evidence.kind, words.join(" "))
}
