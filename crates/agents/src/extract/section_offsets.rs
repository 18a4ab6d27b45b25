//! Where the sections of a text begin.

use std::collections::BTreeMap;

use jurat_text::leading_marks;

/// Where each section of a text begins.
pub(super) struct SectionOffsets {
    pub(super) by_number: BTreeMap<String, usize>,
    /// All beginnings in order.
    pub(super) starts: Vec<usize>,
}

impl SectionOffsets {
    /// Headings go before lines that merely begin with a number.
    pub(super) fn of(text: &str) -> Self {
        let (mut headed, mut bare) = (BTreeMap::new(), BTreeMap::new());
        let mut starts = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if let Some((label, is_headed)) = label(line.trim()) {
                starts.push(at);
                let found = if is_headed { &mut headed } else { &mut bare };
                found.entry(label).or_insert(at);
            }
            at += line.len();
        }
        for (label, at) in bare {
            headed.entry(label).or_insert(at);
        }
        Self { by_number: headed, starts }
    }
}

const UNITS: [(&str, &str); 13] = [
    ("§", ""),
    ("section ", ""),
    ("sec. ", ""),
    ("article ", ""),
    ("art. ", ""),
    ("artigo ", ""),
    ("rule ", ""),
    ("regulation ", ""),
    ("chapter ", "chapter "),
    ("part ", "part "),
    ("division ", "part "),
    ("title ", "part "),
    ("schedule ", "schedule "),
];

/// The label of a section that a line begins, and whether the line says so by more than a number.
fn label(line: &str) -> Option<(String, bool)> {
    let heading = line.trim_start_matches('#').trim_start();
    let is_heading = heading.len() < line.len();
    let head = heading[..heading.floor_char_boundary(heading.len().min(12))].to_lowercase();
    let unit = UNITS.iter().find(|(name, _)| head.starts_with(name));
    let rest = unit.map_or(heading, |(name, _)| heading[name.len()..].trim_start());
    let len = leading_marks::number(rest)?;
    let number = rest[..len].to_lowercase();
    let after = &rest[len..];
    let prefix = unit.map_or("", |(_, prefix)| prefix);
    if is_heading || unit.is_some() && ends_label(after) {
        return Some((format!("{prefix}{number}"), true));
    }
    // `1088.` alone on its line, and `40 (1) An officer`.
    let alone = unit.is_none() && after.trim() == ".";
    let counted = unit.is_none() && after.trim_start().starts_with("(1)");
    (alone || counted).then_some((number, false))
}

/// `Section 40.`, `Section 40 Fees`, and not `Section 40 applies` or `Section 40, which`.
fn ends_label(after: &str) -> bool {
    let rest = after.trim_start_matches(['.', ':', '-', '–', '—', ' ']);
    rest.is_empty()
        || (after.starts_with(['.', ':', ' ', '-', '–', '—'])
            && rest.starts_with(|c: char| c.is_uppercase() || c == '('))
}

#[cfg(test)]
mod tests {
    use super::label;

    #[track_caller]
    fn check(line: &str, expected: Option<&str>) {
        assert_eq!(label(line).map(|(label, _)| label).as_deref(), expected, "{line}");
    }

    #[test]
    fn sections_are_known_by_their_numbers() {
        check("## § 12.04.030 Client records", Some("12.04.030"));
        check("## 4.2.1 Assessment standards", Some("4.2.1"));
        check("Section 40.", Some("40"));
        check("Section 40. The clerk keeps the seal.", Some("40"));
        check("40 (1) The clerk keeps the seal.", Some("40"));
        check("1088.5.", Some("1088.5"));
        check("# Chapter 12.04 Client records", Some("chapter 12.04"));
        check("PART 3", Some("part 3"));
        check("Section 40 applies to the clerk.", None);
        check("40 days are enough.", None);
        check("", None);
    }
}
