//! Confirmed security findings in the product set a ceiling. Words about security set none.

use std::collections::BTreeSet;

use jurat_code::facts::{FindingExposure, SecurityFinding};

use super::{ConfiguredRule, ScoreCeiling, SynthesisRule, fact_supremacy::overruled};
use crate::{
    english_phrases::listed,
    model::{CourtVerdict, Evidence, synthesis_rules as forms},
    verdict::{
        adjudication::AdjudicationInput,
        criterion_state::{CriterionState, RuleEffect, RuleOutcome},
    },
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::SECURITY_CAP,
    about: "A confirmed security finding in the product sets a ceiling that nobody lifts.",
    hear,
    whole: Some(whole),
};

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let ids: BTreeSet<&str> = hearing
        .results
        .iter()
        .flat_map(|result| &result.evidence)
        .filter_map(|id| hearing.index.evidence(id))
        .map(|one| one.id.as_str())
        .collect();
    let repo = hearing.case.evidences.repo.iter();
    let found: Vec<&Evidence> = repo
        .filter(|one| ids.contains(one.id.as_str()) && counts(one))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    let cap = rule.score("cap");
    let fails = rule.number("fail") == 1;
    let verdict = if fails { "FAIL, " } else { "" };
    let mut acts = vec![RuleEffect::Cap(cap)];
    acts.extend(fails.then_some(RuleEffect::AtMost(CourtVerdict::Fail)));
    vec![RuleOutcome {
        saw: words(&found),
        did: format!("{verdict}at most {cap}{}", overruled(hearing, cap)),
        acts,
    }]
}

fn whole(case: &AdjudicationInput<'_>, rule: &ConfiguredRule<'_>) -> Option<ScoreCeiling> {
    let found: Vec<&Evidence> = case.evidences.repo.iter().filter(|one| counts(one)).collect();
    let applies = rule.number("total") == 1 && !found.is_empty();
    applies.then(|| ScoreCeiling {
        cap: rule.score("cap"),
        fails: rule.number("fail") == 1,
        saw: words(&found),
    })
}

/// Whether the pattern alone proves it, and it is in the product.
pub(crate) fn counts(evidence: &Evidence) -> bool {
    let proven = |finding: &SecurityFinding| {
        finding.confirmed && finding.exposure == FindingExposure::Reachable
    };
    evidence.found && evidence.fact.security().is_some_and(proven)
}

/// `shell-command (CWE-78) at src/clone.py:12 [repo#4]`, three of them at most.
fn words(found: &[&Evidence]) -> String {
    const SHOWN: usize = 3;
    let mut found = found.to_vec();
    found.sort_by(|a, b| a.location.cmp(&b.location).then_with(|| a.id.cmp(&b.id)));
    let word = |one: &&Evidence| {
        let Some(finding) = one.fact.security() else { return one.id.to_string() };
        format!("{} ({}) at {} [{}]", finding.rule, finding.cwe, one.location, one.name())
    };
    let more = found.len().saturating_sub(SHOWN);
    let rest = (0 < more).then(|| format!("{more} more"));
    format!("confirmed: {}", listed(found.iter().take(SHOWN).map(word).chain(rest)))
}
