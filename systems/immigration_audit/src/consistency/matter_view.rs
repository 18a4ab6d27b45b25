//! What checks look at: files by their ids, fields, histories, and the day of the audit.

use std::collections::BTreeMap;

use crate::{
    intake::SOMEBODY_ELSE,
    model::{
        FactPlace, FieldReading, FieldValue, FileStanding, HistoryKind, HistoryRow, MatterFile,
        MatterProfile, PartialDate,
    },
};

/// A matter on the day of its audit.
pub struct MatterView<'a> {
    pub(super) files: &'a [MatterFile],
    pub(super) profile: &'a MatterProfile,
    pub(super) as_of: PartialDate,
    by_id: BTreeMap<&'a str, &'a MatterFile>,
}

impl<'a> MatterView<'a> {
    pub(super) fn new(
        files: &'a [MatterFile],
        profile: &'a MatterProfile,
        as_of: PartialDate,
    ) -> Self {
        let by_id = files.iter().map(|file| (file.id.as_str(), file)).collect();
        Self { files, profile, as_of, by_id }
    }

    pub(super) fn file(&self, place: &FactPlace) -> Option<&'a MatterFile> {
        self.by_id.get(place.file.as_str()).copied()
    }

    /// The path of the file that a value stands in; its id where the file is unknown.
    pub(super) fn path(&self, place: &FactPlace) -> String {
        self.file(place)
            .map_or_else(|| place.file.clone(), |file| file.path.clone())
    }

    /// All readings of a field.
    pub(super) fn readings(&self, field: &str) -> &'a [FieldReading] {
        self.profile.fields.get(field).map_or(&[], Vec::as_slice)
    }

    /// The readings of a field that say yes, and those that say no.
    pub(super) fn flags(&self, field: &str) -> (Vec<&'a FieldReading>, Vec<&'a FieldReading>) {
        let told = |wanted: bool| {
            self.readings(field)
                .iter()
                .filter(|reading| as_flag(&reading.value) == Some(wanted))
                .collect()
        };
        (told(true), told(false))
    }

    pub(super) fn rows(&self, kind: HistoryKind) -> impl Iterator<Item = &'a HistoryRow> {
        self.profile.histories.iter().filter(move |row| row.kind == kind)
    }

    /// Roles that anything is known of, in the order of the alphabet.
    pub(super) fn roles(&self) -> Vec<&'a str> {
        let of_fields = self.profile.fields.keys().filter_map(|it| it.split('.').next());
        let of_rows = self.profile.histories.iter().map(|row| row.person.as_str());
        let mut roles: Vec<&str> = of_fields.chain(of_rows).collect();
        roles.sort_unstable();
        roles.dedup();
        roles.retain(|role| !matches!(*role, "matter" | "relationship" | "representative"));
        roles
    }

    pub(super) fn with_kind<'s>(
        &'s self,
        kind: &'s str,
    ) -> impl Iterator<Item = &'a MatterFile> + 's {
        self.files.iter().filter(move |file| file.kind == kind)
    }

    /// Whether a file may be about this person: where it names nobody it may be.
    pub(super) fn may_be_of(&self, file: &MatterFile, role: &str) -> bool {
        self.profile.about(file).is_none_or(|about| about == role)
    }

    /// Whether a file names somebody who is none of the people of the matter.
    pub(super) fn is_of_others(&self, file: &MatterFile) -> bool {
        self.profile.about(file) == Some(SOMEBODY_ELSE)
    }

    /// Paths of files of which nothing or not all was read.
    pub(super) fn unread(&self) -> Vec<String> {
        let unread = |file: &&MatterFile| file.standing != FileStanding::Whole;
        self.files
            .iter()
            .filter(unread)
            .map(|file| file.path.clone())
            .collect()
    }

    /// The day on which a file spoke: when it was signed or issued; the day of the audit where that cannot be told.
    pub(super) fn spoken_on(&self, place: &FactPlace) -> PartialDate {
        let day = self.file(place).and_then(said_on);
        day.unwrap_or(self.as_of)
    }
}

/// When a file was signed or issued.
pub(super) fn said_on(file: &MatterFile) -> Option<PartialDate> {
    let signed = file.form.as_ref().and_then(|form| form.signed_on);
    signed.or(file.dated)
}

/// A place that is a file as such.
pub(super) fn whole_file(file: &MatterFile, words: &str) -> FactPlace {
    FactPlace {
        file: file.id.clone(),
        page: None,
        form_path: None,
        span: None,
        words: words.to_owned(),
    }
}

/// Yes or no, however it was written.
pub(super) fn as_flag(value: &FieldValue) -> Option<bool> {
    match value {
        FieldValue::Flag(flag) => Some(*flag),
        FieldValue::Text(text) => flag_word(text),
        FieldValue::Choice { label, .. } => flag_word(label),
        FieldValue::Date(_) | FieldValue::Number(_) | FieldValue::Money { .. } => None,
    }
}

fn flag_word(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "y" | "oui" | "true" => Some(true),
        "no" | "n" | "non" | "false" => Some(false),
        _ => None,
    }
}

/// Who a row is about: one name, or given and family name.
pub(super) fn row_name(row: &HistoryRow) -> Option<String> {
    let part = |key: &str| row.values.get(key).map(ToString::to_string);
    let parts: Vec<String> = [part("given_name"), part("family_name")]
        .into_iter()
        .flatten()
        .collect();
    part("name").or_else(|| (!parts.is_empty()).then(|| parts.join(" ")))
}

/// The day of a value, where it is one.
pub(super) const fn as_date(value: &FieldValue) -> Option<PartialDate> {
    match value {
        FieldValue::Date(date) => Some(*date),
        _ => None,
    }
}
