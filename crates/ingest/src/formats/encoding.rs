//! From bytes to letters: UTF-8 as it is, anything else by its mark, its declaration or its looks.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use jurat_model::{ByteSpan, RenditionWarning, WarningKind};

use crate::{ReadRefusal, RefusalKind};

/// How many replaced bytes get a warning with their place.
const PLACES: usize = 16;
/// How much is looked at to guess an encoding.
const SAMPLE: usize = 64 * 1024;

/// Letters, and how they lie in the bytes.
#[derive(Debug)]
pub(super) struct DecodedText<'a> {
    pub(super) text: Cow<'a, str>,
    /// Byte `i` of the text is byte `i + shift` of the input; nothing when it was converted.
    pub(super) shift: Option<usize>,
    /// What the bytes were read as.
    pub(super) encoding: &'static Encoding,
    pub(super) warnings: Vec<RenditionWarning>,
}

impl DecodedText<'_> {
    /// The warnings for a text that is not the decoded one: their places would be wrong there.
    pub(super) fn placeless(&self) -> impl Iterator<Item = RenditionWarning> {
        let first = self.warnings.first();
        first
            .into_iter()
            .map(|seen| RenditionWarning { span: None, ..seen.clone() })
    }
}

/// Reads bytes as text. Bytes that look like no text at all are refused.
pub(super) fn decode<'a>(
    bytes: &'a [u8],
    declared: Option<&'static Encoding>,
) -> Result<DecodedText<'a>, ReadRefusal> {
    if bytes.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "there is nothing in it"));
    }
    let decoded = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if encoding == UTF_8 => utf8(bytes, mark),
        Some((encoding, mark)) => {
            converted(&bytes[mark..], encoding, "its byte order mark says")
        }
        None => unmarked(bytes, declared),
    };
    if looks_binary(&decoded.text) {
        let message = "it holds bytes that are no text in any encoding we know";
        return Err(ReadRefusal::new(RefusalKind::Unsupported, message));
    }
    if decoded.text.trim().is_empty() {
        return Err(ReadRefusal::new(
            RefusalKind::Empty,
            "there is nothing but white space in it",
        ));
    }
    Ok(decoded)
}

fn unmarked<'a>(bytes: &'a [u8], declared: Option<&'static Encoding>) -> DecodedText<'a> {
    if let Some(wide) = wide_by_looks(bytes) {
        return converted(bytes, wide, "its bytes look like it");
    }
    if str::from_utf8(bytes).is_ok() {
        return utf8(bytes, 0);
    }
    match declared {
        Some(encoding) if encoding != UTF_8 => converted(bytes, encoding, "it says so itself"),
        _ if mostly_utf8(bytes) => utf8(bytes, 0),
        _ => converted(bytes, WINDOWS_1252, "it is not UTF-8"),
    }
}

/// UTF-8, with what is broken replaced.
fn utf8(bytes: &[u8], mark: usize) -> DecodedText<'_> {
    let bytes = &bytes[mark..];
    if let Ok(text) = str::from_utf8(bytes) {
        return DecodedText {
            text: Cow::Borrowed(text),
            shift: Some(mark),
            encoding: UTF_8,
            warnings: Vec::new(),
        };
    }
    let mut text = String::with_capacity(bytes.len());
    let mut places = Vec::new();
    let mut replaced = 0usize;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if chunk.invalid().is_empty() {
            continue;
        }
        replaced += 1;
        let start = text.len();
        text.push(char::REPLACEMENT_CHARACTER);
        if places.len() < PLACES {
            places.push(ByteSpan { start, end: text.len() });
        }
    }
    let message =
        format!("{replaced} stretches of bytes were not valid UTF-8 and were replaced");
    let warnings = places
        .into_iter()
        .map(|span| warning(Some(span), message.clone()))
        .collect();
    DecodedText {
        text: Cow::Owned(text),
        shift: None,
        encoding: UTF_8,
        warnings,
    }
}

fn converted<'a>(bytes: &[u8], encoding: &'static Encoding, why: &str) -> DecodedText<'a> {
    let (text, broken) = encoding.decode_without_bom_handling(bytes);
    let mut message = format!("the bytes were read as {}: {why}", encoding.name());
    if broken {
        message.push_str("; what was not valid was replaced");
    }
    DecodedText {
        text: Cow::Owned(text.into_owned()),
        shift: None,
        encoding,
        warnings: vec![warning(None, message)],
    }
}

/// UTF-16 without a mark: Western text has a zero in every second byte.
fn wide_by_looks(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    if sample.len() < 8 {
        return None;
    }
    let zeros =
        |from: usize| sample.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (high_first, low_first, half) = (zeros(0), zeros(1), sample.len() / 2);
    if half * 7 / 10 < low_first && high_first * 20 < half {
        return Some(UTF_16LE);
    }
    (half * 7 / 10 < high_first && low_first * 20 < half).then_some(UTF_16BE)
}

/// Whether sequences that only UTF-8 has outnumber what breaks it.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|byte| 0xC0 <= *byte).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    bad < good || is_cut(bytes)
}

/// A text that was cut within its last letter has no other flaw. One byte alone may as well be a
/// whole letter of another encoding.
fn is_cut(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_err_and(|fault| {
        fault.error_len().is_none() && 2 <= bytes.len() - fault.valid_up_to()
    })
}

/// A zero byte, or more than one control character in a hundred.
fn looks_binary(text: &str) -> bool {
    let (mut letters, mut controls) = (0usize, 0usize);
    for letter in text.chars() {
        letters += 1;
        match letter {
            '\0' => return true,
            '\t' | '\n' | '\r' | '\u{c}' | '\u{85}' => {}
            _ => controls += usize::from(letter.is_control()),
        }
    }
    letters < controls.saturating_mul(100)
}

fn warning(span: Option<ByteSpan>, message: String) -> RenditionWarning {
    RenditionWarning { kind: WarningKind::Encoding, span, message }
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::RefusalKind;

    #[track_caller]
    fn check(bytes: &[u8], expected: Result<(&str, Option<usize>, usize), RefusalKind>) {
        let read = decode(bytes, None);
        let seen = match &read {
            Ok(read) => Ok((read.text.as_ref(), read.shift, read.warnings.len())),
            Err(refusal) => Err(refusal.kind),
        };
        assert_eq!(seen, expected);
    }

    #[test]
    fn utf8_stays_as_it_is() {
        check("§ 3 été".as_bytes(), Ok(("§ 3 été", Some(0), 0)));
        check(b"\xEF\xBB\xBFshall", Ok(("shall", Some(3), 0)));
    }

    #[test]
    fn other_encodings_are_told_and_converted() {
        check(b"\xFF\xFEl\0o\0i\0", Ok(("loi", None, 1)));
        check(b"\xFE\xFF\0l\0o\0i", Ok(("loi", None, 1)));
        check(b"l\0o\0i\0 \0n\0o\0", Ok(("loi no", None, 1)));
        check(b"\xE9t\xE9 \x93loi\x94", Ok(("été “loi”", None, 1)));
    }

    #[test]
    fn a_broken_letter_is_replaced_in_place() {
        check(b"d\xC3\xA9j\xC3\xA0 \xFF vu", Ok(("déjà \u{FFFD} vu", None, 1)));
        check(b"the end \xE2\x80", Ok(("the end \u{FFFD}", None, 1)));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        check(b"\x7fELF\x02\x01\0\0", Err(RefusalKind::Unsupported));
        check(b"\x01\x02\x03\x04", Err(RefusalKind::Unsupported));
        check(b"", Err(RefusalKind::Empty));
        check(b" \n\t", Err(RefusalKind::Empty));
    }
}
