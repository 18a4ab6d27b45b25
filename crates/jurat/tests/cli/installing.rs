//! What comes with an installed jurat: its version, its manual, completions for shells.

use std::{fs, path::Path, process::Command};

use crate::cli_fixture::Bench;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The words between the brackets of `--version`.
fn build_details() -> String {
    let said = Bench::new().jurat("--version");
    let line = said.is(0, "", "").out.trim_end();
    let inside = line.strip_prefix(&format!("jurat {VERSION} (")).unwrap();
    inside.strip_suffix(')').unwrap().to_owned()
}

#[test]
fn the_long_version_names_commit_and_features() {
    let details = build_details();
    let (commit, features) = details.split_once(", features: ").unwrap();
    assert!(features.split(", ").any(|feature| feature == "encoder"), "{details}");
    let is_known = commit.split_once(' ').is_some_and(|(commit, day)| {
        let hex = commit.len() == 7 && commit.chars().all(|c| c.is_ascii_hexdigit());
        let day: Vec<usize> = day.split('-').map(str::len).collect();
        hex && day == [4, 2, 2]
    });
    assert!(is_known || commit.starts_with("no commit"), "{details}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "git knows its commits")]
fn the_commit_is_one_of_this_repository() {
    let details = build_details();
    let (commit, _) = details.split_once(' ').unwrap();
    if commit == "no" {
        return;
    }
    let mut git = Command::new("git");
    let found = git
        .args(["cat-file", "-e", &format!("{commit}^{{commit}}")])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output();
    // A binary may be tried where there is no git any more.
    assert!(found.is_err() || found.unwrap().status.success(), "{details}");
}

#[test]
fn the_short_version_is_a_version() {
    let said = Bench::new().jurat("-V");
    assert_eq!(said.is(0, "", "").out, format!("jurat {VERSION}\n"));
}

#[test]
fn the_manual_has_a_page_for_every_verb() {
    let bench = Bench::new();
    let said = bench.jurat("man --out share/man1");
    said.is(0, "jurat-runs-list.1", "");
    for verb in verbs(&bench) {
        let name = format!("jurat-{verb}.1");
        let page = fs::read_to_string(bench.path("share/man1").join(&name)).unwrap();
        let head = format!(".TH jurat-{verb} 1 \" \" \"jurat {VERSION}\" \"jurat manual\"\n");
        assert!(page.contains(&head), "{name}\n{page}");
        assert!(page.contains(".SH SYNOPSIS"), "{name}\n{page}");
    }
    assert!(!bench.path("share/man1/jurat-sandbox.1").exists());
    let pages = fs::read_dir(bench.path("share/man1")).unwrap();
    assert_eq!(pages.count(), said.out.lines().count());
    let again = bench.jurat("man --out share/man1 --json").json();
    assert_eq!(again["wrote"].as_array().unwrap().len(), said.out.lines().count());
}

/// The verbs that `--help` lists.
fn verbs(bench: &Bench) -> Vec<String> {
    let help = bench.jurat("--help").out;
    let listed = help.split("Commands:\n").nth(1).unwrap();
    let lines = listed.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert!(20 < names.len(), "{names:?}");
    names
}

#[test]
fn the_page_of_jurat_is_printed() {
    let said = Bench::new().jurat("man");
    said.is(0, "Exit codes", "").is(0, "jurat\\-ask(1)", "");
    assert!(said.out.contains(&format!("v{VERSION}\n")), "{}", said.out);
    // The same page, whatever commit it was built from.
    assert!(!said.out.contains("features:"), "{}", said.out);
    Bench::new().jurat("man runs list").is(0, "jurat\\-runs\\-list", "");
    Bench::new()
        .jurat("man runs nothing")
        .is(3, "", "jurat runs has no verb `nothing`");
}

#[test]
fn completions_know_verbs_and_flags() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let said = Bench::new().jurat(&format!("completions {shell}"));
        said.is(0, "citations", "").is(0, "bundle", "");
    }
}

#[test]
fn a_packager_needs_no_home_and_no_settings() {
    let bench = Bench::new();
    bench.write("jurat.toml", "this is no setting");
    for line in ["--version", "man", "completions bash", "schema"] {
        let said = bench.jurat(line);
        assert_eq!(said.is(0, "jurat", "").err, "", "{line}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_bad_input() {
    let bench = Bench::new();
    bench.write("taken", "a file");
    bench.jurat("man --out taken").is(3, "", "cannot make taken");
}
