//! Code of a repository that was not read, in groups.

use std::collections::{BTreeMap, BTreeSet};

use jurat_code::facts::{FileFact, FileMode, FileRole, LibrarySort, RepoFacts, SkippedFile};

use crate::{model::UnreadGroup, rubric::language_of};

/// Languages that are not read, by how the names of their files end.
#[rustfmt::skip]
const LANGUAGES: &[(&str, &[&str])] = &[
    ("Bats", &["bats"]), ("C", &["c", "h"]), ("C#", &["cs"]), ("C++", &["cc", "cpp", "cxx", "hpp"]),
    ("Clojure", &["clj"]), ("Dart", &["dart"]), ("Elixir", &["ex", "exs"]),
    ("Erlang", &["erl"]), ("F#", &["fs"]), ("Haskell", &["hs"]), ("Julia", &["jl"]),
    ("Kotlin", &["kt", "kts"]), ("Lua", &["lua"]), ("OCaml", &["ml"]), ("PHP", &["php"]),
    ("Perl", &["pl"]), ("PowerShell", &["ps1"]), ("R", &["r"]), ("Ruby", &["rb"]),
    ("Scala", &["scala"]), ("Svelte", &["svelte"]), ("Swift", &["swift"]),
    ("Vue", &["vue"]), ("Zig", &["zig"]), ("shell", &["bash", "sh"]),
];

/// What would make a notebook readable.
const SAVE_AGAIN: &str = "save it with Jupyter, which writes a line of code on a line";

/// What is said of a text whose words nobody looked at, though it is one.
const UTF16: &str = "text in UTF-16";

/// Notebooks and code that nobody looked into, languages and libraries that are not read.
pub fn not_read(facts: &RepoFacts) -> Vec<UnreadGroup> {
    let elsewhere =
        |file: &&FileFact| matches!(file.mode, FileMode::Symlink | FileMode::Submodule);
    let elsewhere: BTreeSet<&str> =
        facts.files.iter().filter(elsewhere).map(|file| &*file.path).collect();
    let is_code = |one: &&SkippedFile| {
        language_of(&one.path).is_some() && !elsewhere.contains(&*one.path)
    };
    let skipped = facts.skipped.iter().filter(is_code);
    let (notebooks, code): (Vec<_>, Vec<_>) =
        skipped.partition(|one| one.path.to_lowercase().ends_with(".ipynb"));
    let mut groups = Vec::new();
    groups.extend(group("notebook", "notebooks", &notebooks, SAVE_AGAIN));
    groups.extend(group("file of code", "files of code", &code, ""));
    let texts = facts
        .skipped
        .iter()
        .filter(|one| one.why.contains(UTF16) && language_of(&one.path).is_none());
    let texts: Vec<&SkippedFile> = texts.collect();
    groups.extend(group("file of text", "files of text", &texts, ""));
    groups.extend(in_other_languages(&facts.files));
    groups.extend(libraries(facts));
    groups
}

fn group(one: &str, many: &str, files: &[&SkippedFile], hint: &str) -> Option<UnreadGroup> {
    let first = files.first()?;
    let others = files.iter().any(|file| file.why != first.why);
    let more = if others { ", among other reasons" } else { "" };
    Some(UnreadGroup {
        what: if files.len() == 1 { one.to_owned() } else { many.to_owned() },
        count: files.len() as u64,
        why: format!("{}: {}{more}", first.path, first.why),
        hint: hint.to_owned(),
    })
}

/// The language of a path that is not read; nothing where it is read, or none.
pub(crate) fn other_language(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let language = LANGUAGES.iter().find(|(_, endings)| endings.contains(&ending));
    language.map(|(language, _)| *language)
}

fn in_other_languages(files: &[FileFact]) -> Vec<UnreadGroup> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let counted = |file: &&FileFact| matches!(file.role, FileRole::Product | FileRole::Test);
    for file in files.iter().filter(counted) {
        if let Some(language) = other_language(&file.path) {
            *counts.entry(language).or_default() += 1;
        }
    }
    let group = |(language, count): (&str, u64)| UnreadGroup {
        what: format!("{} of {language}", if count == 1 { "file" } else { "files" }),
        count,
        why: "no language that is read".to_owned(),
        hint: String::new(),
    };
    counts.into_iter().map(group).collect()
}

/// Flows that are built with a library whose flows are not read.
fn libraries(facts: &RepoFacts) -> Vec<UnreadGroup> {
    let agents = facts
        .libraries
        .iter()
        .filter(|one| one.value.sort == LibrarySort::Agents);
    let group = |name: &str| UnreadGroup {
        what: format!("flow built with {name}"),
        count: 1,
        why: "its flows are not read as a graph".to_owned(),
        hint: String::new(),
    };
    agents.map(|one| group(&one.value.name)).collect()
}

#[cfg(test)]
mod tests {
    use jurat_code::facts::{
        AgentLibrary, FileFact, FileMode, FileRole, LibrarySort, RepoFacts, RepoIdentity,
        SkippedFile,
    };
    use jurat_model::{EvidenceLocation, LocatedValue, SubmissionArtifact};

    use super::not_read;

    fn file(path: &str, role: FileRole) -> FileFact {
        FileFact {
            path: path.to_owned(),
            blob: String::new(),
            size: 9,
            role,
            mode: FileMode::Regular,
            language: None,
            code_lines: 1,
            hollow: false,
            unchecked: None,
        }
    }

    #[test]
    fn what_was_not_read_is_told_in_groups() {
        let skipped =
            |path: &str, why: &str| SkippedFile { path: path.to_owned(), why: why.to_owned() };
        let library = AgentLibrary {
            name: "crewai".to_owned(),
            sort: LibrarySort::Agents,
        };
        let facts = RepoFacts {
            identity: RepoIdentity {
                address: "weir".to_owned(),
                commit: None,
                branch: None,
                form: "folder".to_owned(),
            },
            history: None,
            files: vec![
                file("a.rb", FileRole::Product),
                file("lib/b.RB", FileRole::Product),
                file("tests/c.rb", FileRole::Test),
                file("notes.txt", FileRole::Docs),
            ],
            symbols: Vec::new(),
            graphs: Vec::new(),
            findings: Vec::new(),
            libraries: vec![LocatedValue {
                value: library,
                at: EvidenceLocation::to(SubmissionArtifact::Repo, "a.py"),
                snippet: String::new(),
            }],
            names: Vec::new(),
            selected: Vec::new(),
            addressed: Vec::new(),
            skipped: vec![
                skipped("a.ipynb", "it is a notebook that is not written line by line"),
                skipped("b.ipynb", "it has 9 bytes, more than 8"),
                skipped("latin.py", "it is no UTF-8 text"),
                skipped("requirements.txt", "it is text in UTF-16, of which only lines count"),
                skipped("data.csv", "it has 9 bytes, more than 8"),
            ],
            cut: Vec::new(),
            held: Vec::new(),
        };
        let groups = not_read(&facts);
        let told: Vec<String> = groups
            .iter()
            .map(|one| format!("{} {}", one.count, one.what))
            .collect();
        let expected = [
            "2 notebooks",
            "1 file of code",
            "1 file of text",
            "3 files of Ruby",
            "1 flow built with crewai",
        ];
        assert_eq!(told, expected);
        assert!(groups[0].why.contains("among other reasons"), "{}", groups[0].why);
        assert!(groups[0].hint.contains("Jupyter") && groups[1].hint.is_empty());
    }
}
