//! Rows of a history in a letter: lines that begin with a span of dates below a heading that says of what.

use std::{collections::BTreeMap, ops::Range};

use crate::model::{FieldValue, HistoryKind, HistoryRow, PartialDate};

use super::{
    document_reading::DocumentText,
    form_reading::is_present,
    value_reading::{date_of, dates_in},
    word_search::{folded, has_words},
};

/// Words of headings, and the history that stands below.
const HEADINGS: [(&str, HistoryKind); 22] = [
    ("address history", HistoryKind::Residence),
    ("addresses", HistoryKind::Residence),
    ("residence history", HistoryKind::Residence),
    ("residential history", HistoryKind::Residence),
    ("places of residence", HistoryKind::Residence),
    ("historique des adresses", HistoryKind::Residence),
    ("employment history", HistoryKind::Employment),
    ("work history", HistoryKind::Employment),
    ("work experience", HistoryKind::Employment),
    ("employment", HistoryKind::Employment),
    ("expérience professionnelle", HistoryKind::Employment),
    ("personal history", HistoryKind::Employment),
    ("education", HistoryKind::Education),
    ("education history", HistoryKind::Education),
    ("études", HistoryKind::Education),
    ("travel history", HistoryKind::Travel),
    ("trips", HistoryKind::Travel),
    ("travels", HistoryKind::Travel),
    ("visits", HistoryKind::Travel),
    ("historique des voyages", HistoryKind::Travel),
    ("past relationships", HistoryKind::Relationship),
    ("marriage history", HistoryKind::Relationship),
];

/// A heading is no longer than this.
const LONGEST_HEADING: usize = 60;

/// Where a line begins that goes on with a cell of the line above.
const FAR_IN: &str = "          ";

/// Heads of columns beside those of two dates, and the history that such a table holds.
const COLUMNS: [(&str, HistoryKind); 7] = [
    ("activity", HistoryKind::Employment),
    ("occupation", HistoryKind::Employment),
    ("employer", HistoryKind::Employment),
    ("school", HistoryKind::Education),
    ("institution", HistoryKind::Education),
    ("street", HistoryKind::Residence),
    ("address", HistoryKind::Residence),
];

/// Rows of all dated lists of a document.
pub(super) fn dated_rows(document: &DocumentText<'_>, person: &str) -> Vec<HistoryRow> {
    let mut kind = None;
    let mut rows = Vec::new();
    let mut at = 0;
    for line in document.text.split('\n') {
        let bytes = at..at + line.len();
        at += line.len() + 1;
        if line.trim().is_empty() {
            continue;
        }
        if let Some(span) = dated_span(line) {
            if let Some(kind) = kind {
                rows.push(row(document, bytes, (line, span), kind, person));
            }
        } else if line.trim().len() <= LONGEST_HEADING {
            let found = heading(line);
            // The rest of a cell of a table stands far in, and ends no list.
            if found.is_some() || !line.starts_with(FAR_IN) {
                kind = found;
            }
        }
    }
    rows
}

fn heading(line: &str) -> Option<HistoryKind> {
    let folded_line = folded(line);
    if let Some(columns) = folded_line.strip_prefix("from to ") {
        let known = COLUMNS.iter().find(|(word, _)| has_words(columns, word));
        return known.map(|(_, kind)| *kind);
    }
    let found = HEADINGS
        .iter()
        .filter(|(words, _)| has_words(&folded_line, &folded(words)));
    // Of two headings in one line the longer says more.
    found.max_by_key(|(words, _)| words.len()).map(|(_, kind)| *kind)
}

/// Two dates at a line's beginning, or one and a word for now, and where the rest begins.
struct DatedSpan {
    from: PartialDate,
    to: Option<PartialDate>,
    ongoing: bool,
    rest: usize,
}

fn dated_span(line: &str) -> Option<DatedSpan> {
    let dates = date_ranges(line);
    let (first, from) = dates.first().cloned()?;
    let before = folded(&line[..first.start]);
    if !matches!(before.as_str(), "" | "from" | "de" | "du" | "depuis" | "since") {
        return None;
    }
    if let Some((second, to)) = dates.get(1) {
        let between = folded(&line[first.end..second.start]);
        if matches!(between.as_str(), "" | "to" | "until" | "a" | "au" | "through" | "till") {
            return Some(DatedSpan {
                from,
                to: Some(*to),
                ongoing: false,
                rest: second.end,
            });
        }
    }
    let after = &line[first.end..];
    let words: Vec<(usize, &str)> = after
        .match_indices(|c: char| c.is_alphabetic())
        .filter(|(at, _)| !after[..*at].chars().next_back().is_some_and(char::is_alphabetic))
        .map(|(at, _)| {
            let end = after[at..]
                .find(|c: char| !c.is_alphabetic())
                .map_or(after.len(), |len| at + len);
            (end, &after[at..end])
        })
        .collect();
    let now = words.iter().take(2).find(|(_, word)| is_present(word))?;
    Some(DatedSpan {
        from,
        to: None,
        ongoing: true,
        rest: first.end + now.0,
    })
}

/// Dates of a line, `2019-08` among them.
fn date_ranges(line: &str) -> Vec<(Range<usize>, PartialDate)> {
    let mut found: Vec<(Range<usize>, PartialDate)> = Vec::new();
    let mut from = 0;
    for piece in line.split([' ', '\t', ',', ':', '|', '–', '—']) {
        let range = from..from + piece.len();
        let bare = piece.trim_matches(|c: char| !c.is_ascii_digit());
        let start = range.start + piece.find(bare).unwrap_or_default();
        if 6 <= bare.len()
            && bare.contains(['-', '/'])
            && let Some(date) = date_of(bare)
        {
            found.push((start..start + bare.len(), date));
        }
        let gap = line[range.end..].chars().next().map_or(0, char::len_utf8);
        from = range.end + gap;
    }
    for (range, date) in dates_in(line) {
        if found
            .iter()
            .all(|(known, _)| range.end <= known.start || known.end <= range.start)
        {
            found.push((range, date));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

fn row(
    document: &DocumentText<'_>,
    bytes: Range<usize>,
    (line, span): (&str, DatedSpan),
    kind: HistoryKind,
    person: &str,
) -> HistoryRow {
    let rest = line[span.rest..].trim_matches(|c: char| " \t:-–—|,.".contains(c));
    let start = bytes.start + (line.len() - line.trim_start().len());
    HistoryRow {
        person: person.to_owned(),
        kind,
        from: Some(span.from),
        to: span.to,
        ongoing: span.ongoing,
        values: values(kind, rest),
        place: document.place(start..start + line.trim().len()),
    }
}

/// What stands after the dates, by commas: names as the kind of history has them.
fn values(kind: HistoryKind, rest: &str) -> BTreeMap<String, FieldValue> {
    let mut values = BTreeMap::new();
    let mut put = |name: &str, words: &str| {
        let words = words.trim();
        if !words.is_empty() {
            values.insert(name.to_owned(), FieldValue::Text(words.to_owned()));
        }
    };
    let (job, rest) = match (kind, rest.split_once(" at ")) {
        (HistoryKind::Employment, Some((job, rest))) => (Some(job), rest),
        _ => (None, rest),
    };
    let parts: Vec<&str> = rest
        .split([',', '|', ';'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    put("job", job.unwrap_or_default());
    match (kind, parts.as_slice()) {
        (_, []) => {}
        (HistoryKind::Employment, [only]) => put("employer", only),
        (HistoryKind::Employment, [job_or_employer, others @ ..]) if job.is_none() => {
            put("job", job_or_employer);
            put("employer", others.first().copied().unwrap_or_default());
            put("city", others.get(1).copied().unwrap_or_default());
            put("country", others.get(2).copied().unwrap_or_default());
        }
        (HistoryKind::Employment, [employer, others @ ..]) => {
            put("employer", employer);
            put("city", others.first().copied().unwrap_or_default());
            put("country", others.get(1).copied().unwrap_or_default());
        }
        (HistoryKind::Education, [school, others @ ..]) => {
            put("school", school);
            put("city", others.first().copied().unwrap_or_default());
            put("country", others.get(1).copied().unwrap_or_default());
        }
        (HistoryKind::Residence, [only]) => put("city", only),
        (HistoryKind::Residence, [city, country]) => {
            put("city", city);
            put("country", country);
        }
        (HistoryKind::Residence, [street, middle @ .., country]) => {
            put("street", street);
            put("city", middle.first().copied().unwrap_or_default());
            put("country", country);
        }
        (HistoryKind::Travel, [country]) => put("country", country),
        (HistoryKind::Travel, [country, others @ ..]) => {
            put("country", country);
            put("purpose", others.last().copied().unwrap_or_default());
        }
        (_, [name, ..]) => put("name", name),
    }
    values
}

#[cfg(test)]
mod tests {
    use super::{dated_span, heading, values};
    use crate::model::HistoryKind;

    #[track_caller]
    fn check(line: &str, expected: Option<(&str, Option<&str>, bool, &str)>) {
        let span = dated_span(line).map(|span| {
            let rest = line[span.rest..]
                .trim_matches(|c: char| " :-–,".contains(c))
                .to_owned();
            (span.from.to_string(), span.to.map(|to| to.to_string()), span.ongoing, rest)
        });
        let expected = expected.map(|(from, to, ongoing, rest)| {
            (from.to_owned(), to.map(str::to_owned), ongoing, rest.to_owned())
        });
        assert_eq!(span, expected, "{line}");
    }

    #[test]
    fn spans_of_dates_begin_a_row() {
        check(
            "2019-01 to 2020-03: Cook, Example Works",
            Some(("2019-01", Some("2020-03"), false, "Cook, Example Works")),
        );
        check(
            "From March 2018 to May 2019 - Lagos, Nigeria",
            Some(("2018-03", Some("2019-05"), false, "Lagos, Nigeria")),
        );
        check(
            "2020-04 – present: 1 Sample Street, Toronto, Canada",
            Some(("2020-04", None, true, "1 Sample Street, Toronto, Canada")),
        );
        check(
            "2015 - 2018 Example School",
            Some(("2015", Some("2018"), false, "Example School")),
        );
        check("We met on 2019-01-02 and on 2019-02-03.", None);
        check("Nothing here", None);
    }

    #[test]
    fn headings_say_what_follows() {
        assert_eq!(heading("Employment history (ten years)"), Some(HistoryKind::Employment));
        assert_eq!(heading("ADDRESS HISTORY"), Some(HistoryKind::Residence));
        assert_eq!(heading("Yours truly"), None);
    }

    #[test]
    fn parts_have_their_names() {
        let names = |kind, rest| {
            let read = values(kind, rest);
            read.iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            names(HistoryKind::Employment, "Cook at Example Works, Lagos"),
            "city=Lagos employer=Example Works job=Cook"
        );
        assert_eq!(
            names(HistoryKind::Residence, "1 Sample Street, Toronto, Canada"),
            "city=Toronto country=Canada street=1 Sample Street"
        );
    }
}
