//! Which form a file is, in which edition, and which of its values are answers.

use jurat_model::FormFieldValue;

use crate::model::{FormIdentity, PartialDate};

use super::{
    form_mapping::{FormMapping, mapping_of, mappings},
    value_reading::{date_of, flag_of},
};

/// Names under which the reader tells of the form itself.
const OF_THE_FORM: &str = "xfa.";
/// Bytes of a text in which a form says what it is.
const LOOKED_AT: usize = 6000;

/// A path as mappings write it: without the numbers of `AcroForm`, with the English names of elements.
pub(super) fn plain_path(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    for part in path.split('.') {
        if !plain.is_empty() {
            plain.push('.');
        }
        let part = part.split('[').next().unwrap_or(part);
        plain.push_str(if part == "Pays" { "Country" } else { part });
    }
    plain
}

/// A form that was recognised.
pub(super) struct KnownForm {
    pub(super) identity: FormIdentity,
    pub(super) mapping: Option<&'static FormMapping>,
    pub(super) reason: String,
}

/// Which form a file is; nothing where it is none that says so.
pub(super) fn known_form(fields: &[FormFieldValue], text: &str) -> Option<KnownForm> {
    let paths: Vec<(String, &str)> = fields
        .iter()
        .map(|field| (plain_path(&field.name), field.value.as_str()))
        .collect();
    let (number, reason, said) = number_of(&paths, text)?;
    let mapping = mapping_of(&number);
    let edition = mapping
        .and_then(|mapping| version(mapping, &paths))
        .or_else(|| said.as_deref().and_then(edition_in))
        .or_else(|| footer(text, &number));
    let identity = FormIdentity {
        filled: !answers(mapping, fields).is_empty(),
        validated: mapping.and_then(|mapping| validated(mapping, &paths)),
        signed: mapping.and_then(|mapping| signed(mapping, &paths)),
        signed_on: mapping.and_then(|mapping| first_date(&mapping.signed_on, &paths)),
        number,
        edition,
    };
    Some(KnownForm { identity, mapping, reason })
}

/// Number, why, and the words that told it.
fn number_of(paths: &[(String, &str)], text: &str) -> Option<(String, String, Option<String>)> {
    let titled = paths
        .iter()
        .filter(|(path, _)| {
            path.ends_with("formNum") || path.ends_with("FormNumber") || path == "xfa.title"
        })
        .find_map(|(_, words)| Some((imm_number(words)?, (*words).to_owned())));
    if let Some((number, words)) = titled {
        return Some((number, format!("the form calls itself `{words}`"), Some(words)));
    }
    let by_path = mappings().iter().find_map(|mapping| {
        let path = mapping
            .detect
            .iter()
            .find(|start| paths.iter().any(|(path, _)| path.starts_with(start.as_str())))?;
        Some((mapping.number.clone(), path))
    });
    if let Some((number, path)) = by_path {
        return Some((number, format!("only this form has fields below `{path}`"), None));
    }
    let root = paths
        .iter()
        .find(|(path, _)| path == "xfa.root")
        .and_then(|(_, root)| imm_number(root));
    if let Some(number) = root {
        return Some((number, "the form's root names it".to_owned(), None));
    }
    let head = &text[..text.floor_char_boundary(LOOKED_AT.min(text.len()))];
    by_words(head, fields_present(paths))
}

fn fields_present(paths: &[(String, &str)]) -> FieldPresence {
    if paths.is_empty() { FieldPresence::None } else { FieldPresence::Some }
}

#[derive(Clone, Copy)]
enum FieldPresence {
    None,
    Some,
}

/// A printed form names itself at its head or foot with its edition, as `IMM 5476 (05-2023) E`; a letter only mentions it.
fn by_words(text: &str, fields: FieldPresence) -> Option<(String, String, Option<String>)> {
    for line in text.lines().map(str::trim).filter(|line| line.len() < 120) {
        let Some(number) = imm_number(line) else { continue };
        let has_edition = edition_in(line).is_some();
        let begins = line.to_uppercase().starts_with("IMM");
        if begins && (has_edition || matches!(fields, FieldPresence::Some)) {
            let reason = format!("a line of it reads `{line}`");
            return Some((number, reason, Some(line.to_owned())));
        }
    }
    None
}

/// `IMM 5645` of `IMM_5645`, `IMM5645E`, `imm 0008 dep`.
fn imm_number(words: &str) -> Option<String> {
    let upper = words.to_uppercase();
    let at = upper.find("IMM")?;
    let rest = upper[at + 3..].trim_start_matches([' ', '_', '-', '\u{a0}']);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    if digits.len() != 4 {
        return None;
    }
    let after = rest[4..].trim_start();
    let extra = if after.starts_with("DEP") { "DEP" } else { "" };
    Some(format!("IMM {digits}{extra}"))
}

/// `2018-05` of `IMM 5645 (05-2018) E`.
fn edition_in(words: &str) -> Option<String> {
    let inner = words.split_once('(')?.1.split_once(')')?.0;
    month_and_year(inner)
}

fn month_and_year(words: &str) -> Option<String> {
    let (month, year) = words.trim().split_once(['-', '/'])?;
    let (month, year) = if month.len() == 4 { (year, month) } else { (month, year) };
    let date =
        PartialDate::new(year.trim().parse().ok()?, Some(month.trim().parse().ok()?), None)?;
    Some(date.to_string())
}

/// `2023-09` of `.ENU-09-2023`.
fn version(mapping: &FormMapping, paths: &[(String, &str)]) -> Option<String> {
    let words = value_at(&mapping.version, paths)?;
    let (_, date) = words.split_once('-')?;
    month_and_year(date)
}

fn footer(text: &str, number: &str) -> Option<String> {
    let mut lines = text
        .lines()
        .filter(|line| imm_number(line).as_deref() == Some(number));
    lines.find_map(edition_in)
}

fn value_at<'a>(wanted: &[String], paths: &[(String, &'a str)]) -> Option<&'a str> {
    let found = wanted
        .iter()
        .find_map(|want| paths.iter().find(|(path, _)| path == want));
    found.map(|(_, value)| *value)
}

fn validated(mapping: &FormMapping, paths: &[(String, &str)]) -> Option<bool> {
    if mapping.validated.is_empty() {
        return None;
    }
    Some(value_at(&mapping.validated, paths).and_then(flag_of).unwrap_or(false))
}

/// A typed signature or its day shows that it is signed; that neither is there shows nothing, since hands sign on paper.
fn signed(mapping: &FormMapping, paths: &[(String, &str)]) -> Option<bool> {
    let shown =
        value_at(&mapping.signature, paths).or_else(|| value_at(&mapping.signed_on, paths));
    shown.map(|_| true)
}

fn first_date(wanted: &[String], paths: &[(String, &str)]) -> Option<PartialDate> {
    value_at(wanted, paths).and_then(date_of)
}

/// What is filled in: nothing that a blank edition holds, no barcode, nothing of the form's own state.
pub(super) fn answers(
    mapping: Option<&FormMapping>,
    fields: &[FormFieldValue],
) -> Vec<FormFieldValue> {
    fields
        .iter()
        .filter(|field| is_answer(mapping, field))
        .cloned()
        .collect()
}

fn is_answer(mapping: Option<&FormMapping>, field: &FormFieldValue) -> bool {
    let value = field.value.trim();
    if value.is_empty() || field.name.starts_with(OF_THE_FORM) || is_barcode(value) {
        return false;
    }
    let path = plain_path(&field.name);
    if path.ends_with("FormVersion")
        || path.ends_with("formNum")
        || path.ends_with("FormNumber")
    {
        return false;
    }
    // Boxes of `AcroForm` that nobody ticked are read as `false`; what is declined is told by its own box.
    let is_box = field.name.contains('[') && matches!(value, "false" | "Off");
    let Some(mapping) = mapping else { return !is_box && value != "Off" };
    let skipped = mapping.skip.iter().any(|start| path.starts_with(start.as_str()));
    let default = mapping
        .defaults
        .get(&path)
        .is_some_and(|known| known.iter().any(|one| one == value));
    !skipped && !default && !is_box && value != "Off"
}

/// The repetition of all answers that a validated form carries for scanners.
fn is_barcode(value: &str) -> bool {
    4 <= value.matches('|').count()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_model::FormFieldValue;

    use super::{answers, known_form, plain_path};

    fn fields(rows: &[(&str, &str)]) -> Vec<FormFieldValue> {
        let field = |(name, value): &(&str, &str)| FormFieldValue {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        };
        rows.iter().map(field).collect()
    }

    #[test]
    fn forms_are_known_by_title_path_or_line() {
        for (rows, text, number, edition) in [
            (
                vec![("form1.Part1.SponsorDetails.q1.FamilyName", "Muster")],
                "",
                "IMM 1344",
                None,
            ),
            (
                vec![
                    ("form1.Page1.Header.FormVersion", ".ENU-03-2025"),
                    ("form1.Page1.contactInformation.q5-6.Email", "a@example.org"),
                ],
                "",
                "IMM 0008",
                Some("2025-03"),
            ),
            (
                vec![("IMM_5645.formNum", "IMM 5645 (05-2018) E")],
                "",
                "IMM 5645",
                Some("2018-05"),
            ),
            (vec![("xfa.title", "IMM 0008DEP-E GENERIC")], "", "IMM 0008DEP", None),
            (
                vec![],
                "USE OF A REPRESENTATIVE\nIMM 5476 (05-2023) E\n",
                "IMM 5476",
                Some("2023-05"),
            ),
            (vec![("xfa.root", "IMM_5406")], "Please wait...", "IMM 5406", None),
        ] {
            let known = known_form(&fields(&rows), text).unwrap();
            assert_eq!(known.identity.number, number);
            assert_eq!(known.identity.edition.as_deref(), edition, "{number}");
        }
        assert!(known_form(&[], "We ask you to send form IMM 5476 with the rest.").is_none());
    }

    #[test]
    fn what_a_blank_form_holds_is_no_answer() {
        let rows = fields(&[
            ("form1.Page1.Header.FormVersion", ".ENU-03-2025"),
            ("form1.Page1.Header.AdultFlag", "false"),
            ("form1.Page1.contactInformation.q3-4.Phone.CanadaUS", "0"),
            ("form1.vars.globValidatePressedState", "false"),
            ("form1.barcodeValues.TextField1", "IMM0008|01||Muster|Robin|"),
            ("xfa.title", "IMM 0008 E"),
        ]);
        let known = known_form(&rows, "").unwrap();
        assert!(!known.identity.filled);
        assert_eq!(answers(known.mapping, &rows), []);
        let one = fields(&[("form1.Page1.contactInformation.q3-4.Phone.CanadaUS", "1")]);
        assert_eq!(answers(known.mapping, &one).len(), 1);
    }

    #[test]
    fn paths_lose_numbers_and_french_names() {
        assert_eq!(
            plain_path("IMM_5669[0].page1[0].familyName[0]"),
            "IMM_5669.page1.familyName"
        );
        assert_eq!(plain_path("form1.Page2.AddrLine2.Pays"), "form1.Page2.AddrLine2.Country");
    }
}
