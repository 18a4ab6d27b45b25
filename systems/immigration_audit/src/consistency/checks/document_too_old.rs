//! `DOCUMENT_TOO_OLD`: a police certificate, medical examination, language test or assessment past its validity.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    date_reach::months_after,
    legal_figure::figure,
    matter_view::{as_date, whole_file},
};
use crate::model::{FactPlace, FindingCategory, FindingSeverity, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "DOCUMENT_TOO_OLD",
    category: FindingCategory::Documentation,
    run,
};

/// A document with a validity: its words, the field of its day, its kind of file, the rule of the shipped table.
struct AgingDocument {
    words: &'static str,
    field: &'static str,
    kind: &'static str,
    rule: &'static str,
    severity: FindingSeverity,
}

const DOCUMENTS: &[AgingDocument] = &[
    AgingDocument {
        words: "police certificate",
        field: "matter.police_certificate_date",
        kind: "police_certificate",
        rule: "police_certificate",
        // Of a country left for good it need only be younger than the last stay there.
        severity: FindingSeverity::Medium,
    },
    AgingDocument {
        words: "medical examination",
        field: "matter.medical_date",
        kind: "medical_exam",
        rule: "medical_validity",
        severity: FindingSeverity::Medium,
    },
    AgingDocument {
        words: "language test",
        field: "matter.language_test_date",
        kind: "language_result",
        rule: "language_test_validity",
        severity: FindingSeverity::High,
    },
    AgingDocument {
        words: "assessment of foreign education",
        field: "matter.education_assessment_date",
        kind: "education_assessment",
        rule: "eca_validity",
        severity: FindingSeverity::High,
    },
];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    DOCUMENTS.iter().filter_map(|document| told(view, document)).collect()
}

/// The youngest document of its sort counts.
fn told(view: &MatterView<'_>, document: &AgingDocument) -> Option<FindingDraft> {
    let (day, place) = dated(view, document)
        .into_iter()
        .max_by_key(|(day, _)| day.last_day())?;
    let rule = figure(document.rule, view.as_of, 1)?;
    let months = rule.number("months")?;
    if !months_after(day.last_day(), months).is_surely_before(view.as_of) {
        return None;
    }
    let message = format!(
        "The {} in `{}` is of {day}, more than {months} months before {}.",
        document.words,
        view.path(&place),
        view.as_of
    );
    let action = format!("Get a new {} ({}).", document.words, rule.basis());
    Some(
        FindingDraft::shown(document.severity, message)
            .at([place])
            .about([document.field])
            .action(action),
    )
}

fn dated(view: &MatterView<'_>, document: &AgingDocument) -> Vec<(PartialDate, FactPlace)> {
    let of_fields = view
        .readings(document.field)
        .iter()
        .filter_map(|it| Some((as_date(&it.value)?, it.place.clone())));
    let of_files = view
        .with_kind(document.kind)
        .filter(|file| view.may_be_of(file, "applicant"))
        .filter_map(|file| Some((file.dated?, whole_file(file, &file.dated?.to_string()))));
    of_fields.chain(of_files).collect()
}
