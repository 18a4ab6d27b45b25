//! Sentences of the law with one thing changed by rule: a number, a modal, a negation, a condition.

use std::path::Path;

use jurat_text::sentences::sentences;
use jurat_verify::grounding::EvidenceIndex;

use crate::{
    common_stems::{bare, laws},
    training_sets::Row,
};

/// Changes, in the order in which they are tried: the first words are made the second.
const CHANGES: [(&str, &str); 16] = [
    (" must not ", " must "),
    (" may not ", " may "),
    (" is not ", " is "),
    (" shall not ", " shall "),
    (" must ", " may "),
    (" shall ", " may "),
    (" may ", " must "),
    (" unless ", ", and "),
    (" ne peut ", " peut "),
    (" doit ", " peut "),
    (" peut ", " doit "),
    (" sauf ", " et "),
    (" only ", " "),
    (" days ", " months "),
    (" two ", " six "),
    (" is ", " is not "),
];

/// Sentences of statutes beside their sections, as they are and with one change.
pub(crate) fn law(data: &Path) -> Vec<Row> {
    let mut found = Vec::new();
    for folder in ["canada_laws/eng", "canada_laws/fra"] {
        let mut turn = 0;
        for text in laws(&data.join(folder)) {
            for section in text.split("</Section>") {
                let section = bare(section).split_whitespace().collect::<Vec<_>>().join(" ");
                found.extend(pairs(&section, &mut turn));
            }
        }
    }
    found
}

fn pairs(section: &str, turn: &mut usize) -> Vec<Row> {
    let evidence = EvidenceIndex::read([section]);
    let mut found = Vec::new();
    for sentence in sentences(section) {
        let text = &section[sentence.range];
        let count = text.split(' ').count();
        if !(10..=60).contains(&count) {
            continue;
        }
        // Not always the first that fits, or only the commonest would be learned.
        let fits = changed(text);
        if fits.is_empty() {
            continue;
        }
        *turn += 1;
        let row = |text: &str, positive| Row {
            set: "law",
            group: section.chars().take(60).collect(),
            features: evidence.measure_claim(text).features,
            positive,
        };
        found.push(row(text, false));
        found.push(row(&fits[*turn % fits.len()], true));
    }
    found
}

/// All that may be made of a sentence by one change.
pub(crate) fn changed(text: &str) -> Vec<String> {
    let fits = CHANGES.iter().filter(|(from, _)| text.contains(from));
    let changed = fits.map(|(from, to)| text.replacen(from, to, 1));
    changed.chain(renumbered(text)).collect()
}

/// The same sentence with its first number of two digits or more made another.
fn renumbered(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let len = text[start..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len() - start);
    let value: u64 = text[start..start + len].parse().ok()?;
    Some(format!("{}{}{}", &text[..start], value + 7, &text[start + len..]))
}
