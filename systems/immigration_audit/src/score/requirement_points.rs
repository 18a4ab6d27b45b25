//! Where a dimension begins: what is met of what is asked. What was only not told counts neither way.

use super::{
    score_frame::{DimensionBasis, DimensionFrame},
    scoring_scale::scale,
};
use crate::model::{PackAssessment, RequirementCheck, RequirementStanding, ScorePoint};

/// The points of the requirements of a dimension, in shares of it.
pub(super) fn requirement_points(
    frame: &DimensionFrame,
    assessment: &PackAssessment,
) -> Vec<ScorePoint> {
    let asked = AskedRequirements::of(frame, assessment);
    match frame.basis {
        DimensionBasis::Consistency => {
            let mut items =
                vec![whole("What was read agrees with itself, but for what follows")];
            items.extend(asked.all().filter_map(|it| asked.against(it)));
            items
        }
        DimensionBasis::Evidence if asked.required.is_empty() && asked.advisable.is_empty() => {
            vec![whole("Nothing of this is asked of this matter")]
        }
        DimensionBasis::Evidence => {
            let required = if asked.advisable.is_empty() { 1.0 } else { scale().required };
            asked.points(required, 1.0 - required)
        }
        DimensionBasis::Mitigation => {
            asked.points(scale().mitigation_base, 1.0 - scale().required)
        }
    }
}

/// A line of the sum that rests on no single requirement.
pub(super) fn whole(words: &str) -> ScorePoint {
    ScorePoint {
        words: words.to_owned(),
        points: 1.0,
        rests_on: Vec::new(),
        places: Vec::new(),
    }
}

/// What counts to a dimension and is asked of the matter, or may be.
struct AskedRequirements<'a> {
    required: Vec<&'a RequirementCheck>,
    advisable: Vec<&'a RequirementCheck>,
    /// What is taken away is measured against the whole list: that something turns out not to be asked makes it no worse.
    listed: f64,
}

impl<'a> AskedRequirements<'a> {
    fn of(frame: &DimensionFrame, assessment: &'a PackAssessment) -> Self {
        let of = |it: &&RequirementCheck| {
            it.dimension.as_deref() == Some(frame.id.as_str()) && 0.0 < it.worth
        };
        let listed = assessment.requirements.iter().filter(of);
        let listed: Vec<&RequirementCheck> = listed.collect();
        let asked = listed.iter().copied();
        let asked = asked.filter(|it| it.standing != RequirementStanding::NotApplicable);
        let (required, advisable) = asked.partition(|it| it.required);
        Self {
            required,
            advisable,
            listed: worth(listed.iter().copied()),
        }
    }

    fn all(&self) -> impl Iterator<Item = &'a RequirementCheck> {
        self.required.iter().chain(&self.advisable).copied()
    }

    /// What is required makes the first part, by what is met of what could be told; what is advisable adds up to the second.
    fn points(&self, required_part: f64, advisable_part: f64) -> Vec<ScorePoint> {
        let is_told = |it: &&&RequirementCheck| it.standing != RequirementStanding::Unknown;
        let told = worth(self.required.iter().filter(is_told).copied());
        let advisable = worth(self.advisable.iter().copied());
        let mut items = Vec::new();
        if self.required.is_empty() {
            let words = "Nothing of this is required of this matter";
            items.push(ScorePoint { points: required_part, ..whole(words) });
        } else if told <= 0.0 {
            let points = required_part * scale().open_base;
            let words = "What is required here could not be told either way";
            items.push(ScorePoint { points, ..whole(words) });
        }
        let met = |it: &RequirementCheck, part: f64, all: f64| {
            let is_met = it.standing == RequirementStanding::Met;
            is_met.then(|| point(it, part * it.worth / all))
        };
        items.extend(self.required.iter().filter_map(|it| met(it, required_part, told)));
        items.extend(
            self.advisable
                .iter()
                .filter_map(|it| met(it, advisable_part, advisable)),
        );
        let unmet = self.all().filter(|it| it.standing == RequirementStanding::Unmet);
        items.extend(unmet.map(|it| point(it, -scale().unmet * it.worth / self.listed)));
        items
    }

    /// In a dimension that begins full only what is shown not to be so counts, and what is required and is not there.
    fn against(&self, requirement: &RequirementCheck) -> Option<ScorePoint> {
        let share = requirement.worth / self.listed;
        match requirement.standing {
            RequirementStanding::Unmet => Some(point(requirement, -share)),
            RequirementStanding::NotSeen if requirement.required => {
                Some(point(requirement, -scale().missing * share))
            }
            _ => None,
        }
    }
}

fn worth<'a>(of: impl Iterator<Item = &'a RequirementCheck>) -> f64 {
    of.map(|it| it.worth).sum()
}

fn point(requirement: &RequirementCheck, points: f64) -> ScorePoint {
    let words = match requirement.standing {
        RequirementStanding::Met => requirement.words.clone(),
        RequirementStanding::NotSeen => format!("Not seen: {}", requirement.words),
        _ => format!("Not met: {}", requirement.words),
    };
    ScorePoint {
        words,
        points,
        rests_on: vec![requirement.id.clone()],
        places: requirement.places.clone(),
    }
}
