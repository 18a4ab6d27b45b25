//! Rules of tidiness. Each is a pure function from text to complaints, tried twice: on the tree,
//! and on a small example that it must flag.

#![expect(clippy::unwrap_used, reason = "a rule that cannot read the tree should stop loudly")]

#[path = "tidy/layers.rs"]
mod layers;

#[path = "tidy/network.rs"]
mod network;

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
