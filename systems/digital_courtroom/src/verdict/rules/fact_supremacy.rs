//! Facts stand above opinions: a score that a fact rules out is held to what the facts allow.

use super::{ConfiguredRule, SynthesisRule};
use crate::{
    english_phrases::counted,
    model::{
        CheckOutcome, CheckResult, CheckSeverity, Persona, RubricScore,
        synthesis_rules as forms,
    },
    verdict::{
        criterion_state::{
            CriterionState, HOLLOW_GRAPH, RuleEffect, RuleOutcome, WeightedOpinion,
        },
        summary::seen,
    },
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::FACT_SUPREMACY,
    about: "An opinion against the facts counts only as far as the facts allow.",
    hear,
    whole: None,
};

/// The highest score beside a critical check that is not met.
const MOST_WITH_CRITICAL_UNMET: u8 = 3;
/// The lowest where every check is met.
const LEAST_WITH_ALL_MET: u8 = 3;

fn hear(hearing: &CriterionState<'_>, _rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let baseless = hearing.standing().filter(|voice| is_baseless(hearing, voice));
    let mut fired: Vec<RuleOutcome> = baseless.map(dropped).collect();
    let critical: Vec<&CheckResult> =
        hearing.assessed().filter(|one| is_critical(one)).collect();
    // Checks that a hollow graph meets are met in name alone.
    let all_met = !hearing.results.is_empty()
        && !hearing.has_fired(HOLLOW_GRAPH)
        && hearing.results.iter().all(|one| one.outcome == CheckOutcome::Met);
    for voice in hearing.standing().filter(|voice| !is_baseless(hearing, voice)) {
        let most = RubricScore::nearest(MOST_WITH_CRITICAL_UNMET);
        let least = RubricScore::nearest(LEAST_WITH_ALL_MET);
        if most < voice.score && !critical.is_empty() {
            let facts: Vec<String> = critical.iter().map(|one| seen(hearing, one)).collect();
            fired.push(held(
                voice,
                most,
                &format!("not met and critical: {}", facts.join("; ")),
            ));
        } else if voice.score < least && all_met {
            let saw = format!("all {} are met", counted(hearing.results.len(), "check"));
            fired.push(held(voice, least, &saw));
        }
    }
    fired
}

fn is_critical(result: &CheckResult) -> bool {
    result.outcome == CheckOutcome::Unmet && result.severity == CheckSeverity::Critical
}

/// Whether nothing that an opinion cites is there.
fn is_baseless(hearing: &CriterionState<'_>, voice: &WeightedOpinion<'_>) -> bool {
    let mut cited = voice.opinion.cited_evidence.iter();
    !cited.any(|id| hearing.index.evidence(id).is_some())
}

fn dropped(voice: &WeightedOpinion<'_>) -> RuleOutcome {
    RuleOutcome {
        saw: format!("the {} cites nothing that is there", voice.persona.title()),
        did: format!("the opinion of the {} does not count", voice.persona.title()),
        acts: vec![RuleEffect::Drop(voice.persona)],
    }
}

fn held(voice: &WeightedOpinion<'_>, score: RubricScore, saw: &str) -> RuleOutcome {
    let title = voice.persona.title();
    RuleOutcome {
        saw: saw.to_owned(),
        did: format!("{title} overruled: {} counts as {score}", voice.score),
        acts: vec![RuleEffect::Hold(voice.persona, score)],
    }
}

/// Who is overruled by a ceiling, for a rule's words.
pub(super) fn overruled(hearing: &CriterionState<'_>, most: RubricScore) -> String {
    let above = hearing.standing().filter(|voice| most < voice.score);
    let titles: Vec<&str> = above.map(|voice| Persona::title(voice.persona)).collect();
    if titles.is_empty() { String::new() } else { format!("; {} overruled", titles.join(", ")) }
}
