//! Marks at the head of a list's items and of provisions: `(a)`, `1.`, `II –`, `•`, `Art. 5`.

/// How items are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EnumeratorStyle {
    /// `(a)`
    BracketedLetter,
    /// `(i)`
    BracketedRoman,
    /// `(1)`
    BracketedNumber,
    /// `a)` or `a.`
    Letter,
    /// `i)`
    Roman,
    /// `1.`, `1)`, `1°`
    Number,
    /// `I –`, `I.`
    Capital,
    /// `•`, `-`, `*`
    Bullet,
    /// `Art. 5`, `Section 3`, `§ 2`, `[12]`: never an item of the sentence before.
    Provision,
}

/// A mark at the head of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListEnumerator {
    pub(super) style: EnumeratorStyle,
    pub(super) ordinal: u32,
    /// `(i)` may be the ninth letter.
    pub(super) as_letter: Option<u32>,
    /// `(d.1)` was put in after `(d)`.
    pub(super) put_in: bool,
    /// Bytes of the mark.
    pub(super) len: usize,
}

impl ListEnumerator {
    /// A mark that can be read in one way only.
    const fn plain(style: EnumeratorStyle, ordinal: u32, len: usize) -> Self {
        Self {
            style,
            ordinal,
            as_letter: None,
            put_in: false,
            len,
        }
    }

    /// Whether a list may begin with it.
    pub(super) const fn is_first(&self) -> bool {
        self.ordinal == 1 && !matches!(self.style, EnumeratorStyle::Provision)
            || matches!(self.style, EnumeratorStyle::Bullet)
    }
}

/// Digits and letters that a mark may have.
const LONGEST: usize = 8;

/// The mark that a text begins with.
pub(super) fn enumerator(text: &str) -> Option<ListEnumerator> {
    let first = *text.as_bytes().first()?;
    match first {
        b'(' => bracketed(text),
        b'0'..=b'9' => number(text),
        b'a'..=b'z' | b'A'..=b'Z' => letter(text).or_else(|| provision(text)),
        b'-' | b'*' => bullet(text, 1),
        b'[' => numbered_paragraph(text),
        _ => {
            let c = text.chars().next()?;
            match c {
                '•' | '▪' | '◦' | '●' | '■' | '‣' | '·' | '–' | '—' | '\u{F0B7}' => {
                    bullet(text, c.len_utf8())
                }
                '§' => provision_number(text, '§'.len_utf8()),
                _ => None,
            }
        }
    }
}

fn bullet(text: &str, len: usize) -> Option<ListEnumerator> {
    let spaced = text[len..].starts_with(|c: char| c.is_whitespace());
    spaced.then_some(ListEnumerator::plain(EnumeratorStyle::Bullet, 0, len))
}

/// `[12]`, as decisions number their paragraphs.
fn numbered_paragraph(text: &str) -> Option<ListEnumerator> {
    let digits = text.bytes().skip(1).take(4).take_while(u8::is_ascii_digit).count();
    let len = digits + 2;
    let closed = text.as_bytes().get(len - 1) == Some(&b']');
    let spaced = || text[len..].starts_with(char::is_whitespace);
    let style = EnumeratorStyle::Provision;
    (0 < digits && closed && spaced()).then_some(ListEnumerator::plain(style, 0, len))
}

fn bracketed(text: &str) -> Option<ListEnumerator> {
    let close = text.bytes().take(LONGEST + 2).position(|byte| byte == b')')?;
    // Markdown sets letters in italics: `(*a*)`.
    let inner = text.get(1..close)?.trim_matches('*');
    let digits = inner.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let len = close + 1;
    if digits.is_empty() && !inner.is_empty() && !inner.starts_with('.') {
        // Years stand in brackets too, and are no marks.
        let whole = inner.split('.').next().unwrap_or(inner);
        let ordinal = whole.parse().ok().filter(|number| *number < 1000)?;
        return Some(ListEnumerator::plain(EnumeratorStyle::BracketedNumber, ordinal, len));
    }
    let (word, put_in) = put_in(inner);
    let (style, ordinal, as_letter) =
        counted(word, EnumeratorStyle::BracketedLetter, EnumeratorStyle::BracketedRoman)?;
    Some(ListEnumerator { style, ordinal, as_letter, put_in, len })
}

/// `d.1` as `d`, and that it was put in.
fn put_in(inner: &str) -> (&str, bool) {
    match inner.split_once('.') {
        Some((word, digits))
            if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            (word, true)
        }
        _ => (inner, false),
    }
}

fn number(text: &str) -> Option<ListEnumerator> {
    let head = text.bytes().take(LONGEST + 4);
    let mut len = head.take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let ordinal = text[..len]
        .split('.')
        .next()?
        .parse()
        .ok()
        .filter(|number| *number < 1000)?;
    let closed = text[..len].ends_with('.');
    if !closed {
        let mark = text[len..]
            .chars()
            .next()
            .filter(|c| matches!(c, ')' | '°' | 'º' | '.'));
        match mark {
            Some(mark) => len += mark.len_utf8(),
            // `3.2.1 Scope` needs no mark.
            None if text[..len].contains('.') => {}
            None => return None,
        }
    }
    let spaced = text[len..].starts_with(char::is_whitespace);
    let style = EnumeratorStyle::Number;
    spaced.then_some(ListEnumerator::plain(style, ordinal, len))
}

fn letter(text: &str) -> Option<ListEnumerator> {
    let len = text.bytes().take(LONGEST).take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = text.split_at(len);
    let spaced = |at: usize| rest[at..].starts_with(char::is_whitespace);
    match rest.bytes().next()? {
        b')' if spaced(1) => {
            let (style, ordinal, as_letter) =
                counted(word, EnumeratorStyle::Letter, EnumeratorStyle::Roman)?;
            Some(ListEnumerator {
                style,
                ordinal,
                as_letter,
                put_in: false,
                len: len + 1,
            })
        }
        b'.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            let digits = rest[1..].bytes().take(LONGEST).take_while(u8::is_ascii_digit).count();
            let close = 1 + digits;
            let closed = rest[close..].starts_with(')') && spaced(close + 1);
            let (style, ordinal, as_letter) = closed
                .then(|| counted(word, EnumeratorStyle::Letter, EnumeratorStyle::Roman))
                .flatten()?;
            let len = len + close + 1;
            Some(ListEnumerator { style, ordinal, as_letter, put_in: true, len })
        }
        b'.' if spaced(1) && len == 1 && word.starts_with(|c: char| c.is_ascii_lowercase()) => {
            // `s. 5`, `p. 3` and `c. Canada` are references and names, not items.
            let next = rest[1..].trim_start().chars().next()?;
            let item = next.is_alphabetic() && !matches!(word, "v" | "c" | "s" | "p");
            let ordinal = u32::from(word.as_bytes()[0] - b'a') + 1;
            item.then_some(ListEnumerator::plain(EnumeratorStyle::Letter, ordinal, len + 1))
        }
        b' ' => {
            // `II – …`, as in Brazilian statutes.
            let ordinal = roman(&word.to_ascii_lowercase())
                .filter(|_| word.bytes().all(|byte| byte.is_ascii_uppercase()))?;
            let dash = rest[1..].chars().next().filter(|c| matches!(c, '-' | '–' | '—'))?;
            let len = len + 1 + dash.len_utf8();
            let spaced = text[len..].starts_with(char::is_whitespace);
            let style = EnumeratorStyle::Capital;
            spaced.then_some(ListEnumerator::plain(style, ordinal, len))
        }
        _ => None,
    }
}

/// Reads letters or Roman numerals as a count.
fn counted(
    word: &str,
    letters: EnumeratorStyle,
    numerals: EnumeratorStyle,
) -> Option<(EnumeratorStyle, u32, Option<u32>)> {
    let small = word.to_ascii_lowercase();
    let first = *small.as_bytes().first().filter(|byte| byte.is_ascii_lowercase())?;
    let repeated = small.len() <= 2 && small.bytes().all(|byte| byte == first);
    let turns = u32::try_from(small.len()).ok()?.saturating_sub(1);
    let as_letter = repeated.then(|| u32::from(first - b'a') + 1 + 26 * turns);
    match (roman(&small), as_letter) {
        (Some(ordinal), as_letter) => Some((numerals, ordinal, as_letter)),
        (None, Some(ordinal)) => Some((letters, ordinal, None)),
        (None, None) => None,
    }
}

fn roman(small: &str) -> Option<u32> {
    const NUMERALS: [&str; 20] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii",
        "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx",
    ];
    let at = NUMERALS.iter().position(|numeral| *numeral == small)?;
    u32::try_from(at).ok().map(|at| at + 1)
}

const PROVISIONS: [&str; 14] = [
    "Art.",
    "ART.",
    "Article",
    "ARTICLE",
    "Artigo",
    "Sec.",
    "SEC.",
    "Section",
    "SECTION",
    "Rule",
    "RULE",
    "Artikel",
    "Regulation",
    "Clause",
];

/// The one paragraph of a Brazilian article, which has no number.
const SOLE: &str = "Parágrafo único";

fn provision(text: &str) -> Option<ListEnumerator> {
    if let Some(rest) = text.strip_prefix(SOLE) {
        let len = SOLE.len() + usize::from(rest.starts_with('.'));
        return Some(ListEnumerator::plain(EnumeratorStyle::Provision, 0, len));
    }
    let word = PROVISIONS.iter().find(|word| text.starts_with(**word))?;
    provision_number(text, word.len())
}

fn provision_number(text: &str, word: usize) -> Option<ListEnumerator> {
    let rest = text[word..].trim_start_matches([' ', '\u{a0}', '§']);
    let head = text.len() - rest.len();
    let count = rest
        .chars()
        .take(24)
        .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | 'º' | '°' | '(' | ')'));
    let len = head + count.map(char::len_utf8).sum::<usize>();
    let numbered = rest.starts_with(|c: char| c.is_ascii_digit());
    let spaced = text[len..].is_empty() || text[len..].starts_with(char::is_whitespace);
    let style = EnumeratorStyle::Provision;
    (numbered && spaced).then_some(ListEnumerator::plain(style, 0, len))
}
