//! Titles of acts, codes, regulations and rules, read by how titles are built.
//!
//! English titles end in their head word and are read backwards from it; French ones begin with it
//! and are read forwards. A title stops where the words no longer fit one.

use super::{
    CitationKind, CitationMatch,
    authority_tables::INSTRUMENTS,
    cursor::{
        before, byte, closes, digits, gap, gap_back, opens, squeezed, word_end, word_start,
        words,
    },
};

crate::word_lists! {
    "act_titles" [en, fr];

    /// Words that end an English title.
    pub(super) static HEADS as written;

    /// Small words within English titles.
    static LINKS;

    /// Capital words that may stand before a title and are no part of it.
    static OPENERS as written;

    /// Capital words that make no title with `Code`, `Rules`, `Act` or `Order` alone.
    static NOT_LEGAL as written;

    /// Words before which a long title ends.
    static VERBS;

    /// Words behind the head of a French title.
    static OPEN;
}
/// Words that begin a French title.
pub(super) const FRENCH_HEADS: &[&str] = &["Loi ", "Règlement ", "Décret ", "Ordonnance "];

/// The most words that a title may have.
const MOST_WORDS: usize = 16;

/// Whether a name in the table of instruments is looked for as it stands: those that the grammar
/// of English titles does not read.
pub(super) fn stands_alone(name: &str) -> bool {
    let spelt = name.contains(' ') && 10 < name.len();
    let digits = name.bytes().any(|byte| byte.is_ascii_digit());
    spelt && !digits && !HEADS.iter().any(|head| name.ends_with(head))
}

/// A title of the table.
pub(super) fn whole(text: &[u8], start: usize, end: usize) -> Option<CitationMatch> {
    closes(text, end).then(|| titled(text, start, end))
}

/// The English title whose head word stands at `head..head_end`; it begins at `floor` or later.
pub(super) fn english(
    text: &[u8],
    head: usize,
    head_end: usize,
    floor: usize,
) -> Option<CitationMatch> {
    if !closes(text, head_end) && !footnoted(text, head_end) {
        return None;
    }
    if let Some(found) = of_purpose(text, head, head_end) {
        return Some(found);
    }
    // A head word within a title is no end of it: `Immigration Act Fees Regulations`.
    if goes_on(text, head_end) {
        return None;
    }
    let word = words(text, head, head_end);
    let start = title_start(text, head, floor)?;
    let end = with_year(text, head_end);
    // Orders are mostly those of courts: only one with its year is an instrument.
    if matches!(word, "Order" | "Ordinance") && end == head_end {
        return None;
    }
    let only = words(text, start, gap_back(text, head));
    if !only.contains(' ') && end == head_end && NOT_LEGAL.contains(only) {
        return None;
    }
    Some(titled(text, start, end))
}

/// Whether the number of a footnote is glued to a word: `Rules1 are repealed`.
fn footnoted(text: &[u8], at: usize) -> bool {
    let end = digits(text, at);
    at < end && end - at <= 2 && closes(text, end)
}

/// Whether capital words go on after a head word to another head word.
fn goes_on(text: &[u8], at: usize) -> bool {
    let mut here = at;
    for _ in 0..4 {
        let Some(next) = gap(text, here) else { return false };
        if !byte(text, next).is_ascii_uppercase() {
            return false;
        }
        here = word_end(text, next);
        let word = words(text, next, here).trim_end_matches('.');
        if matches!(word, "Regulations" | "Regulation" | "Rules") {
            return true;
        }
    }
    false
}

/// Where the title that ends in the word at `head` begins.
fn title_start(text: &[u8], head: usize, floor: usize) -> Option<usize> {
    let (mut here, mut start) = (head, None);
    let (mut listed, mut linked) = (false, false);
    for _ in 0..MOST_WORDS {
        let mut end = gap_back(text, here);
        if end == here || end <= floor {
            break;
        }
        // `Immigration, Asylum and Nationality Act`: commas only in a list that ends in "and".
        if before(text, end) == b',' {
            if !listed {
                break;
            }
            end -= 1;
        }
        if before(text, end) == b')' {
            let Some(open) = bracket_start(text, end) else { break };
            here = open;
            continue;
        }
        let from = word_start(text, end).max(floor);
        let word = words(text, from, end);
        if word.is_empty() || !opens(text, from) {
            break;
        }
        let joined = before(text, from) == b'-';
        if LINKS.contains(word) {
            listed |= word == "and";
            linked = true;
            // `the Customs Act and Excise Act` names two.
            here = from;
            continue;
        }
        if word == "the" && ends_in(text, from, "against") {
            here = from;
            continue;
        }
        let capital =
            is_capital(word) || (joined && word.bytes().all(|b| b.is_ascii_alphanumeric()));
        if !capital || (word.ends_with('.') && !matches!(word, "St." | "U.S." | "U.K.")) {
            break;
        }
        if linked && HEADS.contains(word) {
            break;
        }
        linked = false;
        if joined {
            here = from - 1;
            let left = word_start(text, here).max(floor);
            if left < here && is_capital(words(text, left, here)) {
                (here, start) = (left, Some(left));
                continue;
            }
            break;
        }
        (here, start) = (from, Some(from));
    }
    without_openers(text, start?, head)
}

fn ends_in(text: &[u8], at: usize, word: &str) -> bool {
    let end = gap_back(text, at);
    words(text, word_start(text, end), end) == word
}

/// The bracket that closes at `end` opens a few words before, with a capital: `(Canada)`.
fn bracket_start(text: &[u8], end: usize) -> Option<usize> {
    let rest = text.get(..end - 1)?;
    let back = rest.iter().rev().take(80).position(|byte| *byte == b'(')?;
    let open = end - 2 - back;
    byte(text, open + 1).is_ascii_uppercase().then_some(open)
}

fn is_capital(word: &str) -> bool {
    let first = word.chars().next().unwrap_or(' ');
    first.is_ascii_uppercase() || matches!(first, 'À'..='Þ')
}

/// Drops words that only begin a sentence; nothing where no title is left.
fn without_openers(text: &[u8], start: usize, head: usize) -> Option<usize> {
    let mut here = start;
    while here < head {
        let end = word_end(text, here);
        let word = words(text, here, end);
        let link = LINKS.contains(word) || word == "the";
        if !link && is_capital(word) && !OPENERS.contains(word) {
            return Some(here);
        }
        here = gap(text, end)?;
    }
    None
}

/// The year of a title: `Finance Act 2004`, `Immigration Regulations, 1978`, `Act (2025)`,
/// `Civil Rights Act of 1964`.
fn with_year(text: &[u8], end: usize) -> usize {
    let comma = byte(text, end) == b',';
    let Some(mut at) = gap(text, end + usize::from(comma)) else { return end };
    let bracket = byte(text, at) == b'(';
    if text.get(at..).is_some_and(|rest| rest.starts_with(b"of ")) && !comma {
        at += 3;
    }
    at += usize::from(bracket);
    let named: Option<u16> = super::cursor::number(text, at, at + 4);
    let named = named.filter(|year| (1200..2100).contains(year));
    let last = at + 4;
    let closed = if bracket {
        byte(text, last) == b')'
    } else {
        closes(text, last) || (comma && footnoted(text, last))
    };
    // `Act, 2001 SCC 5`, `Act 2019-20`: the year begins something else.
    let next = gap(text, last).map_or(0, |next| byte(text, next));
    let other = comma && (next.is_ascii_uppercase() || next.is_ascii_digit());
    if named.is_none()
        || !closed
        || other
        || byte(text, last) == b'/'
        || byte(text, last) == b'-'
    {
        return end;
    }
    last + usize::from(bracket)
}

/// `An Act to amend the Citizenship Act (2025)`, `Act respecting educational institutions`.
fn of_purpose(text: &[u8], head: usize, head_end: usize) -> Option<CitationMatch> {
    if words(text, head, head_end) != "Act" {
        return None;
    }
    let next = gap(text, head_end)?;
    let article = article_start(text, head);
    let rest = text.get(next..)?;
    let long = rest.starts_with(b"respecting ")
        || (article.is_some() && (rest.starts_with(b"to ") || rest.starts_with(b"for ")));
    if !long {
        return None;
    }
    let end = purpose_end(text, next)?;
    Some(titled(text, article.unwrap_or(head), end))
}

fn article_start(text: &[u8], head: usize) -> Option<usize> {
    let end = gap_back(text, head);
    let start = word_start(text, end);
    (words(text, start, end) == "An").then_some(start)
}

/// The end of a long title: before punctuation, before a verb, or after an act that it names.
fn purpose_end(text: &[u8], at: usize) -> Option<usize> {
    let (mut here, mut end) = (at, None);
    for _ in 0..28 {
        let from = here;
        let last = word_end(text, from);
        let word = words(text, from, last);
        if VERBS.contains(word) || last == from {
            break;
        }
        let stopped = word.ends_with('.');
        let bare = last - usize::from(stopped);
        end = Some(bare);
        if word == "Act" {
            end = Some(with_year(text, bare));
            if !matches!(gap(text, bare).map(|next| byte(text, next)), Some(b'a'..=b'z')) {
                break;
            }
        }
        let Some(next) = gap(text, last).filter(|_| !stopped) else { break };
        here = next;
    }
    end.filter(|end| at + 8 < *end)
}

/// The French title that begins with the head word at `start`.
pub(super) fn french(text: &[u8], start: usize, head_end: usize) -> Option<CitationMatch> {
    let first = words(text, head_end, word_end(text, head_end));
    if !OPEN
        .iter()
        .any(|open| first == *open || (open.ends_with(['’', '\'']) && first.starts_with(open)))
    {
        return None;
    }
    let (mut here, mut end, mut nouns) = (head_end, None, 0);
    let mut linked = false;
    for _ in 0..MOST_WORDS {
        let last = word_end(text, here);
        let word = words(text, here, last).trim_end_matches('.');
        let bare = here + word.len();
        if word.is_empty() {
            break;
        }
        if is_french_link(word) {
            linked = true;
        } else if linked || is_adjective(word) || nouns == 0 || digits(text, here) == bare {
            (end, linked, nouns) = (Some(bare), false, nouns + 1);
        } else {
            break;
        }
        let Some(next) = gap(text, last).filter(|_| bare == last) else { break };
        here = next;
    }
    let end = end?;
    (1 < nouns || first.len() < 12).then(|| titled(text, start, end))
}

fn is_french_link(word: &str) -> bool {
    matches!(
        word,
        "sur"
            | "la"
            | "le"
            | "les"
            | "de"
            | "des"
            | "du"
            | "et"
            | "à"
            | "au"
            | "aux"
            | "en"
            | "contre"
            | "entre"
            | "sous"
            | "pour"
            | "concernant"
            | "relative"
            | "relatif"
            | "visant"
            | "portant"
            | "modifiant"
            | "certaines"
            | "certains"
    )
}

/// Adjectives follow their noun without a link; these endings are nearly always theirs.
fn is_adjective(word: &str) -> bool {
    [
        "aire", "aires", "al", "ale", "ales", "aux", "ique", "iques", "if", "ive", "ifs",
        "ives", "el", "elle", "els", "elles", "ien", "ienne", "iens", "iennes", "ible",
        "ables", "able", "ée", "ées", "és",
    ]
    .iter()
    .any(|ending| word.ends_with(ending))
}

fn titled(text: &[u8], start: usize, end: usize) -> CitationMatch {
    let title = squeezed(words(text, start, end));
    let plain = title.replace('\'', "’");
    let normal = INSTRUMENTS.get(&plain).map_or(title, |normal| (*normal).to_owned());
    CitationMatch::new(CitationKind::Statute, start, end, normal).headed(start..end)
}
