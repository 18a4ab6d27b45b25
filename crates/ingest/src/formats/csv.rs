//! Tables with a separator: comma, semicolon or tab, whichever the first line has most.
//!
//! The first row names the columns. With a column `text`, each row is a document of its own and
//! the other columns are what is known about it; without, the table is one document, each row a
//! part of lines `name: value`.

use csv::{ByteRecord, ReaderBuilder};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use jurat_model::{
    ByteSpan, DocumentMetadata, PartKind, ReaderIdentity, RenditionPart, RenditionWarning,
};

use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    document_row::{DocumentRow, TEXT},
    encoding::{DecodedText, decode},
    rendition_builder::RenditionBuilder,
};
use crate::{FileLimits, ReadRefusal, RefusalKind};

pub(super) const CSV: DocumentFormat = DocumentFormat {
    name: "csv",
    media: "text/csv",
    extensions: &["csv", "tsv", "tab"],
    sniff: |_| false,
    place: ReaderPlacement::Here,
    read,
};

/// The most bytes that the name of a column may have.
const LONGEST_NAME: usize = 1024;

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let decoded = decode(input.bytes, None)?;
    let (bytes, shift) = table_bytes(input.bytes, &decoded);
    let mut records = ReaderBuilder::new()
        .delimiter(separator(&decoded.text))
        .has_headers(true)
        .flexible(true)
        .from_reader(bytes);
    let encoding = if shift.is_some() { decoded.encoding } else { UTF_8 };
    let letters = |bytes: &[u8]| encoding.decode_without_bom_handling(bytes).0.into_owned();
    let names = records.byte_headers().map_err(|fault| damaged(&fault))?;
    let names: Vec<String> = names.iter().map(|name| letters(name).trim().to_owned()).collect();
    // Every row repeats them.
    if names.iter().any(|name| LONGEST_NAME < name.len()) {
        let message = format!("a column has a name of more than {LONGEST_NAME} bytes");
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    let mut table = CsvTable {
        is_rows: names.iter().any(|name| name.eq_ignore_ascii_case(TEXT)),
        names,
        script: RenditionBuilder::new(input.limits),
        limits: input.limits,
        warnings: decoded.placeless().collect(),
    };
    if table.is_rows && shift.is_none() {
        let message =
            "a table of documents must be UTF-8 or one byte a letter; save it as UTF-8";
        return Err(ReadRefusal::new(RefusalKind::Unsupported, message));
    }
    let mut record = ByteRecord::new();
    let (mut count, mut owed) = (0, 0_u64);
    loop {
        let start = place(&records);
        if !records
            .read_byte_record(&mut record)
            .map_err(|fault| damaged(&fault))?
        {
            break;
        }
        count += 1;
        if input.limits.count < count {
            let message = format!("it has more than {} rows", input.limits.count);
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        let raw = raw(bytes, start, place(&records));
        let raw = shift.map(|by| ByteSpan::from(raw.start + by..raw.end + by));
        let values: Vec<String> = record.iter().map(letters).collect();
        if table.is_rows {
            owed = owed.saturating_add(table.owed(&values));
            if input.limits.bytes < owed {
                let most = input.limits.bytes;
                let message =
                    format!("its rows, with their names, have more than {most} bytes");
                return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
            }
            hand_out(table.row(values, count, raw));
        } else {
            table.part(&values, raw);
        }
    }
    table.finish(hand_out)
}

/// What is cut into records: the file itself where a separator is one byte there, so that each row
/// can be found in it, and how much stands before it; else the text.
fn table_bytes<'a>(bytes: &'a [u8], decoded: &'a DecodedText<'_>) -> (&'a [u8], Option<usize>) {
    if [UTF_16LE, UTF_16BE].contains(&decoded.encoding) {
        return (decoded.text.as_bytes(), None);
    }
    let rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    (rest, Some(bytes.len() - rest.len()))
}

/// A table on its way to documents, or to one.
struct CsvTable<'a> {
    names: Vec<String>,
    is_rows: bool,
    script: RenditionBuilder,
    limits: &'a FileLimits,
    warnings: Vec<RenditionWarning>,
}

impl CsvTable<'_> {
    /// The bytes that a row takes as a document: its values, and the names that they are kept under.
    fn owed(&self, values: &[String]) -> u64 {
        let pairs = self.names.iter().zip(values);
        let pairs = pairs.filter(|(_, value)| !value.is_empty());
        pairs.map(|(name, value)| (name.len() + value.len()) as u64).sum()
    }

    fn row(&self, values: Vec<String>, count: u64, raw: Option<ByteSpan>) -> ReaderOutput {
        let mut row = DocumentRow::default();
        for (name, value) in self.names.iter().zip(values) {
            let known = name.to_ascii_lowercase();
            let is_known = matches!(known.as_str(), TEXT | "id" | "_id" | "title" | "kind");
            row.take(if is_known { &known } else { name }, value);
        }
        let number = count.saturating_add(1);
        match row.document(reader(), number, raw, self.limits) {
            Ok(mut piece) => {
                if let ReaderOutput::Document { rendition, .. } = &mut piece {
                    rendition.warnings.clone_from(&self.warnings);
                }
                piece
            }
            Err(refusal) => {
                let message = format!("row {count} {}", refusal.message);
                let refusal = ReadRefusal::new(refusal.kind, message);
                ReaderOutput::Refused { name: Some(format!("line-{number}")), refusal }
            }
        }
    }

    fn part(&mut self, values: &[String], raw: Option<ByteSpan>) {
        self.script.blank();
        let part = RenditionPart {
            raw,
            ..RenditionPart::new(PartKind::Row, ByteSpan::from(0..0))
        };
        let open = self.script.open(part);
        for (column, value) in values.iter().enumerate() {
            if value.trim().is_empty() {
                continue;
            }
            self.script.line();
            if let Some(name) = self.names.get(column).filter(|name| !name.is_empty()) {
                self.script.words(&format!("{name}: "));
            }
            self.script.words(value);
        }
        self.script.close(open);
    }

    fn finish(self, hand_out: &mut dyn FnMut(ReaderOutput)) -> Result<(), ReadRefusal> {
        if self.is_rows {
            return Ok(());
        }
        let mut rendition = self.script.finish(reader());
        rendition.warnings.extend(self.warnings);
        if rendition.text.is_empty() {
            let message = "the table has no rows below its names";
            return Err(ReadRefusal::new(RefusalKind::Empty, message));
        }
        let metadata = DocumentMetadata::default();
        hand_out(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
        Ok(())
    }
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: CSV.name.to_owned(),
        version: 1,
        options: String::new(),
    }
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

fn place(table: &csv::Reader<&[u8]>) -> usize {
    usize::try_from(table.position().byte()).unwrap_or(usize::MAX)
}

/// A record without the line breaks around it.
fn raw(bytes: &[u8], start: usize, end: usize) -> ByteSpan {
    let end = end.min(bytes.len());
    let words = bytes.get(start..end).unwrap_or_default();
    let is_break = |byte: &&u8| matches!(byte, b'\r' | b'\n');
    let lead = words.iter().take_while(is_break).count();
    let tail = words[lead..].iter().rev().take_while(is_break).count();
    ByteSpan::from(start + lead..end.saturating_sub(tail).max(start + lead))
}

fn damaged(fault: &csv::Error) -> ReadRefusal {
    ReadRefusal::new(RefusalKind::Damaged, format!("no sound table: {fault}"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{read, separator};
    use crate::formats::{
        ReaderOutput,
        tests::{only_document, pieces, pieces_within},
    };
    use crate::{FileLimits, RefusalKind};

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
        let ReaderOutput::Document { name, raw, rendition, metadata } = &all[0] else {
            unreachable!()
        };
        assert_eq!((name.as_deref(), rendition.text.as_str()), (Some("r1"), "A, b"));
        assert_eq!(raw.unwrap().of(table), Some("r1,\"A, b\",Ferry Court"));
        assert_eq!(metadata.get("court"), Some("Ferry Court"));
        assert!(
            matches!(&all[1], ReaderOutput::Document { name: Some(name), .. } if name == "line-3")
        );
        assert!(matches!(&all[2], ReaderOutput::Refused { .. }));
    }

    #[test]
    fn names_do_not_multiply_with_rows() {
        let long = format!("id,text,{}\nr1,words,x\n", "n".repeat(1025));
        let many = format!("id,text,{}\n{}", "n".repeat(1024), "r,w,x\n".repeat(100));
        let limits = FileLimits { bytes: 50_000, ..FileLimits::default() };
        for (table, handed_out) in [(long, 0), (many, 48)] {
            let (all, end) = pieces_within(read, table.as_bytes(), &limits);
            assert_eq!(end.unwrap_err().kind, RefusalKind::TooLarge);
            assert_eq!(all.len(), handed_out);
        }
    }

    #[test]
    fn rows_in_another_encoding_are_found_in_the_file() {
        let table = b"id,text\nr1,caf\xE9\nr2,th\xE9\n";
        let (all, _) = pieces(read, table);
        let ReaderOutput::Document { raw, rendition, .. } = &all[1] else { unreachable!() };
        assert_eq!((rendition.text.as_str(), rendition.warnings.len()), ("thé", 1));
        assert_eq!(&table[raw.unwrap().range()], b"r2,th\xE9");
        let wide: Vec<u8> = "id,text\nr1,x".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(pieces(read, &wide).1.is_err());
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
