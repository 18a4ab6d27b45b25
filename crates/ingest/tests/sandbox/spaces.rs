//! Spaces of the PDFs of the data folder, beside those that another reader sees.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use jurat_ingest::{FileLimits, read_bytes};
use serde_json::Value;

use crate::{data_folder, outcome::launcher};

pub(crate) const ALL: &[(&str, fn())] =
    &[("spaces_of_the_data_are_neither_lost_nor_made_up", spaces)];

/// Words of ours that are several of the other's, and words of the other's that we have cut.
#[derive(Debug, Default, PartialEq, Eq)]
struct Strayed {
    lost: Vec<String>,
    made_up: Vec<String>,
}

fn spaces() {
    let Some(folder) = data_folder::folder() else { return };
    let mut all = Strayed::default();
    let mut words = 0;
    for (path, reference) in references(&folder) {
        let text = text(&path);
        words += text.split_whitespace().count();
        all.lost.extend(joined(&text, &reference));
        all.made_up.extend(joined(&reference, &text));
    }
    eprintln!("{words} words, {} lost, {} made up", all.lost.len(), all.made_up.len());
    assert!(all.lost.len() <= MOST_LOST && all.made_up.len() <= MOST_MADE_UP, "{all:#?}");
}

/// As many as there are today, each looked at: signs of symbol fonts, marks of footnotes after a
/// name, figures of a chart, Thai; and `Asection`, as words of one letter are not parted.
const MOST_LOST: usize = 32;
const MOST_MADE_UP: usize = 2;

/// Files with what the other reader says of them.
fn references(folder: &Path) -> Vec<(PathBuf, String)> {
    let lines = fs::read_to_string(folder.join("poppler_reference.jsonl")).unwrap();
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.filter_map(|row| {
        let text = row["text"].as_str().filter(|text| !text.trim().is_empty())?;
        Some((folder.join(row["file"].as_str()?), text.to_owned()))
    })
    .collect()
}

fn text(path: &Path) -> String {
    let limits = FileLimits {
        cpu_seconds: 30,
        wall_seconds: 120,
        ..FileLimits::default()
    };
    let name = path.display().to_string();
    let bytes = fs::read(path).unwrap();
    let read = read_bytes(Some(&launcher(&["--child"])), &name, bytes, &limits);
    let texts = read.documents.iter().map(|document| document.rendition.text.as_str());
    texts.collect()
}

/// Words of one text that the other has not, but as two or three in a row.
fn joined(one: &str, other: &str) -> Vec<String> {
    let others: Vec<&str> = other.split_whitespace().collect();
    let known: BTreeSet<&str> = others.iter().copied().collect();
    let several: BTreeSet<String> = (2..=3)
        .flat_map(|count| others.windows(count).map(<[&str]>::concat))
        .collect();
    let strays = one.split_whitespace().filter(|word| !known.contains(word));
    strays
        .filter(|word| several.contains(*word))
        .map(str::to_owned)
        .collect()
}
