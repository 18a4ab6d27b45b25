//! Every passage of the statutes in the data folder, grown to its provisions: whole, in order, marked where it is no law.
#![expect(clippy::unwrap_used)]

use std::{fs, path::PathBuf};

use jurat::wiring::launcher;
use jurat_ingest::{FileLimits, read_bytes, walk};
use jurat_model::{ByteSpan, InForceStatus, IngestedDocument, Quote};
use jurat_retrieve::{ChunkSettings, RenditionProvisions, chunks};

#[test]
fn provisions_of_real_law_are_whole() {
    if jurat_testdata::data("canada_laws").is_none() {
        return;
    }
    let data = jurat_testdata::folder();
    let launcher = launcher(PathBuf::from(env!("CARGO_BIN_EXE_jurat")));
    let limits = FileLimits::default();
    let mut seen = 0;
    for file in walk(&[data.join("canada_laws"), data.join("california_codes")], &limits) {
        let bytes = fs::read(&file.path).unwrap();
        for document in read_bytes(Some(&launcher), &file.name, bytes, &limits).documents {
            seen += check(&document);
        }
    }
    assert!(1_000 < seen, "{seen} provisions");
}

/// How many provisions the passages of a document give.
fn check(document: &IngestedDocument) -> usize {
    let text = document.rendition.text.as_str();
    let provisions = RenditionProvisions::new(&document.rendition);
    let mut seen = 0;
    for chunk in chunks(&document.rendition, ChunkSettings::default()) {
        for section in provisions.sections(chunk.span) {
            let found = provisions.around(section, &[chunk.span]);
            if found.ranges.is_empty() {
                continue;
            }
            seen += 1;
            let place = format!("{} {:?}", document.source.name, found.labels);
            let quote = Quote::take(document.rendition.hash(), text, &found.ranges);
            assert!(quote.is_some(), "{place}: no quote");
            let quote = quote.unwrap();
            for range in &found.ranges {
                assert!(ends_well(text, *range), "{place}: {}", &text[range.range()]);
            }
            let repealed = quote.text.len() < 80 && quote.text.contains("[Repealed");
            let marked = found.standing != InForceStatus::InForce;
            assert!(!repealed || marked, "{place}: {}", quote.text);
            let ahead = found.path.iter().any(|title| title.contains("NOT IN FORCE"));
            assert!(!ahead || marked, "{place}: {:?}", found.path);
        }
    }
    seen
}

/// Nothing but white space stands between the end and the next line, or a sentence has ended.
fn ends_well(text: &str, range: ByteSpan) -> bool {
    let after = text[range.end..].trim_start_matches([' ', '\t', '\r']);
    let words = text[range.range()].trim_end();
    after.is_empty()
        || after.starts_with('\n')
        || words.ends_with(['.', ';', ':', ')', '”', '»', '?'])
}
