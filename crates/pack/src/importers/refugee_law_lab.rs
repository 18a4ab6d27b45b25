//! Rows as the Refugee Law Lab publishes its bulk data.

use super::{
    ImportedRow, RowImporter, RowTaker,
    json_rows::{day, each_object, said, words},
};
use crate::PartFormat;

pub(super) const IMPORTER: RowImporter = RowImporter {
    format: PartFormat::RefugeeLawLab,
    shape: "rows of JSON with `citation`, `dataset`, `name`, `language`, `document_date`, `source_url`, `unofficial_text`",
    rows,
};

fn rows(bytes: &[u8], take: &mut RowTaker<'_>) {
    each_object(bytes, &mut |at, object| {
        let row = object.and_then(|object| {
            let text = words(&object, &["unofficial_text"]);
            let text = text.ok_or_else(|| format!("row {at} has no `unofficial_text`"))?;
            let citation = said(&object, &["citation"]);
            let language = said(&object, &["language"]);
            let named = citation.clone().unwrap_or_else(|| format!("row-{at}"));
            let mut row = ImportedRow {
                id: language
                    .as_ref()
                    .map_or_else(|| named.clone(), |it| format!("{named}:{it}")),
                title: said(&object, &["name"]),
                text,
                ..ImportedRow::default()
            };
            row.set("style", row.title.clone());
            row.set("citation", citation);
            row.set("also_cited", said(&object, &["citation2"]));
            row.set("court", said(&object, &["dataset"]));
            row.set("language", language);
            row.set("date", day(said(&object, &["document_date"])));
            row.set("url", said(&object, &["source_url"]));
            Ok(row)
        });
        take(row);
    });
}
