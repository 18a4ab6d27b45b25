//! What was submitted against what is said of it: which repository, which paper, which answers.

use std::collections::BTreeMap;

use jurat_model::PartKind;
use jurat_proof::{FinalState, LayerFindings};

use super::DecodedChannels;
use crate::{
    model::{ArtifactAvailability, Evidence, EvidenceFact, EvidenceId, Submission},
    rubric::wanted,
};

/// The repository and the paper of the evidence are those of the submission; answers are to what
/// was asked, and rest on evidence that is there.
pub(super) fn check(
    values: &DecodedChannels,
    state: &FinalState,
    findings: &mut LayerFindings,
) {
    let Some(submission) = &values.submission else { return };
    identities(values, submission, findings);
    paper(values, submission, findings);
    answers(values, submission, state, findings);
}

fn identities(values: &DecodedChannels, submission: &Submission, findings: &mut LayerFindings) {
    let repositories = values.evidences.repo.iter().filter_map(|one| one.fact.repository());
    let same = repositories.eq(&submission.repository);
    let message = "the evidence is of another repository";
    findings.expect("submitted", same, "repository", message);
    let papers = values.evidences.docs.iter().filter_map(|one| one.fact.paper());
    let same = papers.eq(&submission.paper);
    findings.expect("submitted", same, "paper", "the evidence is of another paper");
    let unread =
        submission.repo != ArtifactAvailability::Read && !values.evidences.repo.is_empty();
    let message = "there is evidence of a repository that was not read";
    findings.expect("submitted", !unread, "repository", message);
    let given = (submission.repo == ArtifactAvailability::Read)
        == submission.repository.is_some()
        && (submission.docs == ArtifactAvailability::Read) == submission.paper.is_some();
    let message = "what was read and what is named differ";
    findings.expect("submitted", given, "submission", message);
}

/// The paper is the exhibit of its name: bytes, text, words, pages.
fn paper(values: &DecodedChannels, submission: &Submission, findings: &mut LayerFindings) {
    let exhibits = values.exhibits.as_deref().unwrap_or_default();
    let Some(paper) = &submission.paper else {
        let none = exhibits.is_empty() && values.context.is_none();
        let message = "a text is held of a paper that was not submitted";
        return findings.expect("submitted", none, "exhibits", message);
    };
    let same = matches!(exhibits, [one] if one.name == paper.name
        && one.source == paper.source
        && one.rendition == paper.rendition
        && one.text.split_whitespace().count() as u64 == paper.words);
    findings.expect("submitted", same, &paper.name, "the text that is held is another");
    let Some(context) = &values.context else {
        return findings.failed("submitted", &paper.name, "its outline is missing");
    };
    let outline = &context.outline;
    let pages = outline
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Page)
        .count();
    let told = outline
        .warnings
        .iter()
        .all(|it| submission.remarks.contains(&it.message));
    let same = context.paper == *paper
        && exhibits.iter().all(|one| one.reader == outline.reader)
        && u32::try_from(pages) == Ok(paper.pages)
        && told;
    findings.expect("submitted", same, &paper.name, "its outline is another's");
}

/// Answers are to what the rubric asks of code, in its order.
fn answers(
    values: &DecodedChannels,
    submission: &Submission,
    state: &FinalState,
    findings: &mut LayerFindings,
) {
    if let Some(rubric) = &values.rubric {
        let asked = wanted(rubric);
        let read = submission.repo == ArtifactAvailability::Read;
        let asked = asked
            .iter()
            .filter(|_| read)
            .map(|it| (&it.criterion_id, &it.check_id));
        let given = values.answers.iter().map(|it| (&it.criterion_id, &it.check_id));
        let message = "what was answered is not what the rubric asks";
        findings.redecided("asked", (asked.eq(given), state.rules()), "answers", message);
    }
    let repo = values.evidences.repo.iter();
    let found: BTreeMap<&EvidenceId, &Evidence> = repo.map(|one| (&one.id, one)).collect();
    for one in &values.answers {
        let shown: Vec<_> = one.evidence.iter().map(|id| found.get(id)).collect();
        let there = shown.iter().all(Option::is_some);
        let facts = shown.iter().flatten().filter(|it| it.found).count() as u64;
        let fits = shown.iter().flatten().all(|it| {
            matches!(it.fact, EvidenceFact::Syntax(_) | EvidenceFact::Nothing { .. })
        });
        let holds = there && fits && facts <= one.total;
        let place = format!("{} of {}", one.check_id, one.criterion_id);
        let message = "it rests on evidence that is not there or not enough";
        findings.expect("answer", holds, place, message);
    }
}
