//! A value as a person gives it for a field by its name.

use jurat_canon::nearest;

use super::{form_mapping::MappedKind, profile_draft::ProfileDraft, value_reading::value_of};
use crate::model::FieldValue;

/// The value of a field in these words.
///
/// # Errors
/// Where there is no such field, or the words are no value of its kind.
pub fn field_value(field: &str, words: &str) -> Result<FieldValue, String> {
    let names = ProfileDraft::default().names;
    let Some((_, kind)) = names.named(field) else {
        let known = names.all();
        let meant = nearest(field, known.iter().map(String::as_str))
            .map(str::to_owned)
            .or_else(|| known.into_iter().find(|it| it.ends_with(&format!(".{field}"))));
        let hint = meant.map(|it| format!("; did you mean `{it}`?")).unwrap_or_default();
        return Err(format!("there is no field `{field}`{hint}"));
    };
    value_of(words, kind, None).ok_or_else(|| {
        let expected = match kind {
            MappedKind::Text => "words",
            MappedKind::Date => "a day, as 2026-01-09, or a month or year",
            MappedKind::Number => "a number",
            MappedKind::Flag => "yes or no",
            MappedKind::Money => "an amount, as CAD 24,617.00",
        };
        format!("`{field}` is no such value: expected {expected}")
    })
}
