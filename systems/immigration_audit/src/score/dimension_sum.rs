//! A dimension as a sum of points, each with what it rests on.

use super::{
    score_frame::{DimensionBasis, DimensionFrame, ScoreFrame},
    scoring_scale::{ScoringScale, scale},
};
use crate::model::{
    AdmissionFinding, Authority, Finding, FindingStanding, PackAssessment, RequirementCheck,
    RequirementStanding, ScoreDimension, ScorePoint, TriggerCheck,
};

/// What a score is made of. Only what counts is in it: authorities are verified and for us.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoreBasis<'a> {
    pub(super) frame: &'a ScoreFrame,
    pub(super) assessment: &'a PackAssessment,
    pub(super) findings: &'a [Finding],
    pub(super) authorities: &'a [&'a Authority],
}

impl ScoreBasis<'_> {
    pub(super) fn dimensions(&self) -> Vec<ScoreDimension> {
        self.frame.dimensions.iter().map(|it| self.dimension(it)).collect()
    }

    /// The unrounded score.
    pub(super) fn total(&self) -> f64 {
        self.dimensions().iter().map(|it| it.points).sum()
    }

    fn dimension(&self, frame: &DimensionFrame) -> ScoreDimension {
        let full = self.frame.full(frame);
        let mut items = self.begin(frame);
        items.extend(self.taken_by_findings(frame));
        if self.frame.mitigation().is_some_and(|it| it.id == frame.id) {
            items.extend(self.added_by_authorities());
            items.extend(self.assessment.triggers.iter().filter_map(taken_by_trigger));
            // A rule that forces a verdict stands among the triggers, too.
            let triggers = &self.assessment.triggers;
            let rules = self.assessment.rules.iter();
            let rules = rules
                .filter(|it| triggers.iter().all(|one| one.id != format!("{}_pill", it.id)));
            items.extend(rules.filter_map(taken_by_rule));
        }
        // The sum of nothing is a negative nought, which a page would show.
        let sum = 0.0 + items.iter().map(|it| it.points).sum::<f64>();
        let share = sum.clamp(0.0, 1.0);
        items.extend(bound(share - sum));
        for item in &mut items {
            item.points *= full;
        }
        ScoreDimension {
            id: frame.id.clone(),
            words: frame.words.clone(),
            weight: full,
            share,
            points: share * full,
            items,
        }
    }

    /// Where a dimension begins, in shares of it.
    fn begin(&self, frame: &DimensionFrame) -> Vec<ScorePoint> {
        let of = |it: &&RequirementCheck| {
            it.dimension.as_deref() == Some(frame.id.as_str()) && 0.0 < it.worth
        };
        let requirements = self.assessment.requirements.iter().filter(of);
        let mut asked: Vec<&RequirementCheck> = requirements.collect();
        // What is taken away is measured against the whole list: that something turns out not to be asked makes it no worse.
        let listed: f64 = asked.iter().map(|it| it.worth).sum();
        asked.retain(|it| it.standing != RequirementStanding::NotApplicable);
        let all: f64 = asked.iter().map(|it| it.worth).sum();
        match frame.basis {
            DimensionBasis::Consistency => {
                let mut items =
                    vec![whole("What was read agrees with itself, but for what follows")];
                items.extend(asked.iter().filter_map(|it| against(it, listed)));
                items
            }
            DimensionBasis::Mitigation if asked.is_empty() => {
                let words = "Nothing is asked for in mitigation of this application";
                vec![ScorePoint { points: scale().mitigation_base, ..whole(words) }]
            }
            DimensionBasis::Evidence if asked.is_empty() => {
                vec![whole("Nothing of this is asked of this matter")]
            }
            DimensionBasis::Evidence | DimensionBasis::Mitigation => {
                asked.iter().filter_map(|it| counted(it, (all, listed))).collect()
            }
        }
    }

    fn taken_by_findings(&self, frame: &DimensionFrame) -> Vec<ScorePoint> {
        let here = |it: &&Finding| {
            self.frame
                .of_category(it.category)
                .is_some_and(|one| one.id == frame.id)
                && it.standing == FindingStanding::Shown
        };
        let taken = |finding: &Finding| ScorePoint {
            words: finding.message.clone(),
            points: -scale().finding.of(finding.severity),
            rests_on: vec![finding.id.clone()],
            places: finding.places.clone(),
        };
        self.findings.iter().filter(here).map(taken).collect()
    }

    fn added_by_authorities(&self) -> Vec<ScorePoint> {
        let ScoringScale { authority, most_authorities, .. } = scale();
        let most = usize::try_from(*most_authorities).unwrap_or(usize::MAX);
        let added = |one: &&Authority| ScorePoint {
            words: format!("{} stands for us on {}", one.citation, one.cited_for),
            points: *authority,
            rests_on: vec![one.citation.clone()],
            places: Vec::new(),
        };
        self.authorities.iter().take(most).map(added).collect()
    }
}

fn whole(words: &str) -> ScorePoint {
    ScorePoint {
        words: words.to_owned(),
        points: 1.0,
        rests_on: Vec::new(),
        places: Vec::new(),
    }
}

/// What holds a sum between nothing and the whole.
fn bound(by: f64) -> Option<ScorePoint> {
    let words = if by < 0.0 {
        "A dimension gives no more than its weight"
    } else {
        "A dimension takes nothing from the others"
    };
    (by != 0.0).then(|| ScorePoint { points: by, ..whole(words) })
}

/// What a requirement adds or takes away. What was not seen does neither.
fn counted(requirement: &RequirementCheck, (all, listed): (f64, f64)) -> Option<ScorePoint> {
    let part = match requirement.standing {
        RequirementStanding::Met => 1.0 / all,
        RequirementStanding::Unmet => -scale().unmet / listed,
        _ => return None,
    };
    Some(point(requirement, part * requirement.worth))
}

/// The same in a dimension that begins full: only what is shown not to be so counts.
fn against(requirement: &RequirementCheck, listed: f64) -> Option<ScorePoint> {
    let is_unmet = requirement.standing == RequirementStanding::Unmet;
    is_unmet.then(|| point(requirement, -requirement.worth / listed))
}

fn point(requirement: &RequirementCheck, points: f64) -> ScorePoint {
    let words = match requirement.standing {
        RequirementStanding::Met => requirement.words.clone(),
        _ => format!("Not met: {}", requirement.words),
    };
    ScorePoint {
        words,
        points,
        rests_on: vec![requirement.id.clone()],
        places: requirement.places.clone(),
    }
}

fn taken_by_trigger(trigger: &TriggerCheck) -> Option<ScorePoint> {
    let is_met = trigger.standing == RequirementStanding::Met;
    is_met.then(|| ScorePoint {
        words: trigger.words.clone(),
        points: -scale().trigger.of(trigger.severity),
        rests_on: vec![trigger.id.clone()],
        places: trigger.places.clone(),
    })
}

fn taken_by_rule(rule: &AdmissionFinding) -> Option<ScorePoint> {
    let is_unmet = rule.standing == RequirementStanding::Unmet;
    is_unmet.then(|| ScorePoint {
        words: format!("{}: {}", rule.provision, rule.words),
        points: -scale().trigger.of(rule.severity),
        rests_on: vec![rule.id.clone()],
        places: rule.places.clone(),
    })
}
