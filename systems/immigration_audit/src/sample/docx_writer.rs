//! A letter as a word processor saves it: DOCX with a paragraph a line, stored without compression, so that its bytes never
//! change.

use super::scan_writer::crc;

const TYPES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
    <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
    <Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
const RELATIONS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
    <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";

/// The lines of a letter as a DOCX file.
pub fn write_docx(text: &str) -> Vec<u8> {
    let paragraph = |line: &str| {
        let words = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<w:p><w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r></w:p>")
    };
    let body: String = text.lines().map(paragraph).collect();
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
         <w:body>{body}</w:body></w:document>"
    );
    stored(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("word/document.xml", &document),
    ])
}

/// An archive whose members are not packed.
fn stored(members: &[(&str, &str)]) -> Vec<u8> {
    let four = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let two = |number: usize| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes();
    let (mut file, mut central) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let start = file.len();
        let sum = crc(text.as_bytes()).to_le_bytes();
        let size = four(text.len());
        // No flags, no packing, the first day of the format's calendar.
        let common = [
            [0, 0, 0, 0, 0, 0, 0x21, 0].as_slice(),
            &sum,
            &size,
            &size,
            &two(name.len()),
            &[0, 0],
        ]
        .concat();
        file.extend([b"PK\x03\x04\x14\0".as_slice(), &common, name.as_bytes()].concat());
        file.extend(text.as_bytes());
        let head = [b"PK\x01\x02\x14\0\x14\0".as_slice(), &common, &[0; 10], &four(start)];
        central.extend([head.concat().as_slice(), name.as_bytes()].concat());
    }
    let (start, count) = (file.len(), two(members.len()));
    let size = four(central.len());
    file.extend(central);
    let end = [b"PK\x05\x06\0\0\0\0".as_slice(), &count, &count, &size, &four(start), &[0, 0]];
    file.extend(end.concat());
    file
}

#[cfg(test)]
mod tests {
    use super::write_docx;

    #[test]
    fn the_same_letter_gives_the_same_bytes() {
        let letter = write_docx("A & B\nDate: 4 May 2026\n");
        assert_eq!(letter, write_docx("A & B\nDate: 4 May 2026\n"));
        assert!(letter.starts_with(b"PK\x03\x04"));
        assert!(String::from_utf8_lossy(&letter).contains("A &amp; B"));
    }
}
