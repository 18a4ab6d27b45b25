//! Tables with a separator: comma, semicolon or tab, whichever the first line has most.
//!
//! The first row names the columns. With a column `text`, each row is a document of its own and
//! the other columns are what is known about it; without, the table is one document, each row a
//! part of lines `name: value`.

use csv::{ByteRecord, ReaderBuilder};
use jurat_model::{Metadata, Part, PartKind, Reader, Span};

use super::{
    Format, Input, Piece, Place,
    encoding::decode,
    manuscript::Manuscript,
    row::{Row, TEXT},
};
use crate::{Refusal, RefusalKind};

pub(super) const CSV: Format = Format {
    name: "csv",
    media: "text/csv",
    extensions: &["csv", "tsv", "tab"],
    sniff: |_| false,
    place: Place::Here,
    read,
};

fn read(input: &Input<'_>, hand_out: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let decoded = decode(input.bytes, None)?;
    let mut table = ReaderBuilder::new()
        .delimiter(separator(&decoded.text))
        .has_headers(true)
        .flexible(true)
        .from_reader(decoded.text.as_bytes());
    let names = table.byte_headers().map_err(|fault| damaged(&fault))?;
    let names: Vec<String> = names.iter().map(name).collect();
    let is_rows = names.iter().any(|name| name.eq_ignore_ascii_case(TEXT));
    let mut script = Manuscript::new(input.limits);
    let mut record = ByteRecord::new();
    let mut count = 0;
    loop {
        let start = place(&table);
        if !table.read_byte_record(&mut record).map_err(|fault| damaged(&fault))? {
            break;
        }
        count += 1;
        if input.limits.count < count {
            let message = format!("it has more than {} rows", input.limits.count);
            return Err(Refusal::new(RefusalKind::TooLarge, message));
        }
        let raw = raw(&decoded.text, start, place(&table));
        let raw = decoded.shift.map(|by| Span::from(raw.start + by..raw.end + by));
        if is_rows {
            hand_out(row(&names, &record, count, raw));
        } else {
            part(&mut script, &names, &record, raw);
        }
    }
    for warning in decoded.warnings.iter().filter(|_| !is_rows) {
        script.warn(warning.kind, None, warning.message.clone());
    }
    if is_rows {
        return Ok(());
    }
    let rendition = script.finish(reader());
    if rendition.text.is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, "the table has no rows below its names"));
    }
    let metadata = Metadata::default();
    hand_out(Piece::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

fn reader() -> Reader {
    Reader {
        name: CSV.name.to_owned(),
        version: 1,
        options: String::new(),
    }
}

fn row(names: &[String], record: &ByteRecord, count: u64, raw: Option<Span>) -> Piece {
    let mut row = Row::default();
    for (name, value) in names.iter().zip(record) {
        let known = name.to_ascii_lowercase();
        let is_known = matches!(known.as_str(), TEXT | "id" | "_id" | "title" | "kind");
        row.take(
            if is_known { &known } else { name },
            String::from_utf8_lossy(value).into_owned(),
        );
    }
    let number = count.saturating_add(1);
    row.document(reader(), number, raw).unwrap_or_else(|| {
        let message = format!("row {count} ends before its `text`");
        let refusal = Refusal::new(RefusalKind::Damaged, message);
        Piece::Refused { name: Some(format!("line-{number}")), refusal }
    })
}

fn part(script: &mut Manuscript, names: &[String], record: &ByteRecord, raw: Option<Span>) {
    script.blank();
    let open = script.open(Part { raw, ..Part::new(PartKind::Row, Span::from(0..0)) });
    for (column, value) in record.iter().enumerate() {
        let value = String::from_utf8_lossy(value);
        if value.trim().is_empty() {
            continue;
        }
        script.line();
        if let Some(name) = names.get(column).filter(|name| !name.is_empty()) {
            script.words(&format!("{name}: "));
        }
        script.words(&value);
    }
    script.close(open);
}

/// The separator that the first line has most of, outside of quotes.
fn separator(text: &str) -> u8 {
    let mut counts = [(b',', 0usize), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if quoted => {}
            _ => counts
                .iter_mut()
                .filter(|(mark, _)| *mark == byte)
                .for_each(|seen| seen.1 += 1),
        }
    }
    // Of equals, the first: `max_by_key` would take the last.
    counts
        .iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .map_or(b',', |(mark, _)| *mark)
}

fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

fn place(table: &csv::Reader<&[u8]>) -> usize {
    usize::try_from(table.position().byte()).unwrap_or(usize::MAX)
}

/// A record without the line breaks around it.
fn raw(text: &str, start: usize, end: usize) -> Span {
    let end = end.min(text.len());
    let words = text.as_bytes().get(start..end).unwrap_or_default();
    let lead = words.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let tail = words[lead..]
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'))
        .count();
    Span::from(start + lead..end - tail)
}

fn damaged(fault: &csv::Error) -> Refusal {
    Refusal::new(RefusalKind::Damaged, format!("no sound table: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::{read, separator};
    use crate::formats::{
        Piece,
        tests::{only_document, pieces},
    };

    #[test]
    fn a_table_is_read_row_by_row() {
        let table = "name;fee\nFerry;2\n\"Long; boat\";\"3\nor 4\"\n;\n";
        let (made, _) = only_document(read, table.as_bytes());
        assert_eq!(made.text, "name: Ferry\nfee: 2\n\nname: Long; boat\nfee: 3 or 4");
        let raws: Vec<&str> = made
            .parts
            .iter()
            .map(|part| part.raw.unwrap().of(table).unwrap())
            .collect();
        assert_eq!(raws, ["Ferry;2", "\"Long; boat\";\"3\nor 4\""]);
    }

    #[test]
    fn a_column_of_text_makes_documents() {
        let table = "\u{feff}ID,Text,court\nr1,\"A, b\",Ferry Court\n,c\nr3\n";
        let (all, _) = pieces(read, table.as_bytes());
        let Piece::Document { name, raw, rendition, metadata } = &all[0] else {
            unreachable!()
        };
        assert_eq!((name.as_deref(), rendition.text.as_str()), (Some("r1"), "A, b"));
        assert_eq!(raw.unwrap().of(table), Some("r1,\"A, b\",Ferry Court"));
        assert_eq!(metadata.get("court"), Some("Ferry Court"));
        assert!(
            matches!(&all[1], Piece::Document { name: Some(name), .. } if name == "line-3")
        );
        assert!(matches!(&all[2], Piece::Refused { .. }));
    }

    #[test]
    fn the_separator_is_seen_in_the_first_line() {
        for (line, expected) in
            [("a,b", b','), ("a;\",,\";b", b';'), ("a\tb", b'\t'), ("a", b',')]
        {
            assert_eq!(separator(line), expected);
        }
    }
}
