//! Opinions that differ much: their citations are looked at again, once, and the middle counts.

use std::collections::BTreeMap;

use super::{ConfiguredRule, SynthesisRule};
use crate::{
    english_phrases::{counted, listed},
    model::{CourtVerdict, Persona, synthesis_rules as forms},
    verdict::{
        citation_recheck::was_read,
        criterion_state::{CriterionState, RuleEffect, RuleOutcome, WeightedOpinion},
        scores::{WeightedScore, median, spread},
    },
};

/// Reasons that are named.
const REASONS: usize = 3;

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::VARIANCE,
    about: "Opinions that differ much lose those whose citations fail; the middle counts.",
    hear,
    whole: None,
};

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let threshold = rule.spread("threshold");
    let wide = spread(hearing.standing().map(|voice| voice.score));
    if wide < threshold || hearing.standing().count() < 2 {
        return Vec::new();
    }
    let mut fired: Vec<RuleOutcome> = hearing
        .standing()
        .filter_map(|voice| failed(hearing, voice))
        .collect();
    let dropped: Vec<Persona> =
        fired.iter().flat_map(|one| &one.acts).filter_map(who).collect();
    let left: Vec<&WeightedOpinion<'_>> = hearing
        .standing()
        .filter(|voice| !dropped.contains(&voice.persona))
        .collect();
    fired.push(again(hearing, &left, (wide, threshold)));
    fired
}

/// An opinion that cites a place where the words are not what they were.
fn failed(hearing: &CriterionState<'_>, voice: &WeightedOpinion<'_>) -> Option<RuleOutcome> {
    let checks = voice.opinion.cited_evidence.iter();
    let failed: Vec<String> = checks
        .filter_map(|id| hearing.index.citation(id))
        .filter(|check| !check.holds)
        .map(|check| format!("{}: {}", hearing.index.name(&check.evidence), check.why))
        .collect();
    let title = voice.persona.title();
    (!failed.is_empty()).then(|| RuleOutcome {
        saw: format!("cited by the {title} and looked at again: {}", failed.join("; ")),
        did: format!("the opinion of the {title} does not count"),
        acts: vec![RuleEffect::Drop(voice.persona)],
    })
}

fn who(act: &RuleEffect) -> Option<Persona> {
    match act {
        RuleEffect::Drop(persona) => Some(*persona),
        _ => None,
    }
}

fn again(
    hearing: &CriterionState<'_>,
    left: &[&WeightedOpinion<'_>],
    (wide, threshold): (u8, u8),
) -> RuleOutcome {
    let weighed: Vec<WeightedScore> = left
        .iter()
        .map(|voice| WeightedScore { score: voice.score, weight: voice.weight })
        .collect();
    let saw = format!("spread {wide}, threshold {threshold}; {}", read_again(hearing, left));
    let Some(score) = median(&weighed) else {
        let did = "no opinion is left that holds".to_owned();
        return RuleOutcome { saw, did, acts: Vec::new() };
    };
    let mut acts = vec![RuleEffect::Score(score)];
    let mut did = format!("the middle by weight counts: {score}");
    if threshold <= spread(left.iter().map(|voice| voice.score)) {
        did.push_str("; the spread remains, so it passes in part at most");
        acts.push(RuleEffect::AtMost(CourtVerdict::Partial));
    }
    RuleOutcome { saw, did, acts }
}

/// How many cited places were read again, and how many were not, with the reasons.
fn read_again(hearing: &CriterionState<'_>, left: &[&WeightedOpinion<'_>]) -> String {
    let cited = left.iter().flat_map(|voice| &voice.opinion.cited_evidence);
    let places: BTreeMap<String, _> = cited
        .map(|id| (hearing.index.name(id), hearing.index.citation(id)))
        .collect();
    let mut unread: BTreeMap<&str, usize> = BTreeMap::new();
    let open = places.values().copied().filter(|check| !check.is_some_and(was_read));
    for check in open {
        let why = check.map_or("nobody looked", |check| check.why.as_str());
        *unread.entry(why).or_default() += 1;
    }
    let missed: usize = unread.values().sum();
    let read = places.len() - missed;
    let all = counted(places.len(), "cited place");
    if missed == 0 {
        return format!("{all} read again, with the same words");
    }
    let mut reasons: Vec<String> =
        unread.iter().map(|(why, count)| format!("{why} ({count})")).collect();
    let more = reasons.len().saturating_sub(REASONS);
    reasons.truncate(REASONS);
    if 0 < more {
        reasons.push(format!("{more} more"));
    }
    format!("of {all} {read} read again, {missed} could not be: {}", listed(reasons))
}
