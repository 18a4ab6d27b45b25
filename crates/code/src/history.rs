//! The history of a clone: every commit its head rests on, and what the whole of them shows.

mod commit_kinds;
mod log;
mod rewrite_signs;

use std::collections::BTreeSet;

use jurat_ingest::{ReadRefusal, RefusalKind};

use super::{clone::CheckedClone, git::GitRunner};
use crate::{
    facts::{CommitFact, CommitHistory, CommitKind},
    git_refusal,
};
use log::{CommitRecord, GitLogParser};

/// How many commits are kept from each end.
const KEPT: usize = 500;
/// Neighbours with less than this between them belong to one run, in seconds.
const RUN: i64 = 3600;
/// Files of commits are counted for so many commits, and so many files, at most.
const COUNTED_COMMITS: usize = 50_000;
const COUNTED_FILES: u64 = 2_000_000;
/// A subject of so many words says something.
const WORDS: usize = 3;
/// What stands for nothing, however many words there are.
const BARE: [&str; 8] =
    ["update", "updates", "updated", "fix", "changes", "wip", "commit", "initial"];

/// Reads the history; what a limit cut off is said in words.
pub(super) fn read_history(
    git: &GitRunner<'_>,
    cloned: &CheckedClone,
) -> Result<(CommitHistory, Vec<String>), ReadRefusal> {
    let limits = &git.intake.limits;
    let most = usize::try_from(limits.commits).unwrap_or(usize::MAX);
    let mut log = GitLogParser::new(most, 0);
    let call = git
        .reading(&log::args(&cloned.head, log::CommitFilesMode::Unasked), limits.log_seconds);
    let said = git.stream(&call, &mut |chunk| log.take(chunk))?;
    match git_refusal::refusal_of(&said) {
        Some(refusal) if refusal.kind == RefusalKind::TooLarge => {
            let message = format!("it has more than {most} commits");
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        Some(refusal) => return Err(refusal),
        None => {}
    }
    let mut records = log.records;
    let mut cut = Vec::new();
    match count_files(git, cloned, records.len()) {
        Ok(counted) if counted.len() == records.len() => records = counted,
        Ok(_) => {
            cut.push(
                "files were not counted commit by commit: git told two stories".to_owned(),
            );
        }
        Err(why) => cut.push(format!("files were not counted commit by commit: {why}")),
    }
    if 2 * KEPT < records.len() {
        let left = records.len() - 2 * KEPT;
        cut.push(format!("{left} commits in the middle of the log are counted, not listed"));
    }
    // Git tells the newest first.
    records.reverse();
    Ok((summary(&records, cloned.shallow), cut))
}

/// The same commits with their files, where that is not too much.
fn count_files(
    git: &GitRunner<'_>,
    cloned: &CheckedClone,
    commits: usize,
) -> Result<Vec<CommitRecord>, String> {
    if COUNTED_COMMITS < commits {
        return Err(format!("there are more than {COUNTED_COMMITS} commits"));
    }
    let mut log = GitLogParser::new(commits, COUNTED_FILES);
    let args = log::args(&cloned.head, log::CommitFilesMode::Asked);
    let call = git.reading(&args, git.intake.limits.log_seconds);
    let said = git.stream(&call, &mut |chunk| log.take(chunk));
    match said.map(|said| git_refusal::refusal_of(&said)) {
        Ok(None) => Ok(log.records),
        Ok(Some(refusal)) | Err(refusal) => Err(refusal.message),
    }
}

/// What the whole of the commits shows. They come the oldest first.
fn summary(records: &[CommitRecord], shallow: bool) -> CommitHistory {
    let mut times: Vec<i64> = records.iter().map(|record| record.authored).collect();
    times.sort_unstable();
    let (clusters, largest) = clusters(&times);
    let authors: BTreeSet<&str> = records.iter().map(|record| &*record.author).collect();
    let plain: Vec<&CommitRecord> =
        records.iter().filter(|record| record.parents.len() < 2).collect();
    let telling = plain.iter().filter(|record| says_something(&record.subject)).count();
    let brought = records.iter().filter_map(|record| record.added).map(u64::from);
    let most = brought.clone().max();
    CommitHistory {
        commits: records.len() as u64,
        merges: (records.len() - plain.len()) as u64,
        authors: authors.len() as u64,
        first: times.first().copied().unwrap_or_default(),
        last: times.last().copied().unwrap_or_default(),
        clusters,
        largest_cluster: share(largest, records.len() as u64),
        largest_commit: most.map(|most| share(most, brought.sum())),
        meaningful: share(telling as u64, plain.len() as u64),
        progression: progression(records),
        rewritten: rewrite_signs::rewritten(records),
        shallow,
        log: kept(records),
    }
}

fn clusters(times: &[i64]) -> (u64, u64) {
    let runs = times.chunk_by(|one, next| next.saturating_sub(*one) < RUN);
    runs.fold((0, 0), |(count, largest), run| (count + 1, largest.max(run.len() as u64)))
}

/// In per cent, rounded down; nothing of nothing is nothing.
fn share(part: u64, whole: u64) -> u8 {
    let share = part.saturating_mul(100).checked_div(whole).unwrap_or_default();
    u8::try_from(share).unwrap_or(100)
}

fn says_something(subject: &str) -> bool {
    let words = subject
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric));
    let telling = |word: &&str| {
        let word = word
            .trim_matches(|letter: char| !letter.is_alphanumeric())
            .to_lowercase();
        !BARE.contains(&word.as_str())
    };
    WORDS <= words.clone().count() && 1 < words.filter(telling).count()
}

fn progression(records: &[CommitRecord]) -> Vec<CommitKind> {
    let mut seen = Vec::new();
    for record in records {
        let kind = commit_kinds::kind(&record.subject, record.parents.len());
        let work = !matches!(kind, CommitKind::Merge | CommitKind::Other);
        if work && !seen.contains(&kind) {
            seen.push(kind);
        }
    }
    seen
}

fn kept(records: &[CommitRecord]) -> Vec<CommitFact> {
    let ends: Vec<&CommitRecord> = if records.len() <= 2 * KEPT {
        records.iter().collect()
    } else {
        records[..KEPT]
            .iter()
            .chain(&records[records.len() - KEPT..])
            .collect()
    };
    ends.into_iter()
        .map(|record| CommitFact {
            id: record.id.clone(),
            authored: record.authored,
            committed: record.committed,
            subject: record.subject.clone(),
            kind: commit_kinds::kind(&record.subject, record.parents.len()),
            parents: u32::try_from(record.parents.len()).unwrap_or(u32::MAX),
            files: record.files,
        })
        .collect()
}

#[cfg(test)]
mod tests;
