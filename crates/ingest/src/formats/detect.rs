//! Which format bytes are in: what they show first, then what the file is called, then their looks.

use super::{ALL, Format, csv::CSV, jsonl::JSONL, text::TEXT, zip};

/// The format of a file, by its bytes before its name. Nothing where no reader of ours fits.
pub(crate) fn detect(name: &str, bytes: &[u8]) -> Option<&'static Format> {
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
fn by_name(name: &str, bytes: &[u8]) -> Option<&'static Format> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
    let format = ALL
        .iter()
        .copied()
        .find(|format| format.extensions.contains(&ending.as_str()))?;
    let shows_itself = matches!(format.name, "pdf" | "image" | "zip" | "docx");
    // What is broken or empty beyond recognition is still refused as what it claims to be.
    (!shows_itself || bytes.is_empty() || !is_words(bytes)).then_some(format)
}

fn by_looks(bytes: &[u8]) -> Option<&'static Format> {
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
    let tabs = first_line.iter().filter(|byte| **byte == b'\t').count();
    known(if 2 <= tabs { CSV.name } else { TEXT.name })
}

fn known(name: &str) -> Option<&'static Format> {
    ALL.iter().copied().find(|format| format.name == name)
}

/// Whether the first bytes can be text: no zero byte, unless a mark says that letters are wide.
fn is_words(bytes: &[u8]) -> bool {
    const HEAD: usize = 8192;
    let head = &bytes[..bytes.len().min(HEAD)];
    let marked = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    let zeros = head.iter().filter(|byte| **byte == 0).count();
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
