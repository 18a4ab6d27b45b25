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
        ("court/badge", include_str!("court/badge.rs")),
        ("court/html", include_str!("court/html.rs")),
        ("court/html/court.css", include_str!("court/html/court.css")),
        ("court/html/criterion", include_str!("court/html/criterion.rs")),
        ("court/html/facts", include_str!("court/html/facts.rs")),
        ("court/html/plot", include_str!("court/html/plot.rs")),
        ("court/json", include_str!("court/json.rs")),
        ("court/markdown", include_str!("court/markdown.rs")),
        ("court/markdown/appendix", include_str!("court/markdown/appendix.rs")),
        ("court/markdown/criterion", include_str!("court/markdown/criterion.rs")),
        ("court/markdown/page", include_str!("court/markdown/page.rs")),
        ("court/pdf", include_str!("court/pdf.rs")),
        ("court/pdf/court.typ", include_str!("court/pdf/court.typ")),
        ("court/pdf/rows", include_str!("court/pdf/rows.rs")),
        ("court/pdf/sheet", include_str!("court/pdf/sheet.rs")),
        ("court/sarif", include_str!("court/sarif.rs")),
        ("court/sarif/log", include_str!("court/sarif/log.rs")),
        ("court/words", include_str!("court/words.rs")),
        ("escape", include_str!("escape.rs")),
        ("view", include_str!("view.rs")),
        ("words", include_str!("words.rs")),
    ]
}
