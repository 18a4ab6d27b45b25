//! Whether the end of a line ends a sentence, and what a line looks like.

use super::{
    SentenceEnding,
    enumerators::{EnumeratorStyle, ListEnumerator, enumerator},
};
use crate::limiting_words::limiting;

crate::word_lists! {
    "line_ends" [en, fr, pt, de];

    /// Words that stand between the last items of a list.
    pub(super) static CONJUNCTIONS;
    static REFERRING;
}

/// Longer lines are no headings.
const LONGEST_HEADING: usize = 200;

/// How a stretch ends at the end of a line, if it does. `gap` is the white space from there to
/// `next`; `expects` says whether a mark goes on with a list that is open.
pub(super) fn ending(
    stretch: &str,
    gap: &str,
    next: &str,
    expects: &dyn Fn(&ListEnumerator) -> bool,
) -> Option<SentenceEnding> {
    let breaks = gap
        .bytes()
        .take(256)
        .filter(|byte| matches!(byte, b'\n' | 0x0C))
        .count();
    let blank = 2 <= breaks;
    if let Some(mark) = enumerator(next)
        && begins_item(stretch, blank, next, &mark, expects)
    {
        let leads = mark.is_first() && is_open(stretch) && !(blank && is_heading(stretch));
        return Some(if leads { SentenceEnding::BeforeList } else { SentenceEnding::Line });
    }
    if blank {
        let goes_on = is_open(stretch) && next.starts_with(char::is_lowercase);
        return (!goes_on).then_some(SentenceEnding::Line);
    }
    let last = last_line(stretch);
    let begins = next.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    let titled = is_title(last) && !is_title(first_line(next));
    let ends = begins && (titled || leads_on(stretch)) || next.starts_with('#');
    ends.then_some(SentenceEnding::Line)
}

/// Whether what follows the last item of a list begins on the next line, and limits all items: `unless`, `whichever`.
pub(super) fn ends_list(stretch: &str, next: &str) -> bool {
    let joins = |word: &str| matches!(word, "or" | "nor" | "ou" | "ni" | "nem");
    next.starts_with(char::is_lowercase)
        && stretch.ends_with([',', ';'])
        && limiting(next).is_some_and(|word| stretch.ends_with(';') || !joins(word))
}

/// Whether a mark at the head of a line begins an item, and is not the rest of a reference that
/// the line's end has cut: `subsection / (2)`.
fn begins_item(
    stretch: &str,
    blank: bool,
    next: &str,
    mark: &ListEnumerator,
    expects: &dyn Fn(&ListEnumerator) -> bool,
) -> bool {
    if blank || mark.style == EnumeratorStyle::Bullet {
        return true;
    }
    if next.starts_with('[') {
        return !refers(stretch);
    }
    if !is_open(stretch) || ends_item(stretch) || expects(mark) && !refers(stretch) {
        return true;
    }
    let begins = || {
        let rest = next[mark.len..].trim_start();
        rest.starts_with(|c: char| c.is_uppercase() || c == '(' || c == '"' || c == '“')
    };
    match mark.style {
        EnumeratorStyle::Number | EnumeratorStyle::Provision | EnumeratorStyle::Capital => {
            !refers(stretch) && begins() && (is_short(stretch) || is_title(last_line(stretch)))
        }
        _ => mark.is_first() && !refers(stretch),
    }
}

fn is_short(stretch: &str) -> bool {
    stretch.len() <= 60
}

/// Whether a stretch has no mark that ends it.
fn is_open(stretch: &str) -> bool {
    !bare(stretch).ends_with(['.', '!', '?', ':', ';', '…'])
}

fn ends_item(stretch: &str) -> bool {
    let tail = bare(stretch);
    let conjunction = CONJUNCTIONS.iter().any(|word| {
        let before = tail.strip_suffix(word).map(str::trim_end);
        before.is_some_and(|before| before.ends_with([',', ';']))
    });
    conjunction || tail.ends_with([',', '—', '–'])
}

/// A stretch without the quotes and brackets that close it.
fn bare(stretch: &str) -> &str {
    stretch.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']'])
}

/// Whether a stretch ends in a word that wants a number: `under subsection`.
fn refers(stretch: &str) -> bool {
    let last = stretch.rsplit(|c: char| c.is_whitespace()).next().unwrap_or(stretch);
    let word = last.trim_matches(|c: char| !c.is_alphabetic());
    let numbered = last.ends_with(|c: char| c.is_ascii_digit());
    numbered || REFERRING.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether a stretch leads into what follows: it ends in a colon or a dash.
pub(super) fn leads_on(stretch: &str) -> bool {
    stretch.ends_with([':', '—', '–']) || stretch.ends_with(" -")
}

/// Whether a line without end looks like a heading.
pub(super) fn is_heading(stretch: &str) -> bool {
    stretch.len() <= LONGEST_HEADING
        && is_open(stretch)
        && !stretch.ends_with([',', '—', '–', '-'])
        && !stretch.starts_with(|c: char| c.is_lowercase())
}

/// Whether a line could be nothing but a heading: in capitals, or `Part 3`.
fn is_title(line: &str) -> bool {
    if LONGEST_HEADING < line.len() || !is_open(line) || line.ends_with([',', '—']) {
        return false;
    }
    if line.starts_with('#') {
        return true;
    }
    let mut letters = line.chars().filter(|c| c.is_alphabetic());
    let capitals = letters.clone().take(4).count() == 4 && letters.all(char::is_uppercase);
    capitals || divides(line)
}

/// Whether the last line of a text is marked as a heading: `## `.
pub(super) fn is_marked_heading(text: &str) -> bool {
    let line = last_line(text);
    let marks = line.len() - line.trim_start_matches('#').len();
    (1..=6).contains(&marks) && line[marks..].starts_with(' ')
}

/// Whether a line names a part, a chapter or the like by its number.
pub(crate) fn divides(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let named =
        ["part", "division", "chapter", "title", "partie", "titre", "chapitre", "título"]
            .iter()
            .chain(&[
                "capítulo",
                "seção",
                "livro",
                "schedule",
                "annex",
                "annexe",
                "abschnitt",
                "teil",
            ])
            .any(|word| first.eq_ignore_ascii_case(word));
    let numbered = words.next().is_some_and(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.starts_with(|c: char| c.is_ascii_digit())
            || !bare.is_empty() && bare.chars().all(|c| "IVXLC".contains(c))
    });
    named && numbered && words.count() <= 8 && first.starts_with(char::is_uppercase)
}

fn first_line(text: &str) -> &str {
    let end = text.bytes().take(LONGEST_HEADING + 1).position(|byte| byte == b'\n');
    let len = end.unwrap_or_else(|| text.floor_char_boundary(LONGEST_HEADING + 1));
    text[..len].trim_end()
}

fn last_line(stretch: &str) -> &str {
    let low = stretch.floor_char_boundary(stretch.len().saturating_sub(LONGEST_HEADING + 1));
    let tail = &stretch[low..];
    tail.rsplit('\n').next().unwrap_or(tail).trim()
}
