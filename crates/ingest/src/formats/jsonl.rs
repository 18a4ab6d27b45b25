//! Rows of JSON, each a document of its own.
//!
//! One object a line, or an array of objects. A row needs a string `text`; `id` names it. Strings and
//! numbers beside it are what is known about it, lists of strings are joined with ` > `, and what
//! is nested deeper is not read. Lines end at `\n` only: other breaks may stand within a string.

use jurat_model::{ByteSpan, ReaderIdentity};
use serde_json::{Map, Value};

use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement, document_row::DocumentRow,
};
use crate::{ReadRefusal, RefusalKind};

pub(super) const JSONL: DocumentFormat = DocumentFormat {
    name: "jsonl",
    media: "application/jsonl",
    extensions: &["jsonl", "ndjson", "json"],
    sniff: |_| false,
    place: ReaderPlacement::Here,
    read,
};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where the rows of a file lie, one after the other.
type RowSpans<'a> = Box<dyn Iterator<Item = ByteSpan> + 'a>;

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let first = input
        .bytes
        .strip_prefix(MARK)
        .unwrap_or(input.bytes)
        .trim_ascii_start();
    if first.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "there is nothing in it"));
    }
    if first.contains(&0) {
        let message = "rows of JSON are UTF-8, and this holds zero bytes";
        return Err(ReadRefusal::new(RefusalKind::Unsupported, message));
    }
    let (rows, unit): (RowSpans<'_>, _) = if first[0] == b'[' {
        let spans = elements(input.bytes, input.bytes.len() - first.len());
        (Box::new(spans.into_iter()), "element")
    } else if is_one_object(first) {
        let start = input.bytes.len() - first.len();
        let whole = ByteSpan::from(start..start + first.trim_ascii_end().len());
        (Box::new(std::iter::once(whole)), "object")
    } else {
        (Box::new(lines(input.bytes)), "line")
    };
    let mut count = 0;
    for (at, span) in (1u64..).zip(rows) {
        let bytes = &input.bytes[span.range()];
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        count += 1;
        if input.limits.count < count {
            let message = format!("it has more than {} rows", input.limits.count);
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        let made = row(bytes);
        let made = made.and_then(|row| row.document(reader(), at, Some(span), input.limits));
        hand_out(made.unwrap_or_else(|refusal| {
            let message = format!("{unit} {at} {}", refusal.message);
            let refusal = ReadRefusal::new(refusal.kind, message);
            ReaderOutput::Refused { name: Some(format!("line-{at}")), refusal }
        }));
    }
    Ok(())
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: JSONL.name.to_owned(),
        version: 1,
        options: String::new(),
    }
}

fn row(bytes: &[u8]) -> Result<DocumentRow, ReadRefusal> {
    let object: Map<String, Value> = serde_json::from_slice(bytes).map_err(|fault| {
        ReadRefusal::new(RefusalKind::Damaged, format!("is no JSON object: {fault}"))
    })?;
    let mut row = DocumentRow::default();
    for (name, value) in object {
        if let Some(value) = plain(value) {
            row.take(&name, value);
        }
    }
    Ok(row)
}

/// A string, a number, a truth, or a list of strings; nothing else.
fn plain(value: Value) -> Option<String> {
    match value {
        Value::String(words) => Some(words),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(values) => {
            let words: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
            words.filter(|words| !words.is_empty()).map(|words| words.join(" > "))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// A single object over several lines, as `.json` files often are.
fn is_one_object(bytes: &[u8]) -> bool {
    let line_end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let whole_line =
        serde_json::from_slice::<serde::de::IgnoredAny>(&bytes[..line_end]).is_ok();
    !whole_line && serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok()
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = ByteSpan> {
    let mut start = bytes.len() - bytes.strip_prefix(MARK).unwrap_or(bytes).len();
    bytes[start..].split(|byte| *byte == b'\n').map(move |line| {
        let (from, end) = (start, start + line.len());
        let tail = usize::from(line.ends_with(b"\r"));
        start = end + 1;
        ByteSpan::from(from..end - tail)
    })
}

/// The elements of an array that opens at `start`; the last one may be cut short.
fn elements(bytes: &[u8], start: usize) -> Vec<ByteSpan> {
    let mut spans = Vec::new();
    let (mut depth, mut from) = (0usize, start + 1);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        if quoted {
            quoted = escaped || *byte != b'"';
            escaped = !escaped && *byte == b'\\';
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    spans.push(ByteSpan::from(from..at));
                    return spans.into_iter().map(|span| tight(bytes, span)).collect();
                }
            }
            b',' if depth == 1 => {
                spans.push(ByteSpan::from(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    spans.push(ByteSpan::from(from..bytes.len()));
    spans.into_iter().map(|span| tight(bytes, span)).collect()
}

fn tight(bytes: &[u8], span: ByteSpan) -> ByteSpan {
    let inner = &bytes[span.range()];
    let start = span.start + (inner.len() - inner.trim_ascii_start().len());
    ByteSpan::from(start..start + inner.trim_ascii().len())
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::{
        RefusalKind,
        formats::{ReaderOutput, tests::pieces},
    };

    /// Names and texts, or names and refusals.
    type Seen<'a> = (&'a str, Result<&'a str, RefusalKind>);

    #[track_caller]
    fn check(bytes: &[u8], expected: &[Seen<'_>]) {
        let all = pieces(read, bytes).0;
        let seen: Vec<Seen<'_>> = all
            .iter()
            .filter_map(|piece| match piece {
                ReaderOutput::Document { name, rendition, .. } => {
                    Some((name.as_deref()?, Ok(rendition.text.as_str())))
                }
                ReaderOutput::Refused { name, refusal } => {
                    Some((name.as_deref()?, Err(refusal.kind)))
                }
                _ => None,
            })
            .collect();
        assert_eq!(seen, expected);
        for piece in &all {
            if let ReaderOutput::Document { raw: Some(raw), .. } = piece {
                assert!(
                    serde_json::from_slice::<serde_json::Value>(&bytes[raw.range()]).is_ok()
                );
            }
        }
    }

    #[test]
    fn each_line_is_a_document_and_a_bad_one_stops_nobody() {
        check(
            b"\xEF\xBB\xBF{\"id\":\"a\",\"text\":\"A\xE2\x80\xA8ferry\"}\r\n\nnonsense\n{\"x\":1}\n{\"_id\":7,\"text\":\"\"}\n{\"text\":\"B\"}\n{\"text\":\"\xFF\"}",
            &[
                ("a", Ok("A\u{2028}ferry")),
                ("line-3", Err(RefusalKind::Damaged)),
                ("line-4", Err(RefusalKind::Unsupported)),
                ("7", Ok("")),
                ("line-6", Ok("B")),
                ("line-7", Err(RefusalKind::Damaged)),
            ],
        );
    }

    #[test]
    fn an_array_or_one_object_will_do() {
        check(
            b" [ {\"id\":\"a\",\"text\":\"x,]\\\"}\"} ,\n 5, {\"text\":\"y\"} ]",
            &[("a", Ok("x,]\"}")), ("line-2", Err(RefusalKind::Damaged)), ("line-3", Ok("y"))],
        );
        check(b"{\n \"id\": \"a\",\n \"text\": \"x\"\n}\n", &[("a", Ok("x"))]);
        check(
            b"[{\"text\":\"x\"},{\"text",
            &[("line-1", Ok("x")), ("line-2", Err(RefusalKind::Damaged))],
        );
    }

    #[test]
    fn other_values_are_known_about_the_document() {
        let all = pieces(
            read,
            br#"{"id":"a","text":"x","kind":"statute","headings":["P","Q"],"n":2.50,"lang":"fr","z":{"y":1},"title":"T"}"#,
        );
        let ReaderOutput::Document { metadata, .. } = &all.0[0] else { unreachable!() };
        assert_eq!(metadata.get("kind"), Some("statute"));
        assert_eq!(metadata.get("headings"), Some("P > Q"));
        assert_eq!(metadata.get("n"), Some("2.5"));
        assert_eq!(metadata.get("language"), Some("fr"));
        assert_eq!(metadata.get("title"), Some("T"));
        assert_eq!(metadata.get("z"), None);
    }

    #[test]
    fn deep_rows_are_refused_one_by_one() {
        let deep = format!("{{\"text\":{}\n{{\"text\":\"x\"}}", "[".repeat(1_000_000));
        check(deep.as_bytes(), &[("line-1", Err(RefusalKind::Damaged)), ("line-2", Ok("x"))]);
    }
}
