//! The dimensions and bands that a score is told in.

use crate::model::FindingCategory;

/// What of an application pack the score needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoreFrame {
    /// The pack's name and version.
    pub name: String,
    pub dimensions: Vec<DimensionFrame>,
    /// The highest first.
    pub bands: Vec<BandEdge>,
}

/// A dimension of the score.
#[derive(Debug, Clone, PartialEq)]
pub struct DimensionFrame {
    pub id: String,
    pub words: String,
    pub weight: f64,
    pub basis: DimensionBasis,
    /// Findings of these categories count here; those that no dimension names count to consistency.
    pub categories: Vec<FindingCategory>,
}

/// Where a dimension begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DimensionBasis {
    /// At nothing: what is met of what is asked adds to it.
    Evidence,
    /// Full: findings take away.
    Consistency,
    /// As evidence, and authorities add to it, and triggers take away.
    Mitigation,
}

/// A band by the least score in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BandEdge {
    pub from: u32,
    pub name: String,
}

impl From<&Self> for ScoreFrame {
    fn from(frame: &Self) -> Self {
        frame.clone()
    }
}

impl ScoreFrame {
    /// The dimension that a finding takes away from.
    pub(super) fn of_category(&self, category: FindingCategory) -> Option<&DimensionFrame> {
        let named = |it: &&DimensionFrame| it.categories.contains(&category);
        self.dimensions
            .iter()
            .find(named)
            .or_else(|| self.of_basis(DimensionBasis::Consistency))
    }

    /// The dimension that triggers take away from, and authorities add to.
    pub(super) fn mitigation(&self) -> Option<&DimensionFrame> {
        self.of_basis(DimensionBasis::Mitigation)
    }

    /// The first of a basis; the last of all where there is none such, so that nothing is lost.
    fn of_basis(&self, basis: DimensionBasis) -> Option<&DimensionFrame> {
        let of = |it: &&DimensionFrame| it.basis == basis;
        self.dimensions.iter().find(of).or_else(|| self.dimensions.last())
    }

    /// The points of a full dimension: weights are taken as parts of a hundred, whatever they sum to.
    pub(super) fn full(&self, dimension: &DimensionFrame) -> f64 {
        let all: f64 = self.dimensions.iter().map(|it| it.weight.max(0.0)).sum();
        if all <= 0.0 { 0.0 } else { 100.0 * dimension.weight.max(0.0) / all }
    }

    /// The band of a score.
    pub fn band(&self, score: u32) -> String {
        let of = |it: &&BandEdge| it.from <= score;
        let band = self.bands.iter().filter(of).max_by_key(|it| it.from);
        band.map(|it| it.name.clone()).unwrap_or_default()
    }

    /// The bands in a line, with where they come from.
    pub(super) fn told(&self) -> String {
        let bands: Vec<String> = self
            .bands
            .iter()
            .map(|it| format!("{} from {}", it.name, it.from))
            .collect();
        format!("{}: {}", self.name, bands.join(", "))
    }
}
