//! Packs that are not what they say, or mean harm: each has its named fault, its place and a hint, and nothing is read beyond it.
#![expect(clippy::unwrap_used)]

use std::{fs, path::Path};

use jurat_pack::{FaultName, PackFault, PackLimits, PackSource, check_pack};
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

const WORDS: &str = "Citation: A v B, 2020 XC 1\n\n[1] One.\n\n[2] Two.\n";

fn sha256(bytes: &[u8]) -> String {
    jurat_canon::hex(&Sha256::digest(bytes))
}

/// A sound pack of one decision.
fn manifest() -> Json {
    json!({
        "format": "jurat-pack", "format_version": 1, "name": "small", "title": "Small", "version": "1",
        "licence": "CC0-1.0", "as_of": "2024-12-31", "languages": ["en"],
        "courts": [{ "code": "XC", "name": "X Court" }],
        "parts": [{
            "name": "decisions", "kind": "decisions", "path": "d", "format": "text", "documents": 1,
            "coverage": [{ "court": "XC", "from": 2020, "to": 2021, "extent": "whole" }],
            "files": [{ "path": "d/one.txt", "bytes": WORDS.len(), "sha256": sha256(WORDS.as_bytes()) }],
        }],
    })
}

fn faults_in(folder: &Path) -> Vec<PackFault> {
    let source = PackSource::Folder(folder.to_owned());
    check_pack(source, &PackLimits::default()).err().unwrap_or_default()
}

#[track_caller]
fn check(change: impl Fn(&mut Json, &Path), expected: FaultName, place: &str) {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("d")).unwrap();
    fs::write(folder.path().join("d/one.txt"), WORDS).unwrap();
    let mut manifest = manifest();
    change(&mut manifest, folder.path());
    fs::write(folder.path().join("pack.json"), manifest.to_string()).unwrap();
    let faults = faults_in(folder.path());
    let found = faults.iter().find(|fault| fault.name == expected);
    let found = found.unwrap_or_else(|| unreachable_with(&faults));
    assert!(found.place.contains(place), "{found:?}");
    assert!(!found.what.is_empty() && !found.hint.is_empty(), "{found:?}");
}

#[expect(clippy::panic, reason = "says what was found instead")]
fn unreachable_with(faults: &[PackFault]) -> ! {
    panic!("{faults:?}")
}

#[test]
fn a_sound_pack_has_no_fault() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("d")).unwrap();
    fs::write(folder.path().join("d/one.txt"), WORDS).unwrap();
    fs::write(folder.path().join("README"), "not in any part").unwrap();
    fs::write(folder.path().join("pack.json"), manifest().to_string()).unwrap();
    assert_eq!(faults_in(folder.path()), []);
}

#[test]
fn a_path_that_leads_out_is_refused_unread() {
    for path in
        ["../secret", "/etc/passwd", "d/../../secret", "d\\one.txt", "C:/x", "e/one.txt"]
    {
        let change = |manifest: &mut Json, _: &Path| {
            manifest["parts"][0]["files"][0]["path"] = json!(path);
        };
        check(change, FaultName::PathEscapes, "parts[0].files[0].path");
    }
    let change = |manifest: &mut Json, _: &Path| manifest["parts"][0]["path"] = json!("../d");
    check(change, FaultName::PathEscapes, "parts[0].path");
}

#[cfg(unix)]
#[test]
fn a_link_is_refused_though_its_target_has_the_right_bytes() {
    use std::os::unix::fs::symlink;
    let outside = TempDir::new().unwrap();
    let secret = outside.path().join("secret");
    fs::write(&secret, WORDS).unwrap();
    let file = |_: &mut Json, folder: &Path| {
        fs::remove_file(folder.join("d/one.txt")).unwrap();
        symlink(&secret, folder.join("d/one.txt")).unwrap();
    };
    check(file, FaultName::LinkInPack, "d/one.txt");
    let folder = |_: &mut Json, folder: &Path| {
        fs::rename(folder.join("d"), folder.join("real")).unwrap();
        symlink(folder.join("real"), folder.join("d")).unwrap();
    };
    check(folder, FaultName::LinkInPack, "d");
}

#[test]
fn bytes_that_are_not_those_meant_are_named() {
    let other = |_: &mut Json, folder: &Path| {
        fs::write(folder.join("d/one.txt"), WORDS.replace("One", "Onf")).unwrap();
    };
    check(other, FaultName::WrongHash, "d/one.txt");
    let longer = |_: &mut Json, folder: &Path| {
        fs::write(folder.join("d/one.txt"), format!("{WORDS} ")).unwrap();
    };
    check(longer, FaultName::WrongSize, "d/one.txt");
    let gone = |_: &mut Json, folder: &Path| fs::remove_file(folder.join("d/one.txt")).unwrap();
    check(gone, FaultName::FileMissing, "d/one.txt");
    let more = |_: &mut Json, folder: &Path| fs::write(folder.join("d/two.txt"), "x").unwrap();
    check(more, FaultName::FileNotListed, "d/two.txt");
}

#[test]
fn what_is_declared_too_large_is_refused_before_it_is_read() {
    let huge = |manifest: &mut Json, _: &Path| {
        manifest["parts"][0]["files"][0]["bytes"] = json!(2_000_000_000_u64);
    };
    check(huge, FaultName::TooLarge, "parts[0].files[0]");
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let latin = |manifest: &mut Json, folder: &Path| {
        let bytes = b"[1] M\xe9ridie";
        fs::write(folder.join("d/one.txt"), bytes).unwrap();
        manifest["parts"][0]["files"][0]["bytes"] = json!(bytes.len());
        manifest["parts"][0]["files"][0]["sha256"] = json!(sha256(bytes));
    };
    check(latin, FaultName::NotUtf8, "d/one.txt");
}

#[test]
fn what_a_manifest_says_is_held_against_itself() {
    let set = |pointer: &'static str, value: Json| {
        move |manifest: &mut Json, _: &Path| {
            *manifest.pointer_mut(pointer).unwrap() = value.clone();
        }
    };
    let part = "/parts/0";
    check(
        set("/parts/0/coverage/0/court", json!("YC")),
        FaultName::UnknownCourt,
        "coverage[0].court",
    );
    check(set("/parts/0/coverage/0/from", json!(2022)), FaultName::BadValue, "coverage[0]");
    check(
        set("/parts/0/coverage/0/extent", json!("all")),
        FaultName::BadValue,
        "coverage[0].extent",
    );
    check(set("/parts/0/documents", json!(2)), FaultName::WrongCount, "documents");
    check(
        set("/parts/0/format", json!("parquet")),
        FaultName::ParquetNotRead,
        "parts[0].format",
    );
    check(set("/parts/0/format", json!("help_chunks")), FaultName::FormatDoesNotFit, "format");
    check(set("/name", json!("../x")), FaultName::BadValue, "name");
    check(set("/as_of", json!("2024-02-30")), FaultName::BadValue, "as_of");
    check(set("/format_version", json!(2)), FaultName::OtherFormat, "pack.json");
    check(set(part, json!({})), FaultName::BadValue, "parts[0]");
    let twice = |manifest: &mut Json, _: &Path| {
        let part = manifest["parts"][0].clone();
        manifest["parts"].as_array_mut().unwrap().push(part);
    };
    check(twice, FaultName::SaidTwice, "parts[1]");
    let unknown = |manifest: &mut Json, _: &Path| {
        manifest["parts"][0]["coverage"][0]["courrt"] = json!("XC");
    };
    check(unknown, FaultName::UnknownKey, "courrt");
}

#[test]
fn a_folder_without_a_manifest_is_no_pack() {
    let folder = TempDir::new().unwrap();
    let faults = faults_in(folder.path());
    assert_eq!(faults[0].name, FaultName::NoManifest);
    fs::write(folder.path().join("pack.json"), b"{\xff").unwrap();
    assert_eq!(faults_in(folder.path())[0].name, FaultName::NotJson);
}
