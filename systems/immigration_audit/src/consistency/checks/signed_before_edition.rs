//! `SIGNED_BEFORE_EDITION`: a form that is signed on a day before its edition was made.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FindingCategory, FindingSeverity, MatterFile, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "SIGNED_BEFORE_EDITION",
    category: FindingCategory::Documentation,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    view.files.iter().filter_map(told).collect()
}

fn told(file: &MatterFile) -> Option<FindingDraft> {
    let form = file.form.as_ref()?;
    let edition: PartialDate = form.edition.as_ref()?.parse().ok()?;
    let signed = form.signed_on?;
    if !signed.is_surely_before(edition) {
        return None;
    }
    let message =
        format!("`{}` is signed on {signed}, and its edition is of {edition}.", file.path);
    Some(
        FindingDraft::shown(FindingSeverity::Medium, message)
            .at([whole_file(file, &signed.to_string())])
            .action("Check the day of signing; a form cannot be signed before it exists."),
    )
}
