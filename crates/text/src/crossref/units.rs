//! Words and signs that name a unit of a law.

use serde::Serialize;

/// What kind of provision is referred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Section, s., § of a law that counts in sections.
    Section,
    /// Subsection.
    Subsection,
    /// Article, artigo.
    Article,
    /// Paragraph; the Portuguese § after an article.
    Paragraph,
    /// Subparagraph, clause, alinéa, inciso, alínea.
    Item,
    /// Rule.
    Rule,
    /// Regulation.
    Regulation,
    /// Schedule, annex, annexe, anexo.
    Schedule,
    /// Chapter.
    Chapter,
    /// Part, division, title.
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
pub(super) fn unit_at(text: &str) -> Option<(Unit, usize)> {
    if let Some(rest) = text.strip_prefix('§') {
        let twice = rest.strip_prefix('§').unwrap_or(rest);
        return Some((Unit::Section, text.len() - twice.len()));
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

const SHORT: &[(&str, Unit)] = &[
    ("s", Unit::Section),
    ("ss", Unit::Section),
    ("sec", Unit::Section),
    ("secs", Unit::Section),
    ("sect", Unit::Section),
    ("subs", Unit::Subsection),
    ("subd", Unit::Subsection),
    ("art", Unit::Article),
    ("arts", Unit::Article),
    ("para", Unit::Paragraph),
    ("paras", Unit::Paragraph),
    ("par", Unit::Paragraph),
    ("al", Unit::Item),
    ("inc", Unit::Item),
    ("cl", Unit::Item),
    ("r", Unit::Rule),
    ("rr", Unit::Rule),
    ("reg", Unit::Regulation),
    ("regs", Unit::Regulation),
    ("sch", Unit::Schedule),
    ("sched", Unit::Schedule),
    ("ch", Unit::Chapter),
    ("cap", Unit::Chapter),
    ("pt", Unit::Part),
    ("div", Unit::Part),
    ("tit", Unit::Part),
];

/// In the order of their bytes.
const LONG: &[(&str, Unit)] = &[
    ("alinéa", Unit::Item),
    ("alinéas", Unit::Item),
    ("alínea", Unit::Item),
    ("alíneas", Unit::Item),
    ("anexo", Unit::Schedule),
    ("annex", Unit::Schedule),
    ("annexe", Unit::Schedule),
    ("appendix", Unit::Schedule),
    ("article", Unit::Article),
    ("articles", Unit::Article),
    ("artigo", Unit::Article),
    ("artigos", Unit::Article),
    ("artikel", Unit::Article),
    ("capítulo", Unit::Chapter),
    ("chapitre", Unit::Chapter),
    ("chapter", Unit::Chapter),
    ("chapters", Unit::Chapter),
    ("clause", Unit::Item),
    ("clauses", Unit::Item),
    ("division", Unit::Part),
    ("inciso", Unit::Item),
    ("incisos", Unit::Item),
    ("paragraph", Unit::Paragraph),
    ("paragraphe", Unit::Paragraph),
    ("paragraphes", Unit::Paragraph),
    ("paragraphs", Unit::Paragraph),
    ("part", Unit::Part),
    ("partie", Unit::Part),
    ("parts", Unit::Part),
    ("parágrafo", Unit::Paragraph),
    ("parágrafos", Unit::Paragraph),
    ("regulation", Unit::Regulation),
    ("regulations", Unit::Regulation),
    ("rule", Unit::Rule),
    ("rules", Unit::Rule),
    ("règle", Unit::Rule),
    ("règles", Unit::Rule),
    ("schedule", Unit::Schedule),
    ("schedules", Unit::Schedule),
    ("section", Unit::Section),
    ("sections", Unit::Section),
    ("subclause", Unit::Item),
    ("subparagraph", Unit::Item),
    ("subparagraphs", Unit::Item),
    ("subrule", Unit::Subsection),
    ("subsection", Unit::Subsection),
    ("subsections", Unit::Subsection),
    ("title", Unit::Part),
    ("titre", Unit::Part),
];

#[cfg(test)]
mod tests {
    use super::LONG;

    #[test]
    fn names_are_sorted() {
        assert!(LONG.is_sorted_by_key(|(name, _)| *name));
    }
}
