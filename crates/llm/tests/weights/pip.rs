//! pip's configuration is read as pip reads it.

use std::{fs, path::Path};

use jurat_llm::PipEnvironment;
use tempfile::TempDir;

fn environment(home: &Path) -> PipEnvironment {
    PipEnvironment {
        index_url: None,
        extra_index_url: None,
        no_index: None,
        cert: None,
        config_file: None,
        virtual_env: None,
        config_home: None,
        home: Some(home.to_path_buf()),
        machine: vec![home.join("etc/pip.conf")],
    }
}

/// Writes these files, then compares the indexes; an error must hold the expected part.
#[track_caller]
fn check(
    files: &[(&str, &str)],
    change: impl FnOnce(&mut PipEnvironment, &Path),
    expected: Result<&[&str], &str>,
) {
    let dir = TempDir::new().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut environment = environment(dir.path());
    change(&mut environment, dir.path());
    match (environment.settings(), expected) {
        (Ok(found), Ok(expected)) => {
            let found: Vec<&str> = found.indexes.iter().map(reqwest::Url::as_str).collect();
            assert_eq!(found, expected);
        }
        (Err(error), Err(part)) => {
            let told = error.to_string();
            assert!(told.contains(part) && !told.contains("secret"), "{told}");
        }
        (found, _) => panic!("{found:?}, expected {expected:?}"),
    }
}

const A: &str = "[global]\nindex-url = https://a.example/simple\n";
const B: &str = "[global]\nindex_url: https://b.example/simple\n";

#[test]
fn without_any_word_it_is_the_usual_index() {
    check(&[], |_, _| {}, Ok(&["https://pypi.org/simple"]));
}

#[test]
fn the_nearer_file_wins() {
    let (a, b) = (Ok(&["https://a.example/simple"][..]), Ok(&["https://b.example/simple"][..]));
    check(&[("etc/pip.conf", A)], |_, _| {}, a);
    check(&[("etc/pip.conf", A), (".pip/pip.conf", B)], |_, _| {}, b);
    check(&[(".pip/pip.conf", A), (".config/pip/pip.conf", B)], |_, _| {}, b);
    let files = [(".config/pip/pip.conf", A), ("venv/pip.conf", B)];
    check(&files, |e, dir| e.virtual_env = Some(dir.join("venv")), b);
    let files = [("venv/pip.conf", A), ("x.conf", B)];
    let change = |e: &mut PipEnvironment, dir: &Path| {
        e.virtual_env = Some(dir.join("venv"));
        e.config_file = Some(dir.join("x.conf"));
    };
    check(&files, change, b);
    let files = [(".config/pip/pip.conf", A), ("xdg/pip/pip.conf", B)];
    check(&files, |e, dir| e.config_home = Some(dir.join("xdg")), b);
    check(
        &[("etc/pip.conf", A)],
        |e, _| e.index_url = Some("https://b.example/simple".into()),
        b,
    );
}

#[test]
fn the_null_device_means_no_file() {
    let change = |e: &mut PipEnvironment, _: &Path| e.config_file = Some("/dev/null".into());
    check(&[("etc/pip.conf", A)], change, Ok(&["https://pypi.org/simple"]));
}

#[test]
fn further_indexes_follow_in_order() {
    let text = "# ours\n[global]\nextra-index-url =\n    https://b.example/simple\n    \
        https://c.example/simple\nindex-url = https://a.example/simple\n[list]\nindex-url = x\n";
    let expected =
        ["https://a.example/simple", "https://b.example/simple", "https://c.example/simple"];
    check(&[("etc/pip.conf", text)], |_, _| {}, Ok(&expected));
}

#[test]
fn the_section_of_the_command_wins() {
    let text = format!("[install]\nindex-url = https://b.example/simple\n{A}");
    check(&[("etc/pip.conf", &text)], |_, _| {}, Ok(&["https://b.example/simple"]));
}

#[test]
fn a_wrong_address_is_not_repeated() {
    let text = "[global]\nindex-url = ftp://me:secret@a.example\n";
    check(&[("etc/pip.conf", text)], |_, _| {}, Err("pip.conf names is not"));
    let change = |e: &mut PipEnvironment, _: &Path| e.index_url = Some("secret".into());
    check(&[], change, Err("PIP_INDEX_URL"));
}

#[test]
fn no_index_means_none() {
    let text = "[global]\nno-index = true\n";
    check(&[("etc/pip.conf", text)], |_, _| {}, Err("no package index"));
    let change = |e: &mut PipEnvironment, _: &Path| e.no_index = Some("0".into());
    check(&[("etc/pip.conf", text)], change, Ok(&["https://pypi.org/simple"]));
}

#[test]
fn a_bundle_of_certificates_is_passed_on() {
    let dir = TempDir::new().unwrap();
    let mut environment = environment(dir.path());
    environment.cert = Some("/somewhere/ca.pem".into());
    let settings = environment.settings().unwrap();
    assert_eq!(settings.cert.as_deref(), Some(Path::new("/somewhere/ca.pem")));
}
