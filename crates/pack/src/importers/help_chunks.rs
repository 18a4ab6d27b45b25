//! Chunks of the pages of a help centre, as a list of objects.

use super::{
    ImportedRow, RowImporter, RowTaker,
    json_rows::{each_object, said, words},
};
use crate::PartFormat;

pub(super) const IMPORTER: RowImporter = RowImporter {
    format: PartFormat::HelpChunks,
    shape: "a JSON list, or rows, with `pageUrl`, `pageTitle`, `heading` and `text`",
    rows,
};

fn rows(bytes: &[u8], take: &mut RowTaker<'_>) {
    each_object(bytes, &mut |at, object| {
        let row = object.and_then(|object| {
            let text = words(&object, &["text"]);
            let text = text.ok_or_else(|| format!("row {at} has no `text`"))?;
            let mut row = ImportedRow {
                id: format!("chunk-{at:05}"),
                title: said(&object, &["pageTitle", "title"]),
                text,
                ..ImportedRow::default()
            };
            row.set("url", said(&object, &["pageUrl", "url"]));
            row.set("heading", said(&object, &["heading"]));
            row.set("topic", said(&object, &["source"]));
            row.set("language", said(&object, &["language", "lang"]));
            Ok(row)
        });
        take(row);
    });
}
