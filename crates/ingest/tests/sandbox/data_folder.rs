//! Every PDF of the data folder ends within its limits and with a named outcome.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use jurat_ingest::{FileLimits, figures, read_bytes};
use jurat_model::WarningKind;

use crate::outcome::launcher;

pub(crate) const ALL: &[(&str, fn())] = &[
    ("every_pdf_of_the_data_has_a_named_outcome", outcomes),
    ("every_pdf_of_the_data_can_be_looked_through_for_figures", looked_through),
];

/// The PDFs of the data, where there are any.
pub(crate) fn folder() -> Option<PathBuf> {
    jurat_testdata::data("pdf")
}

fn outcomes() {
    let Some(folder) = folder() else { return };
    let limits = FileLimits {
        cpu_seconds: 30,
        wall_seconds: 120,
        ..FileLimits::default()
    };
    let launcher = launcher(&["--child"]);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(&folder) {
        let name = path.display().to_string();
        let read = read_bytes(Some(&launcher), &name, fs::read(&path).unwrap(), &limits);
        assert_eq!(
            read.documents.len() + read.refusals.len(),
            1,
            "{name}: {:?}",
            read.refusals
        );
        for document in &read.documents {
            let text = &document.rendition.text;
            let parts = document.rendition.parts.iter().map(|part| part.span);
            let warnings =
                document.rendition.warnings.iter().filter_map(|warning| warning.span);
            assert!(parts.chain(warnings).all(|span| span.of(text).is_some()), "{name}");
            let hidden = |kind| kind == WarningKind::HiddenText;
            let flagged =
                document.rendition.warnings.iter().any(|warning| hidden(warning.kind));
            // The data's own description says that this one must be flagged.
            assert!(flagged || !path.ends_with("adv_hidden.pdf"), "{name} is not flagged");
        }
        let outcome = read
            .refusals
            .first()
            .map_or_else(|| "text".to_owned(), |(_, refusal)| format!("{:?}", refusal.kind));
        *outcomes.entry(outcome).or_default() += 1;
    }
    eprintln!("{outcomes:?}");
    assert!(!outcomes.contains_key("Crashed"), "{outcomes:?}");
}

fn looked_through() {
    let Some(folder) = folder() else { return };
    let limits = FileLimits {
        cpu_seconds: 30,
        wall_seconds: 120,
        ..FileLimits::default()
    };
    let launcher = launcher(&["--child"]);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(&folder) {
        let name = path.display().to_string();
        match figures(&launcher, &name, &fs::read(&path).unwrap(), &limits) {
            Ok(found) => {
                for figure in found {
                    let form = figure.value.picture.form;
                    let said = figure.value.labels.is_empty() == figure.value.unread.is_some();
                    assert!(said, "{name}: neither words nor a reason");
                    *counts.entry(form).or_default() += 1;
                }
            }
            Err(refusal) => *counts.entry(format!("{:?}", refusal.kind)).or_default() += 1,
        }
    }
    eprintln!("{counts:?}");
    assert!(!counts.contains_key("Crashed"), "{counts:?}");
}

/// Every file under a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pdf") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
