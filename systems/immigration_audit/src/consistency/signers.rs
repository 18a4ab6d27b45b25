//! Who signs which form, and whose signature or day of signing a filled form holds.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::model::{FormIdentity, MatterFile};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignedForms {
    forms: Vec<SignedForm>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignedForm {
    form: String,
    signers: Vec<FormSigner>,
}

/// One who signs a form: a row of `data/signatures.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormSigner {
    pub(super) who: String,
    pub(super) role: String,
    /// How the paths of the signature and of its day end.
    paths: Vec<String>,
}

/// Who signs a form; nobody where it is not in the table.
pub(super) fn signers(form: &FormIdentity) -> &'static [FormSigner] {
    static FORMS: OnceLock<SignedForms> = OnceLock::new();
    let forms = FORMS.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/signatures.json")).unwrap_or_default()
    });
    let row = forms.forms.iter().find(|it| it.form == form.number);
    row.map_or(&[], |row| row.signers.as_slice())
}

impl FormSigner {
    /// Whether a file holds this one's signature or its day.
    pub(super) fn has_signed(&self, file: &MatterFile) -> bool {
        file.form_fields.iter().any(|field| {
            let plain: Vec<&str> = field
                .name
                .split('.')
                .map(|part| part.split('[').next().unwrap_or(part))
                .collect();
            let path = plain.join(".");
            !field.value.trim().is_empty()
                && self.paths.iter().any(|end| path.ends_with(end.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::SignedForms;

    #[test]
    fn the_table_is_readable() {
        let read: SignedForms =
            serde_json::from_str(include_str!("../../data/signatures.json")).unwrap();
        assert!(read.forms.iter().all(|form| !form.signers.is_empty()));
    }
}
