//! The marks that show a heading or the first line of a section.

use crate::leading_marks;

/// The level of a Markdown heading; none of anything else.
pub(super) fn level(words: &str) -> usize {
    let level = words.len() - words.trim_start_matches('#').len();
    if level <= 6 && words[level..].starts_with([' ', '\t']) { level } else { 0 }
}

/// `40 (1) An officer`, `1088.` alone on its line, `Section 40. The clerk`, `Art. 5 O`.
pub(super) fn begins_section(words: &str) -> bool {
    const UNITS: [&str; 8] = [
        "Section ",
        "Sec. ",
        "Article ",
        "Art. ",
        "Artigo ",
        "Rule ",
        "Regulation ",
        "SECTION ",
    ];
    let unit = UNITS.iter().find_map(|unit| words.strip_prefix(unit));
    let rest = unit.unwrap_or(words).trim_start();
    let Some(len) = leading_marks::number(rest) else { return false };
    let after = &rest[len..];
    let line = after.lines().next().unwrap_or_default();
    let alone = line.trim() == "." && after.contains('\n');
    let counted = after.starts_with(' ') && after.trim_start().starts_with("(1)");
    let named = unit.is_some() && {
        let next = after.trim_start_matches(['.', ':', '-', '–', '—', ' ', 'º', '°']);
        next.len() < after.len() && next.starts_with(|c: char| c.is_uppercase() || c == '(')
    };
    alone || counted || named
}

#[cfg(test)]
mod tests {
    use super::{begins_section, level};

    #[test]
    fn sections_begin_with_their_numbers() {
        for words in [
            "40 (1) An officer shall",
            "18.1 (1) La catégorie",
            "1088.\n\nEach employer",
            "Section 40. The clerk",
            "Art. 5º O guarda",
        ] {
            assert!(begins_section(words), "{words}");
        }
        for words in
            ["Section 40 applies", "40 days are enough", "(1) An officer", "1088.5 of it", ""]
        {
            assert!(!begins_section(words), "{words}");
        }
    }

    #[test]
    fn signs_alone_make_a_level() {
        assert_eq!((level("## § 4 Bells"), level("#bells"), level("Bells")), (2, 0, 0));
    }
}
