//! The rules of synthesis by name, with the numbers that each reads. What they do is elsewhere.

/// A rule that a rubric can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleForm {
    /// As rubrics name it.
    pub name: &'static str,
    pub numbers: &'static [RuleNumber],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleNumber {
    /// As rubrics name it.
    pub name: &'static str,
    /// Where the rubric does not say; none for the rubric's `variance_threshold`.
    pub default: Option<u32>,
    /// The least that makes sense.
    pub least: u32,
    pub most: u32,
}

pub const COVERAGE: RuleForm = form("coverage", &[number("min_percent", 50, 0, 100)]);
pub const FACT_SUPREMACY: RuleForm = form("fact_supremacy", &[]);
pub const ALL_EVIDENCE_FAILED: RuleForm = form("all_evidence_failed", &[]);
pub const SECURITY_CAP: RuleForm =
    form("security_cap", &[score("cap", 3), switch("total"), switch("fail")]);
pub const FUNCTIONALITY_WEIGHT: RuleForm =
    form("functionality_weight", &[number("weight_percent", 200, 0, 10_000)]);
pub const WEIGHTED_MEAN: RuleForm = form("weighted_mean", &[]);
pub const VARIANCE: RuleForm = form("variance", &[THRESHOLD]);
pub const STRUCTURAL_FRAUD: RuleForm = form("structural_fraud", &[score("score", 1)]);
pub const MISSING_VISION_CAP: RuleForm = form("missing_vision_cap", &[score("cap", 3)]);
pub const DISSENT: RuleForm = form("dissent", &[THRESHOLD]);

/// Every rule, in the order in which they are applied where a rubric does not say.
pub const RULES: &[RuleForm] = &[
    COVERAGE,
    FACT_SUPREMACY,
    ALL_EVIDENCE_FAILED,
    SECURITY_CAP,
    FUNCTIONALITY_WEIGHT,
    WEIGHTED_MEAN,
    VARIANCE,
    STRUCTURAL_FRAUD,
    MISSING_VISION_CAP,
    DISSENT,
];

/// The number that says from which spread on.
const THRESHOLD: RuleNumber = RuleNumber {
    name: "threshold",
    default: None,
    least: 0,
    most: 4,
};

const fn form(name: &'static str, numbers: &'static [RuleNumber]) -> RuleForm {
    RuleForm { name, numbers }
}

const fn number(name: &'static str, default: u32, least: u32, most: u32) -> RuleNumber {
    RuleNumber { name, default: Some(default), least, most }
}

/// A number that is a score.
const fn score(name: &'static str, default: u32) -> RuleNumber {
    number(name, default, 1, 5)
}

/// A number that says yes or no.
const fn switch(name: &'static str) -> RuleNumber {
    number(name, 0, 0, 1)
}
