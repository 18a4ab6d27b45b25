//! Points of each part of a grid: the one cell that holds, or the sum of the parts, up to the cap.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ToolFailure,
    grid::{
        ColumnPoints, GateRule, GridCell, GridPart, condition::GridValue, profile::GridProfile,
    },
};

/// What one part gave, and why.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct GridStep {
    pub(crate) id: String,
    pub(crate) title: String,
    /// After the cap.
    pub(crate) points: u32,
    pub(crate) uncapped: u32,
    /// The most that it can give; null where nothing caps it.
    pub(crate) cap: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) provision: Option<String>,
    /// The conditions that held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) because: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<GridStep>,
}

/// What must hold whatever the points are, and whether it does.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct GridGate {
    pub(crate) id: String,
    pub(crate) met: bool,
    pub(crate) because: Vec<String>,
    pub(crate) provision: Option<String>,
}

impl GateRule {
    pub(super) fn tried(&self, profile: &GridProfile) -> Result<GridGate, ToolFailure> {
        let (met, because) = self.conditions.hold(profile)?;
        let provision = self.provision.clone();
        Ok(GridGate { id: self.id.clone(), met, because, provision })
    }
}

impl GridPart {
    pub(super) fn score(
        &self,
        profile: &GridProfile,
        column: Option<&String>,
    ) -> Result<GridStep, ToolFailure> {
        let mut because = Vec::new();
        let mut parts = self
            .parts
            .iter()
            .map(|part| part.score(profile, column))
            .collect::<Result<Vec<_>, _>>()?;
        let mut uncapped: u32 = parts.iter().map(|part| part.points).sum();
        if let Some(each) = &self.each {
            parts = self.levels(profile.value(each)?, column)?;
            uncapped = parts.iter().map(|part| part.points).sum();
        } else if !self.cells.is_empty() {
            (uncapped, because) = self.cell(profile, column)?;
        }
        let cap = self.cap.in_column(column);
        Ok(GridStep {
            id: self.id.clone(),
            title: self.title.clone(),
            points: cap.map_or(uncapped, |cap| uncapped.min(cap)),
            uncapped,
            cap,
            provision: self.provision.clone(),
            because,
            parts,
        })
    }

    /// The points of the one cell whose conditions all hold.
    fn cell(
        &self,
        profile: &GridProfile,
        column: Option<&String>,
    ) -> Result<(u32, Vec<String>), ToolFailure> {
        let mut found = None;
        for cell in &self.cells {
            let (holds, because) = cell.conditions.hold(profile)?;
            if holds && found.replace((cell, because)).is_some() {
                return Err(self.torn());
            }
        }
        let (cell, because) = found.ok_or_else(|| self.torn())?;
        Ok((self.points_of(cell, column)?, because))
    }

    /// The points of each ability.
    fn levels(
        &self,
        value: &GridValue,
        column: Option<&String>,
    ) -> Result<Vec<GridStep>, ToolFailure> {
        let GridValue::Levels(levels) = value else { return Err(self.torn()) };
        let one = |(ability, level): (&String, &i64)| {
            let mut holding =
                self.cells.iter().filter(|it| it.conditions.hold_for_level(*level));
            let (Some(cell), None) = (holding.next(), holding.next()) else {
                return Err(self.torn());
            };
            let points = self.points_of(cell, column)?;
            Ok(GridStep {
                id: ability.clone(),
                title: ability.clone(),
                points,
                uncapped: points,
                cap: None,
                provision: None,
                because: vec![format!("{ability} is {level}")],
                parts: Vec::new(),
            })
        };
        levels.iter().map(one).collect()
    }

    fn points_of(&self, cell: &GridCell, column: Option<&String>) -> Result<u32, ToolFailure> {
        cell.points.in_column(column).ok_or_else(|| self.torn())
    }

    /// A profile has exactly one cell of a factor; a table that gives it none or two is broken.
    fn torn(&self) -> ToolFailure {
        ToolFailure::ours("a points table", &format!("`{}` has not one cell for this", self.id))
    }
}

impl ColumnPoints {
    fn in_column(&self, column: Option<&String>) -> Option<u32> {
        match self {
            Self::Alike(points) => Some(*points),
            Self::ByColumn(points) => points.get(column?).copied(),
        }
    }
}
