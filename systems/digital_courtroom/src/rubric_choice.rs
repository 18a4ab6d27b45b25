//! Which of the rubrics that are built in fits a repository, where nobody names one.

use jurat_code::facts::{FileFact, FileRole, LibrarySort, OrchestrationGraph, RepoFacts};

use crate::{
    built_in_rubrics::{self, RUBRICS},
    model::{GraphMeasure, RubricQuery},
    rubric::fits_any,
};

/// A rubric by its name, and why it was chosen, in words after `because`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RubricChoice {
    pub name: &'static str,
    pub why: String,
}

/// Nodes that must bear names of the roles that a rubric asks for.
const LEAST_ROLES: usize = 3;

/// The rubric that fits what was found.
pub fn fitting_rubric(facts: &RepoFacts) -> RubricChoice {
    graph_of_roles(facts)
        .or_else(|| agents(facts))
        .or_else(|| rust_library(facts))
        .unwrap_or_else(|| RubricChoice {
            name: "iso27001_code",
            why: "nothing of agents or models was seen, and no library of Rust".to_owned(),
        })
}

/// A graph in which every group of roles that the rubric of graphs asks for is named.
fn graph_of_roles(facts: &RepoFacts) -> Option<RubricChoice> {
    let rubric = built_in_rubrics::load(RUBRICS[0].text).ok()?;
    let checks = rubric.criteria.iter().flat_map(|criterion| &criterion.checks);
    let roles: Vec<&[String]> = checks
        .filter_map(|check| match &check.query {
            RubricQuery::Graph(GraphMeasure::Parallel(names)) => Some(names.as_slice()),
            _ => None,
        })
        .collect();
    let bearing = |graph: &OrchestrationGraph| {
        let counts = roles.iter().map(|names| {
            let fits = fits_any(names);
            graph.node_names.iter().filter(|name| fits(name)).count()
        });
        let counts: Vec<usize> = counts.collect();
        let all = counts.iter().all(|count| 0 < *count);
        let sum: usize = counts.iter().sum();
        all && LEAST_ROLES <= sum
    };
    let found = facts.graphs.iter().find(|one| bearing(&one.value))?;
    let why =
        format!("{} builds a graph whose nodes bear the names that it asks for", found.at.path);
    Some(RubricChoice { name: RUBRICS[0].name, why })
}

/// Anything that asks a model, with whatever library.
fn agents(facts: &RepoFacts) -> Option<RubricChoice> {
    let named = |sort: LibrarySort| facts.libraries.iter().find(|one| one.value.sort == sort);
    let found = named(LibrarySort::Agents)
        .or_else(|| named(LibrarySort::Graphs))
        .or_else(|| named(LibrarySort::Models))?;
    let why = format!("{} imports {}", found.at.path, found.value.name);
    Some(RubricChoice { name: "agent_project", why })
}

/// A crate with a library, where most of the code is Rust.
fn rust_library(facts: &RepoFacts) -> Option<RubricChoice> {
    let product = |file: &&FileFact| file.role == FileRole::Product;
    let lines = |fits: fn(&str) -> bool| -> u64 {
        let files = facts.files.iter().filter(product);
        let files = files.filter(|file| file.language.as_deref().is_some_and(fits));
        files.map(|file| u64::from(file.code_lines)).sum()
    };
    let (rust, all) = (lines(|language| language == "rust"), lines(|_| true));
    let library = facts
        .files
        .iter()
        .find(|file| file.path == "src/lib.rs" || file.path.ends_with("/src/lib.rs"))?;
    let manifest = facts.files.iter().any(|file| file.path == "Cargo.toml");
    (manifest && all < 2 * rust).then(|| RubricChoice {
        name: "rust_library",
        why: format!(
            "there is a Cargo.toml with {}, and most of the code is Rust",
            library.path
        ),
    })
}
