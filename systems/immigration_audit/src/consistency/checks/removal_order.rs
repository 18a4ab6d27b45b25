//! `REMOVAL_ORDER`: papers that show a removal order, whatever other papers say.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{FactPlace, FieldValue, FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "REMOVAL_ORDER",
    category: FindingCategory::Immigration,
    run,
};

const FIELD: &str = "matter.removal_order";

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let (yes, no) = view.flags(FIELD);
    // A kind of order or its day is as good as a yes.
    let named = view.readings(FIELD).iter().filter(|reading| {
        matches!(reading.value, FieldValue::Date(_))
            || matches!(&reading.value, FieldValue::Text(words) if is_order(words))
            || matches!(&reading.value, FieldValue::Choice { label, .. } if is_order(label))
    });
    let said = yes.into_iter().chain(named).map(|reading| reading.place.clone());
    // An order that lies in the folder needs no one to say so.
    let orders = view
        .with_kind("removal_order")
        .filter(|file| !view.is_of_others(file))
        .map(|file| whole_file(file, &file.kind));
    let shown: Vec<FactPlace> = said.chain(orders).collect();
    let Some(first) = shown.first() else { return Vec::new() };
    let mut message = format!("`{}` shows a removal order", view.path(first));
    if let Some(denied) = no.first() {
        message = format!("{message}, and `{}` denies one", view.path(&denied.place));
    }
    let denied = no.first().map(|reading| reading.place.clone());
    let places = shown.iter().cloned().chain(denied);
    vec![
        FindingDraft::shown(FindingSeverity::Critical, message + ".")
            .at(places)
            .about([FIELD])
            .action("Find out the kind of order and whether it was enforced; a return may need a written authorisation (IRPA 52(1), IRPR 224 to 226)."),
    ]
}

fn is_order(words: &str) -> bool {
    let words = words.trim().to_lowercase();
    let denied = ["no ", "none", "never", "non", "aucun"]
        .iter()
        .any(|it| words.starts_with(it));
    !denied
        && ["departure", "exclusion", "deportation", "removal"]
            .iter()
            .any(|kind| words.contains(kind))
}
