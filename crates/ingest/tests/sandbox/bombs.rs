//! Archives that are small and have no end: they stop soon, and one sentence says why.

use std::{
    io::{Cursor, Write},
    time::{Duration, Instant},
};

use jurat_ingest::{ExtractedFile, RefusalKind};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::outcome::read;

pub(crate) const ALL: &[(&str, fn())] = &[
    ("archives_that_multiply_are_stopped_as_a_whole", multiplying),
    ("an_archive_in_an_archive_without_end_is_too_deep", deep),
    ("honest_archives_within_archives_are_read", honest),
];

/// A file that is packed so many times at every level.
fn nest(inner: &[u8], levels: usize, copies: usize) -> Vec<u8> {
    (0..levels).fold(inner.to_vec(), |inner, level| {
        let ending = if level == 0 { "txt" } else { "zip" };
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for copy in 0..copies {
            let name = format!("{copy}.{ending}");
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(&inner).unwrap();
        }
        writer.finish().unwrap().into_inner()
    })
}

fn timed(bytes: Vec<u8>) -> (ExtractedFile, Duration) {
    let began = Instant::now();
    (read("bomb.zip", bytes), began.elapsed())
}

/// A million texts in a few kilobytes: before, sixteen thousand children and 100 seconds.
fn multiplying() {
    let bomb = nest(&b"A lamp must be lit. ".repeat(50), 6, 10);
    assert!(bomb.len() < 40_000, "{} bytes", bomb.len());
    let (read, spent) = timed(bomb);
    assert!(read.usage.children <= 48, "{} children", read.usage.children);
    assert!(spent < Duration::from_secs(20), "{spent:?}");
    let (name, refusal) = read.refusals.last().unwrap();
    assert_eq!((name.as_str(), refusal.kind), ("bomb.zip", RefusalKind::TooLarge));
    assert!(refusal.message.contains("as bombs do"), "{refusal}");
    assert!(read.refusals.len() < 5, "{:?}", read.refusals);
}

fn deep() {
    let (read, _) = timed(nest(b"A lamp must be lit.", 40, 1));
    assert!(read.documents.is_empty());
    assert!(read.usage.children <= 9, "{} children", read.usage.children);
    assert_eq!(read.refusals.len(), 1);
    assert!(read.refusals[0].1.message.contains("8 archives deep"), "{:?}", read.refusals);
}

fn honest() {
    let (read, _) = timed(nest(b"A lamp must be lit.", 3, 4));
    assert_eq!((read.documents.len(), read.refusals), (64, Vec::new()));
}
