//! The shapes in which public sets publish rows, one file each and one line in the table.
//!
//! An importer reads the bytes of one file and gives rows in our own shape. Formats that documents have themselves (text,
//! Markdown, HTML, PDF, the XML of Justice) are read where all documents are, and have no line here.

mod a2aj;
mod decision_rows;
mod help_chunks;
mod json_rows;
mod manual_pages;
mod refugee_law_lab;

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::PartFormat;

/// A row in our own shape.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedRow {
    /// What it is called within its file.
    pub id: String,
    pub title: Option<String>,
    pub text: String,
    /// What is known of it: `citation`, `court`, `date` and so on; lists are joined with ` > `.
    pub values: BTreeMap<String, String>,
}

/// Reads the rows of files of one shape.
pub struct RowImporter {
    pub format: PartFormat,
    /// What a row looks like, for hints.
    pub shape: &'static str,
    pub rows: fn(&[u8], &mut RowTaker<'_>),
}

/// Who takes rows, or why there is none.
pub(crate) type RowTaker<'a> = dyn FnMut(Result<ImportedRow, String>) + 'a;

const ALL: &[RowImporter] = &[
    decision_rows::IMPORTER,
    refugee_law_lab::IMPORTER,
    a2aj::IMPORTER,
    manual_pages::IMPORTER,
    help_chunks::IMPORTER,
];

/// The importer of a format; none where its files are documents themselves.
pub fn importer(format: PartFormat) -> Option<&'static RowImporter> {
    ALL.iter().find(|importer| importer.format == format)
}

impl ImportedRow {
    /// The row as one line of JSON, as corpora read it.
    pub(crate) fn line(&self) -> String {
        let mut row: Map<String, Json> = self
            .values
            .iter()
            .map(|(key, value)| (key.clone(), Json::String(value.clone())))
            .collect();
        row.insert("id".to_owned(), Json::String(self.id.clone()));
        row.insert("text".to_owned(), Json::String(self.text.clone()));
        if let Some(title) = &self.title {
            row.insert("title".to_owned(), Json::String(title.clone()));
        }
        Json::Object(row).to_string()
    }

    /// Keeps a value where it says something.
    fn set(&mut self, key: &str, value: Option<String>) {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            self.values.insert(key.to_owned(), value);
        }
    }
}
