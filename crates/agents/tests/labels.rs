//! How well the grammar tells requirements from other sentences, on 200 labelled ones.
//!
//! The labels hold places and hashes, no text; the text is read out of the data folder.

#![expect(clippy::unwrap_used, reason = "a label that cannot be read should stop loudly")]
#![expect(clippy::print_stderr, reason = "the figures are what the test is for")]

mod law;

use std::fmt::Write;

use jurat_text::{Language, deontic::read_demand};
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(Deserialize)]
struct Label {
    set: String,
    file: String,
    place: law::Place,
    sha256: String,
    requirement: bool,
    lead_in_sha256: Option<String>,
    lead_in_places: Option<Vec<law::Place>>,
}

#[derive(Debug, Default)]
struct Counts {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Counts {
    fn add(&mut self, labelled: bool, found: bool) {
        self.right += usize::from(labelled && found);
        self.wrong += usize::from(!labelled && found);
        self.missed += usize::from(labelled && !found);
    }

    #[expect(clippy::cast_precision_loss, reason = "there are 200")]
    fn figures(&self) -> (f64, f64) {
        let share = |of: usize| self.right as f64 / of.max(1) as f64;
        (share(self.right + self.wrong), share(self.right + self.missed))
    }
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .fold(String::new(), |mut hash, byte| {
            let _ = write!(hash, "{byte:02x}");
            hash
        })
}

fn is_tune(label: &Label) -> bool {
    label.sha256.starts_with(['0', '2', '4', '6', '8', 'a', 'c', 'e'])
}

fn found(label: &Label, raw: &[u8]) -> bool {
    let language =
        if label.set.ends_with("fra") { Language::French } else { Language::English };
    let text = law::at(raw, &label.file, &label.place);
    assert_eq!(hash(&text), label.sha256, "another edition of {}", label.file);
    let places = label.lead_in_places.iter().flatten();
    let lead_ins: Vec<String> = places.map(|place| law::at(raw, &label.file, place)).collect();
    if let Some(expected) = &label.lead_in_sha256 {
        assert_eq!(&hash(&lead_ins.join(" ")), expected, "another edition of {}", label.file);
    }
    let lead_ins: Vec<&str> = lead_ins.iter().map(String::as_str).collect();
    read_demand(&text, &lead_ins, language).is_requirement()
}

#[test]
fn requirements_are_told_from_other_sentences() {
    let Some(data) = law::folder() else { return };
    let labels = include_str!("data/requirement_labels.jsonl");
    let (mut tune, mut report, mut all) = <(Counts, Counts, Counts)>::default();
    let mut mistakes = Vec::new();
    for (at, line) in labels.lines().enumerate() {
        let label: Label = serde_json::from_str(line).unwrap();
        let raw = std::fs::read(data.join(&label.file)).unwrap();
        let found = found(&label, &raw);
        all.add(label.requirement, found);
        let half = if is_tune(&label) { &mut tune } else { &mut report };
        half.add(label.requirement, found);
        if found != label.requirement && is_tune(&label) {
            mistakes.push(at + 1);
        }
    }
    for (name, counts) in [("tune", &tune), ("report", &report), ("all", &all)] {
        let (precision, recall) = counts.figures();
        eprintln!("{name}: precision {precision:.3}, recall {recall:.3}, {counts:?}");
    }
    eprintln!("mistakes in the tune half: {mistakes:?}");
    let (precision, recall) = all.figures();
    assert!(0.90 <= precision && 0.80 <= recall, "precision {precision}, recall {recall}");
}
