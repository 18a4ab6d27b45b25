//! Whether a full stop, an exclamation or a question mark ends a sentence.

use super::abbreviations::{FullStopMeaning, begins_sentence, stop_after};

/// Bytes looked back over for the word before a full stop.
const LONGEST_WORD: usize = 32;

/// Marks that may close after a sentence's end: `.”)`.
const MOST_CLOSING: usize = 8;

/// Where the sentence that has a stop at `at` ends, if it ends there. `start` is where it began.
pub(super) fn end_after(text: &str, start: usize, at: usize) -> Option<usize> {
    let mark = text[at..].chars().next()?;
    let mut after = at + mark.len_utf8();
    let mut trails_off = mark == '…';
    if mark == '.' {
        let dots = text[after..].bytes().take_while(|byte| *byte == b'.').count();
        trails_off = 2 <= dots || after_spaced_dot(text, at);
        after += dots;
    }
    let end = closed(text, after);
    let rest = &text[end..];
    if rest.is_empty() {
        return Some(end);
    }
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let next = TextAfterStop::of(rest);
    let ends = match mark {
        _ if next.paragraph => !next.goes_on(),
        '.' if trails_off => next.may_begin(),
        '.' => stops(word_before(text, start, at), &next),
        '…' => next.may_begin(),
        _ => !next.goes_on(),
    };
    ends.then_some(end)
}

/// What follows a stop.
struct TextAfterStop<'a> {
    first: char,
    /// The first letter or digit, past opening marks.
    inner: char,
    word: &'a str,
    /// Whether a blank line comes first.
    paragraph: bool,
}

impl<'a> TextAfterStop<'a> {
    fn of(rest: &'a str) -> Self {
        let text = rest.trim_start();
        let gap = &rest[..rest.len() - text.len()];
        let opens =
            |c: char| matches!(c, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '\u{a0}' | '¿');
        let inner = text.trim_start_matches(opens);
        let len = inner.find(|c: char| !c.is_alphanumeric()).unwrap_or(inner.len());
        Self {
            first: text.chars().next().unwrap_or(' '),
            inner: inner.chars().next().unwrap_or(' '),
            // A lone capital with a point is an initial, whatever word it could be.
            word: if len == 1 && inner[len..].starts_with('.') { "" } else { &inner[..len] },
            paragraph: 2 <= gap.bytes().take(64).filter(|byte| *byte == b'\n').count(),
        }
    }

    /// Whether the text plainly goes on with the sentence.
    fn goes_on(&self) -> bool {
        self.first.is_lowercase()
            || matches!(self.first, ',' | ';' | ':' | ')' | ']' | '.' | '?' | '!' | '=' | '+')
    }

    fn may_begin(&self) -> bool {
        !self.goes_on() && (self.inner.is_uppercase() || self.inner.is_numeric())
    }
}

/// Whether a full stop after `word` ends the sentence.
fn stops(word: &str, next: &TextAfterStop<'_>) -> bool {
    if next.goes_on() {
        return false;
    }
    let stop = stop_after(word);
    if stop == FullStopMeaning::Ends {
        return !(is_number(word) && is_month(next.word));
    }
    let opened = matches!(next.first, '(' | '[' | '§' | '&' | '-' | '–' | '—' | '/');
    if stop == FullStopMeaning::Never || opened || next.inner.is_numeric() {
        return false;
    }
    begins_sentence(next.word)
}

/// German dates: `3. März`.
fn is_month(word: &str) -> bool {
    matches!(
        word,
        "Januar"
            | "Februar"
            | "März"
            | "April"
            | "Mai"
            | "Juni"
            | "Juli"
            | "August"
            | "September"
            | "Oktober"
            | "November"
            | "Dezember"
    )
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The word that a full stop follows, points within it included.
fn word_before(text: &str, start: usize, at: usize) -> &str {
    let low = text.floor_char_boundary(at.saturating_sub(LONGEST_WORD).max(start));
    let head = &text[low..at];
    let word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | 'º' | '°');
    let from = head.rfind(|c: char| !word(c));
    let whole = match from {
        Some(from) => &head[from + head[from..].chars().next().map_or(1, char::len_utf8)..],
        None => head,
    };
    // `l’art.` and `d’al.`: what counts stands after the apostrophe.
    match whole.rfind(['\'', '’']) {
        Some(cut) if cut <= 3 && "ldnLDN".contains(whole.chars().next().unwrap_or(' ')) => {
            whole[cut..].trim_start_matches(['\'', '’'])
        }
        _ => whole,
    }
}

/// Whether the stop is the last of `. . .`.
fn after_spaced_dot(text: &str, at: usize) -> bool {
    text[..at].ends_with(". ") || text[..at].ends_with(".\u{a0}")
}

/// Where the marks that close after a stop end: quotes, brackets, note numbers.
fn closed(text: &str, mut at: usize) -> usize {
    for _ in 0..MOST_CLOSING {
        let rest = &text[at..];
        let len = match rest.chars().next() {
            Some(c @ ('"' | '\'' | '”' | '’' | '»' | ')' | ']' | '¹' | '²' | '³')) => {
                c.len_utf8()
            }
            Some('[') => note(rest),
            Some('1'..='9') => note_number(text, at),
            // French sets a space before the closing mark.
            Some(c @ (' ' | '\u{a0}' | '\u{202f}')) => {
                let spaced = rest[c.len_utf8()..].starts_with('»');
                if spaced { c.len_utf8() + '»'.len_utf8() } else { 0 }
            }
            _ => 0,
        };
        if len == 0 {
            break;
        }
        at += len;
    }
    at
}

/// Bytes of a note's number set right after a sentence: `court.”17`. After a letter and a full
/// stop alone, and where the next word begins a sentence.
fn note_number(text: &str, at: usize) -> usize {
    let (before, rest) = (&text[..at], &text[at..]);
    let stop = before.trim_end_matches(['"', '”', '’', '»', ')']);
    let word = stop.strip_suffix(['.', '!', '?']);
    let after_word = word.is_some_and(|word| word.ends_with(char::is_alphabetic));
    let digits = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let next = rest[digits..].trim_start();
    let begins = next.len() + digits < rest.len()
        && next.starts_with(|c: char| c.is_uppercase() || matches!(c, '[' | '“' | '"'));
    if after_word && digits <= 3 && begins { digits } else { 0 }
}

/// Bytes of a note's number in brackets: `[12]`.
fn note(rest: &str) -> usize {
    let digits = rest.bytes().skip(1).take(4).take_while(u8::is_ascii_digit).count();
    let closes = rest.as_bytes().get(digits + 1) == Some(&b']');
    if 0 < digits && closes { digits + 2 } else { 0 }
}
