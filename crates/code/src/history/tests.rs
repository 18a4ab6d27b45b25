//! Histories made up here, and what they show.

use jurat_ingest::sandbox::KillReason;

use super::{
    log::{CommitRecord, GitLogParser},
    says_something, summary,
};
use crate::facts::CommitKind;

const HOUR: i64 = 3600;

/// A chain of commits: author time, commit time, subject, files added.
fn chain(all: &[(i64, i64, &str, u32)]) -> Vec<CommitRecord> {
    let commits = all.iter().enumerate();
    commits
        .map(|(at, (authored, committed, subject, added))| CommitRecord {
            id: format!("{at:040}"),
            parents: at
                .checked_sub(1)
                .map(|parent| format!("{parent:040}"))
                .into_iter()
                .collect(),
            authored: *authored,
            committed: *committed,
            author: "one@example.org".to_owned(),
            subject: (*subject).to_owned(),
            files: Some(*added),
            added: Some(*added),
        })
        .collect()
}

#[test]
fn a_history_is_summed_up() {
    let records = chain(&[
        (0, 0, "Set up project environment", 3),
        (1800, 1800, "Add clone tool in a sandbox", 1),
        (10 * HOUR, 10 * HOUR, "update", 0),
        (11 * HOUR, 11 * HOUR, "Wire the graph with fan-out", 4),
    ]);
    let history = summary(&records, false);
    assert_eq!((history.commits, history.merges, history.authors), (4, 0, 1));
    assert_eq!((history.clusters, history.largest_cluster), (3, 50));
    assert_eq!((history.largest_commit, history.meaningful), (Some(50), 75));
    let order = [CommitKind::Setup, CommitKind::Tooling, CommitKind::Orchestration];
    assert_eq!(history.progression, order);
    assert_eq!(history.rewritten, Vec::<String>::new());
    assert_eq!(history.span_seconds(), 11 * HOUR);
}

#[test]
fn signs_of_rewriting_are_told() {
    let spread = |at: i64| (at * 24 * HOUR, 90 * 24 * HOUR + at, "Add a part of it", 1);
    let bunched = summary(&chain(&[0, 1, 2, 3, 4, 5].map(spread)), false);
    assert_eq!(bunched.rewritten.len(), 1, "{:?}", bunched.rewritten);
    assert!(bunched.rewritten[0].contains("within one hour"));
    let back = summary(&chain(&[(9000, 9000, "a", 0), (0, 0, "b", 0)]), false);
    assert_eq!(back.rewritten, ["one commit is dated before the commit it rests on"]);
    let mut years = vec![(9, 9_000, "b", 0); 200];
    years[100].1 = 1;
    assert!(summary(&chain(&years), false).rewritten.is_empty(), "one wrong clock in years");
    let alike = summary(&chain(&[(7, 7, "a", 0); 5]), false);
    assert_eq!(alike.rewritten, ["all 5 commits carry the same time"]);
}

#[test]
fn nothing_is_no_history_but_does_no_harm() {
    let history = summary(&[], false);
    assert_eq!((history.commits, history.largest_commit, history.meaningful), (0, None, 0));
}

#[test]
fn the_middle_of_a_long_log_is_left_out() {
    let records = chain(&vec![(5, 5, "Add one more part", 0); 1203]);
    let history = summary(&records, true);
    assert_eq!((history.commits, history.log.len(), history.shallow), (1203, 1000, true));
    assert_eq!(history.log[500].id, format!("{:040}", 703));
}

#[test]
fn subjects_say_something_or_nothing() {
    for (subject, says) in [
        ("Add the parser", true),
        ("update", false),
        ("update update update", false),
        ("fix - -", false),
        ("Fix typo in readme", true),
        ("", false),
    ] {
        assert_eq!(says_something(subject), says, "{subject}");
    }
}

/// A file may be called like a commit; its place in the stream tells that it is none.
#[test]
fn a_path_is_not_taken_for_a_commit() {
    let id = "a".repeat(40);
    let fields = [
        [&*id, "", "7", "8", "One@example.org", "First\u{1b} words"].join("\0"),
        ["\n:0 1 0 1 A", &id, ":0 1 0 1 M", ":x"].join("\0"),
        [&*id, &format!("{id} {id}"), "9", "9", "two", "Merge", ""].join("\0"),
    ];
    let said = fields.join("\0");
    for size in 1..said.len() {
        let mut log = GitLogParser::new(5, 5);
        assert!(said.as_bytes().chunks(size).all(|chunk| log.take(chunk).is_ok()), "{size}");
        let seen: Vec<_> = log
            .records
            .iter()
            .map(|record| (&*record.subject, &*record.author, record.files, record.added))
            .collect();
        let first = ("First words", "one@example.org", Some(2), Some(1));
        assert_eq!(seen, [first, ("Merge", "two", None, None)]);
    }
    assert_eq!(GitLogParser::new(5, 1).take(said.as_bytes()), Err(KillReason::TooMuch));
    assert_eq!(GitLogParser::new(1, 5).take(said.as_bytes()), Err(KillReason::TooMuch));
    assert_eq!(GitLogParser::new(5, 5).take(b"no\0id\0 \0 \0 \0 \0"), Err(KillReason::Babble));
}
