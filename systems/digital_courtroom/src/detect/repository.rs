//! The facts of a repository as evidence: what the rubric asks for, and what anyone would ask.

use std::collections::BTreeSet;

use jurat_code::facts::{
    AstSelection, CommitHistory, FileFact, FileMode, HeldBlob, RepoFacts, RepoIdentity,
    SkippedFile,
};
use jurat_model::{EvidenceLocation, LocatedValue, SubmissionArtifact};
use jurat_text::WildcardPattern;

use crate::{
    english_phrases::word,
    model::{
        ArtifactAvailability, CheckAnswer, Evidence, EvidenceFact, InjectedInstruction,
        RepoIndex, Rubric,
    },
    rubric::{CodeQueryRequest, file_patterns, file_roles, language_of, wanted},
};

/// Most commits that are shown, half of them the first.
const COMMITS: usize = 40;
/// Most files that are shown for one pattern.
const FILES: usize = 20;
/// Patterns of a query that are named.
const PATTERNS: usize = 3;
/// Most files that were skipped, named one by one.
const SKIPPED: usize = 20;
/// What is said where facts of code were cut off, rather than names or orders.
const CUT: [&str; 3] = ["graphs:", "security findings:", "files of code"];

/// What a detective hands in about a repository.
#[derive(Debug, Clone)]
pub struct RepositoryEvidence {
    /// The evidence, in no order.
    pub evidence: Vec<Evidence>,
    /// Every file, and what is defined where.
    pub index: RepoIndex,
    /// What the code answered to each query.
    pub answers: Vec<CheckAnswer>,
    /// What was left out, in words.
    pub remarks: Vec<String>,
    /// The texts that evidence points into.
    pub held: Vec<HeldBlob>,
}

/// Turns facts into evidence. The facts were selected by [`wanted`] of the same rubric.
pub fn investigated(facts: RepoFacts, rubric: &Rubric) -> RepositoryEvidence {
    let identity = &facts.identity;
    let whole = EvidenceLocation {
        commit: identity.commit.clone(),
        ..EvidenceLocation::to(SubmissionArtifact::Repo, "")
    };
    let mut evidence = vec![Evidence::of(
        EvidenceFact::Repository(shown(identity)),
        whole.clone(),
        String::new(),
    )];
    evidence.extend(facts.history.iter().flat_map(|history| told(history, &whole)));
    let graph = |graph| EvidenceFact::Graph(Box::new(graph));
    evidence.extend(Evidence::all_located(&facts.graphs, graph));
    evidence.extend(Evidence::all_located(&facts.findings, EvidenceFact::Security));
    evidence.extend(Evidence::all_located(&facts.libraries, EvidenceFact::Library));
    evidence.extend(facts.addressed.iter().map(order));
    evidence.extend(files(rubric, &facts.files, &whole));
    let mut answers = Vec::new();
    for (asked, selected) in wanted(rubric).iter().zip(&facts.selected) {
        let found = answered(asked, selected, &whole);
        let hollow: Vec<Evidence> =
            Evidence::all_located(&selected.hollow, EvidenceFact::Syntax).collect();
        answers.push(CheckAnswer {
            criterion_id: asked.criterion_id.clone(),
            check_id: asked.check_id.clone(),
            total: selected.total,
            evidence: found.iter().map(|one| one.id.clone()).collect(),
            hollow: hollow.iter().map(|one| one.id.clone()).collect(),
            problem: selected.problem.clone(),
        });
        evidence.extend(found);
        evidence.extend(hollow);
    }
    RepositoryEvidence {
        evidence,
        remarks: remarks(&facts),
        answers,
        index: RepoIndex {
            unread: unread(&facts),
            files: facts.files,
            symbols: facts.symbols,
            names: facts.names,
        },
        held: facts.held,
    }
}

/// Code that nobody looked into, and limits that cut facts of code off. A link and another
/// repository are no code of this one.
fn unread(facts: &RepoFacts) -> Vec<SkippedFile> {
    let elsewhere =
        |file: &&FileFact| matches!(file.mode, FileMode::Symlink | FileMode::Submodule);
    let elsewhere: BTreeSet<&str> =
        facts.files.iter().filter(elsewhere).map(|file| &*file.path).collect();
    let code = |one: &&SkippedFile| {
        if one.path.is_empty() {
            CUT.iter().any(|what| one.why.contains(what))
        } else {
            language_of(&one.path).is_some() && !elsewhere.contains(&*one.path)
        }
    };
    facts.skipped.iter().filter(code).cloned().collect()
}

/// Whether there is anything to say of a part of a submission.
pub fn history_availability(facts: &RepoFacts) -> ArtifactAvailability {
    match &facts.history {
        Some(history) if history.shallow => {
            ArtifactAvailability::Unreadable("its history was cut off at some depth".to_owned())
        }
        Some(_) => ArtifactAvailability::Read,
        None => ArtifactAvailability::Unreadable("it came without its history".to_owned()),
    }
}

/// A path on somebody's disk is nobody else's business: its last part is enough.
pub fn shown(identity: &RepoIdentity) -> RepoIdentity {
    if identity.form == "url" {
        return identity.clone();
    }
    let path = identity.address.trim_end_matches(['/', '\\']);
    let last = path.rsplit(['/', '\\']).next().unwrap_or(path);
    RepoIdentity { address: last.to_owned(), ..identity.clone() }
}

fn told(history: &CommitHistory, whole: &EvidenceLocation) -> Vec<Evidence> {
    let without_log = CommitHistory { log: Vec::new(), ..history.clone() };
    let mut all =
        vec![Evidence::of(EvidenceFact::History(without_log), whole.clone(), String::new())];
    let (log, half) = (&history.log, COMMITS / 2);
    let last = log.len().saturating_sub(half).max(half.min(log.len()));
    let ends = log[..half.min(log.len())].iter().chain(&log[last..]);
    all.extend(ends.map(|commit| {
        let at = EvidenceLocation {
            commit: Some(commit.id.clone()),
            ..EvidenceLocation::to(SubmissionArtifact::Repo, "")
        };
        Evidence::of(EvidenceFact::Commit(commit.clone()), at, String::new())
    }));
    all
}

fn order(addressed: &LocatedValue<String>) -> Evidence {
    Evidence::located(addressed, |words| {
        EvidenceFact::Order(InjectedInstruction {
            words,
            why: "it speaks to whoever judges".to_owned(),
            hidden: false,
        })
    })
}

/// The files that checks ask for.
fn files(rubric: &Rubric, files: &[FileFact], whole: &EvidenceLocation) -> Vec<Evidence> {
    let patterns = file_patterns(rubric);
    let fitting = patterns.iter().flat_map(|pattern| {
        let pattern = WildcardPattern::of_paths(pattern);
        let fits = move |file: &&FileFact| pattern.fits(&file.path);
        files.iter().filter(fits).take(FILES)
    });
    let roles = file_roles(rubric);
    let by_role = roles.iter().flat_map(|role| {
        let is = |file: &&FileFact| file.role == *role;
        files.iter().filter(is).take(FILES)
    });
    fitting.chain(by_role).map(|file| of_file(file, whole)).collect()
}

fn of_file(file: &FileFact, whole: &EvidenceLocation) -> Evidence {
    let at = EvidenceLocation {
        path: file.path.clone(),
        blob: Some(file.blob.clone()),
        ..whole.clone()
    };
    Evidence::of(EvidenceFact::File(file.clone()), at, String::new())
}

fn answered(
    asked: &CodeQueryRequest,
    selected: &AstSelection,
    whole: &EvidenceLocation,
) -> Vec<Evidence> {
    if selected.facts.is_empty() && selected.problem.is_none() {
        let nothing = EvidenceFact::Nothing { sought: sought(asked) };
        return vec![Evidence::of(nothing, whole.clone(), String::new())];
    }
    Evidence::all_located(&selected.facts, EvidenceFact::Syntax).collect()
}

/// What a query looks for: in the words of its check, with the first of what it goes by. A query in
/// tree-sitter's own form says nothing to people.
fn sought(asked: &CodeQueryRequest) -> String {
    let query = &asked.query;
    let about = match asked.about.trim().trim_end_matches('.') {
        "" => format!("the check `{}`", asked.check_id),
        about => format!("“{about}”"),
    };
    let Some(kind) = query.find.filter(|_| query.tree.is_none()) else {
        return format!("what {about} looks for in the syntax");
    };
    let lists = [
        ("", &query.name),
        ("of ", &query.base),
        ("with ", &query.argument),
        ("that says ", &query.text),
        ("in ", &query.path),
    ];
    let words = lists
        .iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(word, list)| format!(" {word}{}", first_of(list)));
    let words: String = words.collect();
    format!("{}{words}, for {about}", word(kind))
}

/// The first few patterns, and how many more there are.
fn first_of(patterns: &[String]) -> String {
    let shown = patterns.iter().take(PATTERNS).map(String::as_str);
    let shown = shown.collect::<Vec<_>>().join(" or ");
    match patterns.len().saturating_sub(PATTERNS) {
        0 => shown,
        more => format!("{shown} or {more} more"),
    }
}

fn remarks(facts: &RepoFacts) -> Vec<String> {
    let mut remarks = facts.cut.clone();
    let named = facts.skipped.iter().take(SKIPPED);
    remarks.extend(named.map(|it| match &*it.path {
        "" => it.why.clone(),
        path => format!("{path} was not looked into: {}", it.why),
    }));
    if let Some(more) = facts.skipped.len().checked_sub(SKIPPED).filter(|more| 0 < *more) {
        remarks.push(format!("and {more} more files were not looked into"));
    }
    remarks
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_code::facts::{
        FileFact, FileMode, FileRole, RepoFacts, RepoIdentity, SkippedFile,
    };

    use super::{investigated, unread};

    fn facts(skipped: &[(&str, &str)]) -> RepoFacts {
        let link = FileFact {
            path: "link.py".to_owned(),
            blob: String::new(),
            size: 9,
            role: FileRole::Binary,
            mode: FileMode::Symlink,
            language: None,
            code_lines: 0,
            hollow: false,
            unchecked: None,
        };
        let skipped = skipped.iter().map(|(path, why)| SkippedFile {
            path: (*path).to_owned(),
            why: (*why).to_owned(),
        });
        RepoFacts {
            identity: RepoIdentity {
                address: "https://example.org/weir".to_owned(),
                commit: None,
                branch: None,
                form: "url".to_owned(),
            },
            history: None,
            files: vec![link],
            symbols: Vec::new(),
            graphs: Vec::new(),
            findings: Vec::new(),
            libraries: Vec::new(),
            selected: Vec::new(),
            names: Vec::new(),
            addressed: Vec::new(),
            skipped: skipped.collect(),
            cut: Vec::new(),
            held: Vec::new(),
        }
    }

    #[test]
    fn code_that_nobody_looked_into_is_told_to_the_court() {
        let facts = facts(&[
            ("src/latin.py", "it is no UTF-8 text"),
            ("src/Big.TS", "it has 2000000 bytes"),
            ("data.csv", "it has 2000000 bytes"),
            ("link.py", "it is a link, which is never followed"),
            ("", "security findings: there are more than are kept"),
            ("", "graphs: there are more than are kept"),
            ("", "3 more files of code were not looked into"),
            ("", "names after the first 9 were left out"),
        ]);
        let found = unread(&facts);
        let paths: Vec<&str> = found.iter().map(|one| &*one.path).collect();
        assert_eq!(paths, ["src/latin.py", "src/Big.TS", "", "", ""]);
        let rubric = r#"{"rubric_metadata": {"rubric_name": "Weirs"}, "dimensions": [
            {"id": "c", "name": "C", "target_artifact": "repo", "checks": [
                {"id": "k", "query": {"security": {}}, "expect": {"max": 0}}]}]}"#;
        let rubric = crate::rubric::load(rubric, &[]).unwrap();
        let investigated = investigated(facts, &rubric);
        assert_eq!(investigated.index.unread, found);
        let cut = "security findings: there are more than are kept";
        assert!(investigated.remarks.iter().any(|remark| remark == cut));
    }
}
