//! Rows with `text`, and beside it whatever is known: decisions, and pages of manuals and help centres.

use super::{
    ImportedRow, RowImporter, RowTaker,
    json_rows::{day, each_object, said, words},
};
use crate::PartFormat;

pub(super) const IMPORTER: RowImporter = RowImporter {
    format: PartFormat::Jsonl,
    shape: "rows of JSON with `text`, and beside it `id`, `citation`, `style`, `court`, `judge`, `date`, `docket`, \
            `outcome`, `country`, `issues`, `cites`, `lang`, `url`, `title`, `chapter` as far as they are known",
    rows,
};

/// What is taken over, and the names under which it may stand.
const KEYS: &[(&str, &[&str])] = &[
    ("citation", &["citation", "neutral_citation"]),
    ("style", &["style", "name", "style_of_cause"]),
    ("court", &["court", "tribunal"]),
    ("judge", &["judge", "member"]),
    ("docket", &["docket", "docket_number", "file_number"]),
    ("outcome", &["outcome"]),
    ("country", &["country"]),
    ("issues", &["issues", "issue_codes", "issue_code"]),
    ("cites", &["cites"]),
    ("language", &["language", "lang"]),
    ("url", &["url", "source_url"]),
    ("chapter", &["chapter"]),
    ("section", &["section"]),
    ("heading", &["heading"]),
];

fn rows(bytes: &[u8], take: &mut RowTaker<'_>) {
    each_object(bytes, &mut |at, object| {
        let row = object.and_then(|object| {
            let text = words(&object, &["text"]);
            let text = text.ok_or_else(|| format!("row {at} has no `text`"))?;
            let mut row = ImportedRow {
                id: said(&object, &["id", "_id"]).unwrap_or_else(|| format!("row-{at}")),
                title: said(&object, &["title", "style", "name"]),
                text,
                ..ImportedRow::default()
            };
            for (key, names) in KEYS {
                row.set(key, said(&object, names));
            }
            row.set("date", day(said(&object, &["date", "document_date"])));
            Ok(row)
        });
        take(row);
    });
}
