//! Whether a draft meets a criterion.

use jurat_text::{Language, fold::fold, sentences::sentences, tokens::words};

use super::{
    criteria::{MentionTarget, SuccessCriterion},
    criterion_phrases::{CountTarget, CriterionScope},
};
use crate::audit::{
    AnswerBlocks, AuditSubject, ProvisionMention, StateText,
    content_words::{ContentWordBag, StemmedTerm},
};

/// How a criterion came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CriterionOutcome {
    Met,
    /// It is not, with what was found instead.
    Missed(String),
    /// It cannot be told, with what is missing.
    Unknown(String),
}

pub(super) fn outcome(
    criterion: &SuccessCriterion,
    subject: &AuditSubject,
    foreign: bool,
) -> CriterionOutcome {
    match criterion {
        SuccessCriterion::Mentions { what, place, negated } => {
            let Some(text) = text_at(*place, subject) else {
                return CriterionOutcome::Unknown(
                    "the state has no text at that place".to_owned(),
                );
            };
            if foreign && what.iter().any(|one| matches!(one, MentionTarget::Word(_))) {
                return CriterionOutcome::Unknown(
                    "plan and draft are in two languages".to_owned(),
                );
            }
            mentioned(what, &text, subject.language(), *negated)
        }
        SuccessCriterion::Count { of, place, min, max } => {
            match counted(*of, *place, subject) {
                None => CriterionOutcome::Unknown(
                    "the state has nothing of the kind to count".to_owned(),
                ),
                Some(count) if (*min..=*max).contains(&count) => CriterionOutcome::Met,
                Some(count) => CriterionOutcome::Missed(format!("there are {count}")),
            }
        }
    }
}

fn mentioned(
    what: &[MentionTarget],
    text: &str,
    language: Option<Language>,
    negated: bool,
) -> CriterionOutcome {
    let provisions = ProvisionMention::all(text);
    let folded = fold(text);
    let bag = ContentWordBag::of(text, language);
    let said = |one: &&MentionTarget| match one {
        MentionTarget::Provision(wanted) => provisions.iter().any(|found| wanted.holds(found)),
        MentionTarget::Phrase(words) => folded.contains(&fold(words)),
        MentionTarget::Word(word) => bag.knows(&StemmedTerm::of(word, language)),
    };
    let named = |one: &MentionTarget| match one {
        MentionTarget::Provision(provision) => provision.to_string(),
        MentionTarget::Phrase(words) | MentionTarget::Word(words) => words.clone(),
    };
    let wrong: Vec<String> = if negated {
        what.iter().filter(said).map(named).collect()
    } else {
        what.iter().filter(|one| !said(one)).map(named).collect()
    };
    let verb = if negated { "is said" } else { "is not said" };
    if wrong.is_empty() {
        return CriterionOutcome::Met;
    }
    CriterionOutcome::Missed(format!("{} {verb}", wrong.join(", ")))
}

fn blocks(subject: &AuditSubject) -> Option<&AnswerBlocks> {
    let draft = subject.draft.as_ref().and_then(|draft| draft.blocks.as_ref());
    draft.or(subject.blocks.as_ref())
}

/// The words at a place.
fn text_at(place: CriterionScope, subject: &AuditSubject) -> Option<String> {
    let texts = subject.draft_texts();
    match place {
        CriterionScope::Anywhere => {
            let labels = blocks(subject).map(labels).unwrap_or_default();
            (!texts.is_empty()).then(|| format!("{}\n{labels}", lines(texts)))
        }
        CriterionScope::FirstText => texts.first().map(|text| text.text.clone()),
        CriterionScope::FirstSentence => {
            let first = &texts.first()?.text;
            let sentence = sentences(first).into_iter().next()?;
            Some(first[sentence.range].to_owned())
        }
        CriterionScope::Summary => {
            let both = [blocks(subject), subject.blocks.as_ref()];
            let summary = both.into_iter().flatten().find_map(|one| one.summary.as_ref())?;
            Some(summary.text.clone())
        }
        CriterionScope::Steps => blocks(subject)?.steps.as_deref().map(lines),
        CriterionScope::LegalBasis => blocks(subject)
            .filter(|blocks| blocks.legal_basis.is_some())
            .map(labels),
    }
}

fn lines(texts: &[StateText]) -> String {
    texts
        .iter()
        .map(|text| text.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

fn labels(blocks: &AnswerBlocks) -> String {
    let basis = blocks.legal_basis.iter().flatten();
    basis
        .filter_map(|line| line.label.as_deref())
        .collect::<Vec<_>>()
        .join("\n")
}

fn counted(of: CountTarget, place: CriterionScope, subject: &AuditSubject) -> Option<u64> {
    let text = || text_at(place, subject);
    let count = match of {
        CountTarget::Steps => blocks(subject)?.steps.as_ref()?.len(),
        CountTarget::FollowUps => subject.blocks.as_ref()?.follow_ups.as_ref()?.len(),
        CountTarget::Quiz => subject.blocks.as_ref()?.quiz.as_ref()?.len(),
        CountTarget::Glossary => subject.blocks.as_ref()?.glossary.as_ref()?.len(),
        CountTarget::LegalBasis => blocks(subject)?.legal_basis.as_ref()?.len(),
        CountTarget::Sources => subject.hits.as_ref()?.len() + subject.hits_left_out,
        CountTarget::Sentences => sentences(&text()?).len(),
        CountTarget::Words => words(&text()?).count(),
        CountTarget::Lines => text()?.lines().filter(|line| !line.trim().is_empty()).count(),
    };
    Some(count as u64)
}
