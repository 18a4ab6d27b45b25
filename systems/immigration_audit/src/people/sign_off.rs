//! Whether a decision of people counts: an override has a reason, a second signature is by a second person.

use jurat_canon::Hash;
use serde::{Deserialize, Serialize};

use crate::model::{
    AuditReport, AuditedResult, FinalRecommendation, MatterFile, PersonSignature,
    SignOffRecord, SignOffStanding,
};

/// The word that lets the audit's decision stand.
const APPROVE: &str = "approve";
/// The word of a second person who agrees.
const SIGN: &str = "sign";

/// What a person answered, as a channel holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenAnswer {
    pub answer: String,
    pub author: String,
    #[serde(default)]
    pub reason: Option<String>,
}

/// What is signed, and by whom.
pub struct SignOffOrder<'a> {
    pub audited: AuditedResult,
    pub review: &'a GivenAnswer,
    pub second: Option<&'a GivenAnswer>,
}

/// The decision of people beside that of the audit. What breaks a rule is recorded, and counts for nothing.
pub fn sign_off(order: SignOffOrder<'_>) -> SignOffRecord {
    let SignOffOrder { audited, review, second } = order;
    let overrides = review.answer != APPROVE;
    let read = FinalRecommendation::deserialize(serde_json::json!(review.answer));
    let people_say = read.unwrap_or(audited.recommendation);
    let void = |why: &str| SignOffStanding::Void { why: why.to_owned() };
    let disagrees = second.is_some_and(|it| it.answer != SIGN);
    let standing = if overrides && lacks_reason(review) {
        void("an override needs a reason")
    } else if second.is_some_and(|it| is_same_person(&it.author, &review.author)) {
        void("the second signature is by the same person")
    } else if disagrees {
        SignOffStanding::NotAgreed
    } else {
        SignOffStanding::Signed
    };
    SignOffRecord {
        audited,
        people_say,
        review: signature(review),
        second: second.map(signature),
        standing,
    }
}

fn lacks_reason(given: &GivenAnswer) -> bool {
    given.reason.as_deref().is_none_or(|reason| reason.trim().is_empty())
}

fn signature(given: &GivenAnswer) -> PersonSignature {
    PersonSignature {
        author: given.author.clone(),
        reason: given.reason.clone(),
        on: None,
    }
}

fn is_same_person(one: &str, other: &str) -> bool {
    let folded =
        |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    folded(one) == folded(other)
}

/// Over the files of a matter: another file, or another byte in one, gives another.
pub fn papers_hash(files: &[MatterFile]) -> String {
    let mut all: Vec<String> = files
        .iter()
        .map(|file| format!("{}\n{}", file.path, file.source))
        .collect();
    all.sort();
    Hash::of(all.join("\n").as_bytes()).to_string()
}

/// Whether a decision was made about this result: the same papers, and the same decision of the audit.
pub fn stands_for(record: &SignOffRecord, report: &AuditReport) -> bool {
    record.standing == SignOffStanding::Signed
        && record.audited.papers == papers_hash(&report.files)
        && record.audited.recommendation == report.judgment.recommendation
        && record.audited.verdict == report.judgment.verdict
}

#[cfg(test)]
mod tests {
    use super::{GivenAnswer, SignOffOrder, papers_hash, sign_off, stands_for};
    use crate::{
        model::{AuditedResult, FinalRecommendation, SignOffRecord, SignOffStanding},
        page::fixtures,
    };

    fn given(answer: &str, author: &str, reason: &str) -> GivenAnswer {
        GivenAnswer {
            answer: answer.to_owned(),
            author: author.to_owned(),
            reason: (!reason.is_empty()).then(|| reason.to_owned()),
        }
    }

    fn signed(review: &GivenAnswer, second: Option<&GivenAnswer>) -> SignOffRecord {
        let report = fixtures::report();
        let audited = AuditedResult {
            papers: papers_hash(&report.files),
            as_of: report.as_of.clone(),
            verdict: report.judgment.verdict,
            recommendation: report.judgment.recommendation,
            score: report.judgment.current_score,
        };
        sign_off(SignOffOrder { audited, review, second })
    }

    #[test]
    fn an_approval_says_what_the_audit_says() {
        let record = signed(&given("approve", "Ada Ravel", ""), None);
        assert_eq!(record.people_say, record.audited.recommendation);
        assert_eq!(record.standing, SignOffStanding::Signed);
        assert!(stands_for(&record, &fixtures::report()));
    }

    #[test]
    fn an_override_needs_a_reason_and_shows_both() {
        let record = signed(&given("REVISE", "Ada Ravel", " "), None);
        assert!(matches!(record.standing, SignOffStanding::Void { .. }));
        let record = signed(&given("REVISE", "Ada Ravel", "the letter came today"), None);
        assert_eq!(record.standing, SignOffStanding::Signed);
        assert_eq!(record.people_say, FinalRecommendation::Revise);
        assert_ne!(record.audited.recommendation, record.people_say);
    }

    #[test]
    fn a_second_signature_is_by_a_second_person() {
        let first = given("approve", "Ada Ravel", "");
        for (second, counts) in [
            (given("sign", " ada  RAVEL", ""), false),
            (given("sign", "Bo Linden", ""), true),
            (given("refuse", "Bo Linden", "funds"), false),
        ] {
            let record = signed(&first, Some(&second));
            assert_eq!(record.standing == SignOffStanding::Signed, counts, "{second:?}");
        }
    }

    #[test]
    fn a_decision_is_about_these_papers() {
        let record = signed(&given("approve", "Ada Ravel", ""), None);
        let mut report = fixtures::report();
        report.files.swap(0, 1);
        assert!(stands_for(&record, &report));
        report.files.pop();
        assert!(!stands_for(&record, &report));
    }
}
