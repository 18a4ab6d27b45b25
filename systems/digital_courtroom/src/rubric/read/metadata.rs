//! What a rubric says of itself.

use serde_json::Value;

use super::fields::{RubricDiagnostics, RubricFields, shown, text};

/// What a rubric says of itself.
#[derive(Debug, Default)]
pub(super) struct RubricMetadata<'v> {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) grading_target: String,
    /// Where it declares its scale, if it does so here.
    pub(super) scale: Option<(&'v Value, String)>,
}

/// Keys under which a scale is declared.
pub(super) const SCALES: &[&str] = &["scale", "score_scale", "score_range", "scoring_scale"];

/// Under any of its names, or at the top.
pub(super) fn read<'v>(
    fields: &mut RubricFields<'v>,
    reading: &mut RubricDiagnostics,
) -> RubricMetadata<'v> {
    let names = &["rubric_metadata", "metadata", "meta", "rubric_info"];
    let Some(mut own) = fields.object(names, reading) else {
        let found = said(fields, reading);
        if found.name.is_empty() {
            reading.note("$", "the rubric does not say what it is called");
        }
        return found;
    };
    let mut found = said(&mut own, reading);
    for (key, value) in own.rest() {
        let at = super::fields::child(own.at(), key);
        reading.note(at, format!("kept in no report: {}", shown(value)));
    }
    if found.name.is_empty()
        && let Some((value, at)) = fields.take(&["rubric_name", "name", "title"])
    {
        found.name = text(value, &at, reading).unwrap_or_default();
    }
    found
}

fn said<'v>(
    fields: &mut RubricFields<'v>,
    reading: &mut RubricDiagnostics,
) -> RubricMetadata<'v> {
    let name = fields.text(&["rubric_name", "name", "title"], reading);
    let version = fields.text(&["version", "rubric_version"], reading);
    let target = fields.text(&["grading_target", "target", "description"], reading);
    RubricMetadata {
        name: name.unwrap_or_default(),
        version: version.unwrap_or_default(),
        grading_target: target.unwrap_or_default(),
        scale: fields.take(SCALES),
    }
}
