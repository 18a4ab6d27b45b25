//! How well filled forms are read: values by their paths, fields of the profile, and answers that blank forms do not hold.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use jurat_immigration_audit::{
    intake::{ReadFile, describe, read_profile},
    model::{MatterFile, MatterProfile},
};
use jurat_ingest::{ChildLauncher, FileLimits, read_bytes};
use jurat_model::FormFieldValue;
use serde::{Deserialize, Serialize};

use crate::{EvalError, jsonl};

/// The gold, and the folders of forms beside it.
const GOLD: &str = "forms_filled_gold.json";
const FOLDERS: [&str; 2] = ["forms", "forms_filled"];
/// How the values of a gold profile are called among our fields: of several, the first that the form has.
const PROFILE_NAMES: &str = include_str!("../data/form_profile.json");

#[derive(Debug, Clone, Default, Serialize)]
pub struct FormsFigures {
    pub files: usize,
    /// Files whose reader came to its end.
    pub read: usize,
    /// Values of the gold.
    pub values: usize,
    /// Those that were read at their path, in their order.
    pub values_right: usize,
    pub values_missing: usize,
    /// Answers that the gold does not have.
    pub values_invented: usize,
    /// Values of gold profiles, and those that are the surest reading of their field.
    pub profile_values: usize,
    pub profile_right: usize,
    pub blank_forms: usize,
    /// Answers told of blank forms: must be 0.
    pub blank_answers: usize,
    /// Forms whose number was told, by file.
    pub numbers: BTreeMap<String, String>,
    /// The most processor seconds that one file took.
    pub worst_cpu_s: f64,
    pub slowest: Option<String>,
    /// What went wrong, in words.
    pub wrong: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GoldForm {
    profile: BTreeMap<String, String>,
    leaves: BTreeMap<String, String>,
    /// Where paths are repeated, in their order.
    leaves_list: Vec<(String, String)>,
}

/// Reads every form of the folders below `data`.
pub fn forms(
    launcher: &ChildLauncher,
    data: &Path,
    limits: &FileLimits,
) -> Result<FormsFigures, EvalError> {
    let names: BTreeMap<String, Vec<String>> =
        parsed(Path::new("form_profile.json"), PROFILE_NAMES.as_bytes())?;
    let gold_path = data.join(GOLD);
    let gold: BTreeMap<String, GoldForm> = parsed(&gold_path, &jsonl::bytes(&gold_path)?)?;
    let mut figures = FormsFigures::default();
    for path in forms_of(data)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = read_bytes(Some(launcher), &name, jsonl::bytes(&path)?, limits);
        figures.files += 1;
        if figures.worst_cpu_s < read.usage.cpu_seconds {
            figures.worst_cpu_s = read.usage.cpu_seconds;
            figures.slowest = Some(name.clone());
        }
        let Some(document) = read.documents.first() else {
            figures.wrong.push(format!("{name} was not read"));
            continue;
        };
        figures.read += 1;
        let file = describe(&ReadFile {
            id: "F01",
            path: &name,
            source: document.source.hash,
            bytes: document.bytes.len() as u64,
            rendition: &document.rendition,
        });
        let number = file
            .form
            .as_ref()
            .map_or_else(|| file.kind.clone(), |form| form.number.clone());
        figures.numbers.insert(name.clone(), number);
        match gold.get(&name) {
            Some(gold) => {
                figures.values_of(&name, gold, &document.rendition.fields, &file);
                let profile = read_profile(std::slice::from_ref(&file), &[]);
                figures.profile_of(&name, gold, &profile, &names);
            }
            None => figures.blank(&name, &file),
        }
    }
    Ok(figures)
}

fn parsed<T: serde::de::DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, EvalError> {
    serde_json::from_slice(bytes).map_err(|error| EvalError::Row {
        path: path.to_path_buf(),
        line: error.line(),
        message: error.to_string(),
    })
}

fn forms_of(data: &Path) -> Result<Vec<PathBuf>, EvalError> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let folder = data.join(folder);
        let failed = |error| EvalError::File { path: folder.clone(), error };
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|ending| ending == "pdf") {
                found.push(path);
            }
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(EvalError::Empty {
            path: data.to_path_buf(),
            of: " of forms".to_owned(),
        });
    }
    Ok(found)
}

/// A path without the numbers that `AcroForm` writes.
fn plain(path: &str) -> String {
    let parts: Vec<&str> = path
        .split('.')
        .map(|part| part.split('[').next().unwrap_or(part))
        .collect();
    parts.join(".")
}

/// Values by path, in their order.
fn by_path<'a>(
    rows: impl Iterator<Item = (&'a str, &'a str)>,
) -> BTreeMap<String, Vec<&'a str>> {
    let mut paths: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, value) in rows {
        paths.entry(plain(path)).or_default().push(value.trim());
    }
    paths
}

/// How many values of one list stand in another in the same order.
fn in_order(wanted: &[&str], read: &[&str]) -> usize {
    let mut right = 0;
    let mut rest = read;
    for value in wanted {
        if let Some(at) = rest.iter().position(|one| one == value) {
            right += 1;
            rest = &rest[at + 1..];
        }
    }
    right
}

impl FormsFigures {
    fn values_of(
        &mut self,
        name: &str,
        gold: &GoldForm,
        fields: &[FormFieldValue],
        file: &MatterFile,
    ) {
        let leaves = gold
            .leaves
            .iter()
            .chain(gold.leaves_list.iter().map(|(path, value)| (path, value)));
        let wanted = by_path(leaves.map(|(path, value)| (path.as_str(), value.as_str())));
        let pair = |field: &'_ FormFieldValue| (field.name.clone(), field.value.clone());
        let all: Vec<_> = fields.iter().map(pair).collect();
        let told: Vec<_> = file.form_fields.iter().map(pair).collect();
        let read = by_path(all.iter().map(|(path, value)| (path.as_str(), value.as_str())));
        let told = by_path(told.iter().map(|(path, value)| (path.as_str(), value.as_str())));
        for (path, values) in &wanted {
            let here = read.get(path).map_or(&[][..], Vec::as_slice);
            let right = in_order(values, here);
            self.values += values.len();
            self.values_right += right;
            self.values_missing += values.len() - right;
            if right < values.len() {
                self.wrong
                    .push(format!("{name}: {path} is {values:?}, read {here:?}"));
            }
        }
        for (path, values) in &told {
            let known = wanted.get(path).map_or(&[][..], Vec::as_slice);
            let invented = values.len() - in_order(values, known);
            self.values_invented += invented;
            if invented != 0 {
                self.wrong.push(format!("{name}: {path} is not {values:?}"));
            }
        }
    }

    fn profile_of(
        &mut self,
        name: &str,
        gold: &GoldForm,
        profile: &MatterProfile,
        names: &BTreeMap<String, Vec<String>>,
    ) {
        for (key, value) in &gold.profile {
            self.profile_values += 1;
            let fields = names.get(key).map_or(&[][..], Vec::as_slice);
            let read = fields.iter().find_map(|field| profile.words(field));
            if read.as_deref() == Some(value.as_str()) {
                self.profile_right += 1;
            } else {
                self.wrong
                    .push(format!("{name}: {key} {fields:?} is {value:?}, read {read:?}"));
            }
        }
    }

    fn blank(&mut self, name: &str, file: &MatterFile) {
        self.blank_forms += 1;
        self.blank_answers += file.form_fields.len();
        for field in &file.form_fields {
            self.wrong
                .push(format!("{name}: blank, yet {} is {:?}", field.name, field.value));
        }
    }
}
