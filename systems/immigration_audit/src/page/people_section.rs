//! What people corrected, answered and decided: beside what documents say and what the audit decides, never in its place.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, code, plain, strong};

use super::told_words::{line, recommendation};
use crate::{
    model::{
        AuditReport, FinalRecommendation, PersonSignature, ProfileCorrection, SignOffRecord,
        SignOffStanding,
    },
    people::stands_for,
};

pub(super) fn people(report: &AuditReport) -> Option<DocumentSection> {
    let mut blocks = Vec::new();
    for record in report.people.sign_offs.iter().rev() {
        blocks.push(decision(report, record));
    }
    blocks.extend(corrections(report));
    blocks.extend(answers(report));
    (!blocks.is_empty()).then(|| DocumentSection::new("people", "What people say", blocks))
}

/// Who put another decision in the place of this audit's, where that counts for this report.
pub(crate) fn overridden(report: &AuditReport) -> Option<String> {
    let record = report
        .people
        .sign_offs
        .iter()
        .rev()
        .find(|it| stands_for(it, report))?;
    let differs = record.people_say != report.judgment.recommendation;
    differs
        .then(|| format!("Overridden by {}: {}", record.review.author, word(record.people_say)))
}

fn word(decided: FinalRecommendation) -> &'static str {
    recommendation(decided).0
}

/// Both decisions side by side.
fn decision(report: &AuditReport, record: &SignOffRecord) -> DocumentBlock {
    let SignOffRecord { audited, people_say, review, second, standing } = record;
    let by_audit = word(audited.recommendation);
    let score = audited.score.map(|it| format!(", score {it}")).unwrap_or_default();
    let mut words: InlineText =
        vec![strong(format!("The audit of {}: {by_audit}{score}", audited.as_of)), plain(". ")];
    if audited.recommendation == *people_say {
        words.push(plain(format!("{} lets it stand", signed(review))));
    } else {
        words.push(strong(format!("{} decides {}", signed(review), word(*people_say))));
    }
    words.push(plain(format!("{}. ", because(review))));
    if let Some(second) = second {
        let agrees = *standing == SignOffStanding::Signed;
        let says = if agrees { "agrees" } else { "does not agree" };
        words.push(plain(format!("{} {says}{}. ", signed(second), because(second))));
    }
    words.push(plain(match standing {
        SignOffStanding::Void { why } => format!("It counts for nothing: {why}."),
        SignOffStanding::NotAgreed => {
            "It counts for nothing, since two have to agree.".to_owned()
        }
        SignOffStanding::Signed if stands_for(record, report) => {
            "It was decided about these papers and this result.".to_owned()
        }
        SignOffStanding::Signed => {
            "It was decided about other papers or another result, and counts for nothing here."
                .to_owned()
        }
    }));
    DocumentBlock::Callout { words }
}

fn signed(signature: &PersonSignature) -> String {
    let on = signature
        .on
        .as_ref()
        .map(|on| format!(" on {on}"))
        .unwrap_or_default();
    format!("{}{on}", signature.author)
}

fn because(signature: &PersonSignature) -> String {
    let reason = signature.reason.as_deref().filter(|reason| !reason.trim().is_empty());
    reason
        .map(|reason| format!(": \u{201c}{reason}\u{201d}"))
        .unwrap_or_default()
}

fn corrections(report: &AuditReport) -> Vec<DocumentBlock> {
    let row = |it: &ProfileCorrection| {
        let said = it.was.iter().map(|was| format!("{} in {}", was.value, was.file));
        let said: Vec<String> = said.collect();
        let said = if said.is_empty() { "nothing".to_owned() } else { said.join("; ") };
        let who = format!("{}, {}: {}", it.author, it.on, it.reason);
        vec![vec![code(&it.field)], line(it.value.to_string()), line(said), line(who)]
    };
    let rows = report.people.corrections.iter().map(row).collect();
    let head = [("Corrected", 1.2), ("Is", 1.0), ("Documents say", 1.6), ("By, and why", 1.6)];
    DocumentBlock::table(&head, rows)
}

fn answers(report: &AuditReport) -> Vec<DocumentBlock> {
    let rows = report.people.answers.iter().map(|it| {
        let who = format!("{}, {}", it.author, it.on);
        vec![line(it.question.clone()), line(it.answer.clone()), line(who)]
    });
    let head = [("Asked", 1.6), ("Answer", 1.6), ("By", 0.8)];
    DocumentBlock::table(&head, rows.collect())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use crate::{
        model::{AuditReport, AuditedResult, QuestionAnswer},
        page::{fixtures, render},
        people::{GivenAnswer, SignOffOrder, correction_of, papers_hash, sign_off},
    };

    fn with_people() -> AuditReport {
        let mut report = fixtures::report();
        let audited = AuditedResult {
            papers: papers_hash(&report.files),
            as_of: report.as_of.clone(),
            verdict: report.judgment.verdict,
            recommendation: report.judgment.recommendation,
            score: report.judgment.current_score,
        };
        let review = GivenAnswer {
            answer: "REVISE".to_owned(),
            author: "Ada Ravel".to_owned(),
            reason: Some("the lease was seen on paper".to_owned()),
        };
        report.people.sign_offs.push(sign_off(SignOffOrder {
            audited,
            review: &review,
            second: None,
        }));
        let said = ("Ada Ravel", "misread", "2026-01-12");
        let field = ("applicant.birth_date", "1991-02-03");
        report
            .people
            .corrections
            .push(correction_of(&report, field, said).unwrap());
        report.people.answers.push(QuestionAnswer {
            question: "Where did you meet?".to_owned(),
            answer: "At the lantern works.".to_owned(),
            author: "Bo Linden".to_owned(),
            on: "2026-01-13".to_owned(),
        });
        report
    }

    fn shown(report: &AuditReport) -> String {
        let text = String::from_utf8(render(report, "md").unwrap()).unwrap();
        text.replace('\\', "")
    }

    #[test]
    fn an_override_shows_both_decisions_and_its_reason() {
        let text = shown(&with_people());
        for said in [
            "Ada Ravel decides REVISE",
            "the lease was seen on paper",
            "It was decided about these papers",
            "Overridden by Ada Ravel",
            "1991-02-03",
            "misread",
            "At the lantern works.",
        ] {
            assert!(text.contains(said), "{said}\n{text}");
        }
    }

    #[test]
    fn a_decision_about_other_papers_is_shown_and_counts_for_nothing() {
        let mut report = with_people();
        report.files.pop();
        let text = shown(&report);
        assert!(text.contains("counts for nothing here"), "{text}");
        assert!(!text.contains("Overridden by"), "{text}");
    }

    #[test]
    fn where_nobody_said_anything_nothing_stands() {
        assert!(!shown(&fixtures::report()).contains("What people say"));
    }
}
