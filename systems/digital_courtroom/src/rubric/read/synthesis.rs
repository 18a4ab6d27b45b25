//! How a rubric says that opinions become a verdict: rules in words or numbers, thresholds.

use std::collections::BTreeMap;

use jurat_canon::nearest;
use serde_json::Value;

use super::{
    dimension::weights,
    fields::{RubricFields, RubricValue, child, shown},
    metadata::SCALES,
    prose::{self, ProseScoreCap},
    rules::RuleSwitches,
    scale,
};
use crate::model::{
    PersonaWeights, RubricScale, RubricScore, RubricSynthesis, RuleSetting,
    synthesis_rules::RULES,
};

const MOST_RULES: usize = 100;

pub(super) fn read_synthesis(
    fields: &mut RubricFields<'_>,
    config: Option<RubricFields<'_>>,
    scale: RubricScale,
    architecture: Vec<String>,
) -> RubricSynthesis {
    let mut found = SynthesisBuilder {
        rules: RuleSwitches::with(architecture),
        words: BTreeMap::new(),
        weights: PersonaWeights::default(),
        scale,
    };
    for (name, given) in named_rules(fields) {
        found.rule(&name, &given);
    }
    let mut synthesis = RubricSynthesis {
        words: BTreeMap::new(),
        rules: Vec::new(),
        pass: RubricScore::nearest(4),
        partial: RubricScore::nearest(3),
        variance_threshold: 3,
        weights: PersonaWeights::default(),
    };
    let order = config.and_then(|config| found.config(config, &mut synthesis));
    if synthesis.pass < synthesis.partial {
        let message = "a criterion that passes in part would pass: `partial` is above `pass`";
        fields
            .reading
            .error("$.synthesis_config.score_threshold_partial", message);
    }
    synthesis.rules = order.unwrap_or_else(|| found.rules.in_order());
    synthesis.variance_threshold = found.rules.threshold;
    synthesis.weights = found.weights;
    synthesis.words = found.words;
    synthesis
}

/// Each rule with its name, whatever the form.
fn named_rules<'v>(fields: &mut RubricFields<'v>) -> Vec<(String, RubricValue<'v>)> {
    let Some(given) = fields.take(&["synthesis_rules", "rules"]) else {
        return Vec::new();
    };
    let all: Vec<(String, RubricValue<'v>)> = if let Value::Object(map) = given.value {
        map.iter()
            .map(|(key, value)| (key.clone(), given.child(key, value)))
            .collect()
    } else {
        let items = given.items("an object or an array", usize::MAX).unwrap_or_default();
        items.into_iter().enumerate().map(listed).collect()
    };
    if MOST_RULES < all.len() {
        given.error(format!("{} rules are too many", all.len()));
        return Vec::new();
    }
    all
}

/// A rule of a list: its name and its words, under any of their keys.
fn listed((index, given): (usize, RubricValue<'_>)) -> (String, RubricValue<'_>) {
    let item = given.value;
    let name = ["id", "rule", "name"].iter().find_map(|key| item.get(*key)?.as_str());
    let name = name.map_or_else(|| format!("rule_{index}"), str::to_owned);
    let words = ["description", "logic", "text"];
    let words = words.iter().find_map(|key| item.get(*key));
    (name, RubricValue { value: words.unwrap_or(item), ..given })
}

struct SynthesisBuilder {
    rules: RuleSwitches,
    words: BTreeMap<String, String>,
    weights: PersonaWeights,
    scale: RubricScale,
}

impl SynthesisBuilder {
    fn rule(&mut self, name: &str, given: &RubricValue<'_>) {
        let words = match given.value {
            Value::Bool(_) | Value::Null | Value::Object(_) => given.value.to_string(),
            _ => given.text().unwrap_or_default(),
        };
        self.words.insert(name.to_owned(), words);
        match name {
            "security_override" | "security_override_cap" | "security_cap" => {
                self.security(given);
            }
            "fact_supremacy" => self.rules.fact_supremacy = on(given),
            "functionality_weight" => self.functionality(given),
            "dissent_requirement" | "dissent_required_on_variance" | "dissent" => {
                self.rules.dissent = on(given);
                self.spread(given);
            }
            "variance_re_evaluation" | "variance" => {
                self.rules.re_evaluation = on(given);
                self.spread(given);
            }
            "variance_threshold" => self.spread(given),
            "structural_fraud_architecture_score" | "structural_fraud" => {
                self.rules.structural_fraud = self.capped(given);
                self.needs_architecture(given);
            }
            "missing_vision_cap" => self.rules.missing_vision = self.capped(given),
            "high_variance_missing_evidence" => {
                given.note("covered by the rules on coverage and variance; shown in words");
            }
            _ => {
                let hint = did_you_mean(name);
                given.note(format!("there is no such rule: it is shown, not applied{hint}"));
            }
        }
    }

    fn needs_architecture(&self, given: &RubricValue<'_>) {
        if self.rules.architecture.is_empty() {
            given.note("no criterion of architecture is known: the rule is not applied");
        }
    }

    fn security(&mut self, given: &RubricValue<'_>) {
        if given.value == &Value::Bool(false) {
            self.rules.security = None;
            return;
        }
        let Value::String(words) = given.value else {
            if given.value != &Value::Bool(true)
                && let Some(cap) = self.capped(given)
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
                given.note(format!("{share} % of the most was taken as a cap of {cap}"));
                Some(cap)
            }
            None => None,
        };
        if cap.is_none() {
            given.note("no cap could be read in it: taken to be 3");
        }
        let total = prose::says(words, "total") || prose::says(words, "overall");
        let fail = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == "FAIL");
        self.rules.security = Some((cap.unwrap_or(RubricScore::nearest(3)), total, fail));
    }

    fn functionality(&mut self, given: &RubricValue<'_>) {
        match given.value {
            Value::Bool(on) => self.rules.functionality = on.then_some(200),
            Value::Object(_) => {
                let own = given.clone().fields();
                let own = own.and_then(|own| weights(own, self.weights));
                self.weights = own.unwrap_or(self.weights);
            }
            Value::String(words) => {
                let folded: String = words
                    .to_lowercase()
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect();
                if !folded.contains("techlead") {
                    given.note("no Tech Lead in it: taken as it is by default");
                }
            }
            value => given.note(format!("{} was not understood: not used", shown(value))),
        }
        self.needs_architecture(given);
    }

    fn spread(&mut self, given: &RubricValue<'_>) {
        let found = match given.value {
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
            if given.value.is_number() {
                given.wrong_type("a small whole number");
            }
            return;
        };
        self.rules.threshold = scale::spread(found, self.scale);
        if turned {
            let from = found - 1;
            given.note(format!("more than {from} was taken as {found} or more"));
        }
    }

    fn capped(&self, given: &RubricValue<'_>) -> Option<RubricScore> {
        let found = match given.value {
            Value::String(words) => match prose::cap(words) {
                Some(ProseScoreCap::Score(number)) => scale::score(&number.into(), self.scale),
                _ => None,
            },
            value => scale::score(value, self.scale),
        };
        if found.is_none() {
            given.note(format!("no score could be read in {}: not used", shown(given.value)));
        }
        found
    }

    /// Thresholds, weights and, where a rubric gives it, the order of rules.
    fn config(
        &mut self,
        mut config: RubricFields<'_>,
        synthesis: &mut RubricSynthesis,
    ) -> Option<Vec<RuleSetting>> {
        let scale = self.scale;
        let threshold = |config: &mut RubricFields<'_>, key: &str, base: RubricScore| {
            let Some(given) = config.take(&[key]) else { return base };
            scale::score(given.value, scale).unwrap_or_else(|| {
                let RubricScale { min, max } = scale;
                given.wrong_type(&format!("a score from {min} to {max}"));
                base
            })
        };
        synthesis.pass = threshold(&mut config, "score_threshold_pass", synthesis.pass);
        synthesis.partial =
            threshold(&mut config, "score_threshold_partial", synthesis.partial);
        if let Some(given) = config.whole(&["variance_threshold"], 1000) {
            self.rules.threshold = scale::spread(given, scale);
            if given <= 2 && scale == scale::OURS {
                let at = child(&config.at, "variance_threshold");
                config
                    .reading
                    .note(at, format!("taken as a spread of {given} or more"));
            }
        }
        if let Some(least) = config.whole(&["coverage_min_percent"], 100) {
            self.rules.coverage = least;
        }
        if let Some(own) = config.object(&["weights", "persona_weights", "judge_weights"]) {
            self.weights = weights(own, self.weights).unwrap_or(self.weights);
        }
        for key in SCALES {
            config.pass(key);
        }
        let order = order(&mut config);
        config.finish();
        order
    }
}

fn on(given: &RubricValue<'_>) -> bool {
    match given.value {
        Value::Bool(on) => *on,
        Value::String(_) | Value::Null => true,
        Value::Number(number) => number.as_u64() != Some(0),
        value => {
            given.note(format!("{} was not understood: taken as true", shown(value)));
            true
        }
    }
}

/// The rules in an order of the rubric's own.
fn order(config: &mut RubricFields<'_>) -> Option<Vec<RuleSetting>> {
    let items = config.take(&["order"])?.items("an array of rules", MOST_RULES)?;
    let mut rules = Vec::new();
    for item in items {
        match serde_json::from_value::<RuleSetting>(item.value.clone()) {
            Ok(rule) => rules.extend(known(rule, &item)),
            Err(error) => item.error(error.to_string()),
        }
    }
    Some(rules)
}

fn known(rule: RuleSetting, item: &RubricValue<'_>) -> Option<RuleSetting> {
    let (at, reading) = (&item.at, item.reading);
    let Some(known) = RULES.iter().find(|known| known.name == rule.rule) else {
        let hint = did_you_mean(&rule.rule);
        reading.error(child(at, "rule"), format!("there is no rule {:?}{hint}", rule.rule));
        return None;
    };
    let reads = |name: &str| known.numbers.iter().any(|number| number.name == name);
    for name in rule.numbers.keys().filter(|name| !reads(name)) {
        let message = format!("`{}` reads no number {name:?}", rule.rule);
        reading.error(child(at, "numbers"), message);
    }
    Some(rule)
}

/// The rule that may have been meant, at the end of a message.
fn did_you_mean(name: &str) -> String {
    let near = nearest(name, RULES.iter().map(|known| known.name));
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}
