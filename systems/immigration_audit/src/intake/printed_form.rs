//! Forms printed flat: no field is left in them, and their values stand in the text beside the labels that the form prints.

use std::{collections::BTreeMap, sync::LazyLock};

use jurat_model::FormFieldValue;
use serde::Deserialize;

use crate::model::{FieldValue, PartialDate};

use super::{
    form_mapping::MappedKind,
    value_reading::{dates_in, value_of},
};

/// What the path of a value begins with that was read by its printed label.
pub(super) const PRINTED: &str = "printed.";
/// How often a value beside a printed label is what the form asks there.
pub(super) const BESIDE_LABEL: f64 = 0.85;
/// Why a flat form of which no label was met is not read.
pub(crate) const NOT_READ: &str = "printed flat: not read by field";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PrintedForms {
    forms: Vec<PrintedForm>,
}

#[derive(Debug, Deserialize)]
struct PrintedForm {
    numbers: Vec<String>,
    labels: Vec<PrintedLabel>,
}

/// A label and the field that its value fills; without one it only shows that the form is filled in.
#[derive(Debug, Deserialize)]
pub(super) struct PrintedLabel {
    label: String,
    #[serde(default)]
    pub(super) field: Option<String>,
    #[serde(rename = "as", default)]
    kind: MappedKind,
    #[serde(default)]
    part: ValuePart,
}

/// Which part of the words is the value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ValuePart {
    #[default]
    Whole,
    BeforeComma,
    AfterComma,
    FirstDate,
    SecondDate,
}

static FORMS: LazyLock<PrintedForms> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/printed_labels.json")).unwrap_or_default()
});

/// The labels of a form.
pub(super) fn labels_of(number: &str) -> impl Iterator<Item = &'static PrintedLabel> {
    let forms = FORMS
        .forms
        .iter()
        .filter(move |form| form.numbers.iter().any(|known| known == number));
    forms.flat_map(|form| &form.labels)
}

impl PrintedLabel {
    /// Whether a path is of a value beside this label.
    pub(super) fn is_at(&self, path: &str) -> bool {
        path.strip_prefix(PRINTED) == Some(self.label.as_str())
    }

    /// The words as this label's value; nothing where they are none of its kind.
    pub(super) fn value(&self, words: &str) -> Option<FieldValue> {
        let dated = |at: usize| -> Option<PartialDate> {
            dates_in(words).get(at).map(|(_, date)| *date)
        };
        match self.part {
            ValuePart::Whole => value_of(words, self.kind, None),
            ValuePart::FirstDate => dated(0).map(FieldValue::Date),
            ValuePart::SecondDate => dated(1).map(FieldValue::Date),
            ValuePart::BeforeComma => {
                let city = words.split(',').next()?;
                value_of(city, self.kind, None)
            }
            ValuePart::AfterComma => value_of(words.rsplit_once(',')?.1, self.kind, None),
        }
    }
}

/// What stands beside the printed labels of a form, each under the path `printed.LABEL`. A label beside which two things stand
/// tells of two people or of two questions, and is not read.
pub(super) fn printed_values(number: &str, text: &str) -> Vec<FormFieldValue> {
    let mut labels: Vec<&str> = labels_of(number).map(|label| label.label.as_str()).collect();
    labels.sort_unstable_by_key(|label| (std::cmp::Reverse(label.len()), *label));
    labels.dedup();
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        let beside = labels.iter().find_map(|label| Some((*label, beside(line, label)?)));
        if let Some((label, words)) = beside.filter(|(_, words)| is_said(words, &labels)) {
            let said = found.entry(label).or_default();
            if !said.contains(&words) {
                said.push(words);
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(label, said)| match said.as_slice() {
            [one] => Some(FormFieldValue {
                name: format!("{PRINTED}{label}"),
                value: (*one).to_owned(),
            }),
            _ => None,
        })
        .collect()
}

/// A signature that is shown in print.
pub(super) struct PrintedSignature {
    /// The day beside it.
    pub(super) day: Option<PartialDate>,
}

/// The first signature that is shown: `Signature   Robin Muster (signed) 2026-01-06`.
pub(super) fn printed_signature(text: &str) -> Option<PrintedSignature> {
    let line = text.lines().find(|line| {
        let small = line.to_lowercase();
        ["(signed)", "(signé)", "(signée)", "/s/"]
            .iter()
            .any(|mark| small.contains(mark))
    })?;
    let day = dates_in(line).first().map(|(_, date)| *date);
    Some(PrintedSignature { day })
}

/// The words after a label that begins a line, without the hint of a format behind it, as `(YYYY-MM-DD)`.
fn beside<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    let head = line.get(..label.len())?;
    if head.to_lowercase() != label.to_lowercase() {
        return None;
    }
    let mut rest = line.get(label.len()..)?;
    if rest.starts_with(char::is_alphanumeric) {
        return None;
    }
    rest = rest.trim_start_matches([' ', ':', '?', '*', '\u{a0}']);
    if rest.starts_with('(')
        && let Some((_, after)) = rest.split_once(')')
    {
        rest = after;
    }
    Some(rest.trim_matches([' ', ':', '*', '\u{a0}']))
}

/// Whether words are a value: something is there, and it is not the next label of a blank form.
fn is_said(words: &str, labels: &[&str]) -> bool {
    let begins = |label: &&str| beside(words, label).is_some();
    words.chars().any(char::is_alphanumeric) && !labels.iter().any(begins)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{PrintedForms, labels_of, printed_signature, printed_values};
    use crate::intake::profile_draft::ProfileDraft;

    #[test]
    fn the_data_reads_and_its_fields_have_names() {
        let data: PrintedForms =
            serde_json::from_str(include_str!("../../data/printed_labels.json")).unwrap();
        let names = ProfileDraft::default().names;
        for label in data.forms.iter().flat_map(|form| &form.labels) {
            let field = label.field.as_deref();
            assert!(field.is_none_or(|field| names.named(field).is_some()), "{label:?}");
        }
    }

    #[test]
    fn values_stand_beside_the_labels_of_a_form_printed_flat() {
        let text = "Family name MUSTER\nDate of birth (YYYY-MM-DD) 1990-05-03\n\
                    Duration From 2026-05-04 to 2027-12-17\nPlace of birth Fabelstadt, Utopia\n";
        let read: Vec<(String, String)> = printed_values("IMM 1294", text)
            .into_iter()
            .flat_map(|said| {
                labels_of("IMM 1294")
                    .filter(move |label| label.is_at(&said.name))
                    .filter_map(move |label| {
                        Some((label.field.clone()?, label.value(&said.value)?.to_string()))
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        let value = |field: &str| {
            read.iter()
                .find(|(name, _)| name == field)
                .map(|(_, value)| value.as_str())
        };
        assert_eq!(value("applicant.family_name"), Some("MUSTER"));
        assert_eq!(value("applicant.birth_date"), Some("1990-05-03"));
        assert_eq!(value("applicant.birth_country"), Some("Utopia"));
        assert_eq!(value("matter.stay_to"), Some("2027-12-17"));
    }

    #[test]
    fn a_blank_form_and_a_label_of_two_values_tell_nothing() {
        let blank = "Family name Given name(s)\nDate of birth (YYYY-MM-DD)\nSex\n";
        assert!(printed_values("IMM 1294", blank).is_empty());
        let two = "Family name MUSTER\nFamily name BEISPIEL\n";
        assert!(printed_values("IMM 1294", two).is_empty());
    }

    #[test]
    fn a_signature_is_shown_with_its_day() {
        let signed = "Signature of applicant Robin Muster (signed) 2026-01-06\n";
        let day = printed_signature(signed)
            .and_then(|it| it.day)
            .map(|day| day.to_string());
        assert_eq!(day.as_deref(), Some("2026-01-06"));
        assert!(printed_signature("Signature of applicant\n").is_none());
    }
}
