//! Which format bytes are in: what they show first, then what the file is called, then their looks.

use super::{ALL, DocumentFormat, csv::CSV, jsonl::JSONL, text::TEXT, zip};

/// The format of a file, by its bytes before its name. Nothing where no reader of ours fits.
pub(crate) fn detect(name: &str, bytes: &[u8]) -> Option<&'static DocumentFormat> {
    if is_foreign(bytes) {
        return None;
    }
    if let Some(format) = ALL.iter().copied().find(|format| (format.sniff)(bytes)) {
        return Some(format);
    }
    by_name(name, bytes).or_else(|| by_looks(bytes))
}

/// By the ending of a name, for formats that do not show themselves. One that does, and did
/// not, is not what it is called: a page named `.pdf` that holds only words is text.
fn by_name(name: &str, bytes: &[u8]) -> Option<&'static DocumentFormat> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
    let format = ALL
        .iter()
        .copied()
        .find(|format| format.extensions.contains(&ending.as_str()))?;
    let shows_itself = matches!(format.name, "pdf" | "png" | "jpeg" | "tiff" | "zip" | "docx");
    // What is broken or empty beyond recognition is still refused as what it claims to be.
    (!shows_itself || bytes.is_empty() || !is_words(bytes)).then_some(format)
}

fn by_looks(bytes: &[u8]) -> Option<&'static DocumentFormat> {
    if !is_words(bytes) {
        return None;
    }
    let first_line = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default()
        .trim_ascii();
    if first_line.starts_with(b"{") && first_line.ends_with(b"}") {
        return known(JSONL.name);
    }
    let is_table = first_line.iter().filter(|byte| **byte == b'\t').nth(1).is_some();
    known(if is_table { CSV.name } else { TEXT.name })
}

fn known(name: &str) -> Option<&'static DocumentFormat> {
    ALL.iter().copied().find(|format| format.name == name)
}

/// Whether the first bytes can be text: no zero byte, unless a mark says that letters are wide.
fn is_words(bytes: &[u8]) -> bool {
    const HEAD: usize = 8192;
    let head = &bytes[..bytes.len().min(HEAD)];
    let marked = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    let zeros = head.len() - head.iter().filter(|byte| **byte != 0).count();
    let controls = head.iter().filter(|byte| **byte < 9 && **byte != 0).count();
    let wide = head.len() * 3 < zeros * 10 && zeros * 10 < head.len() * 7;
    !head.is_empty() && controls * 100 <= head.len() && (marked || zeros == 0 || wide)
}

/// Formats that we know and do not read, and that would pass for one that we do.
fn is_foreign(bytes: &[u8]) -> bool {
    let starts = [
        b"\xD0\xCF\x11\xE0".as_slice(),
        b"{\\rtf",
        b"\x7fELF",
        b"\x1f\x8b",
        b"7z\xBC\xAF\x27\x1C",
        b"Rar!\x1a\x07",
        b"BZh",
        b"\xFD7zXZ\0",
        b"\x28\xB5\x2F\xFD",
        b"SQLite format 3\0",
    ];
    let office = [b"xl/workbook.xml".as_slice(), b"ppt/presentation.xml", b"xl/workbook.bin"];
    starts.iter().any(|start| bytes.starts_with(start))
        || (bytes.starts_with(b"PK\x03\x04")
            && zip::names(bytes).any(|name| office.contains(&name)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::io::{Cursor, Write};

    use ::zip::{ZipWriter, write::SimpleFileOptions};

    use super::detect;

    #[track_caller]
    fn check(name: &str, bytes: &[u8], expected: Option<&str>) {
        assert_eq!(detect(name, bytes).map(|format| format.name), expected, "{name}");
    }

    fn archive(member: &str) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file(member, SimpleFileOptions::default()).unwrap();
        writer.write_all(b"x").unwrap();
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn bytes_count_for_more_than_names() {
        check("a.txt", b"<!DOCTYPE HTML><p>x", Some("html"));
        check("a.pdf", b"\n<html lang=en>", Some("html"));
        check(
            "a.txt",
            b"\xEF\xBB\xBF<?xml version='1.0'?><Statute xml:lang='en'>",
            Some("justice"),
        );
        check("a.xml", b"<Regulation>", Some("justice"));
        check("a.xml", b"<other/>", Some("xml"));
        check("a", b"<?xml version='1.0'?><other/>", Some("xml"));
        check("a.zip", &archive("word/document.xml"), Some("docx"));
        check("a.docx", &archive("readme.txt"), Some("zip"));
        check("a.pdf", b"just words", Some("text"));
    }

    #[test]
    fn names_count_where_bytes_say_nothing() {
        check("x/a.MD", b"words", Some("markdown"));
        check("a.jsonl", b"words", Some("jsonl"));
        check("a.json", b"[]", Some("jsonl"));
        check("a.csv", b"a,b", Some("csv"));
        check("a.txt", b"", Some("text"));
        check("a.docx", b"\x01\x02", Some("docx"));
    }

    #[test]
    fn without_a_name_the_looks_decide() {
        check("a", b"words", Some("text"));
        check("LICENSE.unknown", b"words", Some("text"));
        check("a", b"{\"text\":\"x\"}\n{}", Some("jsonl"));
        check("a", b"a\tb\tc\n1\t2\t3", Some("csv"));
        check("a", b"\xFF\xFEa\0b\0", Some("text"));
    }

    #[test]
    fn what_we_do_not_read_is_nothing() {
        check("a.doc", b"\xD0\xCF\x11\xE0\xA1\xB1", None);
        check("a.rtf", b"{\\rtf1 words}", None);
        check("a.xlsx", &archive("xl/workbook.xml"), None);
        check("a", b"\x7fELF\x02\x01\x01\0", None);
        check("a.bin", b"\0\x01\x02\x03\0\0\0\0", None);
        check("a", b"", None);
    }
}
