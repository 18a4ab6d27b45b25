//! `FORM_EDITION_OLD`: a form in an edition that a later one has replaced.

use std::sync::OnceLock;

use serde::Deserialize;

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FindingCategory, FindingSeverity, MatterFile, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "FORM_EDITION_OLD",
    category: FindingCategory::Documentation,
    run,
};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormEditions {
    #[serde(rename = "about")]
    _about: String,
    forms: Vec<KnownEdition>,
}

/// The latest edition that we know of; there may be a later one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownEdition {
    form: String,
    latest: PartialDate,
    source: String,
    as_of: PartialDate,
}

fn editions() -> &'static FormEditions {
    static EDITIONS: OnceLock<FormEditions> = OnceLock::new();
    EDITIONS.get_or_init(|| {
        serde_json::from_str(include_str!("../../../data/form_editions.json"))
            .unwrap_or_default()
    })
}

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    view.files.iter().filter_map(told).collect()
}

fn told(file: &MatterFile) -> Option<FindingDraft> {
    let form = file.form.as_ref()?;
    let edition: PartialDate = form.edition.as_ref()?.parse().ok()?;
    let known = editions().forms.iter().find(|it| it.form == form.number)?;
    if !edition.is_surely_before(known.latest) {
        return None;
    }
    let message = format!(
        "`{}` is {} of {edition}; an edition of {} is known ({}, {}).",
        file.path, form.number, known.latest, known.source, known.as_of
    );
    Some(
        FindingDraft::shown(FindingSeverity::Medium, message)
            .at([whole_file(file, &edition.to_string())])
            .action(
                "Take the present edition from the department's site and fill it in again.",
            ),
    )
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::FormEditions;

    #[test]
    fn the_table_is_readable_and_no_edition_is_later_than_its_source() {
        let text = include_str!("../../../data/form_editions.json");
        let read: FormEditions = serde_json::from_str(text).unwrap();
        for row in &read.forms {
            assert!(!row.as_of.is_surely_before(row.latest), "{row:?}");
        }
    }
}
