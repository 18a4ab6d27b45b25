//! How deep a page nests, guessed before it is parsed: a parser looks through all open elements at
//! each tag, so that a million of them would keep it busy for hours.

use std::collections::BTreeMap;

use crate::{FileLimits, ReadRefusal, RefusalKind};

/// Real pages forget to close things; this many times the limit on depth is no accident.
const SLACK: usize = 8;
/// The most attributes of one tag: each is compared with all before it.
const ATTRIBUTES: usize = 4096;

/// Refuses a page that nests too deep, or has a tag with too many attributes.
pub(super) fn check(text: &str, limits: &FileLimits) -> Result<(), ReadRefusal> {
    let most = usize::try_from(limits.depth)
        .unwrap_or(usize::MAX)
        .saturating_mul(SLACK);
    let bytes = text.as_bytes();
    let mut open: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut depth = 0usize;
    for (at, _) in text.match_indices('<') {
        let rest = &bytes[at + 1..];
        let is_end = rest.first() == Some(&b'/');
        let name = name(&rest[usize::from(is_end)..]);
        if name.is_empty() || closes_itself(&name) {
            continue;
        }
        if is_end {
            if let Some(count) = open.get_mut(&name).filter(|count| 0 < **count) {
                *count -= 1;
                depth -= 1;
            }
            continue;
        }
        *open.entry(name).or_default() += 1;
        depth += 1;
        if most < depth {
            let message = format!("elements lie deeper than {most} levels");
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
    }
    attributes(bytes)
}

/// Counts the words of each tag outside of quotes.
fn attributes(bytes: &[u8]) -> Result<(), ReadRefusal> {
    let mut words: Option<usize> = None;
    let mut quote = None;
    let mut before = b' ';
    for byte in bytes {
        match (&mut words, quote) {
            (None, _) if before == b'<' && byte.is_ascii_alphabetic() => words = Some(0),
            (None, _) => {}
            (Some(_), Some(mark)) => quote = Some(mark).filter(|mark| mark != byte),
            (Some(_), None) if *byte == b'>' => words = None,
            (Some(_), None) if before == b'=' && matches!(byte, b'"' | b'\'') => {
                quote = Some(*byte);
            }
            (Some(count), None) => {
                *count += usize::from(before.is_ascii_whitespace());
                if ATTRIBUTES < *count {
                    let message = format!("a tag has more than {ATTRIBUTES} attributes");
                    return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
                }
            }
        }
        before = *byte;
    }
    Ok(())
}

fn name(rest: &[u8]) -> Vec<u8> {
    const LONGEST: usize = 32;
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return Vec::new();
    }
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let length = rest
        .iter()
        .take(LONGEST)
        .position(ends)
        .unwrap_or(rest.len().min(LONGEST));
    rest[..length].to_ascii_lowercase()
}

/// Elements without an end, or that the next of their kind ends.
fn closes_itself(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"source"
            | b"track"
            | b"wbr"
            | b"p"
            | b"li"
            | b"dt"
            | b"dd"
            | b"tr"
            | b"td"
            | b"th"
            | b"thead"
            | b"tbody"
            | b"tfoot"
            | b"option"
            | b"a"
            | b"body"
            | b"html"
            | b"head"
    )
}

#[cfg(test)]
mod tests {
    use super::check as nesting;
    use crate::FileLimits;

    #[track_caller]
    fn check(page: &str, expected: bool) {
        assert_eq!(nesting(page, &FileLimits::default()).is_ok(), expected);
    }

    #[test]
    fn a_million_open_elements_are_too_many() {
        check(&"<div>".repeat(1_000_000), false);
        check(&"<b></i><B x='y'></i>".repeat(100_000), false);
        check(&"<svg><g>".repeat(100_000), false);
    }

    #[test]
    fn one_tag_has_a_few_attributes() {
        check(&format!("<div {}>", "a ".repeat(10_000)), false);
        check(&format!("<div title='{}'>", "a ".repeat(10_000)), true);
        check(&format!("<div a=b>{}", "a ".repeat(10_000)), true);
    }

    #[test]
    fn a_long_page_is_no_deep_one() {
        check(&"<div><p>one<br><ul><li>two</ul></div>".repeat(100_000), true);
        check(&"<p>one<p>two < three".repeat(100_000), true);
    }
}
