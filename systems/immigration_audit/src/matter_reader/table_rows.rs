//! Tables that are read row by row, put together again: for a matter a statement or a chat is one paper, and not three hundred.

use jurat_canon::Hash;
use jurat_model::{ByteSpan, Rendition};

use super::reading_cache::DocumentReading;

/// The documents of a file of this name, with the rows of a table as one.
pub(super) fn rows_joined(
    (name, source, bytes): (&str, Hash, u64),
    documents: Vec<DocumentReading>,
) -> Vec<DocumentReading> {
    let mut all: Vec<DocumentReading> = Vec::new();
    for mut document in documents {
        let Some(table) = table_of(name, &document.source.name).map(str::to_owned) else {
            all.push(document);
            continue;
        };
        if let Some(last) = all.last_mut().filter(|it| it.source.name == table) {
            append(&mut last.rendition, document.rendition);
            continue;
        }
        document.source.name = table;
        all.push(document);
    }
    for document in &mut all {
        // Rows of an archive's member are known by their words, since its bytes are not at hand.
        let text = &document.rendition.text;
        if document.source.name == name {
            (document.source.hash, document.source.size) = (source, bytes);
        } else if table_rows(document) {
            document.source.hash = Hash::of(text.as_bytes());
            document.source.size = text.len() as u64;
        }
    }
    all
}

/// Readers that hand out rows.
fn table_rows(document: &DocumentReading) -> bool {
    ["csv", "jsonl"].contains(&document.rendition.reader.name.as_str())
}

/// The table that a document is a row of: `chat.csv#7` is one of `chat.csv`.
fn table_of<'d>(file: &str, document: &'d str) -> Option<&'d str> {
    let rest = document.strip_prefix(file)?;
    let mark = rest.find('#')?;
    document.get(..file.len() + mark)
}

fn append(table: &mut Rendition, row: Rendition) {
    table.text.push('\n');
    let by = table.text.len();
    table.text.push_str(&row.text);
    let moved = |span: ByteSpan| ByteSpan { start: span.start + by, end: span.end + by };
    table.parts.extend(row.parts.into_iter().map(|mut part| {
        part.span = moved(part.span);
        part
    }));
    table
        .references
        .extend(row.references.into_iter().map(|mut reference| {
            reference.span = moved(reference.span);
            reference
        }));
    table.warnings.extend(row.warnings.into_iter().map(|mut warning| {
        warning.span = warning.span.map(moved);
        warning
    }));
    table.fields.extend(row.fields);
}

#[cfg(test)]
mod tests {
    use super::table_of;

    #[test]
    fn a_row_is_of_its_table() {
        assert_eq!(table_of("a/chat.csv", "a/chat.csv#7"), Some("a/chat.csv"));
        assert_eq!(table_of("a.zip", "a.zip/chat.csv#7"), Some("a.zip/chat.csv"));
        assert_eq!(table_of("letter #2.pdf", "letter #2.pdf"), None);
    }
}
