//! `program_eligibility`: the minima of the three Express Entry classes, each met, unmet or not seen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    CivilDay, ToolFailure, ToolServices,
    immi_tools::{minimum_lookup::merged, program_rules},
    noc::unit_code,
    table::AnswerBasis,
    tool::TypedTool,
};

pub(crate) struct ProgramEligibility;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EligibilityRequest {
    /// The day of the application.
    pub(super) as_of: CivilDay,
    pub(super) program: ProgramName,
    /// NOC 2021 unit group of the occupation, five digits.
    pub(super) noc: Option<String>,
    /// CLB or NCLC levels of the first official language.
    pub(super) levels: Option<LevelSet>,
    /// Months of qualifying full-time work (or as much part-time): in Canada and the last three years for `cec`; in the primary occupation and
    /// the last ten years for `fsw`; in the trade and the last five years for `fst`.
    #[schemars(range(min = 0, max = 1200))]
    pub(super) work_months: Option<u32>,
    /// Whether twelve of these months were without a break (`fsw`).
    pub(super) continuous_year: Option<bool>,
    /// Secondary school or more, Canadian or with an equivalency assessment (`fsw`).
    pub(super) has_credential: Option<bool>,
    /// Points as `fsw_points` gives them (`fsw`).
    #[schemars(range(min = 0, max = 100))]
    pub(super) points: Option<u32>,
    /// A Canadian certificate of qualification in the trade (`fst`).
    pub(super) certificate_of_qualification: Option<bool>,
    /// Months of full-time work that an offer is for (`fst`); 0 without an offer.
    #[schemars(range(min = 0, max = 1200))]
    pub(super) offer_months: Option<u32>,
    /// Settlement funds in Canadian dollars (`fsw`, `fst`).
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub(super) funds: Option<u64>,
    /// People in the family, those who stay behind too.
    #[schemars(range(min = 1, max = 100))]
    pub(super) family_size: Option<u32>,
    /// Arranged employment and an authorisation to work in Canada: funds are not asked for.
    pub(super) funds_exempt: Option<bool>,
}

/// An Express Entry class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProgramName {
    /// Canadian experience class.
    Cec,
    /// Federal skilled worker class.
    Fsw,
    /// Federal skilled trades class.
    Fst,
}

/// Levels of the four abilities.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelSet {
    #[schemars(range(min = 0, max = 12))]
    pub(super) listening: u32,
    #[schemars(range(min = 0, max = 12))]
    pub(super) reading: u32,
    #[schemars(range(min = 0, max = 12))]
    pub(super) speaking: u32,
    #[schemars(range(min = 0, max = 12))]
    pub(super) writing: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EligibilityAnswer {
    program: ProgramName,
    /// `met` where every rule is; `unmet` where one is not; else `not_seen`.
    outcome: RuleOutcome,
    rules: Vec<EligibilityRule>,
    /// What no rule here looks at.
    not_looked_at: Vec<String>,
    basis: AnswerBasis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RuleOutcome {
    Met,
    Unmet,
    /// What it asks for was not given.
    NotSeen,
}

/// A rule, what it needs and what was given.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EligibilityRule {
    pub(super) id: String,
    pub(super) outcome: RuleOutcome,
    pub(super) needs: String,
    /// Null where nothing was.
    pub(super) given: Option<String>,
    pub(super) provision: Vec<String>,
    /// The first day of the version used; null where the table has none for that day.
    pub(super) table_of: Option<CivilDay>,
}

impl TypedTool for ProgramEligibility {
    const NAME: &'static str = "program_eligibility";
    const ABOUT: &'static str = "The minima of an Express Entry class (cec, fsw, fst) on a day: occupation, experience, \
        language, funds. Each rule is met, unmet or not seen. What was not given is not seen, never unmet.";
    type Input = EligibilityRequest;
    type Output = EligibilityAnswer;

    fn run(
        services: &ToolServices,
        input: EligibilityRequest,
    ) -> Result<EligibilityAnswer, ToolFailure> {
        if let Some(code) = &input.noc {
            unit_code(services, code, "noc")?;
        }
        let (rules, stamps) = program_rules::tried(services, &input)?;
        let any = |outcome| rules.iter().any(|rule| rule.outcome == outcome);
        let outcome = match (any(RuleOutcome::Unmet), any(RuleOutcome::NotSeen)) {
            (true, _) => RuleOutcome::Unmet,
            (false, true) => RuleOutcome::NotSeen,
            (false, false) => RuleOutcome::Met,
        };
        Ok(EligibilityAnswer {
            program: input.program,
            outcome,
            rules,
            not_looked_at: NOT_LOOKED_AT.map(str::to_owned).to_vec(),
            basis: AnswerBasis::new(input.as_of, merged(stamps)),
        })
    }
}

const NOT_LOOKED_AT: [&str; 4] = [
    "whether the duties done are those of the occupation",
    "the intention to live outside Quebec",
    "admissibility",
    "whether work was authorised, and none of it self-employment or done as a full-time student (cec)",
];
