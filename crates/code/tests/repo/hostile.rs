//! Repositories that would do harm if anything of them were executed, followed or fetched.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};

use jurat_code::{
    RepoAddress, RepoLimits,
    facts::{FileMode, FileRole},
};
use jurat_ingest::RefusalKind;

use crate::fixtures::{Made, paths, refused, survey_at, why};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("links_filters_submodules_and_pointers_are_inert", evil),
    ("names_that_are_no_text_or_span_lines_are_shown_as_bytes", names),
    ("a_git_bomb_is_too_large", bomb),
    ("hooks_and_settings_of_a_local_repository_do_not_run", hooks),
    ("a_repository_is_not_written_to", untouched),
    ("objects_that_lie_elsewhere_are_out_of_reach", alternates),
    ("settings_from_elsewhere_are_out_of_reach", includes),
    ("a_tree_that_leads_out_is_damaged", dotdot),
    ("limits_on_disk_objects_and_commits_are_outcomes", limits),
    ("a_bundle_cut_short_is_refused", cut_bundle),
    ("addresses_that_are_options_or_programs_are_refused", addresses),
];

fn evil() {
    let made = Made::new();
    let mark = made.beside("mark");
    made.write(".gitattributes", "*.txt filter=evil diff=evil\n*.bin filter=lfs\n");
    let run = format!("touch {}", mark.display());
    made.write(".gitmodules", "[submodule \"sub\"]\n\tpath = sub\n\turl = file:///etc\n");
    made.write("a.txt", "words\n");
    made.write("huge.py", "x = 1\n".repeat(2000));
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n";
    made.write("model.bin.dat", pointer);
    made.write("latin.py", b"# caf\xe9\n");
    made.write("nul.py", b"import os\nos.system(x)\n# \0\n");
    made.write("tests/nul.py", b"\0");
    made.write("picture", b"\x89PNG\0\0");
    symlink("/etc/passwd", made.at().join("passwd")).unwrap();
    made.git(&["config", "diff.evil.textconv", &run]);
    made.git(&["config", "diff.evil.command", &run]);
    made.git(&["config", "filter.evil.smudge", &run]);
    let id = "1".repeat(40);
    made.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{id},sub")]);
    made.commit("Add all sorts of things", 0);
    let limits = RepoLimits { blob_bytes: 8000, ..RepoLimits::default() };
    let facts = survey_at(made.at(), limits).unwrap();
    assert!(!mark.exists(), "something was executed");
    let mode = |path: &str| facts.files.iter().find(|file| file.path == path).unwrap().mode;
    assert_eq!(mode("passwd"), FileMode::Symlink);
    for (path, says) in [
        ("passwd", "never followed"),
        ("huge.py", "12000 bytes"),
        ("model.bin.dat", "large-file storage"),
        ("latin.py", "UTF-8"),
        ("nul.py", "NUL bytes"),
        ("tests/nul.py", "NUL bytes"),
    ] {
        assert!(why(&facts, path).is_some_and(|why| why.contains(says)), "{:?}", facts.skipped);
    }
    assert_eq!(why(&facts, "a.txt"), None);
    let role = |path: &str| facts.files.iter().find(|file| file.path == path).unwrap().role;
    assert_eq!((role("nul.py"), role("tests/nul.py")), (FileRole::Binary, FileRole::Test));
    assert!(facts.held.is_empty());
}

fn names() {
    let made = Made::new();
    let blob = made.git_with(&["hash-object", "-w", "--stdin"], b"x = 1\n");
    let mut tree = Vec::new();
    for name in [b"a\nb.py".as_slice(), b"c\xff.py", b"d\x1b[2J.py", "é.py".as_bytes()] {
        tree.extend(format!("100644 blob {blob}\t").bytes());
        tree.extend(name);
        tree.push(0);
    }
    let tree = made.git_with(&["mktree", "-z"], &tree);
    let commit = made.git(&["commit-tree", "-m", "Add odd names", &tree]);
    made.git(&["update-ref", "HEAD", &commit]);
    let facts = made.survey().unwrap();
    assert_eq!(paths(&facts), ["a\\x0ab.py", "c\\xff.py", "d\\x1b[2J.py", "é.py"]);
}

fn bomb() {
    let made = Made::new();
    let mut id = made.git_with(&["hash-object", "-w", "--stdin"], b"x = 1\n");
    let mut kind = "100644 blob";
    for _ in 0..10 {
        let tree: Vec<String> = (0..10).map(|at| format!("{kind} {id}\tf{at}\n")).collect();
        id = made.git_with(&["mktree"], tree.concat().as_bytes());
        kind = "040000 tree";
    }
    let commit = made.git(&["commit-tree", "-m", "Add a few files", &id]);
    made.git(&["update-ref", "HEAD", &commit]);
    let (kind, says) = refused(made.survey());
    assert_eq!(kind, RefusalKind::TooLarge);
    assert!(says.contains("more than 200000 paths"), "{says}");
}

/// Everything that git could be made to run by a repository's own files leaves a mark.
fn hooks() {
    let made = Made::new();
    made.write("a.py", "x = 1\n");
    made.commit("Add the first part", 0);
    let mark = made.beside("mark");
    let script = made.beside("script");
    fs::write(&script, format!("#!/bin/sh\ntouch {}\n", mark.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    for hook in ["post-checkout", "pre-receive", "post-update", "reference-transaction"] {
        fs::copy(&script, made.at().join(".git/hooks").join(hook)).unwrap();
    }
    let script = script.display().to_string();
    let helper = format!("!{script}");
    let remote = format!("ext::{script}");
    for (key, value) in [
        ("core.fsmonitor", &script),
        ("core.sshCommand", &script),
        ("core.alternateRefsCommand", &script),
        ("core.gitProxy", &script),
        ("core.pager", &script),
        ("credential.helper", &helper),
        ("uploadpack.packObjectsHook", &script),
        ("gpg.program", &script),
        ("remote.origin.url", &remote),
        ("remote.origin.uploadpack", &script),
        ("alias.clone", &helper),
    ] {
        made.git(&["config", key, value]);
    }
    let facts = made.survey().unwrap();
    assert!(!mark.exists(), "something was executed");
    assert_eq!(paths(&facts), ["a.py"]);
}

/// Every file below a folder with its bytes and time.
fn seen(folder: &Path) -> Vec<(String, Vec<u8>, std::time::SystemTime)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let (path, about) = (entry.path(), entry.metadata().unwrap());
            if about.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                all.push((path.display().to_string(), bytes, about.modified().unwrap()));
            }
        }
    }
    all.sort();
    all
}

fn untouched() {
    let made = Made::new();
    made.write("a.py", "x = 1\n");
    made.commit("Add the first part", 0);
    let before = seen(made.at());
    made.survey().unwrap();
    assert_eq!(seen(made.at()), before);
}

fn alternates() {
    let private = Made::new();
    private.write("secret.py", "secret = 1\n");
    private.commit("Keep this to ourselves", 0);
    let made = Made::new();
    let objects = private.at().join(".git/objects").display().to_string();
    made.write(".git/objects/info/alternates", format!("{objects}\n"));
    made.git(&["update-ref", "HEAD", &private.git(&["rev-parse", "HEAD"])]);
    let (kind, says) = refused(made.survey());
    assert!(
        matches!(kind, RefusalKind::Damaged | RefusalKind::Unreadable | RefusalKind::Empty),
        "{kind:?} {says}"
    );
}

fn includes() {
    let made = Made::new();
    made.write("a.py", "x = 1\n");
    made.commit("Add the first part", 0);
    let other = made.beside("other");
    fs::write(&other, "[core]\n\tfsmonitor = /bin/false\n").unwrap();
    made.git(&["config", "include.path", other.to_str().unwrap()]);
    // Git may pass over what it cannot read, or give up; it does not read it.
    match made.survey() {
        Ok(facts) => assert_eq!(paths(&facts), ["a.py"]),
        Err(refusal) => assert_eq!(refusal.kind, RefusalKind::Unreadable, "{refusal}"),
    }
}

/// Git itself refuses to make such a tree, so it is written byte by byte.
fn dotdot() {
    let made = Made::new();
    let blob = made.git_with(&["hash-object", "-w", "--stdin"], b"x = 1\n");
    let raw: Vec<u8> = (0..blob.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&blob[at..at + 2], 16).unwrap())
        .collect();
    let inner = [b"100644 x.py\0".as_slice(), &raw].concat();
    let args = ["hash-object", "-w", "--literally", "-t", "tree", "--stdin"];
    let inner = made.git_with(&args, &inner);
    let raw: Vec<u8> = (0..inner.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&inner[at..at + 2], 16).unwrap())
        .collect();
    let tree = made.git_with(&args, &[b"40000 ..\0".as_slice(), &raw].concat());
    let commit = made.git(&["commit-tree", "-m", "Climb out of the folder", &tree]);
    made.git(&["update-ref", "HEAD", &commit]);
    assert_eq!(refused(made.survey()).0, RefusalKind::Damaged);
}

fn limits() {
    let made = Made::new();
    // Bytes that do not shrink.
    let mut noise = 7_u64;
    let bytes: Vec<u8> = (0..300_000)
        .map(|_| {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            noise.to_be_bytes()[0]
        })
        .collect();
    made.write("noise", bytes);
    made.commit("Add noise to it", 0);
    made.commit("Add nothing to it", 9);
    let all = RepoLimits::default();
    for (limits, expected, says) in [
        (RepoLimits { disk_bytes: 100_000, ..all }, RefusalKind::TooLarge, "disk"),
        (RepoLimits { objects: 2, ..all }, RefusalKind::TooLarge, "objects"),
        (RepoLimits { commits: 1, ..all }, RefusalKind::TooLarge, "commits"),
        (RepoLimits { tree_entries: 0, ..all }, RefusalKind::TooLarge, "paths"),
        (RepoLimits { clone_seconds: 0, ..all }, RefusalKind::TimedOut, "time"),
    ] {
        let (kind, words) = refused(survey_at(made.at(), limits));
        assert_eq!(kind, expected, "{words}");
        assert!(words.contains(says), "{words}");
    }
}

fn cut_bundle() {
    let made = Made::new();
    made.write("a.py", "x = 1\n".repeat(100));
    made.commit("Add the first part", 0);
    let bundle = made.beside("a.bundle");
    made.git(&["bundle", "create", "--quiet", bundle.to_str().unwrap(), "HEAD", "main"]);
    let whole = fs::read(&bundle).unwrap();
    // Cut within its list of heads, it is a bundle of nothing.
    for (length, expected) in [
        (20, RefusalKind::Empty),
        (whole.len() / 2, RefusalKind::Damaged),
        (whole.len() - 1, RefusalKind::Damaged),
    ] {
        fs::write(&bundle, &whole[..length]).unwrap();
        let (kind, says) = refused(survey_at(&bundle, RepoLimits::default()));
        assert_eq!(kind, expected, "{length}: {says}");
    }
}

fn addresses() {
    let hosts = ["github.com".to_owned()];
    for given in [
        "--upload-pack=touch /tmp/mark",
        "-oProxyCommand=touch /tmp/mark",
        "ext::sh -c touch% /tmp/mark",
        "file:///etc",
        "ssh://-oProxyCommand=touch/x",
        "https://user:secret@github.com/a/b",
        "https://github.com/a/b --upload-pack=x",
        "/dev/zero",
    ] {
        let error = RepoAddress::parse(given, &hosts).unwrap_err();
        assert!(!error.to_string().contains("secret") && !error.hint().is_empty(), "{given}");
    }
}
