//! A matter in values, built as intake builds one: files with forms and days, readings with places, rows of histories.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_immigration_audit::model::{
    FactPlace, FieldReading, FieldValue, FileStanding, FormIdentity, HistoryKind, HistoryRow,
    MatterFile, MatterProfile, PartialDate, ReadingMethod,
};

#[derive(Debug, Default, Clone)]
pub(crate) struct MatterBuilder {
    pub(crate) files: Vec<MatterFile>,
    pub(crate) profile: MatterProfile,
}

pub(crate) fn date(text: &str) -> PartialDate {
    text.parse().unwrap()
}

pub(crate) fn text(words: &str) -> FieldValue {
    FieldValue::Text(words.to_owned())
}

pub(crate) fn day(words: &str) -> FieldValue {
    FieldValue::Date(date(words))
}

pub(crate) fn dollars(amount: i64) -> FieldValue {
    FieldValue::Money { cents: amount * 100, currency: "CAD".to_owned() }
}

impl MatterBuilder {
    /// A paper that is no form; its id.
    pub(crate) fn paper(&mut self, path: &str, kind: &str, dated: Option<&str>) -> String {
        let id = format!("F{:02}", self.files.len() + 1);
        self.files.push(MatterFile {
            id: id.clone(),
            path: path.to_owned(),
            source: Hash::of(path.as_bytes()),
            bytes: 1000,
            standing: FileStanding::Whole,
            rendition: Some(Hash::of(id.as_bytes())),
            pages: Some(1),
            language: Some("en".to_owned()),
            kind: kind.to_owned(),
            kind_certainty: 0.95,
            kind_reason: "generated".to_owned(),
            about: None,
            dated: dated.map(date),
            form: None,
            form_fields: Vec::new(),
            warnings: Vec::new(),
            suspect_orders: Vec::new(),
        });
        id
    }

    /// A filled and signed form; its id.
    pub(crate) fn form(
        &mut self,
        path: &str,
        number: &str,
        edition: &str,
        signed: &str,
    ) -> String {
        let id = self.paper(path, "form", None);
        let file = self.file(&id);
        file.form = Some(FormIdentity {
            number: number.to_owned(),
            edition: Some(edition.to_owned()),
            filled: true,
            validated: Some(true),
            signed: Some(true),
            signed_on: Some(date(signed)),
        });
        id
    }

    pub(crate) fn file(&mut self, id: &str) -> &mut MatterFile {
        self.files.iter_mut().find(|file| file.id == id).unwrap()
    }

    fn place(&self, file: &str, words: &str) -> FactPlace {
        let is_form = self.files.iter().any(|it| it.id == file && it.form.is_some());
        FactPlace {
            file: file.to_owned(),
            page: Some(1),
            form_path: is_form.then(|| format!("form1.{words}")),
            span: None,
            words: words.to_owned(),
        }
    }

    pub(crate) fn says(&mut self, file: &str, field: &str, value: FieldValue) {
        let place = self.place(file, &value.to_string());
        let method = if place.form_path.is_some() {
            ReadingMethod::FormField
        } else {
            ReadingMethod::Label
        };
        let certainty = if place.form_path.is_some() { 0.98 } else { 0.9 };
        let reading = FieldReading { value, place, method, certainty };
        let readings = self.profile.fields.entry(field.to_owned()).or_default();
        readings.push(reading);
        readings.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
    }

    /// Takes back what a file said of a field.
    pub(crate) fn unsay(&mut self, file: &str, field: &str) {
        if let Some(readings) = self.profile.fields.get_mut(field) {
            readings.retain(|it| it.place.file != file);
        }
    }

    pub(crate) fn row(
        &mut self,
        file: &str,
        (person, kind): (&str, HistoryKind),
        (from, to): (&str, &str),
        values: &[(&str, &str)],
    ) {
        let words: Vec<&str> = values.iter().map(|(_, value)| *value).collect();
        let place = self.place(file, &format!("{from} {to} {}", words.join(" ")));
        let values: BTreeMap<String, FieldValue> = values
            .iter()
            .map(|(key, value)| ((*key).to_owned(), text(value)))
            .collect();
        self.profile.histories.push(HistoryRow {
            person: person.to_owned(),
            kind,
            from: (!from.is_empty()).then(|| date(from)),
            to: (!to.is_empty() && to != "now").then(|| date(to)),
            ongoing: to == "now",
            values,
            place,
        });
    }
}
