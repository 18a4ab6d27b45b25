//! Rows of a corpus as the documents that they are of, each with the place of every row: what a user would hand in.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::Path,
    sync::OnceLock,
};

use jurat_canon::Hash;
use jurat_model::ByteSpan;

use crate::{
    EvalError,
    retrieval::corpus::{RetrievalRow, document_key, words},
};

/// A document, put together of its rows in the order of the file.
#[derive(Default)]
struct RowDocument {
    text: String,
    /// The same with single spaces.
    spaced: OnceLock<String>,
    rows: Vec<(String, ByteSpan)>,
}

/// All documents of a corpus.
pub struct RowDocuments {
    documents: Vec<RowDocument>,
    by_hash: HashMap<Hash, usize>,
    /// Where each row stands.
    places: HashMap<String, (usize, ByteSpan)>,
}

impl RowDocuments {
    /// Reads a corpus without some of its rows.
    pub(super) fn read(path: &Path, left_out: &BTreeSet<String>) -> Result<Self, EvalError> {
        let mut rows: Vec<RetrievalRow> = crate::jsonl::read_rows(path)?;
        rows.retain(|row| !left_out.contains(&row.id));
        if rows.is_empty() {
            return Err(EvalError::Empty { path: path.to_path_buf(), of: String::new() });
        }
        let key = document_key(&rows);
        let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
        let mut documents: Vec<RowDocument> = Vec::new();
        for row in &rows {
            let text = row.rest.get("text").map(words).unwrap_or_default();
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let name = key.and_then(|key| row.rest.get(key)).map(words).unwrap_or_default();
            let at = *by_name.entry(name).or_insert(documents.len());
            if at == documents.len() {
                documents.push(RowDocument::default());
            }
            documents[at].add(&row.id, text);
        }
        let by_hash = documents.iter().map(|one| Hash::of(one.text.as_bytes()));
        let by_hash = by_hash.zip(0..).collect();
        let placed = documents.iter().enumerate().flat_map(|(at, one)| {
            one.rows.iter().map(move |(id, span)| (id.clone(), (at, *span)))
        });
        let places = placed.collect();
        Ok(Self { documents, by_hash, places })
    }

    /// Writes each as a file of plain text.
    pub fn write(&self, folder: &Path) -> Result<(), EvalError> {
        for (one, number) in self.documents.iter().zip(1_u32..) {
            let path = folder.join(format!("document-{number:04}.txt"));
            fs::write(&path, &one.text).map_err(|error| EvalError::File { path, error })?;
        }
        Ok(())
    }

    /// Whether words stand in a text, wherever its lines break.
    pub(super) fn says(&self, rendition: Hash, words: &str) -> bool {
        self.by_hash.get(&rendition).is_some_and(|at| {
            let document = &self.documents[*at];
            let text = document.spaced.get_or_init(|| spaced(&document.text));
            text.contains(&spaced(words))
        })
    }

    pub(super) fn holds(&self, row: &str) -> bool {
        self.places.contains_key(row)
    }

    /// Whether a place in a document is of a row: one holds at least half of the other.
    pub(super) fn is_of(&self, (rendition, span): (Hash, ByteSpan), row: &str) -> bool {
        let Some((document, own)) = self.places.get(row) else { return false };
        let common = own.end.min(span.end).saturating_sub(own.start.max(span.start));
        let shorter = (own.end - own.start).min(span.end - span.start);
        self.by_hash.get(&rendition) == Some(document) && 0 < common && shorter <= 2 * common
    }
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl RowDocument {
    fn add(&mut self, id: &str, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.rows
            .push((id.to_owned(), ByteSpan { start, end: self.text.len() }));
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::{collections::BTreeSet, fs};

    use jurat_canon::Hash;
    use jurat_model::ByteSpan;

    use super::RowDocuments;

    #[test]
    fn rows_of_a_document_stand_in_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus.jsonl");
        let rows = r#"{"id":"a1","doc":"a","text":"First rule."}
{"id":"b1","doc":"b","text":"Of another."}
{"id":"a2","doc":"a","text":""}
{"id":"a3","doc":"a","text":"Third rule."}"#;
        fs::write(&path, rows).unwrap();
        let read = RowDocuments::read(&path, &BTreeSet::new()).unwrap();
        read.write(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join("document-0001.txt")).unwrap();
        assert_eq!(text, "First rule.\n\nThird rule.");
        let place = |start, end| (Hash::of(text.as_bytes()), ByteSpan { start, end });
        assert!(read.is_of(place(13, 24), "a3") && !read.is_of(place(13, 24), "a1"));
        assert!(read.is_of(place(0, 20), "a3") && !read.is_of(place(0, 15), "a3"));
        assert!(read.is_of(place(19, 24), "a3"), "a part of a row is of it");
        assert!(!read.holds("a2") && !read.is_of(place(0, 24), "b1"));
        let without = RowDocuments::read(&path, &BTreeSet::from(["a1".to_owned()])).unwrap();
        assert!(!without.holds("a1") && without.holds("a3"));
    }
}
