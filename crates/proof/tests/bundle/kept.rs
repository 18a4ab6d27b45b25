//! Bundles of earlier days hold, whatever the rules are now.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::{fs, path::PathBuf};

use jurat_proof::{Maker, Meaning};

use crate::{
    desk::{STORE, asked, bundle_by, failed, key},
    paper,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/kept")
}

#[test]
fn every_bundle_that_was_kept_holds() {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "nothing was kept");
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let found = asked(&bytes, (Some(key(1).public()), None), false, None);
        assert_eq!(failed(&found), [], "{}: {:#?}", path.display(), found.lines());
        assert_eq!(found.meaning, Meaning::Holds, "{}: {:#?}", path.display(), found.lines());
    }
}

/// Run once for every release, before it: `cargo test -p jurat-proof -- --ignored keep`. Never
/// over a file that is there.
#[test]
#[ignore = "it writes a file"]
fn a_bundle_of_this_version_can_be_put_by_to_keep() {
    let now = env!("CARGO_PKG_VERSION");
    // Rules may still change before the number does: what is kept is of a version of its own.
    let maker = Maker { version: format!("{now}-kept"), ..paper::maker() };
    let bytes = bundle_by(&STORE, maker, Some(&key(1)));
    let path = folder().join(format!("{now}.jurat"));
    if path.exists() {
        return eprintln!("skipped: {} is there", path.display());
    }
    fs::create_dir_all(folder()).unwrap();
    fs::write(path, bytes).unwrap();
}
