//! A picture read through the door to outside programs.

use std::path::Path;

use jurat_ingest::RefusalKind;
use jurat_model::WarningKind;

use crate::outcome::{read, refused, warnings};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("letters_in_a_picture_are_recognised", recognised),
    ("a_broken_picture_is_refused", broken),
];

/// Letters of five by seven points.
const LETTERS: [(char, [u8; 7]); 5] = [
    ('H', [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001]),
    ('E', [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111]),
    ('L', [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111]),
    ('T', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100]),
    (' ', [0; 7]),
];

/// An uncompressed TIFF of one strip, eight bits a point, black on white.
pub(crate) fn tiff(words: &str, scale: usize) -> Vec<u8> {
    let columns: Vec<[u8; 7]> = words
        .chars()
        .map(|letter| LETTERS.iter().find(|(known, _)| *known == letter).unwrap().1)
        .collect();
    let (width, height) = ((columns.len() * 6 + 6) * scale, 15 * scale);
    let mut points = vec![255_u8; width * height];
    for (y, row) in points.chunks_mut(width).enumerate() {
        for (x, point) in row.iter_mut().enumerate() {
            let (x, y) = ((x / scale).wrapping_sub(3), (y / scale).wrapping_sub(4));
            let bits = columns.get(x / 6).and_then(|letter| letter.get(y));
            if x % 6 < 5 && bits.is_some_and(|bits| bits >> (4 - x % 6) & 1 == 1) {
                *point = 0;
            }
        }
    }
    let number = |value: usize| u32::try_from(value).unwrap();
    let entries: [(u16, u16, u32); 9] = [
        (256, 4, number(width)),
        (257, 4, number(height)),
        (258, 3, 8),
        (259, 3, 1),
        (262, 3, 1),
        (273, 4, 8 + 2 + 9 * 12 + 4),
        (277, 3, 1),
        (278, 4, number(height)),
        (279, 4, number(points.len())),
    ];
    let mut bytes = b"II*\0\x08\0\0\0\x09\0".to_vec();
    for (tag, kind, value) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes.extend(points);
    bytes
}

/// Whether tesseract is there; where every program is required, it must be.
#[expect(clippy::disallowed_methods, reason = "tests may look at their environment")]
pub(crate) fn installed() -> bool {
    let there =
        ["/usr/bin/tesseract", "/usr/local/bin/tesseract", "/opt/homebrew/bin/tesseract"]
            .iter()
            .any(|path| Path::new(path).is_file());
    assert!(there || std::env::var_os("JURAT_REQUIRE_ALL").is_none(), "tesseract is missing");
    if !there {
        eprintln!("skipped: tesseract is not installed");
    }
    there
}

fn recognised() {
    if !installed() {
        return;
    }
    let read = read("sign.tiff", tiff("HELL THE TELE", 6));
    assert!(read.refusals.is_empty(), "{:?}", read.refusals);
    let rendition = &read.documents[0].rendition;
    assert!(rendition.text.contains("THE"), "{:?}", rendition.text);
    assert_eq!(warnings(rendition, WarningKind::Recognised).len(), 1);
    assert_eq!(read.documents[0].source.media, "image/tiff");
}

fn broken() {
    if !installed() {
        return;
    }
    let read = read("broken.png", b"\x89PNG\r\n\x1a\nand no more".to_vec());
    assert_eq!(refused(&read), RefusalKind::Damaged);
}
