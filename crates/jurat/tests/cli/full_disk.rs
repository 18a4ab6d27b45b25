//! A disk of twelve megabytes, filled to its last byte: it is called full, and to forget runs makes room.

use std::{
    fs,
    process::{Command, Output},
};

use crate::{
    cli_fixture::{BINARY, Bench},
    own_programs::script,
};

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

/// The same with runs that say much: so many thousand letters each, which do not compress to less than half.
const LARGE_RUNS: &str = r#"
mount -t tmpfs -o size=20m none "$2" || exit 99
jurat=$1; store=$2/store; said=$3; sizes=$4; shift 4
for size in $sizes; do
    sed "s/SIZE/$size/g" w/do.in > w/do.sh
    "$jurat" --store "$store" run w/w.json -q > /dev/null || exit 98
done
cat /dev/zero > "$store/../fill" 2> /dev/null
"$jurat" --store "$store" runs prune "$@" --yes > "$said/prune" 2>&1; echo "exit $?" >> "$said/prune"
"$jurat" --store "$store" store check > "$said/check" 2>&1; echo "exit $?" >> "$said/check"
ls -l "$store" > "$said/after"
"#;
const MANY_LETTERS: &str = r#"awk 'BEGIN {
    srand(SIZE); printf "{\"output\": {\"a\": \"";
    for (i = 0; i < SIZE * 170; i++) printf "%06x", rand() * 16777216;
    printf "\"}}" }'"#;

/// Not even the reserve is there.
const NO_ROOM: &str = r#"
mount -t tmpfs -o size=12m none "$2" || exit 99
"$1" --store "$2/store" run orchard -q > /dev/null || exit 98
rm "$2/store/reserve"
cat /dev/zero > "$2/fill" 2> /dev/null
"$1" --store "$2/store" runs prune --older-than 0d --everything --yes > "$3/prune" 2>&1
echo "exit $?" >> "$3/prune"
"#;

/// What the commands said, by the name of the step; nothing where this machine lets nobody mount.
#[expect(clippy::disallowed_methods, reason = "a disk of its own needs a shell to mount it")]
fn on_a_full_disk(
    bench: &Bench,
    script: &str,
    words: &[&str],
) -> Option<impl Fn(&str) -> String> {
    for folder in ["disk", "said"] {
        fs::create_dir(bench.path(folder)).unwrap();
    }
    let start = || {
        Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", BINARY])
            .args([bench.path("disk"), bench.path("said")])
            .args(words)
            .env_remove("JURAT_HOME")
            .current_dir(bench.path(""))
            .output()
    };
    // Whether the log is folded in before the next run depends on who is quicker: then the last run has no room.
    let has_no_room = |tried: &std::io::Result<Output>| {
        tried.as_ref().is_ok_and(|tried| tried.status.code() == Some(98))
    };
    let mut started = start();
    for _ in 0..3 {
        if has_no_room(&started) {
            started = start();
        }
    }
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
    let Some(said) = on_a_full_disk(&bench, SCRIPT, &[]) else {
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

/// Forgets large runs on a full disk: what is said, and how many runs and bytes of the database are left.
#[track_caller]
#[expect(clippy::print_stdout)]
fn check_large(sizes: &str, prune: &[&str], (forgot, left, bytes): (&str, usize, u64)) {
    let bench = Bench::new();
    script(&bench, MANY_LETTERS, r#", "with": {"limits": {"reply_mb": 64}}"#);
    fs::copy(bench.path("w/do.sh"), bench.path("w/do.in")).unwrap();
    let words = [&[sizes], prune].concat();
    let Some(said) = on_a_full_disk(&bench, LARGE_RUNS, &words) else {
        return println!("skipped: this machine lets nobody mount a small disk");
    };
    let told = said("prune");
    assert!(told.contains(forgot) && told.contains("exit 0"), "{told}");
    assert!(told.contains("went back to the disk"), "{told}");
    let sound = format!("sound: {left} runs, 0 problems");
    assert!(said("check").contains(&sound), "{}", said("check"));
    let after = said("after");
    let database = after.lines().find(|line| line.ends_with("runs.sqlite")).unwrap();
    let size: u64 = database.split_whitespace().nth(4).unwrap().parse().unwrap();
    assert!(size < bytes, "{after}");
    assert!(after.contains("4194304"), "room is set aside again: {after}");
}

#[test]
fn a_run_larger_than_the_reserve_can_be_forgotten_on_a_full_disk() {
    let everything = ["--older-than", "0s", "--everything"];
    check_large("14000", &everything, ("forgot everything of 1 runs", 0, 200_000));
    let payloads = ["--older-than", "0s", "--payloads"];
    check_large("14000", &payloads, ("forgot payloads of 1 runs", 1, 200_000));
    // So large that the disk has no room for it twice: it is still in the log.
    check_large("18000", &everything, ("forgot everything of 1 runs", 0, 200_000));
    check_large("18000", &payloads, ("forgot payloads of 1 runs", 1, 200_000));
}

#[test]
fn some_of_many_large_runs_can_be_forgotten_on_a_full_disk() {
    let sizes = "5001 5002 5003 5004 5005";
    let all = ["--older-than", "0s", "--everything"];
    check_large(sizes, &all, ("forgot everything of 5 runs", 0, 200_000));
    // What is left lies behind what goes, and must move.
    let oldest = ["--keep", "2", "--everything"];
    check_large(sizes, &oldest, ("forgot everything of 3 runs", 2, 6_500_000));
    // The last fills the disk by itself, and its pages are still in the log.
    let sizes = "6001 6002 6003 6004 3500";
    check_large(sizes, &oldest, ("forgot everything of 3 runs", 2, 6_500_000));
    check_large(sizes, &all, ("forgot everything of 5 runs", 0, 200_000));
}

#[test]
#[expect(clippy::print_stdout)]
fn where_nothing_can_be_forgotten_the_advice_is_not_to_forget() {
    let bench = Bench::new();
    let Some(said) = on_a_full_disk(&bench, NO_ROOM, &[]) else {
        return println!("skipped: this machine lets nobody mount a small disk");
    };
    let prune = said("prune");
    assert!(prune.contains("the disk is full: ") && prune.contains("exit 4"), "{prune}");
    assert!(prune.contains("hint: free some room elsewhere on this disk"), "{prune}");
    assert!(!prune.contains("jurat runs prune"), "{prune}");
}
