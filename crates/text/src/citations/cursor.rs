//! Steps over bytes: spaces, numbers, words, forwards and back. ASCII classes only.

/// The longest gap between two parts of a citation; beyond it they do not belong together.
const LONGEST_GAP: usize = 40;

/// The character that begins at `at`, as its length, where it is a space other than a line break.
fn space(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(b' ' | b'\t') => 1,
        Some(0xC2) if text.get(at + 1) == Some(&0xA0) => 2,
        // Thin, hair and narrow no-break spaces, and their neighbours.
        Some(0xE2) if text.get(at + 1) == Some(&0x80) => match text.get(at + 2) {
            Some(0x80..=0x8A | 0xAF) => 3,
            _ => 0,
        },
        _ => 0,
    }
}

/// The end of the gap at `at`: spaces with at most one line break. Nothing where there is none.
pub(super) fn gap(text: &[u8], at: usize) -> Option<usize> {
    let end = gap_or_none(text, at);
    (at < end).then_some(end)
}

/// As `gap`, but an empty gap is fine too.
pub(super) fn gap_or_none(text: &[u8], at: usize) -> usize {
    let (mut here, mut breaks) = (at, 0);
    while here - at < LONGEST_GAP {
        let step = space(text, here);
        if 0 < step {
            here += step;
        } else if text.get(here) == Some(&b'\n') && breaks == 0 {
            (here, breaks) = (here + 1, 1);
        } else if text.get(here) == Some(&b'\r')
            && text.get(here + 1) == Some(&b'\n')
            && breaks == 0
        {
            (here, breaks) = (here + 2, 1);
        } else {
            break;
        }
    }
    here
}

/// The start of the gap that ends at `at`, read backwards; `at` where there is none.
pub(super) fn gap_back(text: &[u8], at: usize) -> usize {
    let (mut here, mut breaks) = (at, 0);
    while at - here < LONGEST_GAP {
        let before = text.get(..here).unwrap_or_default();
        match before {
            [.., b' ' | b'\t'] => here -= 1,
            [.., 0xC2, 0xA0] => here -= 2,
            [.., 0xE2, 0x80, 0x80..=0x8A | 0xAF] => here -= 3,
            [.., b'\n'] if breaks == 0 => (here, breaks) = (here - 1, 1),
            [.., b'\r'] if breaks == 1 => here -= 1,
            _ => break,
        }
    }
    here
}

/// The byte at a place, or 0 beyond the end.
pub(super) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// The byte before a place, or 0 at the start.
pub(super) fn before(text: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(0, |at| byte(text, at))
}

/// Whether a byte belongs to a word: ASCII letters and digits, and all of what is not ASCII but
/// for the spaces and signs of citations, which callers look at first.
pub(super) const fn wordy(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || 0x80 <= byte
}

/// Whether a word may begin at `at`: nothing wordy stands right before it.
pub(super) fn opens(text: &[u8], at: usize) -> bool {
    match text.get(..at).unwrap_or_default() {
        // Signs and spaces that are not ASCII: no-break space, «, §, ¶, the dashes and quotes.
        [] | [.., 0xC2, 0xA0 | 0xA7 | 0xAB | 0xB6 | 0xBB] | [.., 0xE2, 0x80, _] => true,
        [.., last] => !wordy(*last) && *last != b'_',
    }
}

/// Whether a word may end at `at`: nothing wordy follows.
pub(super) fn closes(text: &[u8], at: usize) -> bool {
    match text.get(at..).unwrap_or_default() {
        [] | [0xC2, 0xA0 | 0xA7 | 0xAB | 0xB6 | 0xBB, ..] | [0xE2, 0x80, ..] => true,
        [first, ..] => !wordy(*first) && *first != b'_',
    }
}

/// The end of the digits at `at`.
pub(super) fn digits(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// A year of four digits that ends where they end.
pub(super) fn year(text: &[u8], at: usize) -> Option<u16> {
    (digits(text, at) == at + 4).then(|| number(text, at, at + 4))?
}

/// The number between two places.
pub(super) fn number<T: std::str::FromStr>(text: &[u8], start: usize, end: usize) -> Option<T> {
    std::str::from_utf8(text.get(start..end)?).ok()?.parse().ok()
}

/// The words between two places. Spans are on character borders by construction; if one were not,
/// the words would be empty rather than a panic.
pub(super) fn words(text: &[u8], start: usize, end: usize) -> &str {
    text.get(start..end)
        .and_then(|part| std::str::from_utf8(part).ok())
        .unwrap_or_default()
}

/// The start of the word that ends at `end`: letters, digits, points and apostrophes.
pub(super) fn word_start(text: &[u8], end: usize) -> usize {
    let mut here = end;
    while end - here < 48 {
        match text.get(..here).unwrap_or_default() {
            // Spaces and signs that are not ASCII end a word, but ’ does not.
            [.., 0xE2, 0x80, 0x99] => here -= 3,
            [.., 0xC2, 0xA0 | 0xA7 | 0xAB | 0xB6 | 0xBB] | [.., 0xE2, 0x80, _] => break,
            [.., last] if wordy(*last) || matches!(last, b'.' | b'\'') => here -= 1,
            _ => break,
        }
    }
    // Never inside a character.
    while here < end && (0x80..0xC0).contains(&byte(text, here)) {
        here += 1;
    }
    here
}

/// The end of the word that begins at `at`: letters, digits, points, hyphens and apostrophes.
pub(super) fn word_end(text: &[u8], at: usize) -> usize {
    let mut here = at;
    while here - at < 48 {
        match text.get(here..).unwrap_or_default() {
            [0xE2, 0x80, 0x99, ..] => here += 3,
            [0xC2, 0xA0 | 0xA7 | 0xAB | 0xB6 | 0xBB, ..] | [0xE2, 0x80, ..] => break,
            [first, ..] if wordy(*first) || matches!(first, b'.' | b'\'' | b'-') => here += 1,
            _ => break,
        }
    }
    while at < here && (0x80..0xC0).contains(&byte(text, here)) {
        here -= 1;
    }
    here
}

/// Text with every gap written as one space.
pub(super) fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_ascii_whitespace() || is_space(c)) {
        if word.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

const fn is_space(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}')
}

/// The letters, digits and ampersands of a name: `F. Supp. 2d` and `F.Supp.2d` are one key.
pub(super) fn key(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '&')
        .collect()
}
