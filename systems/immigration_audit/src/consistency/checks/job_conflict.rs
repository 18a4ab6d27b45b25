//! `JOB_CONFLICT`: one job that two papers date otherwise, and a job that a history of work does not have.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::may_be_one,
    date_reach::days_apart,
    spoken::{role_words, sentence},
};
use crate::model::{FindingCategory, FindingSeverity, HistoryKind, HistoryRow};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "JOB_CONFLICT",
    category: FindingCategory::Background,
    run,
};

/// Days that a notice or a payroll may put between two papers.
const ALLOWED: i64 = 31;

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let rows: Vec<&HistoryRow> = view.rows(HistoryKind::Employment).collect();
    let in_form =
        |row: &HistoryRow| view.file(&row.place).is_some_and(|file| file.kind == "form");
    let mut drafts = Vec::new();
    let mut told: Vec<(&str, String)> = Vec::new();
    for row in rows.iter().filter(|row| !in_form(row)) {
        let own = |it: &&&HistoryRow| it.person == row.person && in_form(it);
        let declared: Vec<&HistoryRow> = rows.iter().filter(own).copied().collect();
        let name = employer(row);
        let is_told = told
            .iter()
            .any(|(person, it)| *person == row.person && may_be_one(it, &name));
        if declared.is_empty() || name.is_empty() || is_told {
            continue;
        }
        if let Some(draft) = held_against(view, row, &declared) {
            told.push((&row.person, name));
            drafts.push(draft);
        }
    }
    drafts
}

fn employer(row: &HistoryRow) -> String {
    row.values
        .get("employer")
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// A letter's row against the rows that the forms declare.
fn held_against(
    view: &MatterView<'_>,
    row: &HistoryRow,
    declared: &[&HistoryRow],
) -> Option<FindingDraft> {
    let name = employer(row);
    let same: Vec<&HistoryRow> = declared
        .iter()
        .copied()
        .filter(|it| may_be_one(&employer(it), &name))
        .collect();
    let Some(nearest) = same.iter().min_by_key(|it| days_between(row, it)) else {
        return undeclared(view, row, declared);
    };
    let days = days_between(row, nearest);
    (ALLOWED < days).then(|| {
        let message = format!(
            "The work of {} for `{name}` is {} in `{}` and {} in `{}`.",
            role_words(&row.person),
            span_words(row),
            view.path(&row.place),
            span_words(nearest),
            view.path(&nearest.place),
        );
        draft(
            row,
            nearest,
            message,
            "Ask the employer for a letter with the right dates, or correct the form.",
        )
    })
}

/// A job of a letter that falls into years that the history covers and is not in it.
fn undeclared(
    view: &MatterView<'_>,
    row: &HistoryRow,
    declared: &[&HistoryRow],
) -> Option<FindingDraft> {
    let from = row.from?;
    let covered = |it: &&&HistoryRow| {
        let until = if it.ongoing { Some(view.spoken_on(&it.place)) } else { it.to };
        it.from.is_some_and(|begin| !from.is_surely_before(begin))
            && until.is_some_and(|end| !end.is_surely_before(from))
    };
    let beside = declared.iter().find(covered)?;
    let message = format!(
        "{} works for `{}` {} by `{}`, and `{}` has `{}` for that time.",
        sentence(&role_words(&row.person)),
        employer(row),
        span_words(row),
        view.path(&row.place),
        view.path(&beside.place),
        employer(beside),
    );
    Some(draft(
        row,
        beside,
        message,
        "Put the job into the history of the form, or explain the letter.",
    ))
}

fn draft(row: &HistoryRow, other: &HistoryRow, message: String, action: &str) -> FindingDraft {
    FindingDraft::shown(FindingSeverity::Medium, message)
        .at([row.place.clone(), other.place.clone()])
        .about([format!("{}.employer", row.person)])
        .action(action)
}

fn span_words(row: &HistoryRow) -> String {
    let day = |date: Option<crate::model::PartialDate>| {
        date.map_or_else(|| "a day not given".to_owned(), |date| date.to_string())
    };
    let to = if row.ongoing { "now".to_owned() } else { day(row.to) };
    format!("from {} to {to}", day(row.from))
}

/// The larger of the distances between beginnings and between ends, as far as both are given.
fn days_between(a: &HistoryRow, b: &HistoryRow) -> i64 {
    let begin = a.from.zip(b.from).map_or(0, |(a, b)| days_apart(a, b));
    let end = match (a.ongoing, b.ongoing) {
        (false, false) => a.to.zip(b.to).map_or(0, |(a, b)| days_apart(a, b)),
        _ => 0,
    };
    begin.max(end)
}
