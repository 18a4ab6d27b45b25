//! `jurat case`: what an audit leaves, what people say of it, and that nobody else reads it.

use std::{fs, path::Path};

use serde_json::Value as Json;

use crate::cli_fixture::Bench;

const AUDIT: &str = "audit matter --type visitor --tier pro --as-of 2026-01-09";
/// Words of the sample that are nobody else's business, and of those who work on it.
const PERSONAL: [&str; 6] = ["Yasmin", "yasmin", "Kestrel", "kestrel", "Ravel", "1990-02-03"];

fn audited() -> Bench {
    let bench = Bench::new();
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../systems/immigration_audit/sample/refused_visitor"
    );
    for folder in ["decision", "forms", "funds", "letters"] {
        for file in fs::read_dir(format!("{sample}/{folder}")).unwrap() {
            let file = file.unwrap();
            let name = format!("matter/{folder}/{}", file.file_name().to_string_lossy());
            bench.write(&name, fs::read(file.path()).unwrap());
        }
    }
    bench.jurat(AUDIT).is(1, "", "case.key was made");
    bench
}

/// Bytes and names of all that lies below a folder.
fn everything(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(folder).unwrap();
        all.extend_from_slice(name.as_os_str().as_encoded_bytes());
        all.extend(if path.is_dir() { everything(&path) } else { fs::read(&path).unwrap() });
    }
    all
}

#[track_caller]
fn holds_nobody(all: &[u8]) {
    for word in PERSONAL {
        let found = all.windows(word.len()).any(|part| part == word.as_bytes());
        assert!(!found, "`{word}` is there");
    }
}

fn case_of(bench: &Bench) -> String {
    let list = bench.jurat("case list --json").json();
    list[0]["case"].as_str().unwrap().to_owned()
}

#[test]
fn a_correction_an_override_and_an_outcome_reach_the_next_report_and_nobody_else() {
    let bench = audited();
    bench
        .words(
            &[
                "case",
                "correct",
                "matter",
                "applicant.birth_date",
                "1990-02-03",
                "--reason",
                "the form was misread",
                "--by",
                "Ada Ravel",
            ],
            "",
        )
        .is(0, "applicant.birth_date is 1990-02-03", "");
    bench
        .words(
            &[
                "case",
                "override",
                "matter",
                "PROCEED",
                "--reason",
                "the letter came today",
                "--by",
                "Ada Ravel",
            ],
            "",
        )
        .is(0, "PROCEED is decided in place of", "hint: `jurat audit`");
    bench
        .jurat("case approve matter --by Bo")
        .is(3, "", "decided about already");
    bench
        .jurat("case sign matter --by Bo")
        .is(3, "", "no second signature is asked for");
    bench
        .jurat(AUDIT)
        .is(1, "corrected applicant.birth_date is 1990-02-03", "");
    let page = fs::read_to_string(bench.path("matter/jurat-audit/report.md")).unwrap();
    assert!(page.contains("the form was misread"), "{page}");
    assert!(page.contains("Ada Ravel") && page.contains("decides PROCEED"), "{page}");
    bench
        .jurat("verify matter/jurat-audit/audit.jurat --strict")
        .is(0, "consistent", "");
    bench.jurat("case outcome matter refused --on 2026-03-02").is(
        0,
        "refused on 2026-03-02",
        "",
    );
    bench.jurat("eval outcomes --json").is(0, "too few to say", "");
    bench.jurat("case verify").is(0, "is the chain of what is kept", "");
    holds_nobody(&everything(&bench.home()));
    bench.jurat("runs list --json").is(0, "[]", "");
    let shown = bench.jurat("case show matter --json").json();
    assert_eq!(shown["events"][1]["body"]["reason"], "the form was misread");
    assert_eq!(shown["events"][1]["author"], "Ada Ravel");
}

#[test]
fn an_erased_case_leaves_a_chain_that_holds_and_nothing_else() {
    let bench = audited();
    let case = case_of(&bench);
    bench
        .jurat(&format!("case export {case} out"))
        .is(0, "", "plain text");
    bench.jurat("verify out/audit.jurat --strict").is(0, "consistent", "");
    bench.jurat(&format!("case erase {case}")).is(3, "", "`--yes`");
    bench
        .jurat(&format!("case erase {case} --yes"))
        .is(0, "is erased", "left ");
    bench
        .jurat(&format!("case verify {case}"))
        .is(0, "holds, and is erased; 2 events", "");
    bench.jurat(&format!("case show {case}")).is(3, "", "was erased");
    let left = everything(&bench.home().join("cases"));
    holds_nobody(&left);
    let listed = bench.jurat("case list --json").json();
    assert_eq!(
        (listed[0]["kept"].clone(), listed[0]["folder"].clone()),
        (false.into(), Json::Null)
    );
    // A changed chain no longer holds.
    let chain = format!("home/cases/{case}/chain.jsonl");
    let text = fs::read_to_string(bench.path(&chain)).unwrap();
    bench.write(&chain, text.replace("audited", "nothing"));
    bench.jurat("case verify").is(1, "does not hold", "");
}

#[test]
fn a_wrong_key_a_missing_one_and_time_that_is_up_are_told_without_a_name() {
    let bench = audited();
    let kept = fs::read_to_string(bench.path("home/case.key")).unwrap();
    bench.write("home/case.key", format!("{}\n", "a1".repeat(32)));
    let said = bench.jurat("case show matter");
    said.is(3, "", "there is no such case");
    let case = {
        let names = fs::read_dir(bench.path("home/cases")).unwrap();
        let mut ids: Vec<String> = names
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        ids.retain(|id| bench.path(&format!("home/cases/{id}")).is_dir());
        ids.remove(0)
    };
    let said = bench.jurat(&format!("case show {case}"));
    said.is(3, "", "is sealed with the key");
    holds_nobody(said.err.as_bytes());
    bench.write("home/case.key", "open sesame");
    let said = bench.jurat(&format!("case show {case}"));
    said.is(3, "", "64 hex digits");
    assert!(!said.err.contains("sesame"));
    fs::remove_file(bench.path("home/case.key")).unwrap();
    bench.jurat(AUDIT).is(3, "", "the key of the cases is missing");
    bench.jurat("case verify").is(2, "contents were not compared", "");
    bench.write("home/jurat.toml", "[cases]\nkey_command = [\"cat\", \"spare.key\"]\n");
    bench.write("spare.key", &kept);
    bench.jurat(&format!("case show {case}")).is(0, "folder", "");
    bench.write("home/jurat.toml", "[cases]\nkey_command = [\"false\"]\n");
    bench.jurat(&format!("case show {case}")).is(3, "", "gives no key");
    bench.write("home/jurat.toml", "[cases]\ndays = 0\n");
    bench.jurat("runs list").is(
        0,
        "",
        &format!("case {case} was kept for 0 days and is erased"),
    );
    bench
        .jurat(&format!("case verify {case}"))
        .is(0, "holds, and is erased", "");
}

#[test]
fn an_audit_may_keep_nothing() {
    let bench = Bench::new();
    bench.write("matter/a.txt", "A letter.\n");
    bench.jurat("audit matter --as-of 2026-01-09 --keep-nothing --out out");
    bench.jurat("case list").is(0, "", "no case is kept");
    assert!(!bench.path("home/case.key").exists());
}
