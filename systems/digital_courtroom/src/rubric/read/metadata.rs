//! What a rubric says of itself.

use super::fields::{RubricFields, RubricValue, child, shown};

/// What a rubric says of itself.
#[derive(Debug)]
pub(super) struct RubricMetadata<'v> {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) grading_target: String,
    /// Where it declares its scale, if it does so here.
    pub(super) scale: Option<RubricValue<'v>>,
}

/// Keys under which a scale is declared.
pub(super) const SCALES: &[&str] = &["scale", "score_scale", "score_range", "scoring_scale"];

/// Keys under which it says what it is called.
const NAMES: &[&str] = &["rubric_name", "name", "title"];

/// Under any of its names, or at the top.
pub(super) fn read_metadata<'v>(fields: &mut RubricFields<'v>) -> RubricMetadata<'v> {
    let names = &["rubric_metadata", "metadata", "meta", "rubric_info"];
    let Some(mut own) = fields.object(names) else {
        let found = said(fields);
        if found.name.is_empty() {
            fields.reading.note("$", "the rubric does not say what it is called");
        }
        return found;
    };
    let mut found = said(&mut own);
    for (key, value) in own.rest() {
        let message = format!("kept in no report: {}", shown(value));
        own.reading.note(child(&own.at, key), message);
    }
    if found.name.is_empty() {
        found.name = fields.text(NAMES);
    }
    found
}

fn said<'v>(fields: &mut RubricFields<'v>) -> RubricMetadata<'v> {
    RubricMetadata {
        name: fields.text(NAMES),
        version: fields.text(&["version", "rubric_version"]),
        grading_target: fields.text(&["grading_target", "target", "description"]),
        scale: fields.take(SCALES),
    }
}
