//! The list of common stems, counted in texts that may train.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use jurat_text::{
    Language,
    tokens::{DocumentFrequencies, is_stop_word, stem, words},
};

use crate::training_sets::{rows, string};

/// Prints the list: of each language, stems by how much they say.
pub(crate) fn print(data: &Path) {
    let mut english = DocumentFrequencies::default();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for row in rows(&data.join("ragtruth_qa/ragtruth_qa_train.jsonl")) {
        for passage in string(&row["passages"]).split("passage ") {
            count(passage, Language::English, &mut english, &mut seen);
        }
        for response in row["responses"].as_array().unwrap() {
            count(string(&response["response"]), Language::English, &mut english, &mut seen);
        }
    }
    for row in rows(&data.join("dev/contract_nli.jsonl")) {
        for part in string(&row["text"]).split('\n').filter(|part| 300 < part.len()) {
            count(part, Language::English, &mut english, &mut seen);
        }
    }
    list("en", &english, &seen, 1200);
    let (mut french, mut seen) = (DocumentFrequencies::default(), BTreeSet::new());
    for text in laws(&data.join("canada_laws/fra")) {
        for section in text.split("</Section>") {
            count(&bare(section), Language::French, &mut french, &mut seen);
        }
    }
    list("fr", &french, &seen, 300);
}

/// The files of a folder of statutes, by name.
pub(crate) fn laws(folder: &Path) -> Vec<String> {
    let kinds = fs::read_dir(folder).unwrap().map(|kind| kind.unwrap().path());
    let mut files: Vec<_> = kinds
        .flat_map(|kind| fs::read_dir(kind).unwrap())
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// Text without its tags.
pub(crate) fn bare(xml: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in xml.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(c),
            _ => {}
        }
    }
    text
}

fn count(
    text: &str,
    language: Language,
    idf: &mut DocumentFrequencies,
    seen: &mut BTreeSet<String>,
) {
    let lower = words(text).map(|range| text[range].to_lowercase());
    let content = lower.filter(|word| {
        !is_stop_word(word, language) && 1 < word.len() && word.chars().all(char::is_alphabetic)
    });
    let stems: Vec<String> = content.map(|word| stem(&word, language).into_owned()).collect();
    idf.add(stems.iter().map(String::as_str));
    seen.extend(stems);
}

fn list(code: &str, idf: &DocumentFrequencies, seen: &BTreeSet<String>, most: usize) {
    let mut stems: Vec<(&str, u64)> =
        seen.iter().map(|stem| (stem.as_str(), idf.standing(stem))).collect();
    stems.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    stems.truncate(most);
    let (Some(top), Some(low)) =
        (stems.first().map(|one| one.1), stems.last().map(|one| one.1))
    else {
        return;
    };
    let scale = (top as f64 / low as f64).ln();
    let mut tiers: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for (stem, standing) in stems {
        let rare = (top as f64 / standing as f64).ln() / scale;
        tiers.entry((2.0 + rare * 7.0).round() as u32).or_default().push(stem);
    }
    for (tier, stems) in tiers {
        println!("{code} {:.1} {}", f64::from(tier) / 10.0, stems.join(" "));
    }
}
