//! Levels of a rubric that gives points, in any form.

use serde_json::Value;

use super::{
    fields::{RubricDiagnostics, RubricFields},
    name_slug::slug,
    prose,
    scale::OURS,
};
use crate::model::{Criterion, RubricLevel, RubricScale};

/// The most levels of one criterion.
const MOST_LEVELS: usize = 50;
/// The most points of a level.
const MOST_POINTS: u32 = 100_000;

/// The levels of a dimension, the best first.
pub(super) fn read(
    fields: &mut RubricFields,
    max_points: Option<u32>,
    reading: &mut RubricDiagnostics,
) -> Vec<RubricLevel> {
    let excluded = excluded(fields, reading);
    let Some((value, at)) = fields.take(&["levels"]) else { return Vec::new() };
    let mut levels = match value {
        Value::String(text) => {
            let levels = prose::levels(text);
            if levels.is_empty() {
                reading.note(at.clone(), "no points could be read in it: there are no levels");
            }
            levels
        }
        Value::Array(items) if items.len() <= MOST_LEVELS => {
            let item = |(index, item)| listed(item, format!("{at}[{index}]"), reading);
            items.iter().enumerate().filter_map(item).collect()
        }
        _ => {
            reading.wrong_type(&at, "a text, or an array of a few levels", value);
            return Vec::new();
        }
    };
    for name in &excluded {
        match levels
            .iter_mut()
            .find(|level| level.id == *name || level.name == *name)
        {
            Some(level) => level.excluded = true,
            None => reading.note(fields.at(), format!("there is no level {name:?} to exclude")),
        }
    }
    for level in levels.iter().filter(|level| level.excluded) {
        let message = format!("a criterion on level {:?} is left out of the total", level.name);
        reading.note(at.clone(), message);
    }
    scaled(&mut levels, max_points, &at, reading);
    levels.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.id.cmp(&b.id)));
    levels
}

fn listed(value: &Value, at: String, reading: &mut RubricDiagnostics) -> Option<RubricLevel> {
    let mut fields = RubricFields::of(value, at, reading)?;
    let name = fields.text(&["name", "title", "label"], reading);
    let id = fields.text(&["id"], reading);
    let points = fields.whole(&["points", "score"], MOST_POINTS, reading);
    let description = fields.text(&["description", "text"], reading).unwrap_or_default();
    if points.is_none() {
        reading.error(fields.at(), "a level needs `points`");
    }
    fields.finish(reading);
    let name = name.or_else(|| id.clone()).unwrap_or_default();
    Some(RubricLevel {
        id: id.unwrap_or_else(|| slug(&name)),
        name,
        points: points?,
        description,
        excluded: false,
    })
}

fn excluded(fields: &mut RubricFields, reading: &mut RubricDiagnostics) -> Vec<String> {
    match fields.take(&["exclude_from_total_if_level"]) {
        None => Vec::new(),
        Some((Value::String(name), _)) => vec![name.clone()],
        Some((value, at)) => {
            let names = value.as_array().and_then(|all| {
                all.iter()
                    .map(|one| one.as_str().map(str::to_owned))
                    .collect::<Option<Vec<_>>>()
            });
            names.unwrap_or_else(|| {
                reading.wrong_type(&at, "the id of a level, or an array of them", value);
                Vec::new()
            })
        }
    }
}

/// Points out of 100 become points out of what the criterion gives at most.
fn scaled(
    levels: &mut [RubricLevel],
    max_points: Option<u32>,
    at: &str,
    reading: &mut RubricDiagnostics,
) {
    let most = levels.iter().map(|level| level.points).max().unwrap_or(0);
    let Some(max) = max_points else { return };
    if most <= max || 100 < most {
        if max < most {
            let message = format!("a level gives {most} points where {max} are the most");
            reading.error(at, message);
        }
        return;
    }
    reading.note(at, format!("points out of 100 were scaled to points out of {max}"));
    for level in levels {
        level.points = (level.points * max + 50) / 100;
    }
}

/// Where every dimension has the same `max_score` of 5 or 10 and no levels, that is the scale and
/// no points.
pub(super) fn points_or_scale(
    criteria: &mut [Criterion],
    scale: RubricScale,
    reading: &mut RubricDiagnostics,
) -> RubricScale {
    let first = criteria.first().and_then(|one| one.max_points);
    let Some(max @ (5 | 10)) = first else { return points(criteria, scale) };
    let alike = |one: &Criterion| one.max_points == first && one.levels.is_empty();
    if !criteria.iter().all(alike) {
        return points(criteria, scale);
    }
    for criterion in criteria {
        criterion.max_points = None;
        criterion.weight = 1;
    }
    reading
        .note("$.dimensions", format!("`max_score` {max} throughout was taken as the scale"));
    if max == 10 && scale == OURS {
        reading.note("$.dimensions", "scores from 0 to 10 are mapped to 1 to 5");
        return RubricScale { min: 0, max: 10 };
    }
    scale
}

/// Levels without a most have that of their best.
fn points(criteria: &mut [Criterion], scale: RubricScale) -> RubricScale {
    for criterion in criteria {
        if criterion.max_points.is_none() && !criterion.levels.is_empty() {
            let best = criterion.levels.iter().map(|level| level.points).max();
            criterion.max_points = best;
        }
    }
    scale
}
