//! What is kept is for its owner alone; what is asked for elsewhere is as the umask says.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use rustix::{fs::Mode, process::umask};

use crate::{bench::Bench, repository::without_git};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// All that lies below a folder, and the folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_path_buf()];
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            all.extend(below(&entry.path()));
        } else {
            all.push(entry.path());
        }
    }
    all
}

#[track_caller]
fn is_private(folder: &Path) {
    let all = below(folder);
    assert!(8 < all.len(), "{all:?}");
    for path in all {
        assert_eq!(mode(&path) & 0o077, 0, "{}: {:o}", path.display(), mode(&path));
    }
}

/// A store with runs, a corpus and what a court left.
fn filled() -> Bench {
    // Tests of this program share one umask, and all of them want this one.
    umask(Mode::from_raw_mode(0o022));
    let bench = Bench::new();
    bench.write("files/law.md", "# Act\n\nA ferry must carry a lamp at night.\n");
    bench.jurat("run orchard").is(0, "", "");
    bench.jurat("ingest files --corpus rules").is(0, "", "");
    bench.words(&["ask", "Must a ferry carry a lamp?", "files"], "");
    bench
}

#[test]
fn a_store_is_for_its_owner_alone() {
    let bench = filled();
    if !without_git() {
        crate::repository::harbour(&bench);
        let words = ["court", "harbour", "--fail-on", "never", "--bundle", "home/a.jurat"];
        bench.words(&words, "").is(0, "", "");
    }
    bench.write("p/jurat.toml", "store = \"x\"\n");
    bench.jurat("trust p --yes").is(0, "", "");
    is_private(&bench.home());
    bench.jurat("store backup copy").is(0, "", "");
    assert_eq!(
        (mode(&bench.path("copy")), mode(&bench.path("copy/runs.sqlite"))),
        (0o700, 0o600)
    );
    bench.jurat("keys new mine").is(0, "", "");
    assert_eq!((mode(&bench.path("mine")), mode(&bench.path("mine.pub"))), (0o600, 0o644));
}

#[test]
fn what_is_asked_for_elsewhere_is_as_the_umask_says() {
    let bench = filled();
    let words = ["ask", "Must a ferry carry a lamp?", "files", "--out", "new/deep"];
    bench
        .words(&[&words[..], &["--report", "a.html"]].concat(), "")
        .is(0, "", "");
    bench.jurat("runs export last --out run.json").is(0, "", "");
    bench.jurat("man --out pages").is(0, "", "");
    bench.jurat("init project").is(0, "", "");
    for folder in ["new", "new/deep", "pages", "project"] {
        assert_eq!(mode(&bench.path(folder)), 0o755, "{folder}");
    }
    for file in ["a.html", "run.json", "new/deep/manifest.json", "pages/jurat.1"] {
        assert_eq!(mode(&bench.path(file)), 0o644, "{file}");
    }
    // A file that is there keeps the rights that its owner gave it.
    let narrow = fs::Permissions::from_mode(0o600);
    fs::set_permissions(bench.path("run.json"), narrow).unwrap();
    bench.jurat("runs export last --out run.json").is(0, "", "");
    assert_eq!(mode(&bench.path("run.json")), 0o600);
}

#[test]
fn an_older_store_is_tightened_when_it_is_opened() {
    let bench = filled();
    for path in below(&bench.home()) {
        let rights = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(rights)).unwrap();
    }
    bench.jurat("runs list").is(0, "orchard", "");
    is_private(&bench.home());
}

#[test]
fn what_else_lies_in_the_folder_is_left_alone() {
    let bench = filled();
    bench.write("home/mine.txt", "words");
    for (name, rights) in [("", 0o755), ("mine.txt", 0o644), ("runs.sqlite", 0o644)] {
        let rights = fs::Permissions::from_mode(rights);
        fs::set_permissions(bench.home().join(name), rights).unwrap();
    }
    bench.jurat("corpus list").is(0, "rules", "");
    assert_eq!((mode(&bench.home()), mode(&bench.home().join("mine.txt"))), (0o755, 0o644));
    assert_eq!(mode(&bench.home().join("runs.sqlite")), 0o600);
}
