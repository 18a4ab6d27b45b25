//! Rules of tidiness. Each is a pure function from text to complaints, tried twice: on the tree,
//! and on a small example that it must flag.

#![expect(clippy::unwrap_used, reason = "a rule that cannot read the tree should stop loudly")]

use serde_json::Value;

#[path = "tidy/layers.rs"]
mod layers;

#[path = "tidy/network.rs"]
mod network;

#[path = "tidy/crate_count.rs"]
mod crate_count;

#[path = "tidy/shape.rs"]
mod shape;

#[path = "tidy/banned_words.rs"]
mod banned_words;

#[path = "tidy/type_names.rs"]
mod type_names;

#[path = "tidy/function_names.rs"]
mod function_names;

#[path = "tidy/engine_without_law.rs"]
mod engine_without_law;

#[path = "tidy/unfinished.rs"]
mod unfinished;

#[path = "tidy/manifests.rs"]
mod manifests;

#[path = "tidy/systems.rs"]
mod systems;

#[path = "tidy/codes.rs"]
mod codes;

#[path = "tidy/named_paths.rs"]
mod named_paths;

#[path = "tidy/prose.rs"]
mod prose;

#[path = "tidy/repository_files.rs"]
mod repository_files;

/// Fails with one line per complaint.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// What `cargo tree` prints, a crate each line, without branches.
fn cargo_tree(words: &[&str]) -> String {
    cargo(&[&["tree", "--prefix", "none"], words].concat())
}

/// A crate of ours.
struct WorkspacePackage {
    name: String,
    /// The path of its `Cargo.toml`.
    manifest: String,
    /// What it uses to build and run, on any platform; not what its tests use.
    uses: Vec<String>,
}

/// Every crate of ours, as cargo reads the manifests.
fn workspace_packages() -> Vec<WorkspacePackage> {
    let printed = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&printed).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let packages = list(&metadata["packages"])
        .into_iter()
        .map(|package| WorkspacePackage {
            name: text(&package["name"]),
            manifest: text(&package["manifest_path"]),
            uses: list(&package["dependencies"])
                .iter()
                .filter(|used| used["kind"] != "dev")
                .map(|used| text(&used["name"]))
                .collect(),
        });
    let packages: Vec<WorkspacePackage> = packages.collect();
    assert!(!packages.is_empty());
    packages
}

#[expect(clippy::disallowed_methods, reason = "cargo runs the tests and says where it is")]
fn cargo(words: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let said = std::process::Command::new(cargo)
        .args(words)
        .arg("--offline")
        .current_dir(repository_files::root())
        .output()
        .unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    String::from_utf8(said.stdout).unwrap()
}
