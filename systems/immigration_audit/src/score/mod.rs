//! The defensibility score: a sum that can be read, what would change it, and the plan that follows. Pure functions.

mod dimension_sum;
#[cfg(test)]
pub(crate) mod fixtures;
mod frame_of_pack;
mod plan;
mod requirement_points;
mod score_frame;
mod score_range;
mod scoring_scale;
mod sensitivity;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use plan::evidence_plan;
pub use score_frame::{BandEdge, DimensionBasis, DimensionFrame, ScoreFrame};
pub use scoring_scale::{SCORING, ScoringScale, scale};
pub use sensitivity::is_lacking;

use self::dimension_sum::ScoreBasis;
use crate::model::{
    Authority, AuthoritySide, DefensibilityScore, DetectiveFindings, Finding, FindingStanding,
    PackAssessment, RequirementCheck, RequirementStanding, ScoreDimension, ScorePoint,
    VerificationRecord,
};

/// The score of a matter. Authorities count only where `verification` says that they stand.
pub fn score<'a, P>(
    pack: &'a P,
    assessment: &PackAssessment,
    findings: &[Finding],
    research: &DetectiveFindings,
    verification: Option<&VerificationRecord>,
) -> DefensibilityScore
where
    ScoreFrame: From<&'a P>,
{
    let pack = &ScoreFrame::from(pack);
    let authorities = verified_for_us(research, verification);
    let basis = ScoreBasis {
        frame: pack,
        assessment,
        findings,
        authorities: &authorities,
    };
    let dimensions = basis.dimensions();
    let total = whole_points(dimensions.iter().map(|it| it.points).sum());
    let changes = sensitivity::changes(basis);
    let is_clouded = is_clouded(findings);
    let confidence = confidence_word(assessment, is_clouded);
    let mut told = DefensibilityScore {
        score: total,
        range: Some(score_range::range(basis, is_clouded)),
        projected: Some(whole_points(sensitivity::projected(basis))),
        confidence: confidence.to_owned(),
        rationale: String::new(),
        strengths: strengths(&dimensions),
        weaknesses: weaknesses(&dimensions, basis),
        dimensions,
        changes,
        band: pack.band(total),
        bands: pack.told(),
    };
    told.rationale = rationale(&told, assessment);
    told
}

/// Decisions for us that were checked and stand, each once.
pub fn verified_for_us<'a>(
    research: &'a DetectiveFindings,
    verification: Option<&VerificationRecord>,
) -> Vec<&'a Authority> {
    let Some(record) = verification else { return Vec::new() };
    let stands = |it: &Authority| {
        record
            .citations
            .iter()
            .any(|one| one.citation == it.citation && one.status == "VERIFIED" && !one.critical)
    };
    let for_us = research.case_law.iter();
    let for_us = for_us.filter(|it| it.side == AuthoritySide::ForUs && stands(it));
    let mut once = BTreeMap::new();
    for one in for_us {
        once.entry(one.citation.as_str()).or_insert(one);
    }
    once.into_values().collect()
}

/// The part of what the pack asks that could be answered one way or the other, from 0 to 1.
pub fn assessed_share(assessment: &PackAssessment) -> f64 {
    let standings = standings(assessment);
    let all = u32::try_from(standings.len()).unwrap_or(u32::MAX);
    let open = standings
        .iter()
        .filter(|it| **it == RequirementStanding::Unknown)
        .count();
    let open = u32::try_from(open).unwrap_or(u32::MAX);
    if all == 0 { 0.0 } else { 1.0 - f64::from(open) / f64::from(all) }
}

/// Whether any document speaks to anything that is asked.
pub fn is_anything_shown(assessment: &PackAssessment) -> bool {
    let spoken = [RequirementStanding::Met, RequirementStanding::Unmet];
    let requirements = assessment.requirements.iter();
    let rules = assessment.rules.iter();
    requirements.map(|it| it.standing).any(|it| spoken.contains(&it))
        || rules.map(|it| it.standing).any(|it| spoken.contains(&it))
}

/// Whether enough could be assessed to decide anything.
pub fn is_enough(assessment: &PackAssessment) -> bool {
    is_anything_shown(assessment) && scale().confidence.least <= assessed_share(assessment)
}

fn standings(assessment: &PackAssessment) -> Vec<RequirementStanding> {
    let requirements = assessment.requirements.iter().map(|it| it.standing);
    let rules = assessment.rules.iter().map(|it| it.standing);
    let triggers = assessment.triggers.iter().map(|it| it.standing);
    requirements.chain(rules).chain(triggers).collect()
}

/// `high`, `medium` or `low`: a step lower where files that could not be read may hold what was not seen.
fn confidence_word(assessment: &PackAssessment, is_clouded: bool) -> &'static str {
    let steps = scale().confidence;
    let share = assessed_share(assessment);
    if !is_enough(assessment) {
        return "low";
    }
    match (share, is_clouded) {
        (share, false) if steps.high <= share => "high",
        (share, true) if steps.high <= share => "medium",
        (share, false) if steps.medium <= share => "medium",
        _ => "low",
    }
}

/// Whether files could not be read in which what was not seen may stand.
fn is_clouded(findings: &[Finding]) -> bool {
    findings.iter().any(|it| {
        matches!(&it.standing, FindingStanding::NotSeen { unread, .. } if !unread.is_empty())
    })
}

fn strengths(dimensions: &[ScoreDimension]) -> Vec<ScorePoint> {
    let items = dimensions.iter().flat_map(|it| &it.items);
    let adds = |it: &&ScorePoint| 0.0 < it.points && !it.rests_on.is_empty();
    let mut strengths: Vec<ScorePoint> = items.filter(adds).cloned().collect();
    strengths.sort_by(|a, b| b.points.total_cmp(&a.points).then_with(|| a.words.cmp(&b.words)));
    strengths
}

/// What takes away, and what is required and was not seen, with what it would add.
fn weaknesses(dimensions: &[ScoreDimension], basis: ScoreBasis<'_>) -> Vec<ScorePoint> {
    let required = basis.assessment.requirements.iter();
    let missing: Vec<&RequirementCheck> = required
        .filter(|it| it.required && it.standing == RequirementStanding::NotSeen)
        .collect();
    let items = dimensions.iter().flat_map(|it| &it.items);
    let is_missing =
        |it: &ScorePoint| missing.iter().any(|one| it.rests_on.first() == Some(&one.id));
    // What is missing is told below, with all that it would add.
    let takes =
        |it: &&ScorePoint| it.points < 0.0 && !it.rests_on.is_empty() && !is_missing(it);
    let mut weaknesses: Vec<ScorePoint> = items.filter(takes).cloned().collect();
    let changes = sensitivity::changes(basis);
    for requirement in missing {
        let by = changes
            .iter()
            .find(|it| it.of == requirement.id)
            .map_or(0.0, |it| it.by);
        weaknesses.push(ScorePoint {
            words: format!("Not seen: {}", requirement.words),
            points: -by,
            rests_on: vec![requirement.id.clone()],
            places: Vec::new(),
        });
    }
    weaknesses
        .sort_by(|a, b| a.points.total_cmp(&b.points).then_with(|| a.words.cmp(&b.words)));
    weaknesses
}

fn rationale(told: &DefensibilityScore, assessment: &PackAssessment) -> String {
    if !is_enough(assessment) {
        return "Too little could be read to say how this matter stands; the sum below only shows what was read.".to_owned();
    }
    let parts: Vec<String> = told
        .dimensions
        .iter()
        .map(|it| format!("{} {:.1} of {:.0}", it.words, it.points, it.weight))
        .collect();
    let open = standings(assessment);
    let open = open.iter().filter(|it| **it == RequirementStanding::Unknown).count();
    let doubt = match open {
        0 => "Everything that is asked could be assessed.".to_owned(),
        open => format!("{open} of the things asked could not be assessed."),
    };
    let range = told
        .range
        .map(|(least, most)| format!(" (from {least} to {most})"))
        .unwrap_or_default();
    format!("{} of 100{range}: {}. {doubt}", told.score, parts.join(", "))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
fn whole_points(points: f64) -> u32 {
    points.clamp(0.0, 100.0).round() as u32
}
