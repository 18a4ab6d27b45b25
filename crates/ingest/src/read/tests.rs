//! What one file may cost, with all that comes out of it.
#![expect(clippy::unwrap_used)]

use std::ops::ControlFlow;

use jurat_model::{
    ByteSpan, DocumentMetadata, PartKind, ReaderIdentity, Rendition, RenditionPart, WarningKind,
};

use super::{DocumentTaker, FileReadState, PendingFile, length_limits, read_bytes, read_each};
use crate::{ExtractedFile, FileLimits, RefusalKind};

fn read(name: &str, text: &str, limits: &FileLimits) -> ExtractedFile {
    read_bytes(None, name, text.as_bytes().to_vec(), limits)
}

/// A file that is about to be read.
fn reading<'a>(limits: &'a FileLimits, take: &'a mut DocumentTaker<'a>) -> FileReadState<'a> {
    FileReadState::new(None, 0, limits, take)
}

/// Four of a length, and which of them there is room for: what is too much is said once.
#[track_caller]
fn check(limits: &FileLimits, length: usize, expected: [bool; 4]) {
    let mut take = |_| ControlFlow::Continue(());
    let mut reading = reading(limits, &mut take);
    assert_eq!([(); 4].map(|()| reading.has_room("f", length)), expected);
    let kinds: Vec<RefusalKind> =
        reading.read.refusals.iter().map(|(_, why)| why.kind).collect();
    assert_eq!(kinds, [RefusalKind::TooLarge]);
}

#[test]
fn documents_over_the_count_are_refused_once() {
    check(&FileLimits { count: 1, ..FileLimits::default() }, 8, [true, false, false, false]);
}

#[test]
fn a_reader_cannot_claim_the_whole_file_again_and_again() {
    check(&FileLimits { bytes: 10, ..FileLimits::default() }, 8, [true, true, false, false]);
}

#[test]
fn names_within_names_have_an_end() {
    let limits = FileLimits::default();
    let mut take = |_| ControlFlow::Continue(());
    let mut reading = reading(&limits, &mut take);
    let outer = PendingFile {
        name: "n".repeat(4000),
        bytes: Vec::new(),
        depth: 1,
    };
    let mut members = Vec::new();
    for name in ["a", "b"] {
        reading.member(&outer, name.repeat(200), Vec::new(), &mut members);
    }
    assert_eq!((members.len(), reading.read.refusals.len()), (0, 1));
    reading.member(&outer, "a".to_owned(), Vec::new(), &mut members);
    assert_eq!(members.len(), 1);
}

#[test]
fn a_file_that_takes_too_long_is_not_read_to_its_end() {
    let limits = FileLimits { cpu_seconds: 2, ..FileLimits::default() };
    let mut take = |_| ControlFlow::Continue(());
    let mut reading = reading(&limits, &mut take);
    for (seconds, expected) in [(0.0, false), (9.5, false), (10.5, true)] {
        reading.read.usage.cpu_seconds = seconds;
        assert_eq!(reading.is_late(), expected);
    }
}

#[test]
fn whoever_takes_documents_may_want_no_more() {
    let rows = "{\"text\": \"a\"}\n".repeat(5);
    let mut taken = 0;
    let mut take = |_| {
        taken += 1;
        if taken < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let limits = FileLimits::default();
    let read = read_each(None, ("a.jsonl", rows.into_bytes()), &limits, &mut take);
    assert_eq!((taken, read.is_stopped, read.refusals.len()), (2, true, 0));
}

#[test]
fn what_goes_along_with_every_passage_is_cut() {
    let long = "é".repeat(1000);
    let many: Vec<String> = (0..300).map(|n| format!("\"k{n}\": \"v\"")).collect();
    let reader = ReaderIdentity {
        name: "text".into(),
        version: 1,
        options: String::new(),
    };
    let mut rendition = Rendition::plain(reader, long.clone());
    let mut part =
        RenditionPart::new(PartKind::Section, ByteSpan { start: 0, end: long.len() });
    part.title = Some(long.clone());
    rendition.parts.push(part);
    length_limits::cut(&mut rendition, &mut DocumentMetadata::default());
    assert_eq!(rendition.parts[0].title.as_ref().unwrap().len(), 1024);
    assert_eq!((rendition.text.len(), rendition.warnings.len()), (2000, 1));
    let row = format!(
        "{{\"id\": \"{long}\", \"title\": \"{long}\", \"court\": \"{long}\", \"text\": \"words\", {}}}",
        many.join(", ")
    );
    let read_row = read("a.jsonl", &row, &FileLimits::default());
    let document = &read_row.documents[0];
    let metadata = &document.metadata;
    assert_eq!(metadata.title.as_ref().unwrap().len(), 1024);
    assert_eq!(metadata.get("court").unwrap().len(), 1024);
    assert_eq!(metadata.values.len(), 256);
    assert!(document.source.name.len() < 1040);
    let kinds: Vec<WarningKind> = document
        .rendition
        .warnings
        .iter()
        .map(|warning| warning.kind)
        .collect();
    assert_eq!(kinds, [WarningKind::Truncated]);
}

#[test]
fn a_flood_of_refusals_is_counted() {
    let rows = "{\"id\": 1}\n".repeat(1000);
    let read = read_bytes(None, "rows.jsonl", rows.into_bytes(), &FileLimits::default());
    assert_eq!(read.refusals.len(), 51);
    let last = read
        .refusals
        .last()
        .map(|(name, why)| (name.as_str(), why.message.as_str()));
    assert_eq!(last, Some(("rows.jsonl", "and 950 more were refused")));
}
