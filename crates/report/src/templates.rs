//! What decides how a report looks, so that two makers of reports can be told apart.

/// Everything that formats are made of, by name: the same texts give the same bytes.
pub fn templates() -> Vec<(&'static str, &'static str)> {
    vec![
        ("html", include_str!("formats/html.rs")),
        ("html/page.css", include_str!("formats/html/page.css")),
        ("html/sections", include_str!("formats/html/sections.rs")),
        ("json", include_str!("formats/json.rs")),
        ("markdown", include_str!("formats/markdown.rs")),
        ("pdf", include_str!("formats/pdf.rs")),
        ("pdf/page.typ", include_str!("formats/pdf/page.typ")),
        ("pdf/sheet", include_str!("formats/pdf/sheet.rs")),
        ("escape", include_str!("escape.rs")),
        ("view", include_str!("view.rs")),
        ("words", include_str!("words.rs")),
    ]
}
