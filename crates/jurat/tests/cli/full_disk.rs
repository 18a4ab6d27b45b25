//! A disk of twelve megabytes, filled to its last byte: it is called full, and to forget runs makes room.

use std::{
    fs,
    process::{Command, Output},
};

use crate::cli_fixture::{BINARY, Bench};

/// Mounts a small disk that nobody else sees, and does the rest there.
const SCRIPT: &str = r#"
mount -t tmpfs -o size=12m none "$2" || exit 99
jurat=$1; store=$2/store; said=$3
for number in 1 2 3; do "$jurat" --store "$store" run orchard -q > /dev/null || exit 98; done
ls "$store" > "$said/before"
cat /dev/zero > "$2/fill" 2> /dev/null
"$jurat" --store "$store" run orchard > "$said/run" 2>&1; echo "exit $?" >> "$said/run"
"$jurat" --store "$store" runs prune --older-than 0d --everything --yes > "$said/prune" 2>&1
echo "exit $?" >> "$said/prune"
"$jurat" --store "$store" store check > "$said/check" 2>&1; echo "exit $?" >> "$said/check"
ls -l "$store" > "$said/after"
rm "$2/fill"
"$jurat" --store "$store" run orchard > "$said/again" 2>&1; echo "exit $?" >> "$said/again"
"#;

/// What the commands said, by the name of the step; nothing where this machine lets nobody mount.
#[expect(clippy::disallowed_methods, reason = "a disk of its own needs a shell to mount it")]
fn on_a_full_disk(bench: &Bench) -> Option<impl Fn(&str) -> String> {
    for folder in ["disk", "said"] {
        fs::create_dir(bench.path(folder)).unwrap();
    }
    let started = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh", BINARY])
        .args([bench.path("disk"), bench.path("said")])
        .env_remove("JURAT_HOME")
        .current_dir(bench.path(""))
        .output();
    match started {
        Ok(Output { status, .. }) if status.code() == Some(0) => {}
        Ok(Output { status, stderr, .. }) => {
            let why = String::from_utf8_lossy(&stderr).into_owned();
            let may_not = status.code() == Some(99) || why.contains("unshare");
            assert!(may_not, "{status}: {why}");
            return None;
        }
        Err(_) => return None,
    }
    let said = bench.path("said");
    Some(move |step: &str| fs::read_to_string(said.join(step)).unwrap())
}

/// Whether a machine lets its users mount is not a part that can be installed, so it is told and no failure anywhere.
#[test]
#[expect(clippy::print_stdout)]
fn a_full_disk_says_so_and_to_forget_runs_makes_room() {
    let bench = Bench::new();
    let Some(said) = on_a_full_disk(&bench) else {
        return println!("skipped: this machine lets nobody mount a small disk");
    };
    assert!(said("before").contains("reserve"), "{}", said("before"));
    let run = said("run");
    assert!(run.contains("error: the disk is full: ") && run.contains("exit 4"), "{run}");
    assert!(run.contains("hint: `jurat runs prune --older-than 30d --everything`"), "{run}");
    assert!(!run.contains("resume"), "it names a run that was never written: {run}");
    let prune = said("prune");
    assert!(
        prune.contains("forgot everything of 3 runs") && prune.contains("exit 0"),
        "{prune}"
    );
    assert!(said("check").contains("sound: 0 runs, 0 problems"), "{}", said("check"));
    assert!(said("after").contains("4194304"), "room is set aside again: {}", said("after"));
    assert!(said("again").contains("exit 0"), "{}", said("again"));
}
