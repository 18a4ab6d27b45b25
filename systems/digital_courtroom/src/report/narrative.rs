//! How the verdicts were reached, in a paragraph: which rule applied where, out of the traces.

use std::collections::BTreeMap;

use super::actions::unended;
use crate::english_phrases::listed;
use crate::model::{CriterionResult, OverallResult, Rubric, RubricScore, RuleFired};

const MEAN: &str = "the mean by weight";

/// Rules that people know under a name, what is said of them, and what they are called.
const NAMED: &[(&str, &str, &str)] = &[
    (
        "coverage",
        "Too little could be told, by the rule of coverage, of",
        "the rule of coverage",
    ),
    ("fact_supremacy", "Rule of Evidence applied for", "the Rule of Evidence"),
    (
        "all_evidence_failed",
        "By the Rule of Evidence nothing was met of",
        "the Rule of Evidence",
    ),
    ("security_cap", "Security cap applied to", "the security cap"),
    (
        "order_ceiling",
        "Cap for orders to the judge applied to",
        "the cap for orders to the judge",
    ),
    ("structural_fraud", "Cap for proved fraud applied to", "the cap for fraud"),
    ("functionality_weight", "Functionality weight applied for", "functionality weight"),
    ("weighted_mean", "Mean by weight taken for", MEAN),
    (
        "variance",
        "The middle of opinions that lie far apart was taken for",
        "the middle by weight",
    ),
    (
        "missing_vision_cap",
        "Cap for missing pictures applied to",
        "the cap for missing pictures",
    ),
    ("manual", "Only a person can tell", "what only a person can tell"),
    ("no_opinion", "There is no opinion that holds on", "the want of an opinion"),
    (
        SEVERAL,
        "Of several opinions of one persona the middle one counts for",
        "the middle of several opinions",
    ),
    (DEGRADED, "Fewer than three opinions stand behind", "few opinions"),
];

/// Said with the dissent, not apart from it.
const DISSENT: &str = "dissent";
const SEVERAL: &str = "several_opinions";
const DEGRADED: &str = "DEGRADED_SYNTHESIS";
/// What says something and decides nothing. The mean is taken in any case; what came besides
/// decided.
const DECIDES_NOTHING: [&str; 4] = [DISSENT, SEVERAL, DEGRADED, "weighted_mean"];

pub(super) fn narrative(
    rubric: &Rubric,
    results: &[CriterionResult],
    overall: &OverallResult,
) -> String {
    let mut sentences = of_rules(rubric, results);
    sentences.extend(results.iter().filter_map(dissent));
    sentences.extend(overall.trace.iter().map(on_the_whole));
    if sentences.is_empty() {
        let told = results.iter().any(|result| result.score.is_some());
        sentences.push(if told {
            "No rule changed a score: each is the mean of the opinions by weight.".to_owned()
        } else {
            "No criterion has a score, and so no rule was applied.".to_owned()
        });
    }
    sentences.join(" ")
}

/// A sentence a rule, in the order of the rubric; rules that it does not name come last, by name.
fn of_rules(rubric: &Rubric, results: &[CriterionResult]) -> Vec<String> {
    let mut fired: BTreeMap<(usize, &str), Vec<(&CriterionResult, &RuleFired)>> =
        BTreeMap::new();
    for result in results {
        for one in result.trace.iter().filter(|one| !is_dissent(one)) {
            let known = rubric.synthesis.rules.iter().position(|rule| rule.rule == one.rule);
            let key = (known.unwrap_or(usize::MAX), one.rule.as_str());
            fired.entry(key).or_default().push((result, one));
        }
    }
    let assessed = results.iter().filter(|one| one.score.is_some()).count();
    fired
        .into_iter()
        .map(|((_, rule), places)| of_rule(rule, &places, assessed))
        .collect()
}

fn is_dissent(fired: &RuleFired) -> bool {
    fired.rule == DISSENT
}

fn of_rule(rule: &str, fired: &[(&CriterionResult, &RuleFired)], assessed: usize) -> String {
    let lead = lead(rule);
    let places = moves(fired);
    let everywhere = places.len() == assessed
        && places.iter().all(|one| one.result.score.is_some())
        && 3 < assessed;
    if !everywhere {
        return format!("{lead} {}.", listed(places.iter().map(RuleScoreChange::words)));
    }
    let changed = places.iter().filter(|one| one.is_change());
    let changed: Vec<String> = changed.map(RuleScoreChange::words).collect();
    if changed.is_empty() {
        return format!("{lead} all {assessed} criteria with a score.");
    }
    format!("{lead} all {assessed} criteria with a score; it moved {}.", listed(changed))
}

/// What a rule did to one criterion, however often it fired.
struct RuleScoreChange<'a> {
    result: &'a CriterionResult,
    before: Option<RubricScore>,
    after: Option<RubricScore>,
}

impl RuleScoreChange<'_> {
    fn is_change(&self) -> bool {
        self.before.is_some() && self.before != self.after
    }

    fn words(&self) -> String {
        let name = &self.result.name;
        match (self.before, self.after) {
            (Some(before), Some(after)) if before != after => {
                format!("{name} (from {before} to {after})")
            }
            (Some(before), None) => format!("{name} (from {before} to no score)"),
            _ => name.clone(),
        }
    }
}

fn moves<'a>(fired: &[(&'a CriterionResult, &RuleFired)]) -> Vec<RuleScoreChange<'a>> {
    let mut moves: Vec<RuleScoreChange<'a>> = Vec::new();
    for (result, fired) in fired {
        match moves.last_mut() {
            Some(last) if last.result.criterion_id == result.criterion_id => {
                last.after = fired.after;
            }
            _ => {
                moves.push(RuleScoreChange {
                    result,
                    before: fired.before,
                    after: fired.after,
                });
            }
        }
    }
    moves
}

fn lead(rule: &str) -> String {
    let named = NAMED.iter().find(|(name, ..)| *name == rule);
    named.map_or_else(
        || format!("The rule {} applied for", rule.replace('_', " ")),
        |(_, lead, _)| (*lead).to_owned(),
    )
}

fn dissent(result: &CriterionResult) -> Option<String> {
    if result.dissent_summary.is_empty() {
        return None;
    }
    let scores: Vec<String> = result
        .opinions
        .iter()
        .map(|one| format!("{} {}", one.judge.title(), one.score))
        .collect();
    let decided = |fired: &&RuleFired| !DECIDES_NOTHING.contains(&fired.rule.as_str());
    let by = result.trace.iter().rfind(decided);
    let by = by.map_or_else(|| MEAN.to_owned(), |fired| title(&fired.rule));
    let end = result
        .score
        .map_or_else(|| "no score".to_owned(), |score| format!("{score} of 5"));
    let scores =
        if scores.is_empty() { String::new() } else { format!(" ({})", listed(scores)) };
    Some(format!("Dissent on {}{scores} resolved by {by}: {end}.", result.name))
}

fn title(rule: &str) -> String {
    let named = NAMED.iter().find(|(name, ..)| *name == rule);
    named.map_or_else(|| rule.replace('_', " "), |(.., title)| (*title).to_owned())
}

fn on_the_whole(fired: &RuleFired) -> String {
    let RuleFired { rule, saw, did, .. } = fired;
    format!("On the whole, {}: {}; {}.", title(rule), unended(saw), unended(did))
}
