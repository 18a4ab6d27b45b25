//! `FILE_NOT_READ`: a file of which nothing or not all could be read, so that nothing is known of it.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FileStanding, FindingCategory, FindingSeverity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "FILE_NOT_READ",
    category: FindingCategory::Documentation,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    view.files.iter().filter_map(told).collect()
}

fn told(file: &MatterFile) -> Option<FindingDraft> {
    let (severity, words, reason) = match &file.standing {
        FileStanding::Whole => return None,
        FileStanding::InPart { reason } => (FindingSeverity::Low, "was read in part", reason),
        FileStanding::NotRead { reason } => (FindingSeverity::Medium, "was not read", reason),
    };
    let message = format!("`{}` {words}: {reason}.", file.path);
    let unread = vec![file.path.clone()];
    Some(
        FindingDraft::not_seen(severity, message, "what the file says", unread)
            .at([whole_file(file, reason)])
            .action("Look at it by hand, or give it in a form that can be read; what it may hold was not checked."),
    )
}
