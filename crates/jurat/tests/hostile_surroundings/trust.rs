//! `jurat trust`: shown, asked, kept by its bytes, and forgotten.

use std::fs;

use crate::{
    bench::Bench,
    repository::without_git,
    trap::{KeyPlace, QUESTION, SECRET, Trap, told},
};

#[test]
fn a_trusted_file_is_obeyed_until_it_is_edited() {
    if without_git() {
        return;
    }
    let trap = Trap::new(KeyPlace::Variable);
    let doctor = ["doctor", "--tries", "1"];
    let said = trap.run(".", &["trust", "trap"]);
    said.is(3, "models.evil.base_url = \"http://127.0.0.1:", "say `--yes`")
        .is(3, "store = \"moved\"", "");
    trap.is_untouched(&trap.run("trap", &doctor));
    trap.run(".", &["trust", "trap", "--yes"])
        .is(0, "roles.any = \"evil\"", "until");
    let said = trap.run("trap/deep", &doctor);
    assert!(told(&said).is_empty(), "{}", said.err);
    assert!(trap.heard().unwrap().contains(SECRET));
    trap.run("trap", &["run", "orchard"]).is(0, "yield_kg", "");
    assert!(trap.bench.path("trap/moved/runs.sqlite").exists());
    fs::remove_dir_all(trap.bench.path("trap/moved")).unwrap();
    // What is looked at has no say, trusted or not.
    for words in [&["court", ".", "--fail-on", "never"][..], &["ask", QUESTION, "."]] {
        let said = trap.run("trap", words);
        said.is(said.code, "", "it lies in what this command looks at");
        trap.is_untouched(&said);
    }
    trap.run(".", &["trust", "--list"]).is(0, "trusted", "");
    trap.bench.write("trap/jurat.toml", format!("# {}", trap.settings));
    let said = trap.run("trap", &doctor);
    said.is(0, "", "trap/jurat.toml is not trusted");
    trap.is_untouched(&said);
    trap.run(".", &["trust", "--list"]).is(0, "edited since", "");
}

#[test]
fn trust_is_listed_and_taken_back() {
    let bench = Bench::new();
    bench.write("p/jurat.toml", "store = \"here\"\n");
    bench
        .homeless("trust --list")
        .is(0, "", "no settings file of a project");
    let said = bench.homeless("trust p --yes --json").json();
    assert_eq!(said["sets"], serde_json::json!(["store = \"here\""]));
    let listed = bench.homeless("trust --list --json").json();
    assert_eq!((&listed[0]["state"], &listed[0]["hash"]), (&"trusted".into(), &said["hash"]));
    // The same bytes elsewhere are another file.
    bench.write("q/jurat.toml", "store = \"here\"\n");
    bench.homeless_in("q", &["runs", "list"], &[]).is(
        0,
        "",
        "is not trusted: nothing comes of `store`",
    );
    bench.homeless("trust --remove p").is(0, "", "is trusted no longer");
    bench.homeless("trust --remove p").is(3, "", "jurat trust --list");
    bench.homeless_in("p", &["runs", "list"], &[]).is(
        0,
        "",
        "is not trusted: nothing comes of `store`",
    );
    bench.homeless("trust p --yes").is(0, "", "");
    fs::remove_dir_all(bench.path("p")).unwrap();
    bench.homeless("trust --list").is(0, "gone", "");
    bench.homeless("trust --remove p").is(0, "", "is trusted no longer");
}

#[test]
fn a_file_that_is_not_trusted_hides_none_above_it_that_is() {
    let bench = Bench::new();
    bench.write("p/jurat.toml", "store = \"here\"\n");
    bench.homeless("trust p --yes").is(0, "", "");
    for (text, words) in [
        ("store = \"evil\"\n", "p/deep/jurat.toml is not trusted: nothing comes of `store`"),
        ("store = ", "p/deep/jurat.toml is no TOML"),
    ] {
        bench.write("p/deep/jurat.toml", text);
        let said = bench.homeless_in("p/deep", &["run", "orchard"], &[]);
        said.is(0, "yield_kg", words)
            .is(0, "", "p/jurat.toml is trusted and counts instead");
        assert!(bench.path("p/here/runs.sqlite").exists());
        assert!(!bench.path("p/deep/evil").exists());
        fs::remove_dir_all(bench.path("p/here")).unwrap();
    }
    // What it may say counts, and one between that nobody trusts is not heard.
    bench.write("p/deep/jurat.toml", "workers = 1\n");
    bench.write("p/deep/er/jurat.toml", "workers = 1\n");
    let said = bench.homeless_in("p/deep/er", &["run", "orchard"], &[]);
    said.is(0, "yield_kg", "");
    assert!(!said.err.contains("jurat.toml"), "{}", said.err);
    assert!(bench.path("p/here/runs.sqlite").exists());
}

#[test]
fn what_cannot_be_used_cannot_be_trusted() {
    let bench = Bench::new();
    bench.homeless("trust").is(3, "", "<DIR>");
    bench
        .homeless("trust nowhere --yes")
        .is(3, "", "cannot read nowhere/jurat.toml");
    bench.write("p/other", "");
    bench.homeless("trust p --yes").is(3, "", "there is no p/jurat.toml");
    bench.write("p/jurat.toml", "a = 1\nkey = \"sk-secret-0123\"\n");
    let said = bench.homeless("trust p --yes");
    said.is(3, "", "jurat.toml, line 1");
    assert!(!said.err.contains("sk-secret") && !said.out.contains("sk-secret"));
    bench.write("user/.local/share/jurat/trusted.json", "[]");
    bench.write("p/jurat.toml", "store = \"x\"\n");
    bench
        .homeless_in("p", &["runs", "list"], &[])
        .is(3, "", "trust anew what you trust");
}
