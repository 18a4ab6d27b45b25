//! The files of the repository. Build output, caches and hidden folders are left out.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Folders that hold no source of ours.
const PASSED_OVER: &[&str] = &["target", "node_modules", "__pycache__", "venv"];

/// A file with its path from the root, written with `/`.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of one file below the root.
pub(crate) fn read(path: &str) -> io::Result<String> {
    fs::read_to_string(root().join(path))
}

/// All Rust files below a folder (`""` is the root), in order of their paths.
pub(crate) fn rust_files(under: &str) -> io::Result<Vec<File>> {
    let mut paths = Vec::new();
    walk(&root().join(under), under, &mut paths)?;
    paths.retain(|path| path.rsplit_once('.').is_some_and(|(_, end)| end == "rs"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| Ok(File { text: read(&path)?, path }))
        .collect()
}

/// The folders directly below a folder, in order; none where it does not exist.
pub(crate) fn folders(under: &str) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    if !root().join(under).is_dir() {
        return Ok(names);
    }
    for entry in fs::read_dir(root().join(under))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && !passed_over(&name) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn walk(folder: &Path, shown: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if shown.is_empty() { name.clone() } else { format!("{shown}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_file() {
            paths.push(path);
        } else if kind.is_dir() && !passed_over(&name) {
            walk(&entry.path(), &path, paths)?;
        }
    }
    Ok(())
}

fn passed_over(name: &str) -> bool {
    name.starts_with('.') || PASSED_OVER.contains(&name)
}

#[test]
fn this_file_is_found() {
    let files = rust_files("xtask").unwrap();
    assert!(
        files
            .iter()
            .any(|file| file.path == "xtask/tests/tidy/repository_files.rs")
    );
}

#[test]
fn hidden_folders_and_build_output_are_passed_over() {
    assert!(passed_over(".git") && passed_over("target") && !passed_over("src"));
}
