//! `TRAVEL_CONFLICT`: one journey that two papers date otherwise.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView, country::may_be_one_country,
    date_reach::days_apart, history_span::HistorySpan, spoken::role_words,
};
use crate::model::{FindingCategory, FindingSeverity, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "TRAVEL_CONFLICT",
    category: FindingCategory::Background,
    run,
};

/// Days that a night's flight and a border may put between two papers.
const ALLOWED: i64 = 3;

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let spans: Vec<HistorySpan<'_>> = view
        .rows(HistoryKind::Travel)
        .filter_map(|row| HistorySpan::of(row, view.spoken_on(&row.place)))
        .collect();
    let mut drafts = Vec::new();
    for (at, first) in spans.iter().enumerate() {
        let differs = |second: &&HistorySpan<'_>| {
            is_one_journey(first, second) && ALLOWED < apart(first, second)
        };
        if let Some(second) = spans[at + 1..].iter().find(differs) {
            let side = |span: &HistorySpan<'_>| {
                format!("from {} to {} in `{}`", span.from, span.to, view.path(&span.row.place))
            };
            let message = format!(
                "A journey of {} to `{}` is {} and {}.",
                role_words(&first.row.person),
                first.words("country"),
                side(first),
                side(second)
            );
            drafts.push(
                FindingDraft::shown(FindingSeverity::Medium, message)
                    .at([first.row.place.clone(), second.row.place.clone()])
                    .about([format!("{}.travel", first.row.person)])
                    .action("Check the stamps in the passport and give the same days in every form."),
            );
        }
    }
    drafts
}

/// The same person and country, in two papers, at times that meet.
fn is_one_journey(a: &HistorySpan<'_>, b: &HistorySpan<'_>) -> bool {
    let country = (a.words("country"), b.words("country"));
    a.row.person == b.row.person
        && a.row.place.file != b.row.place.file
        && !country.0.is_empty()
        && may_be_one_country(&country.0, &country.1)
        && a.may_meet(b)
}

fn apart(a: &HistorySpan<'_>, b: &HistorySpan<'_>) -> i64 {
    days_apart(a.from, b.from).max(days_apart(a.to, b.to))
}
