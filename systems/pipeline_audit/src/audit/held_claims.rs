//! Whether what a stage made was held against sources, and if it was not, why. What was not is no
//! pass.

use jurat_model::audit::PipelineStage;
use jurat_text::Language;

use super::{AuditPolicy, AuditSubject};
use crate::checks::{claim_count, claims_code, shown, unsure_claims};

/// Why claims cannot be compared with sources, and what would make it possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MissingEvidence {
    pub(crate) reason: String,
    pub(crate) fix: &'static str,
}

impl MissingEvidence {
    fn new(reason: impl Into<String>, fix: &'static str) -> Self {
        Self { reason: reason.into(), fix }
    }
}

/// Why what a stage made was not held against sources; none where it was.
pub(super) fn unheld(
    subject: &AuditSubject,
    policy: &AuditPolicy,
    stage: PipelineStage,
) -> Option<String> {
    match stage {
        PipelineStage::Search => no_sources(subject).map(|missing| missing.reason),
        PipelineStage::Draft => of_answer(subject, policy),
        PipelineStage::Final => match shown(subject) {
            None => of_answer(subject, policy),
            // Blocks that only ask and list add nothing to a draft that was held.
            Some(blocks) if claim_count(blocks) == 0 => of_answer(subject, policy),
            Some(blocks) => of_answer(blocks, policy),
        },
        PipelineStage::Pipeline => no_answer(subject).map(|missing| missing.reason),
    }
}

/// Why the claims of the answer at hand were not held.
fn of_answer(subject: &AuditSubject, policy: &AuditPolicy) -> Option<String> {
    if let Some(missing) = missing_evidence(subject) {
        return Some(missing.reason);
    }
    let at = subject.draft.as_ref().map_or("$", |draft| draft.at.as_str());
    if let Some(cut) = subject.cut.iter().find(|path| path.starts_with(at)) {
        return Some(format!("the end of {cut} was not read: it is too long"));
    }
    let code = claims_code().name();
    if !policy.is_on(code) {
        return Some(format!("the policy has {code} off"));
    }
    let count = claim_count(subject);
    if count == 0 {
        return Some("the answer states nothing that a source could bear out".to_owned());
    }
    let unsure = unsure_claims(subject);
    let first = unsure.first()?;
    Some(format!(
        "of {count} claims {} could not be laid beside a clause of the sources: “{first}”",
        unsure.len()
    ))
}

/// Why the answer cannot be compared with the sources at all.
pub(crate) fn missing_evidence(subject: &AuditSubject) -> Option<MissingEvidence> {
    no_answer(subject)
        .or_else(|| no_sources(subject))
        .or_else(|| nothing_found(subject))
        .or_else(|| two_languages(subject))
}

fn no_answer(subject: &AuditSubject) -> Option<MissingEvidence> {
    let fix = "map the draft's field";
    subject
        .draft
        .is_none()
        .then(|| MissingEvidence::new("the state has no answer", fix))
}

/// Why there is nothing to hold a claim against. That nothing was found is known, and no reason.
pub(crate) fn no_sources(subject: &AuditSubject) -> Option<MissingEvidence> {
    if subject.hits.is_none() {
        let fix = "map the field that holds the sources, an empty list included";
        return Some(MissingEvidence::new("the state has no sources", fix));
    }
    if let Some(missing) = not_understood(subject) {
        return Some(missing);
    }
    let reason = match subject.hits_without_text {
        0 => return None,
        1 if subject.hits().len() == 1 => "the only source has no text".to_owned(),
        count if count == subject.hits().len() => {
            format!("none of the {count} sources has a text")
        }
        _ => return None,
    };
    Some(MissingEvidence::new(reason, "keep the words of the sources in the state"))
}

/// That all that was found has a shape in which no words were understood.
pub(crate) fn not_understood(subject: &AuditSubject) -> Option<MissingEvidence> {
    let what = subject.hits_not_understood.first()?;
    if subject.hits().iter().any(|hit| !hit.text.trim().is_empty()) {
        return None;
    }
    let reason = format!("the shape of what was found is not understood: {what}");
    let fix =
        "give the words of each source as `text`, or write a mapping that names their place";
    Some(MissingEvidence::new(reason, fix))
}

/// That the search is known to have found nothing: an answer beside it was held against nothing.
fn nothing_found(subject: &AuditSubject) -> Option<MissingEvidence> {
    let empty = subject.hits().iter().all(|hit| hit.text.trim().is_empty());
    let reason = match subject.hits().len() {
        _ if !empty => return None,
        0 => "the list of sources is empty",
        1 => "the only source is empty",
        _ => "all sources are empty",
    };
    Some(MissingEvidence::new(reason, "widen the search, or answer that nothing was found"))
}

/// That answer and sources are in different languages: words cannot be compared.
fn two_languages(subject: &AuditSubject) -> Option<MissingEvidence> {
    let gap = subject.views.language_gap.get_or_init(|| language_gap(subject));
    let (answer, sources) = (*gap)?;
    let reason =
        format!("the answer is in {}, the sources are in {}", answer.name(), sources.name());
    Some(MissingEvidence::new(reason, "give the sources in the language of the answer"))
}

/// The language of the answer and that of the sources, where no source is in the answer's.
fn language_gap(subject: &AuditSubject) -> Option<(Language, Language)> {
    let texts: Vec<&str> =
        subject.draft_texts().iter().map(|text| text.text.as_str()).collect();
    let answer = Language::of(&texts.join("\n"))?;
    let mut first = None;
    for own in subject.hits().iter().filter_map(|hit| Language::of(&hit.text)) {
        if own == answer {
            return None;
        }
        first = first.or(Some(own));
    }
    Some((answer, first?))
}
