//! `SIGNATURE_UNDATED`: a signed form that does not say when.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FindingCategory, FindingSeverity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "SIGNATURE_UNDATED",
    category: FindingCategory::Documentation,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let undated = |file: &&MatterFile| {
        file.form
            .as_ref()
            .is_some_and(|form| form.signed == Some(true) && form.signed_on.is_none())
    };
    let drafts = view.files.iter().filter(undated).map(|file| {
        let message = format!("`{}` is signed, and no day of signing was seen.", file.path);
        FindingDraft::not_seen(FindingSeverity::Low, message, "day of signing", view.unread())
            .at([whole_file(file, "day of signing")])
            .action("Add the day of signing.")
    });
    drafts.collect()
}
