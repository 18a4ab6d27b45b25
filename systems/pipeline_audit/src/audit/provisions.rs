//! Provisions of laws as they are named in labels and texts, made comparable: `Art. 49`,
//! `artigo 49` and `art 49 do CDC` are one.

use std::{fmt, ops::Range};

use jurat_text::{
    Language,
    crossref::{CrossRef, ProvisionRange, ProvisionUnit, ReferencedLaw, cross_references},
};

use super::{AuditedHit, content_words::plain, provision_headings::own_headings};

/// A provision, or a range of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionMention {
    /// What it is called where it stands; `Section` for all that is counted in sections.
    unit: ProvisionUnit,
    /// Number and subdivisions, outermost first.
    path: Vec<String>,
    /// The last of a range.
    last: Option<String>,
    /// The law, as written, where it is named.
    law: Option<String>,
    /// Whether the unit tells nothing: the text has a bare number, or calls its articles by the word of another
    /// language.
    is_any_unit: bool,
    /// Where it stands in the text it was read from.
    pub span: Range<usize>,
    /// The same with the law, where that is named right after.
    pub whole: Range<usize>,
}

impl ProvisionMention {
    /// The provisions that a text names, in order. Linear in its length.
    pub fn all(text: &str) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for reference in cross_references(text) {
            if let Some(last) = found.last_mut()
                && last.takes_in(&reference, text)
            {
                continue;
            }
            found.extend(of_reference(&reference, text));
        }
        found
    }

    /// The first provision that a label names.
    pub fn of_label(label: &str) -> Option<Self> {
        Self::all(label).into_iter().next()
    }

    /// Whether `other` is this provision or lies within it: Art. 49 holds Art. 49, § 1º. A law that
    /// is not named agrees with any.
    pub fn holds(&self, other: &Self) -> bool {
        self.is_of_same_kind(other)
            && (self.has_number_of(other)
                && (self.last.is_some() || other.path.starts_with(&self.path))
                // Who names a range names each article in it.
                || other.last.is_some() && self.path.len() == 1 && other.has_number_of(self))
    }

    /// Whether the two have a number in common: one lies within the other.
    pub fn meets(&self, other: &Self) -> bool {
        self.holds(other) || other.holds(self)
    }

    fn is_of_same_kind(&self, other: &Self) -> bool {
        let laws = self.law.as_deref().zip(other.law.as_deref());
        let alike =
            self.is_any_unit && is_main(other.unit) || other.is_any_unit && is_main(self.unit);
        (self.unit == other.unit || alike) && laws.is_none_or(|(one, two)| same_law(one, two))
    }

    fn has_number_of(&self, other: &Self) -> bool {
        let (Some(first), Some(number)) = (self.path.first(), other.path.first()) else {
            return false;
        };
        match (&self.last, number.parse::<u64>()) {
            (Some(last), Ok(number)) => match (first.parse::<u64>(), last.parse::<u64>()) {
                (Ok(first), Ok(last)) => first <= number && number <= last,
                _ => false,
            },
            _ => first == number,
        }
    }

    /// Whether a reference right after this one is a part of it: `art. 7º, § 1º, inciso II`.
    fn takes_in(&mut self, next: &CrossRef, text: &str) -> bool {
        let gap = text.get(self.span.end..next.range.start).unwrap_or("x");
        let near = gap.len() <= 6
            && gap
                .chars()
                .all(|c| matches!(c, ',' | ' ' | '\u{a0}' | '.' | '-' | 'º' | '°'));
        let within = self.unit == ProvisionUnit::Article
            && matches!(
                next.unit,
                ProvisionUnit::Section | ProvisionUnit::Paragraph | ProvisionUnit::Item
            );
        let [path] = next.paths.as_slice() else { return false };
        if !near || !within || path.is_range() {
            return false;
        }
        self.path.extend(path.from.iter().cloned());
        self.span.end = next.range.end;
        self.read_on(text, next.tail.as_ref());
        true
    }

    /// Takes in what the grammar of references does not: `parágrafo único`, `caput`, and a law by
    /// its initials.
    fn read_on(&mut self, text: &str, tail: Option<&ReferencedLaw>) {
        let rest = &text[self.span.end..];
        let lead = rest.trim_start_matches([',', ' ', '\u{a0}']);
        let head: String = lead.chars().take(24).collect::<String>().to_lowercase();
        let head = plain(&head);
        // The only paragraph of an article, and its head, which is the article itself.
        let sole = SOLE_PARAGRAPH.iter().map(|words| (words, Some("único")));
        let mut named = sole.chain(ARTICLE_HEAD.iter().map(|words| (words, None)));
        if let Some((words, step)) = named.find(|(words, _)| head.starts_with(**words)) {
            self.path.extend(step.map(ToOwned::to_owned));
            let skipped = rest.len() - lead.len();
            let said: usize =
                lead.chars().take(words.chars().count()).map(char::len_utf8).sum();
            self.span.end += skipped + said;
        }
        self.whole.end = self.whole.end.max(self.span.end);
        let said = tail
            .filter(|tail| !tail.is_own)
            .map(|tail| (tail.of.clone(), tail.range.end));
        let law = said.or_else(|| {
            let (name, len) = initials(&text[self.span.end..])?;
            Some((name, self.span.end + len))
        });
        if let Some((name, end)) = law.filter(|_| self.law.is_none()) {
            self.law = Some(name);
            self.whole.end = end.max(self.whole.end);
        }
    }
}

jurat_text::word_lists! {
    "provision_words" [en, pt, fr];
    static LAW_WORDS;
    /// Between a provision and the initials of its law, the longer first.
    static BEFORE_INITIALS;
    static SOLE_PARAGRAPH;
    static ARTICLE_HEAD;
}

fn of_reference(reference: &CrossRef, text: &str) -> Vec<ProvisionMention> {
    let law = reference.tail.as_ref().filter(|tail| !tail.is_own);
    let mut all: Vec<ProvisionMention> = Vec::with_capacity(reference.paths.len());
    for path in &reference.paths {
        // `art. 5º, LXXIV`: an item, named by its number alone.
        if reference.unit == ProvisionUnit::Article
            && !is_numbered(&path.from)
            && let Some(article) = all.last_mut().filter(|one| is_numbered(&one.path))
        {
            article.path.extend(path.from.iter().cloned());
            continue;
        }
        all.push(ProvisionMention {
            unit: unit_of(reference.unit, &path.from),
            path: lettered(path),
            last: path
                .to
                .first()
                .filter(|_| path.is_range() && is_numbered(&path.to))
                .cloned(),
            law: law.map(|tail| tail.of.clone()),
            is_any_unit: is_part(reference.unit, &path.from),
            span: reference.range.clone(),
            whole: reference.range.clone(),
        });
    }
    if let Some(last) = all.last_mut() {
        last.law = None;
        last.read_on(text, reference.tail.as_ref());
    }
    all
}

/// `49-A` looks like a range from 49 to A and is an article of its own.
fn lettered(path: &ProvisionRange) -> Vec<String> {
    let mut steps = path.from.clone();
    if path.is_range()
        && !is_numbered(&path.to)
        && let (Some(number), Some(letter)) = (steps.first_mut(), path.to.first())
    {
        *number = format!("{number}-{letter}");
    }
    steps
}

fn is_numbered(path: &[String]) -> bool {
    path.first()
        .is_some_and(|step| step.starts_with(|c: char| c.is_ascii_digit()))
}

/// Subsections and numbered paragraphs are parts of sections: `subsection 25(1)` is section 25(1).
fn unit_of(unit: ProvisionUnit, path: &[String]) -> ProvisionUnit {
    if unit == ProvisionUnit::Subsection || is_part(unit, path) {
        ProvisionUnit::Section
    } else {
        unit
    }
}

/// Whether a provision is named by what is a part of it: `paragraphe 18(2)` and `alinéa 18(2)b)` lie in article 18 or in
/// section 18, as its law calls them.
fn is_part(unit: ProvisionUnit, path: &[String]) -> bool {
    use ProvisionUnit::{Item, Paragraph, Subsection};
    matches!(unit, Subsection | Paragraph | Item) && 1 < path.len() && is_numbered(path)
}

/// A law by its initials right after a provision, and the bytes up to its end: `do CDC`, `of the
/// GDPR`, `, LGPD`.
fn initials(rest: &str) -> Option<(String, usize)> {
    let rest = &rest[..rest.floor_char_boundary(rest.len().min(32))];
    let lead = rest.trim_start_matches([',', ' ', '\u{a0}', '(', '/', '-', '–']);
    let lead = BEFORE_INITIALS
        .iter()
        .find_map(|opener| lead.strip_prefix(opener)?.strip_prefix(' '))
        .unwrap_or(lead);
    let end = lead.find(|c: char| !c.is_alphanumeric()).unwrap_or(lead.len());
    let word = &lead[..end];
    let letters = word.chars().count();
    let capital = word.chars().all(char::is_uppercase) && (2..=8).contains(&letters);
    let roman = word.chars().all(|c| "IVXLCDM".contains(c));
    let named = capital && (!roman || word == "CDC" || word == "CC");
    named.then(|| (word.to_owned(), rest.len() - lead.len() + end))
}

/// Whether a unit is one that a law is counted in.
const fn is_main(unit: ProvisionUnit) -> bool {
    matches!(
        unit,
        ProvisionUnit::Section
            | ProvisionUnit::Article
            | ProvisionUnit::Rule
            | ProvisionUnit::Regulation
    )
}

/// Whether two names may be of one law. What is a number only (`Lei 8.078`) agrees with any.
pub(crate) fn same_law(one: &str, two: &str) -> bool {
    let (one, two) = (plain(&one.to_lowercase()), plain(&two.to_lowercase()));
    let numbered = |name: &str| name.contains(|c: char| c.is_ascii_digit());
    let bare = |name: &str| !name.contains(' ') && LAW_WORDS.contains(name);
    one == two
        || numbered(&one)
        || numbered(&two)
        || bare(&one)
        || bare(&two)
        || acronym(&one) == two
        || acronym(&two) == one
}

fn acronym(name: &str) -> String {
    name.split_whitespace()
        .filter(|word| 3 < word.chars().count() || word.len() == 1)
        .filter_map(|word| word.chars().next())
        .collect()
}

/// The provisions that a source is or names. A law does not name itself: what it refers to without
/// a law is its own.
pub(super) fn of_hit(hit: &AuditedHit, answer: Option<Language>) -> Vec<ProvisionMention> {
    let heads = [&hit.label, &hit.title].into_iter().flatten();
    let mut all: Vec<ProvisionMention> =
        heads.flat_map(|head| ProvisionMention::all(head)).collect();
    all.extend(own_headings(&hit.text).map(of_heading));
    all.extend(ProvisionMention::all(&hit.text));
    // A French answer calls article what an English law calls section.
    let own = || Language::of(&hit.text);
    let is_foreign = answer.is_some_and(|answer| own().is_some_and(|own| own != answer));
    for one in &mut all {
        one.is_any_unit |= is_foreign && is_main(one.unit);
        if one.law.is_none() {
            one.law.clone_from(&hit.law);
        }
    }
    all
}

/// A provision by the number that its own text begins with.
fn of_heading((number, span): (&str, Range<usize>)) -> ProvisionMention {
    ProvisionMention {
        unit: ProvisionUnit::Section,
        path: vec![number.to_owned()],
        last: None,
        law: None,
        is_any_unit: true,
        whole: span.clone(),
        span,
    }
}

impl fmt::Display for ProvisionMention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            ProvisionUnit::Article => "Art.",
            ProvisionUnit::Rule => "Rule",
            ProvisionUnit::Regulation => "Reg.",
            ProvisionUnit::Schedule => "Schedule",
            ProvisionUnit::Chapter => "Chapter",
            ProvisionUnit::Part => "Part",
            ProvisionUnit::Paragraph => "para.",
            ProvisionUnit::Item => "item",
            _ => "s.",
        };
        write!(f, "{unit} {}", self.path.join(", "))?;
        self.last.iter().try_for_each(|last| write!(f, "–{last}"))?;
        self.law.iter().try_for_each(|law| write!(f, " ({law})"))
    }
}

#[cfg(test)]
mod tests {
    use super::ProvisionMention;

    #[track_caller]
    fn check(expected: &str, text: &str, found: bool) {
        let wanted = ProvisionMention::of_label(expected);
        let all = ProvisionMention::all(text);
        let holds = wanted.is_some_and(|wanted| all.iter().any(|one| wanted.holds(one)));
        assert_eq!(holds, found, "{expected:?} in {text:?}: {all:?}");
    }

    #[test]
    fn ways_of_naming_an_article_agree() {
        for text in [
            "Art. 49",
            "art 49 do CDC",
            "artigo 49 da Lei 8.078/90",
            "Artigo 49, caput",
            "nos arts. 48 e 49.",
            "arts. 46 a 54 do Código",
            "l’article 49",
            "Article 49(1)",
            "Art. 49, § 1º",
            "art. 49, parágrafo único, do CDC",
        ] {
            check("Art. 49", text, true);
        }
        for text in
            ["Art. 49-A do CDC", "Art. 490", "Art. 4", "49 dias", "section 49", "inciso 49", ""]
        {
            check("Art. 49", text, false);
        }
    }

    #[test]
    fn a_part_is_not_its_whole() {
        check("Art. 49 parágrafo único", "o art. 49, parágrafo único, manda", true);
        check("Art. 49 parágrafo único", "o art. 49 manda", false);
        check("Art. 7º, § 1º, II", "art. 7º, § 1º, inciso II", true);
        check("s. 40(1)", "under subsection 40(1)(a)", true);
        check("art. 18(2)", "(par. 18(2))", true);
        check("art. 18(2)", "aux termes du paragraphe 18(2)", true);
        check("art. 12(2)", "selon l’alinéa 12(2)b)", true);
        check("art. 18(2)", "(par. 18(3))", false);
        check("Art. 5º, LXXIV", "o art. 5º, LXXIV, da Constituição", true);
        check("Art. 5º, LXXIV", "o art. 5º, XXXV, da Constituição", false);
        check("Art. 49-A", "conforme o art. 49-A do CDC", true);
        check("Art. 49-A", "conforme o art. 49-B do CDC", false);
    }

    #[test]
    fn another_law_is_another_article() {
        check("Art. 49 do CDC", "art. 49 do Código de Defesa do Consumidor", true);
        check("Art. 49 do CDC", "art. 49 do Código Civil", false);
        check("Art. 49 do CDC", "art. 49", true);
    }
}
