//! A manual page by page.

use super::{
    ImportedRow, RowImporter, RowTaker,
    json_rows::{each_object, said, words},
};
use crate::PartFormat;

pub(super) const IMPORTER: RowImporter = RowImporter {
    format: PartFormat::PagesJsonl,
    shape: "rows of JSON with `doc`, `page` and `text`",
    rows,
};

fn rows(bytes: &[u8], take: &mut RowTaker<'_>) {
    each_object(bytes, &mut |at, object| {
        let row = object.and_then(|object| {
            let text = words(&object, &["text"]);
            let text = text.ok_or_else(|| format!("row {at} has no `text`"))?;
            let doc =
                said(&object, &["doc"]).ok_or_else(|| format!("row {at} has no `doc`"))?;
            let page = said(&object, &["page"]).unwrap_or_else(|| at.to_string());
            let mut row = ImportedRow {
                id: format!("{doc}:{page}"),
                title: said(&object, &["title"]).or_else(|| Some(doc.clone())),
                text,
                ..ImportedRow::default()
            };
            row.set("chapter", Some(chapter(&doc)));
            row.set("page", Some(page));
            row.set("language", said(&object, &["language", "lang"]));
            row.set("url", said(&object, &["url"]));
            Ok(row)
        });
        take(row);
    });
}

/// `enf05-eng` is chapter `ENF 5`; what has no such form is its own chapter.
fn chapter(doc: &str) -> String {
    let letters = doc.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = doc[letters..].trim_start_matches(['-', '_', ' ']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..digits].parse::<u32>() {
        Ok(number) if 0 < letters => format!("{} {number}", doc[..letters].to_uppercase()),
        _ => doc.to_owned(),
    }
}
