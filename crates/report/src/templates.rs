//! What decides how a report looks, so that two makers of reports can be told apart.

use crate::{answer, court};

/// Everything that formats are made of, by name: the same texts give the same bytes.
pub fn templates() -> Vec<(&'static str, &'static str)> {
    let own = [
        ("json", include_str!("formats/json.rs")),
        ("court/badge", include_str!("court/badge.rs")),
        ("court/exhibits", include_str!("court/exhibits.rs")),
        ("court/json", include_str!("court/json.rs")),
        ("court/pick", include_str!("court/pick.rs")),
        ("court/sarif", include_str!("court/sarif.rs")),
        ("court/sarif/log", include_str!("court/sarif/log.rs")),
        ("court/words", include_str!("court/words.rs")),
        ("view", include_str!("view.rs")),
    ];
    let documents = jurat_document::templates().into_iter();
    let answers = answer::templates().into_iter();
    documents
        .chain(answers)
        .chain(court::templates())
        .chain(own)
        .collect()
}
