//! Levels of a rubric that gives points, in any form.

use serde_json::Value;

use super::{
    fields::{RubricDiagnostics, RubricFields, RubricValue},
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
pub(super) fn read_levels(
    fields: &mut RubricFields<'_>,
    max_points: Option<u32>,
) -> Vec<RubricLevel> {
    let excluded = excluded(fields);
    let Some(given) = fields.take(&["levels"]) else { return Vec::new() };
    let mut levels = if let Value::String(text) = given.value {
        let levels = prose::levels(text);
        if levels.is_empty() {
            given.note("no points could be read in it: there are no levels");
        }
        levels
    } else {
        let Some(items) = given.items("a text, or an array of a few levels", MOST_LEVELS)
        else {
            return Vec::new();
        };
        items.into_iter().filter_map(listed).collect()
    };
    for name in &excluded {
        match levels
            .iter_mut()
            .find(|level| level.id == *name || level.name == *name)
        {
            Some(level) => level.excluded = true,
            None => fields.note(format!("there is no level {name:?} to exclude")),
        }
    }
    for level in levels.iter().filter(|level| level.excluded) {
        given.note(format!("a criterion on level {:?} is left out of the total", level.name));
    }
    scaled(&mut levels, max_points, &given);
    levels.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.id.cmp(&b.id)));
    levels
}

fn listed(given: RubricValue<'_>) -> Option<RubricLevel> {
    let mut fields = given.fields()?;
    let name = fields.take(&["name", "title", "label"]).and_then(|name| name.text());
    let id = fields.take(&["id"]).and_then(|id| id.text());
    let points = fields.whole(&["points", "score"], MOST_POINTS);
    let description = fields.text(&["description", "text"]);
    if points.is_none() {
        fields.error("a level needs `points`");
    }
    fields.finish();
    let name = name.or_else(|| id.clone()).unwrap_or_default();
    Some(RubricLevel {
        id: id.unwrap_or_else(|| slug(&name)),
        name,
        points: points?,
        description,
        excluded: false,
    })
}

fn excluded(fields: &mut RubricFields<'_>) -> Vec<String> {
    let Some(given) = fields.take(&["exclude_from_total_if_level"]) else { return Vec::new() };
    if let Value::String(name) = given.value {
        return vec![name.clone()];
    }
    given.texts().unwrap_or_else(|| {
        given.wrong_type("the id of a level, or an array of them");
        Vec::new()
    })
}

/// Points out of 100 become points out of what the criterion gives at most.
fn scaled(levels: &mut [RubricLevel], max_points: Option<u32>, given: &RubricValue<'_>) {
    let most = levels.iter().map(|level| level.points).max().unwrap_or(0);
    let Some(max) = max_points else { return };
    if most <= max || 100 < most {
        if max < most {
            given.error(format!("a level gives {most} points where {max} are the most"));
        }
        return;
    }
    given.note(format!("points out of 100 were scaled to points out of {max}"));
    for level in levels {
        level.points = (level.points * max + 50) / 100;
    }
}

/// Where every dimension has the same `max_score` of 5 or 10 and no levels, that is the scale and
/// no points.
pub(super) fn points_or_scale(
    criteria: &mut [Criterion],
    scale: RubricScale,
    reading: &RubricDiagnostics,
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
