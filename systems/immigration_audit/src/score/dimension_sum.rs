//! A dimension as a sum of points, each with what it rests on.

use super::{
    requirement_points::{requirement_points, whole},
    score_frame::{DimensionFrame, ScoreFrame},
    scoring_scale::{ScoringScale, scale},
};
use crate::model::{
    AdmissionFinding, Authority, Finding, FindingStanding, PackAssessment, RequirementStanding,
    ScoreDimension, ScorePoint, TriggerCheck,
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
        let mut items = requirement_points(frame, self.assessment);
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

/// What holds a sum between nothing and the whole.
fn bound(by: f64) -> Option<ScorePoint> {
    let words = if by < 0.0 {
        "A dimension gives no more than its weight"
    } else {
        "A dimension takes nothing from the others"
    };
    (by != 0.0).then(|| ScorePoint { points: by, ..whole(words) })
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
