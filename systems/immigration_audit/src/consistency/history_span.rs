//! Rows of a history as spans of days: the least gap and the least overlap that open dates leave.

use crate::model::{HistoryRow, PartialDate};

/// A row with both ends.
#[derive(Clone, Copy)]
pub(super) struct HistorySpan<'a> {
    pub(super) row: &'a HistoryRow,
    pub(super) from: PartialDate,
    pub(super) to: PartialDate,
}

impl<'a> HistorySpan<'a> {
    /// Of a row that says when it began, and when it ended or that it goes on until that day.
    pub(super) fn of(row: &'a HistoryRow, until: PartialDate) -> Option<Self> {
        let to = if row.ongoing { Some(until) } else { row.to };
        Some(Self { row, from: row.from?, to: to? })
    }

    /// Days that both surely cover.
    pub(super) fn days_shared(&self, other: &Self) -> i64 {
        let begin = self.from.last_day().max(other.from.last_day());
        let end = self.to.first_day().min(other.to.first_day());
        (begin.days_until(end) + 1).max(0)
    }

    /// Whether both may cover one day.
    pub(super) fn may_meet(&self, other: &Self) -> bool {
        self.from.first_day() <= other.to.last_day()
            && other.from.first_day() <= self.to.last_day()
    }

    pub(super) fn words(&self, name: &str) -> String {
        let value = self.row.values.get(name).map(ToString::to_string);
        value.unwrap_or_default()
    }
}

/// A stretch of days that no row covers.
pub(super) struct HistoryGap<'a> {
    pub(super) after: Option<&'a HistoryRow>,
    pub(super) before: Option<&'a HistoryRow>,
    pub(super) from: PartialDate,
    pub(super) to: PartialDate,
    /// At the least.
    pub(super) days: i64,
}

/// Gaps of more than so many days between two days. Each row is taken as long as its open dates allow.
pub(super) fn gaps<'a>(
    spans: &[HistorySpan<'a>],
    (begin, end): (Option<PartialDate>, PartialDate),
    more_than: i64,
) -> Vec<HistoryGap<'a>> {
    let mut sorted: Vec<&HistorySpan<'a>> = spans.iter().collect();
    sorted.sort_by_key(|span| (span.from.first_day(), span.to.last_day()));
    let mut found = Vec::new();
    let mut reached: Option<(PartialDate, Option<&'a HistoryRow>)> =
        begin.map(|day| (day.first_day(), None));
    for span in sorted {
        if let Some((until, after)) = reached {
            found.extend(between((until, after), (span.from.first_day(), Some(span.row))));
        }
        if reached.is_none_or(|(until, _)| until < span.to.last_day()) {
            reached = Some((span.to.last_day(), Some(span.row)));
        }
    }
    if let Some((until, after)) = reached {
        found.extend(between((until, after), (end.first_day(), None)));
    }
    let starts = begin.map(PartialDate::first_day);
    found.retain(|gap| {
        more_than < gap.days && starts.is_none_or(|start| start <= gap.to.last_day())
    });
    found
}

fn between<'a>(
    (from, after): (PartialDate, Option<&'a HistoryRow>),
    (to, before): (PartialDate, Option<&'a HistoryRow>),
) -> Option<HistoryGap<'a>> {
    // The days of both ends are covered themselves.
    let days = from.days_until(to) - 1;
    (0 < days).then_some(HistoryGap { after, before, from, to, days })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::collections::BTreeMap;

    use super::{HistorySpan, gaps};
    use crate::model::{FactPlace, HistoryKind, HistoryRow, PartialDate};

    fn row(from: &str, to: &str) -> HistoryRow {
        let place = FactPlace {
            file: "F01".to_owned(),
            page: None,
            form_path: None,
            span: None,
            words: String::new(),
        };
        HistoryRow {
            person: "applicant".to_owned(),
            kind: HistoryKind::Residence,
            from: Some(from.parse().unwrap()),
            to: Some(to.parse().unwrap()),
            ongoing: false,
            values: BTreeMap::new(),
            place,
        }
    }

    fn found(rows: &[HistoryRow], begin: Option<&str>, end: &str) -> Vec<i64> {
        let end: PartialDate = end.parse().unwrap();
        let spans: Vec<_> = rows.iter().filter_map(|row| HistorySpan::of(row, end)).collect();
        let begin = begin.map(|day| day.parse().unwrap());
        gaps(&spans, (begin, end), 30).iter().map(|gap| gap.days).collect()
    }

    #[test]
    fn months_that_touch_leave_no_gap() {
        let rows = [row("2016-01", "2019-06"), row("2019-07", "2026-01")];
        assert_eq!(found(&rows, Some("2016-01-15"), "2026-01-15"), Vec::<i64>::new());
        let rows = [row("2016-01", "2019-06"), row("2019-09", "2026-01")];
        assert_eq!(found(&rows, Some("2016-01-15"), "2026-01-15"), [62]);
        let rows = [row("2016-01-01", "2019"), row("2020", "2026-01")];
        assert_eq!(found(&rows, None, "2026-01-15"), Vec::<i64>::new());
    }

    #[test]
    fn both_ends_count_and_a_long_row_hides_a_short_one() {
        let rows = [row("2017-01-01", "2024-12-31"), row("2018-01-01", "2018-02-01")];
        assert_eq!(found(&rows, Some("2016-12-20"), "2025-01-20"), Vec::<i64>::new());
        assert_eq!(found(&rows, Some("2016-01-01"), "2025-06-01"), [365, 151]);
    }

    #[test]
    fn only_sure_days_are_shared() {
        let (a, b) = (row("2019", "2020-03"), row("2020", "2021"));
        let until = "2026-01-01".parse().unwrap();
        let (a, b) = (HistorySpan::of(&a, until).unwrap(), HistorySpan::of(&b, until).unwrap());
        assert_eq!(a.days_shared(&b), 0);
        assert!(a.may_meet(&b));
    }
}
