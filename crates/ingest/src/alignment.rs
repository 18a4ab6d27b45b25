//! Which part of an English act is which part of the French one.
//!
//! The two carry different ids, so provisions are matched by their labels, definitions by the terms
//! that each gives in both languages, and headings by the first provision below them.

use std::collections::BTreeMap;

use jurat_model::{PartKind, Rendition, RenditionPart};

/// Pairs of indexes into the parts of both, in order of the English ones.
pub fn aligned(en: &Rendition, fr: &Rendition) -> Vec<(usize, usize)> {
    let french: BTreeMap<AlignmentKey, usize> = keys(fr, ActLanguage::French).collect();
    keys(en, ActLanguage::English)
        .filter_map(|(key, at)| french.get(&key).map(|other| (at, *other)))
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ActLanguage {
    English,
    French,
}

/// What both languages have in common about a part, and which of several like it it is.
type AlignmentKey = (PartSignature, usize);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum PartSignature {
    Provision(Vec<String>),
    /// Over a provision, at a depth; whether it is the words or what they stand over.
    Heading(u8, PartKind, Vec<String>),
}

fn keys(
    rendition: &Rendition,
    side: ActLanguage,
) -> impl Iterator<Item = (AlignmentKey, usize)> {
    let mut shapes: Vec<Option<PartSignature>> = vec![None; rendition.parts.len()];
    let mut terms = BTreeMap::new();
    for (at, part) in rendition.parts.iter().enumerate() {
        if !is_heading(&rendition.parts, at) {
            shapes[at] =
                provision(rendition, part, side, &mut terms).map(PartSignature::Provision);
        }
    }
    let mut below: Vec<String> = Vec::new();
    for at in (0..shapes.len()).rev() {
        match &shapes[at] {
            Some(PartSignature::Provision(words)) => below.clone_from(words),
            _ if is_heading(&rendition.parts, at) => {
                let part = &rendition.parts[at];
                shapes[at] = Some(PartSignature::Heading(part.depth, part.kind, below.clone()));
            }
            _ => {}
        }
    }
    let mut seen: BTreeMap<PartSignature, usize> = BTreeMap::new();
    shapes.into_iter().enumerate().filter_map(move |(at, shape)| {
        let count = seen.entry(shape.clone()?).or_default();
        *count += 1;
        Some(((shape?, *count), at))
    })
}

/// The words of a heading, or the section that they stand over.
fn is_heading(parts: &[RenditionPart], at: usize) -> bool {
    let part = &parts[at];
    let over = |next: &&RenditionPart| {
        next.kind == PartKind::Heading
            && next.span.start == part.span.start
            && next.depth == part.depth
    };
    part.kind == PartKind::Heading
        || (part.kind == PartKind::Section && parts.get(at + 1).as_ref().is_some_and(over))
}

/// A label in words that both languages share. `terms` remembers how definitions were named.
fn provision(
    rendition: &Rendition,
    part: &RenditionPart,
    side: ActLanguage,
    terms: &mut BTreeMap<String, Vec<String>>,
) -> Option<Vec<String>> {
    let label = part.label.as_deref()?;
    let Some((before, rest)) = label.rsplit_once('”') else {
        return Some(shared_words(label));
    };
    let named = &label[..before.len() + '”'.len_utf8()];
    if rest.is_empty() {
        let place = label.split('“').next().unwrap_or_default();
        let own = part.title.as_deref().unwrap_or_default().to_lowercase();
        let other = other_term(part.span.of(&rendition.text).unwrap_or_default());
        let other = other.unwrap_or_default().to_lowercase();
        let (english, french) = match side {
            ActLanguage::English => (own, other),
            ActLanguage::French => (other, own),
        };
        let mut words = shared_words(place);
        words.extend([english, french]);
        terms.insert(named.to_owned(), words);
    }
    let mut words = terms.get(named)?.clone();
    words.extend(shared_words(rest));
    Some(words)
}

/// A definition ends with the other language's term in brackets.
fn other_term(definition: &str) -> Option<&str> {
    let inner = definition.trim_end().strip_suffix(')')?;
    Some(inner[inner.rfind('(')? + 1..].trim())
}

fn shared_words(label: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(label.len() + 8);
    let mut after_digit = false;
    for letter in label.chars() {
        // French writes 2a) for 2(a).
        if after_digit && letter.is_alphabetic() {
            spaced.push(' ');
        }
        after_digit = letter.is_ascii_digit();
        spaced.push(letter);
    }
    spaced
        .split(|letter: char| !letter.is_alphanumeric() && letter != '.')
        .map(|word| word.trim_matches('.').to_lowercase())
        .filter(|word| !word.is_empty())
        .map(|word| match word.as_str() {
            "et" => "and".to_owned(),
            "à" => "to".to_owned(),
            "annexe" => "schedule".to_owned(),
            "ch" => "c".to_owned(),
            "partie" => "part".to_owned(),
            "dors" => "sor".to_owned(),
            // What a unit is called, and that it was amended, is said differently.
            "s" | "ss" | "art" | "par" | "al" | "as" | "amended" | "by" | "modifié"
            | "modifiée" | "version" | "modifiés" => String::new(),
            _ => word,
        })
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{other_term, shared_words};

    #[track_caller]
    fn check(english: &str, french: &str) {
        assert_eq!(shared_words(english), shared_words(french));
    }

    #[test]
    fn labels_agree_across_languages() {
        check("40(1)(a)(ii)", "40(1)a)(ii)");
        check("211 to 214", "211 à 214");
        check("13(2) and (3)", "13(2) et (3)");
        check("SCHEDULE 1, 2(a)", "ANNEXE 1, 2a)");
        check("2014, c. 39, s. 311(2)", "2014, ch. 39, par. 311(2)");
        check(
            "2010, c. 8, s. 33, as amended by 2012, c. 17, s. 66",
            "2010, ch. 8, art. 33, modifié par 2012, ch. 17, art. 66",
        );
    }

    #[test]
    fn numbers_with_points_stay_apart() {
        assert_ne!(shared_words("20.1(2)"), shared_words("20(1.2)"));
    }

    #[test]
    fn the_other_term_stands_in_the_last_brackets() {
        assert_eq!(other_term("ferry means (a) a boat. (traversier)"), Some("traversier"));
        assert_eq!(other_term("ferry means a boat."), None);
        assert_eq!(other_term(")"), None);
    }
}
