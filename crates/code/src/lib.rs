//! A repository: taken in under limits, never checked out, never executed; its facts.
//!
//! Git runs in a limited child and writes one folder of ours, which is gone at the end. What code
//! says is read in another child that can reach nothing. The process that asks parses neither
//! objects nor code; what children say is looked up before it is believed.

mod address;
mod blobs;
mod clone;
mod escaped_names;
mod fact_check;
pub mod facts;
mod file_selection;
mod folder;
#[doc(hidden)]
pub mod fuzz;
mod git;
mod git_refusal;
mod history;
mod limits;
mod notebook;
mod scratch;
mod survey_restarts;
mod survey_wire;
mod syntax;
mod tree;
mod unpack;

use std::path::Path;

use jurat_ingest::{ChildLauncher, ReadRefusal, RefusalKind, sandbox::ChildWork};

use crate::facts::{
    AstQuery, AstSelection, CommitHistory, FileFact, RepoFacts, RepoIdentity, SkippedFile,
};

use address::RepoLocation;
use file_selection::FileSelection;
use folder::FolderFiles;
use git::GitRunner;
use scratch::ScratchFolder;
use survey_restarts::RepoTextFile;

pub use address::{AddressError, RepoAddress};
pub use limits::RepoLimits;
pub use survey_restarts::KILLED_ITS_READER;
#[doc(hidden)]
pub use syntax::bench_counts;
pub use syntax::{SECRET_RULE, language_of, languages, tree_query_problem};

/// What a child must be able to do for a survey: whoever starts children serves this.
pub const CHILD_WORK: ChildWork = ChildWork {
    formats: &[&unpack::TAR, &unpack::TAR_GZ],
    jobs: &[survey_wire::SURVEY],
};

/// The most files that are named as passed over; the rest is counted.
const NAMED: usize = 1000;

#[derive(Debug, Clone, Copy)]
pub struct SurveyContext<'a> {
    pub launcher: &'a ChildLauncher,
    /// A folder for temporary things. One survey at a time may use it: what another left there
    /// is replaced, and nothing is left at the end.
    pub folder: &'a Path,
    pub limits: RepoLimits,
}

/// Takes in the repository at an address and tells what is in it. Of a git repository that is the
/// commit of its head, not what a working tree holds besides.
pub fn survey(
    intake: &SurveyContext<'_>,
    address: &RepoAddress,
    wanted: &[AstQuery],
) -> Result<RepoFacts, ReadRefusal> {
    surveyed(intake, (address, None), &[wanted.to_vec()], &|_| 0)
}

/// The same of another commit of the repository than its head. Where it is not among those that
/// its branches rest on it is refused.
pub fn survey_commit(
    intake: &SurveyContext<'_>,
    (address, commit): (&RepoAddress, &str),
    wanted: &[AstQuery],
) -> Result<RepoFacts, ReadRefusal> {
    surveyed(intake, (address, Some(commit)), &[wanted.to_vec()], &|_| 0)
}

/// The same as [`survey`] with one of several groups of queries: which one is chosen by the facts,
/// which have no answers yet. They are those that the group alone would have come to.
pub fn survey_choosing(
    intake: &SurveyContext<'_>,
    address: &RepoAddress,
    groups: &[Vec<AstQuery>],
    choose: &dyn Fn(&RepoFacts) -> usize,
) -> Result<RepoFacts, ReadRefusal> {
    surveyed(intake, (address, None), groups, choose)
}

fn surveyed(
    intake: &SurveyContext<'_>,
    at: (&RepoAddress, Option<&str>),
    groups: &[Vec<AstQuery>],
    choose: &dyn Fn(&RepoFacts) -> usize,
) -> Result<RepoFacts, ReadRefusal> {
    let mut taken = take_in(intake, at)?;
    let mut sources = std::mem::take(&mut taken.sources);
    let asked = survey_restarts::ask(intake, &mut sources, groups)?;
    let mut survey = asked.survey;
    let commit = taken.identity.commit.clone();
    let mut texts = fact_check::FactTextLookup::new(&sources, commit.as_deref());
    texts.check(&mut survey);
    // A file that killed its reader keeps what was said of it before: nothing.
    taken.files.extend(sources.iter().map(|source| source.fact.clone()));
    taken.files.sort_by(|one, two| one.path.cmp(&two.path));
    let mut facts = RepoFacts {
        identity: taken.identity,
        history: taken.history,
        files: taken.files,
        symbols: survey.symbols,
        graphs: survey.graphs,
        findings: survey.findings,
        libraries: survey.libraries,
        selected: Vec::new(),
        names: survey.names,
        addressed: survey.addressed,
        skipped: taken.skipped,
        cut: taken.cut,
        held: Vec::new(),
    };
    facts.selected = answers(survey.selected, groups, choose(&facts));
    texts.check_answers(&mut facts.selected);
    let (held, too_long) = texts.held();
    facts.held = held;
    facts.skipped.extend(asked.lost);
    facts.skipped.extend(texts.untrue());
    facts.skipped.extend(survey.problems);
    facts.cut.extend(too_long);
    cap(&mut facts.skipped, &mut facts.cut);
    Ok(facts)
}

/// What one group of queries selected, out of what all of them did.
fn answers(
    selected: Vec<AstSelection>,
    groups: &[Vec<AstQuery>],
    chosen: usize,
) -> Vec<AstSelection> {
    let before: usize = groups.iter().take(chosen).map(Vec::len).sum();
    let own = groups.get(chosen).map_or(0, Vec::len);
    selected.into_iter().skip(before).take(own).collect()
}

/// The lines of a text, without what ends them: a line feed, and a carriage return before it.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    lines.map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// What was taken in, before anybody looked into it.
struct RepoContents {
    identity: RepoIdentity,
    history: Option<CommitHistory>,
    /// Files that nobody looks into.
    files: Vec<FileFact>,
    /// Those that somebody does.
    sources: Vec<RepoTextFile>,
    skipped: Vec<SkippedFile>,
    cut: Vec<String>,
}

fn take_in(
    intake: &SurveyContext<'_>,
    (address, commit): (&RepoAddress, Option<&str>),
) -> Result<RepoContents, ReadRefusal> {
    let (identity, history, gathered) = match &address.place {
        RepoLocation::Url { .. }
        | RepoLocation::Repository { .. }
        | RepoLocation::Bundle(_) => from_git(intake, (address, commit))?,
        RepoLocation::Archive { .. } | RepoLocation::Folder(_) if commit.is_some() => {
            let message = "it comes without a history, so no commit of it can be had";
            return Err(ReadRefusal::new(RefusalKind::Unsupported, message));
        }
        RepoLocation::Archive { path, format } => {
            (bare_identity(address), None, unpack::unpack(intake, path, format)?)
        }
        RepoLocation::Folder(path) => {
            (bare_identity(address), None, folder::gather(path, &intake.limits)?)
        }
    };
    let (mut files, mut sources, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let FolderFiles { entries, wanted, bytes, skipped: passed, cut } = gathered;
    skipped.extend(passed);
    let mut last: Option<String> = None;
    for ((entry, wanted), bytes) in entries.into_iter().zip(wanted).zip(bytes) {
        if last.as_ref() == Some(&entry.path) {
            let why = "two names are shown so; one was passed over".to_owned();
            skipped.push(SkippedFile { path: entry.path, why });
            continue;
        }
        last = Some(entry.path.clone());
        let wanted = match &bytes {
            Some(bytes) if wanted == FileSelection::Yes => {
                file_selection::by_bytes(&entry.path, bytes)
            }
            _ => wanted,
        };
        skipped.extend(file_selection::skipped(&entry.path, &wanted));
        let mut fact = file_selection::unseen(&entry);
        file_selection::count_utf16(&mut fact, bytes.as_deref().unwrap_or_default());
        match bytes.filter(|_| wanted == FileSelection::Yes).map(String::from_utf8) {
            Some(Ok(text)) => sources.push(RepoTextFile { fact, text }),
            _ => files.push(fact),
        }
    }
    Ok(RepoContents { identity, history, files, sources, skipped, cut })
}

fn bare_identity(address: &RepoAddress) -> RepoIdentity {
    RepoIdentity {
        address: address.to_string(),
        commit: None,
        branch: None,
        form: address.form().to_owned(),
    }
}

fn from_git(
    intake: &SurveyContext<'_>,
    (address, commit): (&RepoAddress, Option<&str>),
) -> Result<(RepoIdentity, Option<CommitHistory>, FolderFiles), ReadRefusal> {
    let scratch = ScratchFolder::fresh(intake.folder)?;
    let git = GitRunner::new(intake, &scratch)?;
    let cloned = clone::clone(&git, address, commit)?;
    let mut entries = tree::list(&git, &cloned.head)?;
    entries.sort_by(|one, two| one.path.cmp(&two.path));
    let (history, cut) = history::read_history(&git, &cloned)?;
    let wanted = file_selection::choose(&entries, &intake.limits);
    let chosen: Vec<(&str, u64)> = entries
        .iter()
        .zip(&wanted)
        .filter(|(_, wanted)| **wanted == FileSelection::Yes)
        .map(|(entry, _)| (&*entry.blob, entry.size))
        .collect();
    let mut read = blobs::read_blobs(&git, &chosen)?.into_iter();
    let bytes = wanted
        .iter()
        .map(|wanted| if *wanted == FileSelection::Yes { read.next() } else { None });
    let bytes = bytes.collect();
    let gathered = FolderFiles { entries, wanted, bytes, skipped: Vec::new(), cut };
    Ok((cloned.identity, Some(history), gathered))
}

/// Names so many files of code, and so many others: no number of others hides code.
fn cap(skipped: &mut Vec<SkippedFile>, cut: &mut Vec<String>) {
    skipped.sort_by(|one, two| (&one.path, &one.why).cmp(&(&two.path, &two.why)));
    let (mut code, mut others) = (0, 0);
    skipped.retain(|one| {
        let count = match &*one.path {
            "" => return true,
            path if syntax::language_of(path).is_some() => &mut code,
            _ => &mut others,
        };
        *count += 1;
        *count <= NAMED
    });
    if NAMED < others {
        cut.push(format!("{} more files were not looked into", others - NAMED));
    }
    if NAMED < code {
        let why = format!("{} more files of code were not looked into", code - NAMED);
        skipped.insert(0, SkippedFile { path: String::new(), why });
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMED, SkippedFile, cap};

    #[test]
    fn no_number_of_other_files_hides_code_that_was_not_looked_into() {
        let skipped = |path: String| SkippedFile { path, why: "it is a link".to_owned() };
        let mut all: Vec<_> = (0..NAMED + 5).map(|at| skipped(format!("a{at}.csv"))).collect();
        all.push(skipped("z.py".to_owned()));
        let mut cut = Vec::new();
        cap(&mut all, &mut cut);
        assert_eq!((all.len(), all[NAMED].path.as_str()), (NAMED + 1, "z.py"));
        assert_eq!(cut, ["5 more files were not looked into"]);
        let mut code: Vec<_> = (0..NAMED + 5).map(|at| skipped(format!("a{at}.py"))).collect();
        cap(&mut code, &mut cut);
        assert_eq!(code[0].why, "5 more files of code were not looked into");
    }
}
