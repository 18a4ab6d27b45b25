//! Words and signs that name a unit of a law.

use serde::Serialize;

/// What kind of provision is referred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProvisionUnit {
    /// Section, s., § of a law that counts in sections.
    Section,
    Subsection,
    Article,
    /// Paragraph; the Portuguese § after an article.
    Paragraph,
    /// Subparagraph, clause, alinéa, inciso, alínea.
    Item,
    Rule,
    Regulation,
    /// Schedule, annex, annexe, anexo.
    Schedule,
    Chapter,
    Part,
}

/// Whether a unit's name may begin with this byte.
pub(super) const fn may_begin(byte: u8) -> bool {
    matches!(
        byte.to_ascii_lowercase(),
        b's' | b'a' | b'p' | b'r' | b'c' | b'i' | b'd' | b'o' | b't'
    )
}

/// The unit that a text begins by naming, and the bytes of the name.
pub(super) fn unit_at(text: &str) -> Option<(ProvisionUnit, usize)> {
    if let Some(rest) = text.strip_prefix('§') {
        let twice = rest.strip_prefix('§').unwrap_or(rest);
        return Some((ProvisionUnit::Section, text.len() - twice.len()));
    }
    let head = &text[..text.floor_char_boundary(text.len().min(24))];
    let len = head.find(|c: char| !c.is_alphabetic()).unwrap_or(head.len());
    let word = head[..len].to_lowercase();
    let point = usize::from(text[len..].starts_with('.'));
    let short = SHORT.iter().find(|(name, _)| *name == word).filter(|_| point == 1);
    if let Some((_, unit)) = short {
        return Some((*unit, len + 1));
    }
    // `s 5` and `art 5`, as Australians write.
    let bare =
        matches!(word.as_str(), "s" | "ss" | "art" | "reg") && follows_number(&text[len..]);
    if bare {
        let unit = SHORT.iter().find(|(name, _)| *name == word)?.1;
        return Some((unit, len));
    }
    let long = LONG.binary_search_by(|(name, _)| (*name).cmp(word.as_str())).ok()?;
    (point == 0).then_some((LONG[long].1, len))
}

fn follows_number(rest: &str) -> bool {
    let mut chars = rest.chars();
    matches!(chars.next(), Some(' ' | '\u{a0}'))
        && chars.next().is_some_and(|c| c.is_ascii_digit())
}

const SHORT: &[(&str, ProvisionUnit)] = &[
    ("s", ProvisionUnit::Section),
    ("ss", ProvisionUnit::Section),
    ("sec", ProvisionUnit::Section),
    ("secs", ProvisionUnit::Section),
    ("sect", ProvisionUnit::Section),
    ("subs", ProvisionUnit::Subsection),
    ("subd", ProvisionUnit::Subsection),
    ("art", ProvisionUnit::Article),
    ("arts", ProvisionUnit::Article),
    ("para", ProvisionUnit::Paragraph),
    ("paras", ProvisionUnit::Paragraph),
    ("par", ProvisionUnit::Paragraph),
    ("al", ProvisionUnit::Item),
    ("inc", ProvisionUnit::Item),
    ("cl", ProvisionUnit::Item),
    ("r", ProvisionUnit::Rule),
    ("rr", ProvisionUnit::Rule),
    ("reg", ProvisionUnit::Regulation),
    ("regs", ProvisionUnit::Regulation),
    ("sch", ProvisionUnit::Schedule),
    ("sched", ProvisionUnit::Schedule),
    ("ch", ProvisionUnit::Chapter),
    ("cap", ProvisionUnit::Chapter),
    ("pt", ProvisionUnit::Part),
    ("div", ProvisionUnit::Part),
    ("tit", ProvisionUnit::Part),
];

/// In the order of their bytes.
const LONG: &[(&str, ProvisionUnit)] = &[
    ("alinéa", ProvisionUnit::Item),
    ("alinéas", ProvisionUnit::Item),
    ("alínea", ProvisionUnit::Item),
    ("alíneas", ProvisionUnit::Item),
    ("anexo", ProvisionUnit::Schedule),
    ("annex", ProvisionUnit::Schedule),
    ("annexe", ProvisionUnit::Schedule),
    ("appendix", ProvisionUnit::Schedule),
    ("article", ProvisionUnit::Article),
    ("articles", ProvisionUnit::Article),
    ("artigo", ProvisionUnit::Article),
    ("artigos", ProvisionUnit::Article),
    ("artikel", ProvisionUnit::Article),
    ("capítulo", ProvisionUnit::Chapter),
    ("chapitre", ProvisionUnit::Chapter),
    ("chapter", ProvisionUnit::Chapter),
    ("chapters", ProvisionUnit::Chapter),
    ("clause", ProvisionUnit::Item),
    ("clauses", ProvisionUnit::Item),
    ("division", ProvisionUnit::Part),
    ("inciso", ProvisionUnit::Item),
    ("incisos", ProvisionUnit::Item),
    ("paragraph", ProvisionUnit::Paragraph),
    ("paragraphe", ProvisionUnit::Paragraph),
    ("paragraphes", ProvisionUnit::Paragraph),
    ("paragraphs", ProvisionUnit::Paragraph),
    ("part", ProvisionUnit::Part),
    ("partie", ProvisionUnit::Part),
    ("parts", ProvisionUnit::Part),
    ("parágrafo", ProvisionUnit::Paragraph),
    ("parágrafos", ProvisionUnit::Paragraph),
    ("regulation", ProvisionUnit::Regulation),
    ("regulations", ProvisionUnit::Regulation),
    ("rule", ProvisionUnit::Rule),
    ("rules", ProvisionUnit::Rule),
    ("règle", ProvisionUnit::Rule),
    ("règles", ProvisionUnit::Rule),
    ("schedule", ProvisionUnit::Schedule),
    ("schedules", ProvisionUnit::Schedule),
    ("section", ProvisionUnit::Section),
    ("sections", ProvisionUnit::Section),
    ("subclause", ProvisionUnit::Item),
    ("subparagraph", ProvisionUnit::Item),
    ("subparagraphs", ProvisionUnit::Item),
    ("subrule", ProvisionUnit::Subsection),
    ("subsection", ProvisionUnit::Subsection),
    ("subsections", ProvisionUnit::Subsection),
    ("title", ProvisionUnit::Part),
    ("titre", ProvisionUnit::Part),
];

#[cfg(test)]
mod tests {
    use super::LONG;

    #[test]
    fn names_are_sorted() {
        assert!(LONG.is_sorted_by_key(|(name, _)| *name));
    }
}
