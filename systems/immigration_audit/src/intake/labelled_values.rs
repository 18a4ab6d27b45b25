//! Values beside their labels: `Date of birth: 3 May 1990`, the cell of a table, the line below.

use std::{ops::Range, sync::LazyLock};

use serde::Deserialize;

use super::{form_mapping::MappedKind, word_search::folded};

/// A label is no longer than this: what is longer is a sentence with a colon.
const LONGEST_LABEL: usize = 60;
/// A value of text is no longer than this.
const LONGEST_VALUE: usize = 120;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LabelData {
    roles: std::collections::BTreeMap<String, Vec<String>>,
    labels: Vec<ValueLabel>,
}

/// A label and what it tells.
#[derive(Debug, Deserialize)]
pub(super) struct ValueLabel {
    pub(super) name: String,
    #[serde(rename = "as")]
    pub(super) kind: MappedKind,
    labels: Vec<String>,
    /// Documents in which it means this; all where none is named.
    #[serde(default)]
    kinds: Vec<String>,
    #[serde(default)]
    pub(super) role: Option<String>,
    /// Whether it is told of the applicant, so that a paper about another person does not tell it.
    #[serde(default)]
    pub(super) of_applicant: bool,
    #[serde(default = "usual")]
    pub(super) certainty: f64,
}

fn usual() -> f64 {
    0.85
}

static LABELS: LazyLock<LabelData> = LazyLock::new(|| {
    let mut data: LabelData =
        serde_json::from_str(include_str!("../../data/labels.json")).unwrap_or_default();
    let labels = data.labels.iter_mut().flat_map(|label| &mut label.labels);
    for word in labels.chain(data.roles.values_mut().flatten()) {
        *word = folded(word);
    }
    data
});

/// A labelled value in its place.
#[derive(Debug)]
pub(super) struct LabelledValue {
    pub(super) label: &'static ValueLabel,
    /// The role that the label itself names, as in `Sponsor's name`; `nobody` for people whom no field is about.
    pub(super) role: Option<&'static str>,
    pub(super) words: String,
    /// Its bytes in the text.
    pub(super) bytes: Range<usize>,
}

/// Fields that labels tell, with their role; nothing stands for any person.
pub(super) fn labelled_fields() -> impl Iterator<Item = (Option<&'static str>, &'static str)> {
    let labels = LABELS.labels.iter();
    labels.map(|label| (label.role.as_deref(), label.name.as_str()))
}

/// All labelled values of a document of one kind, in order.
pub(super) fn labelled_values(text: &str, kind: &str) -> Vec<LabelledValue> {
    let mut found = Vec::new();
    let lines = lines_of(text);
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1);
        for (label, value) in cells(text, line, next) {
            found.extend(labelled(text, &label, value, kind));
        }
    }
    found
}

fn lines_of(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if !line.trim().is_empty() {
            lines.push(at..at + line.len());
        }
        at += line.len() + 1;
    }
    lines
}

/// Labels of a line with the bytes of their values: parted by a colon, a bar, a tab or two spaces; or the label fills the line and
/// the value stands below.
fn cells(
    text: &str,
    line: &Range<usize>,
    next: Option<&Range<usize>>,
) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let parts: Vec<Range<usize>> = parts_of(text, line)
        .into_iter()
        .flat_map(|part| at_labels(text, part))
        .collect();
    for (at, part) in parts.iter().enumerate() {
        let words = &text[part.clone()];
        if let Some(colon) = words.find(':').filter(|colon| *colon <= LONGEST_LABEL) {
            let value = part.start + colon + 1..part.end;
            if text[value.clone()].trim().is_empty() {
                let after = parts.get(at + 1).or(next).cloned();
                found.extend(after.map(|value| (words[..colon].to_owned(), value)));
            } else {
                found.push((words[..colon].to_owned(), value));
            }
        } else if words.len() <= LONGEST_LABEL {
            let beside = parts
                .get(at + 1)
                .filter(|beside| !text[(*beside).clone()].contains(':'));
            let below =
                next.filter(|below| parts.len() == 1 && !text[(*below).clone()].contains(':'));
            found.extend(beside.or(below).map(|value| (words.to_owned(), value.clone())));
        }
    }
    found
}

/// A line cut at bars, tabs and wide gaps.
fn parts_of(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let words = &text[line.clone()];
    let mut parts = Vec::new();
    let mut from = 0;
    let mut rest = words;
    while let Some((at, gap)) = border(rest) {
        parts.push(from..from + at);
        from += at + gap;
        rest = &words[from..];
    }
    parts.push(from..words.len());
    let parts = parts
        .into_iter()
        .filter(|part| !words[part.clone()].trim().is_empty());
    parts
        .map(|part| line.start + part.start..line.start + part.end)
        .collect()
}

/// A part cut before every label that follows a value in it: `Name: R. MUSTER Date of birth: 3 May 1990`.
fn at_labels(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let words = &text[part.clone()];
    let mut cuts = vec![0];
    for (colon, _) in words.match_indices(':').skip(1) {
        let from = cuts.last().copied().unwrap_or_default();
        let ends_label = words[colon + 1..].starts_with(' ') || words.len() == colon + 1;
        let start = ends_label.then(|| label_start(&words[from..colon])).flatten();
        // What stands before the cut has a label and a value of its own.
        let cut = start.map(|start| from + start).filter(|cut| {
            words[from..*cut]
                .split_once(':')
                .is_some_and(|(_, value)| !value.trim().is_empty())
        });
        cuts.extend(cut);
    }
    let ends = cuts.iter().skip(1).copied().chain([words.len()]);
    let pieces = cuts.iter().zip(ends);
    pieces.map(|(from, to)| part.start + from..part.start + to).collect()
}

/// Where the label begins that ends these words: the longest that is known, or the last words from a capital on.
fn label_start(words: &str) -> Option<usize> {
    let after = words.find(':').map_or(0, |colon| colon + 1);
    let starts: Vec<usize> = words
        .char_indices()
        .filter(|(at, c)| {
            let begins = words[..*at].chars().next_back().is_none_or(char::is_whitespace);
            after <= *at && begins && !c.is_whitespace()
        })
        .map(|(at, _)| at)
        .collect();
    let known = starts.iter().copied().find(|at| is_label(&words[*at..]));
    let capital = || {
        let last = starts
            .iter()
            .copied()
            .rfind(|at| !words[*at..].starts_with(char::is_lowercase))?;
        words[last..].starts_with(char::is_uppercase).then_some(last)
    };
    known.or_else(capital)
}

fn is_label(words: &str) -> bool {
    let (_, label) = parted(&folded(words));
    LABELS.labels.iter().any(|known| known.labels.contains(&label))
}

fn border(words: &str) -> Option<(usize, usize)> {
    [" | ", "|", "\t", "   ", "  "]
        .into_iter()
        .filter_map(|gap| Some((words.find(gap)?, gap.len())))
        .min_by_key(|(at, gap)| (*at, std::cmp::Reverse(*gap)))
}

fn labelled(text: &str, label: &str, value: Range<usize>, kind: &str) -> Vec<LabelledValue> {
    let (role, label) = parted(&folded(label));
    let bytes = trimmed(text, value);
    let words = &text[bytes.clone()];
    let value_is_label = || {
        let folded = folded(words);
        LABELS.labels.iter().any(|known| known.labels.contains(&folded))
    };
    if words.is_empty() || LONGEST_VALUE < words.len() || value_is_label() {
        return Vec::new();
    }
    let meant = LABELS.labels.iter().filter(|known| {
        let in_kind = known.kinds.is_empty() || known.kinds.iter().any(|one| one == kind);
        in_kind && known.labels.contains(&label)
    });
    meant
        .map(|known| LabelledValue {
            label: known,
            role,
            words: words.to_owned(),
            bytes: bytes.clone(),
        })
        .collect()
}

/// A label without the person whom it names.
fn parted(label: &str) -> (Option<&'static str>, String) {
    for (role, words) in &LABELS.roles {
        for word in words {
            let before = label
                .strip_prefix(word.as_str())
                .and_then(|rest| rest.strip_prefix(" s ").or_else(|| rest.strip_prefix(' ')));
            let after = || {
                label.strip_suffix(word.as_str()).and_then(|rest| {
                    rest.strip_suffix(" of ").or_else(|| rest.strip_suffix(" of the "))
                })
            };
            if let Some(rest) = before.or_else(after) {
                return (Some(role), rest.to_owned());
            }
            if label == word {
                return (Some(role), "name".to_owned());
            }
        }
    }
    (None, label.to_owned())
}

fn trimmed(text: &str, bytes: Range<usize>) -> Range<usize> {
    let words = &text[bytes.clone()];
    let start = bytes.start + (words.len() - words.trim_start().len());
    let end = start + words.trim().trim_end_matches([',', ';']).len();
    start..end
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{LabelData, labelled_values};

    fn read(text: &str, kind: &str) -> Vec<(String, String)> {
        let values = labelled_values(text, kind).into_iter();
        values
            .map(|one| {
                assert_eq!(&text[one.bytes.clone()], one.words);
                let role = one.role.map(|role| format!("{role}.")).unwrap_or_default();
                (format!("{role}{}", one.label.name), one.words)
            })
            .collect()
    }

    #[test]
    fn the_data_reads() {
        serde_json::from_str::<LabelData>(include_str!("../../data/labels.json")).unwrap();
    }

    #[test]
    fn values_stand_beside_or_below_their_labels() {
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(
            read("Surname: MUSTER\nDate of birth: 3 May 1990\n", "passport"),
            [pair("family_name", "MUSTER"), pair("birth_date", "3 May 1990")]
        );
        assert_eq!(
            read("Surname   MUSTER   Nationality   UTOPIAN\n", "passport"),
            [pair("family_name", "MUSTER"), pair("citizenship", "UTOPIAN")]
        );
        assert_eq!(
            read("Date de naissance\n3 mai 1990\n", "passport"),
            [pair("birth_date", "3 mai 1990")]
        );
        assert_eq!(
            read("| Closing balance | $24,000.00 |\n", "bank_statement"),
            [pair("funds", "$24,000.00")]
        );
    }

    #[test]
    fn a_value_ends_where_the_next_label_of_its_line_begins() {
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(
            read("Name: ROBIN T MUSTER Social insurance number: 000 000 000\n", "notes"),
            [pair("full_name", "ROBIN T MUSTER")]
        );
        assert_eq!(
            read("Surname: MUSTER Date of birth: 3 May 1990 Sex: F\n", "passport"),
            [pair("family_name", "MUSTER"), pair("birth_date", "3 May 1990"), pair("sex", "F")]
        );
        assert_eq!(
            read(
                "Institution: Fable College DLI: O000 Campus type: public\n",
                "acceptance_letter"
            ),
            [pair("school", "Fable College"), pair("dli", "O000")]
        );
    }

    #[test]
    fn a_label_may_name_its_person() {
        let told = read(
            "Sponsor's date of birth: 1980-01-02\nName of the applicant: R. M.\nFather's name: X Y\n",
            "notes",
        );
        let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"sponsor.birth_date"), "{names:?}");
        assert!(names.contains(&"nobody.full_name"), "{names:?}");
    }

    #[test]
    fn a_label_of_another_kind_of_document_tells_nothing() {
        assert_eq!(read("Closing balance: $5\n", "relationship_letter"), []);
    }
}
