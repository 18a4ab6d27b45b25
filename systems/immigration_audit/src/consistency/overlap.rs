//! Rows of one history, or of two papers, that surely cover the same days and cannot both be so.

use super::{FindingDraft, MatterView, history_span::HistorySpan, spoken::role_words};
use crate::model::{FindingSeverity, HistoryKind};

/// Days that a move or a handing over may take.
const ALLOWED: i64 = 31;

/// What may not be twice at one time.
pub(super) struct OverlapQuestion<'a> {
    pub(super) kind: HistoryKind,
    pub(super) severity: FindingSeverity,
    pub(super) words: &'a str,
    /// The value that tells one from another.
    pub(super) key: &'a str,
    pub(super) counts: fn(&HistorySpan<'_>) -> bool,
    pub(super) may_be_one: fn(&str, &str) -> bool,
    pub(super) action: &'a str,
}

/// Each pair once: two rows that were told in one paper are not told again of another.
pub(super) fn overlaps(
    view: &MatterView<'_>,
    question: &OverlapQuestion<'_>,
) -> Vec<FindingDraft> {
    let spans: Vec<HistorySpan<'_>> = view
        .rows(question.kind)
        .filter_map(|row| HistorySpan::of(row, view.spoken_on(&row.place)))
        .filter(question.counts)
        .collect();
    let mut told: Vec<(String, String, String)> = Vec::new();
    let mut drafts = Vec::new();
    for (at, first) in spans.iter().enumerate() {
        for second in &spans[at + 1..] {
            let names = (first.words(question.key), second.words(question.key));
            let shared = first.days_shared(second);
            let apart = first.row.person != second.row.person
                || shared <= ALLOWED
                || (question.may_be_one)(&names.0, &names.1);
            let known = told.iter().any(|(person, a, b)| {
                let one = question.may_be_one;
                *person == first.row.person
                    && ((one(a, &names.0) && one(b, &names.1))
                        || (one(a, &names.1) && one(b, &names.0)))
            });
            if !apart && !known {
                told.push((first.row.person.clone(), names.0.clone(), names.1.clone()));
                drafts.push(draft(view, question, (first, second), shared));
            }
        }
    }
    drafts
}

fn draft(
    view: &MatterView<'_>,
    question: &OverlapQuestion<'_>,
    (first, second): (&HistorySpan<'_>, &HistorySpan<'_>),
    shared: i64,
) -> FindingDraft {
    let side = |span: &HistorySpan<'_>| {
        let name = span.words(question.key);
        format!(
            "`{name}` from {} to {} in `{}`",
            span.from,
            span.to,
            view.path(&span.row.place)
        )
    };
    let message = format!(
        "For {shared} days or more {} has {}: {}, {}.",
        role_words(&first.row.person),
        question.words,
        side(first),
        side(second),
    );
    FindingDraft::shown(question.severity, message)
        .at([first.row.place.clone(), second.row.place.clone()])
        .about([format!("{}.{}", first.row.person, question.key)])
        .action(question.action)
}
