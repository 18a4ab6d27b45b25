//! `MACHINE_ORDERS`: words of a paper that give orders to whoever reads by machine. They are shown, and never obeyed.

use super::super::{ConsistencyCheck, FindingDraft, MatterView};
use crate::model::{FactPlace, FindingCategory, FindingSeverity, MatterFile};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "MACHINE_ORDERS",
    category: FindingCategory::Procedural,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    view.files.iter().filter_map(told).collect()
}

fn told(file: &MatterFile) -> Option<FindingDraft> {
    let first = file.suspect_orders.first()?;
    let message = format!(
        "`{}` holds words that give orders to a machine, as `{}`: {}. They changed nothing here.",
        file.path, first.words, first.reason
    );
    let places = file.suspect_orders.iter().map(|order| FactPlace {
        file: file.id.clone(),
        page: order.page,
        form_path: None,
        span: None,
        words: order.words.clone(),
    });
    Some(
        FindingDraft::shown(FindingSeverity::High, message)
            .at(places)
            .action("Find out who wrote them and why, and take them out before filing: an officer may read them as bad faith."),
    )
}
