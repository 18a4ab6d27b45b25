//! What sort of work a commit's message tells of: words as data.

use jurat_text::WordList;

use crate::facts::CommitKind;

/// Marks that people put before a colon, as in `docs: say how`. The first table that knows a
/// message decides.
const MARKS: [(CommitKind, &[&str]); 4] = [
    (CommitKind::Docs, &["docs", "doc"]),
    (CommitKind::Tests, &["test", "tests"]),
    (CommitKind::Fix, &["fix", "bugfix", "hotfix", "refactor", "style", "perf"]),
    (CommitKind::Setup, &["chore", "build", "ci", "deps"]),
];

jurat_text::word_lists! {
    "commit_kinds" [en];

    /// Words that tell what is done where a message begins with them: a fixed rule mends nothing.
    static DEEDS;

    static FIX;
    static TESTS;
    static DOCS;
    static ORCHESTRATION;
    static SETUP;
    static TOOLING;
}

/// Words, by their beginnings, in the order in which they decide.
static WORDS: [(CommitKind, &WordList); 6] = [
    (CommitKind::Fix, &FIX),
    (CommitKind::Tests, &TESTS),
    (CommitKind::Docs, &DOCS),
    (CommitKind::Orchestration, &ORCHESTRATION),
    (CommitKind::Setup, &SETUP),
    (CommitKind::Tooling, &TOOLING),
];

/// A beginning of so many letters, or fewer, must be the whole word but for such an ending.
const SHORT: usize = 3;
const ENDINGS: [&str; 6] = ["", "s", "es", "ed", "ing", "er"];

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
    MARKS
        .iter()
        .find(|(_, known)| known.contains(&mark))
        .map(|(kind, _)| *kind)
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
