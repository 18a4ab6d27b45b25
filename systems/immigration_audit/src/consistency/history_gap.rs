//! Gaps in the histories that forms ask for without gaps.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use super::{
    FindingDraft, MatterView,
    date_reach::years_after,
    history_span::{HistoryGap, HistorySpan, gaps},
    matter_view::said_on,
    spoken::role_words,
};
use crate::model::{
    FactPlace, FindingSeverity, HistoryKind, HistoryRow, MatterFile, PartialDate,
};

/// Days without a row that forms let pass.
const ALLOWED: i64 = 30;

/// What a form asks for: a row of `data/form_histories.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedHistory {
    form: String,
    history: String,
    years: i16,
    /// Whether it asks for the whole time back, or only for rows of which some may be left out.
    whole: YesNo,
    /// Where this is known from, and the day it was read.
    source: String,
    as_of: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum YesNo {
    Yes,
    No,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedHistories {
    rows: Vec<AskedHistory>,
    since_age: i16,
}

fn asked() -> &'static AskedHistories {
    static ASKED: OnceLock<AskedHistories> = OnceLock::new();
    ASKED.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/form_histories.json")).unwrap_or_default()
    })
}

/// Which history is looked at, and in what words.
pub(super) struct GapQuestion<'a> {
    pub(super) history: &'a str,
    pub(super) kinds: &'a [HistoryKind],
    pub(super) words: &'a str,
    pub(super) action: &'a str,
}

pub(super) fn gap_drafts(
    view: &MatterView<'_>,
    question: &GapQuestion<'_>,
) -> Vec<FindingDraft> {
    let mut drafts = Vec::new();
    for ((person, file), rows) in by_person_and_file(view, question.kinds) {
        let Some(file) = view.files.iter().find(|it| it.id == file) else { continue };
        let number = file.form.as_ref().map_or("", |form| form.number.as_str());
        let row = asked()
            .rows
            .iter()
            .find(|it| it.form == number && it.history == question.history);
        if let Some(row) = row {
            drafts.extend(of_form(view, question, row, &OneHistory { person, file, rows }));
        }
    }
    drafts
}

struct OneHistory<'a> {
    person: &'a str,
    file: &'a MatterFile,
    rows: Vec<&'a HistoryRow>,
}

fn by_person_and_file<'a>(
    view: &MatterView<'a>,
    kinds: &[HistoryKind],
) -> BTreeMap<(&'a str, &'a str), Vec<&'a HistoryRow>> {
    let mut grouped: BTreeMap<(&str, &str), Vec<&HistoryRow>> = BTreeMap::new();
    for row in view.profile.histories.iter().filter(|row| kinds.contains(&row.kind)) {
        grouped.entry((&row.person, &row.place.file)).or_default().push(row);
    }
    grouped
}

fn of_form(
    view: &MatterView<'_>,
    question: &GapQuestion<'_>,
    asked_row: &AskedHistory,
    history: &OneHistory<'_>,
) -> Vec<FindingDraft> {
    let end = said_on(history.file).unwrap_or(view.as_of);
    let spans: Vec<HistorySpan<'_>> = history
        .rows
        .iter()
        .filter_map(|row| HistorySpan::of(row, end))
        .collect();
    // A row without dates may fill any gap.
    if spans.len() < history.rows.len() || spans.is_empty() {
        return Vec::new();
    }
    let begin = begin_of(view, asked_row, history.person, end);
    let whole = asked_row.whole == YesNo::Yes;
    let last = spans.iter().map(|span| span.to).max().unwrap_or(end);
    let bounds = if whole { (Some(begin), end) } else { (None, last) };
    let severity = if whole { FindingSeverity::Medium } else { FindingSeverity::Low };
    gaps(&spans, bounds, ALLOWED)
        .iter()
        .map(|gap| {
            FindingDraft::shown(severity, message(view, question, history, gap))
                .at(places(gap))
                .about([format!("{}.{}", history.person, question.history)])
                .action(format!(
                    "{} ({}; read on {})",
                    question.action, asked_row.source, asked_row.as_of
                ))
        })
        .collect()
}

/// So many years before, or the birthday since which the form asks, whichever is later.
fn begin_of(
    view: &MatterView<'_>,
    asked_row: &AskedHistory,
    person: &str,
    end: PartialDate,
) -> PartialDate {
    let back = years_after(end, -asked_row.years).last_day();
    let birth = view.profile.date(&format!("{person}.birth_date"));
    let grown = birth.map(|day| years_after(day.last_day(), asked().since_age));
    grown.map_or(back, |day| day.max(back))
}

fn message(
    view: &MatterView<'_>,
    question: &GapQuestion<'_>,
    history: &OneHistory<'_>,
    gap: &HistoryGap<'_>,
) -> String {
    let path = view.path(&history.rows[0].place);
    format!(
        "`{path}` says nothing of {} of {} for {} days or more, between {} and {}.",
        question.words,
        role_words(history.person),
        gap.days,
        gap.from,
        gap.to,
    )
}

fn places(gap: &HistoryGap<'_>) -> Vec<FactPlace> {
    [gap.after, gap.before]
        .into_iter()
        .flatten()
        .map(|row| row.place.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::AskedHistories;

    #[test]
    fn the_table_is_readable_and_says_where_it_is_from() {
        let text = include_str!("../../data/form_histories.json");
        let read: AskedHistories = serde_json::from_str(text).unwrap();
        for row in &read.rows {
            assert!(!row.source.is_empty() && row.as_of.len() == 10, "{row:?}");
        }
    }
}
