//! What sort of work a commit's message tells of: words as data.

use crate::facts::CommitKind;

/// Marks that people put before a colon, as in `docs: say how`. The first table that knows a
/// message decides.
const MARKS: [(&str, CommitKind); 14] = [
    ("docs", CommitKind::Docs),
    ("doc", CommitKind::Docs),
    ("test", CommitKind::Tests),
    ("tests", CommitKind::Tests),
    ("fix", CommitKind::Fix),
    ("bugfix", CommitKind::Fix),
    ("hotfix", CommitKind::Fix),
    ("refactor", CommitKind::Fix),
    ("style", CommitKind::Fix),
    ("perf", CommitKind::Fix),
    ("chore", CommitKind::Setup),
    ("build", CommitKind::Setup),
    ("ci", CommitKind::Setup),
    ("deps", CommitKind::Setup),
];

/// Words that tell what is done where a message begins with them: a fixed rule mends nothing.
const DEEDS: [&str; 9] =
    ["fix", "repair", "correct", "revert", "resolve", "mend", "tidy", "clean", "polish"];

/// Words, by their beginnings, in the order in which they decide.
const WORDS: [(CommitKind, &[&str]); 6] = [
    (CommitKind::Fix, &["bug", "refactor", "cleanup", "lint", "typo", "hotfix", "bugfix"]),
    (CommitKind::Tests, &["test", "pytest", "coverage", "fixture", "unittest"]),
    (
        CommitKind::Docs,
        &["doc", "readme", "report", "changelog", "comment", "diagram", "guide", "explain"],
    ),
    (
        CommitKind::Orchestration,
        &[
            "graph",
            "orchestrat",
            "pipeline",
            "workflow",
            "wire",
            "wiring",
            "fan",
            "node",
            "router",
            "routing",
            "parallel",
            "aggregat",
            "langgraph",
            "stategraph",
            "synthes",
            "justice",
            "judge",
            "judicial",
            "end-to-end",
            "integrat",
        ],
    ),
    (
        CommitKind::Setup,
        &[
            "setup",
            "init",
            "scaffold",
            "bootstrap",
            "environment",
            "env",
            "depend",
            "requirement",
            "pyproject",
            "config",
            "docker",
            "gitignore",
            "skeleton",
            "license",
            "boilerplate",
            "packag",
            "install",
        ],
    ),
    (
        CommitKind::Tooling,
        &[
            "tool",
            "util",
            "helper",
            "parser",
            "parse",
            "ast",
            "clone",
            "sandbox",
            "detective",
            "extract",
            "state",
            "model",
            "schema",
            "client",
            "loader",
            "reader",
            "module",
            "class",
            "function",
            "implement",
            "add",
            "create",
            "feat",
        ],
    ),
];

/// A beginning of so many letters, or fewer, must be the whole word but for such an ending.
const SHORT: usize = 3;
const ENDINGS: [&str; 6] = ["", "s", "es", "ed", "ing", "er"];

/// The kind of a commit with this subject.
pub(super) fn kind(subject: &str, parents: usize) -> CommitKind {
    if 1 < parents {
        return CommitKind::Merge;
    }
    let subject = subject.to_lowercase();
    if let Some(kind) = marked(&subject) {
        return kind;
    }
    let words: Vec<&str> = subject
        .split(|letter: char| !letter.is_alphanumeric() && letter != '-')
        .filter(|word| !word.is_empty())
        .collect();
    let begun = words.first().copied();
    if begun.is_some_and(|word| DEEDS.iter().any(|deed| fits(word, deed))) {
        return CommitKind::Fix;
    }
    let told = |begin: &&str| words.iter().any(|word| fits(word, begin));
    let known = WORDS.iter().find(|(_, begins)| begins.iter().any(&told));
    known.map_or(CommitKind::Other, |(kind, _)| *kind)
}

/// Short beginnings are whole words: `ast` is not `astute`, nor `fan` `fancy`.
fn fits(word: &str, begin: &str) -> bool {
    let rest = word.strip_prefix(begin);
    rest.is_some_and(|rest| SHORT < begin.len() || ENDINGS.contains(&rest))
}

/// `fix(parser)!: …`.
fn marked(subject: &str) -> Option<CommitKind> {
    let (mark, _) = subject.split_once(':')?;
    let mark = mark.split('(').next()?.trim_end_matches('!').trim();
    MARKS.iter().find(|(known, _)| *known == mark).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::kind;
    use crate::facts::CommitKind;

    #[track_caller]
    fn check(subject: &str, expected: CommitKind) {
        assert_eq!(kind(subject, 1), expected, "{subject}");
    }

    #[test]
    fn a_mark_before_a_colon_decides() {
        check("docs: how the graph is wired", CommitKind::Docs);
        check("chore(deps)!: newer parser", CommitKind::Setup);
        check("feat: parallel judges in the graph", CommitKind::Orchestration);
    }

    #[test]
    fn words_decide_where_there_is_none() {
        check("Set up project environment", CommitKind::Setup);
        check("Initial commit", CommitKind::Setup);
        check("Add AST parser for state files", CommitKind::Tooling);
        check("Wire the nodes with fan-out", CommitKind::Orchestration);
        check("Write tests for the loader", CommitKind::Tests);
        check("Readme", CommitKind::Docs);
        check("Correct a fault in the loader", CommitKind::Fix);
        check("Fixed two bugs", CommitKind::Fix);
        check("Fixed #31 -- the loader forgets its place", CommitKind::Fix);
        check("Decide by fixed rules", CommitKind::Other);
        check("Add a graph with corrected edges", CommitKind::Orchestration);
        check("Adding one more part", CommitKind::Tooling);
        check("asdf", CommitKind::Other);
        check("", CommitKind::Other);
        check("Breakfast is fancy", CommitKind::Other);
    }

    #[test]
    fn two_parents_are_a_merge_whatever_it_says() {
        assert_eq!(kind("Fix it", 2), CommitKind::Merge);
    }
}
