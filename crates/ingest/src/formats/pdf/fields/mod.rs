//! What is filled into a form: `AcroForm` and XFA.

mod xfa;

use std::{
    collections::BTreeSet,
    panic::{self, AssertUnwindSafe},
};

use jurat_model::FormFieldValue;
use pdf_oxide::{
    PdfDocument,
    extractors::forms::{FieldValue, FormExtractor, FormField},
    xfa::XfaExtractor,
};

use crate::FileLimits;

/// Every filled field, by its full name, once.
pub(super) fn form_fields(
    document: &mut PdfDocument,
    limits: &FileLimits,
) -> Vec<FormFieldValue> {
    // A form that breaks the library costs the fields, not the pages.
    let read = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut fields = acroform(document);
        fields.extend(dynamic(document, limits));
        fields
    }));
    let mut fields = read.unwrap_or_default();
    fields.truncate(usize::try_from(limits.count).unwrap_or(usize::MAX));
    // Forms often hold the same in both ways.
    let mut seen = BTreeSet::new();
    fields.retain(|field| seen.insert((field.name.clone(), field.value.clone())));
    fields
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
fn dynamic(document: &mut PdfDocument, limits: &FileLimits) -> Vec<FormFieldValue> {
    let packets = XfaExtractor::extract_xfa_packets(document).unwrap_or_default();
    packets
        .iter()
        .flat_map(|(_, packet)| xfa::fields(packet, limits))
        .collect()
}
