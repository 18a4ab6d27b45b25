//! `FORM_NOT_VALIDATED`: a filled form whose own button of validation was not pressed.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FindingCategory, FindingSeverity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "FORM_NOT_VALIDATED",
    category: FindingCategory::Documentation,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let open = |file: &&MatterFile| {
        file.form
            .as_ref()
            .is_some_and(|form| form.filled && form.validated == Some(false))
    };
    let drafts = view.files.iter().filter(open).map(|file| {
        let message = format!("`{}` is filled in and was not validated.", file.path);
        FindingDraft::shown(FindingSeverity::Low, message)
            .at([whole_file(file, "validated")])
            .action("Press the form's button of validation, mend what it names, and save it with its barcode page.")
    });
    drafts.collect()
}
