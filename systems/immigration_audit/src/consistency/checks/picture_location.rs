//! `PICTURE_LOCATION`: a picture that carries the place where it was taken. The place itself is copied nowhere.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FindingCategory, FindingSeverity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "PICTURE_LOCATION",
    category: FindingCategory::Procedural,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    view.files.iter().filter_map(told).collect()
}

fn told(file: &MatterFile) -> Option<FindingDraft> {
    let warning = file.warnings.iter().find(|it| it.kind == "metadata_location")?;
    let message = format!(
        "`{}` carries in its data the place where it was taken; whoever gets the file gets the place.",
        file.path
    );
    Some(
        FindingDraft::shown(FindingSeverity::Low, message)
            .at([whole_file(file, &warning.message)])
            .action("Take the place out of the file before it is filed or sent, unless it is to prove something."),
    )
}
