//! Every crate inherits the workspace's lints.

use crate::{none, repository_files::File, workspace_packages};

fn complaint(manifest: &File) -> Option<String> {
    let lines = manifest.text.lines().map(str::trim);
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let inherits = lines.contains(&"lints.workspace = true")
        || lines.windows(2).any(|pair| pair == ["[lints]", "workspace = true"]);
    (!inherits).then(|| format!("{}: add `[lints]` with `workspace = true`", manifest.path))
}

#[test]
fn every_crate_inherits_the_lints() {
    let manifests = workspace_packages().into_iter().map(|package| File {
        text: std::fs::read_to_string(&package.manifest).unwrap(),
        path: package.manifest,
    });
    none(&manifests.filter_map(|file| complaint(&file)).collect::<Vec<_>>());
}

#[track_caller]
fn check(text: &str, flagged: bool) {
    let found = complaint(&File { path: "Cargo.toml".into(), text: text.into() });
    assert_eq!(found.is_some(), flagged, "{found:?}");
}

#[test]
fn a_crate_with_its_own_lints_is_flagged() {
    check("[package]\nname = \"a\"\n", true);
    check("[lints]\nrust.unsafe_code = \"allow\"\n", true);
    check("# [lints]\n# workspace = true\n", true);
}

#[test]
fn both_spellings_are_known() {
    check("[lints]\nworkspace = true\n", false);
    check("lints.workspace = true\n", false);
}
