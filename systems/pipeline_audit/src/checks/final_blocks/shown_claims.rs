//! What people see of an answer held against its sources: summary, steps, quiz, glossary and questions that follow go
//! through the checks of a draft's claims.

use std::collections::BTreeSet;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{glossary_term_unused::term, legal_basis_changed, quiz_answer_missing::taught};
use crate::{
    audit::{
        AnswerBlocks, AnswerDraft, AuditPolicy, AuditSubject, DraftForm, IssueCode, StateText,
        held_claims::missing_evidence,
    },
    checks::{
        AuditCheck,
        draft::{CONDITION_DROPPED, OF_CLAIMS, OF_LEGAL_BASIS, claims_code},
    },
};

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &CODES,
    stage: PipelineStage::Final,
    severity: IssueSeverity::Error,
    find,
};

const COUNT: usize = OF_CLAIMS.len() + OF_LEGAL_BASIS.len();

/// The codes of all of them; each check has one.
const CODES: [IssueCode; COUNT] = {
    let mut codes = [IssueCode::not_checked(); COUNT];
    let mut at = 0;
    while at < COUNT {
        codes[at] = if at < OF_CLAIMS.len() {
            OF_CLAIMS[at].codes[0]
        } else {
            OF_LEGAL_BASIS[at - OF_CLAIMS.len()].codes[0]
        };
        at += 1;
    }
    codes
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    // Where there are no blocks, people see the draft.
    let Some(blocks) = shown(subject) else { return Vec::new() };
    if let Some(missing) = missing_evidence(blocks) {
        return vec![claims_code().unchecked(missing.reason, missing.fix)];
    }
    let drafted: BTreeSet<&str> =
        subject.draft_texts().iter().map(|text| text.text.as_str()).collect();
    let texts = blocks.draft_texts().iter();
    let known: BTreeSet<&str> = texts
        .filter(|text| drafted.contains(text.text.as_str()))
        .map(|text| text.at.as_str())
        .collect();
    // A legal basis that the draft had is compared with that one.
    let had_basis = legal_basis_changed::before(subject).is_some()
        || subject
            .draft
            .as_ref()
            .is_some_and(|draft| draft.form == DraftForm::FinalBlocks);
    let of_basis = if had_basis { &[] } else { OF_LEGAL_BASIS };
    OF_CLAIMS
        .iter()
        .chain(of_basis)
        .flat_map(|check| (check.find)(blocks, policy))
        .filter(|issue| !issue.at.as_deref().is_some_and(|at| known.contains(at)))
        .filter(|issue| !is_shortened(issue))
        .map(|issue| milder(issue, blocks))
        .collect()
}

/// Whether an issue says that a text leaves out a limit which it does not copy: blocks tell in brief what a draft tells in
/// full.
fn is_shortened(issue: &Issue) -> bool {
    issue.code == CONDITION_DROPPED.name() && issue.severity < IssueSeverity::Error
}

/// What a word means may be common knowledge: that no source says so is worth a warning.
fn milder(mut issue: Issue, blocks: &AuditSubject) -> Issue {
    let is_meaning = issue.at.as_ref().is_some_and(|at| blocks.meanings.contains(at));
    if is_meaning && issue.code == claims_code().name() {
        issue.severity = issue.severity.min(IssueSeverity::Warn);
    }
    issue
}

/// The blocks in the place of the draft, with the same question and sources; none where the state has no blocks.
pub(crate) fn shown(subject: &AuditSubject) -> Option<&AuditSubject> {
    let made = subject.views.last.shown.get_or_init(|| {
        let blocks = subject.blocks.as_ref()?;
        let draft = AnswerDraft {
            at: blocks.at.clone(),
            form: DraftForm::FinalBlocks,
            texts: texts(blocks),
            blocks: Some(blocks.clone()),
        };
        Some(Box::new(AuditSubject {
            query: subject.query.clone(),
            hits: subject.hits.clone(),
            hits_left_out: subject.hits_left_out,
            hits_without_text: subject.hits_without_text,
            hits_not_understood: subject.hits_not_understood.clone(),
            cut: subject.cut.clone(),
            draft: Some(draft),
            meanings: meanings(blocks).map(|text| text.at.clone()).collect(),
            ..AuditSubject::default()
        }))
    });
    made.as_deref()
}

/// Every text of the blocks that may state something, those that say what a word means last.
fn texts(blocks: &AnswerBlocks) -> Vec<StateText> {
    let prose = super::block_texts(blocks).map(|(_, text)| text);
    let quiz = blocks.quiz.iter().flatten().flat_map(taught);
    let follow_ups = blocks.follow_ups.iter().flatten();
    let all = prose.chain(quiz).chain(follow_ups).chain(meanings(blocks));
    all.cloned().collect()
}

/// What the words of the glossary mean.
fn meanings(blocks: &AnswerBlocks) -> impl Iterator<Item = &StateText> {
    blocks.glossary.iter().flatten().flat_map(|item| {
        let word = term(item).map(|word| &word.at);
        // Of an object from word to meaning, both have the path of the item.
        let skipped = usize::from(word == Some(&item.at));
        let meanings = item.texts.iter().skip(skipped);
        meanings.filter(move |text| skipped == 1 || Some(&text.at) != word)
    })
}
