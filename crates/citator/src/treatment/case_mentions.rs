//! Where a text names decisions: by citation with the name, pinpoint and label around it, and by short name afterwards.

use std::ops::Range;

use jurat_text::citations::{Citation, CitationKind};

use super::MentionForm;
use crate::court_table::CourtTable;

jurat_text::word_lists! {
    "case_names" [en, fr];

    /// Words before a name that make it a person's and not a decision's.
    static PERSONS;

    /// Words before a name that make it a decision's.
    static LEADS;

    /// Sides of a cause that do not tell it from another: the state and its ministers.
    static STATES as written;
}

/// A decision named at a place.
#[derive(Debug, Clone)]
pub(crate) struct CaseMention {
    pub(crate) span: Range<usize>,
    /// Normal forms; those of the full citation for a short name.
    pub(crate) cited: Vec<String>,
    pub(crate) name: Option<String>,
    pub(crate) form: MentionForm,
    pub(crate) pinpoint: Option<String>,
}

/// A short name, and the decision it stands for from a place on.
struct ShortName {
    words: String,
    cited: Vec<String>,
    from: usize,
    /// The text itself says that it will call the decision so.
    declared: bool,
}

/// All mentions of a text, in order, without overlaps.
pub(crate) fn in_text(text: &str, courts: &CourtTable) -> Vec<CaseMention> {
    let citations = courts.extract(text, None);
    let (mut mentions, names) = by_citation(text, &citations);
    let full: Vec<Range<usize>> = mentions.iter().map(|one| one.span.clone()).collect();
    for name in &names {
        mentions.extend(by_short_name(text, name, &names, &full));
    }
    mentions.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    let mut kept: Vec<CaseMention> = Vec::with_capacity(mentions.len());
    for mention in mentions {
        if kept.last().is_none_or(|last| last.span.end <= mention.span.start) {
            kept.push(mention);
        }
    }
    kept
}

/// Whether it names a decision that can be cited again; a file number alone is none.
fn is_case(citation: &Citation) -> bool {
    citation.kind.is_decision() && citation.kind != CitationKind::Docket
}

fn by_citation(text: &str, citations: &[Citation]) -> (Vec<CaseMention>, Vec<ShortName>) {
    let mut mentions: Vec<CaseMention> = Vec::new();
    let mut names: Vec<ShortName> = Vec::new();
    let mut last_group = None;
    for (at, citation) in citations.iter().enumerate() {
        if !is_case(citation) {
            continue;
        }
        let pin = citations
            .get(at + 1)
            .filter(|next| next.kind == CitationKind::Pinpoint && next.group == citation.group);
        let end = pin.map_or(citation.whole.end, |pin| pin.span.end);
        if last_group == Some(citation.group)
            && let Some(mention) = mentions.last_mut()
        {
            mention.cited.extend(citation.normal.iter().cloned());
            mention.span.end = end;
            mention.pinpoint = mention.pinpoint.take().or_else(|| citation.pinpoint.clone());
        } else {
            let start = citation
                .name
                .as_ref()
                .map_or(citation.span.start, |name| name.span.start);
            mentions.push(CaseMention {
                span: start.min(citation.span.start)..end,
                cited: citation.normal.clone(),
                name: citation.name.as_ref().map(|name| name.text.clone()),
                form: MentionForm::Full,
                pinpoint: citation.pinpoint.clone(),
            });
        }
        last_group = Some(citation.group);
        if let Some(mention) = mentions.last_mut() {
            take_after(text, mention, &mut names);
        }
    }
    for mention in &mentions {
        let Some(party) = mention.name.as_deref().and_then(party_of) else { continue };
        names.push(ShortName {
            words: party,
            cited: mention.cited.clone(),
            from: mention.span.end,
            declared: false,
        });
    }
    (mentions, names)
}

/// Takes in `(CanLII)`, `[Vavilov]`, `(“Haqi”)` and a pinpoint after it.
fn take_after(text: &str, mention: &mut CaseMention, names: &mut Vec<ShortName>) {
    for _ in 0..3 {
        let rest = text.get(mention.span.end..).unwrap_or_default();
        let gap = rest.len() - rest.trim_start_matches([' ', '\u{a0}']).len();
        let after = &rest[gap..];
        let close = match after.chars().next() {
            Some('[') => ']',
            Some('(') => ')',
            _ => break,
        };
        let Some(end) = after.find(close).filter(|end| *end < 60) else { break };
        let inner = after[1..end].trim_matches([' ', '“', '”', '"', '«', '»', '\u{a0}']);
        let quoted = after[1..].starts_with(['“', '"', '«']);
        let label = inner.chars().next().is_some_and(char::is_uppercase)
            && !inner.chars().any(|c| c.is_ascii_digit())
            && (close == ']' || quoted);
        if label {
            names.push(ShortName {
                words: inner.to_owned(),
                cited: mention.cited.clone(),
                from: mention.span.end,
                declared: true,
            });
        } else if !matches!(
            inner,
            "CanLII" | "QL" | "SCC" | "CSC" | "FCA" | "CAF" | "FC" | "CF"
        ) {
            break;
        }
        mention.span.end += gap + end + 1;
        if let Some((end, numbers)) = pinpoint_after(text, mention.span.end) {
            mention.span.end = end;
            mention.pinpoint = mention.pinpoint.take().or(Some(numbers));
        }
    }
}

/// A pinpoint right after a place: its end, and the numbers.
fn pinpoint_after(text: &str, at: usize) -> Option<(usize, String)> {
    let rest = text.get(at..)?;
    let trimmed = rest.trim_start_matches([' ', ',', '\u{a0}', '\n']);
    let mark = PINPOINT_MARKS.iter().find(|mark| trimmed.starts_with(**mark))?;
    let after = trimmed[mark.len()..].trim_start_matches(['.', 's', ' ', '\u{a0}']);
    let numbers: String = after
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, '-' | '–'))
        .collect();
    if !numbers.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = text.len() - after.len() + numbers.len();
    Some((end, numbers.trim_end_matches(['-', '–']).replace('–', "-")))
}

/// Words before the number of a paragraph; longer ones first.
const PINPOINT_MARKS: &[&str] = &[
    "at paragraph",
    "at para",
    "at page",
    "aux paragraphes",
    "au paragraphe",
    "aux para",
    "au para",
    "aux par",
    "au par",
    "paragraph",
    "para",
    "par.",
    "à la page",
    "at",
];

/// The side of a name by which the decision is called for short.
fn party_of(name: &str) -> Option<String> {
    let sides = [" v ", " v. ", " c ", " c. "]
        .iter()
        .find_map(|between| name.split_once(between));
    let side = match sides {
        Some((first, second)) if is_state(first) => second,
        Some((first, _)) => first,
        None => name,
    };
    let side = side.split(" (").next().unwrap_or(side);
    let first = side.split([' ', ',']).find(|word| !word.is_empty())?;
    let word = first.trim_end_matches(['.', ',']);
    let fits = 4 <= word.chars().count()
        && word.chars().next().is_some_and(char::is_uppercase)
        && !is_state(word);
    fits.then(|| word.to_owned())
}

fn is_state(side: &str) -> bool {
    side.split([' ', '('])
        .next()
        .is_some_and(|first| STATES.contains(first))
}

/// Later places at which a decision is called by its short name.
fn by_short_name(
    text: &str,
    name: &ShortName,
    all: &[ShortName],
    full: &[Range<usize>],
) -> Vec<CaseMention> {
    let mut mentions = Vec::new();
    let Some(rest) = text.get(name.from..) else { return mentions };
    for (offset, _) in rest.match_indices(name.words.as_str()) {
        let start = name.from + offset;
        let end = start + name.words.len();
        // The nearest decision before that has this short name is meant.
        let newer = all.iter().any(|other| {
            other.words == name.words && name.from < other.from && other.from <= start
        });
        let taken = full.iter().any(|span| span.start < end && start < span.end);
        if newer || taken || !is_word(text, start, end) || is_person(text, start, end) {
            continue;
        }
        let pin = pinpoint_after(text, end);
        if !name.declared && pin.is_none() && !is_led(text, start) {
            continue;
        }
        let (end, pinpoint) = match pin {
            Some((end, numbers)) => (end, Some(numbers)),
            None => (end, None),
        };
        mentions.push(CaseMention {
            span: start..end,
            cited: name.cited.clone(),
            name: Some(name.words.clone()),
            form: MentionForm::Short,
            pinpoint,
        });
    }
    mentions
}

fn is_word(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    !before.is_some_and(|c| c.is_alphanumeric() || c == '-')
        && !after.is_some_and(|c| c.is_alphanumeric() || c == '-')
}

fn last_word(text: &str, start: usize) -> &str {
    let before = text[..start].trim_end();
    let from = before
        .rfind([' ', '\n', '(', '’', '\'', '\u{a0}'])
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    before[from..].trim_end_matches(['.', ','])
}

/// `Mr. Vavilov`, `Justice Vavilov`, `Vavilov’s passport`, `Vavilov v Canada`: the person, or another name.
fn is_person(text: &str, start: usize, end: usize) -> bool {
    let after = text[end..].trim_start_matches([' ', '\u{a0}']);
    let goes_on = [" v ", " v. ", " c ", " c. "]
        .iter()
        .any(|between| text[end..].starts_with(between))
        || after.starts_with("Estate");
    goes_on || PERSONS.contains(&last_word(text, start).to_lowercase())
}

/// Whether the word before says that a decision follows.
fn is_led(text: &str, start: usize) -> bool {
    LEADS.contains(&last_word(text, start).to_lowercase())
}

/// The short names that texts give decisions, gathered over several of them.
#[derive(Debug, Default)]
pub struct ShortNames {
    names: Vec<(String, Vec<String>)>,
}

impl ShortNames {
    /// Takes in the names of a text.
    pub fn gather(&mut self, text: &str, courts: &CourtTable) {
        let citations = courts.extract(text, None);
        let (mentions, names) = by_citation(text, &citations);
        let labels = names.into_iter().map(|name| (name.words, name.cited));
        self.names.extend(labels);
        let whole = mentions.into_iter().filter_map(|one| Some((one.name?, one.cited)));
        self.names.extend(whole);
    }

    /// The decision that a short form stands for: one whose label it is, else one whose name holds all its words.
    pub fn resolve(&self, short: &str) -> Option<&[String]> {
        let name = without_pinpoint(short);
        let exact = self.names.iter().rev().find(|(known, _)| known == name);
        let words: Vec<&str> =
            name.split([' ', '\u{a0}']).filter(|word| !word.is_empty()).collect();
        let holds = |known: &str| {
            let held: Vec<&str> = known.split([' ', '(', ')', ',', '\u{a0}']).collect();
            !words.is_empty() && words.iter().all(|word| held.contains(word))
        };
        let within = || self.names.iter().rev().find(|(known, _)| holds(known));
        exact.or_else(within).map(|(_, cited)| cited.as_slice())
    }
}

/// A short form without its paragraph: `Vavilov, at para 85`.
fn without_pinpoint(short: &str) -> &str {
    let end = [
        ", at ", " at ", ", para", " para", ", au ", " au ", ", aux ", " aux ", ", supra",
        ", above",
    ]
    .iter()
    .filter_map(|mark| short.find(mark))
    .min();
    short[..end.unwrap_or(short.len())].trim_matches([' ', ',', '(', '['])
}
