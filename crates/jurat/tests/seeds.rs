//! The seeds of every fuzz target, run once each: what fuzzing found stays found.

#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

use std::{fs, path::Path};

#[test]
fn every_seed_holds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for (target, body) in bodies::ALL {
        let mut files: Vec<_> = fs::read_dir(seeds.join(target))
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{target} has no seeds");
        for file in files {
            body(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn every_target_has_a_program() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for (target, _) in bodies::ALL {
        assert!(
            manifest.contains(&format!("name = \"{target}\"")),
            "{target} is not in the manifest"
        );
        assert!(fuzz.join("targets").join(format!("{target}.rs")).is_file());
    }
    assert_eq!(manifest.matches("[[bin]]").count(), bodies::ALL.len());
}
