//! Bundles of earlier days hold, whatever the rules are now.

use std::{fs, path::PathBuf};

use jurat_proof::{BundleMaker, BundleStatus};

use crate::{
    county_bundles::{STORE, asked, bundle_by, failed, key},
    county_report,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/kept")
}

#[test]
fn every_bundle_that_was_kept_holds() {
    put_by();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "nothing was kept");
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let found = asked(&bytes, (Some(key(1).public()), None), false, None);
        assert_eq!(failed(&found), [], "{}: {:#?}", path.display(), found.lines());
        assert_eq!(
            found.meaning,
            BundleStatus::Holds,
            "{}: {:#?}",
            path.display(),
            found.lines()
        );
    }
}

/// Puts a bundle of this version by, once for every release and before it, with
/// `JURAT_UPDATE=1`. Never over a file that is there.
fn put_by() {
    let now = env!("CARGO_PKG_VERSION");
    let path = folder().join(format!("{now}.jurat"));
    if !updating() || path.exists() {
        return;
    }
    // Rules may still change before the number does: what is kept is of a version of its own.
    let maker = BundleMaker {
        version: format!("{now}-kept"),
        ..county_report::maker()
    };
    fs::create_dir_all(folder()).unwrap();
    fs::write(path, bundle_by(&STORE, maker, Some(&key(1)))).unwrap();
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updating() -> bool {
    std::env::var_os("JURAT_UPDATE").is_some()
}
