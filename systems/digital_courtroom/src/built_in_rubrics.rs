//! The rubrics that are built in, and reading others with their checks.

use crate::{
    model::Rubric,
    rubric::{CheckPack, RubricFlaw, TreeCheck, lint as flaws, load as read},
};

#[derive(Debug, Clone, Copy)]
pub struct BuiltInRubric {
    /// What `--rubric` calls it.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    pub text: &'static str,
}

/// Every one. The first is the default where no repository says which fits.
pub const RUBRICS: &[BuiltInRubric] = &[
    BuiltInRubric {
        name: "agent_graph",
        about: "agents on an orchestration graph, and the report about them",
        text: include_str!("../rubrics/agent_graph.json"),
    },
    BuiltInRubric {
        name: "agent_project",
        about: "agents or anything that asks a model, with whatever library",
        text: include_str!("../rubrics/agent_project.json"),
    },
    BuiltInRubric {
        name: "iso27001_code",
        about: "code hygiene as ISO 27001 asks for it",
        text: include_str!("../rubrics/iso27001_code.json"),
    },
    BuiltInRubric {
        name: "rust_library",
        about: "a library in Rust",
        text: include_str!("../rubrics/rust_library.json"),
    },
];

pub const RUBRIC_SCHEMA: &str = include_str!("../schema/rubric.schema.json");

/// A rubric of any dialect. Criteria without checks get those of the first rubric that is built in,
/// where it knows their ids.
pub fn load(text: &str) -> Result<Rubric, String> {
    let pack = CheckPack::of(RUBRICS[0].text).map_err(|error| error.to_string())?;
    read(text, &[&pack]).map_err(|error| error.to_string())
}

/// All that is wrong or odd in a rubric.
pub fn lint(text: &str, tree: TreeCheck<'_>) -> Result<Vec<RubricFlaw>, String> {
    let pack = CheckPack::of(RUBRICS[0].text).map_err(|error| error.to_string())?;
    Ok(flaws(text, &[&pack], Some(tree)))
}

pub fn rubric(name: &str) -> Option<&'static BuiltInRubric> {
    RUBRICS.iter().find(|one| one.name == name)
}
