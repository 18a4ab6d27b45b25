//! Rules of tidiness. Each is a pure function from text to complaints, tried twice: on the tree,
//! and on a small example that it must flag.

#![expect(clippy::unwrap_used, reason = "a rule that cannot read the tree should stop loudly")]

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

#[path = "tidy/prose.rs"]
mod prose;

#[path = "tidy/repository_files.rs"]
mod repository_files;

/// Fails with one line per complaint.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// What `cargo tree` prints of one package, a line each, without its branches.
#[expect(clippy::disallowed_methods, reason = "cargo runs the tests and says where it is")]
fn cargo_tree(package: &str, edges: &str) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = std::process::Command::new(cargo)
        .args(["tree", "-p", package, "-e", edges, "--prefix", "none", "--offline"])
        .current_dir(repository_files::root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    String::from_utf8(tree.stdout).unwrap()
}
