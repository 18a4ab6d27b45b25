//! The evidence plan: what is there, what can be had, what would strengthen the file.

use super::sensitivity::is_lacking;
use crate::model::{
    DefensibilityScore, EvidenceItem, EvidencePlan, EvidenceTier, PackAssessment,
    RequirementCheck, RequirementStanding, TriggerCheck,
};
use crate::packs::{ApplicationPack, RequirementTier};

/// The plan in its three parts; what is worth most stands first in each.
pub fn evidence_plan(
    pack: &ApplicationPack,
    assessment: &PackAssessment,
    score: &DefensibilityScore,
) -> EvidencePlan {
    let mut items: Vec<EvidenceItem> = assessment
        .requirements
        .iter()
        .filter_map(|it| of_requirement(pack, it, score))
        .chain(assessment.triggers.iter().filter_map(|it| of_trigger(it, score)))
        .collect();
    items.sort_by(|a, b| {
        let by_worth = b.worth.total_cmp(&a.worth);
        a.tier
            .cmp(&b.tier)
            .then(by_worth)
            .then_with(|| a.requirement.cmp(&b.requirement))
    });
    EvidencePlan { items }
}

fn of_requirement(
    pack: &ApplicationPack,
    requirement: &RequirementCheck,
    score: &DefensibilityScore,
) -> Option<EvidenceItem> {
    let tier = match requirement.standing {
        RequirementStanding::Met => EvidenceTier::Baseline,
        _ if !is_lacking(requirement) => return None,
        _ if is_strategic(pack, requirement) => EvidenceTier::Strategic,
        _ => EvidenceTier::Live,
    };
    let mut files: Vec<String> = match tier {
        EvidenceTier::Baseline => requirement.places.iter().map(|it| it.file.clone()).collect(),
        _ => Vec::new(),
    };
    files.sort();
    files.dedup();
    let worth = match tier {
        EvidenceTier::Baseline => given(score, &requirement.id),
        _ => added(score, &requirement.id),
    };
    Some(EvidenceItem {
        tier,
        requirement: requirement.id.clone(),
        words: requirement.words.clone(),
        obtain: requirement.obtain.clone(),
        worth,
        files,
    })
}

/// As the pack says; else by whether it is required.
fn is_strategic(pack: &ApplicationPack, requirement: &RequirementCheck) -> bool {
    let of = pack.requirements.iter().find(|it| it.id == requirement.id);
    !requirement.required && of.is_none_or(|it| it.tier == RequirementTier::Strategic)
}

/// What rebuts a trigger that is met.
fn of_trigger(trigger: &TriggerCheck, score: &DefensibilityScore) -> Option<EvidenceItem> {
    let is_open = trigger.standing == RequirementStanding::Met && !trigger.rebuttal.is_empty();
    is_open.then(|| EvidenceItem {
        tier: EvidenceTier::Strategic,
        requirement: trigger.id.clone(),
        words: format!("An answer to: {}", trigger.words),
        obtain: trigger.rebuttal.clone(),
        worth: added(score, &trigger.id),
        files: Vec::new(),
    })
}

/// Points that it gives now.
fn given(score: &DefensibilityScore, id: &str) -> f64 {
    let items = score.dimensions.iter().flat_map(|it| &it.items);
    let of = items.filter(|it| it.rests_on.iter().any(|one| one == id));
    super::sensitivity::tenth(of.map(|it| it.points).sum())
}

/// Points that it would add.
fn added(score: &DefensibilityScore, id: &str) -> f64 {
    score.changes.iter().find(|it| it.of == id).map_or(0.0, |it| it.by)
}
