//! Points grids: one interpreter for every table of points. Which factors there are, what they give and where they are
//! capped stands in the table alone.

mod condition;
mod profile;
mod score;

pub(crate) use score::{GridGate, GridStep};

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::{
    CivilDay, ToolFailure,
    table::{DatedVersion, RuleTable, TableStamp, in_force},
};

use self::{
    condition::GridConditions,
    profile::{DerivedValue, GridInput, GridProfile},
};

/// A table of points.
#[derive(Debug, Deserialize)]
pub(crate) struct PointsGrid {
    inputs: Vec<GridInput>,
    derived: Vec<DerivedValue>,
    /// Which of several columns counts; none where there is one.
    column: Option<ColumnChoice>,
    #[serde(default)]
    total_cap: Option<u32>,
    versions: Vec<DatedVersion<GridVersion>>,
}

#[derive(Debug, Deserialize)]
struct ColumnChoice {
    by: String,
    if_true: String,
    if_false: String,
}

#[derive(Debug, Deserialize)]
struct GridVersion {
    pass_mark: Option<u32>,
    total_cap: Option<u32>,
    /// What must hold whatever the points are.
    #[serde(default)]
    gates: Vec<GateRule>,
    #[serde(alias = "sections", alias = "groups")]
    parts: Vec<GridPart>,
}

#[derive(Debug, Deserialize)]
struct GateRule {
    id: String,
    provision: Option<String>,
    #[serde(rename = "if")]
    conditions: GridConditions,
}

/// A section, a group or a factor: what gives points, or sums parts that do, and is capped.
#[derive(Debug, Deserialize)]
struct GridPart {
    id: String,
    title: String,
    provision: Option<String>,
    cap: ColumnPoints,
    #[serde(default, alias = "groups", alias = "factors")]
    parts: Vec<GridPart>,
    /// The value with an entry for each ability, where each gives points of its own.
    each: Option<String>,
    #[serde(default)]
    cells: Vec<GridCell>,
}

#[derive(Debug, Deserialize)]
struct GridCell {
    #[serde(rename = "if")]
    conditions: GridConditions,
    points: ColumnPoints,
}

/// Points, alike in all columns or by column.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ColumnPoints {
    Alike(u32),
    ByColumn(BTreeMap<String, u32>),
}

/// What a grid gives a profile.
pub(crate) struct GridScore {
    pub(crate) total: u32,
    pub(crate) total_cap: Option<u32>,
    pub(crate) pass_mark: Option<u32>,
    pub(crate) column: Option<String>,
    pub(crate) gates: Vec<GridGate>,
    pub(crate) steps: Vec<GridStep>,
    /// Inputs that were not given and counted by their default.
    pub(crate) defaults_used: Vec<String>,
    pub(crate) stamp: TableStamp,
}

impl RuleTable<PointsGrid> {
    /// The points of a profile by the version in force on a day.
    pub(crate) fn score(
        &self,
        given: &Map<String, Json>,
        as_of: CivilDay,
    ) -> Result<GridScore, ToolFailure> {
        let used = in_force(&self.body.versions, as_of, &self.head.title)?;
        let profile = GridProfile::read(&self.body.inputs, &self.body.derived, given)?;
        let column = self.body.column.as_ref().map(|choice| {
            if profile.is_true(&choice.by) { &choice.if_true } else { &choice.if_false }
        });
        let version = &used.rule;
        let steps = version.parts.iter().map(|part| part.score(&profile, column));
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        let cap = version.total_cap.or(self.body.total_cap);
        let sum: u32 = steps.iter().map(|step| step.points).sum();
        let gates = version.gates.iter().map(|gate| gate.tried(&profile));
        Ok(GridScore {
            total: cap.map_or(sum, |cap| sum.min(cap)),
            total_cap: cap,
            pass_mark: version.pass_mark,
            column: column.cloned(),
            gates: gates.collect::<Result<_, _>>()?,
            steps,
            defaults_used: profile.defaults_used,
            stamp: TableStamp::new(self, used, as_of),
        })
    }

    /// What a profile may hold, as JSON Schema.
    pub(crate) fn profile_schema(&self) -> Json {
        profile::schema_of_inputs(&self.body.inputs)
    }

    /// The points that a profile must reach on a day, where the grid has such a mark.
    pub(crate) fn pass_mark(&self, as_of: CivilDay) -> Result<Option<u32>, ToolFailure> {
        Ok(in_force(&self.body.versions, as_of, &self.head.title)?.rule.pass_mark)
    }

    pub(crate) fn stamp(&self, as_of: CivilDay) -> Result<TableStamp, ToolFailure> {
        let used = in_force(&self.body.versions, as_of, &self.head.title)?;
        Ok(TableStamp::new(self, used, as_of))
    }
}
