//! What is filled into a form: `AcroForm` and XFA. A form whose pages show nothing still says its title (`xfa.title`) and the name
//! of its root (`xfa.root`).

mod packets;
mod xfa;

use std::{
    collections::BTreeSet,
    panic::{self, AssertUnwindSafe},
};

use jurat_model::FormFieldValue;
use pdf_oxide::{
    PdfDocument,
    extractors::forms::{FieldValue, FormExtractor, FormField},
};

use crate::FileLimits;

/// Every filled field, by its full name.
pub(super) fn form_fields(
    document: &mut PdfDocument,
    limits: &FileLimits,
) -> Vec<FormFieldValue> {
    // A form that breaks the library costs the fields, not the pages.
    let read = panic::catch_unwind(AssertUnwindSafe(|| {
        let written = acroform(document);
        both(written, dynamic(document, limits))
    }));
    let mut fields = read.unwrap_or_default();
    fields.truncate(usize::try_from(limits.count).unwrap_or(usize::MAX));
    fields
}

/// `AcroForm` fields that the data of the form itself does not hold as well, then that data: of repeated rows each.
fn both(written: Vec<FormFieldValue>, data: Vec<FormFieldValue>) -> Vec<FormFieldValue> {
    let known: BTreeSet<(String, &str)> = data
        .iter()
        .map(|field| (field.name.clone(), field.value.as_str()))
        .collect();
    let mut seen = BTreeSet::new();
    let mut fields: Vec<FormFieldValue> = written
        .into_iter()
        .filter(|field| !known.contains(&(unnumbered(&field.name), field.value.as_str())))
        .filter(|field| seen.insert((field.name.clone(), field.value.clone())))
        .collect();
    fields.extend(data);
    fields
}

/// `form1[0].page1[0].name[0]` as data names it: `form1.page1.name`.
fn unnumbered(name: &str) -> String {
    let parts: Vec<&str> = name
        .split('.')
        .map(|part| part.split('[').next().unwrap_or(part))
        .collect();
    parts.join(".")
}

fn acroform(document: &PdfDocument) -> Vec<FormFieldValue> {
    let fields = FormExtractor::extract_fields(document).unwrap_or_default();
    fields.into_iter().filter_map(filled).collect()
}

fn filled(field: FormField) -> Option<FormFieldValue> {
    let value = match field.value {
        FieldValue::Text(text) | FieldValue::Name(text) => text,
        FieldValue::Boolean(on) => on.to_string(),
        FieldValue::Array(values) => values.join(", "),
        FieldValue::None => return None,
    };
    let name = if field.full_name.is_empty() { field.name } else { field.full_name };
    (!value.trim().is_empty()).then_some(FormFieldValue { name, value })
}

/// Forms whose data is XML within the PDF.
fn dynamic(document: &PdfDocument, limits: &FileLimits) -> Vec<FormFieldValue> {
    let packets = packets::packets(document);
    packets
        .iter()
        .flat_map(|(name, packet)| of_packet(name, packet, limits))
        .collect()
}

fn of_packet(name: &str, packet: &[u8], limits: &FileLimits) -> Vec<FormFieldValue> {
    let of_form = |name: &str, value: Option<String>| {
        value
            .map(|value| FormFieldValue { name: name.to_owned(), value })
            .into_iter()
            .collect()
    };
    match name {
        "xmpmeta" => of_form("xfa.title", xfa::title(packet)),
        "template" => of_form("xfa.root", xfa::root(packet)),
        // What was drawn last time repeats the data.
        "form" | "config" | "localeSet" => Vec::new(),
        _ => xfa::fields(packet, limits),
    }
}

#[cfg(test)]
mod tests {
    use jurat_model::FormFieldValue;

    use super::both;

    fn fields(rows: &[(&str, &str)]) -> Vec<FormFieldValue> {
        let field = |(name, value): &(&str, &str)| FormFieldValue {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        };
        rows.iter().map(field).collect()
    }

    #[test]
    fn rows_that_repeat_are_kept_and_the_two_layers_are_one() {
        let written = fields(&[("a[0].b[0]", "1"), ("a[0].c[0]", "2"), ("a[0].c[0]", "2")]);
        let data = fields(&[("a.b", "1"), ("a.row", "0"), ("a.row", "0")]);
        let expected =
            fields(&[("a[0].c[0]", "2"), ("a.b", "1"), ("a.row", "0"), ("a.row", "0")]);
        assert_eq!(both(written, data), expected);
    }
}
