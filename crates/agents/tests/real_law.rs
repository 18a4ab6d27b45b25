//! Extraction from real law: every quote is read again, and the work is timed.

#![expect(clippy::unwrap_used, reason = "law that cannot be read should stop loudly")]
#![expect(clippy::print_stderr, reason = "how much and how fast is what the test is for")]

mod corpus;
mod law;

use std::{path::Path, time::Instant};

use jurat_agents::extract::{RequirementExtraction, extract};
use jurat_model::{RetrievedChunk, SourceExhibit};

/// Chunks of some two thousand bytes, cut without regard to sentences.
fn chunks(exhibit: &SourceExhibit) -> Vec<RetrievedChunk> {
    let text = &exhibit.text;
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = text.ceil_char_boundary((start + 2000).min(text.len()));
        found.push(corpus::chunk(exhibit, (start..end).into(), "", found.len() + 1));
        start = end;
    }
    found
}

/// Reads a law, and every quote of it again.
fn check(name: &str, text: &str) -> RequirementExtraction {
    let exhibit = corpus::exhibit(name, text);
    let chunks = chunks(&exhibit);
    let clock = Instant::now();
    let extraction = extract(&chunks, std::slice::from_ref(&exhibit));
    let took = clock.elapsed();
    for one in &extraction.requirements {
        assert!(one.quote.holds(text) && one.exact_quote == one.quote.text, "{one:?}");
        let words = one.exact_quote.split_whitespace();
        let count = words.filter(|word| word.contains(char::is_alphanumeric)).count();
        assert!((10..=40).contains(&count), "{count}: {}", one.exact_quote);
        let targets = one.points_to.iter().filter_map(|to| to.target.as_ref());
        assert!(targets.into_iter().all(|target| target.holds(text)), "{one:?}");
    }
    eprintln!(
        "{name}: {} bytes in {took:?}, {} requirements, {:?}",
        text.len(),
        extraction.requirements.len(),
        extraction.extraction_metadata
    );
    extraction
}

#[test]
fn quotes_of_california_law_are_verbatim() {
    let Some(data) = law::folder() else { return };
    for entry in std::fs::read_dir(data.join("california_codes")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "SOURCE.txt" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(1500 < check(&name, &text).requirements.len());
    }
}

#[test]
fn quotes_of_canadian_law_are_verbatim() {
    let Some(data) = law::folder() else { return };
    for folder in ["eng/acts", "eng/regulations", "fra/lois"] {
        let files = std::fs::read_dir(data.join("canada_laws").join(folder)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        for path in files.iter().take(2) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            assert!(20 < check(&name, &plain(path)).requirements.len());
        }
    }
}

/// The text of a law in XML: a line for each label and text, an empty one between.
fn plain(path: &Path) -> String {
    let xml = std::fs::read_to_string(path).unwrap();
    let body = xml.find("<Body").map_or(xml.as_str(), |at| &xml[at..]);
    let lines = body
        .replace("</Label>", " ")
        .replace("</Text>", "\n\n")
        .replace("</MarginalNote>", "\n\n");
    let text = law::without_tags(&lines);
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}
