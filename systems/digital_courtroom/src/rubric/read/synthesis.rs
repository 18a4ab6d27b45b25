//! How a rubric says that opinions become a verdict: rules in words or numbers, thresholds.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    dimension::weights,
    fields::{RubricDiagnostics, RubricFields, child, shown, text},
    metadata::SCALES,
    prose::{self, ProseScoreCap},
    rules::RuleSwitches,
    scale,
};
use crate::{
    model::{
        PersonaWeights, RubricScale, RubricScore, RubricSynthesis, RuleSetting,
        synthesis_rules::RULES,
    },
    rubric::pattern::nearest,
};

const MOST_RULES: usize = 100;

pub(super) fn read(
    fields: &mut RubricFields,
    config: Option<RubricFields>,
    scale: RubricScale,
    architecture: Vec<String>,
    reading: &mut RubricDiagnostics,
) -> RubricSynthesis {
    let mut found = SynthesisBuilder {
        rules: RuleSwitches::with(architecture),
        words: BTreeMap::new(),
        weights: PersonaWeights::default(),
        scale,
    };
    for (name, value, at) in given(fields, reading) {
        found.rule(&name, value, &at, reading);
    }
    let mut synthesis = RubricSynthesis {
        words: BTreeMap::new(),
        rules: Vec::new(),
        pass: RubricScore::nearest(4),
        partial: RubricScore::nearest(3),
        variance_threshold: 3,
        weights: PersonaWeights::default(),
    };
    let order = config.and_then(|config| found.config(config, &mut synthesis, reading));
    if synthesis.pass < synthesis.partial {
        let message = "a criterion that passes in part would pass: `partial` is above `pass`";
        reading.error("$.synthesis_config.score_threshold_partial", message);
    }
    synthesis.rules = order.unwrap_or_else(|| found.rules.in_order());
    synthesis.variance_threshold = found.rules.threshold;
    synthesis.weights = found.weights;
    synthesis.words = found.words;
    synthesis
}

/// Each rule with its name, whatever the form.
fn given<'v>(
    fields: &mut RubricFields<'v>,
    reading: &mut RubricDiagnostics,
) -> Vec<(String, &'v Value, String)> {
    let Some((value, at)) = fields.take(&["synthesis_rules", "rules"]) else {
        return Vec::new();
    };
    let all: Vec<(String, &Value, String)> = match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), value, child(&at, key)))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                let keys = ["id", "rule", "name"];
                let name = keys.iter().find_map(|key| item.get(*key)?.as_str());
                let name = name.map_or_else(|| format!("rule_{index}"), str::to_owned);
                let words = ["description", "logic", "text"];
                let words = words.iter().find_map(|key| item.get(*key));
                (name, words.unwrap_or(item), format!("{at}[{index}]"))
            })
            .collect(),
        _ => {
            reading.wrong_type(&at, "an object or an array", value);
            return Vec::new();
        }
    };
    if MOST_RULES < all.len() {
        reading.error(at, format!("{} rules are too many", all.len()));
        return Vec::new();
    }
    all
}

struct SynthesisBuilder {
    rules: RuleSwitches,
    words: BTreeMap<String, String>,
    weights: PersonaWeights,
    scale: RubricScale,
}

impl SynthesisBuilder {
    fn rule(&mut self, name: &str, value: &Value, at: &str, reading: &mut RubricDiagnostics) {
        let words = match value {
            Value::Bool(_) | Value::Null | Value::Object(_) => value.to_string(),
            _ => text(value, at, reading).unwrap_or_default(),
        };
        self.words.insert(name.to_owned(), words);
        match name {
            "security_override" | "security_override_cap" | "security_cap" => {
                self.security(value, at, reading);
            }
            "fact_supremacy" => self.rules.fact_supremacy = on(value, at, reading),
            "functionality_weight" => self.functionality(value, at, reading),
            "dissent_requirement" | "dissent_required_on_variance" | "dissent" => {
                self.rules.dissent = on(value, at, reading);
                self.spread(value, at, reading);
            }
            "variance_re_evaluation" | "variance" => {
                self.rules.re_evaluation = on(value, at, reading);
                self.spread(value, at, reading);
            }
            "variance_threshold" => self.spread(value, at, reading),
            "structural_fraud_architecture_score" | "structural_fraud" => {
                self.rules.structural_fraud = self.capped(value, at, reading);
                if self.rules.architecture.is_empty() {
                    reading.note(
                        at,
                        "no criterion of architecture is known: the rule is not applied",
                    );
                }
            }
            "missing_vision_cap" => {
                self.rules.missing_vision = self.capped(value, at, reading);
            }
            "high_variance_missing_evidence" => {
                reading
                    .note(at, "covered by the rules on coverage and variance; shown in words");
            }
            _ => {
                let known = RULES.iter().map(|rule| rule.name);
                let hint = nearest(name, known)
                    .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                reading
                    .note(at, format!("there is no such rule: it is shown, not applied{hint}"));
            }
        }
    }

    fn security(&mut self, value: &Value, at: &str, reading: &mut RubricDiagnostics) {
        if value == &Value::Bool(false) {
            self.rules.security = None;
            return;
        }
        let Value::String(words) = value else {
            if value != &Value::Bool(true)
                && let Some(cap) = self.capped(value, at, reading)
            {
                self.rules.security = Some((cap, false, false));
            }
            return;
        };
        let cap = match prose::cap(words) {
            Some(ProseScoreCap::Score(number)) => scale::score(&number.into(), self.scale),
            Some(ProseScoreCap::Percent(share)) => {
                let found = u8::try_from((share.min(100) * 5 + 50) / 100).unwrap_or(5);
                let cap = RubricScore::nearest(found);
                reading.note(at, format!("{share} % of the most was taken as a cap of {cap}"));
                Some(cap)
            }
            None => None,
        };
        if cap.is_none() {
            reading.note(at, "no cap could be read in it: taken to be 3");
        }
        let total = prose::says(words, "total") || prose::says(words, "overall");
        let fail = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == "FAIL");
        self.rules.security = Some((cap.unwrap_or(RubricScore::nearest(3)), total, fail));
    }

    fn functionality(&mut self, value: &Value, at: &str, reading: &mut RubricDiagnostics) {
        match value {
            Value::Bool(on) => self.rules.functionality = on.then_some(200),
            Value::Object(_) => {
                let own = RubricFields::of(value, at.to_owned(), reading);
                let own = own.and_then(|own| weights(own, self.weights, reading));
                self.weights = own.unwrap_or(self.weights);
            }
            Value::String(words) => {
                let folded: String = words
                    .to_lowercase()
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect();
                if !folded.contains("techlead") {
                    reading.note(at, "no Tech Lead in it: taken as it is by default");
                }
            }
            _ => reading.note(at, format!("{} was not understood: not used", shown(value))),
        }
        if self.rules.architecture.is_empty() {
            reading.note(at, "no criterion of architecture is known: the rule is not applied");
        }
    }

    fn spread(&mut self, value: &Value, at: &str, reading: &mut RubricDiagnostics) {
        let found = match value {
            Value::Number(number) => {
                number.as_u64().and_then(|n| u32::try_from(n).ok()).map(|n| {
                    // In rules, a bare number is what must be exceeded, as the prose has it.
                    (n.saturating_add(u32::from(n <= 2)), n <= 2)
                })
            }
            Value::String(words) => prose::spread(words),
            _ => None,
        };
        let Some((found, turned)) = found else {
            if value.is_number() {
                reading.wrong_type(at, "a small whole number", value);
            }
            return;
        };
        self.rules.threshold = scale::spread(found, self.scale);
        if turned {
            let from = found - 1;
            reading.note(at, format!("more than {from} was taken as {found} or more"));
        }
    }

    fn capped(
        &self,
        value: &Value,
        at: &str,
        reading: &mut RubricDiagnostics,
    ) -> Option<RubricScore> {
        let found = match value {
            Value::String(words) => match prose::cap(words) {
                Some(ProseScoreCap::Score(number)) => scale::score(&number.into(), self.scale),
                _ => None,
            },
            _ => scale::score(value, self.scale),
        };
        if found.is_none() {
            reading.note(at, format!("no score could be read in {}: not used", shown(value)));
        }
        found
    }

    /// Thresholds, weights and, where a rubric gives it, the order of rules.
    fn config(
        &mut self,
        mut config: RubricFields,
        synthesis: &mut RubricSynthesis,
        reading: &mut RubricDiagnostics,
    ) -> Option<Vec<RuleSetting>> {
        let scale = self.scale;
        let mut threshold = |config: &mut RubricFields, key: &str, base: RubricScore| {
            let Some((value, at)) = config.take(&[key]) else { return base };
            let found = scale::score(value, scale);
            if found.is_none() {
                let RubricScale { min, max } = scale;
                reading.wrong_type(&at, &format!("a score from {min} to {max}"), value);
            }
            found.unwrap_or(base)
        };
        synthesis.pass = threshold(&mut config, "score_threshold_pass", synthesis.pass);
        synthesis.partial =
            threshold(&mut config, "score_threshold_partial", synthesis.partial);
        if let Some(given) = config.whole(&["variance_threshold"], 1000, reading) {
            self.rules.threshold = scale::spread(given, scale);
            if given <= 2 && scale == scale::OURS {
                let at = child(config.at(), "variance_threshold");
                reading.note(at, format!("taken as a spread of {given} or more"));
            }
        }
        if let Some(least) = config.whole(&["coverage_min_percent"], 100, reading) {
            self.rules.coverage = least;
        }
        let keys = &["weights", "persona_weights", "judge_weights"];
        if let Some(own) = config.object(keys, reading) {
            self.weights = weights(own, self.weights, reading).unwrap_or(self.weights);
        }
        for key in SCALES {
            config.pass(key);
        }
        let order = order(&mut config, reading);
        config.finish(reading);
        order
    }
}

fn on(value: &Value, at: &str, reading: &mut RubricDiagnostics) -> bool {
    match value {
        Value::Bool(on) => *on,
        Value::String(_) | Value::Null => true,
        Value::Number(_) => value.as_u64() != Some(0),
        _ => {
            reading.note(at, format!("{} was not understood: taken as true", shown(value)));
            true
        }
    }
}

/// The rules in an order of the rubric's own.
fn order(
    config: &mut RubricFields,
    reading: &mut RubricDiagnostics,
) -> Option<Vec<RuleSetting>> {
    let (value, at) = config.take(&["order"])?;
    let Some(items) = value.as_array().filter(|items| items.len() <= MOST_RULES) else {
        reading.wrong_type(&at, "an array of rules", value);
        return None;
    };
    let mut rules = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let at = format!("{at}[{index}]");
        match serde_json::from_value::<RuleSetting>(item.clone()) {
            Ok(rule) => rules.extend(known(rule, &at, reading)),
            Err(error) => reading.error(at, error.to_string()),
        }
    }
    Some(rules)
}

fn known(rule: RuleSetting, at: &str, reading: &mut RubricDiagnostics) -> Option<RuleSetting> {
    let Some(known) = RULES.iter().find(|known| known.name == rule.rule) else {
        let near = nearest(&rule.rule, RULES.iter().map(|known| known.name));
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        reading.error(child(at, "rule"), format!("there is no rule {:?}{hint}", rule.rule));
        return None;
    };
    let reads = |name: &str| known.numbers.iter().any(|number| number.name == name);
    for name in rule.numbers.keys().filter(|name| !reads(name)) {
        reading
            .error(child(at, "numbers"), format!("`{}` reads no number {name:?}", rule.rule));
    }
    Some(rule)
}
