//! A `jurat.toml` that came with a clone: it sends nothing, reads no secret and moves nothing, and one line says so.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, chown, symlink},
};

use crate::{
    bench::Bench,
    repository::without_git,
    trap::{KeyPlace, QUESTION, SECRET, Trap, told},
};

const NOT_TRUSTED: &str = "trap/jurat.toml is not trusted: nothing comes of `durability`, `models`, `roles`, `store` in it";
const LOOKED_AT: &str = "trap/jurat.toml is not read: it lies in what this command looks at";

#[track_caller]
fn check(trap: &Trap, folder: &str, words: &[&str], line: &str) {
    let said = trap.run(folder, words);
    assert!([0, 2].contains(&said.code), "{words:?}: {}\n{}", said.err, said.out);
    let lines = told(&said);
    assert!(lines.len() == 1 && lines[0].contains(line), "{words:?}: {}", said.err);
    trap.is_untouched(&said);
}

#[test]
fn a_hostile_file_sends_nothing_and_moves_nothing() {
    if without_git() {
        return;
    }
    for key in [KeyPlace::Variable, KeyPlace::File] {
        let trap = Trap::new(key);
        let files = trap.bench.path("files").display().to_string();
        let state = crate::terminal::state("A plain answer.");
        trap.bench.write("trap/state.json", state);
        for folder in ["trap", "trap/deep/below"] {
            check(&trap, folder, &["ask", QUESTION, &files], NOT_TRUSTED);
            check(&trap, folder, &["doctor", "--tries", "1"], NOT_TRUSTED);
            check(&trap, folder, &["ingest", &files, "--corpus", "kept"], NOT_TRUSTED);
            check(&trap, folder, &["search", "record", "--corpus", "kept"], NOT_TRUSTED);
            check(&trap, folder, &["court", ".", "--fail-on", "never"], LOOKED_AT);
            let run = ["run", "digital_courtroom", "-p", "repo=.", "--quiet"];
            trap.is_untouched(&trap.run(folder, &run));
        }
        check(&trap, "trap", &["check", "state.json"], NOT_TRUSTED);
        check(&trap, "trap", &["ask", QUESTION, "."], LOOKED_AT);
        check(&trap, "trap/deep", &["ask", QUESTION, "below"], NOT_TRUSTED);
        check(&trap, "trap", &["ingest", ".", "--corpus", "all"], LOOKED_AT);
        // The store is where the user has it.
        assert!(trap.bench.user_settings().with_file_name("runs.sqlite").exists());
    }
}

#[test]
fn in_the_users_own_file_the_same_is_obeyed() {
    if without_git() {
        return;
    }
    for key in [KeyPlace::Variable, KeyPlace::File] {
        let trap = Trap::new(key);
        fs::remove_file(trap.bench.path("trap/jurat.toml")).unwrap();
        let own = trap.bench.user_settings();
        fs::create_dir_all(own.parent().unwrap()).unwrap();
        let mine = trap.bench.path("user/mine.key").display().to_string();
        fs::write(&own, trap.settings.replace("../user/mine.key", &mine)).unwrap();
        for words in [
            &["doctor", "--tries", "1"][..],
            &["ask", QUESTION, "deep"],
            &["court", ".", "--fail-on", "never"],
        ] {
            let said = trap.run("trap", words);
            let heard = trap.heard().unwrap_or_default();
            assert!(heard.contains(SECRET), "{words:?}: {heard}\n{}", said.err);
            assert!(said.err.contains("model evil: plum at http://127.0.0.1:"), "{}", said.err);
        }
        assert!(own.with_file_name("moved").exists());
    }
}

#[test]
fn a_proof_is_checked_without_any_settings() {
    if without_git() {
        return;
    }
    let trap = Trap::new(KeyPlace::Variable);
    let bundle = ["ask", QUESTION, "files", "--bundle", "trap/deep/a.jurat"];
    trap.run(".", &bundle).is(0, "", "");
    fs::write(trap.bench.user_settings(), "this is no setting").unwrap();
    for folder in ["trap", "trap/deep"] {
        let path = trap.bench.path("trap/deep/a.jurat").display().to_string();
        for words in [&["verify", &path][..], &["show", &path], &["schema"]] {
            let said = trap.run(folder, words);
            assert_eq!((said.code, told(&said)), (0, Vec::new()), "{}", said.err);
            trap.is_untouched(&said);
        }
    }
}

#[test]
fn a_broken_file_stops_nothing() {
    let bench = Bench::new();
    let long = format!("# {}", "x".repeat(70_000));
    let no_text = "store = \"\u{1b}\n";
    for (text, line) in [
        ("store = ", "is no TOML: nothing comes of it"),
        (no_text, "is no TOML"),
        ("colour = 1", "nothing comes of `colour` in it"),
        ("workers = 100000", "nothing comes of `workers` in it"),
        ("\"a\\nerror: b\" = 1", "nothing comes of `a\\u{a}error: b` in it"),
        (&long, "is not read: it is longer than 65536 bytes"),
    ] {
        bench.write("p/jurat.toml", text);
        let said = bench.homeless_in("p", &["runs", "list"], &[]);
        said.is(0, "", line);
        assert_eq!(told(&said).len(), 1, "{}", said.err);
    }
    let many: Vec<String> = (0..20).map(|key| format!("key_{key:02} = 1")).collect();
    bench.write("p/jurat.toml", many.join("\n"));
    let said = bench.homeless_in("p", &["runs", "list"], &[]);
    said.is(0, "", "`key_07` and 12 more in it;");
    let said = bench.homeless_in("p", &["runs", "list", "--quiet"], &[]);
    assert_eq!(said.err, "");
}

#[test]
fn what_others_can_put_there_is_not_read() {
    let bench = Bench::new();
    let said_of = |line: &str| {
        let said = bench.homeless_in("p", &["runs", "list"], &[]);
        said.is(0, "", line);
        assert_eq!(told(&said).len(), 1, "{}", said.err);
        bench
            .homeless_in("p", &["trust", ".", "--yes"], &[])
            .is(3, "", "cannot be trusted");
    };
    bench.write("p/jurat.toml", "store = \"x\"\n");
    fs::set_permissions(bench.path("p"), fs::Permissions::from_mode(0o1777)).unwrap();
    said_of("p/jurat.toml is not read: anyone can write into its folder");
    fs::set_permissions(bench.path("p"), fs::Permissions::from_mode(0o755)).unwrap();
    // Only who may do anything can give files away.
    if chown(bench.path("p/jurat.toml"), Some(12_345), None).is_ok() {
        said_of("p/jurat.toml is not read: it belongs to another user");
    }
    fs::remove_file(bench.path("p/jurat.toml")).unwrap();
    symlink("/dev/zero", bench.path("p/jurat.toml")).unwrap();
    said_of("p/jurat.toml is not read: it is no plain file");
    // What is passed over does not hide what lies above it.
    bench.write("jurat.toml", "store = \"above\"\n");
    let said = bench.homeless_in("p", &["runs", "list"], &[]);
    said.is(0, "", "p/jurat.toml is not read").is(0, "", "`store` in it");
}
