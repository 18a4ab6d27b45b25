//! What a run was started with against what it says: question, day, corpus, filters, policy, models.

use std::collections::BTreeSet;

use jurat_model::{DoneBy, EvidenceUnit};
use jurat_proof::{AskedParams, FinalState, LayerFindings};
use jurat_system::stage_models::{check_model_rows, is_any_model_named};
use jurat_verify::GatePolicy;
use serde_json::{Value as Json, json};

use super::ChannelValues;
use crate::{
    channels::{AS_OF, CORPUS_STATE, GATE_POLICY, QUESTION},
    parameters::FILTERS,
    question::tidy,
};

/// The role of whoever judges what the gate is shown.
const JUDGE_ROLE: &str = "address";
/// The role of whoever quotes; what provisions there are is no matter of opinion, so of them nobody is asked.
const EXTRACTOR_ROLE: &str = "extract";

/// What the run says is what it was asked, and models had a part just where it names them. What comes back are the
/// parameters that were held against it.
pub(super) fn check(
    values: &ChannelValues,
    state: &FinalState,
    findings: &mut LayerFindings,
) -> BTreeSet<String> {
    let mut asked = AskedParams::of(state);
    let said = values.question.as_deref();
    let same = |given: &Json| {
        let tidied = given.as_str().and_then(|given| tidy(given).ok());
        tidied.is_some() && tidied.as_deref() == said
    };
    asked.hold("question", QUESTION.name(), same, findings);
    let channels = &state.channels;
    asked.hold("as_of", AS_OF.name(), |given| *given == channels[AS_OF.name()], findings);
    let corpus = &channels[CORPUS_STATE.name()];
    asked.hold("corpus", CORPUS_STATE.name(), |given| *given == corpus["name"], findings);
    filters(values, corpus, &mut asked, findings);
    let unit = values.policy.map(|policy| policy.unit);
    let same = |given: &Json| {
        let named = given.as_str().and_then(GatePolicy::named);
        named.is_some_and(|named| Some(named.unit) == unit)
    };
    asked.hold_by_rules("policy", GATE_POLICY.name(), same, findings);
    // A budget is a limit: the engine freezes and keeps it again.
    asked.made_again("budget");
    models(values, (state, unit), findings);
    // Which model a name of the settings stands for is nowhere in the run.
    if !is_any_model_named(&state.params) {
        asked.made_again("models");
    }
    asked.held()
}

/// Sources were left out as the run was asked to, and no passage is of one that was.
fn filters(
    values: &ChannelValues,
    corpus: &Json,
    asked: &mut AskedParams<'_>,
    findings: &mut LayerFindings,
) {
    for key in FILTERS {
        let recorded = corpus["filters"][key].as_str().unwrap_or_default();
        let place = format!("{}.filters.{key}", CORPUS_STATE.name());
        asked.hold_by_rules(key, &place, |given| *given == recorded, findings);
        if recorded.is_empty() {
            continue;
        }
        let fits =
            |of: Option<&str>| of.is_some_and(|of| on_one_line(of) == on_one_line(recorded));
        for chunk in &values.chunks {
            let message = format!("a source of another `{key}` was asked than the run says");
            let same = fits(chunk.passage.metadata.get(key));
            findings.expect("filter", same, &chunk.chunk_id, &message);
        }
    }
}

/// As an index keeps the values that it filters by.
fn on_one_line(value: &str) -> String {
    value.replace(['\n', '\r'], " ")
}

fn models(
    values: &ChannelValues,
    (state, unit): (&FinalState, Option<EvidenceUnit>),
    findings: &mut LayerFindings,
) {
    let asks = |role: &str| role != EXTRACTOR_ROLE || unit == Some(EvidenceUnit::Norm);
    check_model_rows(state, &values.model_use, asks, findings);
    let judged = values.judgements.as_ref().is_some_and(|all| !all.is_empty());
    let asked = values
        .model_use
        .iter()
        .any(|row| row.role == JUDGE_ROLE && row.done_by != DoneBy::Twin);
    let message = "there are judgements, and no model was asked for any";
    findings.expect("model", asked || !judged, "judgements", message);
}

/// That the gate went by another policy than the one that ships, and in what; or by other rules.
pub(super) fn notices(values: &ChannelValues, state: &FinalState) -> Vec<String> {
    let ours = state.maker.version == env!("CARGO_PKG_VERSION");
    let rules = (ours && !state.maker.has_our_rules()).then(|| {
        "the thresholds, weights and words of its gate are not those that this version ships"
            .to_owned()
    });
    let policy = values
        .policy
        .and_then(|policy| other_policy(policy, &state.params["policy"]));
    policy.into_iter().chain(rules).collect()
}

fn other_policy(policy: GatePolicy, param: &Json) -> Option<String> {
    const NAMES: [&str; 2] = ["default", "seed"];
    let of_unit =
        |name: &&str| GatePolicy::named(name).is_some_and(|it| it.unit == policy.unit);
    let name = param.as_str().or_else(|| NAMES.into_iter().find(of_unit))?;
    let Some(shipped) = GatePolicy::named(name) else {
        return Some(format!("the policy of its gate, `{name}`, is none that ships"));
    };
    let (used, shipped) = (json!(policy), json!(shipped));
    let differs = used
        .as_object()?
        .iter()
        .filter(|(key, value)| shipped[*key] != **value);
    let parts: Vec<String> = differs
        .map(|(key, value)| format!("{key} is {value}, shipped {}", shipped[key]))
        .collect();
    let parts = parts.join("; ");
    (!parts.is_empty())
        .then(|| format!("the policy of its gate is not `{name}` as it ships: {parts}"))
}

#[cfg(test)]
mod tests {
    use jurat_verify::GatePolicy;
    use serde_json::json;

    use super::other_policy;

    #[track_caller]
    fn check(policy: GatePolicy, param: &serde_json::Value, said: Option<&str>) {
        let found = other_policy(policy, param);
        match said {
            None => assert_eq!(found, None),
            Some(said) => {
                assert!(found.as_ref().is_some_and(|it| it.contains(said)), "{found:?}");
            }
        }
    }

    #[test]
    fn a_policy_that_ships_is_not_named_and_another_is_with_what_differs() {
        let (default, seed) = (GatePolicy::provisions(), GatePolicy::seed());
        check(default, &json!("default"), None);
        check(seed, &json!("seed"), None);
        check(seed, &json!(null), None);
        check(seed, &json!("default"), Some("unit is"));
        check(default, &json!("mine"), Some("`mine`, is none that ships"));
        let lax = GatePolicy { addresses_min: 0.01, ..default };
        check(lax, &json!("default"), Some("addresses_min is 0.01, shipped 0.16"));
        check(lax, &json!(null), Some("not `default` as it ships"));
    }
}
