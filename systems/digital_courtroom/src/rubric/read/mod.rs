//! A rubric of any dialect, read into one shape.
//!
//! What has no meaning here is noted, never dropped in silence. What cannot be read is told all at
//! once, each with its JSON path.

mod checks;
mod dimension;
mod fields;
mod file;
mod json;
mod levels;
mod metadata;
mod name_slug;
mod pack;
mod prose;
mod rules;
mod scale;
mod synthesis;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::model::{AppliesWhen, Criterion, Rubric, RubricNote};

use fields::{RubricDiagnostics, RubricFields, RubricValue};
use json::UniqueKeyJson;

pub use file::{RubricFile, schema};
pub use pack::CheckPack;

/// The longest rubric that is read, in bytes.
const MOST_BYTES: usize = 1 << 20;
const MOST_DIMENSIONS: usize = 200;

/// Everything that keeps a rubric from being used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rubric cannot be used: {}", listed(problems))]
pub struct RubricError {
    /// In the order in which they were seen.
    pub problems: Vec<RubricNote>,
}

/// Reads a rubric. Criteria without checks whose ids the packs know get the checks of the first
/// pack that does.
pub fn load(text: &str, packs: &[&CheckPack]) -> Result<Rubric, RubricError> {
    Ok(read_rubric(text, packs)?.0)
}

/// A rubric, and by which names its criteria go besides.
type RubricWithAliases = (Rubric, BTreeMap<String, Vec<String>>);

fn read_rubric(text: &str, packs: &[&CheckPack]) -> Result<RubricWithAliases, RubricError> {
    let value = parse(text)?;
    let reading = RubricDiagnostics::default();
    let rubric = whole(&value, packs, &reading);
    let (notes, problems) = reading.into_parts();
    match rubric {
        Some((mut rubric, aliases)) if problems.is_empty() => {
            rubric.notes = notes;
            Ok((rubric, aliases))
        }
        _ => Err(RubricError { problems }),
    }
}

fn parse(text: &str) -> Result<Value, RubricError> {
    let problem = |message: String| RubricError {
        problems: vec![RubricNote { at: "$".to_owned(), message }],
    };
    if MOST_BYTES < text.len() {
        let message = format!("{} bytes are too many: the most is {MOST_BYTES}", text.len());
        return Err(problem(message));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str::<UniqueKeyJson>(text)
        .map(|UniqueKeyJson(value)| value)
        .map_err(|error| problem(error.to_string()))
}

fn whole(
    value: &Value,
    packs: &[&CheckPack],
    reading: &RubricDiagnostics,
) -> Option<RubricWithAliases> {
    let mut fields = RubricValue { value, at: "$".to_owned(), reading }.fields()?;
    fields.pass("$schema");
    let metadata = metadata::read_metadata(&mut fields);
    let config = fields.object(&["synthesis_config", "config"]);
    let scale = scale::read_scale(&mut fields, &metadata, config.as_ref());
    let mut criteria = Vec::new();
    let mut aliases = BTreeMap::new();
    for part in dimensions(&mut fields) {
        if let Some((criterion, names)) = dimension::read_criterion(part, packs) {
            aliases.insert(criterion.id.clone(), names);
            criteria.push(criterion);
        }
    }
    let scale = levels::points_or_scale(&mut criteria, scale, reading);
    unique(&criteria, reading);
    let applies_when = applies(&mut fields, &criteria);
    let known = |criterion: &Criterion| pack::stands_for(packs, &criterion.id);
    let architecture = criteria
        .iter()
        .filter(|one| {
            known(one) == Some("graph_orchestration") || one.id == "graph_orchestration"
        })
        .map(|one| one.id.clone())
        .collect();
    let synthesis = synthesis::read_synthesis(&mut fields, config, scale, architecture);
    fields.finish();
    let rubric = Rubric {
        name: metadata.name,
        version: metadata.version,
        grading_target: metadata.grading_target,
        applies_when,
        scale,
        criteria,
        synthesis,
        notes: Vec::new(),
    };
    Some((rubric, aliases))
}

fn dimensions<'v>(fields: &mut RubricFields<'v>) -> Vec<RubricValue<'v>> {
    let Some(given) = fields.take(&["dimensions", "criteria"]) else {
        fields.error("`dimensions` is missing: a rubric needs at least one");
        return Vec::new();
    };
    let items = given.items("an array", usize::MAX).unwrap_or_default();
    if given.value.as_array().is_some_and(Vec::is_empty) {
        given.error("there is no dimension: a rubric needs at least one");
    }
    if MOST_DIMENSIONS < items.len() {
        let (count, most) = (items.len(), MOST_DIMENSIONS);
        given.error(format!("{count} dimensions are too many: the most is {most}"));
        return Vec::new();
    }
    items
}

/// Which repositories it is meant for: by a check that must be there.
fn applies(fields: &mut RubricFields<'_>, criteria: &[Criterion]) -> Option<AppliesWhen> {
    let given = fields.take(&["applies_when"])?;
    let applies: AppliesWhen = match serde_json::from_value(given.value.clone()) {
        Ok(applies) => applies,
        Err(error) => {
            given.error(error.to_string());
            return None;
        }
    };
    let criterion = criteria.iter().find(|one| one.id == applies.criterion);
    let is_told =
        criterion.is_some_and(|one| one.checks.iter().any(|check| check.id == applies.check));
    if !is_told {
        let (criterion, check) = (&applies.criterion, &applies.check);
        given.error(format!("{criterion:?} has no check {check:?}"));
    }
    if applies.repositories.trim().is_empty() || 200 < applies.repositories.len() {
        given.error("`repositories` must say in a few words which are meant");
    }
    Some(applies)
}

fn unique(criteria: &[Criterion], reading: &RubricDiagnostics) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, criterion) in criteria.iter().enumerate() {
        if let Some(first) = seen.insert(&criterion.id, index) {
            let message = format!("the id {:?} is that of dimension {first} too", criterion.id);
            reading.error(format!("$.dimensions[{index}].id"), message);
        }
    }
}

fn listed(problems: &[RubricNote]) -> String {
    let line = |note: &RubricNote| format!("{}: {}", note.at, note.message);
    problems.iter().map(line).collect::<Vec<_>>().join("; ")
}
