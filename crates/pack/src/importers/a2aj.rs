//! Rows as A2AJ publishes its bulk data: one row a decision, with both languages side by side.

use super::{
    ImportedRow, RowImporter, RowTaker,
    json_rows::{JsonObject, day, each_object, said, words},
};
use crate::PartFormat;

pub(super) const IMPORTER: RowImporter = RowImporter {
    format: PartFormat::A2aj,
    shape: "rows of JSON with `dataset`, and `citation_en`, `name_en`, `document_date_en`, `url_en`, `unofficial_text_en`, \
            and the same with `_fr`",
    rows,
};

fn rows(bytes: &[u8], take: &mut RowTaker<'_>) {
    each_object(bytes, &mut |at, object| {
        let object = match object {
            Ok(object) => object,
            Err(why) => return take(Err(why)),
        };
        let mut any = false;
        for language in ["en", "fr"] {
            if let Some(row) = one_language(&object, language, at) {
                any = true;
                take(Ok(row));
            }
        }
        if !any {
            take(Err(format!(
                "row {at} has neither `unofficial_text_en` nor `unofficial_text_fr`"
            )));
        }
    });
}

fn one_language(object: &JsonObject, language: &str, at: usize) -> Option<ImportedRow> {
    let key = |name: &str| format!("{name}_{language}");
    let text = words(object, &[&key("unofficial_text")])?;
    let citation = said(object, &[&key("citation")]);
    let named = citation.clone().unwrap_or_else(|| format!("row-{at}"));
    let mut row = ImportedRow {
        id: format!("{named}:{language}"),
        title: said(object, &[&key("name")]),
        text,
        ..ImportedRow::default()
    };
    row.set("style", row.title.clone());
    row.set("citation", citation);
    row.set("also_cited", said(object, &[&key("citation2")]));
    row.set("court", said(object, &["dataset"]));
    row.set("language", Some(language.to_owned()));
    row.set("date", day(said(object, &[&key("document_date")])));
    row.set("url", said(object, &[&key("url")]));
    Some(row)
}
