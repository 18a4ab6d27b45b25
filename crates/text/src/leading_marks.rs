//! Marks at the head of a sentence that are no words of it: `(a)`, `4.2.1`, `§ 12`, `•`, `##`.

/// Marks before one sentence, such as `40 (1) (a)`.
const MOST: usize = 5;

const NAMES: [&str; 8] =
    ["§", "Section", "Sec.", "Article", "Art.", "Artigo", "Rule", "Regulation"];

/// Bytes of the marks and the white space at the head of a sentence.
pub fn head(sentence: &str) -> usize {
    let mut at = 0;
    for _ in 0..MOST {
        let rest = &sentence[at..];
        let rest = rest.trim_start();
        at = sentence.len() - rest.len();
        let Some(len) = mark(rest) else { break };
        // A sentence of nothing but marks stays as it is.
        if rest[len..].trim_start().is_empty() {
            break;
        }
        at += len;
    }
    at
}

fn mark(rest: &str) -> Option<usize> {
    bracketed(rest)
        .or_else(|| bullet(rest))
        .or_else(|| named(rest))
        .or_else(|| lettered(rest))
}

/// `(a)`, `(12.1)`, `(*a*)`, and `(2)The`, where a space was lost.
fn bracketed(rest: &str) -> Option<usize> {
    let open = rest.strip_prefix('(')?;
    let inner = open.trim_start_matches('*');
    let stars = open.len() - inner.len();
    let len = inner
        .bytes()
        .take(7)
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'.')
        .count();
    let lone = len <= 2 || inner[..len].bytes().all(|byte| b"ivxl0123456789.".contains(&byte));
    let after = inner[len..].strip_prefix(&"***"[..stars.min(3)])?.strip_prefix(')')?;
    let glued = inner.starts_with(|c: char| c.is_ascii_digit())
        && after.starts_with(char::is_uppercase);
    let spaced = after.starts_with(|c: char| c.is_whitespace() || c == '(');
    (0 < len && lone && (spaced || glued)).then_some(rest.len() - after.len())
}

/// `-`, `•`, `##`
fn bullet(rest: &str) -> Option<usize> {
    let c = rest.chars().next()?;
    let marks = "-*•▪◦●■‣·–—#>\u{F0B7}";
    let len = rest.len() - rest.trim_start_matches(c).len();
    let spaced = rest[len..].starts_with(char::is_whitespace);
    (marks.contains(c) && spaced).then_some(len)
}

/// `4.2.1`, `12.`, `§ 3.1`, `Section 40.`, and `40` before `(1)`.
fn named(rest: &str) -> Option<usize> {
    let name = NAMES
        .iter()
        .find(|name| rest.starts_with(**name))
        .map_or(0, |name| name.len());
    let after = rest[name..].trim_start_matches([' ', '\u{a0}']);
    let start = rest.len() - after.len();
    let len = number(after)?;
    let tail = &after[len..];
    let close = tail
        .chars()
        .next()
        .filter(|c| matches!(c, '.' | ')' | '°' | 'º' | ':'));
    let len = len + close.map_or(0, char::len_utf8);
    let tail = &after[len..];
    // `12.—(1)` is how Irish and British acts print it.
    if close == Some('.') && tail.starts_with("—(") {
        return Some(start + len + '—'.len_utf8());
    }
    let spaced = tail.starts_with(char::is_whitespace);
    let before_bracket = tail.trim_start().starts_with('(');
    let marked = close.is_some() || first_is_upper(tail) || before_bracket;
    let path = 2 <= after[..len].matches('.').count();
    (spaced && (marked || path)).then_some(start + len)
}

fn first_is_upper(tail: &str) -> bool {
    tail.trim_start().starts_with(char::is_uppercase)
}

/// Bytes of a number with points, as `12.04.010` or `14A`.
pub fn number(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut len = 0;
    while len < 16
        && (digit(len) || 0 < len && bytes[len..].first() == Some(&b'.') && digit(len + 1))
    {
        len += 1;
    }
    let letter = bytes.get(len).is_some_and(u8::is_ascii_uppercase)
        && !bytes.get(len + 1).is_some_and(u8::is_ascii_alphanumeric);
    (0 < len).then_some(len + usize::from(letter))
}

/// `a)`, `iv)`
fn lettered(rest: &str) -> Option<usize> {
    let len = rest.bytes().take(4).take_while(u8::is_ascii_lowercase).count();
    let numeral = len == 1 || rest[..len].bytes().all(|byte| b"ivx".contains(&byte));
    let close = rest[len..].starts_with(')');
    let spaced = rest
        .get(len + 1..)
        .is_some_and(|after| after.starts_with(char::is_whitespace));
    (0 < len && numeral && close && spaced).then_some(len + 1)
}

#[cfg(test)]
mod tests {
    use super::head;

    #[track_caller]
    fn check(sentence: &str, expected: &str) {
        assert_eq!(&sentence[head(sentence)..], expected);
    }

    #[test]
    fn marks_are_no_words() {
        check("(a) keep a log", "keep a log");
        check("40 (1) An officer shall", "An officer shall");
        check("## § 12.04.010 Client records", "Client records");
        check("4.2.1 Standards", "Standards");
        check("1088.\n\nEach employer shall", "Each employer shall");
        check("Section 5. The clerk must", "The clerk must");
        check("25.2 A clerk must", "A clerk must");
        check("iv) pay", "pay");
        check("- pay", "pay");
        check("12.—(1)An officer shall", "An officer shall");
        check("(*a*) keep a log", "keep a log");
    }

    #[test]
    fn words_and_sums_are_no_marks() {
        for whole in [
            "15 days are enough",
            "(the clerk) must",
            "Section 5 applies",
            "(s)he pays",
            "A. Quill",
            "",
            "(a)",
        ] {
            check(whole, whole);
        }
    }
}
