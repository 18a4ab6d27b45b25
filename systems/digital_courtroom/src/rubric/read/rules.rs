//! The rules of synthesis: what a rubric sets them to.

use std::collections::BTreeMap;

use crate::model::{RubricScore, RuleSetting, synthesis_rules::RULES};

/// What a rubric sets, before it becomes a list.
#[derive(Debug)]
pub(super) struct RuleSwitches {
    pub(super) coverage: u32,
    pub(super) fact_supremacy: bool,
    /// The cap, whether it is for the total, whether it means FAIL.
    pub(super) security: Option<(RubricScore, bool, bool)>,
    /// In per cent of the Tech Lead's weight.
    pub(super) functionality: Option<u32>,
    pub(super) architecture: Vec<String>,
    pub(super) re_evaluation: bool,
    pub(super) dissent: bool,
    pub(super) threshold: u8,
    pub(super) structural_fraud: Option<RubricScore>,
    pub(super) missing_vision: Option<RubricScore>,
}

impl RuleSwitches {
    /// As they are where a rubric sets nothing.
    pub(super) fn with(architecture: Vec<String>) -> Self {
        Self {
            coverage: 50,
            fact_supremacy: true,
            security: Some((RubricScore::nearest(3), false, false)),
            functionality: Some(200),
            architecture,
            re_evaluation: true,
            dissent: true,
            threshold: 3,
            structural_fraud: None,
            missing_vision: None,
        }
    }

    /// In the default order.
    pub(super) fn in_order(&self) -> Vec<RuleSetting> {
        RULES.iter().filter_map(|rule| self.setting(rule.name)).collect()
    }

    fn setting(&self, rule: &str) -> Option<RuleSetting> {
        let number = |name: &str, value: u32| vec![(name.to_owned(), value)];
        let score = |name: &str, score: RubricScore| number(name, score.get().into());
        let threshold = || number("threshold", self.threshold.into());
        let architecture = self.architecture.clone();
        let (numbers, criteria) = match rule {
            "coverage" => (number("min_percent", self.coverage), Vec::new()),
            "fact_supremacy" | "all_evidence_failed" if !self.fact_supremacy => return None,
            "security_cap" => (security(self.security?), Vec::new()),
            "functionality_weight" | "structural_fraud" if architecture.is_empty() => {
                return None;
            }
            "functionality_weight" => {
                (number("weight_percent", self.functionality?), architecture)
            }
            "variance" if !self.re_evaluation => return None,
            "dissent" if !self.dissent => return None,
            "variance" | "dissent" => (threshold(), Vec::new()),
            "structural_fraud" => (score("score", self.structural_fraud?), architecture),
            "missing_vision_cap" => (score("cap", self.missing_vision?), Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        let numbers: BTreeMap<String, u32> = numbers.into_iter().collect();
        Some(RuleSetting { rule: rule.to_owned(), numbers, criteria })
    }
}

fn security((cap, total, fail): (RubricScore, bool, bool)) -> Vec<(String, u32)> {
    vec![
        ("cap".to_owned(), cap.get().into()),
        ("total".to_owned(), total.into()),
        ("fail".to_owned(), fail.into()),
    ]
}
