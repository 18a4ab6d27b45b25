//! Places of which the text is still to come.

/// Whether a stretch of text says nothing but that its text is missing.
pub(super) fn is_placeholder(stretch: &str) -> bool {
    let bare = stretch
        .trim()
        .trim_matches(|c: char| matches!(c, '[' | ']' | '(' | ')' | '.' | '*' | '<' | '>'))
        .trim()
        .to_lowercase();
    let enclosed = stretch.trim().starts_with('[') || stretch.trim().starts_with('<');
    let opens = |words: &[&str]| words.iter().any(|word| bare.starts_with(word));
    ALONE.contains(&bare) || enclosed && opens(&OPENING)
}

jurat_text::word_lists! {
    "placeholders" [en, fr, pt];

    /// Stretches that are placeholders as they stand.
    static ALONE;

    /// What a placeholder in brackets begins with.
    static OPENING;
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn only_missing_text_is_a_placeholder() {
        for yes in [
            "[Placeholder: text of § 4 to be supplied]",
            "[To be supplied]",
            "TBD",
            "tbd.",
            "[TBD]",
        ] {
            assert!(is_placeholder(yes), "{yes}");
        }
        for no in
            ["The date is to be determined by the clerk.", "[Repealed]", "A placeholder is"]
        {
            assert!(!is_placeholder(no), "{no}");
        }
    }
}
