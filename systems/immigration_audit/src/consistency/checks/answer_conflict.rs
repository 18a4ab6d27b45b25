//! `ANSWER_CONFLICT`: a question that one paper answers with yes and another with no.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    spoken::{field_words, sentence},
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "ANSWER_CONFLICT",
    category: FindingCategory::Background,
    run,
};

/// Questions with a check of their own.
const TOLD_ELSEWHERE: &[&str] = &["matter.prior_refusal", "matter.removal_order"];

/// Questions that bear on admissibility or on the sponsor's eligibility.
const GRAVE: &[&str] = &[
    "criminal_record",
    "misrepresentation_finding",
    "undertaking_default",
    "bankruptcy",
    "social_assistance",
    "prior_sponsorship",
    "military_service",
    "overstay",
];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let asked = view
        .profile
        .fields
        .keys()
        .filter(|it| !TOLD_ELSEWHERE.contains(&it.as_str()));
    asked.filter_map(|field| told(view, field)).collect()
}

fn told(view: &MatterView<'_>, field: &str) -> Option<FindingDraft> {
    let (yes, no) = view.flags(field);
    let (yes, no) = (yes.first()?, no.first()?);
    let name = field.split_once('.').map_or("", |(_, name)| name);
    let severity =
        if GRAVE.contains(&name) { FindingSeverity::High } else { FindingSeverity::Medium };
    let message = format!(
        "{}: `{}` says yes and `{}` says no.",
        sentence(&field_words(field)),
        view.path(&yes.place),
        view.path(&no.place)
    );
    Some(
        FindingDraft::shown(severity, message)
            .at([yes.place.clone(), no.place.clone()])
            .about([field])
            .action("Find out which answer is true and correct the other before filing; a wrong answer may be misrepresentation."),
    )
}
