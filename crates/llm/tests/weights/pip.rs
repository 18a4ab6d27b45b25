//! The variables of pip say where packages are looked for.

use std::path::Path;

use jurat_llm::PipEnvironment;

/// Compares the indexes; an error must hold the expected part.
#[track_caller]
fn check(change: impl FnOnce(&mut PipEnvironment), expected: Result<&[&str], &str>) {
    let mut environment = PipEnvironment::default();
    change(&mut environment);
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

#[test]
fn without_any_word_it_is_the_usual_index() {
    check(|_| {}, Ok(&["https://pypi.org/simple"]));
}

#[test]
fn another_index_takes_its_place() {
    let change = |e: &mut PipEnvironment| e.index_url = Some("https://b.example/simple".into());
    check(change, Ok(&["https://b.example/simple"]));
}

#[test]
fn further_indexes_follow_in_order() {
    let change = |e: &mut PipEnvironment| {
        e.index_url = Some("https://a.example/simple".into());
        e.extra_index_url =
            Some("https://b.example/simple\n    https://c.example/simple".into());
    };
    let expected =
        ["https://a.example/simple", "https://b.example/simple", "https://c.example/simple"];
    check(change, Ok(&expected));
}

#[test]
fn a_wrong_address_is_not_repeated() {
    let change =
        |e: &mut PipEnvironment| e.index_url = Some("ftp://me:secret@a.example".into());
    check(change, Err("PIP_INDEX_URL names is not"));
    let change = |e: &mut PipEnvironment| e.extra_index_url = Some("secret".into());
    check(change, Err("PIP_EXTRA_INDEX_URL"));
}

#[test]
fn no_index_means_none() {
    check(|e| e.no_index = Some("true".into()), Err("no package index"));
    check(|e| e.no_index = Some("0".into()), Ok(&["https://pypi.org/simple"]));
}

#[test]
fn a_bundle_of_certificates_is_passed_on() {
    let environment = PipEnvironment {
        cert: Some("/somewhere/ca.pem".into()),
        ..Default::default()
    };
    let settings = environment.settings().unwrap();
    assert_eq!(settings.cert.as_deref(), Some(Path::new("/somewhere/ca.pem")));
}
